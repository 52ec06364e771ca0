"""The glass box beside a chat: opened by a key, never in the way, alive only while it is seen."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QSplitter,
    QWidget,
)

from studio.core import events as ev
from studio.core.breakpoints import Hit, Point
from studio.core.chats import Assignment
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import Round
from studio.core.omissions import Omission
from studio.core.spending import Spent
from studio.ui.chat.inspect_hook import InspectHook
from studio.ui.inspector.panel_tabs import Tab
from studio.ui.main_window import MainWindow
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.translations.in_german import compiled_translations, cut_off, speaking
from tests.ui.fake_chats import FakeChats
from tests.ui.fake_measures import NOTHING_MEASURED
from tests.ui.focus import passed_by_tab
from tests.ui.inspector.fakes import ORIGIN, FakeInspection, a_round, a_turn, recording
from tests.ui.inspector.panel_stage import a_session, a_turn_of, a_use, glass_box
from tests.ui.stage import set_stage

CTRL = Qt.KeyboardModifier.ControlModifier


def many_rounds(rounds: int = 200, calls: int = 5) -> tuple[Round, ...]:
    return tuple(
        a_round(f"r{number}", parts=tuple(a_use(f"u{number}-{at}") for at in range(calls)))
        for number in range(rounds)
    )


async def test_a_key_opens_it_and_closes_it_where_the_focus_was(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        field = glass.page.composer.field
        assert field.hasFocus()
        glass.toggle()
        assert glass.is_open
        assert glass.page.header.inspect.isChecked()
        assert glass.panel.entry.hasFocus()
        assert glass.panel.head.place.text() == "Message 1 · Round 2 of 2"
        glass.toggle()
        assert not glass.is_open
        assert field.hasFocus()
        assert not glass.page.header.inspect.isChecked()
        glass.page.header.inspect.click()
        assert glass.is_open
        glass.press(Qt.Key.Key_Escape)
        assert not glass.is_open


async def test_nothing_of_it_is_made_before_it_is_wanted(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        assert glass.page.glass.inspecting.panel is None
        assert not glass.inspection.asked
        await glass.opened()
        made = [tab for tab in Tab if glass.panel.places[tab].view is not None]
        assert made == [Tab.ROUNDS]


async def test_all_tabs_stand_on_one_line_and_are_gone_through_by_keys(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        await glass.opened()
        assert glass.panel.width() == 480
        tops = {button.y() for button in glass.panel.buttons.values()}
        assert len(tops) == 1
        assert min(button.x() for button in glass.panel.buttons.values()) >= 8
        glass.panel.entry.setFocus()
        seen = [glass.panel.tab]
        for _ in range(len(Tab) - 1):
            glass.press(Qt.Key.Key_Right)
            seen.append(glass.panel.tab)
        assert seen == list(Tab)
        await glass.settled()


async def test_its_tabs_stand_on_one_line_in_german_too(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with compiled_translations(tmp_path, monkeypatch), speaking(qapp, "de"):
        async with glass_box(qapp) as glass:
            for tab in Tab:
                await glass.opened(tab)
                assert not cut_off(glass.panel)
            assert glass.panel.buttons[Tab.DIALECTS].text() == "Dialekte"
            assert len({button.y() for button in glass.panel.buttons.values()}) == 1
            assert glass.panel.head.again.accessibleName() == "Erneut fragen…"


async def test_a_narrow_window_is_covered_and_uncovered(qapp: QApplication, until: Until) -> None:
    async with glass_box(qapp, size=(700, 640)) as glass:
        view = await glass.opened()
        assert not glass.page.view.isVisible()
        assert glass.panel.isVisible()
        line = view.list.rounds.index(1)
        view.list.activated.emit(line)  # a call: its card is gone to
        assert not glass.is_open
        assert glass.page.view.isVisible()
        await glass.opened()
        glass.window.resize(1300, 640)
        await until(glass.page.view.isVisible)
        assert glass.panel.isVisible()
        glass.window.resize(700, 640)
        await until(lambda: not glass.page.view.isVisible())


async def test_its_width_is_remembered_by_the_window(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        await glass.opened()
        sides = glass.panel.parentWidget()
        assert isinstance(sides, QSplitter)
        handle = sides.handle(1)
        before = glass.panel.width()
        at = handle.rect().center()
        QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=at)
        QTest.mouseMove(handle, at - QPoint(60, 0))
        QTest.mouseRelease(handle, Qt.MouseButton.LeftButton)
        assert glass.panel.width() == pytest.approx(before + 60, abs=4)
        assert glass.window.panel_width == glass.panel.width()
        other = MainWindow(glass.theme, layout=glass.window.layout_text())
        assert other.panel_width == glass.window.panel_width
        other.deleteLater()


async def test_the_key_for_the_parts_of_the_window_reaches_it(
    qapp: QApplication, until: Until
) -> None:
    chats = FakeChats()
    chats.add(a_session(a_turn_of()))
    made = await set_stage(Theme(qapp, "light"), chats)
    made.window.resize(1300, 800)
    made.window.show()
    made.window.activateWindow()
    QTest.qWaitForWindowActive(made.window)
    made.shell.refresh()
    made.shell.open_latest()
    await until(lambda: made.shell.page is not None)
    page = made.shell.page
    assert page is not None
    page.begin()
    page.glass.inspecting.toggle()
    page.begin()
    panel = page.glass.inspecting.panel
    QTest.keyClick(page.composer.field, Qt.Key.Key_F6)
    assert panel.entry.hasFocus()
    QTest.keyClick(panel.entry, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert page.composer.field.hasFocus()
    await made.close()


async def test_a_live_turn_grows_and_is_followed_to_its_last_round(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        view = await glass.opened()
        session = glass.session
        session.begin("t2", "Again")
        session.tell("t2", ev.RoundStarted("live-1", ORIGIN, 1.0), ev.TextDelta("a"))
        glass.panel._tick()
        assert glass.panel.head.place.text() == "Message 2 · Round 1 of 1"
        session.tell("t2", ev.RoundStarted("live-2", ORIGIN, 2.0))
        glass.panel._tick()
        assert [line.round.round_id for line in view.list.rounds.lines] == ["live-1", "live-2"]
        assert glass.panel.round_id == "live-2"
        assert "so far" in view.told.text()


async def test_who_looks_at_an_earlier_round_is_left_there(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        await glass.opened()
        session = glass.session
        session.begin("t2", "Again")
        for number in range(4):
            session.tell("t2", ev.RoundStarted(f"live-{number}", ORIGIN, float(number)))
        glass.panel.show_turn("t2", "live-0")
        session.tell("t2", ev.RoundStarted("live-4", ORIGIN, 4.0))
        glass.panel._tick()
        assert glass.panel.round_id == "live-0"
        glass.page.view.sticks_to_end = False
        session.begin("t3", "And again")
        assert glass.panel.turn_id == "t2"


async def test_nothing_ticks_while_nothing_runs_or_nobody_looks(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        await glass.opened()
        assert not glass.panel.ticks
        session = glass.session
        session.begin("t2", "Again")
        session.tell("t2", ev.RoundStarted("live-1", ORIGIN, 1.0))
        assert glass.panel.ticks
        glass.page.glass.inspecting.close()
        assert not glass.panel.ticks
        asked = len(glass.inspection.asked)
        session.tell("t2", ev.TextDelta("a"), ev.RoundEnded(2.0, None, None), ev.TurnCompleted(3.0))
        assert not glass.panel.ticks
        assert len(glass.inspection.asked) == asked
        session.change(is_running=False)
        await glass.opened()
        glass.panel._tick()
        assert not glass.panel.ticks
        assert glass.inspection.asked[-1] == "t2"


async def test_a_turn_of_200_rounds_and_1000_calls_is_listed_and_not_built(
    qapp: QApplication,
) -> None:
    session = a_session(a_turn(*many_rounds()))
    async with glass_box(qapp, session) as glass:
        view = await glass.opened()
        assert view.list.rounds.rowCount() == 1_200
        assert len(glass.panel.findChildren(QWidget)) < 150
        assert len(glass.inspection.asked) <= 2
        told: list[object] = []
        view.list.rounds.dataChanged.connect(lambda *_: told.append(None))
        glass.panel._refresh()
        assert not told, "what did not change is not laid out again"


async def test_a_turn_that_grows_is_asked_for_once_at_a_time(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        await glass.opened()
        glass.session.begin("t2", "Again")
        await glass.settled()
        glass.inspection.asked.clear()
        glass.inspection.gate.clear()
        for number in range(20):
            glass.session.tell(
                "t2", ev.RoundStarted(f"live-{number}", ORIGIN, 1.0), ev.RoundEnded(2.0, None, None)
            )
        await asyncio.sleep(0)
        glass.inspection.gate.set()
        await glass.settled()
        assert 1 <= len(glass.inspection.asked) <= 2


async def test_a_late_answer_of_another_turn_is_not_shown(qapp: QApplication) -> None:
    inspection = FakeInspection(
        recording("t1-r1"), recording("t2-r1", turn_id="t2", started_at=1_764_600_000.5)
    )
    session = a_session(a_turn_of("t1"), a_turn_of("t2"))
    async with glass_box(qapp, session, inspection) as glass:
        view = await glass.opened()
        inspection.gate.clear()
        glass.panel.show_turn("t1")
        await asyncio.sleep(0)
        glass.panel.show_turn("t2")
        inspection.gate.set()
        await glass.settled()
        assert glass.panel._outlines.of("t2")
        assert not glass.panel._outlines.of("t1")
        assert view.list.rounds.lines[0].round.round_id == "t2-r1"


async def test_what_cannot_be_read_is_told_in_the_panel(qapp: QApplication) -> None:
    inspection = FakeInspection()
    inspection.is_broken = True
    async with glass_box(qapp, inspection=inspection) as glass:
        failed: list[object] = []
        glass.bridge.failed.connect(lambda *told: failed.append(told))
        view = await glass.opened()
        assert glass.panel.trouble.isVisible()
        assert glass.panel.trouble.text()
        assert view.list.rounds.rowCount() == 4
        inspection.is_broken = False
        glass.page.glass.inspecting.close()
        await glass.opened()
        assert not glass.panel.trouble.isVisible()
        assert not failed


async def test_what_the_chat_took_may_not_be_known(qapp: QApplication) -> None:
    async def spent(_: str) -> Spent:
        raise StorageError(Failure(Category.STORAGE))

    async with glass_box(qapp, measures=replace(NOTHING_MEASURED, spent=spent)) as glass:
        await glass.opened()
        assert glass.panel.trouble.isVisible()


async def test_a_turn_that_goes_while_it_is_looked_at_gives_way_to_the_last(
    qapp: QApplication,
) -> None:
    session = a_session(a_turn_of("t1"), a_turn_of("t2"))
    async with glass_box(qapp, session) as glass:
        await glass.opened(Tab.CALL)
        glass.panel.show_call("t2-u1")
        await glass.settled()
        await session.delete_turn("t2")
        glass.panel._tick()
        await glass.settled()
        assert (glass.panel.turn_id, glass.panel.tool_use_id) == ("t1", "")
        await session.delete_turn("t1")
        for tab in Tab:
            glass.panel.show_tab(tab)
            await glass.settled()
        assert glass.panel.head.place.text() == "Nothing to look at yet"
        assert glass.panel.view(Tab.ROUNDS).list.rounds.rowCount() == 0


async def test_another_branch_is_followed(qapp: QApplication) -> None:
    session = a_session(a_turn_of("t1"), a_turn_of("t2"))
    async with glass_box(qapp, session) as glass:
        view = await glass.opened()
        session.show(a_turn_of("t1"), a_turn_of("t3"))
        glass.panel._tick()
        await glass.settled()
        assert glass.panel.turn_id == "t3"
        assert view.list.rounds.lines[0].round.round_id == "t3-r1"


async def test_it_says_that_nothing_was_recorded(qapp: QApplication) -> None:
    session = a_session()
    session.chat = replace(session.chat, is_kept=False)
    async with glass_box(qapp, session) as glass:
        for tab in (Tab.REQUEST, Tab.RESPONSE, Tab.CHANGES):
            view = await glass.opened(tab)
            assert not view.page.is_content
            assert "recordings are off" in view.page.saying.text()


async def test_a_round_that_runs_still_says_so(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        glass.session.begin("t2", "Again")
        glass.session.tell("t2", ev.RoundStarted("live-1", ORIGIN, 1.0))
        view = await glass.opened(Tab.REQUEST)
        assert "still runs" in view.page.saying.text()


async def test_a_round_can_be_asked_for_again_from_its_head_and_from_its_line(
    qapp: QApplication,
) -> None:
    async with glass_box(qapp) as glass:
        view = await glass.opened()
        hook = glass.page.glass.inspecting
        assert isinstance(hook, InspectHook)
        hook.resend_requested.disconnect()
        asked: list[tuple[str, str]] = []
        hook.resend_requested.connect(lambda turn, round_: asked.append((turn, round_)))
        glass.panel.head.earlier.click()
        glass.panel.head.again.click()
        menu = view.menu(view.list.rounds.lines[-1])
        menu.actions()[-1].trigger()
        assert asked == [("t1", "t1-r1"), ("t1", "t1-r2")]
        menu.deleteLater()
        glass.session.begin("t2", "Again")
        glass.session.tell("t2", ev.RoundStarted("live-1", ORIGIN, 1.0))
        glass.panel._tick()
        assert not glass.panel.head.again.isEnabled()
        assert not view.menu(view.list.rounds.lines[0]).actions()[-1].isEnabled()


async def test_everything_in_it_has_a_name(qapp: QApplication) -> None:
    inspection = FakeInspection(recording("t1-r1"), recording("t1-r2"))
    async with glass_box(qapp, inspection=inspection) as glass:
        for tab in Tab:
            await glass.opened(tab)
            await glass.settled()
        acting = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit)
        nameless = [
            widget
            for kind in acting
            for widget in glass.panel.findChildren(kind)
            if widget.focusPolicy() is not Qt.FocusPolicy.NoFocus and not _is_named(widget)
        ]
        assert not nameless


def _is_named(widget: QWidget) -> bool:
    said = widget.text() if isinstance(widget, QAbstractButton) else ""
    parent = widget.parentWidget()
    # A list that pops up is named by what it belongs to.
    is_part = parent is not None and isinstance(parent.parentWidget(), QComboBox)
    return bool(widget.accessibleName() or said or is_part or isinstance(parent, QComboBox))


@pytest.mark.parametrize("tab", list(Tab))
async def test_all_of_a_tab_is_reached_by_the_tab_key(qapp: QApplication, tab: Tab) -> None:
    async with glass_box(qapp) as glass:
        glass.window.walked = glass.page.view
        await glass.opened(tab)
        missed = passed_by_tab(glass.panel.entry, glass.panel)
        assert [each.accessibleName() or each for each in missed] == []


async def test_where_it_covers_the_chat_it_says_that_the_chat_waits(
    qapp: QApplication, until: Until
) -> None:
    session = a_session(a_turn_of())
    async with glass_box(qapp, session, size=(700, 520)) as glass:
        await glass.opened()
        covered = glass.page.glass.inspecting.covered
        assert not covered.isVisible()
        session.is_waiting = True
        session.tell("t1", ev.BreakpointHit(Hit("h1", Point.BEFORE_REQUEST, 1)))
        assert covered.isVisible()
        glass.window.resize(1300, 800)
        await until(lambda: not covered.isVisible())
        glass.window.resize(700, 520)
        await until(covered.isVisible)
        covered.go.click()
        assert not glass.is_open
        assert glass.page.view.isVisible()


async def test_the_dialects_hold_a_turn_as_it_was_asked_without_what_was_left_out(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = replace(a_turn_of("t2"), omissions=(Omission("t1-u0/result"),))
    async with glass_box(qapp, a_session(a_turn_of("t1"), last)) as glass:
        view = await glass.opened(Tab.DIALECTS)
        shown: list[Assignment] = []
        monkeypatch.setattr(view, "show_assignment", lambda each, _own: shown.append(each))
        glass.panel._filled.clear()
        glass.panel._refresh()
    results = [use.result.content for use in shown[-1].earlier[0].tool_uses if use.result]
    assert results == ["[left out by the user]", "rows of t1-u1"]
