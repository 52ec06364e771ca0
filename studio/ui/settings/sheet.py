"""The page that scrolls, on which everything about one subject stands."""

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from studio.ui.settings.form import CONTENT_WIDTH, Form
from studio.ui.settings.parts import labelled

NARROW = 520
_MARGIN = 28
_NARROW_MARGIN = 16


class Narrowing(Protocol):
    """A part of a page that looks different where there is little room."""

    def set_narrow(self, is_narrow: bool) -> None: ...


class Page(QScrollArea):
    """A titled page that scrolls, with its content no wider than is good to read."""

    def __init__(self, title: str, *, width: int = CONTENT_WIDTH) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The page itself takes no key: its fields do, and Tab goes straight to the first of them.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(title)
        self._parts: list[tuple[Narrowing, int]] = []
        self._content = QWidget()
        self._content.setMaximumWidth(width)
        self.body = QVBoxLayout(self._content)
        self.body.setSpacing(12)
        self.heading = labelled(title, "heading")
        self.body.addWidget(self.heading)
        self.setWidget(self._content)

    def add_form(self) -> Form:
        form = Form()
        self.body.addWidget(form)
        self.adopt_form(form)
        return form

    def adopt_form(self, form: Narrowing, below: int = NARROW) -> None:
        """A part that stands somewhere on the page follows its width."""
        self._parts.append((form, below))

    def finish(self) -> None:
        """After the last piece: the rest of the height stays empty."""
        self.body.addStretch(1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        is_narrow = self.width() < NARROW
        margin = _NARROW_MARGIN if is_narrow else _MARGIN
        self.body.setContentsMargins(margin, 22, margin, 24)
        for part, below in self._parts:
            part.set_narrow(self.width() < below)
        super().resizeEvent(event)
