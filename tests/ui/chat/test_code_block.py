"""Code on the page: folded, wrapped, numbered and saved, however many chunks it has."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.messages import Text
from studio.ui.chat import code_saving
from studio.ui.chat.code_block import CodeBlock
from studio.ui.chat.code_theme import code_theme
from studio.ui.chat.column import Place
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Appearance, Theme
from tests.ui.chat.transcripts import ORIGIN, turn

LEFT = Qt.MouseButton.LeftButton
WIDE = "wide " * 60


class Stage:
    """A transcript, and the code in sight."""

    def __init__(self, qtbot: QtBot, theme: Theme) -> None:
        self.qtbot = qtbot
        self.theme = theme
        self.view = TranscriptView(theme, lambda _: QWidget())
        qtbot.addWidget(self.view)
        self.view.resize(700, 700)
        self.view.show()

    def open(self, *turns: Turn) -> list[CodeBlock]:
        self.view.open_chat(turns)
        self.view.scroll_to_start()
        return self.blocks()

    def blocks(self) -> list[CodeBlock]:
        self.qtbot.waitUntil(lambda: self.view.is_settled)
        bound = sorted(self.view.bound().items())
        return [widget for _, widget in bound if isinstance(widget, CodeBlock)]

    def place(self, block: CodeBlock) -> Place:
        place = self.view.place_of(block)
        assert place is not None
        return place


@pytest.fixture
def stage(qtbot: QtBot, qapp: QApplication) -> Iterator[Stage]:
    theme = Theme(qapp, "light")
    yield Stage(qtbot, theme)
    theme.appear(Appearance())


def fence(count: int, language: str = "text") -> str:
    lines = "\n".join(f"line {number}" for number in range(1, count + 1))
    return f"```{language}\n{lines}\n```\n\nAfter."


def test_long_code_is_folded_and_unfolds_with_its_button(stage: Stage) -> None:
    (block,) = stage.open(turn(1, fence(90)))
    line = stage.theme.appearance.code_size * 18 // 13
    assert block.text_view.height() == 24 * line
    assert block.unfold is not None
    assert block.unfold.text() == "Show all 90 lines"
    QTest.mouseClick(block.unfold, LEFT)
    (block,) = stage.blocks()
    assert block.text_view.height() == 90 * line
    assert block.unfold is not None
    assert block.unfold.isHidden()


def test_short_code_is_not_folded(stage: Stage) -> None:
    (block,) = stage.open(turn(1, fence(40)))
    assert block.unfold is None
    assert block.shape.hidden_lines == 0


def test_chunks_below_a_fold_take_no_room(stage: Stage) -> None:
    (block,) = stage.open(turn(1, fence(400)))
    assert block.shape.hidden_lines == 400 - 24
    rows = stage.view.column.rows_of(0).rows
    places = [Place(0, row) for row in range(2, len(rows)) if stage.view.is_hidden(Place(0, row))]
    assert len(places) == 2
    assert all(stage.view.column.height_of(place) == 0 for place in places)
    assert stage.view.wide.code_at(places[0]) == "\n".join(f"line {n}" for n in range(1, 401))


def test_what_is_jumped_to_is_unfolded(stage: Stage) -> None:
    stage.open(turn(1, fence(400)))
    stage.view.show_place(Place(0, 2))
    assert [block.shape.first_line for block in stage.blocks()][-1] == 151
    assert all(block.shape.hidden_lines == 0 for block in stage.blocks())


def test_code_is_never_folded_while_it_streams_nor_when_it_ends(stage: Stage) -> None:
    stage.open()
    stage.view.show_event("live", ev.TurnStarted((Text("Go"),), 1.0))
    stage.view.show_event("live", ev.RoundStarted("r", ORIGIN, 1.0))
    stage.view.show_event("live", ev.TextDelta(fence(90)))
    assert stage.blocks()[0].shape.hidden_lines == 0
    stage.view.show_event("live", ev.TurnCompleted(2.0))
    assert stage.blocks()[0].shape.hidden_lines == 0


def test_lines_wrap_when_asked_and_only_in_that_code(stage: Stage) -> None:
    first, second = stage.open(turn(1, f"```text\n{WIDE}\n```\n\n```text\n{WIDE}\n```"))
    before = first.text_view.height()
    assert first.head is not None
    QTest.mouseClick(first.head.wrap, LEFT)
    first, second = stage.blocks()
    assert first.text_view.height() > before
    assert second.text_view.height() == before
    assert first.text_view.horizontalScrollBar().maximum() == 0


def test_wrapped_code_stays_wrapped_when_it_is_seen_again(stage: Stage) -> None:
    others = [turn(number, "Text.\n\n" * 40) for number in range(2, 5)]
    (block, *_) = stage.open(turn(1, f"```text\n{WIDE}\n```"), *others)
    assert block.head is not None
    block.head.wrap.click()
    stage.view.scroll_to_end()
    assert stage.blocks() == []
    stage.view.scroll_to_start()
    assert stage.blocks()[0].shape.wraps


def test_the_settings_say_how_code_begins(stage: Stage) -> None:
    stage.theme.appear(Appearance(wraps_code=True, numbers_code=True))
    (block,) = stage.open(turn(1, f"```text\n{WIDE}\n```"))
    assert block.shape.wraps
    assert block.text_view.x() > 12 + 2 * 7


def test_numbers_go_on_over_the_chunks(stage: Stage) -> None:
    stage.theme.appear(Appearance(numbers_code=True))
    stage.open(turn(1, fence(400)))
    stage.view.show_place(Place(0, 2))
    lefts = {block.text_view.x() for block in stage.blocks()}
    assert len(lefts) == 1
    assert {block.shape.first_line for block in stage.blocks()} <= {1, 151, 301}


def test_a_narrow_head_keeps_copy_and_puts_the_rest_into_a_menu(stage: Stage) -> None:
    stage.view.resize(180, 700)
    (block,) = stage.open(turn(1, "```python\nx = 1\n```"))
    head = block.head
    assert head is not None
    assert [each.isVisible() for each in (head.copy, head.more, head.save, head.wrap)] == [
        True,
        True,
        False,
        False,
    ]
    menu = QMenu()
    head.add_to(menu)
    assert [each.text() for each in menu.actions()] == [
        "Copy code",
        "Save code as…",
        "Wrap lines",
    ]


def test_the_buttons_are_reached_by_keys_and_have_names(stage: Stage) -> None:
    (block,) = stage.open(turn(1, fence(90)))
    assert block.head is not None
    assert block.unfold is not None
    for button in (block.head.copy, block.head.save, block.head.wrap, block.unfold):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert button.accessibleName() or button.text()


def test_lines_of_a_diff_are_painted_over_the_whole_width(stage: Stage) -> None:
    (block,) = stage.open(turn(1, "```diff\n--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same\n```"))
    theme = code_theme(stage.view.writer.look)
    picture = block.grab().toImage()
    scale = picture.devicePixelRatio()
    line = stage.view.writer.look.code_line_height

    def colour(number: int) -> QColor:
        y = block.text_view.y() + number * line + line // 2
        return picture.pixelColor(round((block.width() - 5) * scale), round(y * scale))

    plain = theme.background
    wanted = [plain, plain, theme.line("@"), theme.line("-"), theme.line("+"), plain]
    assert [colour(number) for number in range(6)] == wanted


def test_code_takes_the_colours_of_its_theme(stage: Stage) -> None:
    stage.theme.appear(Appearance(code_theme="monokai"))
    (block,) = stage.open(turn(1, "```python\nx = 1\n```"))
    corner = block.grab().toImage().pixelColor(20, block.height() - 4)
    assert corner.name() == "#272822"


def test_code_is_saved_under_a_name_with_the_right_ending(stage: Stage, tmp_path: Path) -> None:
    (block,) = stage.open(turn(1, "```python\nx = 'ö'\n```"))
    assert block.head is not None
    block.head.save.click()
    dialog = stage.view.window().findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert Path(dialog.selectedFiles()[0]).name == "code.py"
    target = tmp_path / "code.py"
    dialog.fileSelected.emit(str(target))
    stage.qtbot.waitUntil(target.exists)
    stage.qtbot.waitUntil(lambda: target.read_bytes() == "x = 'ö'\n".encode())
    dialog.reject()


def test_code_that_cannot_be_saved_is_told(stage: Stage, tmp_path: Path) -> None:
    code_saving.save(stage.view, tmp_path / "no" / "code.py", "x")
    stage.qtbot.waitUntil(lambda: stage.view.findChild(QMessageBox) is not None)
    box = stage.view.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "code.py" in box.text()
    box.reject()


def test_a_menu_offers_what_can_be_done_with_code(stage: Stage) -> None:
    (block,) = stage.open(turn(1, f"```text\n{WIDE}\n```"))
    menu = QMenu()
    stage.view.wide.add_to(menu, stage.place(block))
    names = {each.text(): each for each in menu.actions()}
    names["Wrap lines"].trigger()
    assert stage.blocks()[0].shape.wraps
    names["Copy code"].trigger()
    assert QApplication.clipboard().text() == WIDE


def test_code_looks_as_it_runs_and_is_copied_as_it_came(stage: Stage) -> None:
    code = "if admin: \u202e # \u2066} {\u2069\n    gr\u200bant()"
    (block,) = stage.open(turn(0, f"```python\n{code}\n```"))
    view = block.text_view
    assert view is not None
    drawn = view.toPlainText()
    assert not set(drawn) & set("\u202e\u2066\u2069\u200b")
    assert len(drawn) == len(code)
    assert stage.view.wide.code_at(stage.place(block)) == code
