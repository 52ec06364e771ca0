"""Makes row widgets, keeps the idle ones, and hands them out again."""

from collections import defaultdict
from collections.abc import Callable
from importlib import import_module

from PySide6.QtWidgets import QApplication, QWidget

from studio.ui.chat.blocks import ProseBlock, RowWidget, RuleBlock
from studio.ui.chat.card_block import CardBlock, CardFactory
from studio.ui.chat.code_block import CodeBlock
from studio.ui.chat.documents import Writer
from studio.ui.chat.leaves import Kind
from studio.ui.chat.note_blocks import FailureBlock, FooterBlock, NoteBlock, ReasoningFold
from studio.ui.chat.prompt_block import PromptBlock
from studio.ui.chat.rows import (
    BlockRow,
    CardRow,
    FailureRow,
    FooterRow,
    NoteRow,
    PromptRow,
    ReasoningRow,
    Row,
    SourcesRow,
)
from studio.ui.chat.sources_block import SourcesBlock
from studio.ui.chat.table_block import TableBlock

_MOST_IDLE = 14
_KINDS: dict[type[Row], type[RowWidget]] = {
    CardRow: CardBlock,
    FailureRow: FailureBlock,
    FooterRow: FooterBlock,
    NoteRow: NoteBlock,
    PromptRow: PromptBlock,
    ReasoningRow: ReasoningFold,
    SourcesRow: SourcesBlock,
}
_BLOCKS: dict[Kind, type[RowWidget]] = {
    Kind.PARAGRAPH: ProseBlock,
    Kind.HEADING: ProseBlock,
    Kind.CODE: CodeBlock,
    Kind.TABLE: TableBlock,
    Kind.RULE: RuleBlock,
}
# Most chats have none of them.
_LATE: dict[Kind, tuple[str, str]] = {
    Kind.MATH: ("studio.ui.chat.math_block", "MathBlock"),
    Kind.IMAGE: ("studio.ui.chat.image_block", "ImageBlock"),
}


class Pool:
    """Owned by the transcript. `connect` is called once for each widget made."""

    def __init__(
        self, writer: Writer, card_factory: CardFactory, connect: Callable[[RowWidget], None]
    ) -> None:
        self.writer = writer
        self.parent: QWidget | None = None
        self._card_factory = card_factory
        self._connect = connect
        self._idle: defaultdict[type[RowWidget], list[RowWidget]] = defaultdict(list)

    def take(self, row: Row) -> RowWidget:
        """A widget for this row, hidden."""
        kind = widget_kind(row)
        if self._idle[kind]:
            return self._idle[kind].pop()
        widget = self._make(kind)
        self._connect(widget)
        return widget

    def give(self, widget: RowWidget) -> None:
        """Takes a widget back. A card goes for good: it is made again from its state."""
        had_focus = _has_focus(widget)
        widget.hide()
        if had_focus and self.parent is not None:
            self.parent.setFocus()
        widget.forget()
        idle = self._idle[type(widget)]
        if isinstance(widget, CardBlock) or len(idle) >= _MOST_IDLE:
            widget.deleteLater()
        else:
            idle.append(widget)

    def fits(self, widget: RowWidget, row: Row) -> bool:
        """Whether the widget can show this row."""
        if isinstance(widget, CardBlock):
            return widget.row == row
        return type(widget) is widget_kind(row)

    def is_in_use(self, widget: RowWidget) -> bool:
        """Whether the user is at work in the widget, so that it must outlive being out of sight."""
        return isinstance(widget, CardBlock) and _has_focus(widget)

    def each(self, visit: Callable[[RowWidget], None]) -> None:
        """Visits the idle widgets."""
        for idle in self._idle.values():
            for widget in idle:
                visit(widget)

    def _make(self, kind: type[RowWidget]) -> RowWidget:
        if self.parent is None:
            message = "the pool has no parent for its widgets yet"
            raise RuntimeError(message)
        if kind is CardBlock:
            return CardBlock(self.parent, self.writer, self._card_factory)
        return kind(self.parent, self.writer)


def _has_focus(widget: QWidget) -> bool:
    focus = QApplication.focusWidget()
    return focus is not None and widget.isAncestorOf(focus)


def widget_kind(row: Row) -> type[RowWidget]:
    """The widget that shows rows of this kind."""
    if not isinstance(row, BlockRow):
        return _KINDS[type(row)]
    kind = row.block.kind
    if kind not in _BLOCKS:
        module, name = _LATE[kind]
        loaded: type[RowWidget] = getattr(import_module(module), name)
        _BLOCKS[kind] = loaded
    return _BLOCKS[kind]
