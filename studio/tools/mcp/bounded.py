"""JSON of what others send, as text that stays small however large or deep it is."""

import json
from collections.abc import Callable
from typing import Any

_DEPTH = 60
_MORE = 2_000  # characters beyond the cut, in which a secret may end


def bounded_json(
    value: Any,
    characters: int,
    indent: int | None = None,
    masked: Callable[[str], str] | None = None,
) -> str:
    """JSON text of at most about `characters`. Long strings and lists are cut, and say so; each
    is `masked` before, as half a secret would not be known any more."""
    budget = _Budget(characters, masked)
    text = json.dumps(budget.cut(value, 0), ensure_ascii=False, indent=indent, default=str)
    return text.encode("utf-8", "replace").decode()


class _Budget:
    def __init__(self, characters: int, masked: Callable[[str], str] | None) -> None:
        self._left = characters
        self._masked = masked
        self._string = max(200, characters // 4)

    def cut(self, value: Any, depth: int) -> Any:
        if depth > _DEPTH:
            return "…"
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            return self._members(value, depth)
        if isinstance(value, list | tuple):
            return self._items(value, depth)
        self._left -= 8
        return value

    def _text(self, text: str) -> str:
        room = max(0, min(self._string, self._left))
        self._left -= min(len(text), room) + 4
        kept = text[: room + _MORE]
        kept = kept if self._masked is None else self._masked(kept)
        if len(text) <= room:
            return kept
        return f"{kept[:room]}… ({len(text)} characters)"

    def _members(self, members: dict[Any, Any], depth: int) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        for number, (name, value) in enumerate(members.items()):
            if self._left <= 0:
                kept["…"] = f"{len(members) - number} more"
                break
            kept[self._text(str(name))] = self.cut(value, depth + 1)
        return kept

    def _items(self, items: list[Any] | tuple[Any, ...], depth: int) -> list[Any]:
        kept: list[Any] = []
        for number, value in enumerate(items):
            if self._left <= 0:
                kept.append(f"… {len(items) - number} more")
                break
            kept.append(self.cut(value, depth + 1))
        return kept
