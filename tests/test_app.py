"""What holds the window and its loop together, and who may have one."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from studio import app
from studio.ui.main_window import MainWindow
from studio.ui.single_instance import take_lock
from tests.conftest import Until


async def test_a_generator_dropped_half_read_is_closed_by_the_loop(
    qapp: QApplication, until: Until
) -> None:
    closed: list[bool] = []

    async def numbers() -> AsyncGenerator[int]:
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)
            closed.append(True)

    before = sys.get_asyncgen_hooks()
    with app._generators_closed_by(asyncio.get_running_loop()):
        half_read = numbers()
        assert await anext(half_read) == 1
        del half_read
        await until(lambda: closed)
    assert sys.get_asyncgen_hooks() == before


def click_the_cross(window: MainWindow) -> None:
    window.close()


def ask_to_end(_: MainWindow) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


WAYS: list[Callable[[MainWindow], None]] = [click_the_cross]
if sys.platform != "win32":  # where this would end the process at once
    WAYS.append(ask_to_end)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
async def test_closed_while_it_loads_it_ends_all_the_same(
    qapp: QApplication, way: Callable[[MainWindow], None]
) -> None:
    callboard = app.open_in(qapp)
    assert callboard is not None
    callboard.window.show()
    running = asyncio.create_task(callboard.run())
    await asyncio.sleep(0)
    way(callboard.window)
    assert await running == 0
    assert not callboard.window.isVisible()
    callboard.window.deleteLater()


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
async def test_what_is_in_the_way_of_a_start_need_not_be_read(
    qapp: QApplication,
    until: Until,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    way: Callable[[MainWindow], None],
) -> None:
    monkeypatch.setenv("CALLBOARD_HOME", str(tmp_path / "file" / "home"))
    (tmp_path / "file").touch()
    callboard = app.open_in(qapp)
    assert callboard is not None
    callboard.window.show()
    running = asyncio.create_task(callboard.run())
    await until(lambda: callboard.window.findChild(QMessageBox))
    way(callboard.window)
    assert await running == 1
    callboard.window.deleteLater()


@pytest.mark.slow
def test_who_comes_while_the_first_one_ends_gets_its_place(
    qapp: QApplication, callboard_home: Path
) -> None:
    lock = take_lock(callboard_home)
    assert lock is not None
    ending = threading.Timer(0.3, lock.unlock)
    ending.start()
    callboard = app.open_in(qapp)
    ending.join()
    assert callboard is not None
    assert take_lock(callboard_home) is None
    callboard.window.finish_close()
    callboard.window.deleteLater()


@pytest.mark.slow
async def test_a_first_instance_that_hangs_is_told_of(
    qapp: QApplication, until: Until, callboard_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "_ATTEMPTS", 1)
    lock = take_lock(callboard_home)
    assert lock is not None
    callboard = app.open_in(qapp)
    assert callboard is not None
    callboard.window.show()
    running = asyncio.create_task(callboard.run())
    await until(lambda: callboard.window.findChild(QMessageBox))
    box = callboard.window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "End it, then start Callboard again." in box.text()
    assert str(callboard_home) in box.text()
    box.accept()
    assert await running == 1
    callboard.window.deleteLater()
    lock.unlock()
