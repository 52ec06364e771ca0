"""What is known of a tool's result beside its text."""

from dataclasses import dataclass
from enum import StrEnum

# The first words of a list of search results, by which those who screen it know its numbers.
RESULTS_HEAD = "Search results"


class Form(StrEnum):
    """How a result, or a preview, is to be shown. The model gets the same text whatever it is."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"
    TABLE = "table"  # CSV with a head
    DIFF = "diff"  # unified


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a result from outside that reads like an instruction to the model.

    `start` and `end` count characters of the result's text. `kind` is one of the names in
    `harness/screening.py`. `number` is that of the result among several (a list of search results),
    from 1, or 0 for the whole.
    """

    kind: str
    start: int
    end: int
    excerpt: str
    number: int = 0
