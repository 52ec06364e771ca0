"""Where a chat page offers to export its chat. What does it is loaded when it is wanted."""

from collections.abc import Callable, Coroutine
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.core.errors import Category, Failure, StorageError
from studio.harness.text_sink import TextSink
from studio.harness.trace_ports import Traces
from studio.ui.chat.chat_header import ChatHeader
from studio.ui.chat.page_files import PageFiles
from studio.ui.sessions import Session

_EXPORTING = "studio.ui.chat.exporting"
_TRACE_EXPORT = "studio.ui.inspector.trace_export"
_TRACE_OPEN = "studio.ui.inspector.trace_open"

OpenSink = Callable[[Path], TextSink]
Spawn = Callable[[Coroutine[Any, Any, object], str], None]
MakeTraces = Callable[[], Traces]


def no_sink(path: Path) -> TextSink:
    """For pages that save nothing."""
    raise StorageError(Failure(Category.STORAGE, f"{path} cannot be written"))


def no_traces() -> Traces:
    """For pages that save nothing."""
    raise StorageError(Failure(Category.STORAGE, "no traces here"))


class ExportHook(QObject):
    """Lives as long as its page."""

    def __init__(
        self,
        page: QWidget,
        session: Session,
        open_sink: OpenSink,
        spawn: Spawn,
        make_traces: MakeTraces = no_traces,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._session = session
        self.open_sink = open_sink
        self._spawn = spawn
        self._make_traces = make_traces

    def begin(self) -> None:
        """Asks where to, and writes the chat there."""
        work = import_module(_EXPORTING).export_chat(self._page, self._session, self.open_sink)
        self._spawn(work, "export a chat")

    def listen(self, header: ChatHeader, files: PageFiles) -> None:
        """To the menu, and to what is dropped on the page."""
        header.trace_requested.connect(lambda: self.export_trace())
        header.trace_open_requested.connect(lambda: self.open_trace())
        files.trace_brought.connect(self.open_trace)

    def export_trace(self, turn_id: str = "") -> None:
        """Writes the chat, or the turn of that ID, with all that went over the wire."""
        self._spawn(self._export_trace(turn_id), "export a trace")

    def open_trace(self, path: str = "") -> None:
        """Opens that trace, or asks for one."""
        self._spawn(self._open_trace(path), "open a trace")

    async def _export_trace(self, turn_id: str) -> None:
        module = import_module(_TRACE_EXPORT)
        await module.export_trace(self._page, self._session, self._make_traces(), turn_id)

    async def _open_trace(self, path: str) -> None:
        await import_module(_TRACE_OPEN).open_trace_file(self._page, self._make_traces(), path)
