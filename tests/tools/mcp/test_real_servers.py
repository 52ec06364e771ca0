"""Servers that other people wrote, from PyPI and npm; `packaging/dev_servers.py` fetches them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dev_servers
from studio.core.questions import Answer, AnswerKind
from studio.core.results import Form
from studio.core.servers import ServerEntry, StartMode
from studio.harness.server_ports import LogSource
from studio.tools.mcp.estate import Patience
from tests.conftest import Until
from tests.tools.mcp.stage import Heard, Stage, staged

pytestmark = pytest.mark.slow
PATIENT = Patience(start=60.0)


def real(name: str, *arguments: str, **fields: str) -> ServerEntry:
    program = dev_servers.programs().get(name)
    if program is None:
        pytest.skip(f"the server {name} could not be fetched (packaging/dev_servers.py)")
    return ServerEntry(
        id="a",
        name=name,
        command=program,
        arguments=arguments,
        environment=fields,
        start=StartMode.WITH_CALLBOARD,
    )


async def test_time_tells_it_anywhere() -> None:
    async with staged(real("time"), patience=PATIENT) as stage:
        await stage.ready()
        told = await stage.call("get_current_time", timezone="Asia/Tokyo")
        assert json.loads(told.text)["timezone"] == "Asia/Tokyo"
        assert told.form is Form.JSON
        assert (await stage.call("get_current_time", timezone="Nowhere")).is_error


async def test_fetch_refuses_this_computer_with_a_reason() -> None:
    async with staged(real("fetch"), patience=PATIENT) as stage:
        await stage.ready()
        assert stage.host.status("a").prompts[0].name == "fetch"
        refused = await stage.call("fetch", url="http://127.0.0.1:9/")
        assert refused.is_error
        assert "127.0.0.1" in refused.text


async def test_git_tells_of_a_repository(tmp_path: Path) -> None:
    async with staged(real("git", "--repository", str(_repository(tmp_path)))) as stage:
        await stage.ready()
        status = await stage.call("git_status", repo_path=str(tmp_path))
        assert "notes.txt" in status.text


async def test_filesystem_reads_what_lies_in_its_folder_and_nothing_else(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("a note")
    async with staged(real("filesystem", str(tmp_path)), patience=PATIENT) as stage:
        await stage.ready()
        assert (await stage.call("read_text_file", path=str(note))).text == "a note"
        assert (await stage.call("list_directory", path=str(tmp_path))).text == "[FILE] note.txt"
        assert (await stage.call("read_text_file", path="/etc/passwd")).is_error
        assert stage.tool("read_text_file").definition.hints.read_only is True


async def test_memory_keeps_what_it_is_told(tmp_path: Path) -> None:
    entry = real("memory", MEMORY_FILE_PATH=str(tmp_path / "memory.json"))
    ada = {"name": "Ada", "entityType": "person", "observations": ["writes programs"]}
    async with staged(entry, patience=PATIENT) as stage:
        await stage.ready()
        await stage.call("create_entities", entities=[ada])
        found = await stage.call("search_nodes", query="Ada")
        assert json.loads(found.text)["entities"][0]["observations"] == ["writes programs"]


async def test_everything_shows_all_that_the_protocol_has(until: Until) -> None:
    async with staged(real("everything"), patience=PATIENT) as stage:
        await stage.ready()
        assert (await stage.call("echo", message="hi")).text == "Echo: hi"
        pictured = await stage.call("get-tiny-image")
        assert pictured.pictures[0].data.startswith(b"\x89PNG")
        weather = await stage.call("get-structured-content", location="New York")
        assert weather.form is Form.JSON
        assert "demo://resource" in (await stage.call("get-resource-links", count=2)).text
        await _talks(stage)
        status = stage.host.status("a")
        assert "simple-prompt" in [each.name for each in status.prompts]
        assert await stage.host.prompt("a", "simple-prompt", {})
        plain = next(each for each in status.resources if not each.is_template)
        assert await stage.host.read_resource("a", plain.uri)
        names = await stage.host.complete("a", "completable-prompt", "department", "E")
        assert names == ("Engineering",)
        await until(lambda: stage.lines(LogSource.STDERR))


async def _talks(stage: Stage) -> None:
    talk = Heard(Answer(AnswerKind.ACCEPT, {"name": "Ada"}))
    slow = await stage.call("trigger-long-running-operation", talk, duration=0.3, steps=3)
    assert "completed" in slow.text
    assert [done for done, total, _ in talk.progressed if total == 3] == [1, 2, 3]
    asked = await stage.call("trigger-elicitation-request", talk)
    assert "Ada" in asked.text
    assert talk.asked[0].schema["required"] == ["name"]


def _repository(folder: Path) -> Path:
    """An empty one, without git: what it must have is little."""
    git = folder / ".git"
    for name in ("objects", "refs/heads"):
        (git / name).mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text("[core]\n\trepositoryformatversion = 0\n\tbare = false\n")
    (folder / "notes.txt").write_text("notes")
    return folder
