"""Bad input and what each gets, in the real window: one plain message, no traceback, no freeze.

The readers are held to more of this, piece by piece, in `tests/wire/test_bad_input.py`.
"""

import asyncio
import json
import logging
import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication

from studio.core.errors import Category
from studio.core.messages import Dialect, TurnState
from studio.core.settings import Settings
from studio.ui.settings.page import SettingsPage
from tests.conftest import Until
from tests.end2end.seat import HOST, Seat, seated
from tests.end2end.voices import Voice, answers
from tests.loopback import Script, Wire, answer, broken, half_stream, loopback, stream, until_closed

pytestmark = pytest.mark.slow
CHAT = Dialect.OPENAI_CHAT
MEGABYTE = 1_000_000
BEGUN = Voice(CHAT).says("So far")


async def endless_line(wire: Wire) -> None:
    await wire.head(content_type="text/event-stream", transfer_encoding="chunked")
    await wire.chunk(BEGUN + b"data: ")
    while True:
        await wire.chunk(b"x" * MEGABYTE)


def event(payload: object) -> bytes:
    return b"data: " + json.dumps(payload).encode() + b"\n\n"


def json_reply(body: bytes) -> Script:
    return answer(body, content_type="application/json")


DEEP = b'data: {"choices": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n\n"
HUGE = event(
    {"choices": [{"index": 0, "delta": {"role": "assistant"}}], "pad": "x" * 10 * MEGABYTE}
)
WRONG_TYPES = event({"choices": {"index": "zero", "delta": 7}, "usage": ["many"], "error": None})
PAGE = b"<!doctype html><title>Sign in</title><p>Welcome to the hotel network"


@dataclass(frozen=True, slots=True)
class Row:
    """What a server sends, and what the user gets. No category: it is tried again by itself."""

    name: str
    script: Script
    category: Category | None
    keeps_text: bool = False


UNREADABLE = Category.UNREADABLE_REPLY
TABLE = (
    Row("a page of HTML", answer(PAGE, content_type="text/html"), Category.ADDRESS),
    Row(
        "a page under the name of a stream",
        answer(PAGE, content_type="text/event-stream"),
        UNREADABLE,
    ),
    Row("binary garbage", stream(bytes(range(256)) * 400), UNREADABLE),
    Row("garbage in mid stream", stream(BEGUN, b"data: \xff\xfe{\n\n"), Category.CUT_OFF, True),
    Row("an endless line", endless_line, UNREADABLE, True),
    Row("ten megabytes in one event", stream(BEGUN, HUGE, Voice(CHAT).ends()), None, True),
    Row("deeply nested JSON", stream(BEGUN, DEEP), UNREADABLE, True),
    Row("JSON that is no object", stream(BEGUN, b"data: [1, 2]\n\n"), Category.CUT_OFF, True),
    Row("wrong types", stream(BEGUN, WRONG_TYPES), Category.CUT_OFF, True),
    Row("a wrong content type", answer(b"\x00" * 500, content_type="image/png"), UNREADABLE),
    Row("an empty body", answer(b"", content_type="text/event-stream"), None),
    Row("nothing at all", answer(b"", 204), None),
    Row(
        "a stream that ends in mid event",
        half_stream(BEGUN, b'data: {"cho'),
        Category.CUT_OFF,
        True,
    ),
    Row("an end without an end", until_closed(BEGUN), Category.CUT_OFF, True),
    Row("a redirect", answer(b"", 307, location="https://elsewhere.example/v1"), Category.ADDRESS),
    Row("a reset before the first byte", broken(), None),
    Row("a reset in mid stream", broken(BEGUN), Category.CUT_OFF, True),
    Row("an error that is a page", answer(PAGE, 404, content_type="text/html"), Category.ADDRESS),
    Row("an error that is nothing", answer(b"", 400), Category.BAD_REQUEST),
)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
async def test_a_server_that_answers_nonsense(
    qapp: QApplication, until: Until, caplog: pytest.LogCaptureFixture, row: Row
) -> None:
    scripts = (row.script, stream(answers(CHAT, "Fine again.")))
    async with loopback(*scripts) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        turn = await user.gets_answer("Hello?")
        if row.category is None:
            assert turn.state is TurnState.COMPLETED
        else:
            assert turn.failure
            assert turn.failure.category is row.category
            assert "Traceback" not in user.words()
            await user.sees("Retry", "Details")
        if row.keeps_text:
            await user.sees("So far")
        turn = await user.gets_answer("And now?")
        assert turn.rounds[-1].text == "Fine again."
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


BAD_ADDRESSES = (
    "", "   ", "no url", "htp://host/v1", "http://", "http://host:port/v1", "http://ho st/v1",
    "https://user:word@host/v1", "javascript:alert(1)", "http://[::1/v1", "http://host\n/v1",
)  # fmt: skip


@pytest.mark.parametrize("address", BAD_ADDRESSES)
async def test_an_address_that_is_no_url(qapp: QApplication, until: Until, address: str) -> None:
    async with seated(qapp, until) as user:
        await user.has_host("http://127.0.0.1:9", CHAT)
        settings = settings_of(user)
        settings.show_providers(HOST)
        form = settings.providers.form
        assert form is not None
        form.address.selectAll()
        form.address.insert(address or " ")
        form.address.editingFinished.emit()
        assert form.address_field.fault
        kept = user.desk.works.profiles.profile(HOST)
        assert kept
        assert kept.base_url == "http://127.0.0.1:9/v1"
        # One that got into the file by hand is told in the chat.
        await user.desk.works.profiles.change(HOST, base_url=address)
        settings.closed.emit()
        await until(lambda: user.desk.shell.page)
        turn = await user.gets_answer("Hello?")
        assert turn.failure
        assert turn.failure.category is Category.ADDRESS
        await user.sees("Retry")


BAD_KEYS = (
    "sk-one\nsk-two",
    "sk-one\r\n\r\nsk-two",
    "",
    "   ",
    "sk-\u00fcmlaut-\u4f60",
    "k" * 150_000,
)


@pytest.mark.parametrize("key", BAD_KEYS, ids=range(len(BAD_KEYS)))
async def test_a_key_that_is_none(qapp: QApplication, until: Until, key: str) -> None:
    async with seated(qapp, until) as user:
        await user.has_host("http://127.0.0.1:9", CHAT)
        settings = settings_of(user)
        settings.show_providers(HOST)
        form = settings.providers.form
        assert form is not None
        await user.clicks("+ Add key")
        form.key.editor.edit.insert(key)
        user.click("Save")
        assert form.key.editor.key_field.fault
        kept = user.desk.works.profiles.profile(HOST)
        assert kept
        assert not kept.has_key


def settings_of(user: Seat) -> SettingsPage:
    user.desk.shell.show_settings()
    settings = user.window.findChild(SettingsPage)
    assert isinstance(settings, SettingsPage)
    return settings


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)


def made_by(make: Callable[[Path], None], path: Path) -> bytes:
    path.parent.mkdir()
    make(path)
    return path.read_bytes()


def set_aside_in(home: Path) -> list[Path]:
    return list(home.glob("*-set-aside-*"))


NEWER = json.dumps({"version": 999, "theme": "plaid"}).encode()
BAD_FILES = [
    (name, content)
    for name in ("settings.json", "profiles.json")
    for content in (b"{not JSON", b"", b"[]", b"\xff\xfe\x00", NEWER, b"[" * 100_000)
]


@pytest.mark.parametrize(("name", "content"), BAD_FILES)
async def test_a_file_that_cannot_be_used_is_set_aside_and_told(
    qapp: QApplication, until: Until, callboard_home: Path, name: str, content: bytes
) -> None:
    put(callboard_home / name, content)
    async with seated(qapp, until) as user:
        (aside,) = set_aside_in(callboard_home)
        assert aside.read_bytes() == content
        await user.sees(aside.name)
        assert user.desk.settings == Settings()
        await user.desk.works.preferences.change(theme="dark")
    async with seated(qapp, until) as user:
        assert user.desk.settings.theme == "dark"
        assert aside.read_bytes() == content


def newer_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE chats (id TEXT)")
    connection.execute("PRAGMA user_version = 999")
    connection.close()


def foreign_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (id TEXT)")
    connection.close()


def damaged_database(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + os.urandom(20_000))


def text_file(path: Path) -> None:
    path.write_bytes(b"Dear diary" * 1_000)


@pytest.mark.parametrize("make", [newer_database, foreign_database, damaged_database, text_file])
async def test_a_database_that_cannot_be_used_is_set_aside_and_told(
    qapp: QApplication, until: Until, callboard_home: Path, make: Callable[[Path], None]
) -> None:
    content = made_by(make, callboard_home / "callboard.db")
    async with loopback(stream(answers(CHAT, "Anew."))) as server:
        async with seated(qapp, until) as user:
            (aside,) = set_aside_in(callboard_home)
            assert aside.read_bytes() == content
            await user.sees(aside.name)
            await user.has_host(server.url, CHAT)
            await user.gets_answer("Hello?")
        async with seated(qapp, until) as user:
            await user.sees("Anew.")
    assert aside.read_bytes() == content


@pytest.mark.parametrize("line", ["x" * 79 + "\n", "x" * 80])
async def test_a_prompt_of_ten_megabytes_is_refused_at_once_and_plainly(
    qapp: QApplication, until: Until, line: str
) -> None:
    async with seated(qapp, until) as user:
        await user.has_host("http://127.0.0.1:9", CHAT)
        pasted = QMimeData()
        pasted.setText(line * (10 * MEGABYTE // 80))
        begun = time.perf_counter()
        user.page.composer.field.insertFromMimeData(pasted)
        await asyncio.sleep(0)
        assert time.perf_counter() - begun < 2
        await user.sees("That is 10000000 characters", "Nothing was pasted")
        user.write("A short one")
        assert user.page.composer.text() == "A short one"


async def test_a_prompt_of_almost_two_megabytes_is_sent(qapp: QApplication, until: Until) -> None:
    async with loopback(stream(answers(CHAT, "Long."))) as server, seated(qapp, until) as user:
        await user.has_host(server.url, CHAT)
        pasted = QMimeData()
        pasted.setText("x" * 1_990_000)
        user.page.composer.field.insertFromMimeData(pasted)
        turn = await user.gets_answer("Read this:")
        assert turn.state is TurnState.COMPLETED
        assert len(server.heard[0].body) > 1_990_000
