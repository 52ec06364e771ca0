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

    Signals: `raise_requested()`; `open_requested(path)`, for a file that the second one was given.
    """

    raise_requested = Signal()
    open_requested = Signal(str)

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
        paths = []
        for request in requests:
            paths.append(_take(request))
            # Its being gone is the answer.
            request.unlink(missing_ok=True)
        if requests:
            self.raise_requested.emit()
        for path in filter(None, paths):
            self.open_requested.emit(path)


def raise_first(home: Path, *, attempts: int = 40, pause_ms: int = 50, path: str = "") -> bool:
    """Asks the first instance to show its window, and to open that file if there is one. False when
    nobody answered in two seconds.

    Blocks: the caller has no window.
    """
    request = _folder(home) / f"raise-{os.getpid()}"
    unseen = request.with_name(f"new-{os.getpid()}")
    told = f"{os.environ.get(_ACTIVATION, '')[:_MOST_CHARACTERS]}\n{path}"
    unseen.write_text(told, encoding="utf-8", errors="surrogateescape")
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


def _take(request: Path) -> str:
    """The message is the desktop's permission to take the focus, if it has such a thing, and the
    path of a file. Gives the path."""
    try:
        told = request.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""
    token, _, path = told[: 2 * _MOST_CHARACTERS].partition("\n")
    if token.strip():
        os.environ[_ACTIVATION] = token.strip()
    return path
