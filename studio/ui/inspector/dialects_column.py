"""One dialect's request, with what it would lose and the parts it shares with the others."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.core.messages import Dialect
from studio.harness.inspection_ports import DialectView, JsonPath
from studio.ui.dialect_texts import dialect_title
from studio.ui.elided import ElidedLabel
from studio.ui.file_texts import notice_text
from studio.ui.inspector.json_model import Mark
from studio.ui.inspector.json_view import JsonView
from studio.ui.theme import Theme

_WIDTH = 280


class DialectColumn(QWidget):
    """Belongs to the view of dialects.

    Signals: `subject_chosen(subject)` and `subject_hovered(subject)`, empty where a place in the
    request is no part of the conversation.
    """

    subject_chosen = Signal(str)
    subject_hovered = Signal(str)

    def __init__(self, theme: Theme, dialect: Dialect) -> None:
        super().__init__()
        self._places: dict[JsonPath, str] = {}
        self._lost: set[str] = set()
        self._matched = ("", "")
        self.setMinimumWidth(_WIDTH)
        self.title = ElidedLabel(dialect_title(dialect))
        self.title.setProperty("kind", "bold")
        self.path = ElidedLabel()
        self.path.setProperty("kind", "muted")
        self.lost = QLabel()
        self.lost.setProperty("kind", "danger-small")
        self.lost.setWordWrap(True)
        self.lost.setTextFormat(Qt.TextFormat.PlainText)
        # Takes the same room as what is lost, so that the columns stand level.
        self.kept = ElidedLabel(self.tr("Nothing is lost."))
        self.kept.setProperty("kind", "muted")
        self.body = JsonView(theme, dialect_title(dialect))
        self.body.path_selected.connect(
            lambda path: self.subject_chosen.emit(self.subject_at(path))
        )
        self.body.path_hovered.connect(
            lambda path: self.subject_hovered.emit(self.subject_at(path))
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for each in (self.title, self.path, self.lost, self.kept):
            layout.addWidget(each)
        layout.addWidget(self.body, 1)

    def show_view(self, view: DialectView, *, is_own: bool) -> None:
        """Another conversation; `is_own` where it really went in this dialect."""
        self._places = {place.path: place.subject for place in view.places}
        self._lost = set(view.lost)
        self._matched = ("", "")
        path = self.tr("{0} · as it was sent").format(view.path) if is_own else view.path
        self.path.setText(path)
        said = [f"{notice_text(notice)}." for notice in view.notices]
        self.lost.setText("\n".join(said))
        self.lost.setVisible(bool(said))
        self.kept.setVisible(not said)
        self.body.show_body(view.body)
        self._mark()

    def subject_at(self, path: JsonPath) -> str:
        """The part that holds a place: the one nearest above it."""
        for length in range(len(path), -1, -1):
            if path[:length] in self._places:
                return self._places[path[:length]]
        return ""

    def match(self, subject: str, hovered: str = "") -> None:
        """Marks the places of a part, and scrolls to them where another is chosen."""
        before, self._matched = self._matched, (subject, hovered)
        if self._matched == before:
            return
        self._mark()
        place = next((path for path, each in self._places.items() if each == subject), None)
        if subject != before[0] and place is not None:
            self.body.reveal(place, select=False)

    def _mark(self) -> None:
        marks: dict[JsonPath, Mark] = {}
        for path, subject in self._places.items():
            if subject in self._lost:
                marks[path] = Mark.LOST
            if subject and subject in self._matched:
                marks[path] = Mark.MATCHED
        self.body.set_marks(marks)
