"""Rows of the transcript and rounds of a turn find each other."""

from PySide6.QtWidgets import QApplication

from studio.core.messages import Text
from studio.ui.chat.column import Place
from studio.ui.inspector.places import card_place, round_at, round_place
from tests.ui.inspector.fakes import a_round, a_turn
from tests.ui.inspector.panel_stage import a_session, a_use, glass_box

TURN = a_turn(
    a_round("r1", parts=(Text("I look."), a_use("u1"), a_use("u2"))),
    a_round("r2", parts=(Text("And there."), a_use("u3"))),
    a_round("r3", parts=(Text("That is all."),)),
)


async def test_every_row_belongs_to_the_round_that_brought_it(qapp: QApplication) -> None:
    async with glass_box(qapp, a_session(TURN)) as glass:
        column = glass.page.view.column
        rows = column.rows_of(0).rows
        owners = [round_at(column, TURN, Place(0, at)) for at in range(len(rows))]
        answered = [owner for owner in owners if owner]
        assert answered == sorted(answered)
        assert set(answered) == {"r1", "r2", "r3"}
        assert owners[0] == "", "the prompt is of no round"
        for use, owner in (("u1", "r1"), ("u2", "r1"), ("u3", "r2")):
            place = card_place(column, "t1", use)
            assert place is not None
            assert round_at(column, TURN, place) == owner


async def test_the_first_row_of_a_round_is_found(qapp: QApplication) -> None:
    async with glass_box(qapp, a_session(TURN)) as glass:
        column = glass.page.view.column
        places = [round_place(column, TURN, each.id) for each in TURN.rounds]
        assert None not in places
        assert [round_at(column, TURN, place) for place in places if place] == ["r1", "r2", "r3"]


async def test_what_is_not_there_has_no_place(qapp: QApplication) -> None:
    async with glass_box(qapp, a_session(TURN)) as glass:
        column = glass.page.view.column
        assert card_place(column, "t1", "gone") is None
        assert card_place(column, "gone", "u1") is None
        assert round_place(column, TURN, "gone") is None
        assert round_place(column, a_turn(turn_id="gone"), "r1") is None
