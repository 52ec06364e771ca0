"""The page of one server: how it stands, its settings, its log and its messages."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from studio.core.servers import StartMode, Transport
from studio.core.trust import Level, Reach
from studio.harness.server_ports import (
    LoginPages,
    LogSource,
    ServerFailure,
    ServerMessage,
    ServerState,
    ServerStatus,
    Trouble,
)
from studio.ui.settings.server_login_pages import login_pages
from studio.ui.settings.server_page import ServerPage
from tests.conftest import Until
from tests.translations.in_german import compiled_translations, speaking
from tests.ui.settings.fakes import all_words
from tests.ui.settings.server_fakes import (
    BROKEN,
    MEMORY,
    NOW,
    READY,
    REFUSED,
    REMOTE,
    TIME,
    ServerWorld,
    failed,
    log_lines,
    servers_world,
)


def page(world: ServerWorld) -> ServerPage:
    assert world.page.page is not None
    return world.page.page


def standing(world: ServerWorld) -> None:
    world.host.states = {"time": READY, "memory": BROKEN}


async def test_a_running_server_tells_what_it_is(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME, prepare=standing) as world:
        overview = page(world).overview
        assert overview.fact("protocol") == "2025-06-18"
        assert overview.fact("server") == "mcp-time 1.26.0"
        assert overview.fact("capabilities") == "tools · prompts · resources · logging"
        assert "estimate" in overview.fact("offers")
        assert overview.instructions.text().startswith("Ask for the time zone")
        assert not overview.trouble.isVisible()


async def test_a_program_that_is_missing_says_where_was_looked_and_what_to_do(
    qapp: QApplication,
) -> None:
    async with servers_world(qapp, MEMORY, prepare=standing) as world:
        trouble = page(world).overview.trouble
        assert trouble.isVisible()
        assert trouble.title.text() == "“npx” was not found on this computer."
        assert "Node.js" in trouble.advice.text()
        assert "/home/me/.local/bin" in trouble.searched.text()
        trouble.copy.click()
        assert QGuiApplication.clipboard().text() == "sudo apt install npm"


async def test_a_crash_shows_its_last_lines(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME) as world:
        lines = ("Traceback (most recent call last):", "ModuleNotFoundError: No module named 'x'")
        world.host.tell("time", failed(Trouble.EXITED, "1", lines))
        trouble = page(world).overview.trouble
        assert "exit code 1" in trouble.title.text()
        assert "No module named" in trouble.stderr.toPlainText()
        world.host.tell("time", READY)
        assert not trouble.isVisible()


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        (ServerState.STOPPED, {"start"}),
        (ServerState.STARTING, {"stop"}),
        (ServerState.READY, {"stop", "restart", "logout"}),
        (ServerState.FAILED, {"start"}),
        (ServerState.NEEDS_LOGIN, {"login"}),
        (ServerState.LOGGING_IN, {"stop"}),
    ],
)
async def test_only_the_buttons_that_fit_the_state_are_there(
    qapp: QApplication, state: ServerState, shown: set[str]
) -> None:
    async with servers_world(qapp, REMOTE) as world:
        world.host.tell("issues", ServerStatus(state))
        head = page(world).head
        names = ("start", "stop", "restart", "login", "logout")
        assert {name for name in names if getattr(head, name).isVisible()} == shown


async def test_the_buttons_do_what_they_say(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, REMOTE) as world:
        head = page(world).head
        head.start.click()
        head.stop.click()
        world.host.tell("issues", ServerStatus(ServerState.NEEDS_LOGIN))
        head.login.click()
        await until(lambda: head.restart.isVisible())
        head.restart.click()
        head.logout.click()
        await until(world.is_idle)
        done = [each[0] for each in world.host.done]
        assert done == ["start", "stop", "login", "restart", "logout"]


async def test_a_login_that_fails_is_told(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, REMOTE) as world:
        world.host.failure = REFUSED
        world.host.tell("issues", ServerStatus(ServerState.NEEDS_LOGIN))
        page(world).head.login.click()
        await until(lambda: "It was refused." in world.notices.text)


async def test_a_change_counts_at_once_and_two_at_once_lose_nothing(
    qapp: QApplication, until: Until
) -> None:
    async with servers_world(qapp, TIME) as world:
        settings = page(world).settings
        settings.name.setText("Clock")
        settings.name.setModified(True)
        settings.name.editingFinished.emit()
        settings.timeout.setValue(5)
        settings.rules.trusted.box.click()
        start = settings.rules.start
        start.setCurrentIndex(start.findData(StartMode.WITH_CALLBOARD))
        start.activated.emit(start.currentIndex())
        for box, value in (
            (settings.rules.demands, Level.SECRET),
            (settings.rules.reach, "chosen"),
        ):
            box.setCurrentIndex(box.findData(value))
            box.activated.emit(box.currentIndex())
        await until(world.is_idle)
        saved = world.book.entry("time")
        assert (saved.name, saved.timeout, saved.is_trusted) == ("Clock", 5.0, True)
        assert saved.start is StartMode.WITH_CALLBOARD
        assert saved.demands is Level.SECRET
        assert saved.reach is Reach.CHOSEN
        assert page(world).head.title.text() == "Clock"


async def test_a_secret_variable_goes_to_the_keyring_and_leaves_its_field(
    qapp: QApplication, until: Until
) -> None:
    async with servers_world(qapp, TIME) as world:
        values = page(world).settings.environment
        values.add.click()
        row = values.rows[-1]
        row.name_edit.setText("API_TOKEN")
        assert row.is_secret
        row.value_edit.setText("very-secret-2")
        row.value_edit.editingFinished.emit()
        await until(world.is_idle)
        assert world.book.secrets == {("time", "env-API_TOKEN"): "very-secret-2"}
        saved = world.book.entry("time")
        assert saved.secret_environment == ("API_TOKEN",)
        assert saved.environment == {}
        assert row.value_edit.echoMode() is QLineEdit.EchoMode.Password
        assert "very-secret-2" not in all_words(world.window)


async def test_a_plain_variable_is_saved_and_one_may_be_empty(
    qapp: QApplication, until: Until
) -> None:
    async with servers_world(qapp, TIME) as world:
        values = page(world).settings.environment
        values.add.click()
        row = values.rows[-1]
        row.name_edit.setText("LANG")
        row.value_edit.setText("C")
        row.value_edit.editingFinished.emit()
        await until(world.is_idle)
        assert world.book.entry("time").environment == {"LANG": "C"}
        values.add.click()
        double = values.rows[-1]
        double.name_edit.setText("LANG")
        double.name_edit.editingFinished.emit()
        assert "already" in all_words(double)


async def test_a_removed_secret_is_let_go_only_when_undo_is_over(
    qapp: QApplication, until: Until
) -> None:
    async with servers_world(qapp, MEMORY) as world:
        values = page(world).settings.environment
        row = values.rows[-1]
        assert row.is_stored
        row.remove.click()
        await until(world.is_idle)
        assert world.book.entry("memory").secret_environment == ("MEMORY_TOKEN",)
        world.notices.undo_button.click()
        await until(world.is_idle)
        assert not row.isHidden()
        row.remove.click()
        world.notices.settle()
        await until(world.is_idle)
        assert world.book.entry("memory").secret_environment == ()


async def test_a_removed_plain_variable_goes_at_once_and_comes_back_with_undo(
    qapp: QApplication, until: Until
) -> None:
    async with servers_world(qapp, MEMORY) as world:
        row = page(world).settings.environment.rows[0]
        row.remove.click()
        await until(lambda: not world.book.entry("memory").environment)
        world.notices.undo_button.click()
        await until(lambda: "MEMORY_FILE_PATH" in world.book.entry("memory").environment)


async def test_an_address_has_headers_and_no_program(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, REMOTE) as world:
        settings = page(world).settings
        page(world).show_part(settings)
        assert settings.url.isVisible()
        assert settings.headers.isVisible()
        assert not settings.command.isVisible()
        settings.url.setText("ftp://x")
        settings.url.setModified(True)
        settings.url.editingFinished.emit()
        assert settings.url_field.fault
        assert world.book.entry("issues").url == REMOTE.url
        way = settings.transport
        way.setCurrentIndex(way.findData(Transport.STDIO))
        way.activated.emit(way.currentIndex())
        await until(lambda: settings.command.isVisible())


async def test_roots_are_chosen_and_taken_off(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, TIME) as world:
        roots = page(world).settings.rules.roots
        world.picked.append(Path("/home/me/notes"))
        roots.add.click()
        await until(lambda: world.book.entry("time").roots == (str(Path("/home/me/notes")),))


async def test_what_is_typed_is_saved_when_the_page_is_left(
    qapp: QApplication, until: Until
) -> None:
    async with servers_world(qapp, TIME, MEMORY) as world:
        settings = page(world).settings
        settings.command.setText("uv")
        settings.command.setModified(True)
        world.page.choose("memory")
        await until(lambda: world.book.entry("time").command == "uv")


async def test_the_log_is_read_only_while_it_is_seen(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME, prepare=standing) as world:
        world.host.lines = {"time": log_lines(10)}
        world.host.tell("time")
        assert world.host.log_reads == 0
        page(world).show_part(page(world).log)
        assert world.host.log_reads == 1
        assert page(world).log.text.blockCount() == 10
        lines = (*world.host.lines["time"], *log_lines(3))
        world.host.lines = {"time": lines}
        world.host.tell("time")
        assert page(world).log.text.blockCount() == 13


async def test_the_log_is_filtered_by_words_and_by_source(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, TIME, prepare=standing) as world:
        world.host.lines = {"time": log_lines(40)}
        log = page(world).log
        page(world).show_part(log)
        log.filter.setText("LINE 1")
        assert log.text.blockCount() == 11
        log.source.setCurrentIndex(log.source.findData(LogSource.STDOUT))
        log.source.activated.emit(log.source.currentIndex())
        assert [line for line in log.text.toPlainText().split("\n") if "stdout" not in line] == []
        log.copy.click()
        assert QGuiApplication.clipboard().text() == log.text.toPlainText()
        world.picked.append(Path("/home/me/time.log"))
        log.save.click()
        await until(lambda: world.written)
        assert world.written[Path("/home/me/time.log")] == log.text.toPlainText() + "\n"


async def test_two_thousand_lines_of_log_are_shown_at_once(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME, prepare=standing) as world:
        world.host.lines = {"time": log_lines(2_000)}
        log = page(world).log
        began = time.perf_counter()
        page(world).show_part(log)
        shown = time.perf_counter()
        lines = world.host.lines["time"][1:] + log_lines(1)
        world.host.lines = {"time": lines}
        log.refresh()
        followed = time.perf_counter()
        assert log.text.blockCount() == 2_000
        assert shown - began < 1.0  # some 50 ms; a machine that is busy may take longer
        assert followed - shown < 0.2


async def test_messages_are_listed_and_shown_whole(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME, prepare=standing) as world:
        world.host.sent = {
            "time": (
                ServerMessage(NOW, True, '{"jsonrpc":"2.0","id":3,"method":"tools/call"}'),
                ServerMessage(NOW, False, '{"jsonrpc":"2.0","id":3,"result":{"content":[]}}'),
                ServerMessage(NOW, False, "no JSON at all"),
            )
        }
        messages = page(world).messages
        page(world).show_part(messages)
        texts = [messages.list.item(at).text() for at in range(messages.list.count())]
        assert [text.split(" ", 1)[1] for text in texts] == [
            "→ tools/call 3",
            "← result 3",
            "← no JSON at all",
        ]
        messages.list.setCurrentRow(1)
        assert '"content": []' in messages.body.toPlainText()


async def test_resources_and_prompts_are_listed(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME, prepare=standing) as world:
        words = all_words(page(world).offers)
        for word in ("Local zone", "zone://{name}", "template", "/plan", "zone (may be empty)"):
            assert word in words


async def test_what_a_server_writes_cannot_hide_or_turn(qapp: QApplication) -> None:
    evil = "ask \u202efirst"
    status = replace(READY, instructions=evil, server_name=evil)
    broken = replace(BROKEN, failure=ServerFailure(Trouble.NO_PROTOCOL, evil, (evil,)))
    async with servers_world(qapp, TIME) as world:
        world.host.tell("time", status)
        assert "\u202e" not in page(world).overview.instructions.text()
        assert "\\u202e" in page(world).overview.fact("server")
        world.host.tell("time", broken)
        assert "\u202e" not in page(world).overview.trouble.title.text()


async def test_the_tabs_are_reached_by_keys(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME, prepare=standing) as world:
        tabs = page(world).tabs
        tabs.setFocus()
        QTest.keyClick(tabs, Qt.Key.Key_Right)
        assert page(world).tools.isVisible()


async def test_the_address_to_register_for_a_client_id_can_be_taken_along(
    qapp: QApplication,
) -> None:
    async with servers_world(qapp, REMOTE) as world:
        redirect = page(world).settings.redirect
        assert redirect.text.text() == "http://127.0.0.1:33517/callback"
        redirect.copy.click()
        assert QGuiApplication.clipboard().text() == "http://127.0.0.1:33517/callback"


def test_the_page_after_a_login_speaks_the_language_of_the_window(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = "Die Anmeldung ist erfolgt. Dieses Fenster kann geschlossen werden."
    with compiled_translations(tmp_path, monkeypatch), speaking(qapp, "de"):
        assert login_pages().done == done
    assert login_pages() == LoginPages()
