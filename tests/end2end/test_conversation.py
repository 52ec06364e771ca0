"""One conversation in the real window, with a server that speaks each dialect."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from studio.core.messages import Dialect, TurnState
from tests.conftest import Until
from tests.end2end.seat import seated
from tests.end2end.voices import Voice, answers, asks
from tests.loopback import half_stream, loopback, stream
from tests.wire.validators import check

pytestmark = pytest.mark.slow
EVERY_DIALECT = pytest.mark.parametrize("dialect", list(Dialect))


def _in_path(path: str) -> str:
    return path.rpartition("/")[2].partition(":")[0]


@EVERY_DIALECT
async def test_ask_watch_the_tool_read_the_answer_close_and_find_it_again(
    qapp: QApplication, until: Until, dialect: Dialect
) -> None:
    goes_on = asyncio.Event()
    voice = Voice(dialect)
    begun = voice.begins() + voice.says("Six times ") + voice.says("seven is ")
    scripts = (
        stream(asks(dialect, "calculate", {"expression": "6 * 7"}, "Let me see.")),
        stream(begun, goes_on, voice.says("42.") + voice.ends()),
        stream(answers(dialect, "You are welcome.")),
    )
    async with loopback(*scripts) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, dialect)
            user.send("What is 6 * 7?")
            await user.sees("Let me see.", "calculate", "Six times seven is")
            assert not user.page.composer.stop.isHidden()
            goes_on.set()
            await user.rests()
            await user.sees("Six times seven is 42.")
            assert user.turn.state is TurnState.COMPLETED
            assert user.turn.rounds[0].text == "Let me see."
            (use,) = user.turn.tool_uses
            assert use.result
            assert use.result.content == "42"
            user.write("a draft")
        async with seated(qapp, until) as user:
            await user.sees("What is 6 * 7?", "Let me see.", "Six times seven is 42.", "a draft")
            assert len(user.cards()) == 1
            user.press(Qt.Key.Key_Return)
            await user.sees("You are welcome.")
            await user.rests()
    # Gemini says it in the path.
    assert [heard.json.get("model") or _in_path(heard.path) for heard in server.heard] == [
        "model-a"
    ] * 3
    for heard in server.heard:
        check(dialect, heard.json)


@EVERY_DIALECT
async def test_stop_keeps_the_text_and_the_chat_goes_on(
    qapp: QApplication, until: Until, dialect: Dialect
) -> None:
    voice = Voice(dialect)
    never = asyncio.Event()
    scripts = (
        stream(voice.begins() + voice.says("The first of many "), never),
        stream(answers(dialect, "On we go.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, dialect)
        user.send("Tell me a lot.")
        await user.sees("The first of many")
        user.press(Qt.Key.Key_Escape)
        await user.rests()
        assert user.turn.state is TurnState.CANCELLED
        await user.sees("The first of many")
        turn = await user.gets_answer("And now?")
        assert turn.rounds[-1].text == "On we go."
        check(dialect, server.heard[-1].json)


@EVERY_DIALECT
async def test_a_cut_off_answer_goes_on_where_it_broke_off(
    qapp: QApplication, until: Until, dialect: Dialect
) -> None:
    voice = Voice(dialect)
    scripts = (
        half_stream(voice.begins() + voice.says("Half of ")),
        stream(answers(dialect, "the rest.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, dialect)
        await user.gets_answer("Tell me all.")
        assert user.turn.state is TurnState.FAILED
        await user.sees("Half of")
        await user.clicks("Continue")
        await user.sees("the rest.")
        await user.rests()
        check(dialect, server.heard[-1].json)
