"""How a second instance asks the first one to show its window: by a file in a folder it watches.

A local socket would do as well, and load Qt's network library for it: 3 MB in every instance, for
what happens once in a while.
"""

import os
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QThread, Signal

_FOLDER = "instance"
_ACTIVATION = "XDG_ACTIVATION_TOKEN"
_MOST_CHARACTERS = 4_096


class InstanceServer(QObject):
    """Hears second instances. Owned by the first one, which holds the `QLockFile`.

    Signals: `raise_requested()`.
    """

    raise_requested = Signal()

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = _folder(home)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._look)
        # What is left from before a crash is nobody's wish any more.
        for request in self._requests():
            request.unlink(missing_ok=True)
        self.is_listening = self._watcher.addPath(str(self._folder))

    def close(self) -> None:
        self._watcher.removePaths(self._watcher.directories())

    def _requests(self) -> list[Path]:
        return sorted(self._folder.glob("raise-*"))

    def _look(self) -> None:
        requests = self._requests()
        for request in requests:
            _take_token(request)
            # Its being gone is the answer.
            request.unlink(missing_ok=True)
        if requests:
            self.raise_requested.emit()


def raise_first(home: Path, *, attempts: int = 40, pause_ms: int = 50) -> bool:
    """Asks the first instance to show its window. False when nobody answered in two seconds.

    Blocks: the caller has no window.
    """
    request = _folder(home) / f"raise-{os.getpid()}"
    unseen = request.with_name(f"new-{os.getpid()}")
    unseen.write_text(os.environ.get(_ACTIVATION, "")[:_MOST_CHARACTERS], encoding="utf-8")
    unseen.replace(request)
    for _ in range(attempts):
        QThread.msleep(pause_ms)
        if not request.exists():
            return True
    request.unlink(missing_ok=True)
    return False


def _folder(home: Path) -> Path:
    """Apart from the database, whose every change would wake the watcher."""
    folder = home / _FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _take_token(request: Path) -> None:
    """The message is the desktop's permission to take the focus, if it has such a thing."""
    try:
        token = request.read_text(encoding="utf-8", errors="replace")[:_MOST_CHARACTERS].strip()
    except OSError:
        return
    if token:
        os.environ[_ACTIVATION] = token
