"""What the user has begun to fill in on a card, which outlives the card that shows it."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class CardDraft:
    """Owned by `Cards`, one a call. `arguments` are edited ones, None while nobody edits;
    `answer` is what a question's form holds."""

    arguments: dict[str, Any] | None = field(default=None, repr=False)
    answer: dict[str, Any] | None = field(default=None, repr=False)
