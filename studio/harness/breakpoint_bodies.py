"""Whether what the user wrote at a breakpoint can be what it replaces."""

import json
from dataclasses import dataclass

from studio.core.breakpoints import Point

_JSON = frozenset({Point.BEFORE_REQUEST, Point.BEFORE_CALL})


@dataclass(frozen=True, slots=True)
class BodyFault:
    """`line` and `column` count from 1; both are 0 for what is JSON, but no object.

    Numbers without end and halves of letters are no JSON that can be sent: both are 1.
    """

    line: int = 0
    column: int = 0


def body_fault(point: Point, body: str) -> BodyFault | None:
    """None where it fits: any text for a result, a JSON object for a request or arguments."""
    if point not in _JSON:
        return None
    try:
        value = json.loads(body)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except json.JSONDecodeError as error:
        return BodyFault(error.lineno, error.colno)
    except (ValueError, RecursionError):
        return BodyFault(1, 1)
    return None if isinstance(value, dict) else BodyFault()
