"""Code and tables of a transcript: chunks that act as one, and what can be done with them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.code_block import FOLD_ABOVE, FOLD_SHOWN, CodeBlock, CodeShape
from studio.ui.chat.code_languages import file_name
from studio.ui.chat.column import Place
from studio.ui.chat.highlight import Highlighter
from studio.ui.chat.leaves import CHUNK_LINES, Kind
from studio.ui.chat.look import Look
from studio.ui.chat.rows import BlockRow
from studio.ui.chat.scroll import RowsArea
from studio.ui.chat.table_block import TableBlock
from studio.ui.chat.wide_block import WideBlock

_HIGHLIGHT_PAUSE_MS = 150
_HIGHLIGHT_LINES = 15
_SAVING = "studio.ui.chat.code_saving"
_TABLES = "studio.ui.chat.table_actions"


@dataclass(frozen=True, slots=True)
class _Wish:
    """What the reader wants of one code; None where nobody said."""

    wraps: bool | None = None
    is_unfolded: bool = False


class WideRows(QObject):
    """Owned by the transcript. What the reader folds and wraps is kept while the chat is open.

    Signals: `changed()` when rows became higher or lower.
    """

    changed = Signal()

    def __init__(self, area: RowsArea, look: Look) -> None:
        super().__init__(area)
        self._area = area
        self._look = look
        self.highlighter = Highlighter(look, self)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_HIGHLIGHT_PAUSE_MS)
        self._later.timeout.connect(self._colour_visible)
        self._sideways: dict[tuple[str, int], int] = {}
        self._wishes: dict[tuple[str, int], _Wish] = {}

    @property
    def is_coloured(self) -> bool:
        """Whether the code in sight has its colours."""
        return self.highlighter.is_idle and not self._later.isActive()

    def clear(self) -> None:
        """Another chat is shown."""
        self._sideways.clear()
        self._wishes.clear()

    def take_look(self, look: Look) -> None:
        """Takes the colours and habits of another look."""
        self._look = look
        self.highlighter.restyle(look)

    def connect_row(self, widget: WideBlock) -> None:
        """Called once for each widget made."""
        widget.scrolled.connect(lambda value: self._scroll_together(widget, value))
        if isinstance(widget, CodeBlock):
            widget.copy_requested.connect(lambda: self._copy(widget))
            widget.save_requested.connect(lambda: self._save(widget))
            widget.wrap_requested.connect(lambda wraps: self._wrap(widget, wraps))
            widget.unfold_requested.connect(lambda: self._unfold(widget))
        elif isinstance(widget, TableBlock):
            widget.menu_requested.connect(lambda: self._open_table_menu(widget))
            widget.large_requested.connect(lambda: self._open_large(widget))

    def prepare(self, place: Place, widget: RowWidget) -> None:
        """Before a widget shows another row."""
        if isinstance(widget, TableBlock):
            head = self._area.column.row(self.head_of(place))
            widget.head = head if isinstance(head, BlockRow) else None
        elif isinstance(widget, CodeBlock):
            widget.take_shape(self._shape(place))

    def decorate(self, place: Place, widget: RowWidget) -> None:
        """After a widget shows another row."""
        if isinstance(widget, CodeBlock):
            self._colour(place, widget)
        if isinstance(widget, WideBlock):
            widget.fit(self._area.room_of(self._area.column.row(place)))
            widget.scroll_to(self._sideways.get(self._key(self.head_of(place)), 0))

    def head_of(self, place: Place) -> Place:
        """The first chunk of what a row is a chunk of."""
        rows = self._area.column.rows_of(place.turn).rows
        at = place.row
        while at > 0 and _continues(rows[at]):
            at -= 1
        return Place(place.turn, at)

    def chunks(self, place: Place) -> list[BlockRow]:
        """All chunks of the code or the table that a row is one of."""
        return [row for _, row in self._chunks(self.head_of(place))]

    def code_at(self, place: Place) -> str | None:
        """The whole code that a row is a part of; None where the row is none."""
        row = self._area.column.row(place)
        if not isinstance(row, BlockRow) or row.block.kind is not Kind.CODE:
            return None
        return "\n".join(chunk.block.text for chunk in self.chunks(place))

    def table_at(self, place: Place) -> tuple[BlockRow, ...]:
        """The chunks of the whole table that a row is a part of; none where the row is none."""
        row = self._area.column.row(place)
        if not isinstance(row, BlockRow) or row.block.kind is not Kind.TABLE:
            return ()
        return tuple(self.chunks(place))

    def is_hidden(self, place: Place) -> bool:
        """Whether a row is a chunk of code below a fold: it takes no room."""
        row = self._area.column.row(place)
        if not isinstance(row, BlockRow) or row.block.kind is not Kind.CODE:
            return False
        return row.block.continues and self._is_folded(self.head_of(place))

    def unfold(self, place: Place) -> bool:
        """Shows all of the code that a row is a part of; true if some of it was folded away."""
        row = self._area.column.row(place)
        if not isinstance(row, BlockRow) or row.block.kind is not Kind.CODE:
            return False
        head = self.head_of(place)
        if not self._is_folded(head):
            return False
        self._wish(head, is_unfolded=True)
        return True

    def add_to(self, menu: QMenu, place: Place) -> None:
        """Adds what can be done with the code or the table at a place to a menu."""
        row = self._area.column.row(place)
        if not isinstance(row, BlockRow) or row.block.kind not in {Kind.CODE, Kind.TABLE}:
            return
        menu.addSeparator()
        if row.block.kind is Kind.TABLE:
            _tables().add_actions(menu, self.table_at(place), self._area)
            return
        copy = menu.addAction(self.tr("Copy code"))
        copy.triggered.connect(lambda: self._copy_at(place))
        save = menu.addAction(self.tr("Save code as…"))
        save.triggered.connect(lambda: self._save_at(place))
        wrap = menu.addAction(self.tr("Wrap lines"))
        wrap.setCheckable(True)
        wrap.setChecked(self._shape(place).wraps)
        wrap.triggered.connect(lambda wraps: self._wish(self.head_of(place), wraps=wraps))

    def _chunks(self, head: Place) -> Iterator[tuple[Place, BlockRow]]:
        rows = self._area.column.rows_of(head.turn).rows
        for at in range(head.row, len(rows)):
            row = rows[at]
            if not isinstance(row, BlockRow) or (at > head.row and not _continues(row)):
                return
            yield Place(head.turn, at), row

    def _key(self, head: Place) -> tuple[str, int]:
        return self._area.column.turn_id(head.turn), head.row

    def _shape(self, place: Place) -> CodeShape:
        head = self.head_of(place)
        key = self._key(head)
        if not self._area.column.rows_of(place.turn).is_ended and key not in self._wishes:
            # What was read while it arrived is not folded away when it ends.
            self._wishes[key] = _Wish(is_unfolded=True)
        wish = self._wishes.get(key, _Wish())
        appearance = self._look.appearance
        hidden = 0
        if place == head and self._is_folded(head):
            hidden = self._hidden_lines(head)
        return CodeShape(
            first_line=1 + (place.row - head.row) * CHUNK_LINES,
            hidden_lines=hidden,
            wraps=appearance.wraps_code if wish.wraps is None else wish.wraps,
            has_numbers=appearance.numbers_code,
            is_part=self._is_cut(head),
        )

    def _hidden_lines(self, head: Place) -> int:
        lines = 0
        for place, row in self._chunks(head):
            lines += row.block.text.count("\n") + 1
            if place != head:
                self._area.column.set_height(place, 0)
        return lines - FOLD_SHOWN

    def _is_cut(self, head: Place) -> bool:
        rows = self._area.column.rows_of(head.turn).rows
        return head.row + 1 < len(rows) and _continues(rows[head.row + 1])

    def _is_folded(self, head: Place) -> bool:
        if self._wishes.get(self._key(head), _Wish()).is_unfolded:
            return False
        if not self._area.column.rows_of(head.turn).is_ended:
            return False
        row = self._area.column.row(head)
        return isinstance(row, BlockRow) and (
            self._is_cut(head) or row.block.text.count("\n") >= FOLD_ABOVE
        )

    def _wish(self, head: Place, **changes: bool) -> None:
        key = self._key(head)
        self._wishes[key] = replace(self._wishes.get(key, _Wish()), **changes)
        for place, widget in self._area.bound().items():
            if isinstance(widget, CodeBlock) and self.head_of(place) == head:
                widget.take_shape(self._shape(place))
        self.changed.emit()

    def _wrap(self, widget: CodeBlock, wraps: bool) -> None:
        place = self._area.place_of(widget)
        if place is not None:
            self._area.sticks_to_end = False
            self._wish(self.head_of(place), wraps=wraps)

    def _unfold(self, widget: CodeBlock) -> None:
        place = self._area.place_of(widget)
        if place is not None:
            self._area.sticks_to_end = False
            self._wish(self.head_of(place), is_unfolded=True)
            if widget.head is not None:
                # Its button is gone: the keys go on from the head of the same code.
                widget.head.copy.setFocus()

    def _copy(self, widget: CodeBlock) -> None:
        place = self._area.place_of(widget)
        if place is not None:
            self._copy_at(place)

    def _copy_at(self, place: Place) -> None:
        code = self.code_at(place)
        if code is not None:
            QGuiApplication.clipboard().setText(code)

    def _save(self, widget: CodeBlock) -> None:
        place = self._area.place_of(widget)
        if place is not None:
            self._save_at(place)

    def _save_at(self, place: Place) -> None:
        row, code = self._area.column.row(place), self.code_at(place)
        if isinstance(row, BlockRow) and code is not None:
            saving: Any = import_module(_SAVING)
            saving.ask_and_save(self._area.window(), f"{code}\n", file_name(row.block.language))

    def _open_table_menu(self, widget: TableBlock) -> None:
        place = self._area.place_of(widget)
        if place is not None:
            _tables().open_menu(widget.menu_anchor(), self.table_at(place), self._area)

    def _open_large(self, widget: TableBlock) -> None:
        place = self._area.place_of(widget)
        if place is not None:
            _tables().open_large(self.table_at(place), self._area)

    def _scroll_together(self, widget: WideBlock, value: int) -> None:
        place = self._area.place_of(widget)
        if place is None:
            return
        head = self.head_of(place)
        self._sideways[self._key(head)] = value
        for other, each in self._area.bound().items():
            if isinstance(each, WideBlock) and self.head_of(other) == head:
                each.scroll_to(value)

    def _colour(self, place: Place, widget: CodeBlock) -> None:
        """Colours code when a good deal of it is new, and the rest when it comes to rest."""
        done = widget.coloured
        if widget.code.count("\n") - done.count("\n") >= _HIGHLIGHT_LINES or not done:
            self._colour_now(place, widget)
        elif widget.code != done:
            self._later.start()

    def _colour_now(self, place: Place, widget: CodeBlock) -> None:
        row, view = widget.row, widget.text_view
        if not isinstance(row, BlockRow) or view is None:
            return
        widget.coloured = widget.code
        before = ""
        if row.block.continues and place.row > 0:
            above = self._area.column.row(Place(place.turn, place.row - 1))
            before = f"{above.block.text}\n" if isinstance(above, BlockRow) else ""
        self.highlighter.colour(view.document(), row.block.language, before)

    def _colour_visible(self) -> None:
        for place, widget in self._area.bound().items():
            if isinstance(widget, CodeBlock) and widget.coloured != widget.code:
                self._colour_now(place, widget)


def _tables() -> Any:
    # Loaded when somebody does something with a table.
    return import_module(_TABLES)


def _continues(row: object) -> bool:
    return (
        isinstance(row, BlockRow)
        and row.block.continues
        and row.block.kind in {Kind.CODE, Kind.TABLE}
    )
