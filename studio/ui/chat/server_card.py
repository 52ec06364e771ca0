"""What the provider ran itself, as a card that is only looked at."""

import json

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.messages import ServerToolUse
from studio.ui.chat.card_parts import CodeBox, StateIcon, Tone
from studio.ui.chat.card_texts import SHOWN_CHARACTERS, laid_out
from studio.ui.chat.marking import MarkedLabel
from studio.ui.chat.mirroring import fold_sign
from studio.ui.elided import ElidedLabel
from studio.ui.theme import Theme
from studio.ui.visible import visible

translate = QCoreApplication.translate

_GIST_CHARACTERS = 200
_ARGUMENT_LINES = 12
_OUTPUT_LINES = 12


class ServerToolCard(QFrame):
    """Made and thrown away by the transcript. Nothing in it runs anything.

    Signals: `height_changed()`, `fold_chosen(id, is_unfolded)`.
    """

    height_changed = Signal()
    fold_chosen = Signal(str, bool)

    def __init__(self, theme: Theme, tool_use_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._id = tool_use_id
        self._use: ServerToolUse | None = None
        self._body: QFrame | None = None
        self._shows_all = False
        self.setProperty("kind", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._header = self._build_header()
        self._layout.addWidget(self._header)
        theme.changed.connect(self._show_tone)

    @property
    def is_unfolded(self) -> bool:
        return self._body is not None and not self._body.isHidden()

    def show_use(self, use: ServerToolUse, *, is_unfolded: bool) -> None:
        self._use = use
        title = server_tool_title(use.name)
        self._name.setText(visible(title))
        self._gist.setText(visible(_gist(use.arguments)))
        self._show_tone()
        self._fold(is_unfolded=is_unfolded)
        self.setAccessibleName(self.tr("{0}, run by the provider").format(title))
        self.setAccessibleDescription(_gist(use.arguments))

    def texts(self) -> list[QWidget]:
        """What of the card can be found, in the order of `report_texts`."""
        boxes = [self._arguments, self._output] if self._body is not None else []
        return [self._name, *boxes]

    def show_whole(self) -> None:
        """Shows all of a long result."""
        self._shows_all = True
        if self._body is not None:
            self._fill()

    def toggle(self) -> None:
        self._fold(is_unfolded=not self.is_unfolded)
        self.fold_chosen.emit(self._id, self.is_unfolded)

    def _build_header(self) -> QWidget:
        header = QWidget()
        header.setCursor(Qt.CursorShape.PointingHandCursor)
        row = QHBoxLayout(header)
        row.setContentsMargins(12, 9, 12, 9)
        row.setSpacing(10)
        self._icon = StateIcon(self._theme)
        self._name = _label("bold")
        self._gist = ElidedLabel()
        self._gist.setProperty("kind", "secondary")
        self._meta = _label("secondary")
        self._meta.setText(self.tr("run by the provider"))
        self._chevron = _label("secondary")
        for widget in (self._icon, self._name):
            row.addWidget(widget)
        row.addWidget(self._gist, 1)
        for widget in (self._meta, self._chevron):
            row.addWidget(widget)
        return header

    def _build_body(self) -> QFrame:
        body = QFrame()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(12, 4, 12, 12)
        layout.setSpacing(6)
        self._asked = _label("label")
        self._asked.setText(self.tr("What it was asked").upper())
        self._arguments = self._box(_ARGUMENT_LINES, self.tr("What it was asked"))
        self._answered = _label("label")
        self._output = self._box(_OUTPUT_LINES, self.tr("What came back"))
        for widget in (self._asked, self._arguments, self._answered, self._output):
            layout.addWidget(widget)
        self._layout.addWidget(body)
        return body

    def _fold(self, *, is_unfolded: bool) -> None:
        before = self.sizeHint().height()
        if is_unfolded and self._body is None:
            self._body = self._build_body()
        if self._body is not None:
            self._body.setVisible(is_unfolded)
            if is_unfolded:
                self._fill()
        self._chevron.setText(fold_sign(self, is_unfolded=is_unfolded))
        if self.sizeHint().height() != before:
            self._tell_height()

    def _fill(self) -> None:
        use = self._use
        if use is None:
            return
        arguments = laid_out(use.arguments)
        for widget in (self._asked, self._arguments):
            widget.setVisible(bool(arguments))
        self._arguments.show_text(arguments[:SHOWN_CHARACTERS])
        output = laid_out(use.output)
        caption = self.tr("Error") if use.is_error else self.tr("What came back")
        if not output:
            caption = self.tr("The provider keeps the result to itself")
        self._answered.setText(caption.upper())
        self._output.setVisible(bool(output))
        self._output.show_text(output if self._shows_all else output[:SHOWN_CHARACTERS])

    def _show_tone(self) -> None:
        use = self._use
        tone = Tone.NEUTRAL
        if use is not None and use.is_error:
            tone = Tone.DANGER
        elif use is not None:
            tone = Tone.SUCCESS if use.is_done else Tone.RUNNING
        self._icon.show_tone(tone, asks=False)

    def _box(self, lines: int, name: str) -> CodeBox:
        box = CodeBox(self._theme, lines)
        box.setAccessibleName(name)
        box.height_changed.connect(self._tell_height)
        return box

    def _tell_height(self) -> None:
        self.updateGeometry()
        self.height_changed.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if plain and event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.toggle()
        else:
            super().keyPressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        on_header = 0 <= event.position().y() <= self._header.height()
        if event.button() is Qt.MouseButton.LeftButton and on_header:
            self.toggle()
        super().mouseReleaseEvent(event)


def server_tool_title(name: str) -> str:
    """A provider's tool in words; one that is not known keeps its own name."""
    known = {
        "web_search": translate("Transcript", "Web search"),
        "web_fetch": translate("Transcript", "Web page"),
        "url_context": translate("Transcript", "Web page"),
        "file_search": translate("Transcript", "File search"),
        "code_execution": translate("Transcript", "Code execution"),
        "code_interpreter": translate("Transcript", "Code execution"),
        "image_generation": translate("Transcript", "Image generation"),
        "computer": translate("Transcript", "Computer use"),
        "mcp": translate("Transcript", "MCP call at the provider"),
        "google_search": translate("Transcript", "Web search"),
        "x_search": translate("Transcript", "Search on X"),
        "shell": translate("Transcript", "Shell at the provider"),
    }
    return known.get(name.removesuffix("_call"), name) or translate("Transcript", "Provider's tool")


def _gist(arguments: str) -> str:
    """The values of an object, or the text itself, on one line."""
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        value = arguments
    values = value.values() if isinstance(value, dict) else [value]
    words = " · ".join(
        each if isinstance(each, str) else json.dumps(each, ensure_ascii=False)
        for each in list(values)[:4]
        if each not in (None, "", [], {})
    )
    return " ".join(words[: 2 * _GIST_CHARACTERS].split())[:_GIST_CHARACTERS]


def _label(kind: str) -> MarkedLabel:
    label = MarkedLabel()
    label.setProperty("kind", kind)
    return label
