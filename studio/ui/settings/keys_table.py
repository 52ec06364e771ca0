"""The table of a provider's keys. It shows values and tells what the user asks for."""

from enum import Enum, auto

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMenu, QPushButton, QWidget

from studio.core.profiles import KeySource
from studio.ui.elided import ElidedLabel
from studio.ui.settings.key_rows import KeyRow
from studio.ui.settings.parts import button, labelled, rule
from studio.ui.theme import FontKind, Theme

_COLUMNS = 6
_LONGEST_NAME = 170  # in pixels
_PAD = 10


class KeyAction(Enum):
    """What can be done with one key."""

    TEST = auto()
    REPLACE = auto()
    RENAME = auto()
    DEFAULT = auto()
    CAP = auto()
    REMOVE = auto()


class KeysTable(QWidget):
    """Lives as long as the form of its profile.

    Signals: `asked(action, key_id)`.
    """

    asked = Signal(object, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: tuple[KeyRow, ...] = ()
        self._is_narrow = False
        self._inside: QWidget | None = None
        self._around = QHBoxLayout(self)
        self._around.setContentsMargins(0, 0, 0, 0)
        self.setAccessibleName(self.tr("Keys"))

    @property
    def rows(self) -> tuple[KeyRow, ...]:
        return self._rows

    def show_rows(self, rows: tuple[KeyRow, ...]) -> None:
        if rows != self._rows:
            self._rows = rows
            self._draw()

    def set_narrow(self, is_narrow: bool) -> None:
        """In two lines a key where there is little room."""
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._draw()

    def open_menu(self, row: KeyRow, near: QPushButton) -> QMenu:
        """What is seldom needed."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action, text in (
            (KeyAction.RENAME, self.tr("Rename…")),
            (KeyAction.DEFAULT, self.tr("Make it the default")),
            (KeyAction.CAP, self.tr("Monthly cap…")),
            (KeyAction.REMOVE, self.tr("Remove")),
        ):
            if action is KeyAction.REMOVE:
                menu.addSeparator()
            entry = menu.addAction(text)
            entry.setEnabled(action is not KeyAction.DEFAULT or not row.is_default)
            entry.triggered.connect(lambda _=False, one=action: self.asked.emit(one, row.id))
        menu.popup(near.mapToGlobal(QPoint(0, near.height())))
        return menu

    def _draw(self) -> None:
        focused = self._focused_name()
        if self._inside is not None:
            self._around.removeWidget(self._inside)
            self._inside.hide()
            self._inside.deleteLater()
        self._inside = QWidget()
        grid = QGridLayout(self._inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(0)
        grid.setVerticalSpacing(0)
        if self._is_narrow:
            self._draw_narrow(grid)
        else:
            self._draw_wide(grid)
        self._around.addWidget(self._inside)
        self._focus_again(focused)

    def _draw_wide(self, grid: QGridLayout) -> None:
        heads = [self.tr("Name"), self.tr("Ends with"), self.tr("Last used")]
        heads += [self.tr("This month"), self.tr("State"), ""]
        for column, text in enumerate(heads):
            grid.addWidget(self._head(text), 0, column)
            grid.setColumnStretch(column, (5, 2, 2, 3, 4, 0)[column])
        grid.addWidget(rule(), 1, 0, 1, _COLUMNS)
        for number, row in enumerate(self._rows):
            line = 2 + 2 * number
            cells: list[QWidget] = [self._name(row), self._ends(row)]
            cells += [self._cell(row.last_used, ""), self._month(row)]
            cells += [self._cell(row.state, row.state_kind), self._actions(row)]
            for column, cell in enumerate(cells):
                grid.addWidget(cell, line, column)
            grid.addWidget(rule(), line + 1, 0, 1, _COLUMNS)

    def _draw_narrow(self, grid: QGridLayout) -> None:
        grid.addWidget(rule(), 0, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        for number, row in enumerate(self._rows):
            line = 1 + 3 * number
            grid.addWidget(self._name(row), line, 0)
            grid.addWidget(self._actions(row), line, 1)
            used = self.tr("last used: {0}").format(row.last_used)
            month = self.tr("this month: {0}").format(row.month)
            below = QHBoxLayout()
            below.setContentsMargins(0, 0, 0, _PAD)
            below.setSpacing(0)
            state = self._cell(row.state, row.state_kind)
            state.setWordWrap(False)
            facts = self._cell(" · ".join((row.ends, used, month)), "secondary")
            for cell in (facts, state):
                cell.setContentsMargins(_PAD, 0, _PAD if cell is facts else 5, 0)
            below.addWidget(facts, 1)
            below.addWidget(state)
            grid.addLayout(below, line + 1, 0, 1, 2)
            grid.addWidget(rule(), line + 2, 0, 1, 2)

    def _head(self, text: str) -> QLabel:
        head = labelled(text.upper(), "label")
        head.setContentsMargins(_PAD, 0, _PAD, 8)
        head.setFont(self._theme.font(FontKind.LABEL))
        return head

    def _name(self, row: KeyRow) -> QWidget:
        cell = QWidget()
        cell.setAccessibleName(row.sentence)
        line = QHBoxLayout(cell)
        line.setContentsMargins(_PAD, 8, _PAD, 8)
        line.setSpacing(8)
        name = ElidedLabel(row.name)
        name.setProperty("kind", "bold")
        name.setFont(self._theme.font(FontKind.BOLD))
        name.setMaximumWidth(_LONGEST_NAME)
        line.addWidget(name)
        if row.is_default:
            line.addWidget(labelled(self.tr("default"), "pill"), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addStretch(1)
        return cell

    def _ends(self, row: KeyRow) -> QLabel:
        cell = self._cell(row.ends, "code")
        cell.setFont(self._theme.font(FontKind.CODE))
        if row.source is not KeySource.KEYRING:
            cell.setToolTip(self.tr("Read anew at each start; not kept by Callboard."))
        return cell

    def _month(self, row: KeyRow) -> QLabel:
        cell = self._cell(row.month, row.month_kind)
        cell.setToolTip(row.month_note)
        return cell

    def _cell(self, text: str, kind: str) -> QLabel:
        cell = labelled(text, kind)
        cell.setContentsMargins(_PAD, 8, _PAD, 8)
        if not kind:
            cell.setFont(self._theme.font(FontKind.SMALL))
        return cell

    def _actions(self, row: KeyRow) -> QWidget:
        cell = QWidget()
        line = QHBoxLayout(cell)
        line.setContentsMargins(0, 4, 0, 4)
        line.setSpacing(0)
        test = button(self.tr("Test"), "cell", self.tr("Test the key {0}").format(row.name))
        test.clicked.connect(lambda: self.asked.emit(KeyAction.TEST, row.id))
        change = button(self.tr("Replace"), "cell", self.tr("Replace the key {0}").format(row.name))
        change.clicked.connect(lambda: self.asked.emit(KeyAction.REPLACE, row.id))
        more = button("⋯", "cell", self.tr("More for the key {0}").format(row.name))
        more.clicked.connect(lambda: self.open_menu(row, more))
        for number, one in enumerate((test, change, more)):
            if number:
                line.addWidget(labelled("·", "dot"))
            line.addWidget(one)
        return cell

    def _focused_name(self) -> str:
        focused = self.focusWidget()
        if focused is None or self._inside is None or not self._inside.isAncestorOf(focused):
            return ""
        return focused.accessibleName() if focused.hasFocus() else ""

    def _focus_again(self, name: str) -> None:
        """Drawn anew, the button that had the focus has it again."""
        if self._inside is None or not name:
            return
        for one in self._inside.findChildren(QPushButton):
            if one.accessibleName() == name:
                one.setFocus(Qt.FocusReason.OtherFocusReason)
