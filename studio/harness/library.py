"""All chats: list, create, open, rename, delete and bring back."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from studio.core.chats import Chat, ChatSettings
from studio.harness.chat_ports import ChatStore
from studio.harness.ports import Clock, IdFactory
from studio.harness.session import SessionController
from studio.harness.watching import Changed, Watchers

MakeSession = Callable[[Chat], SessionController]


class Library:
    """Lives as long as the application, and owns the session controllers it has made.

    A new chat is listed and stored with its first turn or draft: opening an empty one leaves
    nothing behind.
    """

    def __init__(
        self, store: ChatStore, make_session: MakeSession, clock: Clock, new_id: IdFactory
    ) -> None:
        self._store = store
        self._make_session = make_session
        self._clock = clock
        self._new_id = new_id
        self._chats: dict[str, Chat] = {}
        self._sessions: dict[str, SessionController] = {}
        self._endings: dict[str, Callable[[], None]] = {}
        self._opening = asyncio.Lock()
        self._watchers = Watchers()

    @property
    def chats(self) -> tuple[Chat, ...]:
        """By recency. An open chat is listed as its controller has it."""
        chats = {**self._chats}
        for chat_id, session in self._sessions.items():
            # Also one whose turn the store refused: it is not lost while the program runs.
            is_begun = session.is_stored or session.turns or session.chat.draft
            if chat_id in chats or is_begun:
                chats[chat_id] = session.chat
        return tuple(sorted(chats.values(), key=lambda chat: chat.updated_at, reverse=True))

    def watch(self, changed: Changed) -> Callable[[], None]:
        """`changed()` is called when the list or the live state of a chat has changed."""
        return self._watchers.add(changed)

    async def load(self) -> None:
        """Reads the list. Raises `StorageError`."""
        self._chats = {chat.id: chat for chat in await self._store.chats() if _has_content(chat)}
        self._watchers.tell()

    async def create(self, settings: ChatSettings, *, is_kept: bool = True) -> SessionController:
        """A new, empty chat."""
        now = self._clock()
        chat = Chat(self._new_id(), "", now, now, settings, is_kept=is_kept)
        return self._adopt(self._make_session(chat))

    async def open(self, chat_id: str) -> SessionController:
        """The chat's controller: the same one while it lives. Raises `StorageError`, `KeyError`."""
        async with self._opening:
            session = self._sessions.get(chat_id)
            if session is None:
                session = self._make_session(self._chats[chat_id])
                await session.load()
                self._adopt(session)
            return session

    def adopt(self, session: SessionController) -> None:
        """Takes in a chat that somebody else has made, such as one that is played."""
        self._adopt(session)

    def session(self, chat_id: str) -> SessionController | None:
        """The controller, if the chat is open."""
        return self._sessions.get(chat_id)

    async def rename(self, chat_id: str, title: str) -> None:
        session = self._sessions.get(chat_id)
        if session is not None:
            await session.update(replace(session.chat, title=title))
        elif chat_id in self._chats:
            renamed = replace(self._chats[chat_id], title=title)
            self._chats[chat_id] = renamed
            await self._store.save_chat(renamed)
        self._watchers.tell()

    async def delete(self, chat_id: str) -> None:
        """Hides and stops it; `restore` brings it back until it is erased. Raises `StorageError`;
        then it is listed again."""
        async with self._opening:
            session = self._sessions.pop(chat_id, None)
            chat = self._chats.pop(chat_id, None)
        if session is not None:
            chat = session.chat
            self._endings.pop(chat_id)()
        self._watchers.tell()
        if session is not None:
            await session.close()
        try:
            await self._store.delete_chat(chat_id)
        except BaseException:
            if chat is not None:
                self._chats[chat_id] = chat
            self._watchers.tell()
            raise

    async def restore(self, chat_id: str) -> None:
        """Undoes a deletion."""
        await self._store.restore_chat(chat_id)
        await self.load()

    async def erase(self, chat_id: str) -> None:
        """Gone for good."""
        await self._store.erase_chat(chat_id)

    async def shutdown(self, within: float) -> None:
        """Stops all turns and saves them, in `within` seconds at most."""
        closing = [asyncio.create_task(session.close()) for session in self._sessions.values()]
        if closing:
            _, late = await asyncio.wait(closing, timeout=within)
            for task in late:
                task.cancel()

    def _adopt(self, session: SessionController) -> SessionController:
        chat_id = session.chat.id
        self._sessions[chat_id] = session
        self._endings[chat_id] = session.watch(self._watchers.tell)
        self._watchers.tell()
        return session


def _has_content(chat: Chat) -> bool:
    """A draft that was taken back leaves a chat behind in which nothing was ever said."""
    return chat.head_id is not None or bool(chat.draft or chat.draft_attachments or chat.title)
