"""The MCP servers in use, with what belongs to them: secrets, order, and who runs them."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass

from studio.core.errors import StudioError
from studio.core.server_json import ReadServers, clean_name, free_id, read_servers
from studio.core.server_writing import write_servers
from studio.core.servers import (
    CLIENT_KEY_ID,
    TOKENS_KEY_ID,
    TYPED_CLIENT_KEY_ID,
    ServerEntry,
    environment_key_id,
    server_header_key_id,
)
from studio.harness.ports import KeyVault
from studio.harness.server_ports import ServerHost, ServerStore
from studio.harness.watching import Changed, Watchers

Entries = tuple[ServerEntry, ...]
Undo = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Imported:
    """`unsaved` are names of entries whose secrets the keyring did not take: they are not kept."""

    entries: Entries = ()
    unsaved: tuple[str, ...] = ()


class Servers:
    """One lives as long as the application. The host is told of every change, before watchers.

    What the user types into two places at once is changed one after the other, each from what is
    saved by then.
    """

    def __init__(self, store: ServerStore, vault: KeyVault, host: ServerHost) -> None:
        self._store = store
        self._vault = vault
        self._host = host
        self._watchers = Watchers()
        self._entries: Entries = ()
        self._changing = asyncio.Lock()

    @property
    def entries(self) -> Entries:
        return self._entries

    def entry(self, server_id: str) -> ServerEntry | None:
        return next((one for one in self._entries if one.id == server_id), None)

    def watch(self, changed: Changed) -> Changed:
        return self._watchers.add(changed)

    def new_id(self, name: str) -> str:
        """For an entry that is to be added."""
        return free_id(clean_name(name), {one.id for one in self._entries})

    async def load(self) -> None:
        """Raises `StorageError`."""
        async with self._changing:
            self._use(await self._store.servers())

    async def save(self, entry: ServerEntry, secrets: Mapping[str, str] | None = None) -> None:
        """Adds or replaces. `secrets` are by key ID; those of names that the entry does not have
        any more are forgotten. The keyring goes first: without its secrets no server is saved.

        Raises `KeyringError` or `StorageError`.
        """
        async with self._changing:
            await self._keep_secrets(entry, secrets or {})
            before = self.entry(entry.id)
            await self._write(_with(self._entries, entry))
            if before is not None:
                await self._forget(before, _left_over(before, entry))

    async def remove(self, server_id: str) -> Undo:
        """With its secrets. Returns what brings both back."""
        async with self._changing:
            entry = self.entry(server_id)
            if entry is None:
                return _nothing
            place = self._entries.index(entry)
            kept = await self._secrets(entry)
            await self._write(tuple(one for one in self._entries if one.id != server_id))
            with contextlib.suppress(StudioError):
                await self._store.save_listing(server_id, None)
            await self._forget(entry, _key_ids(entry))

        async def restore() -> None:
            async with self._changing:
                if self.entry(server_id) is None:
                    await self._keep_secrets(entry, kept)
                    now = self._entries
                    await self._write((*now[:place], entry, *now[place:]))

        return restore

    async def reorder(self, server_ids: Iterable[str]) -> None:
        """Those that are not named come last, in the order they had."""
        wanted = {server_id: place for place, server_id in enumerate(server_ids)}
        async with self._changing:
            ordered = sorted(self._entries, key=lambda one: wanted.get(one.id, len(wanted)))
            await self._write(tuple(ordered))

    async def enable(self, server_id: str, *, is_enabled: bool) -> None:
        await self.change(server_id, is_enabled=is_enabled)

    async def set_tools_off(self, server_id: str, own_names: Iterable[str]) -> None:
        await self.change(server_id, tools_off=tuple(dict.fromkeys(own_names)))

    async def change(self, server_id: str, **changes: object) -> None:
        """Changes single fields of what is saved now, so that no edit undoes another.

        Raises pydantic's `ValidationError` for a value out of bounds, and changes nothing.
        """
        async with self._changing:
            entry = self.entry(server_id)
            if entry is not None:
                changed = ServerEntry.model_validate({**entry.model_dump(), **changes})
                await self._write(_with(self._entries, changed))

    def read(self, text: str) -> ReadServers:
        """Pasted JSON, as it would be imported; nothing is kept."""
        return read_servers(text, frozenset(one.id for one in self._entries))

    async def add_all(self, entries: Iterable[ServerEntry], secrets: Mapping[str, str]) -> Imported:
        """Of pasted JSON or another program's file; `secrets` are by `{entry ID}/{key ID}`.

        Each gets an ID of its own. One whose secrets the keyring refuses costs no other.
        """
        added: list[ServerEntry] = []
        unsaved: list[str] = []
        async with self._changing:
            taken = {one.id for one in self._entries}
            for entry in entries:
                new = entry.model_copy(update={"id": free_id(entry.name, taken)})
                try:
                    await self._keep_secrets(new, _of(entry.id, secrets))
                except StudioError:
                    unsaved.append(entry.name)
                    continue
                taken.add(new.id)
                added.append(new)
            if added:
                await self._write((*self._entries, *added))
        return Imported(tuple(added), tuple(unsaved))

    def exported(self, server_ids: Iterable[str] | None = None) -> str:
        """The common JSON, without a secret: of all, or of those that are named."""
        wanted = None if server_ids is None else frozenset(server_ids)
        return write_servers(one for one in self._entries if wanted is None or one.id in wanted)

    async def has_secret(self, server_id: str, key_id: str) -> bool:
        """Raises `KeyringError`."""
        entry = self.entry(server_id)
        return entry is not None and await self._vault.key(entry.vault_id, key_id) is not None

    async def _write(self, entries: Entries) -> None:
        await self._store.save_servers(entries)
        self._use(entries)

    def _use(self, entries: Entries) -> None:
        self._entries = entries
        self._host.configure(entries)
        self._watchers.tell()

    async def _keep_secrets(self, entry: ServerEntry, secrets: Mapping[str, str]) -> None:
        """All or none, as far as the keyring lets: one of no server is never found again."""
        done: list[str] = []
        is_new = self.entry(entry.id) is None
        try:
            for key_id, value in secrets.items():
                await self._vault.set_key(entry.vault_id, key_id, value)
                done.append(key_id)
        except BaseException:
            if is_new and done:
                await self._forget(entry, tuple(done))
            raise

    async def _secrets(self, entry: ServerEntry) -> dict[str, str]:
        """What the keyring holds for it; without what it does not give."""
        found: dict[str, str] = {}
        for key_id in _key_ids(entry):
            with contextlib.suppress(StudioError):
                value = await self._vault.key(entry.vault_id, key_id)
                if value is not None:
                    found[key_id] = value
        return found

    async def _forget(self, entry: ServerEntry, key_ids: tuple[str, ...]) -> None:
        """A keyring that is away keeps them; the server is gone or changed all the same."""
        if key_ids:
            with contextlib.suppress(StudioError):
                await self._vault.remove_keys(entry.vault_id, key_ids)


def _key_ids(entry: ServerEntry) -> tuple[str, ...]:
    variables = map(environment_key_id, entry.secret_environment)
    headers = map(server_header_key_id, entry.secret_headers)
    return (*variables, *headers, TOKENS_KEY_ID, CLIENT_KEY_ID, TYPED_CLIENT_KEY_ID)


def _left_over(before: ServerEntry, now: ServerEntry) -> tuple[str, ...]:
    """Tokens too, where they are another server's: nobody else may get them."""
    kept = set(_key_ids(now))
    if (before.transport, before.url, before.client_id) != (now.transport, now.url, now.client_id):
        kept -= {TOKENS_KEY_ID, CLIENT_KEY_ID}
        kept -= set() if before.url == now.url else {TYPED_CLIENT_KEY_ID}
    return tuple(each for each in _key_ids(before) if each not in kept)


def _of(server_id: str, secrets: Mapping[str, str]) -> dict[str, str]:
    start = f"{server_id}/"
    found = secrets.items()
    return {name[len(start) :]: value for name, value in found if name.startswith(start)}


def _with(entries: Entries, entry: ServerEntry) -> Entries:
    """A known one keeps its place, a new one comes last."""
    if any(one.id == entry.id for one in entries):
        return tuple(entry if one.id == entry.id else one for one in entries)
    return (*entries, entry)


async def _nothing() -> None:
    return
