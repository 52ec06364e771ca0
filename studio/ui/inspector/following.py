"""The selection both ways: what the reader goes to in the transcript, and what is chosen in the
panel."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from studio.core.chats import Turn
from studio.ui.chat.card_block import CardBlock
from studio.ui.chat.cards import Cards
from studio.ui.chat.column import Place
from studio.ui.chat.rows import CardRow
from studio.ui.chat.view import TranscriptView
from studio.ui.inspector.panel import Panel
from studio.ui.inspector.places import card_place, round_at, round_place
from studio.ui.sessions import Session


class Following(QObject):
    """Lives as long as its panel; listens while that is open.

    Signals: `chat_wanted()` when something in the transcript was gone to by the user.
    """

    chat_wanted = Signal()

    def __init__(self, panel: Panel, view: TranscriptView, cards: Cards, session: Session) -> None:
        super().__init__(panel)
        self._panel = panel
        self._view = view
        self._cards = cards
        self._session = session
        self._is_listening = False
        panel.round_chosen.connect(self._go_to_round)
        panel.call_chosen.connect(self._go_to_call)
        panel.call_opened.connect(self._open_call)
        panel.selection_changed.connect(self._mark)
        panel.follows = lambda: view.sticks_to_end
        view.pressed_at.connect(self._look_at)
        view.current_changed.connect(self._look_at_message)

    def go_on(self) -> None:
        self._is_listening = True
        QApplication.instance().focusChanged.connect(self._look_at_focus)  # type: ignore[union-attr]  # there is one
        self._mark()

    def pause(self) -> None:
        if self._is_listening:
            self._is_listening = False
            QApplication.instance().focusChanged.disconnect(self._look_at_focus)  # type: ignore[union-attr]  # there is one
            self._cards.mark("")

    def look_where_the_reader_is(self) -> None:
        """The card or message with the focus; else what stands on the page, at the end the last."""
        focus = QApplication.focusWidget()
        place = self._place_of(focus) if focus is not None else None
        reading = self._view.reading_place()
        if place is not None:
            self._look_at(place)
        elif focus is self._view and self._view.current_turn is not None:
            self._look_at_message()
        else:
            turns = self._session.turns
            last = turns[-1].id if turns else ""
            self._look_at_turn(last if reading is None else reading.turn_id)

    def _look_at_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        place = self._place_of(now) if now is not None else None
        if place is not None:
            self._look_at(place)

    def _place_of(self, widget: QWidget) -> Place | None:
        """The card that a widget is in."""
        if widget is self._view or not self._view.isAncestorOf(widget):
            return None
        for place, row in self._view.bound().items():
            if isinstance(row, CardBlock) and row.isAncestorOf(widget):
                return place
        return None

    def _look_at_message(self) -> None:
        turn = self._view.current_turn
        if self._is_listening and turn is not None:
            self._look_at_turn(self._view.column.turn_id(turn))

    def _look_at_turn(self, turn_id: str) -> None:
        """Who looks into that turn already is left where that is."""
        if turn_id != self._panel.turn_id:
            self._panel.show_turn(turn_id)

    def _look_at(self, place: Place) -> None:
        if not self._is_listening:
            return
        column = self._view.column
        row = column.row(place)
        if isinstance(row, CardRow):
            self._panel.show_call(row.tool_use_id)
            return
        turn = self._turn(column.turn_id(place.turn))
        if turn is not None:
            self._panel.show_turn(turn.id, round_at(column, turn, place))

    def _go_to_round(self, turn_id: str, round_id: str) -> None:
        turn = self._turn(turn_id)
        place = round_place(self._view.column, turn, round_id) if turn is not None else None
        if place is not None:
            self._view.show_place(place)

    def _go_to_call(self, turn_id: str, tool_use_id: str) -> None:
        place = card_place(self._view.column, turn_id, tool_use_id)
        if place is not None:
            self._view.show_place(place)

    def _open_call(self, turn_id: str, tool_use_id: str) -> None:
        place = card_place(self._view.column, turn_id, tool_use_id)
        if place is not None:
            self.chat_wanted.emit()
            self._view.go_to_row(place)

    def _mark(self) -> None:
        self._cards.mark(self._panel.tool_use_id if self._is_listening else "")

    def _turn(self, turn_id: str) -> Turn | None:
        return next((each for each in self._session.turns if each.id == turn_id), None)
