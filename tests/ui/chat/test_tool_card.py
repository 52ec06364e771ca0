"""What a card shows, and that only a focused card answers for the user."""

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.decisions import Decision, Verdict
from studio.core.messages import (
    Outcome,
    Stop,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    Usage,
)
from studio.ui.chat.card_parts import CodeBox
from studio.ui.chat.cards import Cards
from studio.ui.chat.tool_card import ToolCard
from studio.ui.theme import Theme

_CALL = ToolCall("use-1", "write_text_file", '{"path": "a.txt", "text": "Dear <b>all</b>"}')

_ASKED = ev.ApprovalRequested(_CALL.id, "text", "")


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


def _card(
    theme: Theme, qtbot: QtBot, use: ToolUse, asked: ev.ApprovalRequested | None = None
) -> ToolCard:
    card = ToolCard(theme, use.call.id)
    qtbot.addWidget(card)
    card.show_state(use, asked, is_unfolded=None)
    card.resize(640, card.sizeHint().height())
    card.show()
    return card


def _words(card: ToolCard) -> str:
    labels = [label.text() for label in card.findChildren(QLabel) if label.isVisible()]
    boxes = [box.toPlainText() for box in card.findChildren(QPlainTextEdit) if box.isVisible()]
    return "\n".join(labels + boxes)


def _buttons(card: ToolCard) -> set[str]:
    return {button.text() for button in card.findChildren(QPushButton) if button.isVisible()}


def _ended(outcome: Outcome, content: str = "done") -> ToolUse:
    result = ToolResult(_CALL.id, content, outcome, len(content))
    return ToolUse(_CALL, ToolState.ENDED, result, started_at=10.0, ended_at=12.5)


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_is_said_in_words_to_eye_and_ear(
    theme: Theme, qtbot: QtBot, outcome: Outcome
) -> None:
    card = _card(theme, qtbot, _ended(outcome))
    assert "write_text_file" in card.accessibleName()
    assert card.accessibleName().split(", ", 1)[1]
    assert "2.5 s" in _words(card)


def test_a_failure_is_unfolded_and_a_success_is_not(theme: Theme, qtbot: QtBot) -> None:
    assert _card(theme, qtbot, _ended(Outcome.FAILED)).is_unfolded
    assert not _card(theme, qtbot, _ended(Outcome.DONE)).is_unfolded


def test_a_failed_call_can_be_run_again_and_a_done_one_not(theme: Theme, qtbot: QtBot) -> None:
    failed = _card(theme, qtbot, _ended(Outcome.FAILED))
    assert "Run again" in _buttons(failed)
    done = _card(theme, qtbot, _ended(Outcome.DONE))
    done.toggle()
    assert "Run again" not in _buttons(done)


def test_an_approval_shows_in_full_what_would_be_done(theme: Theme, qtbot: QtBot) -> None:
    text = "\n".join(f"line {number}" for number in range(400))
    use = ToolUse(_CALL, ToolState.WAITING)
    card = _card(theme, qtbot, use, ev.ApprovalRequested(_CALL.id, text, "New file"))
    assert text in _words(card)
    assert "New file" in _words(card)
    assert {"Allow once", "Allow in this chat", "Deny…"} <= _buttons(card)


def test_where_always_is_forbidden_neither_a_button_nor_a_key_says_it(
    theme: Theme, qtbot: QtBot
) -> None:
    card = ToolCard(theme, _CALL.id, offers_always=False)
    qtbot.addWidget(card)
    card.show_state(ToolUse(_CALL, ToolState.WAITING), _ASKED, is_unfolded=None)
    card.show()
    assert {"Allow once", "Deny…"} <= _buttons(card)
    assert "Allow in this chat" not in _buttons(card)
    with qtbot.assertNotEmitted(card.decided):
        QTest.keyClick(card, Qt.Key.Key_C)


@pytest.mark.parametrize(
    ("key", "verdict"),
    [(Qt.Key.Key_A, Verdict.ALLOW_ONCE), (Qt.Key.Key_C, Verdict.ALLOW_IN_CHAT)],
)
def test_its_keys_decide_while_it_has_the_focus(
    theme: Theme, qtbot: QtBot, key: Qt.Key, verdict: Verdict
) -> None:
    card = _card(theme, qtbot, ToolUse(_CALL, ToolState.WAITING), _ASKED)
    with qtbot.waitSignal(card.decided) as heard:
        QTest.keyClick(card, key)
    assert heard.args == [_CALL.id, Decision(verdict)]


def test_its_keys_do_nothing_once_nothing_waits(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, ToolUse(_CALL, ToolState.RUNNING, started_at=1.0))
    with qtbot.assertNotEmitted(card.decided):
        QTest.keyClick(card, Qt.Key.Key_A)


def test_a_denial_takes_the_reason_along(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, ToolUse(_CALL, ToolState.WAITING), _ASKED)
    QTest.keyClick(card, Qt.Key.Key_D)
    field = card.focusWidget()
    assert field is not None
    QTest.keyClicks(field, "a wrong folder")
    with qtbot.waitSignal(card.decided) as heard:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert heard.args == [_CALL.id, Decision(Verdict.DENY, "a wrong folder")]


def test_letters_in_the_reason_never_decide(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, ToolUse(_CALL, ToolState.WAITING), _ASKED)
    QTest.keyClick(card, Qt.Key.Key_D)
    field = card.focusWidget()
    assert field is not None
    with qtbot.assertNotEmitted(card.decided):
        QTest.keyClicks(field, "acd ACD")


def test_markup_in_names_arguments_and_results_stays_text(theme: Theme, qtbot: QtBot) -> None:
    call = replace(_CALL, name="<b>x</b>", arguments='{"a": "<img src=x>"}')
    result = ToolResult(call.id, "<h1>big</h1>", Outcome.FAILED, 12)
    card = _card(theme, qtbot, ToolUse(call, ToolState.ENDED, result))
    for label in card.findChildren(QLabel):
        if "<" in label.text():
            assert label.textFormat() is Qt.TextFormat.PlainText
    assert "<h1>big</h1>" in _words(card)


def test_the_clock_ticks_only_while_the_call_runs(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, ToolUse(_CALL, ToolState.RUNNING, started_at=1.0))
    assert card.ticks
    card.show_state(_ended(Outcome.DONE), None, is_unfolded=None)
    assert not card.ticks


def test_unfinished_arguments_show_as_far_as_they_go(theme: Theme, qtbot: QtBot) -> None:
    use = ToolUse(ToolCall("use-2", "search", '{"query": "TX-310 cal'))
    card = _card(theme, qtbot, use)
    assert "TX-310 cal" in card.accessibleDescription()


def test_cards_follow_the_events_of_a_call(theme: Theme, qtbot: QtBot) -> None:
    cards = Cards(theme)
    cards.apply(ev.ToolCallDelta("u", "calculate", '{"expression"'))
    card = cards.factory("u")
    qtbot.addWidget(card)
    cards.apply(ev.ToolCallDelta("u", "", ': "1+1"}'))
    call = ToolCall("u", "calculate", '{"expression": "1+1"}')
    cards.apply(ev.RoundCompleted((call,), Usage(), Stop.TOOL_CALLS, "tool_calls"))
    assert card.accessibleDescription() == "1+1"
    cards.apply(ev.ApprovalRequested("u", "1+1", ""))
    assert card.is_unfolded
    cards.apply(ev.ApprovalSettled("u", is_allowed=True))
    cards.apply(ev.ToolStarted("u", 5.0))
    cards.apply(ev.ToolFinished(ToolResult("u", "2", Outcome.DONE, 1), 6.0))
    assert "Done" in card.accessibleName()
    assert not card.is_unfolded


def test_a_card_made_again_keeps_what_the_user_unfolded(theme: Theme, qtbot: QtBot) -> None:
    cards = Cards(theme)
    cards.apply(ev.ToolCallDelta("u", "calculate", "{}"))
    first = cards.factory("u")
    qtbot.addWidget(first)
    first.toggle()
    again = cards.factory("u")
    qtbot.addWidget(again)
    assert again.is_unfolded


def test_a_result_of_megabytes_is_shown_bounded_and_offered_whole(
    theme: Theme, qtbot: QtBot
) -> None:
    use = _ended(Outcome.DONE, "x" * 5_000_000)
    card = _card(theme, qtbot, use)
    card.toggle()
    assert len(_words(card)) < 100_000
    assert "Show all" in _buttons(card)


def test_a_code_box_tells_when_another_width_needs_other_lines(theme: Theme, qtbot: QtBot) -> None:
    box = CodeBox(theme, lines=12)
    qtbot.addWidget(box)
    box.resize(600, 100)
    box.show()
    box.show_text("word " * 100)
    wide = box.height()
    with qtbot.waitSignal(box.height_changed):
        box.resize(300, box.height())
    assert box.height() > wide


def test_a_card_that_unfolds_knows_its_height_at_once(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _ended(Outcome.DONE))
    QApplication.processEvents()
    card.toggle()
    at_once = card.sizeHint().height()
    QApplication.processEvents()
    assert card.sizeHint().height() == at_once


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("\u202e", "\\u202e"),
        ("\u2066", "\\u2066"),
        ("\u200b", "\\u200b"),
        ("\x1b[2K", "\\x1b[2K"),
        ("\b", "\\x08"),
        ("\U000e0061", "\\U000e0061"),
    ],
)
def test_nothing_hides_or_turns_in_what_is_to_be_allowed(
    theme: Theme, qtbot: QtBot, hidden: str, shown: str
) -> None:
    spoof = f"a{hidden}gpj.exe"
    words = f"first\n{spoof}" + "\n".join("abcdef")
    arguments = json.dumps({f"pa{hidden}th": spoof, "text": words})
    call = ToolCall("use-1", f"write{hidden}", arguments)
    card = _card(
        theme, qtbot, ToolUse(call, ToolState.WAITING), ev.ApprovalRequested(_CALL.id, words, "")
    )
    seen = _words(card)
    assert hidden not in seen
    assert seen.count(shown) >= 4  # name, gist, parameter and the text to be written


def test_what_some_scripts_need_is_left_as_it_is(theme: Theme, qtbot: QtBot) -> None:
    words = "ש\u200cב 👩\u200d💻\r\n\ttab"
    card = _card(theme, qtbot, _ended(Outcome.FAILED, words))
    assert words.replace("\r\n", "\n") in _words(card)
