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
    """Made on the main thread; `close` gives the signals back to whoever had them."""

    def __init__(self, quit_: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._quit = quit_
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)
        self._wakeup_before = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        numbers = (getattr(signal, name, None) for name in _SIGNALS)
        # A handler must be there for the number to be written; the socket does the rest.
        self._handlers_before = {
            number: signal.signal(number, lambda *_: None)
            for number in numbers
            if number is not None
        }

    def close(self) -> None:
        """From now on a signal ends the program the hard way."""
        for number, handler in self._handlers_before.items():
            # None: it was not set from Python, and cannot be set again from there.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        signal.set_wakeup_fd(self._wakeup_before, warn_on_full_buffer=False)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _hear(self) -> None:
        self._reader.recv(64)
        self._quit()
