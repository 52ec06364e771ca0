"""OpenRouter's reasoning details: fragments become whole again, opaque fields stay as they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from studio.core.growing_text import GrowingText
from studio.wire.lenient import as_text

_IDENTITY = ("type", "index", "id", "format")
_GROWING = ("text", "summary")


@dataclass(slots=True)
class _Detail:
    """One detail; its growing texts in pieces until asked for."""

    fields: dict[str, Any]
    grown: dict[str, GrowingText] = field(default_factory=dict)

    def continues(self, fragment: Mapping[str, Any]) -> bool:
        return all(
            fragment.get(name) is None or self.fields.get(name) in (None, fragment[name])
            for name in _IDENTITY
        )

    def add(self, fragment: Mapping[str, Any]) -> None:
        for name, value in fragment.items():
            if name in _GROWING and isinstance(value, str):
                self.grown.setdefault(name, GrowingText()).add(value)
            elif value is not None or name not in self.fields:
                self.fields[name] = value

    def whole(self) -> dict[str, Any]:
        grown = {name: text.whole() for name, text in self.grown.items()}
        return {name: grown.get(name, value) for name, value in (self.fields | grown).items()}


class ReasoningDetails:
    """The details of one reply, which must go back as the host would have sent them whole."""

    def __init__(self) -> None:
        self._details: list[_Detail] = []

    def take(self, fragment: Mapping[str, Any]) -> None:
        if not as_text(fragment.get("type")):
            return
        if not self._details or not self._details[-1].continues(fragment):
            self._details.append(_Detail({}))
        self._details[-1].add(fragment)

    def whole(self) -> list[dict[str, Any]]:
        return [detail.whole() for detail in self._details]
