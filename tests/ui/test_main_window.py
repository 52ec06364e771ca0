"""The frame of the window: there at once, kept as it was, closed only when all is saved."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from studio.ui.main_window import MINIMUM_SIZE, MainWindow
from studio.ui.theme import Theme
from tests.conftest import ROOT

LOADED = """
import json, sys
from PySide6 import QtCore
from PySide6.QtWidgets import QApplication
from studio.ui.main_window import MainWindow
from studio.ui.single_instance import take_lock
from studio.ui.theme import Theme
application = QApplication(sys.argv)
window = MainWindow(Theme(application))
window.painted.connect(lambda: application.exit(0))
window.show()
application.exec()
print(json.dumps([*sys.modules, *vars(QtCore)]))
"""


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> Iterator[MainWindow]:
    window = MainWindow(theme)
    yield window
    window.finish_close()


def test_the_first_paint_loads_nothing_that_could_come_later() -> None:
    output = subprocess.run(
        [sys.executable, "-c", LOADED],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    ).stdout
    loaded = set(json.loads(output))
    late = {"asyncio", "pydantic", "markdown_it", "pygments", "httpx", "sqlite3", "keyring", "mcp"}
    dear_here = {"typing_extensions", "PySide6.QtNetwork", "PySide6.QtSvg"}
    assert not loaded & (late | dear_here)
    assert "PySide6.QtCore" in loaded
    assert not [name for name in loaded if name.startswith(("studio.core", "studio.harness"))]


def test_place_and_layout_come_back(qtbot: QtBot, theme: Theme, window: MainWindow) -> None:
    window.resize(700, 560)
    window.toggle_sidebar()
    again = MainWindow(theme, window.geometry_text(), window.layout_text())
    assert again.size() == window.size()
    assert again.sidebar.isHidden()
    again.finish_close()


@pytest.mark.parametrize("kept", ["", "no base64 !", "AAAA"])
def test_a_damaged_geometry_gives_a_window_all_the_same(
    qtbot: QtBot, theme: Theme, kept: str
) -> None:
    window = MainWindow(theme, kept, kept)
    assert window.width() > MINIMUM_SIZE[0]
    assert not window.sidebar.isHidden()
    window.finish_close()


def test_closing_waits_until_all_is_saved(qtbot: QtBot, window: MainWindow) -> None:
    asked: list[bool] = []
    window.closing.connect(lambda: asked.append(True))
    window.show()
    window.close()
    window.close()
    assert window.isVisible()
    assert asked == [True]
    window.finish_close()
    assert not window.isVisible()


def test_a_small_window_takes_the_room_from_the_sidebar(qtbot: QtBot, window: MainWindow) -> None:
    window.show()
    window.resize(1200, 700)
    wide = window.sidebar.width()
    window.resize(*MINIMUM_SIZE)
    assert window.sidebar.width() < wide
    assert window.pages.width() > 400
    window.resize(1200, 700)
    assert window.sidebar.width() == wide


def test_a_page_is_kept_until_it_is_removed(qtbot: QtBot, window: MainWindow) -> None:
    one, other = QLabel("one"), QLabel("other")
    window.show_page(one)
    window.show_page(other)
    window.show_page(one)
    assert window.pages.count() == 2
    assert window.pages.currentWidget() is one
    window.remove_page(one)
    assert window.pages.currentWidget() is other


def test_a_page_alone_takes_the_place_of_the_sidebar(
    qtbot: QtBot, theme: Theme, window: MainWindow
) -> None:
    chat, settings = QLabel("chat"), QLabel("settings")
    window.show_page(chat)
    window.show_page(settings, is_alone=True)
    window.toggle_sidebar()
    assert window.sidebar.isHidden()
    again = MainWindow(theme, "", window.layout_text())
    assert not again.sidebar.isHidden()
    again.finish_close()
    window.show_page(chat)
    assert not window.sidebar.isHidden()
    window.toggle_sidebar()
    window.show_page(settings, is_alone=True)
    window.show_page(chat)
    assert window.sidebar.isHidden()


def test_new_chat_and_settings_are_asked_for(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.sidebar.new_chat_requested):
        window.sidebar.new_chat.click()
    with qtbot.waitSignal(window.sidebar.settings_requested):
        window.sidebar.settings.click()
