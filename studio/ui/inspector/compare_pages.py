"""What two sides of a comparison hold, beside each other: as texts, or as trees of JSON. Either
knows where they differ, and steps there."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from studio.core.json_difference import Change, ChangeKind
from studio.ui.elided import ElidedLabel
from studio.ui.inspector.compare_rows import Place
from studio.ui.inspector.compare_text import ComparedText
from studio.ui.inspector.json_model import Mark
from studio.ui.inspector.json_view import JsonView
from studio.ui.theme import Theme

_GAP = 8
_MARKS = {
    ChangeKind.ADDED: Mark.ADDED,
    ChangeKind.REMOVED: Mark.REMOVED,
    ChangeKind.CHANGED: Mark.CHANGED,
}


class Side(QWidget):
    """One half: whose it is, what it is, and the thing itself."""

    def __init__(self, margins: tuple[int, int]) -> None:
        super().__init__()
        self._name = ElidedLabel()
        self._name.setProperty("kind", "small")
        self._facts = ElidedLabel()
        self._facts.setProperty("kind", "muted")
        self._content: QWidget | None = None
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._name, 2)
        head.addWidget(self._facts, 3)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(margins[0], 0, margins[1], 0)
        self._column.setSpacing(6)
        self._column.addLayout(head)

    def caption(self, name: str, facts: str) -> None:
        self._name.setText(name)
        self._facts.setText(facts)

    def hold(self, content: QWidget) -> None:
        """In the place of what it held, which is thrown away."""
        if self._content is not None:
            self._column.removeWidget(self._content)
            self._content.hide()
            self._content.deleteLater()
        self._content = content
        self._column.addWidget(content, 1)
        content.show()


class Pair(QSplitter):
    """Two halves of one width."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.first, self.second = Side((0, _GAP)), Side((_GAP, 0))
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        for side in (self.first, self.second):
            self.addWidget(side)
            side.setMinimumWidth(160)
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 1)


class TextPage(QWidget):
    """Two texts; where one is scrolled, the other follows."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._places: Sequence[Place] = ()
        self._is_following = False
        self.pair = Pair()
        self.first = self.second = ComparedText(theme, "", is_first=True, parent=self)
        self.first.hide()
        self.legend = QLabel(
            self.tr("Dashed underline: only in the first. Plain underline: only in the second.")
        )
        self.legend.setProperty("kind", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.pair, 1)
        column.addWidget(self.legend)

    @property
    def count(self) -> int:
        """How many places differ."""
        return len(self._places)

    def show_texts(self, first: str, second: str) -> None:
        """Nothing is marked until it is known what differs."""
        self._places = ()
        self.first = ComparedText(self._theme, first, is_first=True)
        self.second = ComparedText(self._theme, second, is_first=False)
        self.first.setAccessibleName(self.tr("In the first"))
        self.second.setAccessibleName(self.tr("In the second"))
        self.first.moved.connect(lambda: self._follow(self.first, self.second, is_first=True))
        self.second.moved.connect(lambda: self._follow(self.second, self.first, is_first=False))
        self.pair.first.hold(self.first)
        self.pair.second.hold(self.second)
        self.legend.setVisible(bool(first or second))

    def mark(self, places: Sequence[Place]) -> None:
        self._places = places
        self.first.mark([place.first for place in places])
        self.second.mark([place.second for place in places])

    def go_to(self, number: int) -> None:
        self._is_following = True
        self.first.show_span(number)
        self.second.show_span(number)
        self._is_following = False

    def _follow(self, moved: ComparedText, other: ComparedText, *, is_first: bool) -> None:
        if self._is_following or moved is other:
            return
        self._is_following = True
        other.show_at_top(self._beside(moved.top, is_first=is_first))
        self._is_following = False

    def _beside(self, position: int, *, is_first: bool) -> int:
        """The place in the other text that stands beside a place in this one."""
        here, there = 0, 0  # where both went on together last
        low, high = 0, len(self._places)
        while low < high:
            middle = (low + high) // 2
            place = self._places[middle]
            begin = place.first[0] if is_first else place.second[0]
            low, high = (middle + 1, high) if begin <= position else (low, middle)
        if low:
            place = self._places[low - 1]
            (begin, here), (other, there) = (
                (place.first, place.second) if is_first else (place.second, place.first)
            )
            if position < here:
                return min(other + position - begin, there)
        return there + position - here


class JsonPage(QWidget):
    """Two documents as trees, with the differences of their values marked."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._changes: Sequence[Change] = ()
        self.pair = Pair()
        self.first = JsonView(theme, self.tr("Arguments of the first"))
        self.second = JsonView(theme, self.tr("Arguments of the second"))
        self.pair.first.hold(self.first)
        self.pair.second.hold(self.second)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pair, 1)

    @property
    def count(self) -> int:
        return len(self._changes)

    def show_documents(self, first: str, second: str, changes: Sequence[Change]) -> None:
        self._changes = changes
        self.first.show_body(first)
        self.second.show_body(second)
        self.first.set_marks({one.before: _MARKS[one.kind] for one in changes if one.before})
        self.second.set_marks({one.after: _MARKS[one.kind] for one in changes if one.after})
        if changes:
            self._reveal(changes[0], select=False)

    def go_to(self, number: int) -> None:
        self._reveal(self._changes[number], select=True)

    def _reveal(self, change: Change, *, select: bool) -> None:
        if change.before is not None:
            self.first.reveal(change.before, select=select)
        if change.after is not None:
            self.second.reveal(change.after, select=select)
