"""Turns and settings of a chat as JSON text for a row, and back."""

import json
import logging
from typing import Any

from pydantic import TypeAdapter, ValidationError

from studio.core.chats import ChatSettings, Turn
from studio.core.messages import (
    Attachment,
    Part,
)
from studio.core.turn_row import READERS, TURN, turn_row
from studio.store.failures import unknown_version, unreadable

TURN_VERSION = 1

_log = logging.getLogger(__name__)
_TURN_ROW = "a turn"  # for errors

_SETTINGS = TypeAdapter(ChatSettings)
_ATTACHMENTS = TypeAdapter(tuple[Attachment, ...])


def write_turn(turn: Turn) -> str:
    return _json_text(turn_row(turn))


def read_turn(version: int, text: str) -> Turn:
    """Raises `StorageError` for a row that no version of Callboard wrote."""
    if version != TURN_VERSION:
        raise unknown_version(_TURN_ROW, version)
    try:
        row = json.loads(text)
        row["prompt"] = _parts(row["prompt"])
        for stored in row["rounds"]:
            stored["parts"] = _parts(stored["parts"])
        return TURN.validate_python(row)
    except (ValidationError, ValueError, LookupError, TypeError) as error:
        raise unreadable(_TURN_ROW, error) from None


def write_settings(settings: ChatSettings) -> str:
    return _SETTINGS.dump_json(settings).decode()


def read_settings(text: str) -> ChatSettings:
    """The defaults where they cannot be read: no chat may hide the whole list of them."""
    try:
        return _SETTINGS.validate_json(text)
    except ValidationError as error:
        _log.warning("the settings of a chat cannot be read: %s errors", error.error_count())
        return ChatSettings()


def write_attachments(attachments: tuple[Attachment, ...]) -> str:
    return _ATTACHMENTS.dump_json(attachments).decode()


def read_attachments(text: str) -> tuple[Attachment, ...]:
    """None where they cannot be read: the words of the draft are worth more than the list."""
    try:
        return _ATTACHMENTS.validate_json(text)
    except ValidationError as error:
        _log.warning("the files of a draft cannot be read: %s errors", error.error_count())
        return ()


def _json_text(row: dict[str, Any]) -> str:
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair, which models do send: no UTF-8, but an escape carries it.
        return json.dumps(row, separators=(",", ":"))
    return text


def _parts(stored: list[dict[str, Any]]) -> tuple[Part, ...]:
    return tuple(READERS[row.pop("kind")].validate_python(row) for row in stored)
