"""Callboard without a window: version, help, and a check of itself from prompt to answer."""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from studio.core.chats import ChatSettings, Turn
from studio.core.errors import KeyringError
from studio.core.messages import Dialect, Outcome, TurnState
from studio.core.profiles import PRACTICE_ID, SMALL_MODEL_ID
from studio.store.paths import Paths
from studio.wiring import Works, open_works

_PRACTICE_PROMPT = "time in Tokyo"
_MODEL_PROMPT = "Say hello in one short sentence."
_MODEL_TOKENS = 24
_DISTRIBUTION = "callboard-studio"


def main(arguments: Sequence[str]) -> int:
    """Gives the exit code: 0 when all is well, 1 when the check found something."""
    parser = argparse.ArgumentParser(
        prog="callboard",
        description="A desktop chat client that shows what models and their tools really do.",
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.add_argument(
        "--selfcheck",
        action="store_true",
        help="send one prompt through each wire format, offline, and print what happened",
    )
    asked = parser.parse_args(arguments)
    if asked.version:
        print(f"Callboard {_version()}")
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
    print(f"Callboard {_version()}, Python {sys.version.split()[0]}, {sys.platform}")
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


async def _keyring(works: Works) -> str:
    """Its name. Having none is no fault of the installation: keys then last until exit."""
    try:
        return await works.profiles.keyring()
    except KeyringError as error:
        named = " ".join(part for part in (error.failure.code, error.backend) if part)
        return f"none that can be used ({named})"


def _version() -> str:
    try:
        return version(_DISTRIBUTION)
    except PackageNotFoundError:
        return "(not installed)"
