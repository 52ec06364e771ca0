"""Where a reader can go by keyboard: messages, and in them links, buttons and cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QScrollBar, QWidget

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.column import Column, Place
from studio.ui.chat.leaves import Kind
from studio.ui.chat.rows import BlockRow, PromptRow, Row
from studio.ui.chat.text_view import TextView

_LINK_SIGNS = ("[", "<", "://", "www.", "@", "$")


@dataclass(frozen=True, slots=True, order=True)
class Spoken:
    """A prompt, or the answer to it."""

    turn: int
    is_answer: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the text of a row."""

    begin: int
    end: int
    address: str
    label: str


Stop = Link | QWidget


def is_of_prompt(row: Row) -> bool:
    """Whether a row is the user's words."""
    return isinstance(row, PromptRow) or (isinstance(row, BlockRow) and row.is_prompt)


def message_at(column: Column, place: Place) -> Spoken:
    """The message a row belongs to."""
    return Spoken(place.turn, is_answer=not is_of_prompt(column.row(place)))


def start_of(column: Column, message: Spoken) -> Place | None:
    """The first row of a message; None if there is no such message."""
    if not 0 <= message.turn < len(column):
        return None
    for at, row in enumerate(column.rows_of(message.turn).rows):
        if is_of_prompt(row) is not message.is_answer:
            return Place(message.turn, at)
    return None


def starts_message(column: Column, place: Place) -> bool:
    """Whether a row is the first one of its message."""
    return start_of(column, message_at(column, place)) == place


def neighbour(column: Column, message: Spoken, step: int) -> Spoken | None:
    """The next message below (1) or above (-1)."""
    number = 2 * message.turn + message.is_answer + step
    while 0 <= number < 2 * len(column):
        found = Spoken(number // 2, is_answer=bool(number % 2))
        if start_of(column, found) is not None:
            return found
        number += step
    return None


def places_from(column: Column, place: Place, step: int) -> Iterator[Place]:
    """The rows below (1) or above (-1), nearest first."""
    at: Place | None = place
    while at is not None:
        at = column.next(at) if step > 0 else _above(column, at)
        if at is not None:
            yield at


def may_stop(row: Row) -> bool:
    """Whether a row can have anything to go to: cheap, and rather too often than too rarely."""
    match row:
        case PromptRow():
            return bool(row.hidden or row.attachments) or "://" in row.text
        case BlockRow(block) if block.kind in (Kind.PARAGRAPH, Kind.HEADING):
            return any(sign in block.text for sign in _LINK_SIGNS)
        case _:
            return True


def stops_on(page: QWidget, rows: Mapping[Place, RowWidget]) -> list[tuple[Place, Stop]]:
    """All in sight, in reading order; what floats over a row comes after what is in it.

    Of a bar's buttons only the last one counts: its menu has them all, and each has its key.
    """
    only = Qt.FindChildOption.FindDirectChildrenOnly
    found = page.findChildren(QWidget, options=only)
    floating = [each for each in found if not isinstance(each, RowWidget)]
    stops: list[tuple[Place, Stop]] = []
    for place, row in sorted(rows.items(), key=lambda each: each[0]):
        stops.extend((place, stop) for stop in stops_in(row))
        over = [each for each in floating if row.geometry().contains(each.geometry().center())]
        stops.extend((place, stop) for each in over for stop in focusable_in(each)[-1:])
    return stops


def stops_in(widget: RowWidget) -> list[Stop]:
    """What can be gone to in a row, from the upper left on."""
    stops: list[tuple[int, int, Stop]] = []
    for number, each in enumerate(focusable_in(widget)):
        stops.append((each.mapTo(widget, QPoint(0, 0)).y(), number, each))
    view = widget.text_view
    if view is not None:
        for number, link in enumerate(links_in(view)):
            top = rect_in(widget, link).top()
            stops.append((top, number, link))
    stops.sort(key=lambda stop: stop[:2])
    return [stop for _, _, stop in stops]


def focusable_in(widget: QWidget) -> list[QWidget]:
    """The widgets in another one that Tab goes to, line by line."""
    found: list[tuple[int, int, QWidget]] = []
    is_mirrored = widget.layoutDirection() is Qt.LayoutDirection.RightToLeft
    for number, each in enumerate(widget.findChildren(QWidget)):
        if takes_focus(each):
            corner = each.mapTo(widget, QPoint(0, 0))
            side = -corner.x() - each.width() if is_mirrored else corner.x()
            found.append((corner.y(), side * 1_000 + number, each))
    found.sort(key=lambda at: at[:2])
    return [each for _, _, each in found]


def links_in(view: TextView) -> list[Link]:
    """The links of a text, in its order. Neighbouring pieces of one link are one."""
    links: list[Link] = []
    block = view.document().begin()
    while block.isValid():
        for link in _links_of(block):
            last = links[-1] if links else None
            if last is not None and last.end == link.begin and last.address == link.address:
                link = Link(last.begin, link.end, link.address, last.label + link.label)
                links.pop()
            links.append(link)
        block = block.next()
    return links


def rect_in(widget: RowWidget, link: Link) -> QRect:
    """Where a link stands in its row: around its first line if it is broken."""
    view = widget.text_view
    if view is None:
        return QRect()
    cursor = QTextCursor(view.document())
    cursor.setPosition(link.begin)
    first = view.cursorRect(cursor)
    rect = first
    for position in range(link.begin + 1, link.end + 1):
        cursor.setPosition(position)
        at = view.cursorRect(cursor)
        if at.top() != first.top():
            break
        rect = rect.united(at)
    rect.moveTopLeft(view.viewport().mapTo(widget, rect.topLeft()))
    return rect


def _links_of(block: QTextBlock) -> Iterator[Link]:
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        address = fragment.charFormat().anchorHref()
        if address:
            begin = fragment.position()
            yield Link(begin, begin + fragment.length(), address, fragment.text())
        iterator += 1


def takes_focus(widget: QWidget) -> bool:
    """Whether Tab may go to a widget now."""
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    usable = widget.isVisible() and widget.isEnabled()
    return takes and usable and not isinstance(widget, QScrollBar | TextView)


def _above(column: Column, place: Place) -> Place | None:
    if place.row > 0:
        return Place(place.turn, place.row - 1)
    for turn in range(place.turn - 1, -1, -1):
        if rows := column.rows_of(turn).rows:
            return Place(turn, len(rows) - 1)
    return None
