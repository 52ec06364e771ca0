"""A card that is clicked is looked at; what is chosen in the panel is gone to in the transcript."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.ui.chat.card_block import CardBlock
from studio.ui.chat.rows import CardRow
from studio.ui.chat.tool_card import ToolCard
from studio.ui.inspector.panel_tabs import Tab
from tests.conftest import Until
from tests.ui.inspector.panel_stage import Glass, a_session, a_turn_of, glass_box


def cards(glass: Glass) -> list[ToolCard]:
    """Those in sight, from above."""
    view = glass.page.view
    found = [card for card in view.findChildren(ToolCard) if card.isVisible()]
    return sorted(found, key=lambda card: card.mapTo(view, QPoint()).y())


def card_of(glass: Glass, tool_use_id: str) -> CardBlock | None:
    """Its row, if that is in sight."""
    view = glass.page.view
    for row in view.bound().values():
        is_it = isinstance(row.row, CardRow) and row.row.tool_use_id == tool_use_id
        if is_it and row.geometry().intersects(view.viewport().rect()):
            assert isinstance(row, CardBlock)
            return row
    return None


def marked(glass: Glass) -> list[bool]:
    return [bool(card.property("marked")) for card in cards(glass)]


async def test_a_clicked_card_is_looked_at_and_marked(qapp: QApplication, until: Until) -> None:
    async with glass_box(qapp) as glass:
        view = await glass.opened(Tab.CALL)
        await until(lambda: len(cards(glass)) == 2)
        card = cards(glass)[1]
        QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(30, 12))
        await glass.settled()
        assert glass.panel.tool_use_id == "t1-u1"
        assert view.told.body == b"rows of t1-u1"
        assert marked(glass) == [False, True]
        glass.page.glass.inspecting.close()
        assert marked(glass) == [False, False]
        await glass.opened(Tab.CALL)
        assert marked(glass) == [False, True]


async def test_the_details_of_a_card_open_it_on_that_call(qapp: QApplication, until: Until) -> None:
    async with glass_box(qapp) as glass:
        glass.page.cards.details_requested.emit("t1-u1")
        await glass.settled()
        assert glass.is_open
        assert glass.panel.tool_use_id == "t1-u1"


async def test_a_chosen_bar_brings_its_card_into_sight(qapp: QApplication, until: Until) -> None:
    turns = [a_turn_of(f"t{number}", calls=8) for number in range(1, 8)]
    async with glass_box(qapp, a_session(*turns)) as glass:
        view = await glass.opened()
        glass.panel.show_turn("t1", "t1-r1")
        await glass.settled()
        assert card_of(glass, "t1-u3") is None
        row = view.list.rounds.row_of("t1-r1", "t1-u3")
        view.list.setFocus()
        view.list.setCurrentIndex(view.list.rounds.index(row))
        await until(lambda: card_of(glass, "t1-u3"))
        assert view.list.hasFocus()
        assert glass.panel.tool_use_id == "t1-u3"
        glass.press(Qt.Key.Key_Return)
        card = card_of(glass, "t1-u3")
        assert card is not None
        assert card.isAncestorOf(glass.window.focusWidget())
        assert glass.panel.tool_use_id == "t1-u3"


async def test_it_opens_on_what_stands_on_the_page(qapp: QApplication, until: Until) -> None:
    turns = [a_turn_of(f"t{number}", calls=8) for number in range(1, 8)]
    async with glass_box(qapp, a_session(*turns)) as glass:
        glass.toggle()
        assert glass.panel.turn_id == "t7"
        glass.toggle()
        glass.page.view.verticalScrollBar().setValue(0)
        await until(lambda: glass.page.view.reading_place())
        glass.toggle()
        assert glass.panel.turn_id == "t1"
        await glass.settled()


async def test_the_message_that_the_keyboard_is_at_is_looked_at(qapp: QApplication) -> None:
    async with glass_box(qapp, a_session(a_turn_of("t1"), a_turn_of("t2"))) as glass:
        await glass.opened()
        view = glass.page.view
        for _ in range(8):
            view.step_message(-1)
        assert glass.panel.turn_id == "t1"
        for _ in range(8):
            view.step_message(1)
        assert glass.panel.turn_id == "t2"
        await glass.settled()


async def test_a_round_without_calls_leads_to_the_one_that_called(qapp: QApplication) -> None:
    async with glass_box(qapp) as glass:
        view = await glass.opened(Tab.CALL)
        assert view.page.saying.text() == "This round called no tool."
        assert view.elsewhere.text() == "Go to the calls of round 1"
        view.elsewhere.click()
        await glass.settled()
        assert glass.panel.head.place.text() == "Message 1 · Round 1 of 2"
        assert view.name.text() == "query_database"
        assert not view.elsewhere.isVisible()
        assert glass.panel.tool_use_id == "t1-u0"
