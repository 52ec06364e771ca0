"""What fills the window: by kind and by server, with what is left out of the next request."""

from dataclasses import replace
from decimal import Decimal
from time import perf_counter
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTreeWidgetItem

from studio.core.abilities import Abilities
from studio.core.context_parts import ContextKind
from studio.core.messages import Origin, Outcome, ToolResult, Usage
from studio.core.omissions import Omission, Omitted
from studio.ui.inspector.panel_tabs import Tab
from tests.ui.fake_measures import NOTHING_MEASURED
from tests.ui.inspector.fakes import a_round, a_turn
from tests.ui.inspector.panel_stage import Glass, a_session, a_turn_of, a_use, glass_box


def cheap(_origin: Origin, usage: Usage) -> Decimal:
    return Decimal(usage.input_tokens or 0) / 1_000


def groups(view: Any) -> list[str]:
    return [view.tree.topLevelItem(row).text(0) for row in range(view.tree.topLevelItemCount())]


def choose(view: Any, beginning: str) -> None:
    for row in range(view.tree.topLevelItemCount()):
        item = view.tree.topLevelItem(row)
        view.tree.expandItem(item)
        for each in (item, *(item.child(at) for at in range(item.childCount()))):
            if each.text(0).startswith(beginning):
                view.tree.setCurrentItem(each)
                return
    pytest.fail(f"nothing is called {beginning}")


def left_out(glass: Glass) -> tuple[Omission, ...]:
    return glass.session.chat.settings.omissions


async def test_parts_are_grouped_by_server_and_by_message(qapp: QApplication) -> None:
    session = a_session(a_turn_of("t1"), system_prompt="Be careful.")
    async with glass_box(qapp, session) as glass:
        view = await glass.opened(Tab.CONTEXT)
        assert groups(view) == [
            "System prompt",
            "Tools of Callboard",
            "Tools of Web",
            "Message 1 · Look at it.",
        ]
        told = view.bar.accessibleName()
        for kind in ("System prompt", "Tools", "Your messages", "Answers", "Calls", "Results"):
            assert f"{kind}: about" in told
        # What it counted is far from what so little can be.
        assert view.source.text().startswith("Estimated")
        assert "The provider counted" in view.source.text()
        session.chat = replace(
            session.chat, settings=replace(session.chat.settings, tools_off=frozenset({"search"}))
        )
        session.change()
        glass.panel._tick()
        assert "Tools of Web" not in groups(view)


async def test_numbers_stand_below_their_headers(qapp: QApplication) -> None:
    async with glass_box(qapp, price=cheap) as glass:
        view = await glass.opened(Tab.CONTEXT)
        head, first = view.tree.headerItem(), view.tree.topLevelItem(0)
        for column in (1, 2):
            assert head.textAlignment(column) == first.textAlignment(column)
            assert Qt.AlignmentFlag(head.textAlignment(column)) & Qt.AlignmentFlag.AlignRight
        assert not view.tree.isColumnHidden(2)
        assert "$" in first.text(2)


async def test_money_has_no_column_where_nothing_is_known_of_it(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        view = await glass.opened(Tab.CONTEXT)
        assert view.tree.isColumnHidden(2)
        assert "$" not in view.total.text()


async def test_the_bar_is_as_long_as_the_window_of_the_model(qapp: QApplication) -> None:
    measures = replace(NOTHING_MEASURED, abilities=lambda _, __: Abilities(context_tokens=200_000))
    async with glass_box(qapp, measures=measures) as glass:
        view = await glass.opened(Tab.CONTEXT)
        assert "of 200k tokens" in view.total.text()


async def test_a_result_is_left_out_shortened_and_sent_again(qapp: QApplication) -> None:
    result = ToolResult("u1", "TX-310 | 7\n" * 2_000, Outcome.DONE, 22_000)
    turn = a_turn(a_round("r1", parts=(a_use("u1", result=result),), usage=Usage()))
    async with glass_box(qapp, a_session(turn)) as glass:
        view = await glass.opened(Tab.CONTEXT)
        before = view.filled.context.of(ContextKind.RESULT)
        assert not view.drop.isEnabled()
        choose(view, "Result")
        assert view.drop.isEnabled()
        view.shorten.click()
        await glass.settled()
        glass.panel._tick()
        assert left_out(glass) == (Omission("u1/result", Omitted.SHORTEN),)
        choose(view, "Result · query_database (shortened)")
        shortened = view.filled.context.of(ContextKind.RESULT)
        assert shortened < before
        view.drop.click()
        await glass.settled()
        glass.panel._tick()
        assert left_out(glass) == (Omission("u1/result", Omitted.DROP),)
        assert view.filled.context.of(ContextKind.RESULT) < shortened
        choose(view, "Result · query_database (left out)")
        assert not view.drop.isEnabled()
        view.restore.click()
        await glass.settled()
        glass.panel._tick()
        assert not left_out(glass)
        assert view.filled.context.of(ContextKind.RESULT) == before


async def test_a_whole_message_is_left_out_and_taken_back(qapp: QApplication) -> None:
    session = a_session(a_turn_of("t1"), a_turn_of("t2"))
    async with glass_box(qapp, session) as glass:
        view = await glass.opened(Tab.CONTEXT)
        choose(view, "Message 1")
        view.drop.click()
        await glass.settled()
        glass.panel._tick()
        subjects = {each.subject for each in left_out(glass)}
        assert {"t1/prompt", "t1-r2/text", "t1-u0/result"} <= subjects
        assert view.restore_all.isVisible()
        view.restore_all.click()
        await glass.settled()
        glass.panel._tick()
        assert not left_out(glass)
        assert not view.restore_all.isVisible()


async def test_what_is_unfolded_and_chosen_stays_so(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        view = await glass.opened(Tab.CONTEXT)
        item = view.tree.topLevelItem(view.tree.topLevelItemCount() - 1)
        assert isinstance(item, QTreeWidgetItem)
        item.setExpanded(True)
        choose(view, "Answer")
        view.refresh()
        assert view.tree.topLevelItem(view.tree.topLevelItemCount() - 1).isExpanded()
        assert [each.part.kind for each in view.chosen()] == [ContextKind.ANSWER]


async def test_a_chat_of_thousands_of_messages_is_listed_before_anybody_waits(
    qapp: QApplication,
) -> None:
    turns = tuple(a_turn(a_round(f"r{at}"), turn_id=f"t{at}") for at in range(3_000))
    asked: list[Origin] = []

    def price(origin: Origin, usage: Usage) -> Decimal:
        asked.append(origin)
        return cheap(origin, usage)

    async with glass_box(qapp, a_session(*turns), price=price) as glass:
        view = await glass.opened(Tab.CONTEXT)
        began = perf_counter()
        view.refresh()
        assert perf_counter() - began < 2.0  # it was eight: each part with its row, one by one
        assert len(groups(view)) > len(turns)
        assert len(asked) < 3 * len(turns)
        last = view.tree.topLevelItem(view.tree.topLevelItemCount() - 1)
        assert last.childCount() == 0
        assert last.childIndicatorPolicy() is QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator
        last.setExpanded(True)
        assert [last.child(at).text(0) for at in range(last.childCount())] == [
            "Your message",
            "Answer",
        ]
