"""Writes a chat into a file that others can read: a turn at a time, however long it is."""

from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Protocol

from studio.core.chats import Chat, Turn
from studio.harness import exported_json, exported_markdown
from studio.harness.text_sink import TextSink

Told = Callable[[int, int], None]


class ExportKind(StrEnum):
    """What is written."""

    MARKDOWN = "markdown"  # the path shown
    MARKDOWN_ALL = "markdown_all"
    JSON = "json"  # every path


class Exported(Protocol):
    """What an export needs of an open chat."""

    @property
    def chat(self) -> Chat: ...

    @property
    def turns(self) -> tuple[Turn, ...]: ...

    async def all_turns(self) -> tuple[Turn, ...]: ...

    async def full_output(self, tool_use_id: str) -> str: ...


async def export(source: Exported, kind: ExportKind, sink: TextSink, told: Told) -> None:
    """Raises `StorageError`; then, and when it is cancelled, nothing is left of the file.

    `told(done, total)` hears how many turns are written.
    """
    try:
        if kind is ExportKind.JSON:
            await _write_json(source, sink, told)
        else:
            await _write_markdown(source, sink, told, is_whole=kind is ExportKind.MARKDOWN_ALL)
        await sink.finish()
    except BaseException:
        await sink.abandon()
        raise


async def _write_json(source: Exported, sink: TextSink, told: Told) -> None:
    path = [turn.id for turn in source.turns]
    turns = await source.all_turns()
    parents = _parents(turns, path)
    chat = source.chat
    await sink.write(lambda: exported_json.beginning(chat, path))

    async def write(number: int, turn: Turn) -> None:
        outputs = await _outputs(source, turn)
        await sink.write(
            lambda: exported_json.turn_text(turn, parents[turn.id], outputs, is_first=not number)
        )

    await _each(turns, write, told)
    await sink.write(lambda: exported_json.ENDING)


async def _write_markdown(source: Exported, sink: TextSink, told: Told, *, is_whole: bool) -> None:
    chat, path = source.chat, source.turns
    await sink.write(lambda: exported_markdown.heading(chat))
    turns = await source.all_turns() if is_whole else path
    paths = _paths(turns, path)
    heads = {each[0].id: number for number, each in enumerate(paths, 1) if number > 1}
    prompts = {turn.id: turn.prompt_text for turn in turns}
    parents = _parents(turns, [turn.id for turn in path])

    async def write(_: int, turn: Turn) -> None:
        number = heads.get(turn.id)
        if number is not None:
            after = prompts.get(parents[turn.id] or "", "")
            await sink.write(lambda: exported_markdown.path_heading(number, after))
        outputs = await _outputs(source, turn)
        await sink.write(lambda: exported_markdown.turn_text(turn, outputs))

    await _each(tuple(turn for each in paths for turn in each), write, told)


async def _each(
    turns: tuple[Turn, ...], write: Callable[[int, Turn], Awaitable[None]], told: Told
) -> None:
    for number, turn in enumerate(turns):
        told(number, len(turns))
        await write(number, turn)
    told(len(turns), len(turns))


async def _outputs(source: Exported, turn: Turn) -> dict[str, str]:
    """Whole results, of which the turn holds the beginning."""
    return {
        use.call.id: await source.full_output(use.call.id)
        for use in turn.tool_uses
        if use.result is not None and use.result.is_shortened
    }


def _parents(turns: tuple[Turn, ...], path: list[str]) -> dict[str, str | None]:
    """Whom each turn follows. One whose parent was deleted follows the one before it where it is
    shown."""
    known = {turn.id for turn in turns}
    before = dict(zip(path[1:], path, strict=False))
    return {
        turn.id: before.get(turn.id, turn.parent_id if turn.parent_id in known else None)
        for turn in turns
    }


def _paths(turns: tuple[Turn, ...], path: tuple[Turn, ...]) -> list[list[Turn]]:
    """The path shown, then every stretch that parts from one written before it. No turn twice."""
    found = [list(path)] if path else []
    written = {turn.id for turn in path}
    children: dict[str | None, list[Turn]] = {}
    for turn in turns:
        children.setdefault(turn.parent_id, []).append(turn)
    for turn in turns:
        stretch: list[Turn] = []
        current: Turn | None = turn
        while current is not None and current.id not in written:
            stretch.append(current)
            written.add(current.id)
            below = children.get(current.id, [])
            current = next((each for each in below if each.id not in written), None)
        if stretch:
            found.append(stretch)
    return found
