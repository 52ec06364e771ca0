"""The small model in the real window, where its engine and weights are installed."""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from studio.adapters.engine_files import small_model_profile
from studio.core.messages import Stop, TurnState
from studio.core.profiles import SMALL_MODEL_ID
from tests.end2end.processes import driven, sends
from tests.end2end.seat import seated

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(small_model_profile() is None, reason="the small model is not installed"),
]


async def patiently(condition: Callable[[], object]) -> None:
    """A model has to be loaded, and two cores may have other work."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - as `until`
            await asyncio.sleep(0.01)


async def test_it_answers_is_stopped_and_answers_again(qapp: QApplication) -> None:
    async with seated(qapp, patiently) as user:
        await user.clicks("Try the small model")
        await patiently(lambda: user.desk.shell.page)
        await user.sees("Stays on this computer")
        user.send("Tell me a long story about a fox, a crow and a piece of cheese.")
        await patiently(
            lambda: user.session.turns and user.turn.rounds and user.turn.rounds[0].text
        )
        user.press(Qt.Key.Key_Escape)
        await user.rests()
        assert user.turn.state is TurnState.CANCELLED
        kept = user.turn.rounds[-1].text
        chat = user.session.chat
        brief = replace(chat.settings, temperature=0.0, max_output_tokens=24)
        await user.session.update(replace(chat, settings=brief))
        turn = await user.gets_answer("Say hello in one short sentence.")
        assert turn.state is TurnState.COMPLETED
        assert turn.rounds[-1].stop in (Stop.END, Stop.LENGTH)
        assert turn.rounds[-1].text.strip()
        assert user.session.turns[0].rounds[-1].text == kept
        engine = user.desk.works.engine.pid
        assert engine is not None
    await patiently(lambda: has_ended(engine))


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the child in /proc")
async def test_its_engine_dies_when_callboard_is_killed(callboard_home: Path) -> None:
    order = {"sends": sends("Tell me a long story about a crow.", profile=SMALL_MODEL_ID)}
    with driven(patiently, callboard_home, order) as child:
        await child.notes("Tell me a long story about a crow. TextDelta")
        engines = children_of(child.pid)
        assert engines
        child.kill()
        await patiently(lambda: all(has_ended(engine) for engine in engines))


def children_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def has_ended(pid: int) -> bool:
    """Gone, or dead and not asked for by its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("Z")
    except FileNotFoundError:
        return True
