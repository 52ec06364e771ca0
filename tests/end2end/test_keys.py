"""A key from the hand of the user to the provider, and nowhere else."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from studio.core.messages import Dialect, TurnState
from studio.core.profiles import KEY_ID, KeyEntry
from studio.core.recording import Recording
from studio.store.database import Database
from studio.store.recordings import SqliteRecordings
from studio.ui.settings.page import SettingsPage
from studio.ui.welcome import WelcomePage
from tests.conftest import Until
from tests.end2end.seat import Seat, seated
from tests.end2end.secret_service import needs_daemon, secret_service
from tests.end2end.voices import Voice, answers
from tests.loopback import Wire, answer, loopback, stream

pytestmark = pytest.mark.slow
CHAT = Dialect.OPENAI_CHAT
KEY = "sk-test-" + "0123456789abcdefWXYZ"
HALF = KEY[8:24]  # a part that tells as much


class Echo:
    """A server that quotes the request's headers in errors, one in mid stream, then answers."""

    def __init__(self) -> None:
        self.count = 0

    async def __call__(self, wire: Wire) -> None:
        self.count += 1
        quoted = json.dumps(wire.heard.headers)
        if wire.heard.path.endswith("/models"):
            script = answer('{"data": [{"id": "model-a"}]}', content_type="application/json")
        elif self.count == 1:
            body = json.dumps({"error": {"message": f"I dislike {quoted}"}})
            script = answer(body, 401, content_type="application/json", x_echo=KEY)
        elif self.count == 2:
            error = f'data: {{"error": {{"message": "I hate {KEY}"}}}}\n\n'.encode()
            script = stream(Voice(CHAT).says("So far"), error[:30], error[30:])
        else:
            script = stream(answers(CHAT, "Here you are."))
        await script(wire)


def everything_said(window: QWidget) -> str:
    """Also by what is hidden, by names for screen readers and by tooltips."""
    said: list[str] = []
    for widget in window.findChildren(QWidget):
        said += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
        text = getattr(widget, "text", None)
        if isinstance(widget, QLineEdit):
            said += [widget.displayText(), widget.text()]
        elif isinstance(widget, QPlainTextEdit | QTextEdit):
            said.append(widget.toPlainText())
        elif callable(text):
            said.append(str(text()))
    return "\n".join(said)


def assert_secret(texts: Iterable[bytes | str]) -> None:
    for text in texts:
        data = text.encode() if isinstance(text, str) else text
        assert HALF.encode() not in data


def files_in(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


def command_lines() -> list[bytes]:
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(path.read_bytes())
        except OSError:
            continue  # it has ended meanwhile
    return lines


async def recordings_of(home: Path) -> list[Recording]:
    """All of them, unpacked."""
    database = await Database.open(home / "callboard.db")
    try:
        turns = await database.run(
            lambda shelves: shelves.file.execute(
                "SELECT DISTINCT turn_id FROM recordings"
            ).fetchall()
        )
        store = SqliteRecordings(database)
        return [each for (turn,) in turns for each in await store.recordings(turn)]
    finally:
        await database.close()


async def connects(user: Seat, url: str, *, key: str = KEY) -> WelcomePage:
    """Pastes a curl command on the welcome page, and presses Connect."""
    page = user.window.findChild(WelcomePage)
    assert isinstance(page, WelcomePage)
    header = f"-H 'Authorization: Bearer {key}'"
    body = """-d '{"model": "model-a", "messages": []}'"""
    page.paste.setFocus()
    user.type_text(f"curl {url}/v1/chat/completions {header} {body}")
    await user.clicks("Connect")
    return page


def settings_of(user: Seat) -> SettingsPage:
    user.desk.shell.show_settings()
    settings = user.window.findChild(SettingsPage)
    assert isinstance(settings, SettingsPage)
    return settings


@pytest.fixture
def login(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "login"
    folder.mkdir()
    with secret_service(folder, monkeypatch):
        yield


@needs_daemon
async def test_a_key_goes_to_the_keyring_and_the_provider_and_nowhere_else(
    qapp: QApplication, until: Until, callboard_home: Path, login: None
) -> None:
    async with loopback(Echo()) as server:
        async with seated(qapp, until) as user:
            page = await connects(user, server.url)
            await until(lambda: user.desk.shell.page)
            assert_secret([everything_said(page)])
            await user.gets_answer("First question")
            assert user.turn.state is TurnState.FAILED
            await user.sees("I dislike")
            assert_secret([everything_said(user.window), await user.details()])
            await user.clicks("Retry")
            await user.sees("So far", "I hate")
            await user.rests()
            assert_secret([everything_said(user.window), await user.details()])
            settings_of(user).show_providers(user.desk.works.profiles.profiles[0].id)
            await user.sees("WXYZ")
            assert_secret([everything_said(user.window), *command_lines()])
            assert_secret(files_in(callboard_home))
        async with seated(qapp, until) as user:
            turn = await user.gets_answer("Second question")
            assert turn.state is TurnState.COMPLETED
    assert [heard.headers["authorization"] for heard in server.heard] == [f"Bearer {KEY}"] * 3
    assert_secret(files_in(callboard_home))
    recordings = await recordings_of(callboard_home)
    assert len(recordings) == 3
    assert b"I dislike" in b"".join(each.response_body for each in recordings)
    for each in recordings:
        assert_secret([repr(each), each.request_body, each.response_body])


async def test_without_a_keyring_the_key_lasts_until_exit_if_the_user_says_so(
    qapp: QApplication, until: Until, callboard_home: Path
) -> None:
    async with loopback(stream(answers(CHAT, "Hello."))) as server:
        async with seated(qapp, until) as user:
            page = await connects(user, server.url)
            await user.sees("this computer has no keyring that can be used")
            await user.clicks("Keep it until Callboard closes")
            await until(lambda: user.desk.shell.page)
            await user.gets_answer("Hello?")
            assert user.turn.state is TurnState.COMPLETED
            assert_secret([everything_said(page), everything_said(user.window)])
            assert_secret(files_in(callboard_home))
        async with seated(qapp, until) as user:
            await user.gets_answer("Still there?")
        assert "authorization" in server.heard[0].headers
        assert "authorization" not in server.heard[1].headers
    assert_secret(files_in(callboard_home))


async def test_a_chat_that_needs_a_key_from_no_keyring_says_so_and_goes_on_with_one_until_exit(
    qapp: QApplication, until: Until
) -> None:
    async with loopback(stream(answers(CHAT, "Hello."))) as server, seated(qapp, until) as user:
        entry = KeyEntry(id=KEY_ID, name=KEY_ID, hint="WXYZ")
        await user.has_host(server.url, CHAT, keys=(entry,))
        await user.gets_answer("Hello?")
        assert user.turn.state is TurnState.FAILED
        assert not server.heard
        await user.sees("keyring")
        settings = settings_of(user)
        settings.show_providers("loopback")
        await user.clicks("Replace the key default")
        user.type_text(KEY)
        user.click("Test the new key, then replace the old one")
        await user.clicks("Keep it until Callboard closes")
        await user.sees("until Callboard closes", "…WXYZ")
        settings.closed.emit()
        await user.clicks("Retry")
        await user.sees("Hello.")
        await user.rests()
        assert server.heard[-1].headers["authorization"] == f"Bearer {KEY}"


async def test_a_policy_that_cannot_be_read_is_told_when_the_window_opens(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "gone.toml"
    monkeypatch.setenv("CALLBOARD_POLICY", str(path))
    async with seated(qapp, until) as user:
        await user.sees("Your organisation's policy file cannot be read", str(path))
