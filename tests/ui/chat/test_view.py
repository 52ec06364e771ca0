"""The transcript on the page: what stays in place, what can be selected, and what a click does."""

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QAccessible, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.errors import Category, Failure
from studio.core.messages import Text, TurnState
from studio.ui.chat.card_block import CardBlock
from studio.ui.chat.code_block import CodeBlock
from studio.ui.chat.column import Place
from studio.ui.chat.note_blocks import FailureBlock, ReasoningFold
from studio.ui.chat.rows import BlockRow, PromptRow
from studio.ui.chat.table_block import TableBlock
from studio.ui.chat.text_view import TextView
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Theme
from tests.ui.chat.transcripts import ORIGIN, SAMPLER, turn

LEFT = Qt.MouseButton.LeftButton
PARAGRAPHS = "\n\n".join(f"Paragraph number {number}, a few words long." for number in range(60))


class Card(QFrame):
    """A card that can grow, and has a field to type into."""

    height_changed = Signal()

    def __init__(self, identity: str) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.addWidget(QLabel(identity))
        self.field = QLineEdit()
        self.more = QLabel("one\ntwo\nthree\nfour")
        self.more.hide()
        layout.addWidget(self.field)
        layout.addWidget(self.more)

    def unfold(self) -> None:
        self.more.show()
        self.height_changed.emit()


class Stage:
    """A transcript in a window, with the little a test wants to know about it."""

    def __init__(self, qtbot: QtBot, theme: Theme) -> None:
        self.qtbot = qtbot
        self.theme = theme
        self.view = TranscriptView(theme, Card)
        qtbot.addWidget(self.view)
        self.view.resize(800, 600)
        self.view.show()

    def open(self, *turns: Turn) -> None:
        self.view.open_chat(turns)
        self.settle()

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: self.view.is_settled)

    def tell(self, *events: ev.Event, turn_id: str = "live") -> None:
        for event in events:
            self.view.show_event(turn_id, event)
        self.settle()

    def start(self) -> None:
        self.tell(ev.TurnStarted((Text("Go"),), 1.0), ev.RoundStarted("r", ORIGIN, 1.0))

    def shown(self, kind: type[QWidget]) -> list[QWidget]:
        widgets = sorted(self.view.bound().items())
        return [widget for _, widget in widgets if isinstance(widget, kind)]

    def place_of_text(self, words: str) -> Place:
        for place in self.view.bound():
            row = self.view.column.row(place)
            text = row.block.text if isinstance(row, BlockRow) else ""
            text = row.text if isinstance(row, PromptRow) else text
            if words in text:
                return place
        raise AssertionError(words)

    def y_of(self, words: str) -> int:
        return self.view.bound()[self.place_of_text(words)].y()

    def point_at(self, words: str, letter: int) -> QPoint:
        """A point of the viewport, on a letter of the row with these words."""
        text = self.view.bound()[self.place_of_text(words)].text_view
        assert isinstance(text, TextView)
        cursor = text.textCursor()
        cursor.setPosition(letter)
        inner = text.cursorRect(cursor).center()
        return text.mapTo(self.view.viewport(), inner)

    def mouse(self, kind: QEvent.Type, point: QPoint, *, held: bool = True) -> None:
        viewport = self.view.viewport()
        button = LEFT if kind is not QEvent.Type.MouseMove else Qt.MouseButton.NoButton
        buttons = LEFT if held and kind is not QEvent.Type.MouseButtonRelease else button
        where = QPointF(point)
        event = QMouseEvent(
            kind,
            where,
            viewport.mapToGlobal(where),
            button,
            buttons if held else Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(viewport, event)

    def drag(self, begin: QPoint, end: QPoint) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, begin)
        self.mouse(QEvent.Type.MouseMove, end)
        self.mouse(QEvent.Type.MouseButtonRelease, end)

    def click(self, point: QPoint) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, point)
        self.mouse(QEvent.Type.MouseButtonRelease, point)

    def bar_is_at_end(self) -> bool:
        bar = self.view.verticalScrollBar()
        return bar.value() == bar.maximum()


@pytest.fixture
def stage(qtbot: QtBot, qapp: QApplication) -> Stage:
    return Stage(qtbot, Theme(qapp, "light"))


def many(count: int) -> list[Turn]:
    return [turn(number, SAMPLER, calls=1, reasoning="Hm.") for number in range(count)]


def test_a_chat_opens_at_its_end(stage: Stage) -> None:
    stage.open(*many(30))
    assert stage.bar_is_at_end()
    assert stage.y_of("The end.") > 0


@pytest.mark.slow
def test_a_chat_of_a_thousand_messages_is_painted_at_once(stage: Stage) -> None:
    turns = many(500)
    stage.open(turn(0))
    stage.view.open_chat(turns)
    stage.view.repaint()
    looked_at = sum(entry.rows is not None for entry in stage.view.column._entries)
    assert looked_at < 10


@pytest.mark.slow
def test_only_the_visible_rows_have_widgets(stage: Stage) -> None:
    stage.open(*many(300))
    for _ in range(60):
        stage.view.scroll_by(-stage.view.page_step())
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert len(stage.view.viewport().children()) < 80
    height = stage.view.viewport().height()
    for widget in stage.view.bound().values():
        assert widget.y() < height
        assert widget.y() + widget.height() > -200


@pytest.mark.slow
def test_growing_text_stays_at_the_end_while_the_reader_is_there(stage: Stage) -> None:
    stage.open(turn(1, PARAGRAPHS))
    stage.start()
    for _ in range(30):
        stage.tell(ev.TextDelta("Some more words.\n\n"))
        assert stage.bar_is_at_end()


def test_growing_text_does_not_move_a_reader_who_scrolled_up(stage: Stage) -> None:
    stage.open(turn(1, PARAGRAPHS))
    stage.start()
    stage.tell(ev.TextDelta(PARAGRAPHS.replace("Paragraph", "Live")))
    stage.view.scroll_by(-700)
    place = stage.place_of_text("Live number 30")
    y = stage.view.bound()[place].y()
    for _ in range(20):
        stage.tell(ev.TextDelta("Some more words.\n\n"))
        assert stage.view.bound()[place].y() == y
    assert not stage.bar_is_at_end()
    assert stage.view._button.isVisible()
    stage.view._button.click()
    assert stage.bar_is_at_end()
    assert not stage.view._button.isVisible()


def test_scrolling_up_over_rows_never_seen_moves_the_page_by_exactly_that(stage: Stage) -> None:
    stage.open(*many(40))
    for _ in range(60):
        place, widget = min(
            (each for each in stage.view.bound().items() if each[1].y() >= 0),
            key=lambda each: each[0],
        )
        y = widget.y()
        stage.view.scroll_by(-50)
        assert stage.view.bound()[place].y() == y + 50


def test_a_card_that_unfolds_above_the_end_keeps_the_end_in_sight(stage: Stage) -> None:
    stage.open(turn(1, "Short.", calls=2))
    stage.start()
    stage.tell(ev.TextDelta(PARAGRAPHS[:300]))
    card = stage.shown(CardBlock)[0]
    assert isinstance(card, CardBlock)
    height = card.height()
    assert isinstance(card.card, Card)
    card.card.unfold()
    stage.settle()
    assert card.height() > height
    assert stage.bar_is_at_end()


def test_a_card_in_use_outlives_being_scrolled_out_of_sight(stage: Stage) -> None:
    stage.open(turn(1, PARAGRAPHS, calls=1))
    stage.view.scroll_to_start()
    block = stage.shown(CardBlock)[0]
    assert isinstance(block, CardBlock)
    card = block.card
    assert isinstance(card, Card)
    stage.view.activateWindow()
    card.field.setFocus()
    stage.qtbot.waitUntil(card.field.hasFocus)
    card.field.setText("half a reason")
    stage.view.scroll_to_end()
    stage.view.scroll_to_start()
    again = stage.shown(CardBlock)[0]
    assert isinstance(again, CardBlock)
    assert again.card is card


def test_a_card_out_of_use_is_made_again(stage: Stage) -> None:
    stage.open(turn(1, PARAGRAPHS, calls=1))
    stage.view.scroll_to_start()
    (first,) = stage.shown(CardBlock)
    stage.view.scroll_to_end()
    stage.view.scroll_to_start()
    (second,) = stage.shown(CardBlock)
    assert first is not second


def test_frozen_blocks_keep_their_widgets_while_the_answer_streams(stage: Stage) -> None:
    stage.open()
    stage.start()
    stage.tell(ev.TextDelta("First.\n\nSecond.\n\n"))
    widgets = dict(stage.view.bound())
    first, second = stage.place_of_text("First"), stage.place_of_text("Second")
    for word in ("Third ", "goes ", "on\n\n", "- item\n", "- item\n"):
        stage.tell(ev.TextDelta(word))
        assert stage.view.bound()[first] is widgets[first]
        assert stage.view.bound()[second] is widgets[second]


def test_a_reader_moves_by_keys(stage: Stage) -> None:
    stage.open(*many(20))
    view, bar = stage.view, stage.view.verticalScrollBar()
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert bar.value() == 0
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert bar.value() == view.page_step()
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert bar.value() == 0
    QTest.keyClick(view, Qt.Key.Key_End)
    assert stage.bar_is_at_end()


def test_a_selection_runs_over_blocks_and_is_copied(stage: Stage) -> None:
    stage.open(turn(1, "First paragraph.\n\n- one\n- two **bold**\n\nLast paragraph."))
    stage.drag(stage.point_at("First", 6), stage.point_at("Last", 4))
    assert stage.view.selected_text() == "paragraph.\n\n\u2022 one\n\u2022 two bold\n\nLast"
    QTest.keyClick(stage.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == stage.view.selected_text()


def test_a_selection_outlives_its_widgets(stage: Stage) -> None:
    stage.open(turn(1, PARAGRAPHS))
    stage.view.scroll_to_start()
    stage.drag(stage.point_at("number 1,", 0), stage.point_at("number 3,", 9))
    selected = stage.view.selected_text()
    assert selected.startswith("Paragraph number 1, a few words long.\n\nParagraph number 2")
    stage.view.scroll_to_end()
    assert stage.view.selected_text() == selected
    stage.view.scroll_to_start()
    view = stage.view.bound()[stage.place_of_text("number 2,")].text_view
    assert view is not None
    assert view.textCursor().selectedText() == "Paragraph number 2, a few words long."


def test_a_selection_stays_while_its_block_grows(stage: Stage) -> None:
    stage.open()
    stage.start()
    stage.tell(ev.TextDelta("Growing words "))
    stage.drag(stage.point_at("Growing", 0), stage.point_at("Growing", 7))
    stage.tell(ev.TextDelta("go on"))
    view = stage.view.bound()[stage.place_of_text("Growing")].text_view
    assert view is not None
    assert view.textCursor().selectedText() == "Growing"


def test_select_all_takes_the_whole_message_even_out_of_sight(stage: Stage) -> None:
    stage.open(turn(1, PARAGRAPHS))
    QTest.keyClick(stage.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert stage.view.selected_text() == f"Question?\n\n{PARAGRAPHS}"


def test_part_of_code_is_copied_without_marks(stage: Stage) -> None:
    stage.open(turn(1, "```python\n\tdef \U0001f600(x):\n    return x\n```\n"))
    stage.drag(stage.point_at("def", 1), stage.point_at("def", 20))
    assert stage.view.selected_text() == "def \U0001f600(x):\n    retu"


def test_the_menu_copies_a_message_as_markdown(stage: Stage) -> None:
    stage.open(turn(1, SAMPLER))
    menu = stage.view.make_menu(stage.point_at("The end", 2))
    stage.qtbot.addWidget(menu)
    names = {action.text(): action for action in menu.actions()}
    assert not names["Copy"].isEnabled()
    names["Copy message as Markdown"].trigger()
    assert QGuiApplication.clipboard().text() == SAMPLER


def clicked(stage: Stage, source: str, letter: int) -> tuple[list[str], list[tuple[str, str]]]:
    opened: list[str] = []
    doubted: list[tuple[str, str]] = []
    stage.view.link_activated.connect(lambda url: opened.append(url.toString()))
    stage.view.link_doubtful.connect(lambda url, label: doubted.append((url.toString(), label)))
    stage.open(turn(1, source))
    stage.click(stage.point_at(source[:5], letter))
    return opened, doubted


def test_a_click_opens_a_link(stage: Stage) -> None:
    opened, doubted = clicked(stage, "[the notice](https://a.example/x)", 4)
    assert (opened, doubted) == (["https://a.example/x"], [])


def test_a_label_that_reads_like_another_address_is_asked_about(stage: Stage) -> None:
    opened, doubted = clicked(stage, "[https://bank.example](https://evil.example)", 4)
    assert (opened, doubted) == ([], [("https://evil.example", "https://bank.example")])


@pytest.mark.parametrize(
    "source", ["[a word](file:///etc/passwd)", "[a word](ms-msdt:/id)", "[a word](javascript:x)"]
)
def test_a_click_on_any_other_target_does_nothing(stage: Stage, source: str) -> None:
    assert clicked(stage, source, 3) == ([], [])


def test_a_link_shows_its_target_before_it_is_clicked(stage: Stage) -> None:
    hovered: list[str] = []
    stage.view.link_hovered.connect(hovered.append)
    stage.open(turn(1, "[the notice](https://a.example/x) and text"))
    point = stage.point_at("[the notice]", 4)
    stage.mouse(QEvent.Type.MouseMove, point, held=False)
    stage.mouse(QEvent.Type.MouseMove, stage.point_at("[the notice]", 14), held=False)
    assert hovered == ["https://a.example/x", ""]
    assert stage.view.link_at(point) == "https://a.example/x"


def test_the_copy_button_copies_all_chunks_of_the_code(stage: Stage) -> None:
    code = "\n".join(f"line {number}" for number in range(400))
    stage.open(turn(1, f"```text\n{code}\n```"))
    stage.view.scroll_to_start()
    block = stage.shown(CodeBlock)[0]
    assert isinstance(block, CodeBlock)
    assert block.head is not None
    QTest.mouseClick(block.head.copy, LEFT)
    assert QGuiApplication.clipboard().text() == code


def test_a_line_that_is_drawn_in_part_is_copied_whole(stage: Stage) -> None:
    code = "x" * 30_000 + "\nlast"
    stage.open(turn(1, f"```text\n{code}\n```"))
    (block,) = stage.shown(CodeBlock)
    assert isinstance(block, CodeBlock)
    assert block.head is not None
    QTest.mouseClick(block.head.copy, LEFT)
    assert QGuiApplication.clipboard().text() == code


def test_the_name_of_a_language_is_text(stage: Stage) -> None:
    stage.open(turn(1, "```<b>bold</b><img/src=x>\ncode\n```"))
    (block,) = stage.shown(CodeBlock)
    label = block.findChild(QLabel)
    assert isinstance(label, QLabel)
    assert label.text() == "<b>bold</b><img/src=x>"
    assert label.textFormat() is Qt.TextFormat.PlainText


@pytest.mark.slow
def test_the_end_stays_in_sight_when_the_scroll_bar_comes(stage: Stage) -> None:
    stage.open()
    stage.start()
    for number in range(40):
        stage.tell(ev.TextDelta(f"Line {number} of an answer that will not fit the page.\n\n"))
        last = stage.view.bound()[stage.place_of_text(f"Line {number} of")]
        assert last.y() + last.height() <= stage.view.viewport().height()
    assert stage.bar_is_at_end()


def test_wide_code_scrolls_by_itself(stage: Stage) -> None:
    stage.open(turn(1, "```text\n" + "wide " * 100 + "\n```\n\nText."))
    (block,) = stage.shown(CodeBlock)
    assert isinstance(block, CodeBlock)
    assert block.scroll_sideways(50)
    assert block.text_view.horizontalScrollBar().value() == 50
    assert stage.view.horizontalScrollBar().maximum() == 0


def test_chunks_of_one_fence_scroll_together(stage: Stage) -> None:
    stage.open(turn(1, "```text\n" + ("wide " * 100 + "\n") * 160 + "```\n"))
    stage.view.show_place(Place(0, 2))
    stage.view.scroll_to_end()
    first, second = (each for each in stage.shown(CodeBlock)[-2:])
    assert isinstance(first, CodeBlock)
    assert isinstance(second, CodeBlock)
    second.scroll_sideways(70)
    assert first.text_view.horizontalScrollBar().value() == 70


def test_code_is_coloured_after_it_is_shown(stage: Stage) -> None:
    stage.open(turn(1, '```python\nprint("one")  # two\n```'))
    (block,) = stage.shown(CodeBlock)
    assert isinstance(block, CodeBlock)
    line = block.text_view.document().firstBlock()
    stage.qtbot.waitUntil(lambda: len(line.layout().formats()) >= 3)


def test_a_very_wide_table_scrolls_by_itself(stage: Stage) -> None:
    head = "|".join(f"column {number}" for number in range(30))
    stage.open(turn(1, f"{head}\n{'|'.join('-' * 30)}\n{head}\n"))
    (block,) = stage.shown(TableBlock)
    assert isinstance(block, TableBlock)
    assert block.scroll_sideways(40)


def test_reasoning_unfolds_with_a_click(stage: Stage) -> None:
    stage.open(turn(1, "Answer.", reasoning="First thought.\n\nSecond thought."))
    (fold,) = stage.shown(ReasoningFold)
    button = fold.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    assert button.text().endswith("Thought for 3.1 s")
    QTest.mouseClick(button, LEFT)
    stage.settle()
    assert stage.y_of("Second thought") < stage.y_of("Answer.")


@pytest.mark.parametrize(
    ("name", "state", "label"),
    [
        ("retry_requested", TurnState.FAILED, "Retry"),
        ("continue_requested", TurnState.FAILED, "Continue"),
        ("details_requested", TurnState.FAILED, "Details"),
        ("retry_requested", TurnState.INTERRUPTED, "Retry"),
        ("continue_requested", TurnState.INTERRUPTED, "Continue"),
        ("continue_requested", TurnState.CANCELLED, "Continue"),
    ],
)
def test_a_broken_turn_offers_what_can_be_done(
    stage: Stage, name: str, state: TurnState, label: str
) -> None:
    stage.open(turn(1, "part", state=state))
    asked: list[str] = []
    getattr(stage.view, name).connect(asked.append)
    buttons = [
        button
        for widget in stage.view.bound().values()
        for button in widget.findChildren(QPushButton)
        if button.text() == label and button.isVisible()
    ]
    QTest.mouseClick(buttons[0], LEFT)
    assert asked == ["turn1"]


def test_only_the_last_turn_can_be_tried_again(stage: Stage) -> None:
    stage.open(turn(1, "part", state=TurnState.FAILED))
    stage.tell(ev.TurnStarted((Text("Go"),), 1.0), turn_id="turn2")
    failure = stage.shown(FailureBlock)[0]
    visible = [each.text() for each in failure.findChildren(QPushButton) if each.isVisible()]
    assert visible == ["Details"]


def test_a_failure_says_what_the_provider_said_and_as_text(stage: Stage) -> None:
    stage.open()
    stage.start()
    stage.tell(ev.TurnFailed(Failure(Category.SERVER, "<b>oops</b>", 500, "", "req_1"), 2.0))
    (block,) = stage.shown(FailureBlock)
    labels = {label.text() for label in block.findChildren(QLabel)}
    assert "<b>oops</b>\nHTTP 500 \u00b7 req_1" in labels


def test_another_theme_recolours_what_is_shown(stage: Stage) -> None:
    stage.open(turn(1, SAMPLER))
    place = stage.place_of_text("The end")

    def colour() -> str:
        view = stage.view.bound()[place].text_view
        assert view is not None
        cursor = view.textCursor()
        cursor.setPosition(1)
        return cursor.charFormat().foreground().color().name()

    assert colour() == stage.theme.palette.text
    stage.theme.choose("dark")
    stage.settle()
    assert colour() == stage.theme.palette.text


def test_nothing_ticks_when_nothing_happens(stage: Stage) -> None:
    stage.open(*many(3))
    stage.start()
    stage.tell(ev.TextDelta(SAMPLER), ev.TurnCompleted(2.0))

    def ticking() -> list[QTimer]:
        return [timer for timer in stage.view.findChildren(QTimer) if timer.isActive()]

    stage.qtbot.waitUntil(lambda: not ticking())


def test_a_narrow_window_shows_everything(stage: Stage) -> None:
    stage.open(turn(1, SAMPLER + "\n\n" + "long" * 100, calls=1))
    stage.view.resize(320, 400)
    stage.settle()
    width = stage.view.viewport().width()
    for widget in stage.view.bound().values():
        assert widget.x() >= 0
        assert widget.x() + widget.width() <= width


def test_everything_on_the_page_has_an_accessible_name(stage: Stage) -> None:
    stage.open(turn(1, SAMPLER, reasoning="Hm.", state=TurnState.FAILED, calls=0))
    stage.view.scroll_to_start()
    kinds: tuple[type[QWidget], ...] = (TextView, QPushButton)
    for kind in kinds:
        for widget in stage.view.viewport().findChildren(kind):
            if widget.isVisible():
                interface = QAccessible.queryAccessibleInterface(widget)
                assert interface.text(QAccessible.Text.Name), widget


def fed(stage: Stage, text: str, step: int) -> list[float]:
    """Streams a text and says what each step took of the processor, layout included."""
    stage.open()
    stage.start()
    times = []
    for at in range(0, len(text), step):
        started = time.thread_time()
        stage.view.show_event("live", ev.TextDelta(text[at : at + step]))
        stage.view.arrange()
        times.append(time.thread_time() - started)
    return times


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        lambda: "```python\n" + "def f(x):\n    return x + 1\n" * 3_500,
        lambda: "- an item with some words\n" * 3_800,
        lambda: "One sentence of a paragraph that goes on and on. " * 2_000,
        lambda: "a|b|c\n-|-|-\n" + "one cell|two cells|three\n" * 4_000,
        lambda: "spaceless" * 11_000,
    ],
)
def test_one_block_of_a_hundred_kilobytes_costs_no_more_at_its_end(
    stage: Stage, make: Callable[[], str]
) -> None:
    times = fed(stage, make(), 256)
    tenth = len(times) // 10
    begin, end = sorted(times[tenth : 3 * tenth]), sorted(times[-2 * tenth :])
    # A cost that grows with what came before is 4.5 times as much.
    assert end[tenth] < 3.5 * begin[tenth] + 0.01


def test_an_address_is_never_loaded_to_draw_it(stage: Stage) -> None:
    stage.open(turn(1, "![a](https://a.example/a.png) ![b](file:///etc/hostname) <img src=x>"))
    view = stage.shown(QWidget)[1].findChild(TextView)
    assert isinstance(view, TextView)
    assert view.loadResource(2, QUrl("file:///etc/hostname")).width() == 1
