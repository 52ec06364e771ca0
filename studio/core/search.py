"""What a search over all chats finds."""

from dataclasses import dataclass
from enum import StrEnum


class Where(StrEnum):
    """In which part of a turn something was found."""

    PROMPT = "prompt"
    ANSWER = "answer"
    REASONING = "reasoning"
    CALL = "call"
    RESULT = "result"
    SOURCE = "source"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One part of one turn that holds the text. `begin` and `end` are the hit's in the snippet,
    counted in letters; `count` is how often the part holds it."""

    chat_id: str
    turn_id: str
    where: Where
    snippet: str
    begin: int
    end: int
    count: int = 1
