"""The tools of a chat, by server, with a switch each and what they cost. Loaded when opened."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.abilities import Abilities
from studio.core.chats import ChatSettings
from studio.core.tool_load import tool_load
from studio.ui.accessible import announce
from studio.ui.chat.choices import Choices
from studio.ui.chat.tools_panel_list import ToolsList
from studio.ui.chat.tools_panel_rows import Row, rows_of, switched
from studio.ui.chat.tools_panel_texts import load_text, refused_text, sum_text
from studio.ui.elided import ElidedLabel
from studio.ui.fields import LineEdit, offer_clearing
from studio.ui.theme import Theme

_WIDTH = 480
_MOST_LIST = 380
_LEAST_LIST = 120
_LEAST_WIDTH = 320
_AROUND = 8
_AWAY = 6  # from the chip
_TO_LIST = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})


class ToolsPanel(QFrame):
    """A popup that stays while switches are pressed; gone with Esc or a click beside it.

    Signals: `picked(frozenset of names that are off)`; `kept(the same)` for new chats; `left()`
    when it was closed by a key.
    """

    picked = Signal(object)
    kept = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("kind", "popup")
        self.setAccessibleName(self.tr("Tools of this chat"))
        self._theme = theme
        self._choices = Choices()
        self._off: frozenset[str] = frozenset()
        self._anchor: QWidget | None = None
        self.search = LineEdit()
        self.list = ToolsList(theme)
        self.nothing = QLabel(self.tr("No tools match"))
        self.refusal = QLabel()
        self.warning = QLabel()
        self.summary = ElidedLabel()
        self.keep = QPushButton()
        self._prepare()
        self._lay_out()

    def show_choice(self, choices: Choices, settings: ChatSettings, abilities: Abilities) -> None:
        """Also while it is open: servers come and go."""
        self._choices = choices
        self._off = settings.tools_off
        chosen = choices.chosen(settings)
        on = [tool.tokens for tool in choices.tools if tool.name not in self._off]
        load = tool_load(on, abilities.context_tokens)
        self.summary.setText(sum_text(len(choices.tools), load.tools, load.tokens))
        model = chosen.name if chosen is not None else ""
        is_offered = chosen is None or chosen.takes_tools
        is_refused = not is_offered or abilities.takes_tools is False
        said = "" if is_refused else load_text(load, model)
        if said and self.isVisible() and self.warning.isHidden():
            announce(self, said)
        _say(self.warning, said)
        _say(self.refusal, refused_text(model, by_user=not is_offered) if is_refused else "")
        self._show_keeping()
        self._fill()

    def open_at(self, anchor: QWidget) -> None:
        """Above the chip, or below where there is more room."""
        self._anchor = anchor
        self._fit()
        self.show()
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def _fill(self) -> None:
        rows = rows_of(self._choices.tools, self._off, self.search.text())
        self.list.show_rows(rows)
        if not rows and self.list.hasFocus():
            self.search.setFocus()
        self.list.setVisible(bool(rows))
        self.nothing.setVisible(not rows)
        self._fit()

    def _switch(self, row: Row) -> None:
        self._off = switched(self._off, row)
        self.picked.emit(self._off)
        self.list.tell_current()

    def _show_keeping(self) -> None:
        names = frozenset(tool.name for tool in self._choices.tools)
        is_kept = names & self._off == names & self._choices.off_in_new_chats
        text = self.tr("Used for new chats") if is_kept else self.tr("Use for new chats")
        if text == self.keep.text():
            return
        self.keep.setEnabled(not is_kept)
        self.keep.setText(text)
        self.keep.setProperty("kind", "inside" if is_kept else "link")
        self.style().unpolish(self.keep)
        self.style().polish(self.keep)

    def _keep(self) -> None:
        # The button is of no more use then, and whoever pressed it by key must be somewhere.
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.kept.emit(self._off)
        announce(self, self.tr("Used for new chats"))

    def _take_typing(self, event: QKeyEvent) -> None:
        self.search.setFocus()
        self.search.event(event)

    def _leave(self) -> None:
        self.close()
        self.left.emit()

    def _fit(self) -> None:
        """Its height follows the lines until it is seen, and stays then: nothing jumps."""
        anchor, layout = self._anchor, self.layout()
        if anchor is None or layout is None:
            return
        place = _room_for(anchor)
        width = min(round(_WIDTH * self._theme.scale), place.width())
        self.setFixedWidth(width)
        if not self.isVisible():
            self._take_height(place.height(), layout)
        surplus = _height(layout, width) - place.height()
        if surplus > 0:  # a sentence has come, and there is no more room
            self._limit_list(self.list.height() - surplus)
        layout.activate()
        self.resize(width, _height(layout, width))
        self.move(_spot(self.size(), anchor, place))

    def _take_height(self, room: int, layout: QLayout) -> None:
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()  # before it, a size is that of another font
        self._limit_list(0)
        beside = _height(layout, self.width())
        most = min(round(_MOST_LIST * self._theme.scale), room - beside)
        self._limit_list(self.list.height_of_rows(max(most, _LEAST_LIST)))

    def _limit_list(self, height: int) -> None:
        for widget in (self.list, self.nothing):
            widget.setFixedHeight(max(height, 0))

    def _prepare(self) -> None:
        self.search.setPlaceholderText(self.tr("Search tools"))
        self.search.setAccessibleName(self.tr("Search tools"))
        offer_clearing(self.search)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list.switched.connect(self._switch)
        self.list.typed.connect(self._take_typing)
        self.list.left_above.connect(self.search.setFocus)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for label, kind in ((self.nothing, "secondary"), (self.refusal, "secondary")):
            label.setProperty("kind", kind)
        self.warning.setProperty("kind", "warning")
        for label in (self.refusal, self.warning):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setContentsMargins(_AROUND, 0, _AROUND, 0)
            label.hide()
        self.summary.setProperty("kind", "muted")
        self.keep.setToolTip(self.tr("New chats begin with the tools that are on here"))
        self.keep.clicked.connect(self._keep)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_AROUND, _AROUND, _AROUND, _AROUND)
        layout.setSpacing(_AROUND)
        for widget in (self.search, self.refusal, self.list, self.nothing, self.warning):
            layout.addWidget(widget)
        rule = QFrame()
        rule.setProperty("kind", "rule")
        layout.insertWidget(layout.indexOf(self.warning), rule)
        foot = QHBoxLayout()
        foot.setContentsMargins(_AROUND, 0, 0, 0)
        foot.addWidget(self.summary, 1)
        foot.addWidget(self.keep)
        layout.addLayout(foot)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the search that are for the list."""
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if self.search.is_composing:
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.list.switch_current()
            return True
        if event.key() in _TO_LIST and self.list.rows:
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the chip closes; given to the chip too it would open again."""
        anchor = self._anchor
        if anchor is not None:
            spot = anchor.mapFromGlobal(event.globalPosition().toPoint())
            is_anchor = anchor.rect().contains(spot)
            self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay, is_anchor)
        super().mousePressEvent(event)


def _room_for(anchor: QWidget) -> QRect:
    """As wide as the window and the screen, as high as the larger part beside the chip."""
    screen = anchor.screen().availableGeometry().adjusted(_AROUND, 0, -_AROUND, 0)
    window = anchor.window().frameGeometry().adjusted(_AROUND, 0, -_AROUND, 0)
    left, right = max(screen.left(), window.left()), min(screen.right(), window.right())
    if right - left < _LEAST_WIDTH:
        left, right = screen.left(), screen.right()
    top = anchor.mapToGlobal(QPoint(0, 0)).y() - _AWAY
    bottom = anchor.mapToGlobal(QPoint(0, anchor.height())).y() + _AWAY
    above, below = top - screen.top(), screen.bottom() - bottom
    place = QRect(left, screen.top(), right - left + 1, above)
    if below > above:
        place.setTop(bottom)
        place.setHeight(below)
    return place


def _height(layout: QLayout, width: int) -> int:
    if layout.hasHeightForWidth():  # a sentence is shown, which may take several lines
        return layout.totalHeightForWidth(width)
    return layout.totalSizeHint().height()


def _spot(size: QSize, anchor: QWidget, place: QRect) -> QPoint:
    """Above the chip or below it, beginning where the chip begins, as far as the room allows."""
    corner = anchor.mapToGlobal(QPoint(0, 0))
    x = corner.x()
    if anchor.isRightToLeft():
        x += anchor.width() - size.width()
    x = max(place.left(), min(x, place.right() + 1 - size.width()))
    is_below = place.top() > corner.y()
    return QPoint(x, place.top() if is_below else place.bottom() + 1 - size.height())


def _say(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
