"""What every tab of bytes shares: asking for what it shows, and what it says meanwhile."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QProgressBar,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from studio.core.errors import StudioError
from studio.ui.failure_texts import failure_text

Spawn = Callable[[Coroutine[Any, Any, object], str], None]
T = TypeVar("T")
translate = QCoreApplication.translate

_PATIENCE_MS = 1_000  # before it says that it is loading
_CONTENT, _WAITING, _SAYING = range(3)


class RawPage(QStackedWidget):
    """Shows `content`, or that it is loading, or why there is nothing. Belongs to its tab."""

    def __init__(self, content: QWidget, spawn: Spawn, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = content
        self._spawn = spawn
        self._asked = 0
        self.saying = QLabel()
        self.saying.setProperty("kind", "secondary")
        self.saying.setWordWrap(True)
        self.saying.setTextFormat(Qt.TextFormat.PlainText)
        self.saying.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.saying.setContentsMargins(24, 24, 24, 24)
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setMaximumWidth(220)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(translate("inspector", "Loading what was recorded"))
        self._loading = QLabel(translate("inspector", "Loading what was recorded…"))
        self._loading.setProperty("kind", "muted")
        self.addWidget(scrolling(content))
        self.addWidget(self._build_waiting())
        self.addWidget(self._build_saying())
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._show_loading(True))
        self.say(translate("inspector", "Choose a round to see its bytes."))

    @property
    def is_content(self) -> bool:
        return self.currentIndex() == _CONTENT

    def ask(self, make: Callable[[], Awaitable[T]], show: Callable[[T], None], name: str) -> None:
        """Shows what comes of it, unless something else has been asked for since."""
        self._asked += 1
        self._show_loading(False)
        self.setCurrentIndex(_WAITING)
        self._patience.start()
        self._spawn(self._answer(make, show, self._asked), name)

    def say(self, text: str) -> None:
        """Shows a sentence in place of the content; what was asked for is forgotten."""
        self._asked += 1
        self._patience.stop()
        self.saying.setText(text)
        self.setCurrentIndex(_SAYING)

    def show_content(self) -> None:
        self._patience.stop()
        self.setCurrentIndex(_CONTENT)

    def add_below(self, widget: QWidget) -> None:
        """Stands below the sentence that is said in place of the content."""
        self._below.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)

    def _build_saying(self) -> QWidget:
        widget = QWidget()
        column = QVBoxLayout(widget)
        column.setContentsMargins(0, 0, 0, 0)
        column.addStretch(1)
        column.addWidget(self.saying)
        self._below = QVBoxLayout()
        column.addLayout(self._below)
        column.addStretch(1)
        return widget

    def _build_waiting(self) -> QWidget:
        widget = QWidget()
        column = QVBoxLayout(widget)
        column.addStretch(1)
        column.addWidget(self._loading, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._bar)
        column.setAlignment(self._bar, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return widget

    def _show_loading(self, is_shown: bool) -> None:
        self._loading.setVisible(is_shown)
        self._bar.setVisible(is_shown)

    async def _answer(
        self, make: Callable[[], Awaitable[T]], show: Callable[[T], None], asked: int
    ) -> None:
        try:
            answer = await make()
        except StudioError as error:
            if self._is_wanted(asked):
                self.say(_told(error))
            return
        except Exception:
            # Whoever owns the task tells of it; the tab must not seem to load for ever.
            if self._is_wanted(asked):
                self.say(translate("inspector", "It could not be made readable."))
            raise
        if self._is_wanted(asked):
            self.show_content()
            show(answer)

    def _is_wanted(self, asked: int) -> bool:
        """Nothing else was asked for since, and the page is still there."""
        return asked == self._asked and isValid(self)


def scrolling(content: QWidget) -> QScrollArea:
    """As high as there is room for; where that is too little it scrolls, and nothing is pressed."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    # What has the focus comes into sight by itself.
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area


def not_recorded() -> str:
    """Why a round has no bytes."""
    return translate(
        "inspector",
        "Not recorded: recordings are off, or those of this turn were deleted since.",
    )


def _told(error: StudioError) -> str:
    said = failure_text(error.failure)
    return f"{said.title} {said.advice}".strip()
