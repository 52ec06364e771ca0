"""Two turns beside each other: what they took, what was paired, where they differ."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from studio.core.chats import Turn
from studio.core.comparison import compared, text_difference
from studio.core.messages import (
    Origin,
    Outcome,
    Round,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    Usage,
)
from studio.ui.inspector.compare_rows import Likeness, cost_of, opening_row, places_in, rows_of
from studio.ui.inspector.compare_window import CompareWindow
from studio.ui.inspector.json_model import Mark
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.inspector.fakes import Spawned, a_round, a_turn

NAMES = ("Version 1", "Version 2")


def a_use(use_id: str, name: str, arguments: str, result: str | None = "done") -> ToolUse:
    call = ToolCall(use_id, name, arguments)
    if result is None:
        return ToolUse(call, ToolState.READY)
    given = ToolResult(use_id, result, Outcome.DONE, len(result))
    return ToolUse(call, ToolState.ENDED, given, 1.0, 2.5)


def a_pair() -> tuple[Turn, Turn]:
    """The second reads another file with another result, calculates too, and says other words."""
    first = a_turn(
        a_round("a1", parts=(a_use("u1", "read", '{"path": "a", "depth": 1}', "one two three"),)),
        a_round("a2", parts=(Text("The answer is forty two."),)),
    )
    second = a_turn(
        a_round(
            "b1",
            parts=(
                a_use("v1", "read", '{"path": "b", "depth": 1}', "one 2 three"),
                a_use("v2", "calculate", "{}"),
            ),
        ),
        a_round("b2", parts=(Text("The answer is 42."),)),
        turn_id="t2",
    )
    return first, second


def no_price(_: Origin, __: Usage) -> Decimal | None:
    return None


@pytest.fixture
def spawned() -> Spawned:
    return Spawned()


@asynccontextmanager
async def compare(
    qapp: QApplication,
    turns: tuple[Turn, Turn],
    spawned: Spawned,
    price: Callable[[Origin, Usage], Decimal | None] = no_price,
) -> AsyncIterator[CompareWindow]:
    page = QWidget()  # the last window that closes would end the program
    page.resize(1200, 900)
    page.show()
    window = CompareWindow(Theme(qapp, "light"), spawned, price, page)
    window.show_turns(turns, NAMES)
    window.show()
    await spawned.settle()
    yield window
    window.close()
    await spawned.settle()
    page.close()
    page.deleteLater()


def likenesses(window: CompareWindow) -> list[tuple[str, Likeness]]:
    return [
        (_name(row.call.first or row.call.second) if row.call else "round", row.likeness)
        for row in window.model.rows
    ]


def _name(use: ToolUse | None) -> str:
    return use.call.name if use is not None else ""


async def test_rounds_and_calls_stand_beside_each_other(
    qapp: QApplication, spawned: Spawned
) -> None:
    async with compare(qapp, a_pair(), spawned) as window:
        assert likenesses(window) == [
            ("round", Likeness.SAME),
            ("read", Likeness.DIFFERENT),
            ("calculate", Likeness.SECOND_ONLY),
            ("round", Likeness.DIFFERENT),
        ]
        assert "3" in window.counts.text()
        said = [window.model.index(row).data() for row in range(4)]
        assert "arguments and result differ" in said[1]
        assert "only in the second" in said[2]


async def test_the_sums_leave_empty_what_nobody_knows(qapp: QApplication, spawned: Spawned) -> None:
    first, second = a_pair()
    first = replace(first, rounds=tuple(replace(each, usage=Usage()) for each in first.rounds))

    def price(origin: Origin, usage: Usage) -> Decimal | None:
        return Decimal("0.25") if usage.input_tokens is not None else None

    async with compare(qapp, (first, second), spawned, price) as window:
        texts = [[label.text() for label in row] for row in window.sums.numbers]
        assert texts[0][1:4] == ["", "", ""]
        assert texts[1][3] == "$0.50"
        assert [row[4:] for row in texts] == [["2", "1"], ["2", "2"]]
        assert "unknown" in window.sums.numbers[0][3].accessibleName()


def test_a_cost_is_known_only_where_each_round_has_a_price() -> None:
    turn = a_turn(a_round("a"), a_round("b", usage=Usage()))
    assert cost_of(turn, lambda _, usage: Decimal(1) if usage.input_tokens else None) is None
    assert cost_of(turn, lambda _, __: Decimal(1)) == Decimal(2)
    assert cost_of(a_turn(), lambda _, __: Decimal(1)) is None


async def test_differing_arguments_are_marked_in_both_trees(
    qapp: QApplication, spawned: Spawned, until: Until
) -> None:
    async with compare(qapp, a_pair(), spawned) as window:
        window.list.setCurrentIndex(window.model.index(1))
        page = window.detail.documents
        assert page.isVisible()
        await until(lambda: page.first.is_ready and page.second.is_ready)
        assert page.count == 1
        for view in (page.first, page.second):
            model = view.tree.model()
            assert model is not None
            node = view.index.find(("path",)) if view.index is not None else None
            assert node is not None
            assert model.mark_at(model.index_of(node)) is Mark.CHANGED  # type: ignore[attr-defined]


async def test_keys_go_through_arguments_results_calls_and_words(
    qapp: QApplication, spawned: Spawned, until: Until
) -> None:
    async with compare(qapp, a_pair(), spawned) as window:
        await until(window.isActiveWindow)
        window.list.setCurrentIndex(window.model.index(0))
        detail = window.detail

        def here() -> tuple[int, bool, int]:
            return (window.list.currentIndex().row(), detail.texts.isVisible(), detail.at)

        seen = []
        for _ in range(5):
            QTest.keyClick(window, Qt.Key.Key_F7)
            seen.append(here())
        assert seen == [(1, False, 0), (1, True, 0), (2, False, -1), (3, True, 0), (3, True, 0)]
        assert "last" in window.counts.text()
        back = []
        for _ in range(4):
            QTest.keyClick(window, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
            back.append(here())
        assert back == [(2, False, -1), (1, True, 0), (1, False, 0), (1, False, 0)]
        assert "first" in window.counts.text()


async def test_words_that_differ_are_marked_on_either_side(
    qapp: QApplication, spawned: Spawned
) -> None:
    async with compare(qapp, a_pair(), spawned) as window:
        window.list.setCurrentIndex(window.model.index(3))
        texts = window.detail.texts
        assert texts.first.lines.text == "The answer is forty two."
        assert texts.second.lines.text == "The answer is 42."
        (place,) = places_in(text_difference(texts.first.lines.text, texts.second.lines.text))
        assert texts.first.lines.text[slice(*place.first)].startswith("forty two")
        styles = []
        for text in (texts.first, texts.second):
            (marked,) = text.lasting_formats(0)
            styles.append(marked.format.underlineStyle())
        # Not by colour alone, and not alike.
        assert len(set(styles)) == 2
        assert QTextCharFormat.UnderlineStyle.NoUnderline not in styles


async def test_it_opens_where_both_have_something_to_compare(
    qapp: QApplication, spawned: Spawned
) -> None:
    first, second = a_pair()
    async with compare(qapp, (first, second), spawned) as window:
        assert window.list.currentIndex().row() == 3
        window.only.setChecked(True)
        assert window.list.currentIndex().row() == 2
    more = a_round("b3", parts=(a_use("v3", "look", "{}"),))
    longer = replace(second, rounds=(*second.rounds, more))
    rows = rows_of(compared(first, longer))
    assert rows[-1].likeness is Likeness.SECOND_ONLY
    assert rows[opening_row(rows)].likeness is Likeness.DIFFERENT
    assert opening_row(rows_of(compared(first, first))) == len(rows_of(compared(first, first))) - 1
    assert opening_row(()) == 0


async def test_the_list_is_no_higher_than_its_rows(
    qapp: QApplication, spawned: Spawned, until: Until
) -> None:
    async with compare(qapp, a_pair(), spawned) as window:
        row = window.list.sizeHintForRow(0)
        whole = 4 * row + 2 * window.list.frameWidth()
        await until(lambda: window.list.height() == whole)
        assert window.list.verticalScrollBar().maximum() == 0
        assert window.detail.height() > window.list.height()


async def test_only_what_differs_is_left_when_one_asks(
    qapp: QApplication, spawned: Spawned
) -> None:
    async with compare(qapp, a_pair(), spawned) as window:
        window.only.setChecked(True)
        assert len(window.model.rows) == 3
        window.only.setChecked(False)
        assert len(window.model.rows) == 4


async def test_equal_turns_are_told_to_be_equal(qapp: QApplication, spawned: Spawned) -> None:
    first, _ = a_pair()
    async with compare(qapp, (first, first), spawned) as window:
        assert window.counts.text() == "Both say and do the same."
        assert not window.next.isEnabled()
        window.step(1)


async def test_a_turn_that_never_answered_is_compared_too(
    qapp: QApplication, spawned: Spawned
) -> None:
    async with compare(qapp, (a_turn(), a_turn(turn_id="t2")), spawned) as window:
        assert not window.detail.isVisible()
        window.step(1)
    first, _ = a_pair()
    async with compare(qapp, (first, a_turn(turn_id="t2")), spawned) as window:
        assert {one for _, one in likenesses(window)} == {Likeness.FIRST_ONLY}
        for row in range(len(window.model.rows)):
            window.list.setCurrentIndex(window.model.index(row))


async def test_escape_closes_and_a_comparison_that_comes_late_is_dropped(
    qapp: QApplication, spawned: Spawned, until: Until
) -> None:
    page = QWidget()
    page.show()
    window = CompareWindow(Theme(qapp, "light"), spawned, no_price, page)
    window.show_turns(a_pair(), NAMES)
    window.show()
    await until(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    await spawned.settle()
    await until(lambda: not page.findChildren(CompareWindow))
    page.close()
    page.deleteLater()


async def test_every_part_has_a_name(qapp: QApplication, spawned: Spawned) -> None:
    async with compare(qapp, a_pair(), spawned) as window:
        named = (window.list, window.previous, window.next)
        assert all(each.accessibleName() for each in named)
        assert window.detail.texts.first is not None
        window.list.setCurrentIndex(window.model.index(3))
        assert window.detail.texts.first.accessibleName()
        assert any("Round" in label.text() or label.text() for label in window.findChildren(QLabel))


async def test_results_of_a_megabyte_are_compared_beside_the_window(
    qapp: QApplication, spawned: Spawned
) -> None:
    lines = [f"line {number} of the file" for number in range(20_000)]
    other = [line if number % 500 else f"{line}!" for number, line in enumerate(lines)]
    turns = [
        a_turn(a_round(each, parts=(a_use(each, "read", "{}", "\n".join(text)),)), turn_id=each)
        for each, text in (("a", lines), ("b", other))
    ]
    async with compare(qapp, (turns[0], turns[1]), spawned) as window:
        await spawned.settle()
        window.step(1)
        await spawned.settle()
        texts = window.detail.texts
        assert texts.count == 40
        for _ in range(39):
            window.step(1)
        assert window.detail.at == 39
        assert texts.first.top_row > 19_000
        assert texts.second.top_row > 19_000


def test_200_rounds_are_rows_in_a_moment() -> None:
    rounds = tuple(
        a_round(
            f"r{number}",
            parts=(Text("words " * 40), a_use(f"u{number}", "read", f'{{"n": {number % 7}}}')),
        )
        for number in range(200)
    )
    changed: tuple[Round, ...] = tuple(
        replace(each, parts=(Text("other " * 40), *each.parts[1:])) if not number % 10 else each
        for number, each in enumerate(rounds)
    )
    comparison = compared(a_turn(*rounds), a_turn(*changed, turn_id="t2"))
    begin = time.perf_counter()
    rows = rows_of(comparison)
    assert time.perf_counter() - begin < 0.25
    assert len(rows) == 400
    assert sum(not row.is_same for row in rows) == 20


async def test_where_one_text_is_scrolled_the_other_follows(
    qapp: QApplication, spawned: Spawned
) -> None:
    first = "\n".join(f"line {number}" for number in range(400))
    second = "\n".join([*(f"new {number}" for number in range(50)), first])
    turns = [
        a_turn(a_round(each, parts=(Text(text),)), turn_id=each)
        for each, text in (("a", first), ("b", second))
    ]
    async with compare(qapp, (turns[0], turns[1]), spawned) as window:
        await spawned.settle()
        texts = window.detail.texts
        texts.first.verticalScrollBar().setValue(100)
        assert texts.second.top_row == 150
        texts.second.verticalScrollBar().setValue(250)
        assert texts.first.top_row == 200
