"""What a crash costs, and how Callboard ends: nothing is lost, nothing is left, nothing hangs."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from studio.core.messages import Dialect, Outcome, TurnState
from tests.conftest import ROOT, Until
from tests.end2end.processes import driven, host, sends
from tests.end2end.seat import HOST, Seat, seated
from tests.end2end.voices import Voice, answers, asks
from tests.loopback import Script, Wire, loopback, silence, stream
from tests.wire.validators import check

pytestmark = pytest.mark.slow
EVERY_DIALECT = pytest.mark.parametrize("dialect", list(Dialect))
CHAT = Dialect.OPENAI_CHAT
LOST_SECONDS = 1.0
SLACK = 0.5  # of a busy machine


class Ticking:
    """A server that plays a script by the prompt, and notes what it said when."""

    def __init__(self, dialect: Dialect, folder: Path) -> None:
        self._dialect = dialect
        self._folder = folder
        self.said: list[tuple[float, str]] = []
        self.is_crashed = False

    @property
    def seconds(self) -> float:
        return self.said[-1][0] - self.said[0][0]

    async def script(self, wire: Wire) -> None:
        await self._choose(wire.heard.body)(wire)

    def _choose(self, body: bytes) -> Script:
        path = str(self._folder / "a.txt")
        if self.is_crashed:
            return stream(answers(self._dialect, "On we go."))
        if b"tick" in body:
            return self._tick
        if b"plainly" in body:
            return stream(answers(self._dialect, "Said plainly."))
        if b"approval" in body:
            return stream(asks(self._dialect, "write_text_file", {"path": path, "text": "x"}))
        return stream(asks(self._dialect, "hang", {}))

    async def _tick(self, wire: Wire) -> None:
        voice = Voice(self._dialect)
        await wire.head(content_type="text/event-stream", transfer_encoding="chunked")
        await wire.chunk(voice.begins())
        for number in range(100_000):
            await wire.chunk(voice.says(f"w{number} "))
            self.said.append((time.monotonic(), f"w{number}"))
            await asyncio.sleep(0.02)


@EVERY_DIALECT
async def test_a_crash_loses_a_second_at_most_and_no_chat(
    qapp: QApplication, until: Until, callboard_home: Path, tmp_path: Path, dialect: Dialect
) -> None:
    granted = tmp_path / "granted"
    granted.mkdir()
    ticking = Ticking(dialect, granted)
    async with loopback(ticking.script) as server:
        order = {
            "profiles": [host(server.url, dialect)],
            "settings": {"granted_folders": [str(granted)]},
            "sends": sends("approval", "tool", "tick"),
        }
        with driven(until, callboard_home, order) as child:
            await child.notes("approval ApprovalRequested", "tool ToolStarted", "tick TextDelta")
            await until(lambda: ticking.seconds > LOST_SECONDS + SLACK + 0.2)
            killed = time.monotonic()
            child.kill()
        ticking.is_crashed = True
        async with seated(qapp, until) as user:
            chats = {chat.title: chat.id for chat in user.desk.works.library.chats}
            assert set(chats) == {"approval", "tool", "tick"}
            await user.opens(chats["tick"])
            await user.sees("Interrupted")
            due = [word for at, word in ticking.said if at < killed - LOST_SECONDS - SLACK]
            assert due[-1] in user.turn.rounds[-1].text.split()
            for title in ("tool", "approval"):
                await user.opens(chats[title])
                _check_interrupted(user, is_unknown=title == "tool")
            for chat_id in chats.values():
                await user.opens(chat_id)
                assert user.turn.state is TurnState.INTERRUPTED
                turn = await user.gets_answer("And now?")
                assert turn.state is TurnState.COMPLETED
                check(dialect, server.heard[-1].json)
    assert not list(granted.iterdir())


async def test_a_crash_in_the_middle_of_a_branch_opens_there_and_the_other_path_stays(
    qapp: QApplication, until: Until, callboard_home: Path, tmp_path: Path
) -> None:
    ticking = Ticking(CHAT, tmp_path)
    async with loopback(ticking.script) as server:
        first = {"profile": HOST, "prompt": "plainly", "then": ["more plainly", "tick instead"]}
        order = {"profiles": [host(server.url)], "sends": [first]}
        with driven(until, callboard_home, order) as child:
            await child.notes("plainly TextDelta")
            await until(lambda: len(ticking.said) > 0 and ticking.seconds > SLACK + 0.2)
            child.kill()
        ticking.is_crashed = True
        async with seated(qapp, until) as user:
            (chat,) = user.desk.works.library.chats
            await user.opens(chat.id)
            await user.sees("Interrupted")
            (turn,) = user.session.turns
            assert (turn.prompt_text, turn.state) == ("tick instead", TurnState.INTERRUPTED)
            old, new = user.session.versions(turn.id)
            assert new == turn.id
            await user.session.show_version(old)
            await user.sees("more plainly")
            assert [one.prompt_text for one in user.session.turns] == ["plainly", "more plainly"]
            assert (await user.gets_answer("And now?")).state is TurnState.COMPLETED
            check(CHAT, server.heard[-1].json)
            assert "tick" not in str(server.heard[-1].json)


def _check_interrupted(user: Seat, *, is_unknown: bool) -> None:
    """A call that asked for consent cannot have run; one that ran may have done its work."""
    (use,) = user.turn.tool_uses
    assert use.result
    assert use.result.outcome is (Outcome.INTERRUPTED if is_unknown else Outcome.CANCELLED)
    assert ("outcome unknown" in use.result.content) is is_unknown
    assert ("outcome unknown" in user.cards()[0].accessibleName()) is is_unknown


@pytest.mark.parametrize("way", ["SIGTERM", "SIGINT"])
async def test_it_ends_in_three_seconds_whatever_hangs(
    qapp: QApplication, until: Until, callboard_home: Path, way: str
) -> None:
    """A tool that clings, a keyring that waits for a password, a server that says no more."""
    voice = Voice(CHAT)
    told = silence(voice.begins() + voice.says("Saved before the end"))
    scripts = {b"a-tool": stream(asks(CHAT, "hang", {})), b"a-server": told}

    async def play(wire: Wire) -> None:
        await next(script for word, script in scripts.items() if word in wire.heard.body)(wire)

    async with loopback(play) as server:
        locked = host(server.url, id="locked", name="Locked", has_key=True)
        order = {
            "profiles": [host(server.url), locked],
            "sends": [*sends("a-keyring", profile="locked"), *sends("a-tool", "a-server")],
        }
        backend = "tests.end2end.hung_keyring.Keyring"
        with driven(until, callboard_home, order, PYTHON_KEYRING_BACKEND=backend) as child:
            await child.notes("a-tool ToolStarted", "a-server TextDelta", "a-keyring TurnStarted")
            begun = time.monotonic()
            os.kill(child.pid, getattr(signal, way))
            assert await child.ends() == 0
            assert time.monotonic() - begun < 3
        async with seated(qapp, until) as user:
            chats = {chat.title: chat.id for chat in user.desk.works.library.chats}
            assert set(chats) == {"a-keyring", "a-tool", "a-server"}
            for chat_id in chats.values():
                await user.opens(chat_id)
                assert user.turn.state is TurnState.CANCELLED
            await user.opens(chats["a-server"])
            await user.sees("Saved before the end")


async def test_a_second_start_raises_the_first_window_and_a_crash_blocks_no_third(
    until: Until, callboard_home: Path
) -> None:
    with driven(until, callboard_home, {}) as first:
        await first.stands()
        second = await asyncio.create_subprocess_exec(sys.executable, "-m", "studio", cwd=ROOT)
        assert await second.wait() == 0
        await first.notes("raised")
        first.kill()
    with driven(until, callboard_home, {}) as third:
        await until(lambda: sum(line.startswith("driven") for line in third.journal) == 2)
        os.kill(third.pid, signal.SIGTERM)
        assert await third.ends() == 0
