"""Selecting by mouse and by keys: over blocks, cards and messages, while things come and go."""

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.messages import Text
from studio.ui.chat.card_block import CardBlock
from studio.ui.chat.carets import Spot
from studio.ui.chat.clip import MARKDOWN
from studio.ui.chat.column import Place
from studio.ui.chat.note_blocks import ReasoningFold
from studio.ui.chat.overlays import Veil
from studio.ui.clipboard import keep_the_text
from studio.ui.theme import Theme
from tests.ui.chat.test_view import PARAGRAPHS, Stage, many
from tests.ui.chat.transcripts import ORIGIN, SAMPLER, turn, use

pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton
PRESS, MOVE = QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove
RELEASE = QEvent.Type.MouseButtonRelease


@pytest.fixture
def stage(qtbot: QtBot, qapp: QApplication) -> Iterator[Stage]:
    stage = Stage(qtbot, Theme(qapp, "light"))
    stage.view.use_of = use
    yield stage
    keep_the_text()


def shown_as_selected(stage: Stage, words: str) -> str:
    view = stage.view.bound()[stage.place_of_text(words)].text_view
    assert view is not None
    return view.textCursor().selectedText()


def veiled(stage: Stage, kind: type) -> list[bool]:
    return [
        any(veil.isVisibleTo(widget) for veil in widget.findChildren(Veil))
        for widget in stage.shown(kind)
    ]


def keys(stage: Stage, key: Qt.Key, modifiers: Qt.KeyboardModifier = SHIFT, times: int = 1) -> None:
    for _ in range(times):
        QTest.keyClick(stage.view, key, modifiers)


def select(stage: Stage, words: str, begin: int, end: int) -> None:
    place = stage.place_of_text(words)
    stage.view.selecting.set(Spot(place, begin), Spot(place, end))


def test_a_drag_runs_over_three_messages_and_the_card_between(stage: Stage) -> None:
    stage.open(turn(1, "One answer."), turn(2, "Second answer.", calls=1), turn(3, "Third one."))
    stage.drag(stage.point_at("One", 4), stage.point_at("Third", 5))
    assert stage.view.selected_text() == (
        "answer.\n\nQuestion?\n\nlook_up\nfound\n\nSecond answer.\n\nQuestion?\n\nThird"
    )
    assert "**look_up**\n\n```\nfound\n```" in stage.view.selected_markdown()
    assert veiled(stage, CardBlock) == [True]
    assert shown_as_selected(stage, "Second") == "Second answer."


def test_a_drag_upwards_selects_the_same(stage: Stage) -> None:
    stage.open(turn(1, "One answer."), turn(2, "Second answer.", calls=1))
    stage.drag(stage.point_at("Second", 6), stage.point_at("One", 4))
    upwards = stage.view.selected_text()
    stage.drag(stage.point_at("One", 4), stage.point_at("Second", 6))
    assert stage.view.selected_text() == upwards
    stage.click(stage.point_at("One", 1))
    assert not stage.view.selecting.has_selection
    assert veiled(stage, CardBlock) == [False]


def test_a_selection_is_there_when_one_scrolls_far_away_and_back(stage: Stage) -> None:
    stage.open(*many(60))
    stage.view.scroll_to_start()
    stage.view.selecting.set(Spot(Place(0, 0), 2), Spot(Place(2, 2), 1))
    text = stage.view.selected_text()
    for _ in range(3):
        stage.view.scroll_to_end()
        for _ in range(40):
            stage.view.scroll_by(-stage.view.page_step())
        stage.view.scroll_to_start()
    assert stage.view.selected_text() == text
    assert shown_as_selected(stage, "Question?") == "estion?"
    assert veiled(stage, CardBlock)[0]


def test_a_selection_stays_on_its_words_while_an_answer_streams(stage: Stage) -> None:
    stage.open(turn(1, "Before."))
    stage.start()
    stage.tell(ev.TextDelta("First words.\n\nSecond wor"))
    begin, end = stage.place_of_text("First"), stage.place_of_text("Second")
    stage.view.selecting.set(Spot(begin, 6), Spot(end, 6))
    for piece in ("ds **go", "** on.\n\n", "- and on\n", "- and on\n\n```\ncode"):
        stage.tell(ev.TextDelta(piece))
        assert stage.view.selected_text() == "words.\n\nSecond"
        assert shown_as_selected(stage, "Second") == "Second"


def test_the_end_of_a_selection_moves_on_where_a_long_paragraph_is_cut(stage: Stage) -> None:
    stage.open()
    stage.start()
    stage.tell(ev.TextDelta("A sentence of words. " * 165 + "Marked here"))
    place = stage.place_of_text("Marked here")
    text = stage.view.column.row(place)
    length = len(getattr(text, "block").text)  # noqa: B009  # every row here is a block
    stage.view.selecting.set(Spot(place, length - 4), Spot(place, length))
    stage.tell(ev.TextDelta(" and on. " + "More and more words. " * 60))
    assert stage.view.selected_text() == "here"


def test_a_selection_stays_when_the_reasoning_above_it_unfolds(stage: Stage) -> None:
    stage.open(turn(1, "Answer text.", reasoning="First thought.\n\nSecond thought."))
    select(stage, "Answer", 0, 6)
    for _ in range(2):
        (fold,) = stage.shown(ReasoningFold)
        button = fold.findChild(QPushButton)
        assert isinstance(button, QPushButton)
        QTest.mouseClick(button, LEFT)
        stage.settle()
        assert stage.view.selected_text() == "Answer"
        assert shown_as_selected(stage, "Answer") == "Answer"


def test_a_selection_stays_when_the_note_of_waiting_goes(stage: Stage) -> None:
    stage.open(turn(1, "Before."))
    stage.tell(ev.TurnStarted((Text("Go now"),), 1.0), ev.RoundStarted("r", ORIGIN, 1.0))
    select(stage, "Go now", 0, 2)
    stage.tell(ev.TextDelta("Answer."))
    assert stage.view.selected_text() == "Go"


def test_what_is_folded_away_takes_the_selection_with_it(stage: Stage) -> None:
    stage.open(turn(1, "Answer.", reasoning="First thought.\n\nSecond thought."))
    (fold,) = stage.shown(ReasoningFold)
    button = fold.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, LEFT)
    stage.settle()
    select(stage, "Second thought", 0, 6)
    QTest.mouseClick(button, LEFT)
    stage.settle()
    assert "Second" not in stage.view.selected_text()


def test_letters_are_counted_as_they_are_drawn(stage: Stage) -> None:
    stage.open(
        turn(1, "\U0001f600\U0001f601 faces **bold**\n\n\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5")
    )
    select(stage, "faces", 2, 7)
    assert stage.view.selected_text() == "\U0001f601 fa"
    assert shown_as_selected(stage, "faces") == "\U0001f601 fa"
    select(stage, "\u05e9\u05dc", 1, 3)
    assert stage.view.selected_text() == "\u05dc\u05d5"


@pytest.mark.parametrize(
    "source",
    [
        "a **b** `c` \U0001f600 [l](https://a.example)",
        "![alt](https://a.example/p.png) x",
        "one  \ntwo",
        "# Head",
        "```\nx\n\ty\n```",
        "|a|bb|\n|-|-|\n|1|**2**3|\n||\U0001f600|",
    ],
)
def test_a_row_has_as_many_letters_as_its_document(stage: Stage, source: str) -> None:
    stage.open(turn(1, source))
    stage.view.selecting.select_turn(0)
    stretch = stage.view.selecting.stretch
    assert stretch is not None
    widget = stage.view.bound()[stretch[1].place]
    if widget.text_view is not None and "p.png" not in source:
        assert stretch[1].offset == widget.text_view.document().characterCount() - 1


def test_keys_select_letters_words_and_lines_from_the_last_click(stage: Stage) -> None:
    stage.open(turn(1, "Some words here.\n\nOther words."))
    stage.click(stage.point_at("Some", 5))
    keys(stage, Qt.Key.Key_Right, times=2)
    assert stage.view.selected_text() == "wo"
    keys(stage, Qt.Key.Key_Left)
    assert stage.view.selected_text() == "w"
    keys(stage, Qt.Key.Key_Right, SHIFT | CTRL)
    assert stage.view.selected_text() == "words "
    keys(stage, Qt.Key.Key_End)
    assert stage.view.selected_text() == "words here."
    keys(stage, Qt.Key.Key_Right)
    keys(stage, Qt.Key.Key_Right, SHIFT | CTRL)
    assert stage.view.selected_text() == "words here.\n\nOther "
    keys(stage, Qt.Key.Key_Home)
    assert stage.view.selected_text() == "words here."
    keys(stage, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert not stage.view.selecting.has_selection


def test_keys_go_over_cards_and_messages(stage: Stage) -> None:
    stage.open(turn(1, "Above."), turn(2, "Below.", calls=1))
    stage.click(stage.point_at("Above", 6))
    keys(stage, Qt.Key.Key_Down, times=3)
    assert stage.view.selected_text().startswith("Question?\n\nlook_up")
    keys(stage, Qt.Key.Key_Up, times=3)
    assert not stage.view.selected_text()


def test_keys_begin_at_the_first_text_in_sight(stage: Stage) -> None:
    stage.open(turn(1, PARAGRAPHS))
    stage.view.scroll_by(-200)
    keys(stage, Qt.Key.Key_Right, times=9)
    assert stage.view.selected_text() == "Paragraph"


def test_a_page_of_text_is_selected_by_keys_and_stays_in_sight(stage: Stage) -> None:
    stage.open(turn(1, PARAGRAPHS))
    stage.view.scroll_to_start()
    stage.click(stage.point_at("number 2,", 0))
    keys(stage, Qt.Key.Key_PageDown)
    assert stage.view.selected_text().count("\n\n") > 8
    rect = stage.view.selecting.caret_rect()
    assert rect is not None
    assert stage.view.viewport().rect().intersects(rect)
    keys(stage, Qt.Key.Key_End, SHIFT | CTRL)
    assert "Paragraph number 59" in stage.view.selected_text()
    assert stage.bar_is_at_end()
    keys(stage, Qt.Key.Key_Home, SHIFT | CTRL)
    assert stage.view.selected_text().startswith("Question?")
    assert stage.view.verticalScrollBar().value() == 0


def test_right_and_left_follow_the_eye_in_a_text_from_right_to_left(stage: Stage) -> None:
    stage.open(turn(1, "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd\n\nNext."))
    select(stage, "\u05e9\u05dc", 0, 0)
    keys(stage, Qt.Key.Key_Left, times=3)
    assert stage.view.selected_text() == "\u05e9\u05dc\u05d5"
    keys(stage, Qt.Key.Key_End)
    keys(stage, Qt.Key.Key_Left)
    keys(stage, Qt.Key.Key_Right)
    assert stage.view.selected_text().endswith("\n\nN")


def test_select_all_takes_the_message_and_then_the_chat(stage: Stage) -> None:
    stage.open(turn(1, "One."), turn(2, "Two."))
    stage.click(stage.point_at("One", 1))
    keys(stage, Qt.Key.Key_A, CTRL)
    assert stage.view.selected_text() == "Question?\n\nOne."
    keys(stage, Qt.Key.Key_A, CTRL)
    assert stage.view.selected_text() == "Question?\n\nOne.\n\nQuestion?\n\nTwo."


def test_words_and_paragraphs_are_selected_by_clicks_and_stay_whole(stage: Stage) -> None:
    stage.open(turn(1, "Some words here.\n\nOther words there."))
    point = stage.point_at("Some", 6)
    stage.mouse(PRESS, point)
    stage.mouse(RELEASE, point)
    stage.mouse(QEvent.Type.MouseButtonDblClick, point)
    assert stage.view.selected_text() == "words"
    stage.mouse(MOVE, stage.point_at("Other", 8))
    assert stage.view.selected_text() == "words here.\n\nOther words"
    stage.mouse(RELEASE, point)
    stage.mouse(QEvent.Type.MouseButtonDblClick, point)
    stage.mouse(PRESS, point)
    assert stage.view.selected_text() == "Some words here."


def test_a_drag_beyond_the_edge_selects_what_was_never_drawn(stage: Stage) -> None:
    stage.open(*(turn(number, f"Answer {number}.") for number in range(40)))
    stage.mouse(PRESS, stage.point_at("Answer 39", 6))
    stage.mouse(MOVE, QPoint(300, -200))
    stage.qtbot.waitUntil(lambda: stage.view.verticalScrollBar().value() == 0, timeout=20_000)
    stage.mouse(RELEASE, QPoint(300, -200))
    text = stage.view.selected_text()
    assert all(f"Answer {number}." in text for number in range(39))
    assert not stage.view.selecting._timer.isActive()


def test_the_clipboard_gets_text_markdown_and_html(stage: Stage) -> None:
    stage.open(turn(1, "A **bold** word."))
    select(stage, "bold", 0, 11)
    keys(stage, Qt.Key.Key_C, CTRL)
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "A bold word"
    assert data.data(MARKDOWN).data() == b"A **bold** word"
    assert data.html() == "A <strong>bold</strong> word"


def test_what_was_copied_stays_as_it_was_while_the_answer_grows(stage: Stage) -> None:
    stage.open()
    stage.start()
    stage.tell(ev.TextDelta("Growing words"))
    stage.view.selecting.select_turn(0)
    stage.view.copy()
    stage.tell(ev.TextDelta(" go on\n\n- and on\n"))
    assert QGuiApplication.clipboard().text() == "Go\n\nGrowing words"


def test_a_whole_chat_of_ten_thousand_messages_is_copied_at_once(stage: Stage) -> None:
    stage.open(*(turn(number, SAMPLER, calls=1) for number in range(10_000)))
    begin = time.perf_counter()
    stage.view.selecting.select_chat()
    stage.view.copy()
    taken = time.perf_counter() - begin
    text = QGuiApplication.clipboard().text()
    assert text.count("The end.") == 10_000
    assert text.count("Question?") == 10_000
    assert taken < 1
    assert time.perf_counter() - begin < 4


def test_a_selection_is_dragged_out_with_all_its_forms(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried: list[QMimeData | None] = []
    monkeypatch.setattr("studio.ui.chat.reading.run_drag", lambda _, data: carried.append(data))
    stage.open(turn(1, "Some **words** here."))
    select(stage, "Some", 5, 10)
    begin = stage.point_at("Some", 7)
    stage.mouse(PRESS, begin)
    assert stage.view.selected_text() == "words"
    stage.mouse(MOVE, begin + QPoint(40, 60))
    (data,) = carried
    assert data is not None
    assert data.data(MARKDOWN).data() == b"**words**"
    stage.mouse(RELEASE, begin + QPoint(40, 60))
    assert stage.view.selected_text() == "words"


def test_a_click_on_the_selection_clears_it(stage: Stage) -> None:
    stage.open(turn(1, "Some words here."))
    select(stage, "Some", 5, 10)
    stage.click(stage.point_at("Some", 7))
    assert not stage.view.selected_text()


def test_a_selection_is_quoted_in_the_reply(stage: Stage) -> None:
    quoted: list[str] = []
    stage.view.quote_requested.connect(quoted.append)
    stage.open(turn(1, "- one\n- **two**"))
    stage.view.selecting.set(
        Spot(stage.place_of_text("one"), 0), Spot(stage.place_of_text("two"), 3)
    )
    keys(stage, Qt.Key.Key_Q, CTRL | SHIFT)
    assert quoted == ["- one\n- **two**"]


def test_the_menu_copies_the_selection_in_each_form(stage: Stage) -> None:
    stage.open(turn(1, "A **bold** word."))
    select(stage, "bold", 2, 6)
    menu = stage.view.make_menu(stage.point_at("bold", 3))
    stage.qtbot.addWidget(menu)
    actions = {action.text(): action for action in menu.actions()}
    actions["Copy as Markdown"].trigger()
    assert QGuiApplication.clipboard().text() == "**bold**"
    actions["Copy as plain text"].trigger()
    assert QGuiApplication.clipboard().mimeData().formats() == ["text/plain"]
    assert QGuiApplication.clipboard().text() == "bold"
    actions["Select the whole chat"].trigger()
    assert stage.view.selected_text() == "Question?\n\nA bold word."


def test_the_menu_copies_what_a_formula_and_a_table_were_written_as(stage: Stage) -> None:
    stage.open(turn(1, "With $x^2$ in it.\n\n| a |\n|---|\n| 1 |"))
    for words, name, expected in (
        ("With", "Copy formula x^2", "x^2"),
        ("", "Copy table as Markdown", "| a   |\n| --- |\n| 1   |\n"),
    ):
        place = stage.place_of_text(words) if words else Place(0, 2)
        menu = stage.view.make_menu(stage.view.bound()[place].geometry().center())
        stage.qtbot.addWidget(menu)
        {action.text(): action for action in menu.actions()}[name].trigger()
        assert QGuiApplication.clipboard().text() == expected


def test_the_menu_opens_at_the_caret_by_keys(stage: Stage) -> None:
    stage.open(turn(1, "Some words."))
    select(stage, "Some", 0, 4)
    viewport = stage.view.viewport()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), viewport.mapToGlobal(QPoint(1, 1))
    )
    QApplication.sendEvent(viewport, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = {action.text(): action for action in menu.actions()}
    assert actions["Copy"].isEnabled()
    rect = stage.view.selecting.caret_rect()
    assert rect is not None
    assert (menu.pos() - viewport.mapToGlobal(rect.center())).manhattanLength() < 40
    menu.close()


def test_a_prompt_is_copied_with_what_waits_to_be_shown(stage: Stage) -> None:
    prompt = "\n".join(f"line {number} of a long prompt" for number in range(400))
    code = f"Look:\n\n```python\n{prompt}\n```\n\nand say"
    stage.open(turn(1, "Yes.", prompt=prompt), turn(2, "No.", prompt=code))
    stage.view.selecting.select_chat()
    assert stage.view.selected_text().startswith(f"{prompt}\n\nYes.")
    assert stage.view.selected_markdown() == f"{prompt}\n\nYes.\n\n{code}\n\nNo."


def test_cells_of_a_table_are_selected_as_a_rectangle(stage: Stage) -> None:
    stage.open(turn(1, "| a | b |\n|---|---|\n| one | **two** |\n| 3 | 4 |"))
    place = next(
        place
        for place, widget in stage.view.bound().items()
        if widget.row is not None and type(widget).__name__ == "TableBlock"
    )
    stage.view.selecting.set(Spot(place, 5), Spot(place, 10))
    assert stage.view.selected_text() == "one\ttwo"
    assert stage.view.selected_markdown() == "|  |  |\n| --- | --- |\n| one | **two** |"
    stage.view.selecting.select_turn(0)
    view = stage.view.bound()[place].text_view
    assert view is not None
    assert view.textCursor().selectedTableCells() == (0, 3, 0, 2)


def test_a_drag_that_ends_on_a_card_leaves_it_folded_as_it_was(stage: Stage) -> None:
    stage.open(turn(1, "Text above.", calls=1), turn(2, "Text below."))
    (card,) = stage.shown(CardBlock)
    stage.drag(stage.point_at("below", 4), card.geometry().center())
    assert stage.view.selected_text().endswith("Text above.\n\nQuestion?\n\nText")
    assert stage.view.selecting.caret is not None


def test_a_long_copy_is_read_in_slices_while_its_markdown_is_there_at_once(stage: Stage) -> None:
    stage.open(*(turn(number, SAMPLER, calls=1) for number in range(120)))
    stage.view.selecting.select_chat()
    stage.view.copy()
    clipboard = QGuiApplication.clipboard()
    assert clipboard.text() == stage.view.selected_markdown()
    stage.qtbot.waitUntil(lambda: stage.view._copying.is_done, timeout=20_000)
    assert clipboard.text() == stage.view.selected_text()
    assert clipboard.mimeData().html() == stage.view.selected_html()
    assert clipboard.mimeData().data(MARKDOWN).toStdString() == stage.view.selected_markdown()


def test_what_is_copied_meanwhile_is_not_overwritten(stage: Stage) -> None:
    stage.open(*(turn(number, SAMPLER) for number in range(120)))
    stage.view.selecting.select_chat()
    stage.view.copy()
    QGuiApplication.clipboard().setText("mine")
    stage.qtbot.waitUntil(lambda: stage.view._copying.is_done, timeout=20_000)
    assert QGuiApplication.clipboard().text() == "mine"


def test_when_callboard_ends_the_text_stays_and_nothing_else(stage: Stage) -> None:
    stage.open(turn(1, "A **bold** word."))
    stage.view.selecting.select_turn(0)
    stage.view.copy()
    keep_the_text()
    assert QGuiApplication.clipboard().mimeData().formats() == ["text/plain"]
    assert QGuiApplication.clipboard().text() == "Question?\n\nA bold word."


def test_footnotes_are_copied_as_footnotes(stage: Stage) -> None:
    source = "Said so.[^1]\n\n[^1]: Where it was said."
    stage.open(turn(1, source))
    stage.view.selecting.select_turn(0)
    assert stage.view.selected_markdown() == f"Question?\n\n{source}"
    assert "[1] \n<p>Where it was said.</p>" in stage.view.selected_html()
