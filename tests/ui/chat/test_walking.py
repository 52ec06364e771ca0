"""Reading by keyboard: messages, cards, links; and each place where it was left."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.messages import Text
from studio.ui.chat.column import Place
from studio.ui.chat.focus_frame import FocusFrame
from studio.ui.chat.note_blocks import ReasoningFold
from studio.ui.chat.reading_places import ReadingPlace, ReadingPlaces
from studio.ui.chat.stops import Spoken
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Theme
from tests.ui.chat.test_view import Card
from tests.ui.chat.transcripts import ORIGIN, turn

LONG = "\n\n".join(f"Paragraph {number}, some words long." for number in range(40))
LINKED = "See [the first](https://a.example/1) and [the second](https://a.example/2)."


class Reader:
    """A transcript between two buttons, and somebody at the keys."""

    def __init__(self, qtbot: QtBot, theme: Theme) -> None:
        self.qtbot = qtbot
        self.frame = QWidget()
        self.view = TranscriptView(theme, Card)
        self.view.listen_in(self.frame)
        self.above, self.below = QPushButton("above"), QPushButton("below")
        layout = QVBoxLayout(self.frame)
        for widget in (self.above, self.view, self.below):
            layout.addWidget(widget)
        qtbot.addWidget(self.frame)
        self.frame.resize(800, 640)
        self.frame.show()
        self.frame.activateWindow()
        qtbot.waitUntil(self.frame.isActiveWindow)
        self.view.setFocus()

    def opens(self, *turns: Turn) -> None:
        self.view.open_chat(turns)
        self.settle()

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: self.view.is_settled)

    def press(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for each in modifiers:
            held |= each
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key, held)
        self.settle()

    @property
    def bar(self) -> int:
        return self.view.verticalScrollBar().value()

    @property
    def is_at_end(self) -> bool:
        return self.bar == self.view.verticalScrollBar().maximum()

    def framed(self) -> QRect | None:
        frame = self.view.viewport().findChild(FocusFrame)
        return frame.geometry() if isinstance(frame, FocusFrame) and frame.isVisible() else None


@pytest.fixture
def reader(qtbot: QtBot, qapp: QApplication) -> Reader:
    return Reader(qtbot, Theme(qapp, "light"))


ALT, CTRL, SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def test_the_keys_go_from_message_to_message_and_a_frame_shows_where_they_are(
    reader: Reader,
) -> None:
    reader.opens(*(turn(number, LONG) for number in range(3)))
    changes: list[int | None] = []
    reader.view.current_changed.connect(lambda: changes.append(reader.view.current_turn))
    reader.press(Qt.Key.Key_K)
    assert reader.view.current == Spoken(2, is_answer=True)
    reader.press(Qt.Key.Key_Up, ALT)
    assert reader.view.current == Spoken(2, is_answer=False)
    framed = reader.framed()
    assert framed is not None
    assert reader.view.viewport().rect().contains(framed.center())
    reader.press(Qt.Key.Key_K)
    assert reader.view.current == Spoken(1, is_answer=True)
    assert min(reader.view.bound()) == Place(1, 1), "it begins at the top of the page"
    for _ in range(9):
        reader.press(Qt.Key.Key_K)
    assert reader.view.current == Spoken(0, is_answer=False)
    reader.press(Qt.Key.Key_J)
    assert reader.view.current == Spoken(0, is_answer=True)
    assert changes == [2, 2, 1, 1, 0, 0, 0]


def test_a_click_takes_the_frame_away_and_the_keys_go_on_from_there(reader: Reader) -> None:
    reader.opens(turn(0), turn(1), turn(2))
    reader.press(Qt.Key.Key_K)
    assert reader.framed() is not None
    row = reader.view.bound()[Place(1, 1)]
    QTest.mouseClick(reader.view.viewport(), Qt.MouseButton.LeftButton, pos=row.geometry().center())
    assert reader.framed() is None
    assert reader.view.current == Spoken(1, is_answer=True)
    reader.press(Qt.Key.Key_J)
    assert reader.view.current == Spoken(2, is_answer=False)


def test_the_keys_go_from_card_to_card_far_out_of_sight(reader: Reader) -> None:
    reader.opens(turn(0, LONG, calls=1), turn(1, LONG), turn(2, LONG, calls=2), turn(3, LONG))
    reader.press(Qt.Key.Key_Home)
    reader.press(Qt.Key.Key_T)
    places: list[int | None] = [reader.view.current_turn]
    for key in ((Qt.Key.Key_PageDown, ALT), (Qt.Key.Key_Down, CTRL, ALT)):
        reader.press(key[0], *key[1:])
        places.append(reader.view.current_turn)
    assert places == [0, 2, 2]
    focus = QApplication.focusWidget()
    assert focus is not None
    assert reader.view.isAncestorOf(focus)
    places = []
    for _ in range(2):
        reader.press(Qt.Key.Key_PageUp, ALT)
        places.append(reader.view.current_turn)
    assert places == [2, 0]


def test_tab_goes_through_links_in_the_text_and_return_follows_them(reader: Reader) -> None:
    reader.opens(turn(0, LINKED), turn(1, "Nothing here."))
    followed: list[str] = []
    reader.view.link_activated.connect(lambda url: followed.append(url.toString()))
    reader.press(Qt.Key.Key_Home)
    reader.above.setFocus()
    reader.press(Qt.Key.Key_Tab)
    assert reader.view.hasFocus()
    addresses: list[tuple[str, str]] = []
    while len(addresses) < 2:
        reader.press(Qt.Key.Key_Tab)
        link = reader.view.current_link
        assert reader.view.current_turn == 0
        if link is not None:
            addresses.append((link.label, link.address))
            reader.press(Qt.Key.Key_Return)
    assert addresses == [
        ("the first", "https://a.example/1"),
        ("the second", "https://a.example/2"),
    ]
    assert followed == ["https://a.example/1", "https://a.example/2"]
    framed = reader.framed()
    assert framed is not None
    assert framed.height() < 40
    reader.press(Qt.Key.Key_Backtab, SHIFT)
    assert reader.view.current_link is not None
    assert reader.view.current_link.label == "the first"


def test_a_link_that_pretends_is_asked_about_by_keys_too(reader: Reader) -> None:
    reader.opens(turn(0, "[https://bank.example](https://evil.example/x)"))
    doubtful: list[QUrl] = []
    reader.view.link_doubtful.connect(lambda url, _: doubtful.append(url))
    reader.above.setFocus()
    while reader.view.current_link is None:
        assert not reader.below.hasFocus()
        reader.press(Qt.Key.Key_Tab)
    reader.press(Qt.Key.Key_Return)
    assert [url.host() for url in doubtful] == ["evil.example"]


def test_tab_reaches_what_is_further_down_in_order_and_leaves_at_the_end(reader: Reader) -> None:
    answer = f"{LONG}\n\n[deep](https://a.example/deep)\n\n{LONG}"
    reader.opens(*(turn(number, answer) for number in range(3)))
    reader.press(Qt.Key.Key_Home)
    reader.above.setFocus()
    turns: list[int] = []
    links = 0
    reader.press(Qt.Key.Key_Tab)
    for _ in range(60):
        reader.press(Qt.Key.Key_Tab)
        if reader.below.hasFocus():
            break
        assert reader.view.current_turn is not None
        turns.append(reader.view.current_turn)
        if reader.view.current_link is not None:
            links += 1
            framed = reader.framed()
            assert framed is not None
            assert reader.view.viewport().rect().contains(framed)
    assert reader.below.hasFocus()
    assert links == 3
    assert turns == sorted(turns)
    assert set(turns) == {0, 1, 2}


def test_tab_backwards_leaves_above_the_first_message(reader: Reader) -> None:
    reader.opens(turn(0, LINKED), turn(1, LINKED))
    reader.view.setFocus(Qt.FocusReason.TabFocusReason)
    seen: list[int] = []
    for _ in range(30):
        reader.press(Qt.Key.Key_Backtab, SHIFT)
        if reader.above.hasFocus():
            break
        assert reader.view.current_turn is not None
        seen.append(reader.view.current_turn)
    assert reader.above.hasFocus()
    assert seen == sorted(seen, reverse=True)


def wheel(view: TranscriptView, notches: int) -> None:
    at = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        at,
        view.viewport().mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def stream(reader: Reader, words: str) -> None:
    reader.view.show_event("live", ev.TextDelta(words))
    reader.settle()


@pytest.mark.parametrize("how", ["wheel", "key", "drag", "message"])
def test_whoever_leaves_the_end_stays_where_they_went_while_text_streams_in(
    reader: Reader, how: str
) -> None:
    reader.opens(turn(0, LONG), turn(1, LONG))
    reader.view.show_event("live", ev.TurnStarted((Text("Go on"),), 1.0))
    reader.view.show_event("live", ev.RoundStarted("r", ORIGIN, 1.0))
    stream(reader, LONG)
    assert reader.is_at_end
    bar = reader.view.verticalScrollBar()
    match how:
        case "wheel":
            wheel(reader.view, 1)
        case "key":
            reader.press(Qt.Key.Key_Up)
        case "drag":
            bar.setSliderDown(True)
            bar.setSliderPosition(bar.maximum() - 200)
        case _:
            reader.press(Qt.Key.Key_K)
            reader.press(Qt.Key.Key_K)
    before = {place: row.y() for place, row in reader.view.bound().items()}
    for _ in range(5):
        stream(reader, f"\n\nMore. {LONG}")
    after = {place: row.y() for place, row in reader.view.bound().items()}
    shared = sorted(before.keys() & after.keys())[:3]
    assert shared
    assert [before[place] for place in shared] == [after[place] for place in shared]
    assert not reader.is_at_end
    bar.setSliderDown(False)
    reader.press(Qt.Key.Key_End)
    stream(reader, f"\n\nLast. {LONG}")
    assert reader.is_at_end


def test_a_fold_and_another_size_keep_the_end_or_the_place(reader: Reader) -> None:
    reader.opens(turn(0, LONG, reasoning=LONG))
    assert reader.is_at_end
    reader.frame.resize(560, 500)
    reader.settle()
    assert reader.is_at_end, "at the end means at the end"
    reader.press(Qt.Key.Key_Home)
    fold = next(row for row in reader.view.bound().values() if isinstance(row, ReasoningFold))
    before = fold.y()
    for _ in range(2):
        button = fold.findChild(QPushButton)
        assert isinstance(button, QPushButton)
        button.click()
        reader.settle()
        fold = next(row for row in reader.view.bound().values() if isinstance(row, ReasoningFold))
        assert fold.y() == before
    reader.frame.resize(900, 700)
    reader.settle()
    assert not reader.is_at_end


def test_a_chat_is_reopened_where_it_was_left(reader: Reader) -> None:
    turns = [turn(number, LONG) for number in range(6)]
    reader.opens(*turns)
    assert reader.view.reading_place() is None, "the end is no place: it moves"
    reader.press(Qt.Key.Key_Home)
    reader.view.scroll_by(1_234)
    reader.settle()
    left = reader.view.reading_place()
    assert left is not None
    seen = {place: row.y() for place, row in reader.view.bound().items()}
    reader.opens(turn(9))
    reader.opens(*turns)
    reader.view.go_back_to(left)
    assert {place: row.y() for place, row in reader.view.bound().items()} == seen
    reader.view.go_back_to(ReadingPlace("gone", 3, 0))
    assert {place: row.y() for place, row in reader.view.bound().items()} == seen


def test_places_survive_a_restart_and_a_broken_text_costs_nothing() -> None:
    places = ReadingPlaces()
    for number in range(250):
        places.keep(f"chat{number}", ReadingPlace("turn", number, -5))
    places.keep("chat249", None)
    again = ReadingPlaces(places.text())
    assert again.of("chat248") == ReadingPlace("turn", 248, -5)
    assert again.of("chat249") is None
    assert again.of("chat0") is None, "the oldest are forgotten"
    for text in ("{", "[]", '{"a": 1, "b": ["x", -1, 0], "c": [1, 2, 3]}', "null"):
        assert ReadingPlaces(text).of("a") is None


def test_a_footnote_leads_to_its_text_and_nowhere_else(reader: Reader) -> None:
    body = "\n\n".join(f"Paragraph {number}, some words long." for number in range(60))
    reader.opens(turn(1, f"A claim[^why].\n\n{body}\n\n[^why]: Because it is so.\n"))
    opened: list[object] = []
    reader.view.link_activated.connect(opened.append)
    reader.view.scroll_to_start()
    reader.settle()
    reader.view.follow(QUrl("#fn:why"), "[why]", 0)
    reader.settle()
    assert reader.view.selected_text().strip().endswith("Because it is so.")
    assert reader.bar > 0
    reader.view.follow(QUrl("#fn:nobody"), "[nobody]", 0)
    assert opened == []
