"""What can be done with a table: copied in four ways, and opened large. Loaded when wanted."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QMimeData, Qt
from PySide6.QtWidgets import QMenu, QWidget

from studio.ui.chat.rows import BlockRow
from studio.ui.chat.table_formats import (
    PlainTable,
    as_csv,
    as_html,
    as_markdown,
    as_pandas,
    as_tabs,
    plain_table,
)
from studio.ui.chat.table_window import TableWindow
from studio.ui.clipboard import put

translate = QCoreApplication.translate


def open_menu(anchor: QWidget, rows: Sequence[BlockRow], parent: QWidget) -> None:
    """The menu of a table, under a widget."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    add_actions(menu, rows, parent)
    menu.popup(anchor.mapToGlobal(anchor.rect().bottomLeft()))


def add_actions(menu: QMenu, rows: Sequence[BlockRow], parent: QWidget) -> None:
    """Adds what can be done with a table to a menu."""
    kinds: tuple[tuple[str, Callable[[PlainTable], QMimeData]], ...] = (
        (translate("Transcript", "Copy table as Markdown"), _text(as_markdown)),
        (translate("Transcript", "Copy table as CSV"), _text(as_csv)),
        (translate("Transcript", "Copy table as pandas DataFrame"), _text(as_pandas)),
        (translate("Transcript", "Copy table for a document or spreadsheet"), rich_table),
    )
    for name, make in kinds:
        action = menu.addAction(name)
        action.triggered.connect(lambda _=False, wanted=make: _copy(rows, wanted))
    large = menu.addAction(translate("Transcript", "Open table in a window"))
    large.triggered.connect(lambda: open_large(rows, parent))


def open_large(rows: Sequence[BlockRow], parent: QWidget) -> TableWindow:
    """A window of its own, in which one sorts and searches."""
    window = TableWindow(read_table(rows), parent.window())
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.show()
    return window


def read_table(rows: Sequence[BlockRow]) -> PlainTable:
    """The whole table of its chunks."""
    return plain_table([row.block for row in rows], rows[0].references)


def rich_table(table: PlainTable) -> QMimeData:
    """For a document as a table, for a spreadsheet as cells."""
    made = QMimeData()
    made.setHtml(as_html(table))
    made.setText(as_tabs(table))
    return made


def _text(write: Callable[[PlainTable], str]) -> Callable[[PlainTable], QMimeData]:
    def made(table: PlainTable) -> QMimeData:
        text = QMimeData()
        text.setText(write(table))
        return text

    return made


def _copy(rows: Sequence[BlockRow], make: Callable[[PlainTable], QMimeData]) -> None:
    put(make(read_table(rows)))
