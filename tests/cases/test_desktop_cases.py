"""What broke other desktop clients, tried on the real window: kind 6 of the failures, and L09.

Tested elsewhere, and only named here:

* D01, a computer without a keyring: `tests/end2end/test_keys.py`
* D02, long secrets: `tests/store/test_keys.py`
* D07, work started from constructors, slots and threads: `tests/ui/test_bridge.py`
* D08, long answers stay cheap: `tests/ui/chat/test_view.py`, `test_markdown.py`
* D09, a crash, Stop, a switch, a deletion and an error in mid stream keep what they should:
  `tests/end2end/test_crash.py`, `test_window.py`, `test_conversation.py`
* D16 in the rename field: `tests/ui/test_chat_list.py`; here in the composer
"""

import asyncio
import threading
import time
from collections.abc import Callable

import keyring
import keyring.backend
import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from typing_extensions import override

from studio.core.messages import Dialect, Outcome, TurnState
from studio.core.profiles import KEY_ID, KeyEntry, ProviderProfile
from studio.core.tools import (
    NO_TALK,
    Arguments,
    Preview,
    Talk,
    Tool,
    ToolDefinition,
    ToolOutput,
)
from studio.tools.built_in import BuiltInTools
from studio.ui.chat.code_block import CodeBlock
from tests.conftest import Until
from tests.end2end.seat import HOST, Seat, seated
from tests.end2end.voices import Voice, answers, asks
from tests.loopback import half_stream, loopback, stream

pytestmark = pytest.mark.slow
CHAT = Dialect.OPENAI_CHAT


class SlowKeyring(keyring.backend.KeyringBackend):
    """Notes what is read, and answers when it is let."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.reads: list[str] = []
        self.opened = threading.Event()

    @override
    def get_password(self, service: str, username: str) -> str | None:
        self.reads.append(username)
        self.opened.wait(20)
        return "sk-" + "from-the-keyring-0123456789"

    @override
    def set_password(self, service: str, username: str, password: str) -> None:
        raise keyring.errors.PasswordSetError

    @override
    def delete_password(self, service: str, username: str) -> None:
        raise keyring.errors.PasswordDeleteError


@pytest.fixture
def slow_keyring(monkeypatch: pytest.MonkeyPatch) -> SlowKeyring:
    backend = SlowKeyring()
    monkeypatch.setattr(keyring, "get_keyring", lambda: backend)
    return backend


async def test_d04_a_keyring_that_hangs_blocks_neither_window_nor_stop(
    qapp: QApplication, until: Until, slow_keyring: SlowKeyring
) -> None:
    async with loopback(stream(answers(CHAT, "Hello."))) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT, has_key=True)
        user.send("Hello?")
        await until(lambda: slow_keyring.reads)
        begun = time.perf_counter()
        for _ in range(20):
            await asyncio.sleep(0)
            user.page.composer.field.insertPlainText("typed meanwhile ")
        assert time.perf_counter() - begun < 3  # where the keyring would take twenty
        begun = time.perf_counter()
        user.press(Qt.Key.Key_Escape)
        await user.rests()
        assert time.perf_counter() - begun < 1
        assert user.turn.state is TurnState.CANCELLED
        slow_keyring.opened.set()
        user.page.composer.field.clear()
        turn = await user.gets_answer("Again?")
        assert turn.rounds[-1].text == "Hello."
        assert len(slow_keyring.reads) == 1


async def test_d05_closing_in_mid_stream_saves_and_a_second_click_does_no_harm(
    qapp: QApplication, until: Until
) -> None:
    voice = Voice(CHAT)
    never = asyncio.Event()
    async with loopback(stream(voice.begins() + voice.says("Saved text"), never)) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            user.send("Tell me.")
            await user.sees("Saved text")
            user.window.close()
            user.window.close()
        async with asyncio.timeout(2):
            await server.hung_up.wait()
        async with seated(qapp, until) as user:
            await user.sees("Tell me.", "Saved text", "Stopped.")


FENCES = (
    "Here:\n```python\nprint(1)\n",
    "```\nnot closed\n\n| a | b |\n|--|--|",
    "Cut here:\n\n``",
)


@pytest.mark.parametrize("text", FENCES)
async def test_d11_an_open_fence_ends_with_its_message(
    qapp: QApplication, until: Until, text: str
) -> None:
    scripts = (
        half_stream(Voice(CHAT).says(text)),
        stream(answers(CHAT, "Plain words again.")),
    )
    async with loopback(*scripts) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, CHAT)
            await user.gets_answer("Code, please")
            await user.gets_answer("And words")
            await user.sees("Plain words again.")
            assert user.session.turns[0].rounds[0].text == text
        async with seated(qapp, until) as user:
            await user.sees("Plain words again.")
            codes = [block.code for block in user.page.findChildren(CodeBlock)]
            assert not any("Plain words" in code for code in codes)
            assert user.session.turns[0].rounds[0].text == text


NASTY = (
    "<img src=x onerror=alert(1)> <script>alert(1)</script> <style>*{display:none}</style> "
    "[a](javascript:alert(1)) [b](file:///etc/passwd) [c](ms-msdt:/id) "
    '<a href="https://ok.example">ok</a>'
)


class Opened(QObject):
    """Catches what would be opened outside."""

    SCHEMES = ("http", "https", "mailto", "file", "javascript", "data", "ms-msdt")

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []
        for scheme in self.SCHEMES:
            QDesktopServices.setUrlHandler(scheme, self, "note")  # type: ignore[arg-type]

    @Slot(QUrl)
    def note(self, url: QUrl) -> None:
        self.urls.append(url.toString())

    def close(self) -> None:
        for scheme in self.SCHEMES:
            QDesktopServices.unsetUrlHandler(scheme)


async def test_d13_nothing_in_a_message_is_more_than_text(qapp: QApplication, until: Until) -> None:
    scripts = (
        stream(asks(CHAT, NASTY[:40], {NASTY: NASTY}, NASTY)),
        stream(answers(CHAT, f"{NASTY} [safe](https://safe.example/)")),
    )
    opened = Opened()
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT, name=NASTY[:100], model=NASTY[:100])
        await user.gets_answer(NASTY)
        await user.sees("<script>alert(1)</script>", "<img src=x onerror=alert(1)>")
        user.cards()[0].toggle()
        assert not rich_labels(user)
        assert not rich_tips(user)
        # The bare address within the HTML is a link like any other in a text.
        expected = {"https://safe.example/", "https://ok.example"}

        def all_are_opened() -> bool:
            # The unfolded card is laid out a moment later, and moves what stands below it.
            click_everywhere(user)
            return set(opened.urls) >= expected

        await until(all_are_opened)
        assert set(opened.urls) == expected
        assert user.page.isVisible()
    opened.close()


def rich_labels(user: Seat) -> list[str]:
    """Labels that would draw markup from outside as such."""
    labels = [label for label in user.window.findChildren(QLabel) if "<" in label.text()]
    return [each.text() for each in labels if each.textFormat() is not Qt.TextFormat.PlainText]


def rich_tips(user: Seat) -> list[str]:
    """Tooltips have no such setting: those that hold words from outside must be escaped."""
    tips = [widget.toolTip() for widget in user.window.findChildren(QWidget)]
    return [tip for tip in tips if any(mark in tip for mark in ("<img", "<script", "<style"))]


def click_everywhere(user: Seat) -> None:
    viewport = user.page.view.viewport()
    for y in range(2, viewport.height(), 9):
        for x in range(2, viewport.width(), 23):
            QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(x, y))


async def test_d16_the_return_of_an_input_method_does_not_send(
    qapp: QApplication, until: Until
) -> None:
    async with loopback(stream(answers(CHAT, "はい"))) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        field = user.page.composer.field
        field.setFocus()
        QApplication.sendEvent(field, QInputMethodEvent("にほん", []))
        user.press(Qt.Key.Key_Return)
        assert not user.session.turns
        committed = QInputMethodEvent()
        committed.setCommitString("日本")
        QApplication.sendEvent(field, committed)
        user.press(Qt.Key.Key_Return)
        await user.sees("はい")
        await user.rests()
        assert user.turn.prompt_text == "日本"
        assert len(server.heard) == 1


async def test_d17_a_key_is_read_once_and_only_when_it_is_used(
    qapp: QApplication, until: Until, slow_keyring: SlowKeyring
) -> None:
    slow_keyring.opened.set()
    async with loopback(stream(answers(CHAT, "Hello."))) as server:
        async with seated(qapp, until) as user:
            keys = (KeyEntry(id=KEY_ID, name=KEY_ID),)
            for number in range(8):
                profile = ProviderProfile(
                    id=f"p{number}", name=f"P{number}", base_url=server.url, keys=keys
                )
                await user.desk.works.profiles.save(profile)
            await user.has_host(server.url, CHAT, has_key=True)
        async with seated(qapp, until) as user:
            user.desk.shell.show_settings()
            await user.sees("General")
            assert slow_keyring.reads == []
            await user.opens_new_chat("p3")
            await user.desk.works.profiles.change("p3", model="model-a")
            await user.gets_answer("One")
            await user.gets_answer("Two")
            assert slow_keyring.reads == ["p3/default"]
        assert server.heard[-1].headers["authorization"].startswith("Bearer sk-from")


class Clinging:
    """A tool that runs for a minute, in the loop or in a thread, and will not be cancelled."""

    def __init__(self, wait: Callable[[], object]) -> None:
        self._wait = wait
        self.is_running = asyncio.Event()

    @property
    def definition(self) -> ToolDefinition:
        return ToolDefinition("cling", "Takes a minute.", is_read_only=True)

    def preview(self, arguments: Arguments) -> Preview:
        return Preview("")

    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        self.is_running.set()
        await self._wait()  # type: ignore[misc]
        return ToolOutput("too late")


async def test_l09_stop_ends_a_turn_whose_tool_runs_on(
    qapp: QApplication, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()
    tool = Clinging(lambda: asyncio.to_thread(released.wait, 60))
    tools: tuple[Tool, ...] = (tool,)
    monkeypatch.setattr(BuiltInTools, "tools", lambda _: tools)
    scripts = (
        stream(asks(CHAT, "cling", {}, "Let me see.")),
        stream(answers(CHAT, "Hi.")),
    )
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        user.send("Do it.")
        await tool.is_running.wait()
        begun = time.perf_counter()
        user.press(Qt.Key.Key_Escape)
        await user.rests()
        assert time.perf_counter() - begun < 1
        (use,) = user.turn.tool_uses
        assert use.result
        assert use.result.outcome is Outcome.CANCELLED
        await user.sees("Let me see.", "Cancelled")
        turn = await user.gets_answer("hi")
        assert turn.rounds[-1].text == "Hi."
        released.set()
        assert user.session.turns[0].tool_uses == (use,)
        assert HOST in {profile.id for profile in user.desk.works.profiles.profiles}
