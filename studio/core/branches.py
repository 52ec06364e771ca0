"""The tree of a chat's turns without their contents: where paths part, and which was seen last."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Branch:
    """Where one turn stands. `parent_id` is what was stored; a deleted parent is skipped.

    `seen` grows with each time that a path which ends here is shown; 0 is never.
    """

    id: str
    parent_id: str | None
    is_deleted: bool = False
    seen: int = 0


class Tree:
    """Belongs to one chat. The branches come in the order of time.

    A parent comes before its children. One that does not is damage, or gone: its turn begins the
    chat then, so that no damage makes a ring.
    """

    def __init__(self, branches: Iterable[Branch] = ()) -> None:
        self._branches = {branch.id: branch for branch in branches}
        self._index()

    def __contains__(self, turn_id: str) -> bool:
        """Whether the turn is there and not deleted."""
        branch = self._branches.get(turn_id)
        return branch is not None and not branch.is_deleted

    @property
    def branches(self) -> tuple[Branch, ...]:
        return tuple(self._branches.values())

    @property
    def ids(self) -> tuple[str, ...]:
        """All turns that are not deleted, the oldest first."""
        return tuple(id_ for id_, branch in self._branches.items() if not branch.is_deleted)

    @property
    def deleted(self) -> tuple[str, ...]:
        return tuple(id_ for id_, branch in self._branches.items() if branch.is_deleted)

    def add(self, turn_id: str, parent_id: str | None) -> None:
        """A new turn, which is the one shown."""
        self._branches[turn_id] = Branch(turn_id, parent_id)
        self._place(turn_id)
        self.see(turn_id)

    def see(self, turn_id: str) -> None:
        """A path that ends here is shown."""
        self._seen += 1
        self._branches[turn_id] = replace(self._branches[turn_id], seen=self._seen)

    def mark_deleted(self, turn_id: str, is_deleted: bool) -> None:
        self._branches[turn_id] = replace(self._branches[turn_id], is_deleted=is_deleted)
        self._index()

    def erase_deleted(self) -> None:
        """What is deleted is gone; what followed it follows its parent for good."""
        self._branches = {
            id_: replace(branch, parent_id=self._parents[id_])
            for id_, branch in self._branches.items()
            if not branch.is_deleted
        }
        self._index()

    def parent(self, turn_id: str) -> str | None:
        """The nearest one before it that is not deleted."""
        return self._parents[turn_id]

    def versions(self, turn_id: str) -> tuple[str, ...]:
        """The turns that stand where this one stands, itself included, the oldest first."""
        return tuple(self._children[self._parents[turn_id]]) if turn_id in self else ()

    def has_children(self, turn_id: str) -> bool:
        return bool(self._children.get(turn_id))

    def path(self, head_id: str | None) -> tuple[str, ...]:
        """From the chat's first turn to this one. A deleted head is skipped like any other."""
        ids: list[str] = []
        turn_id = head_id
        while turn_id is not None and turn_id in self._branches:
            if not self._branches[turn_id].is_deleted:
                ids.append(turn_id)
            turn_id = self._parents[turn_id]
        return tuple(reversed(ids))

    def shown(self, head_id: str | None) -> str | None:
        """The turn at whose end the path to `head_id` ends. Where there is none, as after an end
        between two saves, the one seen last."""
        path = self.path(head_id)
        return path[-1] if path else self.leaf(None)

    def leaf(self, turn_id: str | None) -> str | None:
        """Down from this turn, or from the beginning, to the end seen last, or else the newest."""
        freshness = self._freshness()
        leaf = turn_id
        while children := self._children.get(leaf):
            leaf = max(children, key=freshness.__getitem__)
        return leaf

    def _freshness(self) -> dict[str, tuple[int, int]]:
        """By turn: when anything that ends in or below it was last seen, or else made."""
        found: dict[str, tuple[int, int]] = {}
        numbered = list(enumerate(self._branches.values()))
        for number, branch in reversed(numbered):
            if branch.is_deleted:
                continue
            own = (branch.seen, number)
            found[branch.id] = best = max(found.get(branch.id, own), own)
            parent = self._parents[branch.id]
            if parent is not None:
                found[parent] = max(found.get(parent, best), best)
        return found

    def _index(self) -> None:
        self._parents: dict[str, str | None] = {}
        self._children: dict[str | None, list[str]] = {}
        self._seen = max((branch.seen for branch in self._branches.values()), default=0)
        for turn_id in self._branches:
            self._place(turn_id)

    def _place(self, turn_id: str) -> None:
        branch = self._branches[turn_id]
        parent_id = branch.parent_id if branch.parent_id in self._parents else None
        if parent_id is not None and self._branches[parent_id].is_deleted:
            parent_id = self._parents[parent_id]
        self._parents[turn_id] = parent_id
        if not branch.is_deleted:
            self._children.setdefault(parent_id, []).append(turn_id)
