"""What the vault needs of a keyring, without loading one."""

from enum import StrEnum
from typing import Protocol


class Refusal(StrEnum):
    """Why a keyring gave nothing: the `code` of the failure, which the advice depends on."""

    NO_BACKEND = "no_backend"
    NULL_BACKEND = "null_backend"  # forgets everything it is given
    PLAIN_TEXT_BACKEND = "plain_text_backend"  # keyrings.alt: files, readable or asking a terminal
    LOCKED = "locked"
    REFUSED = "refused"  # not initialised, or the user closed the password window
    TIMEOUT = "timeout"
    FAILED = "failed"

    @property
    def keeps_nothing(self) -> bool:
        """Nothing of ours can be in there, so nothing has to be removed."""
        return self in (self.NO_BACKEND, self.NULL_BACKEND, self.PLAIN_TEXT_BACKEND)


class RefusedError(Exception):
    """Never carries a secret: `detail` is the backend's message, or empty."""

    def __init__(self, refusal: Refusal, backend: str = "", detail: str = "") -> None:
        super().__init__(refusal, backend, detail)
        self.refusal = refusal
        self.backend = backend
        self.detail = detail


class Keyring(Protocol):
    """All calls may block, and raise `RefusedError`. `name` is the one people know."""

    @property
    def name(self) -> str: ...

    def read(self, entry: str) -> str | None: ...

    def write(self, entry: str, secret: str) -> None: ...

    def delete(self, entry: str) -> None:
        """Raises also where there is no such entry: backends do not tell the two apart."""
        ...
