"""Where a turn is stopped: what, with the body to look at and edit, and how it goes on.

Loaded with the first breakpoint that is hit.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QLocale, Signal
from PySide6.QtGui import QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from studio.core.breakpoints import Hit, Point, Resume, ResumeKind
from studio.ui.buttons import icon_button
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.chat.stop_body import StopBody
from studio.ui.chat.stop_texts import stop_note, stop_title, stop_told
from studio.ui.flow_row import flow_widget
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme

CONTINUE_KEYS, STEP_KEYS = "F8", "F10"


class StopStrip(QFrame):
    """Hidden while nothing is stopped. What was typed at each stop is kept while it is held.

    Signals: `resumed(hit_id, Resume)`; `left()` when the user wants out of it; `enlarged(is_large)`
    when it needs another height; `appeared()`.
    """

    resumed = Signal(str, object)
    left = Signal()
    enlarged = Signal(bool)
    appeared = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._hits: tuple[Hit, ...] = ()
        self._at = 0
        self._shown = ""  # the ID of the hit that is in sight
        self._typed: dict[str, str] = {}
        self.setProperty("kind", "banner")
        self.title = wrapping_label("bold")
        self.note = wrapping_label("muted")
        self.body = StopBody(theme)
        self.body.edited.connect(self._keep)
        self.body.left.connect(self.left)
        self.body.enlarged.connect(self.enlarged)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(self._build_head())
        for widget in (self.note, self.body, self._build_buttons()):
            layout.addWidget(widget)
        self.hide()
        theme.changed.connect(self._paint)
        self._paint()

    @property
    def hit(self) -> Hit | None:
        """What is in sight."""
        return self._hits[self._at] if self._hits else None

    @property
    def entry(self) -> QWidget:
        """What gets the focus of who comes by keyboard."""
        is_round = self.hit is not None and _is_round(self.hit)
        return self.again if is_round else self.go_on

    def buttons(self) -> list[QWidget]:
        """What has the focus in turn, in the order in which it stands."""
        head = (self.previous, self.next, self.body.reset, self.body.large, self.body.editor)
        return [*head, self.stop, self.step, self.go_on, self.again]

    def show_hits(self, hits: tuple[Hit, ...]) -> None:
        """Shows these; the one in sight stays so while it is held."""
        held = {each.id for each in hits}
        self._typed = {id_: text for id_, text in self._typed.items() if id_ in held}
        shown = self._shown
        self._hits = hits
        kept = [at for at, hit in enumerate(hits) if hit.id == shown]
        self._at = kept[0] if kept else min(self._at, max(len(hits) - 1, 0))
        if not hits:
            self._shown = ""
        self._show()
        self.setVisible(bool(hits))

    def resume(self, kind: ResumeKind) -> None:
        """Goes on with what stands there; what is no JSON is pointed at instead."""
        hit = self.hit
        if hit is None:
            return
        if kind is ResumeKind.STOP:
            self.resumed.emit(hit.id, Resume(kind))
        elif not self.body.point_at_fault():
            self.resumed.emit(hit.id, Resume(kind, self.body.body))

    def set_room(self, pixels: int) -> None:
        """How high the body may be when it is large."""
        self.body.set_room(pixels)

    @property
    def has_focus(self) -> bool:
        """Whether the user is in it."""
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def _fit(self) -> None:
        # A layout with lines that wrap asks for less than it needs.
        self.setMinimumHeight(self._layout.totalHeightForWidth(self.width()))

    def _build_head(self) -> QHBoxLayout:
        self.count = QLabel()
        self.count.setProperty("kind", "muted")
        self.previous = self._icon_button(self.tr("Previous stop"), lambda: self._go_by(-1))
        self.next = self._icon_button(self.tr("Next stop"), lambda: self._go_by(1))
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self.title, 1)
        for widget in (self.count, self.previous, self.next):
            row.addWidget(widget)
        return row

    def _build_buttons(self) -> QWidget:
        widget, row = flow_widget()
        self.stop = self._button(self.tr("Stop"), ResumeKind.STOP)
        self.step = self._button(self.tr("Step"), ResumeKind.STEP, STEP_KEYS)
        self.go_on = self._button(self.tr("Continue"), ResumeKind.CONTINUE, CONTINUE_KEYS)
        self.again = self._button(self.tr("Ask again"), ResumeKind.RETRY)
        self.again.setProperty("kind", "primary")
        for button in (self.stop, self.step, self.go_on, self.again):
            row.addWidget(button)
        return widget

    def _button(self, text: str, kind: ResumeKind, keys: str = "") -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.resume(kind))
        if keys:
            native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(native)
        return button

    def _icon_button(self, name: str, act: Callable[[], object]) -> QToolButton:
        button = icon_button(name)
        button.setFixedSize(26, 26)
        button.clicked.connect(act)
        return button

    def _show(self) -> None:
        hit = self.hit
        if hit is None:
            return
        self._show_place()
        if hit.id == self._shown:
            return
        self._shown = hit.id
        self.title.setText(stop_title(hit))
        note = stop_note(hit)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.setAccessibleName(stop_title(hit))
        self.setAccessibleDescription(note)
        self._show_buttons(hit)
        self.body.setVisible(not _is_round(hit))
        if not _is_round(hit):
            self.body.show_hit(hit, self._typed.get(hit.id))

    def _show_place(self) -> None:
        number = QLocale().toString
        several = len(self._hits) > 1
        place = self.tr("{0} of {1}").format(number(self._at + 1), number(len(self._hits)))
        self.count.setText(place)
        for widget in (self.count, self.previous, self.next):
            widget.setVisible(several)

    def _show_buttons(self, hit: Hit) -> None:
        is_round = _is_round(hit)
        self.again.setVisible(is_round)
        self.go_on.setProperty("kind", "" if is_round else "primary")
        self.go_on.style().unpolish(self.go_on)
        self.go_on.style().polish(self.go_on)
        told = stop_told(hit)
        said = {
            self.stop: self.tr("Ends the answer here."),
            self.step: self.tr("Goes on to the next place where it can be stopped."),
            self.go_on: self.tr("Lets the answer fail.") if is_round else self.tr("Goes on."),
            self.again: self.tr("Sends the request once more."),
        }
        for button, words in said.items():
            keys = f" ({button.toolTip()})" if button.toolTip() else ""
            button.setAccessibleDescription(f"{told} {words}{keys}")

    def _go_by(self, step: int) -> None:
        self._at = (self._at + step) % len(self._hits)
        self._show()

    def _keep(self, text: str) -> None:
        if self._shown:
            self._typed[self._shown] = text

    def _paint(self) -> None:
        colour = self._theme.palette.text_secondary
        self.previous.setIcon(icon(Icon.CHEVRON_LEFT, colour))
        self.next.setIcon(icon(Icon.CHEVRON_RIGHT, colour))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.appeared.emit()

    @override
    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit()
        return done


def _is_round(hit: Hit) -> bool:
    """A round that failed, which has nothing to edit."""
    return hit.point is Point.ON_ERROR and not hit.tool_use_id
