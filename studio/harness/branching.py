"""The path of a chat that is shown, and the tree of turns that it goes through."""

import asyncio
from abc import ABC, abstractmethod
from dataclasses import replace

from studio.core.branches import Tree
from studio.core.chats import Chat, Turn
from studio.core.errors import StudioError
from studio.harness.live_turn import Means
from studio.harness.watching import Watchers


class Branching(ABC):
    """What a session controller does to paths when nothing runs; answering is its own.

    Nothing is overwritten: a turn that replaces another is its sibling. While a turn runs, what
    would lead away from it does nothing. Everything here raises `StorageError`.
    """

    def __init__(self, chat: Chat, means: Means) -> None:
        self.chat = chat
        self._means = means
        self._watchers = Watchers()
        self._turns: tuple[Turn, ...] = ()
        self._tree = Tree()
        self._moving = asyncio.Lock()  # no turn begins while the path is changed
        self._unsaved: dict[str, Turn] = {}  # ended, but the store refused them

    @abstractmethod
    async def _is_still(self) -> bool:
        """Whether nothing runs, and nothing that ran is on its way to the store."""

    @abstractmethod
    async def _save_all(self) -> None:
        """The chat, and turns that the store refused."""

    async def load(self) -> None:
        """Reads the turns of a stored chat."""
        await self._read_tree()
        head = self._tree.shown(self.chat.head_id)
        path = self._tree.path(head)
        self._turns = await self._means.store.read_turns(self.chat.id, path)
        self.chat = replace(self.chat, head_id=head)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The path shown, oldest first."""
        return self._turns

    @property
    def branch_end(self) -> str | None:
        """The last turn of the path where the path ends before the tree does: the next prompt
        begins a branch beside what follows already."""
        if self._turns and self._tree.has_children(self._turns[-1].id):
            return self._turns[-1].id
        return None

    def versions(self, turn_id: str) -> tuple[str, ...]:
        """The turns that stand where this one stands, itself included, the oldest first."""
        return self._tree.versions(turn_id)

    async def show_version(self, turn_id: str) -> None:
        """The path through that turn, down to the end last seen below it, or the newest."""
        async with self._moving:
            if turn_id in self._tree and await self._is_still():
                await self._show(self._tree.leaf(turn_id))

    async def show_turn(self, turn_id: str) -> None:
        """The same, unless the path shown holds that turn already."""
        if not self._is_shown(turn_id):
            await self.show_version(turn_id)

    async def branch_at(self, turn_id: str) -> None:
        """The path ends after this turn, so that the next prompt begins a branch."""
        async with self._moving:
            if turn_id in self._tree and await self._is_still():
                await self._show(turn_id)

    async def delete_turn(self, turn_id: str) -> None:
        """Takes it off every path; what follows it follows the turn before it. `restore_turn`
        brings it back until `erase_turns`, or the next start."""
        async with self._moving:
            if turn_id not in self._tree or not await self._is_still():
                return
            if self._unsaved:
                await self._save_all()
            before = self._turns
            head = before[-1].id if before else None
            self._tree.mark_deleted(turn_id, True)
            if head == turn_id:
                head = self._tree.leaf(self._tree.parent(turn_id))
            try:
                await self._load_path(head)
                await self._means.store.delete_turn(self.chat.id, turn_id, head)
            except StudioError:
                self._tree.mark_deleted(turn_id, False)
                self._take(before)
                raise

    async def restore_turn(self, turn_id: str) -> None:
        """Undoes a deletion, and shows the turn where it was; while another one runs, only where
        that is on its path."""
        async with self._moving:
            if turn_id not in self._tree.deleted:
                return
            is_still = await self._is_still()
            before = self._turns
            head = before[-1].id if before else None
            self._tree.mark_deleted(turn_id, False)
            if is_still and turn_id not in self._tree.path(head):
                head = self._tree.leaf(turn_id)
            try:
                await self._load_path(head)
                await self._means.store.restore_turn(self.chat.id, turn_id, head)
            except StudioError:
                self._tree.mark_deleted(turn_id, True)
                self._take(before)
                raise

    async def erase_turns(self) -> None:
        """What was deleted is gone for good."""
        async with self._moving:
            if self._tree.deleted:
                await self._means.store.erase_turns(self.chat.id)
                self._tree.erase_deleted()
                self._turns = tuple(
                    replace(turn, parent_id=self._tree.parent(turn.id)) for turn in self._turns
                )

    async def all_turns(self) -> tuple[Turn, ...]:
        """Of every path, the oldest first: for search and export. One whose parent is deleted names
        the nearest that is not."""
        ids = self._tree.ids
        here = self._here
        missing = tuple(id_ for id_ in ids if id_ not in here)
        read = await self._means.store.read_turns(self.chat.id, missing)
        found = {turn.id: turn for turn in read} | self._here
        return tuple(self._following(found[id_]) for id_ in ids if id_ in found)

    def _following(self, turn: Turn) -> Turn:
        parent = self._tree.parent(turn.id)
        return turn if turn.parent_id == parent else replace(turn, parent_id=parent)

    async def _is_free(self) -> bool:
        """Whether a turn can begin: none runs, the last one is in the store, no path changes."""
        async with self._moving:
            return await self._is_still()

    async def _read_tree(self) -> None:
        self._tree = Tree(await self._means.store.tree(self.chat.id))

    def _is_shown(self, turn_id: str) -> bool:
        return any(turn.id == turn_id for turn in self._turns)

    async def _path_before(self, turn_id: str) -> tuple[Turn, ...] | None:
        """The path up to a turn that another one is to stand beside; None where that cannot be.

        Nothing runs, and nothing else can have begun when this returns.
        """
        await self.show_turn(turn_id)
        if not await self._is_free() or not self._is_shown(turn_id):
            return None
        ids = [turn.id for turn in self._turns]
        return self._turns[: ids.index(turn_id)]

    async def _show(self, head: str | None) -> None:
        await self._load_path(head)
        if head not in self._unsaved:
            await self._means.store.save_head(self.chat.id, head)

    async def _load_path(self, head: str | None) -> None:
        """Shows it; what is shown already is not read again."""
        path = self._tree.path(head)
        here = self._here
        missing = tuple(id_ for id_ in path if id_ not in here)
        read = await self._means.store.read_turns(self.chat.id, missing) if missing else ()
        found = {turn.id: turn for turn in read} | self._here
        if head is not None:
            self._tree.see(head)
        self._take(tuple(found[id_] for id_ in path if id_ in found))

    @property
    def _here(self) -> dict[str, Turn]:
        """What need not be read: the path shown, and what is nowhere else."""
        return {turn.id: turn for turn in self.turns} | self._unsaved

    def _take(self, turns: tuple[Turn, ...]) -> None:
        self._turns = turns
        self.chat = replace(self.chat, head_id=turns[-1].id if turns else None)
        self._watchers.tell()
