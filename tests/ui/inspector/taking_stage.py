"""A page from which things are taken along, over recordings that a test decides."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget
from typing_extensions import override

from studio.core.call_recording import CallRecording
from studio.core.chats import Chat, Turn
from studio.core.messages import Origin, Outcome, ToolCall, ToolResult, ToolState, ToolUse
from studio.core.recording import Recording
from studio.core.servers import ServerEntry
from studio.harness.inspection_ports import Inspection
from studio.harness.taking import Take
from studio.harness.text_sink import TextSink
from studio.store.exports import FileSink
from studio.store.worker import Worker
from studio.ui.chat.taking_hook import TakingHook, TakingNeeds
from studio.ui.inspector.taking import Taking
from studio.ui.sessions import Session
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.fake_chats import FakeSession
from tests.ui.inspector.fakes import FakeInspection, Spawned, a_round, a_turn, recording

USE = ToolUse(
    ToolCall("u1", "calculate", '{"expression": "6*7"}'),
    ToolState.ENDED,
    ToolResult("u1", "42", Outcome.DONE, 2),
)
CALL = CallRecording("u1", "t1", "c1", 1.0, "calculate", arguments='{"expression": "6*7"}')
TURN = a_turn(a_round("r1", parts=(USE,)), a_round("r2"))
QUIRKS = ("max_tools: 8",)


class CallsToo(FakeInspection):
    """Knows calls as well."""

    def __init__(self, *recordings: Recording) -> None:
        super().__init__(*recordings)
        self.kept_calls: tuple[CallRecording, ...] = (CALL,)

    @override
    async def calls(self, turn_id: str) -> Sequence[CallRecording]:
        return [each for each in self.kept_calls if each.turn_id == turn_id]


@dataclass
class TakingStage:
    """The hook, what it takes from, and where it writes to."""

    page: QWidget
    transcript: QWidget
    session: Session
    inspection: Inspection
    hook: TakingHook
    taking: Taking
    spawned: Spawned
    until: Until
    taken: list[Take] = field(default_factory=list)

    @property
    def clipboard(self) -> str:
        return QGuiApplication.clipboard().text()

    async def said(self) -> str:
        """What the box says that comes up; it is read and closed."""
        await self.until(lambda: self.page.findChild(QMessageBox))
        box = self.page.findChild(QMessageBox)
        assert box is not None
        text = box.text()
        box.accept()
        await self.spawned.settle()
        return text

    async def pick(self) -> None:
        """Accepts the dialog that asks where to."""
        await self.until(lambda: self.page.findChild(QFileDialog))
        dialog = self.page.findChild(QFileDialog)
        assert dialog is not None
        dialog.accept()

    async def let_go(self) -> None:
        """Closes it instead."""
        await self.until(lambda: self.page.findChild(QFileDialog))
        dialog = self.page.findChild(QFileDialog)
        assert dialog is not None
        dialog.reject()
        await self.spawned.settle()


def quirks(_origin: Origin) -> tuple[str, ...]:
    return QUIRKS


def no_server(_server_id: str) -> ServerEntry | None:
    return None


@asynccontextmanager
async def taking_stage(
    until: Until,
    inspection: Inspection | None = None,
    session: Session | None = None,
    open_sink: Callable[[Path], TextSink] | None = None,
    server: Callable[[str], ServerEntry | None] = no_server,
    turns: tuple[Turn, ...] = (TURN,),
) -> AsyncIterator[TakingStage]:
    worker = Worker("test-files")
    page, spawned = QWidget(), Spawned()
    page.resize(700, 500)
    transcript = QWidget(page)
    transcript.setGeometry(0, 0, 400, 400)
    shown = session or FakeSession(Chat("c1", "On: herons?", 1.0, 1.0), turns)
    seen = inspection or CallsToo(recording("r1"), recording("r2"))
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    needs = TakingNeeds(
        Theme(application, "light"),
        transcript,
        shown,
        seen,
        server,
        open_sink or (lambda path: FileSink(worker, path)),
        spawned,
        quirks,
    )
    taking = Taking(page, needs)
    hook = TakingHook(page, needs)
    stage = TakingStage(page, transcript, shown, seen, hook, taking, spawned, until)
    taking.done.connect(stage.taken.append)
    QGuiApplication.clipboard().setText("before")
    yield stage
    await spawned.settle()
    worker.stop()
    page.deleteLater()


def picks(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """The next dialog answers with this file."""
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(path)])
