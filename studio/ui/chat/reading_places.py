"""Where each chat was left by its reader, kept while Callboard runs and for its next start."""

import json
from dataclasses import astuple, dataclass

_MOST = 200


@dataclass(frozen=True, slots=True)
class ReadingPlace:
    """A row of a turn, and how far below the upper edge of the page it stands."""

    turn_id: str
    row: int
    offset: int


class ReadingPlaces:
    """By chat ID; a chat that was left at its end has none. The oldest ones are forgotten."""

    def __init__(self, text: str = "") -> None:
        self._places = _read(text)

    def of(self, chat_id: str) -> ReadingPlace | None:
        """Where a chat was left, if not at its end."""
        return self._places.get(chat_id)

    def keep(self, chat_id: str, place: ReadingPlace | None) -> None:
        """Keeps where a chat is left now."""
        self._places.pop(chat_id, None)
        if place is not None:
            self._places[chat_id] = place
        while len(self._places) > _MOST:
            del self._places[next(iter(self._places))]

    def text(self) -> str:
        """All of them, for the next start."""
        return json.dumps({chat: astuple(place) for chat, place in self._places.items()})


def _read(text: str) -> dict[str, ReadingPlace]:
    """What cannot be read is no loss worth a message."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {chat: place for chat, value in found.items() if (place := _place(value)) is not None}


def _place(value: object) -> ReadingPlace | None:
    match value:
        case [str(turn_id), int(row), int(offset)] if row >= 0:
            return ReadingPlace(turn_id, row, offset)
        case _:
            return None
