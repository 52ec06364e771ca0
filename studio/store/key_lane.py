"""One thread for keyring calls. One that hangs for ever is left behind, and a new one made."""

import threading
from collections.abc import Callable
from typing import TypeVar

from studio.store.keyring_port import Keyring, Refusal, RefusedError
from studio.store.worker import Worker

T = TypeVar("T")
Job = Callable[[Keyring], T]


class KeyLane:
    """Opens the keyring with its first job. Owned by the vault, until it is abandoned."""

    def __init__(self, open_keyring: Callable[[], Keyring]) -> None:
        self._open = open_keyring
        self._keyring: Keyring | None = None
        self._worker = Worker("callboard-keyring")
        self._is_abandoned = threading.Event()

    @property
    def backend(self) -> str:
        return self._keyring.name if self._keyring is not None else ""

    async def run(self, job: Job[T]) -> T:
        """Raises `RefusedError`."""
        return await self._worker.run(lambda: self._do(job))

    def abandon(self) -> None:
        """What still hangs there does nothing more to the keyring when it wakes up."""
        self._is_abandoned.set()
        self._worker.stop()

    def _do(self, job: Job[T]) -> T:
        try:
            if self._keyring is None:
                self._keyring = self._open()
            result = job(_Guarded(self._keyring, self._is_abandoned))
        except RefusedError:
            raise
        except Exception as error:
            # Only its kind: what a backend says may repeat what it was given.
            kind = type(error).__name__
            raise RefusedError(Refusal.FAILED, self.backend, kind) from None
        return result


class _Guarded:
    """Stops a job of several calls between two of them when nobody waits for it any more."""

    def __init__(self, keyring: Keyring, is_abandoned: threading.Event) -> None:
        self._keyring = keyring
        self._is_abandoned = is_abandoned

    @property
    def name(self) -> str:
        return self._keyring.name

    def read(self, entry: str) -> str | None:
        self._check()
        found = self._keyring.read(entry)
        # Once more: a late answer must not replace what is known meanwhile.
        self._check()
        return found

    def write(self, entry: str, secret: str) -> None:
        self._check()
        self._keyring.write(entry, secret)

    def delete(self, entry: str) -> None:
        self._check()
        self._keyring.delete(entry)

    def _check(self) -> None:
        if self._is_abandoned.is_set():
            raise RefusedError(Refusal.TIMEOUT, self.name)
