"""The timeline: every round and call a line, its time in bars and words, gone through by keys."""

from dataclasses import replace
from decimal import Decimal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from studio.core.messages import Origin, Outcome, Retry, ToolResult, ToolState, Usage
from studio.core.spending import Spent
from studio.core.timeline import SpanKind, timeline
from studio.ui.inspector.panel_tabs import Tab
from studio.ui.inspector.rounds_model import Line
from studio.ui.inspector.rounds_scale import Scale, label_place
from studio.ui.inspector.rounds_view import RoundsView
from studio.ui.theme import Theme
from tests.ui.inspector.fakes import a_round, a_turn, recording
from tests.ui.inspector.panel_stage import BEGIN, a_turn_of, a_use, glass_box

RETRIED = a_turn(a_round(retries=(Retry(1.5, 1, "overloaded"),)))
NOW = BEGIN + 20


def dear(_origin: Origin, usage: Usage) -> Decimal:
    return Decimal("0.02")


def free(_origin: Origin, _usage: Usage) -> Decimal:
    return Decimal(0)


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> RoundsView:
    view = RoundsView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.resize(480, 700)
    view.show()
    return view


def test_a_failed_attempt_and_the_pause_after_it_are_told(view: RoundsView) -> None:
    failed = recording("r1", 1, status=529, chunks=(), ended_ns=300_000_000)
    again = recording("r1", 2, started_at=BEGIN + 2.05)
    view.show_timeline(timeline(RETRIED, (failed, again), NOW))
    bar = view.timeline.rounds[0]
    kinds = [span.kind for span in bar.spans]
    assert kinds[:3] == [SpanKind.ATTEMPT, SpanKind.PAUSE, SpanKind.WAITING]
    said = view.list.rounds.lines[0].words
    assert "failed attempt 300 ms (overloaded)" in said
    assert "pause 1.5 s (overloaded)" in said
    assert "2 attempts" in said


def test_calls_side_by_side_say_so(view: RoundsView) -> None:
    uses = (a_use("u1", 1, 3), a_use("u2", 1.5, 2.5))
    view.show_timeline(timeline(a_turn(a_round(parts=uses)), (), NOW))
    lines = view.list.rounds.lines
    assert lines[1].words == "Call query_database of round 1, Done, 2.0 s"
    assert lines[2].words.endswith("beside another call")


def test_a_call_that_was_refused_says_so(view: RoundsView) -> None:
    result = ToolResult("u1", "no", Outcome.DENIED, 2)
    use = a_use("u1", result=result, started_at=None, ended_at=None)
    view.show_timeline(timeline(a_turn(a_round(parts=(use,))), (), NOW))
    assert view.list.rounds.lines[1].words == "Call query_database of round 1, Denied"


def test_a_call_at_a_breakpoint_is_stopped_and_not_waiting_for_its_turn(view: RoundsView) -> None:
    use = a_use("u1", state=ToolState.READY, started_at=None, ended_at=None)
    turn = replace(a_turn(a_round(parts=(use,))), ended_at=None)
    view.show_timeline(timeline(turn, (), NOW, held=frozenset({"u1"})))
    assert view.list.rounds.lines[1].words == "Call query_database of round 1, Stopped here"
    view.show_timeline(timeline(turn, (), NOW))
    assert view.list.rounds.lines[1].words.endswith("Waiting for its turn")


def test_money_is_left_away_where_nothing_is_paid(view: RoundsView) -> None:
    view.show_timeline(timeline(a_turn_of(), (), NOW, free))
    view.show_spent(Spent(2, 10, 10, usd=Decimal(0)))
    told = (view.turn_total.text(), view.chat_total.text(), view.list.rounds.lines[0].words)
    assert not any("$" in each for each in told)


def test_money_is_summed_where_it_is_paid(view: RoundsView) -> None:
    view.show_timeline(timeline(a_turn_of(), (), NOW, dear))
    view.show_spent(Spent(4, 10, 10, usd=Decimal("1.5"), has_unpriced=True))
    assert view.turn_total.text().endswith("$0.04")
    assert view.chat_total.text().endswith("at least $1.50")
    assert view.list.rounds.lines[0].words.endswith("$0.02")


def test_keys_go_through_lines_and_time(view: RoundsView) -> None:
    view.show_timeline(timeline(a_turn_of(), (), NOW))
    chosen: list[Line] = []
    opened: list[Line] = []
    view.line_chosen.connect(chosen.append)
    view.line_opened.connect(opened.append)
    view.choose("t1-r1", "")
    assert not chosen
    view.list.setFocus()
    for _ in range(2):
        QTest.keyClick(view.list, Qt.Key.Key_Down)
    QTest.keyClick(view.list, Qt.Key.Key_Up)
    assert [line.key for line in chosen] == [
        ("t1-r1", "t1-u0"),
        ("t1-r1", "t1-u1"),
        ("t1-r1", "t1-u0"),
    ]
    QTest.keyClick(view.list, Qt.Key.Key_Return)
    assert [line.key for line in opened] == [("t1-r1", "t1-u0")]
    assert view.told.text() == "From 1.0 s to 2.0 s of the turn"
    for _ in range(3):
        view.closer.click()
    bar = view.list.horizontalScrollBar()
    assert bar.maximum() > 0
    QTest.keyClick(view.list, Qt.Key.Key_Right)
    assert bar.value() > 0
    QTest.keyClick(view.list, Qt.Key.Key_Left)
    assert bar.value() == 0
    view.whole.click()
    assert not view.farther.isEnabled()


def test_what_was_chosen_stays_when_the_turn_grows(view: RoundsView) -> None:
    turn = a_turn_of()
    view.show_timeline(timeline(replace(turn, rounds=turn.rounds[:1]), (), NOW))
    view.choose("t1-r1", "t1-u1")
    view.show_timeline(timeline(turn, (), NOW))
    assert view.list.line(view.list.currentIndex()).key == ("t1-r1", "t1-u1")
    assert view.list.rounds.rowCount() == 4


def test_moments_are_round_and_not_crowded() -> None:
    assert list(Scale(2.3, 0, 480).ticks()) == pytest.approx([0, 0.5, 1.0, 1.5, 2.0])
    assert list(Scale(0, 0, 480).ticks()) == [0.0]


def test_the_words_of_no_moment_are_cut_off_at_the_end_of_the_axis() -> None:
    assert label_place(100, 30, 480) == 104
    assert label_place(440, 30, 480) + 30 < 480
    assert label_place(470, 30, 480) + 30 < 470


def test_the_legend_names_what_is_in_the_turn_and_nothing_else(view: RoundsView) -> None:
    streamed = a_round(parts=(a_use("u1"),), first_delta_at=BEGIN + 0.4)
    view.show_timeline(timeline(a_turn(streamed), (), NOW))
    assert _legend(view) == ["Waiting", "Streaming", "Call"]
    failed = a_use("u1", result=ToolResult("u1", "no", Outcome.FAILED, 2))
    turn = a_turn(a_round(parts=(failed,), retries=(Retry(1.5, 1, "overloaded"),)))
    view.show_timeline(timeline(turn, (), NOW))
    assert _legend(view)[0] == "Pause"
    assert _legend(view)[-1] == "Failed call"
    view.show_timeline(timeline(a_turn(), (), NOW))
    assert _legend(view) == []


def test_the_foot_says_of_a_round_what_its_line_does_not(view: RoundsView) -> None:
    view.show_timeline(timeline(a_turn(a_round(first_delta_at=BEGIN + 0.4)), (), NOW, dear))
    view.choose("r1", "")
    assert view.told.text() == "Waiting 150 ms · streaming 4.6 s"
    assert "$0.02" in view.list.rounds.lines[0].words


def _legend(view: RoundsView) -> list[str]:
    shown = [each for each in view.legend.entries.values() if not each.isHidden()]
    return [label.text() for each in shown for label in each.findChildren(QLabel)]


async def test_return_on_a_round_leads_to_its_request(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        view = await glass.opened()
        view.list.setFocus()
        glass.press(Qt.Key.Key_Up)
        glass.press(Qt.Key.Key_Up)
        glass.press(Qt.Key.Key_Up)
        assert (glass.panel.round_id, glass.panel.tool_use_id) == ("t1-r1", "")
        glass.press(Qt.Key.Key_Return)
        assert glass.panel.tab is Tab.REQUEST
        await glass.settled()


async def test_what_the_chat_took_is_shown_with_real_prices(qapp: QApplication) -> None:
    async with glass_box(qapp, price=dear) as glass:
        view = await glass.opened()
        assert "$0.04" in view.turn_total.text()
        assert not view.chat_total.isVisible()
