"""JSON as people write it into settings: with comments, and a comma too many. Places stay."""

import json
import re
from dataclasses import dataclass
from typing import Any

# A text or comment that is not closed goes to the end, so that no text takes more than one pass.
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*(?:.*?\*/|.*)', re.DOTALL)
_COMMA = re.compile(r'"(?:[^"\\\n]|\\.)*"?|,(?=\s*[}\]])', re.DOTALL)


@dataclass(frozen=True, slots=True)
class BadPlace:
    """Where a text stops being JSON, both counted from 1."""

    line: int
    column: int


class Members(dict[str, Any]):
    """An object that remembers all of its members, also those whose name comes twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = tuple(pairs)


def read_jsonc(text: str) -> Any | BadPlace:
    """Objects are `Members`. Never raises."""
    plain = _COMMA.sub(_without_comma, _COMMENT.sub(_without_comment, text.removeprefix("\ufeff")))
    try:
        return json.loads(plain, object_pairs_hook=Members, strict=False)
    except json.JSONDecodeError as error:
        return BadPlace(error.lineno, error.colno)
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets without end
        return BadPlace(1, 1)


def _without_comment(found: re.Match[str]) -> str:
    said = found[0]
    return said if said.startswith('"') else re.sub(r"[^\n]", " ", said)


def _without_comma(found: re.Match[str]) -> str:
    return " " if found[0] == "," else found[0]
