"""Parts of earlier turns that are kept and shown, and not sent any more. Values only."""

from dataclasses import dataclass
from enum import StrEnum


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
