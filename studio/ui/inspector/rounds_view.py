"""The timeline of a turn: rounds below one another, their calls below them, along one time axis."""

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHBoxLayout,
    QListView,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.spending import Spent
from studio.core.timeline import Timeline
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.focus import focus_goes_to
from studio.ui.inspector.raw_page import scrolling
from studio.ui.inspector.rounds_delegate import RoundsDelegate
from studio.ui.inspector.rounds_legend import RoundsLegend
from studio.ui.inspector.rounds_model import Line, RoundsModel
from studio.ui.inspector.rounds_scale import label_place
from studio.ui.inspector.rounds_texts import chat_sum, time_text, turn_sum
from studio.ui.theme import FontKind, Theme

_Index = QModelIndex | QPersistentModelIndex
_ZOOMS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
_AXIS_HEIGHT = 22
_LINES = 9  # of text, about four rounds, that a page makes room for at least
_EMPTY = Timeline(0.0, 0.0, ())


class RoundsList(QListView):
    """Only lines in sight are painted.

    Signals: `line_chosen(Line)` by keys or pointer; `line_opened(Line)` by Return or a double
    click; `moved()` when other moments are in sight; `zoom_asked(step)`.
    """

    line_chosen = Signal(object)
    line_opened = Signal(object)
    moved = Signal()
    zoom_asked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rounds = RoundsModel(self)
        self.bars = RoundsDelegate(theme, self.rounds, self)
        self.setModel(self.rounds)
        self.setItemDelegate(self.bars)
        self.setAccessibleName(self.tr("Rounds and calls of this turn"))
        # Time runs from left to right, whichever way one reads.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalScrollBar().valueChanged.connect(lambda _: self._move())
        self.activated.connect(lambda index: self.line_opened.emit(self.line(index)))

    @override
    def sizeHint(self) -> QSize:
        """Little: a page scrolls only where it has not even that."""
        return QSize(super().sizeHint().width(), _LINES * self.fontMetrics().height())

    def line(self, index: _Index) -> Line:
        return self.rounds.lines[index.row()]

    def choose(self, round_id: str, tool_use_id: str) -> None:
        """Without telling of it."""
        row = self.rounds.row_of(round_id, tool_use_id)
        index = self.rounds.index(row)
        if row >= 0 and index != self.currentIndex():
            with QSignalBlocker(self):
                self.setCurrentIndex(index)
            self.scrollTo(index)
            self.viewport().update()

    def show_zoom(self, zoom: float) -> None:
        bar = self.horizontalScrollBar()
        at = bar.value() / max(self.bars.zoom * self.bars.room, 1.0)
        self.bars.zoom = zoom
        self._lay_out()
        bar.setValue(round(at * zoom * self.bars.room))
        self._move()

    def _lay_out(self) -> None:
        self.bars.room = self.viewport().width()
        self.scheduleDelayedItemsLayout()
        self.executeDelayedItemsLayout()

    def _move(self) -> None:
        # Words stay where they are while bars move: the pixels cannot just be shifted.
        self.viewport().update()
        self.moved.emit()

    @override
    def currentChanged(self, current: _Index, previous: _Index, /) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self.line_chosen.emit(self.line(current))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.bars.room != self.viewport().width():
            self._lay_out()
        self._move()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_asked.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.horizontalScrollBar()
        keys = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in keys:
            bar.setValue(bar.value() + keys[Qt.Key(event.key())] * bar.singleStep() * 3)
        else:
            super().keyPressEvent(event)


class TimeAxis(QWidget):
    """The moments above the bars, counted from the turn's start."""

    def __init__(self, theme: Theme, of: RoundsList) -> None:
        super().__init__()
        self._theme = theme
        self._list = of
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        of.moved.connect(self.update)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _AXIS_HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette = self._theme.palette
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setFont(self._theme.font(FontKind.LABEL))
        scale = self._list.bars.scale(-self._list.horizontalScrollBar().value())
        bottom = self.height() - 1
        painter.setPen(QColor(palette.border))
        painter.drawLine(0, bottom, self.width(), bottom)
        told_to = -1.0  # where the words before this end
        for moment in scale.ticks():
            x = scale.x(moment)
            if not -100 < x < self.width():
                continue
            painter.setPen(QColor(palette.border_strong))
            painter.drawLine(round(x), bottom - 4, round(x), bottom)
            painter.setPen(QColor(palette.text_muted))
            said = time_text(moment) if moment else "0"
            width = painter.fontMetrics().horizontalAdvance(said)
            left = label_place(x, width, self.width())
            if left > told_to:
                place = QRectF(left, 0, width + 2, self.height() - 4)
                painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), said)
                told_to = left + width
        painter.end()


class RoundsView(QWidget):
    """A tab of the inspector; lives as long as its panel.

    Signals: `line_chosen(Line)`, `line_opened(Line)`, `resend_requested(round_id)`.
    """

    line_chosen = Signal(object)
    line_opened = Signal(object)
    resend_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.may_ask_again = True
        self._spent: Spent | None = None
        self.timeline = _EMPTY
        self.list = RoundsList(theme)
        self.axis = TimeAxis(theme, self.list)
        self.legend = RoundsLegend(theme)
        self.told = wrapping_label("small")
        self.turn_total = wrapping_label("small")
        self.chat_total = wrapping_label("muted")
        self.closer = _button("+", self.tr("Show less time, larger"))
        self.farther = _button("\N{MINUS SIGN}", self.tr("Show more time, smaller"))
        self.whole = _button(self.tr("Whole turn"), self.tr("Show the whole turn"))
        self.closer.clicked.connect(lambda: self._zoom(1))
        self.farther.clicked.connect(lambda: self._zoom(-1))
        self.whole.clicked.connect(lambda: self._zoom_to(1.0))
        self.list.zoom_asked.connect(self._zoom)
        self.list.line_chosen.connect(self._choose)
        self.list.line_opened.connect(self.line_opened)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self._build()
        self._zoom_to(1.0)
        focus_goes_to(self, self.list)

    def show_timeline(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.list.rounds.show_timeline(timeline)
        self.legend.show_timeline(timeline)
        self.turn_total.setText(self.tr("This turn: {0}").format(turn_sum(timeline)))
        self._tell()
        self.axis.update()

    def show_spent(self, spent: Spent) -> None:
        """What the whole chat took so far."""
        if spent == self._spent:
            return
        self._spent = spent
        self.chat_total.setText(self.tr("This chat: {0}").format(chat_sum(spent)))
        self.chat_total.setVisible(spent.rounds > 0)

    def choose(self, round_id: str, tool_use_id: str) -> None:
        """A line that was chosen elsewhere."""
        self.list.choose(round_id, tool_use_id)
        self._tell()

    def menu(self, line: Line) -> QMenu:
        """What may be done with a round or call."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        is_call = line.call is not None
        opening = self.tr("Go to the card") if is_call else self.tr("Show its request")
        menu.addAction(opening).triggered.connect(lambda: self.line_opened.emit(line))
        again = menu.addAction(self.tr("Ask again from round {0}…").format(line.round.number))
        again.setEnabled(self.may_ask_again)
        again.triggered.connect(lambda: self.resend_requested.emit(line.round.round_id))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        index = self.list.indexAt(at)
        if index.isValid():
            self.menu(self.list.line(index)).popup(self.list.viewport().mapToGlobal(at))

    def _choose(self, line: Line) -> None:
        self._tell()
        self.line_chosen.emit(line)

    def _tell(self) -> None:
        """What there is to know of the chosen line beyond what it says itself."""
        index = self.list.currentIndex()
        more = self.list.line(index).more if index.isValid() else ""
        self.told.setText(more)
        self.told.setVisible(bool(more))

    def _zoom(self, step: int) -> None:
        at = _ZOOMS.index(self.list.bars.zoom)
        self._zoom_to(_ZOOMS[min(max(at + step, 0), len(_ZOOMS) - 1)])

    def _zoom_to(self, zoom: float) -> None:
        self.list.show_zoom(zoom)
        self.axis.update()
        self.farther.setEnabled(zoom > _ZOOMS[0])
        self.whole.setEnabled(zoom > _ZOOMS[0])
        self.closer.setEnabled(zoom < _ZOOMS[-1])

    def _build(self) -> None:
        self._zooms = QWidget()
        zooms = QHBoxLayout(self._zooms)
        zooms.setContentsMargins(0, 0, 0, 0)
        zooms.setSpacing(4)
        for button in (self.farther, self.whole, self.closer):
            zooms.addWidget(button)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setContentsMargins(12, 6, 12, 0)
        self._top.setSpacing(4)
        self._top.addWidget(self.turn_total, 1)
        self._top.addWidget(self._zooms, 0, Qt.AlignmentFlag.AlignTop)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 6, 12, 10)
        foot.setSpacing(6)
        foot.addWidget(self.told)
        foot.addWidget(self.legend)
        foot.addWidget(self.chat_total)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(self._top)
        column.addWidget(self.axis)
        column.addWidget(self.list, 1)
        column.addLayout(foot)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolling(content))
        self.chat_total.hide()
        self.told.hide()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self._zooms.sizeHint().width() > self.width() // 2
        ways = QBoxLayout.Direction
        self._top.setDirection(ways.TopToBottom if is_narrow else ways.LeftToRight)


def _button(text: str, name: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("kind", "flat")
    button.setAccessibleName(name)
    button.setToolTip(name)
    button.setAutoDefault(False)
    return button
