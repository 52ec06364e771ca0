"""What the practice provider understands of a request, and what it makes up its mind to say.

The dialects read requests into `Conversation` and write a `Reply` out again; the script
between them knows no dialect.
"""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NoReturn

MODELS = ("practice-fast", "practice-tour")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the user typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """What the assistant answered before."""

    text: str


@dataclass(frozen=True, slots=True)
class Called:
    """A call that an earlier reply asked for."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of a call. Chat Completions cannot say whether it is an error."""

    id: str
    text: str


Item = Prompt | Said | Called | Answered


@dataclass(frozen=True, slots=True)
class Conversation:
    """One request, understood. `tools` are JSON Schemas by name; none may be called if not
    `may_call`. `wants_reasoning` when the request asks for some; `max_tokens` bounds the reply."""

    model: str
    items: tuple[Item, ...]
    tools: Mapping[str, Mapping[str, Any]]
    may_call: bool
    wants_reasoning: bool
    max_tokens: int | None
    is_streamed: bool
    input_tokens: int


@dataclass(frozen=True, slots=True)
class Think:
    """A stretch of reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class Say:
    """A stretch of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call."""

    name: str
    arguments: Mapping[str, Any]

    @property
    def text(self) -> str:
        return json.dumps(self.arguments, ensure_ascii=False)


Piece = Think | Say | Call


class Ending(StrEnum):
    """How a reply ends."""

    WHOLE = "whole"
    LENGTH = "length"
    FILTERED = "filtered"
    OVERLOADED = "overloaded"  # an error in mid stream
    CUT_OFF = "cut_off"  # the body ends without its end marker
    LOST = "lost"  # the connection breaks


@dataclass(frozen=True, slots=True)
class Reply:
    """What will be streamed."""

    pieces: tuple[Piece, ...]
    ending: Ending = Ending.WHOLE

    @property
    def has_calls(self) -> bool:
        return any(isinstance(piece, Call) for piece in self.pieces)

    @property
    def output_tokens(self) -> int:
        return sum(count_tokens(piece.text) for piece in self.pieces)

    @property
    def reasoning_tokens(self) -> int:
        return sum(count_tokens(piece.text) for piece in self.pieces if isinstance(piece, Think))


class Fault(StrEnum):
    """Why a request is refused before anything is streamed."""

    INVALID = "invalid"
    UNKNOWN_MODEL = "unknown_model"
    UNKNOWN_ITEM = "unknown_item"
    UNKNOWN_PATH = "unknown_path"
    WRONG_KEY = "wrong_key"
    FORBIDDEN = "forbidden"
    RATE_LIMIT = "rate_limit"
    QUOTA = "quota"
    TOO_LONG = "too_long"
    SERVER = "server"
    OVERLOADED = "overloaded"


@dataclass(frozen=True, slots=True)
class Refused:
    """An HTTP error in place of a stream. One that `passes` is gone at the next attempt."""

    fault: Fault
    message: str
    parameter: str | None = None
    retry_after: int | None = None
    passes: bool = False


class RefusedError(Exception):
    """The request is not what the real service would accept."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message)
        self.refused = refused


@dataclass(frozen=True, slots=True)
class Frame:
    """Bytes that leave together, and how many tokens' time they take."""

    data: bytes
    tokens: float = 0.0


def refuse(message: str, parameter: str | None = None) -> NoReturn:
    """Ends the reading of a request that is formed wrongly."""
    raise RefusedError(Refused(Fault.INVALID, message, parameter))


def count_tokens(text: str) -> int:
    """About what a real tokenizer would count in English."""
    return (len(text) + 3) // 4


def fragments(text: str) -> Iterator[str]:
    """The text in pieces of about a word, as models send it."""
    for match in re.finditer(r"\s*\S{1,12}\s?|\s+", text):
        yield match.group()


def bounded(reply: Reply, max_tokens: int | None) -> Reply:
    """The reply as far as `max_tokens` reach; the rest is cut, in mid call if it must be."""
    if max_tokens is None or reply.output_tokens <= max_tokens:
        return reply
    left = max_tokens * 4
    kept: list[Piece] = []
    for piece in reply.pieces:
        if isinstance(piece, Call) or left <= 0:
            break
        kept.append(replace(piece, text=piece.text[:left]))
        left -= len(piece.text)
    return Reply(tuple(kept), Ending.LENGTH)


def sealed(text: str) -> str:
    """Opaque text that stands for a reasoning text and shows every change made to it."""
    body = text.encode()
    return base64.b64encode(hashlib.sha256(b"practice" + body).digest() + body).decode()


def unsealed(seal: str) -> str | None:
    """The reasoning text behind a seal, or None if the seal is not ours or was changed."""
    try:
        raw = base64.b64decode(seal, validate=True)
        text = raw[32:].decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return text if sealed(text) == seal else None
