"""Parts of earlier turns that are kept and shown, and not sent any more. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

_WHOLE = "turn/"


class Omitted(StrEnum):
    """How a part is left out."""

    DROP = "drop"
    SHORTEN = "shorten"  # to its beginning


@dataclass(frozen=True, slots=True)
class Omission:
    """`subject` names the part as in a request: `{turn ID}/prompt`, `{turn ID}/file/{digest}`,
    `{round ID}/text`, `{tool use ID}/result`, or `turn/{turn ID}` for the whole turn."""

    subject: str
    how: Omitted = Omitted.DROP

    @property
    def is_of_turn(self) -> bool:
        """Whether it is of a whole turn."""
        return self.subject.startswith(_WHOLE)

    @property
    def owner(self) -> str:
        """The ID of the turn, round or tool use of which it is."""
        return self.subject.removeprefix(_WHOLE).partition("/")[0]

    def of_other(self, ids: Mapping[str, str]) -> "Omission":
        """The same where things have other IDs, by their old ones."""
        old = self.owner
        new = ids.get(old, old)
        return replace(self, subject=self.subject.replace(old, new, 1)) if new != old else self
