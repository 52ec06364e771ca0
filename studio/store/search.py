"""Looks through all turns of all chats: every path, the file and the chats in memory.

Nothing is kept for it: no index holds copies of what was said. It reads a few rows at a time on
the database's thread, so that an answer that is being saved never waits for it.
"""

import time
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass

from studio.core.chats import Turn
from studio.core.errors import StudioError
from studio.core.finding import Hits, Pattern, Query, letters
from studio.core.messages import (
    Attachment,
    Part,
    Reasoning,
    ServerToolUse,
    Sources,
    Text,
    ToolUse,
)
from studio.core.search import SearchHit, Where
from studio.store.database import Database, Shelves
from studio.store.turn_json import read_turn

_BEFORE, _AFTER = 40, 120  # characters around a hit
_JOB_SECONDS = 0.008
_ROWS = 64
# Newest first: what one looks for was said lately, as a rule.
_PAGE = """SELECT turns.seq, turns.id, turns.chat_id, turns.version, turns.body
    FROM turns JOIN chats ON chats.id = turns.chat_id
    WHERE turns.seq < ? AND turns.deleted_at IS NULL AND chats.deleted_at IS NULL
    ORDER BY turns.seq DESC LIMIT ?"""
_END = 1 << 62


@dataclass(slots=True)
class _Progress:
    """How far a search has come in one of the two databases."""

    shelf: int
    before: int = _END
    is_done: bool = False


class SqliteSearch:
    """Borrows the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def search(self, text: str) -> AsyncGenerator[SearchHit]:
        """All hits, those of the newest turns first. Raises `StorageError`."""
        pattern = Pattern(Query(text))
        if pattern.is_empty:
            return
        for shelf in (0, 1):
            progress = _Progress(shelf)
            while not progress.is_done:
                for hit in await self._database.run(lambda at: _job(at, progress, pattern)):  # noqa: B023 - run before the next
                    yield hit


def _job(shelves: Shelves, progress: _Progress, pattern: Pattern) -> list[SearchHit]:
    """A few rows: whoever waits for the database comes next."""
    until = time.monotonic() + _JOB_SECONDS
    hits: list[SearchHit] = []
    rows = shelves.both[progress.shelf].execute(_PAGE, (progress.before, _ROWS))
    progress.is_done = True
    for seq, turn_id, chat_id, version, body in rows:
        progress.before, progress.is_done = seq, False
        if _may_hold(body, pattern):
            hits.extend(_hits_of(turn_id, chat_id, (version, body), pattern))
        if time.monotonic() > until:
            break
    rows.close()
    return hits


def _may_hold(body: str, pattern: Pattern) -> bool:
    """Whether the row is worth reading; a letter in it may be written as a number."""
    return "\\u" in body or pattern.is_within(body, letters(body))


def _hits_of(
    turn_id: str, chat_id: str, row: tuple[int, str], pattern: Pattern
) -> Iterator[SearchHit]:
    try:
        turn = read_turn(*row)
    except StudioError:
        # Opening its chat says so; the others are searched all the same.
        return
    for where, text in texts_of(turn):
        hits = pattern.find(text)
        if hits:
            snippet, begin, end = snippet_of(text, hits)
            yield SearchHit(chat_id, turn_id, where, snippet, begin, end, len(hits))


def texts_of(turn: Turn) -> Iterator[tuple[Where, str]]:
    """All that was said in a turn."""
    for part in turn.prompt:
        yield from _said(part, Where.PROMPT)
    for round_ in turn.rounds:
        for part in round_.parts:
            yield from _said(part, Where.ANSWER)


def _said(part: Part, where: Where) -> Iterator[tuple[Where, str]]:
    match part:
        case Text(text):
            yield where, text
        case Reasoning(text):
            yield Where.REASONING, text
        case ToolUse(call, result=result):
            yield Where.CALL, f"{call.name} {call.arguments}"
            if result is not None:
                yield Where.RESULT, result.content
        case ServerToolUse(name=name, arguments=arguments, output=output):
            yield Where.CALL, f"{name} {arguments}"
            yield Where.RESULT, output
        case Sources(citations):
            for each in citations:
                yield Where.SOURCE, f"{each.title} {each.url} {each.quote}"
        case Attachment(name=name):
            yield Where.FILE, name


def snippet_of(text: str, hits: Hits) -> tuple[str, int, int]:
    """The words around the first hit on one line, and where the hit is in them."""
    begin, end = _in_letters(text, *hits[0])
    first = max(0, begin - _BEFORE)
    last = min(len(text), end + _AFTER)
    before = ("…" if first else "") + " ".join(text[first:begin].split())
    found = " ".join(text[begin:end].split()) or text[begin:end]
    after = " ".join(text[end:last].split()) + ("…" if last < len(text) else "")
    before += " " if begin > first and text[begin - 1].isspace() and before else ""
    after = (" " if end < last and text[end].isspace() else "") + after
    return before + found + after, len(before), len(before) + len(found)


def _in_letters(text: str, begin: int, end: int) -> tuple[int, int]:
    if text.isascii():
        return begin, end
    wide = text.encode("utf-16-le", "surrogatepass")
    return (
        len(wide[: 2 * begin].decode("utf-16-le", "surrogatepass")),
        len(wide[: 2 * end].decode("utf-16-le", "surrogatepass")),
    )
