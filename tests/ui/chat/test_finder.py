"""Finding in a chat: every hit that a reader could see is counted, unfolded, marked and reached."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.messages import (
    Attachment,
    Citation,
    Outcome,
    Part,
    ServerToolUse,
    Sources,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
)
from studio.ui.chat.card_block import CardBlock
from studio.ui.chat.cards import Cards
from studio.ui.chat.find_bar import FindBar
from studio.ui.chat.find_hook import FindHook
from studio.ui.chat.marking import MarkedLabel, mark_colours
from studio.ui.chat.sources_block import SourcesBlock
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Theme
from tests.ui.chat.transcripts import ORIGIN, turn

LONG = "\n\n".join(f"Paragraph {number} of no interest, a few words long." for number in range(60))


class Page(QWidget):
    """A transcript with a field below it, as a page has one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.cards = Cards(theme, self)
        self.view = TranscriptView(theme, self.cards.factory)
        self.field = QLineEdit()
        layout = QVBoxLayout(self)
        layout.addWidget(QWidget())
        layout.addWidget(self.view, 1)
        layout.addWidget(self.field)
        self.hook = FindHook(self, self.view, self.cards, theme)

    def open(self, *turns: Turn) -> None:
        self.cards.load(turns)
        self.view.open_chat(turns)

    @property
    def bar(self) -> FindBar:
        found = self.findChild(FindBar)
        assert found is not None
        return found

    def count(self) -> str:
        return self.bar.count.text()


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> Page:
    made = Page(theme)
    qtbot.addWidget(made)
    made.resize(820, 600)
    made.show()
    return made


@pytest.fixture
def find(page: Page, qtbot: QtBot) -> Callable[[str], None]:
    def look(text: str) -> None:
        page.hook.open()
        page.bar.field.setText(text)
        finder = page.bar.finder
        assert finder is not None
        qtbot.waitUntil(lambda: finder.is_done and page.view.is_settled)

    return look


def with_parts(number: int, *parts: Part) -> Turn:
    made = turn(number)
    return replace(made, rounds=(replace(made.rounds[0], parts=parts),))


def call(identity: str, name: str, arguments: str, content: str) -> ToolUse:
    result = ToolResult(identity, content, Outcome.DONE, len(content))
    return ToolUse(ToolCall(identity, name, arguments), ToolState.ENDED, result, 1.0, 2.0)


def texts_in_sight(page: Page) -> Iterator[QTextEdit | QPlainTextEdit]:
    for _, widget in sorted(page.view.bound().items()):
        yield from widget.findChildren(QTextEdit)
        yield from widget.findChildren(QPlainTextEdit)


def marked(page: Page, theme: Theme) -> tuple[list[str], list[str]]:
    """What is marked in sight: all of it, and the current hit."""
    colours = mark_colours(theme.palette)
    every: list[str] = []
    current: list[str] = []
    for text in texts_in_sight(page):
        for each in text.extraSelections():
            words = each.cursor.selectedText()
            every.append(words)
            if each.format.background().color().name() == colours.current:
                current.append(words)
    return every, current


def in_sight(page: Page, theme: Theme, words: str) -> bool:
    """Whether the current hit can be seen in the window."""
    colours = mark_colours(theme.palette)
    room = page.view.viewport().rect()
    for text in texts_in_sight(page):
        for each in text.extraSelections():
            if each.format.background().color().name() != colours.current:
                continue
            start = QTextCursor(text.document())
            start.setPosition(each.cursor.selectionStart())
            rect = text.cursorRect(start)
            point = text.viewport().mapTo(page.view.viewport(), rect.center())
            inside = text.viewport().rect().intersects(rect)
            return each.cursor.selectedText() == words and inside and room.contains(point)
    return False


def test_what_markdown_hides_is_not_counted_and_what_it_shows_is(
    page: Page, find: Callable[[str], None]
) -> None:
    page.open(turn(1, "A **pel**ican, [a pelican](https://pelican.example), `pelican`."))
    find("pelican")
    assert page.count() == "1 of 3"
    find("**")
    assert page.count() == "No hits"


def test_a_hit_is_marked_and_the_current_one_more_so(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    page.open(turn(1, "One cat, two *cats*, three Cats."))
    find("cat")
    assert marked(page, theme) == (["cat", "cat", "Cat"], ["cat"])
    QTest.keyClick(page.bar.field, Qt.Key.Key_Return)
    QTest.keyClick(page.bar.field, Qt.Key.Key_Return)
    assert page.count() == "3 of 3"
    assert marked(page, theme)[1] == ["Cat"]
    QTest.keyClick(page.bar.field, Qt.Key.Key_Return)
    assert page.count() == "1 of 3"
    QTest.keyClick(page.bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert page.count() == "3 of 3"


def test_case_and_whole_words_can_be_asked_for(
    page: Page, qtbot: QtBot, find: Callable[[str], None]
) -> None:
    page.open(turn(1, "One cat, two cats, three Cats."))
    find("cat")
    page.bar.case.click()
    assert page.count() == "1 of 2"
    page.bar.words.click()
    assert page.count() == "1 of 1"


def test_a_hit_far_away_comes_into_sight(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    page.open(turn(1, f"The pelican.\n\n{LONG}"), turn(2, LONG), turn(3, LONG))
    find("pelican")
    assert page.count() == "1 of 1"
    assert in_sight(page, theme, "pelican")


def test_a_hit_in_reasoning_unfolds_it(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    page.open(turn(1, LONG, reasoning=f"{LONG}\n\nA pelican perhaps."), turn(2, LONG))
    find("pelican")
    assert page.count() == "1 of 1"
    assert in_sight(page, theme, "pelican")


def test_a_hit_in_the_hidden_code_of_a_prompt_shows_it(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    code = "\n".join(f"line {number}" for number in range(400))
    page.open(turn(1, LONG, prompt=f"Look:\n```\n{code}\npelican\n```\nRight?"), turn(2, LONG))
    find("pelican")
    assert page.count() == "1 of 1"
    assert in_sight(page, theme, "pelican")


def test_a_hit_in_the_hidden_end_of_a_prompt_shows_it_whole(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    words = "\n".join(f"line {number}" for number in range(300))
    page.open(turn(1, LONG, prompt=f"{words}\nthe pelican"), turn(2, LONG))
    find("pelican")
    assert in_sight(page, theme, "pelican")


def test_a_hit_in_a_table_and_in_code_is_reached(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    wide = "x" * 400
    page.open(turn(1, f"| a | b |\n|---|---|\n| 1 | heron |\n\n```\n{wide} heron\n```\n"))
    find("heron")
    assert page.count() == "1 of 2"
    assert in_sight(page, theme, "heron")
    page.bar.next.click()
    assert in_sight(page, theme, "heron")


def test_a_hit_in_folded_code_unfolds_it(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    code = "\n".join(f"line({number})" for number in range(300))
    page.open(turn(1, f"Look:\n\n```python\n{code}\nheron()\n```\n"), turn(2, LONG))
    find("heron")
    assert page.count() == "1 of 1"
    assert in_sight(page, theme, "heron")


def test_what_stands_in_a_formula_is_no_text(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    page.open(turn(1, "The $heron$ and a heron.\n\n$$heron$$"))
    find("heron")
    assert page.count() == "1 of 1"
    assert marked(page, theme)[1] == ["heron"]


def test_a_hit_in_a_call_unfolds_its_card(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    arguments = json.dumps({"path": "über/pelican.txt"})
    content = "\n".join(f"row {number}" for number in range(200)) + "\nthe PELICAN"
    use = call("u", "read_pelican", arguments, content)
    page.open(with_parts(1, use, Text(LONG)), turn(2, LONG))
    find("pelican")
    assert page.count() == "1 of 3"
    card = next(each for each in page.view.bound().values() if isinstance(each, CardBlock))
    label = next(each for each in card.findChildren(MarkedLabel) if each.text() == "read_pelican")
    assert "background" in drawn_by(label)
    page.bar.next.click()
    page.bar.next.click()
    assert in_sight(page, theme, "PELICAN")


def test_a_hit_below_what_a_card_shows_is_shown(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    content = "\n".join(f"row {number} with a few words" for number in range(2_000)) + "\nheron"
    page.open(with_parts(1, call("u", "read", "{}", content), Text(LONG)))
    find("heron")
    assert page.count() == "1 of 1"
    assert in_sight(page, theme, "heron")


def test_results_are_found_as_they_are_shown(page: Page, find: Callable[[str], None]) -> None:
    page.open(with_parts(1, call("u", "read", "{}", '{"name":"\\u00fcber","n":[1,2]}')))
    find('"name": "Über"')
    assert page.count() == "1 of 1"


def test_sources_and_reports_of_the_provider_are_found(
    page: Page, find: Callable[[str], None]
) -> None:
    cited = Sources((Citation("https://heron.example/x", "On herons", "A heron waits."),))
    report = ServerToolUse("s", "web_search", '{"query": "heron"}', "a heron", is_done=True)
    page.open(with_parts(1, report, Text("Nothing."), cited))
    find("heron")
    assert page.count() == "1 of 5"
    for _ in range(2):
        page.bar.next.click()
    sources = [each for each in page.view.bound().values() if isinstance(each, SourcesBlock)]
    assert sources
    assert "background" in sources[0].texts()[0].styleSheet()


def test_the_name_of_a_file_is_found(page: Page, find: Callable[[str], None]) -> None:
    file = Attachment("heron.pdf", "application/pdf", 10, "d")
    made = replace(turn(1), prompt=(file, Text("Read it")))
    page.open(made)
    find("heron")
    assert page.count() == "1 of 1"


def test_what_streams_in_is_counted_and_marked(
    page: Page, theme: Theme, qtbot: QtBot, find: Callable[[str], None]
) -> None:
    page.open(turn(1, "One heron."))
    find("heron")
    for event in (
        ev.TurnStarted((Text("And a heron?"),), 1.0),
        ev.RoundStarted("r", ORIGIN, 1.0),
        ev.TextDelta("Two her"),
        ev.TextDelta("ons."),
    ):
        page.view.show_event("live", event)
    qtbot.waitUntil(lambda: page.count() == "1 of 3")
    assert marked(page, theme)[0] == ["heron", "heron", "heron"]


def test_a_hit_stays_the_current_one_while_one_types_on(
    page: Page, find: Callable[[str], None]
) -> None:
    page.open(turn(1, "heron herb heron"))
    find("her")
    page.bar.next.click()
    page.bar.next.click()
    assert page.count() == "3 of 3"
    page.bar.field.setText("hero")
    assert page.count() == "2 of 2"


def test_escape_takes_the_marks_away_and_gives_the_keys_back(
    page: Page, theme: Theme, find: Callable[[str], None]
) -> None:
    page.open(turn(1, "heron"))
    page.activateWindow()
    page.field.setFocus()
    find("heron")
    assert page.bar.field.hasFocus()
    QTest.keyClick(page.bar.field, Qt.Key.Key_Escape)
    assert not page.bar.isVisible()
    assert page.field.hasFocus()
    assert marked(page, theme) == ([], [])


def test_what_is_selected_is_looked_for(page: Page, qtbot: QtBot) -> None:
    page.open(turn(1, "heron", prompt="heron"))
    page.view.selecting.select_turn(0)
    page.hook.open()
    assert page.bar.field.text() == "heron"
    assert page.count() == "1 of 2"


def test_another_chat_on_the_page_is_looked_through_at_once(
    page: Page, qtbot: QtBot, find: Callable[[str], None]
) -> None:
    page.open(turn(1, "heron"))
    find("heron")
    page.open(turn(2, "heron and heron"), turn(3, "heron"))
    qtbot.waitUntil(lambda: page.count() == "0 of 3")


def test_a_jump_from_elsewhere_lands_on_the_first_hit_of_its_turn(
    page: Page, theme: Theme, qtbot: QtBot
) -> None:
    page.open(turn(1, f"heron\n\n{LONG}"), turn(2, f"{LONG}\n\nthe heron"), turn(3, "heron"))
    page.hook.show_turn("turn2", "heron")
    qtbot.waitUntil(lambda: page.count() == "2 of 3")
    assert in_sight(page, theme, "heron")


@pytest.mark.slow
def test_ten_thousand_messages_answer_while_one_types(
    page: Page, theme: Theme, qtbot: QtBot
) -> None:
    answer = "Some **words** about _birds_ and `code`, and a list:\n\n- one\n- two\n\n" * 3
    turns = [turn(number, f"{answer}Number {number}.") for number in range(5_000)]
    turns[7] = turn(7, f"{answer}The pelican.")
    page.open(*turns)
    gaps = Gaps(page)
    clock = QElapsedTimer()
    page.hook.open()
    for typed in ("p", "pe", "pel", "pelican"):
        clock.start()
        page.bar.field.setText(typed)
        QApplication.processEvents()
    finder = page.bar.finder
    assert finder is not None
    clock.start()
    qtbot.waitUntil(lambda: page.count().startswith("1 of 1"))
    assert clock.elapsed() < 300
    qtbot.waitUntil(lambda: finder.is_done)
    assert in_sight(page, theme, "pelican")
    assert gaps.worst < 100


class Gaps(QObject):
    """The longest time in which the window could not answer."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.worst = 0
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._timer.start(1)

    def _tick(self) -> None:
        self.worst = max(self.worst, self._clock.restart())


def drawn_by(label: MarkedLabel) -> str:
    """What a label shows, marks included."""
    return super(MarkedLabel, label).text()
