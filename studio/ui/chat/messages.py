"""Which message of a transcript is meant, and what can be done with it."""

from dataclasses import dataclass
from enum import Enum


class Action(Enum):
    """What can be done with one message, and the keys for it in the transcript."""

    COPY = "Ctrl+Shift+C"
    QUOTE = "Q"
    RAW = "V"
    EDIT = "E"
    REGENERATE = "R"
    REGENERATE_WITH = "Shift+R"
    ASK_AGAIN = "Shift+A"
    COMPARE = "Shift+C"
    BRANCH = "B"
    DETAILS = "I"
    DELETE = "Del"


@dataclass(frozen=True, slots=True)
class Message:
    """A turn's prompt, or its answer."""

    turn_id: str
    is_prompt: bool


@dataclass(frozen=True, slots=True)
class Versions:
    """Where paths part: this is version `number` of `of`, counted from one.

    `is_at_prompt`: the prompts differ, not only the answers.
    """

    number: int
    of: int
    is_at_prompt: bool
