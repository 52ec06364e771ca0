"""Traces in the window: what would be taken out is shown first, and what cannot be read is told."""

import asyncio
from pathlib import Path, PurePath

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QWidget

from studio.core.chats import Chat
from studio.core.trace import SUFFIX, Trace, TraceTrouble, trace_error
from studio.harness.trace_ports import (
    Choice,
    Matter,
    Sighting,
    Told,
    TracedChat,
    TracePreview,
)
from studio.store.traces import load_trace
from studio.ui.chat.exporting import with_ending
from studio.ui.inspector.trace_export import TraceExportDialog, export_trace
from studio.ui.inspector.trace_open import TraceOpenDialog, open_trace_file
from studio.ui.inspector.trace_texts import matter_text, trace_failure_text
from tests.conftest import Until
from tests.ui.chat.transcripts import turn
from tests.ui.fake_chats import FakeSession

SAMPLE = Path(__file__).parents[2] / "traces" / "version-1.jsonl"
SEEN = TracePreview(
    3,
    5,
    2,
    123_456,
    1,
    2_000,
    (
        Sighting(Matter.HOME, 7, 1, ("/home/jane",)),
        Sighting(Matter.EMAIL, 9, 8, ("a@b.example", "x" * 100, "c@d.example", "e@f.example")),
    ),
)


class FakeTraces:
    """Notes what is done with traces; `failing` is raised."""

    def __init__(self) -> None:
        self.written: list[tuple[str, PurePath, Choice]] = []
        self.opened: list[Trace] = []
        self.played: list[float] = []
        self.failing: TraceTrouble | None = None
        self.is_gone = False

    @property
    def homes(self) -> tuple[str, ...]:
        return ("/home/jane",)

    async def preview(self, source: TracedChat, turn_id: str, choice: Choice) -> TracePreview:
        return SEEN

    async def write(
        self, source: TracedChat, turn_id: str, path: PurePath, choice: Choice, told: Told
    ) -> None:
        if self.failing is not None:
            raise trace_error(self.failing)
        told(1, 1)
        self.written.append((turn_id, path, choice))

    async def read(self, path: PurePath) -> Trace:
        if self.failing is not None:
            raise trace_error(self.failing)
        return load_trace(Path("gone") if self.is_gone else SAMPLE)

    async def open(self, trace: Trace) -> None:
        self.opened.append(trace)

    async def play(self, trace: Trace, speed: float) -> None:
        self.played.append(speed)


def a_session() -> FakeSession:
    return FakeSession(Chat("c", "Herons", 1.0, 1.0), (turn(1, "The heron waits."),))


async def seen_dialog(parent: QWidget, until: Until, kind: type[QDialog]) -> QDialog:
    await until(lambda: parent.findChild(kind))
    dialog = parent.findChild(kind)
    assert isinstance(dialog, kind)
    return dialog


async def test_what_is_chosen_is_taken_out_of_what_is_written(
    qapp: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(tmp_path / "herons")])
    parent, traces = QWidget(), FakeTraces()
    work = asyncio.create_task(export_trace(parent, a_session(), traces, "t1"))
    dialog = await seen_dialog(parent, until, TraceExportDialog)
    assert isinstance(dialog, TraceExportDialog)
    assert dialog.boxes[Matter.HOME].isChecked()
    assert dialog.boxes[Matter.KEY].isChecked()
    assert not dialog.boxes[Matter.KEY].isEnabled()
    assert "8" in dialog.boxes[Matter.EMAIL].accessibleDescription()
    assert "a@b.example" in dialog.boxes[Matter.EMAIL].accessibleDescription()
    dialog.boxes[Matter.EMAIL].setChecked(True)
    dialog.words.setText(" heron, ,Bluebird ")
    dialog.files.setChecked(False)
    dialog.accept()
    (await seen_dialog(parent, until, QFileDialog)).accept()
    await work
    ((turn_id, path, choice),) = traces.written
    assert (turn_id, path) == ("t1", tmp_path / f"herons{SUFFIX}")
    assert choice == Choice(
        frozenset({Matter.KEY, Matter.HOME, Matter.EMAIL}),
        ("heron", "Bluebird"),
        ("/home/jane",),
        False,
    )
    parent.deleteLater()


async def test_nothing_is_written_where_the_user_thinks_better_of_it(
    qapp: QApplication, until: Until
) -> None:
    parent, traces = QWidget(), FakeTraces()
    work = asyncio.create_task(export_trace(parent, a_session(), traces))
    (await seen_dialog(parent, until, TraceExportDialog)).reject()
    await work
    assert traces.written == []
    parent.deleteLater()


async def test_a_trace_is_opened_or_played(qapp: QApplication, until: Until) -> None:
    parent, traces = QWidget(), FakeTraces()
    work = asyncio.create_task(open_trace_file(parent, traces, str(SAMPLE)))
    (await seen_dialog(parent, until, TraceOpenDialog)).accept()
    await work
    assert [trace.title for trace in traces.opened] == ["What time is it?"]
    parent.deleteLater()
    parent = QWidget()
    work = asyncio.create_task(open_trace_file(parent, traces, str(SAMPLE)))
    dialog = await seen_dialog(parent, until, TraceOpenDialog)
    assert isinstance(dialog, TraceOpenDialog)
    dialog.play.click()
    await work
    assert traces.played == [1.0]
    parent.deleteLater()


async def test_a_file_that_is_no_trace_is_told(qapp: QApplication, until: Until) -> None:
    parent, traces = QWidget(), FakeTraces()
    traces.failing = TraceTrouble.CUT_OFF
    work = asyncio.create_task(open_trace_file(parent, traces, "x"))
    box = await seen_dialog(parent, until, QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "cut off" in box.text()
    box.accept()
    await work
    parent.deleteLater()


async def test_a_file_that_is_gone_is_no_trouble_of_callboards_own_folder(
    qapp: QApplication, until: Until
) -> None:
    parent, traces = QWidget(), FakeTraces()
    traces.is_gone = True
    work = asyncio.create_task(open_trace_file(parent, traces, "gone"))
    box = await seen_dialog(parent, until, QMessageBox)
    assert isinstance(box, QMessageBox)
    assert box.text() == "gone cannot be read. Is it still there, and may you read it?"
    box.accept()
    await work
    parent.deleteLater()


@pytest.mark.parametrize("trouble", list(TraceTrouble))
def test_each_trouble_has_its_words(trouble: TraceTrouble, qapp: QApplication) -> None:
    said = trace_failure_text(trace_error(trouble).failure)
    assert "trace" in said.lower() or "recorded" in said


def test_each_kind_has_its_words(qapp: QApplication) -> None:
    assert len({matter_text(matter) for matter in Matter}) == len(Matter)


def test_the_suffix_says_what_it_is() -> None:
    assert with_ending(Path("a.b"), SUFFIX) == Path(f"a.b{SUFFIX}")
    assert with_ending(Path(f"a{SUFFIX}"), SUFFIX) == Path(f"a{SUFFIX}")
