"""The key vault: keys in the OS keyring, or in memory until exit. Never in a file."""

import asyncio
import importlib
from collections.abc import Callable
from typing import TypeVar
from uuid import uuid4

from typing_extensions import override

from studio.core.errors import Category, Failure, KeyringError
from studio.core.key_text import clean_key
from studio.harness.ports import KeyVault
from studio.store import key_pieces
from studio.store.key_lane import Job, KeyLane
from studio.store.keyring_port import Keyring, Refusal, RefusedError

T = TypeVar("T")

_CHECK = "callboard-check"
_CALLS = "studio.store.keyring_calls"


def open_system_keyring() -> Keyring:
    """Runs on the lane's thread when a key is first needed, and loads `keyring` only then.

    By name, since an import here would load it with this module, before the first paint.
    """
    keyring: Keyring = importlib.import_module(_CALLS).open_keyring()
    return keyring


class OsKeyVault(KeyVault):
    """Lives as long as the program. What was read, an absence too, is not read again.

    `timeout` in seconds is how long one call may take; a password window counts as well.
    """

    def __init__(
        self, open_keyring: Callable[[], Keyring] = open_system_keyring, timeout: float = 10.0
    ) -> None:
        self._open_keyring = open_keyring
        self._timeout = timeout
        self._lane = KeyLane(open_keyring)
        self._turn = asyncio.Lock()
        # Written on the lane's thread, so that an answer that comes after its waiter was cancelled
        # is not asked for again: on macOS each question is a password window.
        self._known: dict[str, str | None] = {}
        self._until_exit: dict[str, str] = {}

    @override
    async def key(self, profile_id: str, key_id: str) -> str | None:
        entry = _entry(profile_id, key_id)
        for known in (self._until_exit, self._known):
            if entry in known:
                return known[entry]

        def read(keyring: Keyring) -> str | None:
            if entry not in self._known:
                self._known[entry] = key_pieces.read(keyring, entry)
            return self._known[entry]

        return await self._call(read)

    @override
    async def set_key(self, profile_id: str, key_id: str, key: str) -> None:
        """Raises `InvalidKeyError` too, before anything is touched."""
        entry = _entry(profile_id, key_id)
        secret = clean_key(key)

        def write(keyring: Keyring) -> None:
            # Whatever comes of it, what was known may no longer be so.
            self._known.pop(entry, None)
            key_pieces.write(keyring, entry, secret)
            if key_pieces.read(keyring, entry) != secret:
                raise RefusedError(Refusal.FAILED, keyring.name, "the key was not kept")
            self._known[entry] = secret

        await self._call(write)
        self._until_exit.pop(entry, None)

    @override
    async def remember_until_exit(self, profile_id: str, key_id: str, key: str) -> None:
        self._until_exit[_entry(profile_id, key_id)] = clean_key(key)

    @override
    async def remove_keys(self, profile_id: str, key_ids: tuple[str, ...]) -> None:
        entries = [_entry(profile_id, key_id) for key_id in key_ids]
        for entry in entries:
            self._until_exit.pop(entry, None)

        def delete(keyring: Keyring) -> None:
            refusals = [refused for entry in entries if (refused := self._delete(keyring, entry))]
            if refusals:
                raise refusals[0]

        try:
            await self._call(delete)
        except KeyringError as error:
            if not Refusal(error.failure.code).keeps_nothing:
                raise

    @override
    async def backend(self) -> str:
        return await self._call(lambda keyring: keyring.name)

    async def try_round_trip(self) -> None:
        """Writes, reads and removes an entry of nobody. Raises `KeyringError`."""
        entry, word = _entry(_CHECK, uuid4().hex), uuid4().hex

        def try_out(keyring: Keyring) -> None:
            keyring.write(entry, word)
            try:
                came = keyring.read(entry)
            finally:
                keyring.delete(entry)
            if came != word:
                raise RefusedError(
                    Refusal.FAILED, keyring.name, "what was written did not come back"
                )

        await self._call(try_out)

    def _delete(self, keyring: Keyring, entry: str) -> RefusedError | None:
        """One that stays does not keep the others from being removed."""
        self._known.pop(entry, None)
        try:
            key_pieces.delete(keyring, entry)
        except RefusedError as refused:
            return refused
        self._known[entry] = None
        return None

    async def _call(self, job: Job[T]) -> T:
        async with self._turn:
            try:
                return await self._bounded(job)
            except RefusedError as refused:
                failure = Failure(Category.KEYRING, refused.detail, code=refused.refusal)
                raise KeyringError(failure, refused.backend) from None

    async def _bounded(self, job: Job[T]) -> T:
        lane = self._lane
        try:
            async with asyncio.timeout(self._timeout):
                return await lane.run(job)
        except TimeoutError:
            lane.abandon()
            self._lane = KeyLane(self._open_keyring)
            raise RefusedError(Refusal.TIMEOUT, lane.backend) from None


def _entry(profile_id: str, key_id: str) -> str:
    return f"{profile_id}/{key_id}"
