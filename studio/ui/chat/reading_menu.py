"""The context menu of a transcript: what can be copied, quoted, selected and opened there."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from studio.ui.chat.block_markdown import block_markdown
from studio.ui.chat.column import Column, Place
from studio.ui.chat.cutting import Piece
from studio.ui.chat.inline import read_inline
from studio.ui.chat.leaf_texts import leaves_of
from studio.ui.chat.leaves import Kind
from studio.ui.chat.reading_keys import QUOTE_KEYS
from studio.ui.chat.rows import BlockRow, Row
from studio.ui.chat.selecting import Selecting
from studio.ui.chat.stops import is_of_prompt

translate = QCoreApplication.translate


class Menued(Protocol):
    """What the menu needs of the transcript."""

    selecting: Selecting
    column: Column

    def copy(self) -> None: ...

    def copy_markdown(self) -> None: ...

    def copy_plain(self) -> None: ...

    def quote(self) -> None: ...

    def copy_message(self, turn: int) -> None: ...


def fill(menu: QMenu, area: Menued, place: Place | None) -> None:
    """What can be done with the selection, and with the message at a place."""
    copy = _add(menu, translate("Transcript", "Copy"), area.copy)
    copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
    markdown = _add(menu, translate("Transcript", "Copy as Markdown"), area.copy_markdown)
    plain = _add(menu, translate("Transcript", "Copy as plain text"), area.copy_plain)
    quote = _add(menu, translate("Transcript", "Quote in reply"), area.quote)
    quote.setShortcut(QKeySequence(QUOTE_KEYS))
    for action in (copy, markdown, plain, quote):
        action.setEnabled(area.selecting.has_selection)
    if place is None:
        return
    menu.addSeparator()
    if not is_of_prompt(area.column.row(place)):
        _add(
            menu,
            translate("Transcript", "Copy message as Markdown"),
            lambda: area.copy_message(place.turn),
        )
    _add(
        menu,
        translate("Transcript", "Select all of this message"),
        lambda: area.selecting.select_turn(place.turn),
    )
    _add(menu, translate("Transcript", "Select the whole chat"), area.selecting.select_chat)
    _add_parts(menu, area.column.rows_of(place.turn).rows, place.row)


def add_link(menu: QMenu, address: str, follow: Callable[[], None]) -> None:
    """What can be done with a link."""
    menu.addSeparator()
    _add(menu, translate("Transcript", "Copy link address"), lambda: _put(address))
    _add(menu, translate("Transcript", "Open link"), follow)


def _add_parts(menu: QMenu, rows: list[Row], at: int) -> None:
    """What can be copied of the block at the place: code, a table, formulas."""
    row = rows[at] if at < len(rows) else None
    if not isinstance(row, BlockRow):
        return
    block = row.block
    if block.kind is Kind.CODE:
        menu.addSeparator()
        _add(
            menu,
            translate("Transcript", "Copy this code"),
            lambda: _put(leaves_of(_whole(rows, at))[0].code),
        )
    elif block.kind is Kind.TABLE:
        menu.addSeparator()
        _add(
            menu,
            translate("Transcript", "Copy table as Markdown"),
            lambda: _put(block_markdown(leaves_of(_whole(rows, at)))),
        )
    formulas = _formulas(row)
    if formulas:
        menu.addSeparator()
    for tex in formulas[:4]:
        name = translate("Transcript", "Copy formula {0}").format(_short(tex))
        _add(menu, name, partial(_put, tex))


def _whole(rows: list[Row], at: int) -> list[Piece]:
    """All chunks of what a row is a chunk of, out of its lists and quotes."""
    first = at
    while first > 0 and _goes_on(rows[first]):
        first -= 1
    last = first
    while last + 1 < len(rows) and _goes_on(rows[last + 1]):
        last += 1
    return [Piece(row) for row in rows[first : last + 1]]


def _goes_on(row: Row) -> bool:
    return isinstance(row, BlockRow) and row.block.continues


def _formulas(row: BlockRow) -> list[str]:
    if row.block.kind is Kind.MATH:
        return [row.block.text]
    if row.block.kind is Kind.CODE:
        return []
    texts = [row.block.text, *(cell for line in row.block.rows for cell in line)]
    spans = (span for text in texts for span in read_inline(text, row.references))
    return [span.text for span in spans if span.is_math]


def _short(tex: str) -> str:
    words = " ".join(tex.split()).replace("&", "&&")
    return words if len(words) <= 24 else words[:23] + "…"


def _put(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def _add(menu: QMenu, name: str, act: Callable[[], None]) -> QAction:
    action = menu.addAction(name)
    action.triggered.connect(lambda: act())
    return action
