"""How a second instance asks the first one to show its window.

Loads the network part of Qt: imported by a first instance after its first paint, and by a second
one, which has no window to show anyway.
"""

import hashlib
import os
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_ACTIVATION = "XDG_ACTIVATION_TOKEN"
_MAX_MESSAGE = 4_096
_HEARD = b"ok\n"


class InstanceServer(QObject):
    """Hears second instances. Owned by the first one, which holds the `QLockFile`.

    Signals: `raise_requested()`.
    """

    raise_requested = Signal()

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        name = server_name(home)
        # Whoever holds the lock is alone, so a socket of this name is left from a crash.
        QLocalServer.removeServer(name)
        self.is_listening = self._server.listen(name)

    def close(self) -> None:
        self._server.close()
        for guest in self.findChildren(QLocalSocket):
            guest.abort()

    def _greet(self) -> None:
        self._forget_those_gone()
        while (socket := self._server.nextPendingConnection()) is not None:
            # Else Python deletes it with its last reference, in the midst of its own signal.
            socket.setParent(self)
            socket.readyRead.connect(partial(self._read, socket))
            if socket.bytesAvailable():
                self._read(socket)

    def _forget_those_gone(self) -> None:
        """Not when they go: deleting a socket that is just telling so crashes the process."""
        for guest in self.findChildren(QLocalSocket):
            if guest.state() is QLocalSocket.LocalSocketState.UnconnectedState:
                guest.deleteLater()

    def _read(self, socket: QLocalSocket) -> None:
        """The message is the desktop's permission to take the focus, if it has such a thing."""
        token = bytes(socket.read(_MAX_MESSAGE).data()).decode("utf-8", "replace").strip()
        if token:
            os.environ[_ACTIVATION] = token
        socket.write(_HEARD)
        socket.flush()
        self.raise_requested.emit()


def raise_first(home: Path, *, attempts: int = 40, pause_ms: int = 50) -> bool:
    """Asks the first instance to show its window. False when nobody answered in two seconds.

    It may hold the lock and not listen yet, hence the attempts. Blocks: the caller has no window.
    """
    token = os.environ.get(_ACTIVATION, "")
    for attempt in range(attempts):
        if attempt:
            QThread.msleep(pause_ms)
        socket = QLocalSocket()
        socket.connectToServer(server_name(home))
        if socket.waitForConnected(200):
            socket.write(f"{token}\n".encode())
            is_heard = socket.waitForReadyRead(1_000)
            socket.abort()
            return is_heard
    return False


def server_name(home: Path) -> str:
    """Short, since a socket's path may have 108 bytes at most, and the user's own."""
    owner = f"{Path.home()}\n{home.resolve()}"
    return f"callboard-{hashlib.sha256(owner.encode()).hexdigest()[:20]}"
