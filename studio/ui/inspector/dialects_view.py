"""One conversation as each dialect would carry it, side by side, and what a switch would lose."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from studio.core.chats import Assignment
from studio.core.messages import Dialect
from studio.harness.inspection_ports import DialectView, Inspection
from studio.ui.dialect_texts import dialect_name, dialect_title
from studio.ui.flow_row import flow_widget
from studio.ui.inspector.dialects_column import DialectColumn
from studio.ui.inspector.raw_page import RawPage, Spawn
from studio.ui.theme import Theme

_GAP = 12
_AT_FIRST = 3  # dialects that are shown when nobody chose
_FEWEST = 2
_HOVER_MS = 60


class DialectsView(QWidget):
    """A tab of the inspector; lives as long as its panel.

    Signals: `subject_selected(subject)` when a part is chosen in one of the columns.
    """

    subject_selected = Signal(str)

    def __init__(self, theme: Theme, inspection: Inspection, spawn: Spawn) -> None:
        super().__init__()
        self._theme = theme
        self._inspection = inspection
        self._subject = ""
        self._wanted: set[Dialect] = set()
        self._own: Dialect | None = None
        self.columns: dict[Dialect, DialectColumn] = {}
        self.choices: dict[Dialect, QPushButton] = {}
        self._hovering = QTimer(self)
        self._hovering.setSingleShot(True)
        self._hovering.setInterval(_HOVER_MS)
        self._hovering.timeout.connect(self._show_hovered)
        self._hovered = ""
        self.page = RawPage(self._build(), spawn)
        self.page.say(self.tr("Choose a turn to see it in every dialect."))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.page)

    def show_assignment(self, assignment: Assignment, own: Dialect | None = None) -> None:
        """The assignment's turn and all before it. `own` is the dialect it really went in."""
        self._own = own
        self.page.ask(
            lambda: self._inspection.dialects(assignment), self._show, "see other dialects"
        )

    def clear(self) -> None:
        self.page.say(self.tr("Choose a turn to see it in every dialect."))

    def select(self, subject: str) -> None:
        """Marks a part in every column and brings it into sight; nothing for no part."""
        self._subject = subject
        for column in self.columns.values():
            column.match(subject)

    def choose(self, dialects: Sequence[Dialect]) -> None:
        """Shows these columns; fewer than two are never shown."""
        shown = [each for each in self.columns if each in dialects]
        if len(shown) < min(_FEWEST, len(self.columns)):
            shown = list(self.columns)[:_FEWEST]
        self._wanted = set(shown)
        for dialect, column in self.columns.items():
            column.setVisible(dialect in self._wanted)
            self.choices[dialect].setChecked(dialect in self._wanted)
            is_last = len(self._wanted) <= _FEWEST and dialect in self._wanted
            self.choices[dialect].setEnabled(not is_last)

    def _show(self, views: Sequence[DialectView]) -> None:
        if not views:
            self.page.say(self.tr("There is nothing to show in any dialect yet."))
            return
        added = [view.dialect for view in views if view.dialect not in self.columns]
        # All choices come before the columns: Tab goes in the order in which they are made.
        for dialect in added:
            self._offer(dialect)
        for dialect in added:
            self._add(dialect)
        for view in views:
            self.columns[view.dialect].show_view(view, is_own=view.dialect is self._own)
        first = self._wanted or self._first(views)
        self.choose(tuple(first))
        self.select(self._subject)

    def _first(self, views: Sequence[DialectView]) -> set[Dialect]:
        """The dialect it went in, and others before the rest."""
        order = sorted((each.dialect for each in views), key=lambda each: each is not self._own)
        return set(order[:_AT_FIRST])

    def _add(self, dialect: Dialect) -> None:
        column = self.columns[dialect] = DialectColumn(self._theme, dialect)
        column.subject_chosen.connect(self._choose_subject)
        column.subject_hovered.connect(self._hover)
        self._row.addWidget(column, 1)

    def _offer(self, dialect: Dialect) -> None:
        choice = self.choices[dialect] = QPushButton(dialect_name(dialect))
        choice.setProperty("kind", "flat")
        choice.setCheckable(True)
        choice.setAutoDefault(False)
        choice.setAccessibleName(self.tr("Show {0}").format(dialect_title(dialect)))
        choice.clicked.connect(self._chosen)
        self._choice_row.addWidget(choice)

    def _chosen(self) -> None:
        self.choose([dialect for dialect, each in self.choices.items() if each.isChecked()])

    def _choose_subject(self, subject: str) -> None:
        if subject != self._subject:
            self.select(subject)
            self.subject_selected.emit(subject)

    def _hover(self, subject: str) -> None:
        self._hovered = subject
        self._hovering.start()

    def _show_hovered(self) -> None:
        for column in self.columns.values():
            column.match(self._subject, self._hovered)

    def _build(self) -> QWidget:
        content = QWidget()
        choices, self._choice_row = flow_widget(at_end=False)
        choices.setAccessibleName(self.tr("Dialects that are shown"))
        inside = QWidget()
        self._row = QHBoxLayout(inside)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(_GAP)
        self.sideways = QScrollArea()
        self.sideways.setWidgetResizable(True)
        # What has the focus comes into sight by itself.
        self.sideways.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sideways.setWidget(inside)
        column = QVBoxLayout(content)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(10)
        column.addWidget(choices)
        column.addWidget(self.sideways, 1)
        return content
