"""The wait for a retry can be seen to pass, and nothing ticks otherwise."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from studio.ui.chat import note_blocks
from studio.ui.chat.documents import Writer
from studio.ui.chat.look import read_look
from studio.ui.chat.note_blocks import NoteBlock
from studio.ui.chat.rows import Note, NoteRow
from studio.ui.theme import Theme


def test_the_wait_for_a_retry_is_counted_down(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(note_blocks, "monotonic", lambda: now[0])
    holder = QWidget()
    qtbot.addWidget(holder)
    block = NoteBlock(holder, Writer(read_look(Theme(qapp, "light"))))
    block.show_row(NoteRow(Note.RETRYING, delay=4.0, attempt=2, of=5))
    label, clock = block.findChildren(QLabel)[0], block.findChildren(QTimer)[0]
    assert label.text() == "Retrying in 4 s (2 of 5)"
    now[0] += 1.5
    clock.timeout.emit()
    assert label.text() == "Retrying in 3 s (2 of 5)"
    now[0] += 5
    clock.timeout.emit()
    assert not clock.isActive()


def test_a_quiet_note_has_no_clock_running(qapp: QApplication, qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    block = NoteBlock(holder, Writer(read_look(Theme(qapp, "light"))))
    block.show_row(NoteRow(Note.RETRYING, delay=4.0, attempt=1, of=5))
    block.show_row(NoteRow(Note.CANCELLED))
    assert not block.findChildren(QTimer)[0].isActive()
