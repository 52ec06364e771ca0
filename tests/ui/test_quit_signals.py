"""The system's request to end closes the window, once per request, and only while it stands."""

import os
import signal
import sys

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from studio.ui.quit_signals import QuitSignals
from tests.conftest import Until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends a process there")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
async def test_a_signal_asks_the_window_to_close(qtbot: QtBot, until: Until, name: str) -> None:
    asked: list[bool] = []
    parent = QObject()
    signals = QuitSignals(lambda: asked.append(True), parent)
    try:
        os.kill(os.getpid(), getattr(signal, name))
        await until(lambda: asked)
    finally:
        signals.close()
    assert asked == [True]


async def test_whoever_had_the_signals_has_them_again(qtbot: QtBot) -> None:
    parent = QObject()
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    QuitSignals(lambda: None, parent).close()
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == handlers
