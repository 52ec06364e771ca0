"""Where rows stand: only turns that are looked at are replayed, and known heights are kept."""

import pytest
from PySide6.QtWidgets import QApplication

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.messages import TurnState
from studio.ui.chat.column import Column, Place
from studio.ui.chat.look import read_look
from studio.ui.chat.rows import CardRow, PromptRow
from studio.ui.theme import Theme
from tests.ui.chat.transcripts import turn

pytestmark = pytest.mark.usefixtures("qapp")


def column(*turns: Turn) -> Column:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return Column(turns, lambda: 600, read_look(Theme(application, "light")))


def looked_at(column: Column) -> list[bool]:
    return [entry.rows is not None for entry in column._entries]


def test_a_turn_is_replayed_when_it_is_first_looked_at() -> None:
    chat = column(turn(1), turn(2), turn(3))
    assert looked_at(chat) == [False, False, False]
    chat.at(chat.total)
    assert looked_at(chat) == [False, False, True]


def test_a_place_is_found_where_it_begins() -> None:
    chat = column(turn(1, calls=2), turn(2, "One.\n\nTwo."))
    for index in range(2):
        for row in range(len(chat.rows_of(index).rows)):
            assert chat.at(chat.top_of(Place(index, row))) == Place(index, row)


def test_a_known_height_moves_what_is_below_it_only() -> None:
    chat = column(turn(1, "One.\n\nTwo."), turn(2))
    chat.rows_of(0)
    tops = [chat.top_of(Place(0, row)) for row in range(3)]
    old = chat.height_of(Place(0, 1))
    assert chat.set_height(Place(0, 1), old + 100)
    assert not chat.set_height(Place(0, 1), old + 100)
    assert [chat.top_of(Place(0, row)) for row in range(3)] == [tops[0], tops[1], tops[2] + 100]


def test_a_row_that_grew_is_guessed_by_its_old_height() -> None:
    chat = column()
    index = chat.add(turn(1, "One", state=TurnState.RUNNING))
    chat.set_height(Place(index, 1), 77)
    first = chat.rows_of(index).apply(ev.TextDelta(" more\n\nTwo"))
    chat.refresh(index, first)
    assert chat.height_of(Place(index, 1)) == 77
    assert len(chat.rows_of(index).rows) == 3


def test_rows_follow_one_another_over_empty_turns() -> None:
    empty = Turn("empty", "chat", None, 0.0, ())
    chat = column(turn(1), empty, turn(2))
    place: Place | None = Place(0, 0)
    seen = []
    while place is not None:
        seen.append(place.turn)
        place = chat.next(place)
    assert set(seen) == {0, 2}
    assert chat.last() == Place(2, len(chat.rows_of(2).rows) - 1)


def test_an_empty_chat_has_no_places() -> None:
    chat = column()
    assert (chat.at(0), chat.last(), chat.total) == (None, None, 0)


def test_the_kinds_of_a_turn_stand_in_order() -> None:
    chat = column(turn(1, calls=1))
    assert isinstance(chat.row(Place(0, 0)), PromptRow)
    assert isinstance(chat.row(Place(0, 1)), CardRow)


def test_rows_far_away_are_forgotten_and_their_heights_kept() -> None:
    chat = column(*(turn(number) for number in range(1_000)))
    chat.rows_of(0)
    chat.set_height(Place(0, 1), 777)
    top = chat.top_of(Place(1, 0))
    rows = chat.rows_of(0).rows
    for number in range(1, 1_000):
        chat.rows_of(number)
    assert sum(looked_at(chat)) <= 241
    assert not looked_at(chat)[0]
    total = chat.total
    assert chat.rows_of(0).rows == rows
    assert chat.height_of(Place(0, 1)) == 777
    assert chat.top_of(Place(1, 0)) == top
    assert chat.total == total


def test_what_a_replay_would_not_bring_back_is_never_forgotten() -> None:
    chat = column(*(turn(number, reasoning="Hm.") for number in range(1_000)))
    chat.refresh(3, chat.rows_of(3).toggle_reasoning(1))
    live = chat.add(Turn("live", "", None, 0.0, ()))
    chat.rows_of(live).apply(ev.TextDelta("Alive"))
    unfolded = list(chat.rows_of(3).rows)
    for number in range(1_000):
        chat.rows_of(number)
    assert chat.rows_of(3).rows == unfolded
    assert looked_at(chat)[3]
    assert looked_at(chat)[live]


def test_a_path_that_became_shorter_forgets_what_stood_there() -> None:
    chat = column(*(turn(number) for number in range(600)))
    for number in range(250):
        chat.rows_of(number)
    chat.replace_from(10, (turn(9_000), turn(9_001)))
    assert len(chat) == 12
    more = column(*(turn(number) for number in range(600)))
    for number in range(290, 600):
        more.rows_of(number)
    more.replace_from(300, ())
    for number in range(300):
        more.rows_of(number)
    assert len(more.rows_of(299).rows) == len(more.rows_of(0).rows)
