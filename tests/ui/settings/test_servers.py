"""The list of servers, adding, importing, exporting, removing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.core.server_json import JsonProblem, ProblemCode
from studio.core.servers import ServerEntry, Transport
from studio.harness.server_ports import (
    FoundServers,
    ServerState,
    ServerStatus,
    StoredListing,
    Trouble,
)
from studio.harness.servers import Servers
from studio.ui.settings.server_pasting import command_words, read_pasted
from studio.ui.settings.server_problems import problem_text
from studio.ui.settings.server_texts import server_row
from studio.ui.settings.server_troubles import trouble_text
from tests.conftest import Until
from tests.ui.settings.fakes import MemoryVault, all_words
from tests.ui.settings.server_fakes import (
    BROKEN,
    MEMORY,
    READY,
    REMOTE,
    TIME,
    ServerWorld,
    failed,
    servers_world,
)


def standing(world: ServerWorld) -> None:
    world.host.states = {"time": READY, "memory": BROKEN}


async def test_each_server_says_how_it_stands_in_one_line(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME, MEMORY, REMOTE, prepare=standing) as world:
        lines = [row.line for row in map(world.page.list.row, world.page.list.order()) if row]
        assert lines == [
            "Running · 2 tools",
            "“npx” was not found on this computer.",
            "Starts when needed",
        ]


async def test_a_state_that_changes_is_shown_without_making_the_rows_anew(
    qapp: QApplication,
) -> None:
    async with servers_world(qapp, TIME, MEMORY) as world:
        listed = world.page.list.list
        before = listed.itemWidget(listed.item(0))
        world.host.tell("time", READY)
        row = world.page.list.row("time")
        assert row is not None
        assert row.line == "Running · 2 tools"
        assert listed.itemWidget(listed.item(0)) is before
        assert "Running" in listed.item(0).data(Qt.ItemDataRole.AccessibleTextRole)


async def test_out_of_sight_nothing_is_drawn_and_it_is_right_when_seen_again(
    qapp: QApplication,
) -> None:
    async with servers_world(qapp, TIME) as world:
        world.page.hide()
        world.host.tell("time", READY)
        row = world.page.list.row("time")
        assert row is not None
        assert row.line == "Starts when needed"
        world.page.show()
        row = world.page.list.row("time")
        assert row is not None
        assert row.line == "Running · 2 tools"


async def test_without_servers_the_page_helps_to_add_one(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp) as world:
        adding = world.page.adding
        assert adding.isVisible()
        assert not world.page.list.isVisible()
        assert not adding.close_button.isVisible()
        adding.examples[1].click()
        assert adding.field.toPlainText() == "npx -y @modelcontextprotocol/server-memory"
        adding.take.click()
        await until(lambda: world.page.page is not None)
        assert world.book.entry("server-memory").command == "npx"
        assert ("start", "server-memory") in world.host.done
        assert world.page.list.isVisible()


async def test_pasted_json_goes_in_with_its_secrets_in_the_keyring_and_is_forgotten(
    qapp: QApplication, until: Until
) -> None:
    text = json.dumps({"mcpServers": {"a": {"command": "a", "env": {"TOKEN": "very-secret-1"}}}})
    async with servers_world(qapp, TIME) as world:
        world.page.open_add()
        adding = world.page.adding
        adding.field.setPlainText(text)
        adding.read()
        assert "keyring" in adding.said.text()
        adding.take.click()
        await until(lambda: world.page.list.current() == "a")
        assert world.book.secrets == {("a", "env-TOKEN"): "very-secret-1"}
        assert "very-secret-1" not in all_words(world.window)
        assert "very-secret-1" not in world.book.exported()


async def test_what_is_no_server_is_said_to_be_none(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME) as world:
        world.page.open_add()
        world.page.adding.field.setPlainText("hello there")
        world.page.adding.read()
        assert "no JSON" in world.page.adding.said.text()
        assert not world.page.adding.take.isVisible()


async def test_a_command_with_a_secret_goes_in_without_it(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME) as world:
        text = "$ API_KEY=s3cr3t-key LANG=C npx -y @acme/mcp-things@latest --all 'a b'"
        read = read_pasted(text, world.needs)
        assert read.entries == (
            ServerEntry(
                id="mcp-things",
                name="mcp-things",
                command="npx",
                arguments=("-y", "@acme/mcp-things@latest", "--all", "a b"),
                environment={"LANG": "C"},
                secret_environment=("API_KEY",),
            ),
        )
        assert read.secrets == {"mcp-things/env-API_KEY": "s3cr3t-key"}


@pytest.mark.parametrize(
    ("text", "name", "transport"),
    [
        ("https://mcp.example.com/mcp", "example.com", Transport.HTTP),
        ("https://example.com/sse", "example.com", Transport.SSE),
        ("docker run -i --rm mcp/fetch", "fetch", Transport.STDIO),
        ("/opt/bin/my-server", "my-server", Transport.STDIO),
        ("python -m mcp_server_git", "mcp_server_git", Transport.STDIO),
    ],
)
async def test_addresses_and_commands_are_understood(
    qapp: QApplication, text: str, name: str, transport: Transport
) -> None:
    async with servers_world(qapp) as world:
        (entry,) = read_pasted(text, world.needs).entries
        assert (entry.name, entry.transport) == (name, transport)


async def test_a_key_in_an_address_is_not_written_to_a_file(qapp: QApplication) -> None:
    async with servers_world(qapp) as world:
        read = read_pasted("https://example.com/mcp?api_key=abcdef0123456789", world.needs)
        assert read.entries == ()
        assert "header" in problem_text(read.problems[0])


def test_a_path_of_windows_keeps_its_backslashes() -> None:
    words = command_words(r'"C:\Program Files\nodejs\npx.cmd" -y server', "win32")
    assert words == (r"C:\Program Files\nodejs\npx.cmd", "-y", "server")


def test_every_problem_is_a_sentence() -> None:
    for code in ProblemCode:
        assert problem_text(JsonProblem(code, "a", "b", "c", 1, 2)).endswith(".")


async def test_a_keyring_that_takes_nothing_is_told(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, TIME) as world:
        world.book.refused = ("server-memory",)
        world.page.open_add()
        world.page.adding.examples[1].click()
        world.page.adding.take.click()
        await until(lambda: "keyring" in world.page.adding.said.text())
        assert [one.id for one in world.book.entries] == ["time"]


async def test_a_server_by_hand_needs_a_name_and_a_program_or_an_address(
    qapp: QApplication, until: Until
) -> None:
    async with servers_world(qapp, TIME) as world:
        world.page.open_add()
        hand = world.page.adding.by_hand
        hand.add.click()
        assert hand.name_field.fault
        assert hand.command_field.fault
        hand.name.setText("Mine")
        hand.command.setText("npx -y server 'a b'")
        hand.add.click()
        await until(lambda: world.page.list.current() == "mine")
        made = world.book.entry("mine")
        assert (made.command, made.arguments) == ("npx", ("-y", "server", "a b"))
        world.page.open_add()
        hand.name.setText("Far")
        hand.transport.setCurrentIndex(hand.transport.findData(Transport.HTTP))
        hand.url.setText("mcp.example.com")
        hand.add.click()
        assert hand.url_field.fault
        hand.url.setText("https://mcp.example.com/mcp")
        hand.add.click()
        await until(lambda: world.page.list.current() == "far")
        assert world.book.entry("far").transport is Transport.HTTP


async def test_other_programs_servers_are_listed_and_only_the_ticked_are_taken(
    qapp: QApplication, until: Until
) -> None:
    def prepare(world: ServerWorld) -> None:
        world.clients.found = (
            FoundServers(
                "Claude Desktop",
                "/home/me/claude.json",
                (MEMORY, REMOTE, TIME),
                {"memory/env-MEMORY_TOKEN": "s3cr3t-of-memory", "issues/header-x": "other"},
            ),
            FoundServers("Cursor", "/home/me/.cursor/mcp.json", problem="no_json"),
        )

    async with servers_world(qapp, TIME, prepare=prepare) as world:
        world.page.open_add()
        adding = world.page.adding
        adding.look.click()
        await until(lambda: len(adding.choice.boxes) == 3)
        words = all_words(adding)
        assert "It could not be read: This is no JSON" in words
        assert "is here already" in words
        assert "s3cr3t-of-memory" not in words
        assert not adding.take.isEnabled()
        adding.choice.boxes[0][0].setChecked(True)
        adding.take.click()
        await until(lambda: world.page.list.current() == "memory")
        assert [one.id for one in world.book.entries] == ["time", "memory"]
        assert world.book.secrets == {("memory", "env-MEMORY_TOKEN"): "s3cr3t-of-memory"}


async def test_a_removed_server_comes_back_with_undo(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, TIME, MEMORY) as world:
        world.page.choose("memory")
        assert world.page.page is not None
        world.page.page.head.remove.click()
        await until(lambda: world.notices.isVisible())
        assert [one.id for one in world.book.entries] == ["time"]
        assert "Memory and its secrets" in world.notices.text
        world.notices.undo_button.click()
        await until(lambda: world.page.list.current() == "memory")


async def test_removing_the_last_server_leads_back_to_adding(
    qapp: QApplication, until: Until
) -> None:
    async with servers_world(qapp, TIME) as world:
        assert world.page.page is not None
        world.page.page.head.remove.click()
        await until(lambda: world.page.page is None)
        assert world.page.adding.isVisible()


async def test_alt_and_an_arrow_key_move_a_server(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, TIME, MEMORY, REMOTE) as world:
        world.page.choose("time")
        QTest.keyClick(world.page.list.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        await until(world.is_idle)
        assert [one.id for one in world.book.entries] == ["memory", "time", "issues"]
        assert world.page.list.current() == "time"


async def test_the_space_bar_switches_a_server_off(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, TIME) as world:
        QTest.keyClick(world.page.list.list, Qt.Key.Key_Space)
        await until(lambda: not world.book.entry("time").is_enabled)
        assert world.page.page is not None
        assert not world.page.page.head.switch.isChecked()


async def test_an_export_says_that_it_has_no_secrets(qapp: QApplication, until: Until) -> None:
    async with servers_world(qapp, TIME, MEMORY) as world:
        world.picked.append(Path("/home/me/mcp.json"))
        world.page.list.export.click()
        await until(lambda: world.written)
        await until(world.is_idle)
        assert "mcpServers" in world.written[Path("/home/me/mcp.json")]
        assert "without secrets" in world.notices.text


async def test_filtering_hides_the_others(qapp: QApplication) -> None:
    async with servers_world(qapp, TIME, MEMORY) as world:
        world.page.list.filter.setText("mem")
        listed = world.page.list.list
        assert [listed.item(at).isHidden() for at in range(2)] == [True, False]


def test_every_trouble_is_a_sentence_with_advice() -> None:
    for trouble in Trouble:
        for platform in ("linux", "darwin", "win32"):
            failure = failed(trouble, "npx").failure
            assert failure is not None
            text = trouble_text(failure, platform)
            assert text.title, trouble
            assert text.advice.endswith("."), trouble


def test_a_program_that_is_missing_says_how_it_is_installed_here() -> None:
    def command(program: str, platform: str) -> str:
        failure = failed(Trouble.NOT_FOUND, program).failure
        assert failure is not None
        return trouble_text(failure, platform).command

    assert command("npx", "linux") == "sudo apt install npm"
    assert command("C:\\tools\\uvx.exe", "win32") == "winget install astral-sh.uv"
    assert command("docker", "darwin") == "brew install --cask docker"
    assert command("my-server", "linux") == ""


def test_every_state_has_words() -> None:
    lines = {server_row(TIME, ServerStatus(state), "linux").line for state in ServerState}
    assert len(lines) == len(ServerState)
    assert "" not in lines


async def test_fifty_servers_fit_and_the_window_stays_narrow(qapp: QApplication) -> None:
    many = tuple(
        TIME.model_copy(update={"id": f"s{number}", "name": f"Server {number} " + "long " * 20})
        for number in range(50)
    )
    async with servers_world(qapp, *many, size=(480, 560)) as world:
        assert len(world.page.list.order()) == 50
        assert world.window.width() == 480
        assert world.page.list.width() <= 480


class MemoryServers:
    """A `ServerStore`."""

    def __init__(self) -> None:
        self.saved: tuple[ServerEntry, ...] = ()

    async def servers(self) -> tuple[ServerEntry, ...]:
        return self.saved

    async def save_servers(self, servers: tuple[ServerEntry, ...]) -> None:
        self.saved = servers

    async def listings(self) -> dict[str, StoredListing]:
        return {}

    async def save_listing(self, server_id: str, listing: StoredListing | None) -> None:
        return


async def test_a_secret_that_is_pasted_reaches_the_keyring_and_no_file(
    qapp: QApplication, until: Until
) -> None:
    store, vault = MemoryServers(), MemoryVault()

    def prepare(world: ServerWorld) -> None:
        world.needs = replace(world.needs, book=Servers(store, vault, world.host))

    async with servers_world(qapp, prepare=prepare) as world:
        world.page.adding.field.setPlainText("API_KEY=s3cr3t-key npx -y mcp-things")
        world.page.adding.read()
        world.page.adding.take.click()
        await until(lambda: world.page.page is not None)
        assert [one.name for one in store.saved] == ["mcp-things"]
        assert "s3cr3t-key" in vault.keys.values()
        assert "s3cr3t-key" not in repr(store.saved)
        assert world.page.page is not None
        world.page.page.head.remove.click()
        await until(lambda: not store.saved)
        assert vault.keys == {}
        world.notices.undo_button.click()
        await until(lambda: store.saved)
        assert "s3cr3t-key" in vault.keys.values()
