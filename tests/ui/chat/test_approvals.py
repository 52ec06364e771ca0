"""What a card asks, how it is answered, and what it shows while it runs and when it has ended."""

import json
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.decisions import BudgetChoice, Decision, Verdict
from studio.core.messages import ToolState
from studio.core.questions import Answer, AnswerKind
from studio.core.results import Form
from studio.core.rules import ANY, Permission, Ruling, Why
from studio.ui.chat.budget_meter import BudgetMeter
from studio.ui.chat.budget_strip import BudgetStrip
from studio.ui.chat.cards import Cards
from studio.ui.chat.json_tree import JsonTree
from studio.ui.chat.rendered_markdown import RenderedMarkdown
from studio.ui.chat.tool_card import ToolCard
from studio.ui.chat.waiting_strip import WaitingStrip
from studio.ui.theme import Theme
from tests.ui.chat.approvals_chat import Show, budget, shows


@pytest.fixture(scope="module")
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


def _show(name: str) -> Show:
    return next(each for each in shows() if each.name == name)


def _card(theme: Theme, qtbot: QtBot, show: Show, **offers: Any) -> ToolCard:
    card = ToolCard(theme, show.use.call.id, **offers)
    qtbot.addWidget(card)
    card.show_state(show.use, show.asked, is_unfolded=show.is_unfolded)
    card.resize(640, 600)
    card.show()
    card.activateWindow()
    return card


def _words(widget: QWidget) -> str:
    labels = [each.text() for each in widget.findChildren(QLabel) if each.isVisible()]
    boxes = [each.toPlainText() for each in widget.findChildren(QPlainTextEdit) if each.isVisible()]
    return "\n".join(labels + boxes)


def _button(widget: QWidget, text: str) -> QPushButton:
    buttons = widget.findChildren(QPushButton)
    return next(each for each in buttons if each.text() == text and each.isVisible())


def _buttons(widget: QWidget) -> set[str]:
    return {each.text() for each in widget.findChildren(QPushButton) if each.isVisible()}


def _choose(widget: QWidget, button: str, action: str) -> None:
    menu = _button(widget, button).menu()
    next(each for each in menu.actions() if each.text() == action).trigger()


def _decision(card: ToolCard, qtbot: QtBot, act: Any) -> Decision:
    with qtbot.waitSignal(card.decided) as heard:
        act()
    decision = heard.args[1] if heard.args else None
    assert isinstance(decision, Decision)
    return decision


def test_an_approval_says_why_it_is_asked_and_what_would_be_done(
    theme: Theme, qtbot: QtBot
) -> None:
    seen = _words(_card(theme, qtbot, _show("plain")))
    assert "write_text_file may change something" in seen
    assert "The pump runs." in seen
    assert "New file: /home/ida/station" in seen


def test_always_is_narrowed_by_what_the_call_says(theme: Theme, qtbot: QtBot) -> None:
    show = _show("plain")
    card = _card(theme, qtbot, show)
    assert show.asked is not None
    decision = _decision(
        card,
        qtbot,
        lambda: _choose(card, "Always…", "Always, for files under /home/ida/station"),
    )
    assert decision == Decision(Verdict.ALLOW_ALWAYS, condition=show.asked.narrowings[0])
    decision = _decision(card, qtbot, lambda: _choose(card, "Always…", "Always"))
    assert decision == Decision(Verdict.ALLOW_ALWAYS, condition=ANY)


def test_never_can_be_narrowed_too(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("changed"))
    decision = _decision(
        card, qtbot, lambda: _choose(card, "Never…", "Never, when the query is SELECT")
    )
    assert decision.verdict is Verdict.NEVER
    assert not decision.is_allowed


def test_a_tool_that_always_asks_offers_neither_chat_nor_always(theme: Theme, qtbot: QtBot) -> None:
    show = _show("plain")
    assert show.asked is not None
    asked = replace(show.asked, ruling=Ruling(Permission.ASK, Why.ALWAYS_ASKS), narrowings=())
    card = _card(theme, qtbot, replace(show, asked=asked))
    assert not {"Always…", "Allow in this chat"} & _buttons(card)
    with qtbot.assertNotEmitted(card.decided):
        QTest.keyClick(card, Qt.Key.Key_C)


def test_where_always_is_forbidden_it_is_not_offered(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("plain"), offers_always=False)
    assert not {"Always…", "Allow in this chat"} & _buttons(card)
    assert {"Allow once", "Never…"} <= _buttons(card)


def test_a_changed_tool_shows_what_has_changed(theme: Theme, qtbot: QtBot) -> None:
    seen = _words(_card(theme, qtbot, _show("changed")))
    assert "run_query has changed since you approved it" in seen
    assert "-Runs a query against the warehouse." in seen
    assert "+Runs a query against the warehouse and returns all rows." in seen
    assert "Warehouse says, and nobody has checked" in seen


def test_a_blocked_call_runs_only_by_a_knowing_word(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("blocked"))
    assert "Blocked" in card.accessibleName()
    assert "could carry it to" in _words(card)
    assert "TX-310 drifts" in _words(card)
    assert _buttons(card) == {"Deny…", "Allow all the same…"}
    with qtbot.assertNotEmitted(card.decided):
        QTest.keyClick(card, Qt.Key.Key_A)
        QTest.keyClick(card, Qt.Key.Key_C)
    once = _decision(card, qtbot, lambda: _choose(card, "Allow all the same…", "This once"))
    assert once == Decision(Verdict.ALLOW_ONCE, overrides_trust=True)
    in_chat = _decision(
        card, qtbot, lambda: _choose(card, "Allow all the same…", "In this chat, from now on")
    )
    assert in_chat == Decision(Verdict.ALLOW_IN_CHAT, overrides_trust=True)


def test_where_overriding_is_forbidden_only_the_reason_is_left(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("blocked"), offers_override=False)
    assert _buttons(card) == {"Deny…"}
    assert "It cannot be allowed here." in _words(card)


def _edit(card: ToolCard, name: str, text: str) -> None:
    QTest.keyClick(card, Qt.Key.Key_E)
    field = next(each for each in card.findChildren(QLineEdit) if each.accessibleName() == name)
    field.selectAll()
    QTest.keyClicks(field, text)


def test_edited_arguments_go_along_with_the_yes(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("plain"))
    _edit(card, "path", "other.md")
    assert "The model will be told what you changed." in _words(card)
    decision = _decision(card, qtbot, _button(card, "Allow once").click)
    assert decision.arguments is not None
    assert json.loads(decision.arguments) == {
        "path": "other.md",
        "text": "# March\n\nThe pump runs.\n",
    }


def test_arguments_that_nobody_changed_are_the_models_own(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("plain"))
    QTest.keyClick(card, Qt.Key.Key_E)
    assert _decision(card, qtbot, _button(card, "Allow once").click).arguments is None


def test_arguments_that_lack_something_run_nothing(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("plain"))
    _edit(card, "path", "x")
    QTest.keyClick(card.focusWidget(), Qt.Key.Key_Backspace)
    with qtbot.assertNotEmitted(card.decided):
        _button(card, "Allow once").click()
    assert "This is required." in _words(card)


def test_letters_in_a_form_never_decide(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("plain"))
    with qtbot.assertNotEmitted(card.decided):
        _edit(card, "path", "acdACD")


def test_edited_arguments_outlive_the_card_that_scrolled_away(theme: Theme, qtbot: QtBot) -> None:
    show = _show("plain")
    assert show.asked is not None
    cards = Cards(theme)
    cards.apply(ev.ToolCallDelta(show.use.call.id, show.use.call.name, show.use.call.arguments))
    cards.apply(show.asked)
    first = cards.factory(show.use.call.id)
    qtbot.addWidget(first)
    assert isinstance(first, ToolCard)
    first.show()
    _edit(first, "path", "kept.md")
    again = cards.factory(show.use.call.id)
    qtbot.addWidget(again)
    again.show()
    assert isinstance(again, ToolCard)
    decision = _decision(again, qtbot, _button(again, "Allow once").click)
    assert json.loads(decision.arguments or "{}")["path"] == "kept.md"


def test_what_ran_is_shown_beside_what_the_model_asked_for(theme: Theme, qtbot: QtBot) -> None:
    seen = _words(_card(theme, qtbot, _show("edited")))
    assert "RAN WITH" in seen
    assert "5000" in seen
    assert "\n50\n" in seen
    assert "Allowed because you said yes to this call." in seen


def test_progress_is_a_bar_and_a_message(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("progress"))
    bar = next(each for each in card.findChildren(QProgressBar) if each.isVisible())
    assert bar.value() == 340
    assert "Reading partition 34 of 100" in _words(card)


def test_a_call_whose_time_is_nearly_up_can_be_waited_for(theme: Theme, qtbot: QtBot) -> None:
    show = _show("progress")
    card = _card(theme, qtbot, show)
    assert "It is stopped in" in _words(card)
    with qtbot.waitSignal(card.keep_waiting) as heard:
        _button(card, "Keep waiting").click()
    assert heard.args == [show.use.call.id]
    card.show_state(replace(show.use, deadline=None), None, is_unfolded=True)
    assert "Keep waiting" not in _buttons(card)


def test_a_question_is_a_form_whose_answer_fits(theme: Theme, qtbot: QtBot) -> None:
    show = _show("question")
    card = _card(theme, qtbot, show)
    assert "Warehouse asks" in _words(card)
    with qtbot.assertNotEmitted(card.answered):
        _button(card, "Accept").click()
    assert "This is required." in _words(card)
    QTest.keyClick(card.focusWidget(), Qt.Key.Key_Down)
    with qtbot.waitSignal(card.answered) as heard:
        _button(card, "Accept").click()
    assert heard.args == [show.use.call.id, Answer(AnswerKind.ACCEPT, {"part": "inlet"})]


def test_a_question_can_be_declined_and_goes_when_it_is_settled(theme: Theme, qtbot: QtBot) -> None:
    show = _show("question")
    card = _card(theme, qtbot, show)
    with qtbot.waitSignal(card.answered) as heard:
        _button(card, "Decline").click()
    assert heard.args == [show.use.call.id, Answer(AnswerKind.DECLINE)]
    card.show_state(replace(show.use, question=None), None, is_unfolded=True)
    assert "Decline" not in _buttons(card)


def test_an_address_is_shown_plainly_and_opened_by_nobody_but_the_user(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "studio.ui.chat.running_part.open_link", lambda url: opened.append(url.toString())
    )
    card = _card(theme, qtbot, _show("address"))
    assert "https://login.example.org/authorize?client=callboard" in _words(card)
    assert opened == []
    _button(card, "Copy address").click()
    assert QGuiApplication.clipboard().text().startswith("https://login.example.org/")
    _button(card, "Open in the browser").click()
    assert len(opened) == 1


def test_json_is_a_tree_that_can_be_searched_and_copied_from(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("json"))
    (tree,) = card.findChildren(JsonTree)
    assert tree.isVisible()
    assert tree.seek("TX-311")
    tree.copy_path()
    assert QGuiApplication.clipboard().text() == "$.sensors[1].name"
    tree.copy_value()
    assert QGuiApplication.clipboard().text() == "TX-311"
    assert not tree.seek("nowhere")
    _button(card, "As text").click()
    assert not tree.isVisible()
    assert '"sensors"' in _words(card)


def test_a_table_is_one_and_can_be_searched(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("table"))
    table = next(each for each in card.findChildren(QTableView) if each.isVisible())
    assert table.model().rowCount() == 3
    _button(card, "Find").click()
    field = next(each for each in card.findChildren(QLineEdit) if each.isVisible())
    QTest.keyClicks(field, "bypass")
    assert table.model().rowCount() == 1


def test_markdown_is_a_page_in_which_nothing_is_followed(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("page"))
    (page,) = card.findChildren(RenderedMarkdown)
    assert page.isVisible()
    assert page.height() >= page.heightForWidth(page.width())
    assert "From outside: example.org" in _words(card)


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("text", ["", "{", "[1, 2", '"a', ",\n,,\n\n", "\x00\u202e", "# " * 5_000])
def test_a_result_that_is_not_what_it_says_is_shown_all_the_same(
    theme: Theme, qtbot: QtBot, form: Form, text: str
) -> None:
    show = _show("text")
    assert show.use.result is not None
    result = replace(show.use.result, form=form, content=text, full_size=len(text))
    card = _card(theme, qtbot, replace(show, use=replace(show.use, result=result)))
    assert card.isVisible()


def test_an_instruction_in_a_result_is_flagged_and_found(theme: Theme, qtbot: QtBot) -> None:
    card = _card(theme, qtbot, _show("findings"))
    assert card.is_unfolded
    assert "Result 3 contains an instruction" in _words(card)
    assert "instruction" in card.accessibleName()
    _button(card, "Show").click()
    boxes = [each for each in card.findChildren(QPlainTextEdit) if each.isVisible()]
    selected = [each.textCursor().selectedText() for each in boxes]
    assert any(each.startswith("Ignore all previous instructions") for each in selected)


def test_two_waiting_calls_are_listed_and_answered_together(theme: Theme, qtbot: QtBot) -> None:
    states = [each.state for each in shows()]
    waiting = [each for each in states if each.use.state is ToolState.WAITING]
    strip = WaitingStrip(theme)
    qtbot.addWidget(strip)
    strip.show_waiting(waiting[:1])
    assert strip.isHidden()
    strip.show_waiting(states)
    assert not strip.isHidden()
    assert f"{len(waiting)} calls wait for you" in _words(strip)
    with qtbot.waitSignal(strip.jump_requested) as heard:
        _button(strip, "edit_text_file").click()
    assert heard.args == ["edit_text_file"]
    with qtbot.waitSignal(strip.allow_all_requested):
        _button(strip, f"Allow {len(waiting) - 1} once, not the blocked").click()
    with qtbot.waitSignal(strip.deny_all_requested):
        _button(strip, "Deny all").click()


def test_long_names_leave_the_strip_narrow(theme: Theme, qtbot: QtBot) -> None:
    strip = WaitingStrip(theme)
    qtbot.addWidget(strip)
    strip.show_waiting([each.state for each in shows()])
    assert strip.minimumSizeHint().width() <= 420


@pytest.mark.parametrize("name", [each.name for each in shows()])
def test_every_card_fits_a_narrow_window(theme: Theme, qtbot: QtBot, name: str) -> None:
    assert _card(theme, qtbot, _show(name)).minimumSizeHint().width() <= 380


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("Allow as much again", BudgetChoice.MORE),
        ("Finish with what is there", BudgetChoice.FINISH),
        ("Stop", BudgetChoice.STOP),
    ],
)
def test_a_pause_says_what_was_used_and_takes_an_answer(
    theme: Theme, qtbot: QtBot, text: str, choice: BudgetChoice
) -> None:
    strip = BudgetStrip(theme)
    qtbot.addWidget(strip)
    strip.ask(budget())
    assert "This answer has made 50 tool calls." in _words(strip)
    assert "Tool calls: 50 of 50" in _words(strip)
    with qtbot.waitSignal(strip.chosen) as heard:
        _button(strip, text).click()
    assert heard.args == [choice]
    strip.ask(None)
    assert strip.isHidden()


def test_the_meter_shows_the_fullest_budget_and_rests_when_nothing_runs(
    theme: Theme, qtbot: QtBot
) -> None:
    meter = BudgetMeter(theme)
    qtbot.addWidget(meter)
    pause = budget()
    meter.show_spent(pause.spent, pause.limits)
    assert meter.share == 1.0
    assert "Tool calls: 50 of 50" in meter.toolTip()
    meter.show_spent(None, pause.limits)
    assert meter.isHidden()
