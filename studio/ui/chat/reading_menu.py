"""The context menu of a transcript: what can be copied, quoted, selected and opened there."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from studio.ui.chat.column import Column, Place
from studio.ui.chat.inline import read_inline
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

    def add_block_actions(self, menu: QMenu, place: Place) -> None: ...


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
    area.add_block_actions(menu, place)
    _add_parts(menu, area.column.rows_of(place.turn).rows, place.row)


def add_link(menu: QMenu, address: str, follow: Callable[[], None]) -> None:
    """What can be done with a link."""
    menu.addSeparator()
    _add(menu, translate("Transcript", "Copy link address"), lambda: _put(address))
    _add(menu, translate("Transcript", "Open link"), follow)


def _add_parts(menu: QMenu, rows: list[Row], at: int) -> None:
    """The formulas of the block at the place."""
    row = rows[at] if at < len(rows) else None
    if not isinstance(row, BlockRow):
        return
    formulas = _formulas(row)
    if formulas:
        menu.addSeparator()
    for tex in formulas[:4]:
        name = translate("Transcript", "Copy formula {0}").format(_short(tex))
        _add(menu, name, partial(_put, tex))


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
