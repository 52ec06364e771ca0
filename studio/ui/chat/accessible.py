"""What a screen reader finds in a transcript: a document of headings, texts, lists and cards.

Loaded when one is there. Qt owns the interfaces made here and ends them with their widgets. Where
Qt takes nothing for an interface, its types do not say so: overrides are marked for that.
"""

from typing import Any

from PySide6.QtCore import SIGNAL, QCoreApplication, QObject, QPoint
from PySide6.QtGui import QAccessible, QAccessibleAttributesInterface, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QTextEdit, QWidget
from shiboken6 import VoidPtr, getCppPointer
from typing_extensions import override

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.inline import plain_text
from studio.ui.chat.leaves import Block, Item, Kind, Quote
from studio.ui.chat.message_heads import MessageHead
from studio.ui.chat.note_blocks import FailureBlock, FooterBlock, NoteBlock
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.server_card import ServerToolCard
from studio.ui.chat.tool_card import ToolCard
from studio.ui.chat.walking import WalkingArea

translate = QCoreApplication.translate

_ROLE = QAccessible.Role
_NAME = QAccessible.Text.Name
_LEVEL = QAccessible.Attribute.Level
_MOST_LEVEL = 6
_POINTER_SIZE = 8


def interface_for(kind: str, widget: QObject) -> QAccessibleInterface | None:
    """The interface of a widget of one of these kinds."""
    if not isinstance(widget, QWidget):
        return None
    match kind:
        case "TranscriptView":
            return _Transcript(widget)
        case "RowWidget":
            return _Row(widget)
        case "MessageHead":
            return _Head(widget)
        case "TextView":
            _silence(widget)
            return None  # Qt's own knows all of a text
        case _:
            return _Card(widget)


def _silence(widget: QWidget) -> None:
    """A text tells of every change of its words and of its caret: here it changes with each word
    that streams in, and with each row that its widget is used for. Nobody reads along in either.
    """
    if isinstance(widget, QTextEdit):
        QObject.disconnect(widget.document(), SIGNAL("contentsChange(int,int,int)"), None, None)  # type: ignore[call-overload]  # as in C++: all of them
        for control in widget.findChildren(QObject):
            if control.metaObject().className() == "QWidgetTextControl":
                QObject.disconnect(control, SIGNAL("cursorPositionChanged()"), widget, None)  # type: ignore[call-overload]  # as above


class _Transcript(QAccessibleWidget):
    """A document. Its children are the rows in sight, in their order, and the heads above them."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, _ROLE.Document)

    @override
    def childCount(self) -> int:
        return len(self._children())

    @override
    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # see above
        children = self._children()
        if not 0 <= index < len(children):
            return None
        return QAccessible.queryAccessibleInterface(children[index])

    @override
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        wanted = child.object()
        children = self._children()
        return next((at for at, each in enumerate(children) if each is wanted), -1)

    @override
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # see above
        point = QPoint(x, y)
        for each in reversed(self._children()):
            if each.rect().contains(each.mapFromGlobal(point)):
                return QAccessible.queryAccessibleInterface(each)
        return None

    def _children(self) -> list[QWidget]:
        area = self.object()
        if not isinstance(area, WalkingArea):
            return []
        found: list[QWidget] = []
        for place, row in sorted(area.bound().items()):
            head = area.heads.at(place) if area.heads is not None else None
            if head is not None:
                found.append(head)
            found.append(row)
        found.extend(each for each in area.beside_rows() if each.isVisible())
        return found


class _Part(QAccessibleWidget, QAccessibleAttributesInterface):
    """A part of the transcript: its parent is the document, and a heading has a level."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        QAccessibleWidget.__init__(self, widget, role)
        QAccessibleAttributesInterface.__init__(self)

    @override
    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]  # see above
        widget = self.object()
        viewport = widget.parent() if widget is not None else None
        area = viewport.parent() if viewport is not None else None
        return QAccessible.queryAccessibleInterface(area) if area is not None else None

    @override
    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        # Qt would follow None as if it were an address.
        pointer: Any = VoidPtr
        if kind == QAccessible.InterfaceType.AttributesInterface:
            # The second of the two objects that this one is in C++.
            return pointer(getCppPointer(self)[1], _POINTER_SIZE)
        found = super().interface_cast(kind)
        return pointer(0) if found is None else found

    @override
    def attributeKeys(self) -> list[QAccessible.Attribute]:
        return [_LEVEL] if self.level() else []

    @override
    def attributeValue(self, key: QAccessible.Attribute) -> Any:
        return self.level() if key == _LEVEL else None

    def level(self) -> int:
        """Of a heading; 0 is none."""
        return 0


class _Head(_Part):
    """Says who speaks."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, _ROLE.Heading)

    @override
    def level(self) -> int:
        return 1

    @override
    def state(self) -> QAccessible.State:
        state = super().state()
        head = self.object()
        if isinstance(head, MessageHead):
            state.focusable = 1
            state.focused = int(head.is_current)
        return state


class _Row(_Part):
    """A row, by what it shows now: its widget is used again for others."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, _ROLE.Section)

    @override
    def role(self) -> QAccessible.Role:
        block = self._block()
        if block is not None:
            return _role_of(block)
        match self.object():
            case FailureBlock():
                return _ROLE.AlertMessage
            case NoteBlock():
                return _ROLE.Note
            case FooterBlock():
                return _ROLE.Footer
            case _:
                return _ROLE.Section

    @override
    def text(self, kind: QAccessible.Text) -> str:
        block = self._block()
        if kind == _NAME and block is not None:
            return _name_of(block)
        return super().text(kind)

    @override
    def level(self) -> int:
        block = self._block()
        if block is None or block.kind is not Kind.HEADING:
            return 0
        # The message itself has the first level.
        return min(block.level + 1, _MOST_LEVEL)

    def _block(self) -> Block | None:
        widget = self.object()
        row = widget.row if isinstance(widget, RowWidget) else None
        return row.block if isinstance(row, BlockRow) else None


class _Card(QAccessibleWidget):
    """A card that folds. Its name says what it is and how far it has come."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, _ROLE.Grouping)

    @override
    def state(self) -> QAccessible.State:
        state = super().state()
        card = self.object()
        if isinstance(card, ToolCard | ServerToolCard):
            state.expandable = 1
            state.expanded = int(card.is_unfolded)
            state.collapsed = int(not card.is_unfolded)
            state.busy = int(isinstance(card, ToolCard) and card.ticks)
        return state


def _role_of(block: Block) -> QAccessible.Role:
    if block.kind is Kind.PARAGRAPH:
        inner = block.containers[-1] if block.containers else None
        if isinstance(inner, Item):
            return _ROLE.ListItem
        return _ROLE.BlockQuote if isinstance(inner, Quote) else _ROLE.Paragraph
    return {
        "heading": _ROLE.Heading,
        "rule": _ROLE.Separator,
        "math": _ROLE.Equation,
        "image": _ROLE.Graphic,
    }.get(block.kind.value, _ROLE.Section)


def _name_of(block: Block) -> str:
    match block.kind:
        case Kind.HEADING:
            return plain_text(block.text)
        case Kind.CODE:
            name = block.language or translate("Transcript", "Text")
            return translate("Transcript", "Code: {0}").format(name)
        case Kind.TABLE:
            columns = max((len(row) for row in block.rows), default=0)
            text = translate("Transcript", "Table, {0} columns, {1} rows")
            return text.format(columns, len(block.rows))
        case Kind.RULE:
            return translate("Transcript", "Rule")
        case Kind.PARAGRAPH:
            markers = [each.marker for each in block.containers if isinstance(each, Item)]
            if markers:
                return translate("Transcript", "List item {0}").format(markers[-1])
            return ""
        case _:
            return block.text
