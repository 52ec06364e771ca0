"""What a search over all chats has found, under the title of each chat. Loaded when needed."""

from contextlib import aclosing
from dataclasses import dataclass, field

from PySide6.QtCore import (
    QCoreApplication,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.finding import Pattern, Query, length
from studio.core.search import SearchHit, Where
from studio.ui.chat.marking import mark_colours
from studio.ui.chat_rows import title_of
from studio.ui.search_field import SearchNeeds
from studio.ui.theme import FontKind, Theme

_ROLE = int(Qt.ItemDataRole.UserRole)
_SHOWN_OF_A_CHAT = 4
_MOST_HITS = 2_000
_TITLE_HEIGHT = 34
_MOST_LINES = 3
_AROUND = 10
_PADDING = 8
_RADIUS = 8
_TRAILING = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
_Index = QModelIndex | QPersistentModelIndex


@dataclass(slots=True)
class Group:
    """The hits of one chat that are shown, and how many more there are."""

    chat_id: str
    title: str
    marks: tuple[tuple[int, int], ...] = ()
    hits: list[SearchHit] = field(default_factory=list)
    more: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the list: a title, or a hit under it."""

    chat_id: str
    turn_id: str
    text: str
    marks: tuple[tuple[int, int], ...]
    label: str = ""

    @property
    def is_title(self) -> bool:
        return not self.turn_id


class SearchPanel(QWidget):
    """Stands in the place of the list of chats while there is something to look for.

    Signals: `opened(chat_id, turn_id, text)`; `left()` when the keys go back to the field.
    """

    opened = Signal(str, str, str)
    left = Signal()

    def __init__(self, needs: SearchNeeds) -> None:
        super().__init__()
        self._needs = needs
        self._text = ""
        self._search = 0  # counts up: what an older one finds is too late
        self._count = 0
        self._groups: dict[str, Group] = {}
        self._titles: dict[str, str] = {}
        self.said = QLabel()
        self.said.setProperty("kind", "caption")
        self.said.setWordWrap(True)
        self.said.setContentsMargins(_PADDING, 2, 0, 0)
        self.list = HitList(needs.theme)
        self.list.itemActivated.connect(self._open)
        self.list.itemClicked.connect(self._open)
        self.list.left.connect(self.left)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.said)
        layout.addWidget(self.list, 1)

    def look_for(self, text: str) -> None:
        """Titles at once, then what was said."""
        if text == self._text:
            return
        self.stop()
        self._text = text
        chats = self._needs.chats()
        self._titles = {chat.id: title_of(chat) for chat in chats}
        pattern = Pattern(Query(text))
        self.list.clear()
        for chat in chats:
            title = self._titles[chat.id]
            hits = pattern.find(title)
            if hits:
                self._groups[chat.id] = Group(chat.id, title, tuple(hits))
                self.list.add(_title_line(self._groups[chat.id]))
        self._tell(is_done=False)
        self._needs.spawn(self._read(text, self._search), "search all chats")

    def stop(self) -> None:
        """What is still on its way is not waited for."""
        self._search += 1
        self._text = ""
        self._count = 0
        self._groups.clear()

    def enter(self) -> None:
        """The keys go through the list."""
        self.list.setFocus()
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)

    def open_first(self) -> None:
        """Goes to the first hit."""
        for row in range(self.list.count()):
            # A title that was not found itself only stands above its hits.
            if self.list.item(row).data(_ROLE).marks:
                self._open(self.list.item(row))
                return

    async def _read(self, text: str, search: int) -> None:
        async with aclosing(self._needs.search(text)) as hits:
            async for hit in hits:
                if search != self._search:
                    return
                self._take(hit)
                if (
                    sum(len(group.hits) + group.more for group in self._groups.values())
                    > _MOST_HITS
                ):
                    break
        if search == self._search:
            self._tell(is_done=True)

    def _take(self, hit: SearchHit) -> None:
        title = self._titles.get(hit.chat_id)
        if title is None:
            return
        group = self._groups.get(hit.chat_id)
        if group is None:
            group = self._groups[hit.chat_id] = Group(hit.chat_id, title)
            self.list.add(_title_line(group))
        if len(group.hits) < _SHOWN_OF_A_CHAT:
            group.hits.append(hit)
            line = Line(hit.chat_id, hit.turn_id, hit.snippet, (_wide(hit),), where_text(hit.where))
            self.list.add(line)
        else:
            group.more += 1
            self.list.retitle(_title_line(group))
        self._tell(is_done=False)

    def _tell(self, *, is_done: bool) -> None:
        count = len(self._groups)
        if count:
            number = QLocale().toString(count)
            said = self.tr("1 chat") if count == 1 else self.tr("{0} chats").format(number)
            self.said.setText(said if is_done else f"{said}…")
        else:
            self.said.setText(self.tr("Nothing found") if is_done else self.tr("Searching…"))

    def _open(self, item: QListWidgetItem) -> None:
        line = item.data(_ROLE)
        self.opened.emit(line.chat_id, line.turn_id, self._text)


class HitList(QListWidget):
    """Titles and hits. Signals: `left()` when one goes up from the first row."""

    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._ends: dict[str, QListWidgetItem] = {}
        self._heads: dict[str, QListWidgetItem] = {}
        self.setItemDelegate(HitDelegate(theme, self))
        self.setAccessibleName(self.tr("Hits in all chats"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        theme.changed.connect(self.viewport().update)

    def add(self, line: Line) -> None:
        """A title at the end, or a hit at the end of its group."""
        item = QListWidgetItem()
        item.setData(_ROLE, line)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{line.label} {line.text}".strip())
        if line.is_title:
            self._heads[line.chat_id] = item
            self.addItem(item)
        else:
            self.insertItem(self.row(self._ends[line.chat_id]) + 1, item)
        self._ends[line.chat_id] = item

    def retitle(self, line: Line) -> None:
        self._heads[line.chat_id].setData(_ROLE, line)

    @override
    def clear(self) -> None:
        super().clear()
        self._ends.clear()
        self._heads.clear()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape or (
            event.key() == Qt.Key.Key_Up and self.currentRow() <= 0
        ):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class HitDelegate(QStyledItemDelegate):
    """Paints a title, or the words around a hit on two lines."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        line: Line = index.data(_ROLE)
        if line.is_title:
            return QSize(0, round(_TITLE_HEIGHT * self._theme.scale))
        # About as high as its words need: nobody counts pixels for a list that comes and goes.
        metrics = QFontMetrics(self._theme.font(FontKind.CAPTION))
        parent = self.parent()
        room = parent.viewport().width() if isinstance(parent, QListWidget) else 0
        width = metrics.horizontalAdvance(f"{line.label}: {line.text}")
        lines = min(_MOST_LINES, 1 + int(width * 1.08) // max(80, room - 3 * _PADDING))
        return QSize(0, lines * metrics.lineSpacing() + _AROUND)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        line: Line = index.data(_ROLE)
        palette = self._theme.palette
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = ""
        if option.state & QStyle.StateFlag.State_Selected:
            fill = palette.selected
        elif option.state & QStyle.StateFlag.State_MouseOver:
            fill = palette.hover
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(option.rect, _RADIUS, _RADIUS)
        room = option.rect.adjusted(_PADDING, 4, -_PADDING, -2)
        if line.is_title:
            room.setTop(option.rect.bottom() - round(24 * self._theme.scale))
            self._paint_title(painter, room, line)
        else:
            room.setLeft(room.left() + _PADDING)
            self._paint_hit(painter, room, line)
        painter.restore()

    def _paint_title(self, painter: QPainter, room: QRect, line: Line) -> None:
        muted = self._theme.font(FontKind.CAPTION)
        metrics = QFontMetrics(muted)
        if line.label:
            painter.setFont(muted)
            painter.setPen(QColor(self._theme.palette.text_muted))
            painter.drawText(room, int(_TRAILING), line.label)
            room.setRight(room.right() - metrics.horizontalAdvance(line.label) - 8)
        font = self._theme.font(FontKind.TEXT)
        font.setWeight(QFont.Weight.DemiBold)
        self._paint_lines(painter, room, line.text, line.marks, font, self._theme.palette.text)

    def _paint_hit(self, painter: QPainter, room: QRect, line: Line) -> None:
        font = self._theme.font(FontKind.CAPTION)
        lead = f"{line.label}: "
        text, marks = lead + line.text, tuple((a + len(lead), b + len(lead)) for a, b in line.marks)
        ink = self._theme.palette.text_secondary
        self._paint_lines(painter, room, text, marks, font, ink)

    def _paint_lines(
        self,
        painter: QPainter,
        room: QRect,
        text: str,
        marks: tuple[tuple[int, int], ...],
        font: QFont,
        ink: str,
    ) -> None:
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        height = 0.0
        step = QFontMetrics(font).lineSpacing()
        # Half a line at the foot would be no help to anybody.
        while not height or height + step <= room.height() + 2:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(room.width())
            line.setPosition(QPointF(0, height))
            height += line.height()
        layout.endLayout()
        painter.setPen(QColor(ink))
        painter.setClipRect(room)
        layout.draw(painter, QPointF(room.left(), room.top()), self._formats(marks))

    def _formats(self, marks: tuple[tuple[int, int], ...]) -> list[QTextLayout.FormatRange]:
        look = QTextCharFormat()
        look.setBackground(QColor(mark_colours(self._theme.palette).hit))
        look.setForeground(QColor(self._theme.palette.text))
        ranges = []
        for begin, end in marks:
            made = QTextLayout.FormatRange()
            made.start, made.length, made.format = begin, end - begin, look
            ranges.append(made)
        return ranges


def where_text(where: Where) -> str:
    """In which part of a turn a hit is, in the user's language."""
    translate = QCoreApplication.translate
    return {
        Where.PROMPT: translate("Search", "You"),
        Where.ANSWER: translate("Search", "Answer"),
        Where.REASONING: translate("Search", "Reasoning"),
        Where.CALL: translate("Search", "Tool call"),
        Where.RESULT: translate("Search", "Result"),
        Where.SOURCE: translate("Search", "Source"),
        Where.FILE: translate("Search", "File"),
    }[where]


def _title_line(group: Group) -> Line:
    more = f"+{QLocale().toString(group.more)}" if group.more else ""
    return Line(group.chat_id, "", group.title, group.marks, more)


def _wide(hit: SearchHit) -> tuple[int, int]:
    begin = length(hit.snippet[: hit.begin])
    return begin, begin + length(hit.snippet[hit.begin : hit.end])
