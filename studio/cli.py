"""Callboard without a window: version, help, and a check of itself from prompt to answer."""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

from studio.adapters.replay import Replayed, Replayer
from studio.core.chats import ChatSettings, Turn
from studio.core.errors import KeyringError, StudioError
from studio.core.messages import Dialect, Outcome, TurnState
from studio.core.profiles import PRACTICE_ID, SMALL_MODEL_ID
from studio.core.trace import Trace, TraceTrouble
from studio.harness.replay_cues import Pace, Unplayable
from studio.harness.version import callboard_version
from studio.store.catalogue import load_catalogue
from studio.store.paths import Paths
from studio.store.traces import load_trace
from studio.wiring import Works, open_works

_PRACTICE_PROMPT = "time in Tokyo"
_MODEL_PROMPT = "Say hello in one short sentence."
_MODEL_TOKENS = 24


def main(arguments: Sequence[str]) -> int:
    """Gives the exit code: 0 when all is well, 1 when the check found something, 2 when a trace
    cannot be read or played."""
    if arguments[:1] == ["replay"]:
        return _replay_command(arguments[1:])
    parser = argparse.ArgumentParser(
        prog="callboard",
        description="A desktop chat client that shows what models and their tools really do.",
        epilog="callboard FILE opens a trace in the window; callboard replay FILE plays one here.",
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.add_argument(
        "--selfcheck",
        action="store_true",
        help="send one prompt through each wire format, offline, and print what happened",
    )
    asked = parser.parse_args(arguments)
    if asked.version:
        print(f"Callboard {callboard_version()}")
        return 0
    return asyncio.run(_selfcheck())


@dataclass(slots=True)
class _Outcome:
    """What one send came to."""

    name: str
    turn: Turn
    milliseconds: float
    wants_call: bool

    @property
    def is_well(self) -> bool:
        called = [use.result for use in self.turn.tool_uses]
        has_called = any(result and result.outcome is Outcome.DONE for result in called)
        has_text = bool(self.turn.rounds) and bool(self.turn.rounds[-1].text.strip())
        is_whole = self.turn.state is TurnState.COMPLETED
        return has_text and (has_called and is_whole if self.wants_call else is_whole)

    def line(self) -> str:
        rounds, calls = len(self.turn.rounds), len(self.turn.tool_uses)
        verdict = "ok" if self.is_well else f"FAILED ({self.turn.state})"
        if self.turn.failure is not None:
            verdict += f" {self.turn.failure.category}: {self.turn.failure.message}"
        counts = f"{rounds} rounds  {calls} calls  {self.milliseconds:8.0f} ms"
        return f"{self.name:<40} {counts}  {verdict}"


async def _selfcheck() -> int:
    """In a folder of its own, thrown away afterwards: nothing of the user's is touched."""
    print(f"Callboard {callboard_version()}, Python {sys.version.split()[0]}, {sys.platform}")
    # A file that is still open on Windows must not turn a good check into a bad one.
    with tempfile.TemporaryDirectory(prefix="callboard-", ignore_cleanup_errors=True) as home:
        folder = Path(home)
        paths = Paths(folder, folder, folder / "logs")
        paths.create()
        works = await open_works(paths, pace=0)
        try:
            outcomes = await _check_all(works)
            print(f"Keyring: {await _keyring(works)}")
        finally:
            await works.close()
    return 0 if all(outcome.is_well for outcome in outcomes) else 1


async def _check_all(works: Works) -> list[_Outcome]:
    outcomes = []
    for dialect in Dialect:
        await works.profiles.change(PRACTICE_ID, dialect=dialect)
        outcome = await _send(works, f"Practice provider, {dialect}", PRACTICE_ID, wants_call=True)
        outcomes.append(outcome)
        print(outcome.line())
    if works.profiles.profile(SMALL_MODEL_ID) is None:
        print("Small model on this computer: not installed")
        return outcomes
    outcome = await _send(works, "Small model on this computer", SMALL_MODEL_ID, wants_call=False)
    outcomes.append(outcome)
    print(outcome.line())
    return outcomes


async def _send(works: Works, name: str, profile_id: str, *, wants_call: bool) -> _Outcome:
    settings = ChatSettings(profile_id=profile_id)
    if not wants_call:
        settings = replace(settings, temperature=0.0, max_output_tokens=_MODEL_TOKENS)
        tools = works.tools.tools()
        settings = replace(settings, tools_off=frozenset(tool.definition.name for tool in tools))
    session = await works.library.create(settings, is_kept=False)
    begun = time.perf_counter()
    await session.send(_PRACTICE_PROMPT if wants_call else _MODEL_PROMPT)
    milliseconds = (time.perf_counter() - begun) * 1000
    return _Outcome(name, session.turns[-1], milliseconds, wants_call)


def _replay_command(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="callboard replay",
        description="Play a trace through the real adapters, without network and keys, and compare "
        "what comes of it. Exit code 0: the same; 1: different; 2: not readable.",
    )
    parser.add_argument("file", type=Path, help="a *.callboard-trace file")
    parser.add_argument(
        "--speed",
        type=float,
        default=0.0,
        metavar="N",
        help="N times as fast as it was; 1 is real time, 0 (the default) waits for nothing",
    )
    asked = parser.parse_args(arguments)
    try:
        trace = load_trace(asked.file)
    except StudioError as error:
        said = _TROUBLES.get(error.failure.code, "it cannot be read:")
        _say(f"{asked.file}: {said}", error.failure.message.removeprefix(f"{asked.file}: "))
        return 2
    return asyncio.run(_replay(trace, Pace(max(asked.speed, 0.0))))


async def _replay(trace: Trace, pace: Pace) -> int:
    head = trace.head
    redacted = f", redacted: {', '.join(head.redacted)}" if head.redacted else ""
    _say(f"{trace.title or 'Chat'}: {len(trace.turns)} turns, Callboard {head.callboard}{redacted}")
    replayer = Replayer(trace, pace, catalogue=load_catalogue())
    outcomes: list[Replayed] = []
    try:
        async with aclosing(replayer.play()) as turns:
            async for outcome in turns:
                outcomes.append(outcome)
                _say_outcome(len(outcomes), outcome)
    finally:
        await replayer.aclose()
    if not any(each.turn is not None for each in outcomes):
        _say("Nothing in it was recorded whole, so there is nothing to play.")
        return 2
    return 1 if any(each.difference is not None for each in outcomes) else 0


def _say_outcome(number: int, outcome: Replayed) -> None:
    turn, found = outcome.traced.turn, outcome.difference
    counts = f"{len(turn.rounds)} rounds  {len(turn.tool_uses)} calls"
    if outcome.reason is not None:
        _say(f"Turn {number:<3} {counts}  not played: {_REASONS[outcome.reason]}")
    elif found is None:
        _say(f"Turn {number:<3} {counts}  ok")
    else:
        place = f"round {found.round_number}, " if found.round_number else ""
        _say(f"Turn {number:<3} {counts}  DIFFERENT: {place}{found.where}")
        _say(f"    expected: {found.expected}")
        _say(f"    got:      {found.got}")


_REASONS = {
    Unplayable.NOT_RECORDED: "it is not recorded",
    Unplayable.GAP: "some of its rounds are not recorded any more",
    Unplayable.TRUNCATED: "more came than is recorded",
}
_TROUBLES: dict[str, str] = {
    TraceTrouble.NO_TRACE: "this is no trace",
    TraceTrouble.NEWER: "a newer Callboard made it, with version",
    TraceTrouble.CUT_OFF: "the file was cut off: its end is missing",
    TraceTrouble.DAMAGED: "the file is damaged",
    TraceTrouble.TOO_BIG: "it unpacks to more than can be read",
}


def _say(*told: str) -> None:
    """One line of what any terminal shows: a trace holds what strangers wrote."""
    text = " ".join(dict.fromkeys(each for each in told if each))
    line = "".join(each if each.isprintable() else "\ufffd" for each in text)
    encoding = sys.stdout.encoding or "utf-8"
    print(line.encode(encoding, "replace").decode(encoding))


async def _keyring(works: Works) -> str:
    """Its name. Having none is no fault of the installation: keys then last until exit."""
    try:
        return await works.profiles.keyring()
    except KeyringError as error:
        named = " ".join(part for part in (error.failure.code, error.backend) if part)
        return f"none that can be used ({named})"
