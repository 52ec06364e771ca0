"""What is taken along is what went over the wire, without keys, and nothing half."""

from __future__ import annotations

import ast
import asyncio
import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft6Validator
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProgressDialog
from typing_extensions import override

from studio.core.chats import ChatSettings
from studio.core.messages import TurnState
from studio.core.profiles import PRACTICE_ID
from studio.core.servers import ServerEntry
from studio.harness.subject import Subject
from studio.harness.taking import Lack, Take
from studio.store.exports import FileSink
from studio.store.paths import Paths
from studio.store.worker import Worker
from studio.ui.chat.exporting import with_ending
from studio.ui.inspector.taking_texts import lack_text, take_text, taken_text
from studio.wiring import open_works
from tests.conftest import Until
from tests.harness.test_har import judge
from tests.ui.inspector.fakes import recording
from tests.ui.inspector.taking_stage import CALL, TURN, CallsToo, picks, taking_stage

WHOLE = Subject("t1")
OF_CALL = Subject("t1", tool_use_id="u1")


class FullDisk(FileSink):
    """A file on a disk without room."""

    @override
    def _write(self, text: str) -> None:
        super()._write(text[:10])
        raise OSError(errno.ENOSPC, "No space left on device")


class Forbidden(FileSink):
    """A file in a folder that is not the user's."""

    @override
    def _write(self, text: str) -> None:
        raise OSError(errno.EACCES, "Permission denied")


@pytest.fixture
def into(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the next dialog picks a file."""
    picks(monkeypatch, tmp_path / "file")
    return tmp_path


@pytest.fixture
def validator() -> Draft6Validator:
    """Skips the test before it begins, where there is no schema."""
    return judge()


def valid_entries(path: Path, validator: Draft6Validator) -> list[object]:
    archive = json.loads(path.read_text("utf-8"))
    assert not list(validator.iter_errors(archive))
    entries: list[object] = archive["log"]["entries"]
    return entries


def files(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if each.is_file()]


async def test_curl_on_the_clipboard_is_the_last_request_with_the_key_as_a_variable(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    async with taking_stage(until) as stage:
        stage.taking.start(Take.CURL, WHOLE)
        await stage.spawned.settle()
        copied = stage.clipboard
        assert copied.startswith("curl --no-buffer https://api.anthropic.com/v1/messages")
        assert "--header 'x-api-key: '\"$API_KEY\"" in copied
        assert "plant.db" in copied
        assert stage.taken == [Take.CURL]
        assert "API_KEY" in stage.taking.note.text()
    if os.name == "posix":
        script = tmp_path / "copied.sh"
        script.write_text(copied)
        check = await asyncio.create_subprocess_exec("sh", "-n", str(script))
        assert await check.wait() == 0


async def test_httpx_on_the_clipboard_is_a_program(qapp: QApplication, until: Until) -> None:
    async with taking_stage(until) as stage:
        stage.taking.start(Take.HTTPX, Subject("t1", "r1"))
        await stage.spawned.settle()
        ast.parse(stage.clipboard)
        assert 'os.environ["API_KEY"]' in stage.clipboard
        assert stage.taken == [Take.HTTPX]


async def test_the_last_attempt_is_the_one_that_is_copied(qapp: QApplication, until: Until) -> None:
    again = recording("r2", 2, url="https://second.example/v1/messages")
    async with taking_stage(until, CallsToo(again, recording("r2"))) as stage:
        stage.taking.start(Take.CURL, WHOLE)
        await stage.spawned.settle()
        assert "second.example" in stage.clipboard


async def test_a_request_without_a_key_is_said_to_have_none(
    qapp: QApplication, until: Until
) -> None:
    keyless = recording("r2", request_headers=(("content-type", "application/json"),))
    async with taking_stage(until, CallsToo(keyless)) as stage:
        stage.taking.start(Take.CURL, WHOLE)
        await stage.spawned.settle()
        assert "$API_KEY" not in stage.clipboard
        assert "No key belongs to it" in stage.taking.note.text()


async def test_a_call_on_the_clipboard_is_a_test(qapp: QApplication, until: Until) -> None:
    async with taking_stage(until) as stage:
        stage.taking.start(Take.PYTEST, OF_CALL)
        await stage.spawned.settle()
        ast.parse(stage.clipboard)
        assert "def test_calculate()" in stage.clipboard
        assert "6*7" in stage.clipboard
        assert "first lines" in stage.taking.note.text()


async def test_a_call_of_a_server_reads_its_secrets_from_variables(
    qapp: QApplication, until: Until
) -> None:
    inspection = CallsToo(recording("r1"))
    inspection.kept_calls = (replace(CALL, server_id="s", own_name="calculate"),)
    entry = ServerEntry(id="s", name="Sums", command="serve", secret_environment=("SUMS_TOKEN",))
    server = {"s": entry}.get
    async with taking_stage(until, inspection, server=server) as stage:
        stage.taking.start(Take.PYTEST, OF_CALL)
        await stage.spawned.settle()
        ast.parse(stage.clipboard)
        assert 'os.environ["SUMS_TOKEN"]' in stage.clipboard
        assert "variables of the same name" in stage.taking.note.text()


async def test_a_report_on_the_clipboard_tells_the_exchange_and_what_is_known_of_its_host(
    qapp: QApplication, until: Until
) -> None:
    home = str(Path.home())
    private = recording("r2", status=500, request_body=json.dumps({"at": f"{home}/x"}).encode())
    async with taking_stage(until, CallsToo(private)) as stage:
        stage.taking.start(Take.REPORT, WHOLE)
        await stage.spawned.settle()
        report = stage.clipboard
    assert "# Bug report" in report
    assert "max_tools: 8" in report
    assert "POST https://api.anthropic.com/v1/messages" in report
    assert home not in report
    assert "<home>/x" in report


async def test_a_report_of_a_turn_without_recordings_says_so(
    qapp: QApplication, until: Until
) -> None:
    async with taking_stage(until, CallsToo()) as stage:
        stage.taking.start(Take.REPORT, WHOLE)
        await stage.spawned.settle()
        assert "Nothing is recorded" in stage.clipboard


async def test_a_report_is_saved_as_markdown(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picks(monkeypatch, tmp_path / "report")
    async with taking_stage(until) as stage:
        stage.taking.start(Take.SAVE_REPORT, OF_CALL)
        await stage.pick()
        await stage.spawned.settle()
        assert files(tmp_path) == ["report.md"]
        assert "## The tool call" in (tmp_path / "report.md").read_text("utf-8")
        assert stage.clipboard == "before"
        assert stage.taken == [Take.SAVE_REPORT]


async def test_a_turn_is_saved_as_an_archive_that_fits_the_schema(
    until: Until, into: Path, validator: Draft6Validator
) -> None:
    async with taking_stage(until) as stage:
        stage.taking.start(Take.HAR_OF_TURN, WHOLE)
        await stage.pick()
        await stage.spawned.settle()
        assert stage.taken == [Take.HAR_OF_TURN]
    assert files(into) == ["file.har"]
    assert len(valid_entries(into / "file.har", validator)) == 2


async def test_a_real_chat_is_saved_with_all_its_requests(
    until: Until, into: Path, validator: Draft6Validator
) -> None:
    works = await open_works(Paths.find(), pace=0)
    try:
        session = await works.library.create(ChatSettings(PRACTICE_ID))
        await session.send("calculate 17 + 4")
        await session.send("time in Tokyo")
        rounds = sum(len(turn.rounds) for turn in session.turns)
        call = next(iter(session.turns[0].tool_uses)).call.id
        async with taking_stage(until, works.inspection, session) as stage:
            stage.taking.start(Take.HAR_OF_CHAT, WHOLE)
            await stage.pick()
            await stage.spawned.settle()
            assert stage.taken == [Take.HAR_OF_CHAT]
            assert stage.page.findChild(QProgressDialog) is None or not stage.page.isVisible()
            stage.taking.start(Take.PYTEST, Subject(session.turns[0].id, tool_use_id=call))
            await stage.spawned.settle()
            assert "def test_calculate()" in stage.clipboard
    finally:
        await works.close()
    assert len(valid_entries(into / "file.har", validator)) == rounds


async def test_who_thinks_better_of_it_gets_no_file(qapp: QApplication, until: Until) -> None:
    async with taking_stage(until) as stage:
        stage.taking.start(Take.HAR_OF_TURN, WHOLE)
        await stage.let_go()
        assert stage.taken == []
        assert stage.taking.note.text() == ""


@pytest.mark.parametrize(
    ("sink", "take", "words"),
    [
        (sink, take, words)
        for sink, words in ((FullDisk, "disk is full"), (Forbidden, "cannot be written to"))
        for take in (Take.HAR_OF_TURN, Take.SAVE_REPORT)
    ],
)
async def test_a_file_that_cannot_be_written_is_told_and_leaves_nothing(
    until: Until, into: Path, sink: type[FileSink], take: Take, words: str
) -> None:
    worker = Worker("test-files")
    async with taking_stage(until, open_sink=lambda path: sink(worker, path)) as stage:
        stage.taking.start(take, WHOLE)
        await stage.pick()
        said = await stage.said()
        assert stage.taken == []
    worker.stop()
    assert words in said
    assert "Nothing was left behind" in said
    assert files(into) == []


async def test_a_folder_that_is_none_is_told_in_the_words_of_the_system(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    picks(monkeypatch, tmp_path / "file" / "turn.har")
    async with taking_stage(until) as stage:
        stage.taking.start(Take.HAR_OF_TURN, WHOLE)
        await stage.pick()
        said = await stage.said()
    assert "could not be written" in said
    assert "turn.har" in said
    assert files(tmp_path) == ["file"]


async def test_recordings_that_cannot_be_read_are_told(qapp: QApplication, until: Until) -> None:
    inspection = CallsToo(recording("r2"))
    inspection.is_broken = True
    async with taking_stage(until, inspection) as stage:
        stage.taking.start(Take.CURL, WHOLE)
        assert await stage.said()
        assert stage.clipboard == "before"


async def test_what_is_lacking_by_now_leaves_the_clipboard_alone(
    qapp: QApplication, until: Until
) -> None:
    async with taking_stage(until, CallsToo()) as stage:
        for take in (Take.CURL, Take.HTTPX, Take.PYTEST):
            stage.taking.start(take, WHOLE)
        stage.taking.start(Take.REPORT, Subject("gone"))
        await stage.spawned.settle()
        assert stage.clipboard == "before"
        assert stage.taken == []


async def test_a_trace_is_left_to_who_writes_traces(qapp: QApplication, until: Until) -> None:
    async with taking_stage(until) as stage:
        asked: list[str] = []
        stage.taking.trace_requested.connect(asked.append)
        stage.taking.start(Take.TRACE_OF_TURN, OF_CALL)
        stage.taking.start(Take.TRACE_OF_CHAT, OF_CALL)
        await stage.spawned.settle()
        assert asked == ["t1", ""]


async def test_a_failed_turn_is_a_report_of_its_failure(qapp: QApplication, until: Until) -> None:
    failed = replace(TURN, state=TurnState.FAILED)
    async with taking_stage(until, turns=(failed,)) as stage:
        stage.taking.start(Take.REPORT, WHOLE)
        await stage.spawned.settle()
        assert "Turn: failed" in QGuiApplication.clipboard().text()


async def test_the_note_goes_away_by_a_click_and_stays_on_its_page(
    qapp: QApplication, until: Until
) -> None:
    async with taking_stage(until) as stage:
        stage.page.show()
        note = stage.taking.note
        note.say("Copied.")
        assert note.isVisible()
        assert stage.transcript.geometry().contains(note.geometry())
        stage.transcript.resize(300, 200)
        assert stage.transcript.geometry().contains(note.geometry())
        stage.transcript.hide()  # a panel covers it
        stage.page.resize(320, 260)
        assert stage.page.rect().contains(note.geometry())
        QTest.mouseClick(note, Qt.MouseButton.LeftButton)
        assert note.isHidden()
        note.say("")
        assert note.text() == "Copied."


def test_every_take_and_every_lack_has_its_own_words(qapp: QApplication) -> None:
    assert len({take_text(take) for take in Take}) == len(Take)
    assert len({lack_text(lack) for lack in Lack}) == len(Lack)
    traces = {Take.TRACE_OF_TURN, Take.TRACE_OF_CHAT}
    assert all(bool(taken_text(take)) is (take not in traces) for take in Take)


def test_a_file_has_the_ending_of_its_kind() -> None:
    assert with_ending(Path("a.HAR"), ".har") == Path("a.HAR")
    assert with_ending(Path("a.b"), ".har") == Path("a.b.har")
