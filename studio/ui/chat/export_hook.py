"""Where a chat page offers to export its chat. What does it is loaded when it is wanted."""

from collections.abc import Callable, Coroutine
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.core.errors import Category, Failure, StorageError
from studio.harness.text_sink import TextSink
from studio.ui.sessions import Session

_EXPORTING = "studio.ui.chat.exporting"

OpenSink = Callable[[Path], TextSink]
Spawn = Callable[[Coroutine[Any, Any, object], str], None]


def no_sink(path: Path) -> TextSink:
    """For pages that save nothing."""
    raise StorageError(Failure(Category.STORAGE, f"{path} cannot be written"))


class ExportHook(QObject):
    """Lives as long as its page."""

    def __init__(self, page: QWidget, session: Session, open_sink: OpenSink, spawn: Spawn) -> None:
        super().__init__(page)
        self._page = page
        self._session = session
        self._open_sink = open_sink
        self._spawn = spawn

    def begin(self) -> None:
        """Asks where to, and writes the chat there."""
        work = import_module(_EXPORTING).export_chat(self._page, self._session, self._open_sink)
        self._spawn(work, "export a chat")
