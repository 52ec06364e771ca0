"""The exception tree.

Each leaf carries a category and facts; sentences for people are made in `ui/failure_texts.py`.
"""

from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """Why a turn failed: one per failure, decided once. Retrying and wording read nothing else."""

    AUTHENTICATION = "authentication"
    PERMISSION = "permission"
    MODEL_NOT_FOUND = "model_not_found"
    RATE_LIMIT = "rate_limit"
    QUOTA = "quota"
    CONTEXT_TOO_LONG = "context_too_long"
    BAD_REQUEST = "bad_request"
    OVERLOADED = "overloaded"
    SERVER = "server"
    NETWORK = "network"
    TLS = "tls"
    TIMEOUT = "timeout"
    CUT_OFF = "cut_off"
    CONTENT_FILTER = "content_filter"
    UNREADABLE_REPLY = "unreadable_reply"
    # The rest never comes from a provider.
    ADDRESS = "address"
    KEY_MISSING = "key_missing"
    KEYRING = "keyring"
    NO_MODEL = "no_model"
    NO_ANSWER = "no_answer"
    ENGINE = "engine"
    STORAGE = "storage"
    FILE = "file"  # one that was to be attached
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class Failure:
    """What is known about one failure. `message` is the provider's own words, keys masked.

    `retry_after` is in seconds; `url` is the address that was asked, without query secrets.
    """

    category: Category
    message: str = ""
    status: int | None = None
    code: str = ""
    request_id: str = ""
    retry_after: float | None = None
    url: str = ""


class StudioError(Exception):
    """The root of every error that Callboard raises on purpose."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(f"{failure.category}: {failure.message}")
        self.failure = failure


class RoundError(StudioError):
    """A round came to nothing more: refused, failed, or unreadable."""


class IncompleteRoundError(RoundError):
    """The stream ended without its end marker. What came before it stays."""


class KeyringError(StudioError):
    """The OS keyring could not be used. `backend` names it, for the remedy."""

    def __init__(self, failure: Failure, backend: str) -> None:
        super().__init__(failure)
        self.backend = backend


class StorageError(StudioError):
    """The database or a file could not be read or written."""


class AddressError(StudioError):
    """A base URL that is no usable URL."""
