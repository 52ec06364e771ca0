"""Whoever waits for a model on this computer sees that it is being loaded."""

import pytest
from PySide6.QtWidgets import QProgressBar
from pytestqt.qtbot import QtBot

from studio.harness.ports import EngineState
from studio.ui.chat.engine_strip import EngineStrip


def test_a_loading_model_shows_how_far_it_is(qtbot: QtBot) -> None:
    strip = EngineStrip()
    qtbot.addWidget(strip)
    assert strip.isHidden()
    strip.show_state(EngineState.LOADING, 0.4)
    assert not strip.isHidden()
    assert strip.findChildren(QProgressBar)[0].value() == 40


@pytest.mark.parametrize("state", [EngineState.READY, EngineState.FAILED, EngineState.STOPPED])
def test_nothing_is_shown_once_it_is_loaded_or_given_up(qtbot: QtBot, state: EngineState) -> None:
    strip = EngineStrip()
    qtbot.addWidget(strip)
    strip.show_state(EngineState.LOADING, 0.4)
    strip.show_state(state, 1.0)
    assert strip.isHidden()
