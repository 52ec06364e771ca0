"""Ctrl+C in a terminal, and the system's request to end, close the window like its button does.

Python runs its signal handlers only between its own instructions, of which there are none while Qt
waits for events. So the interpreter writes each signal's number into a socket, which wakes Qt up.
"""

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # not every system has each


class QuitSignals(QObject):
    """Made on the main thread; lives until the application ends."""

    def __init__(self, quit_: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._quit = quit_
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                # A handler must be there for the number to be written; the socket does the rest.
                signal.signal(number, lambda *_: None)

    def _hear(self) -> None:
        self._reader.recv(64)
        self._quit()
