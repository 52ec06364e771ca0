"""What the dialogs have in common that change the past: one sentence, what is asked, and a button
that says why it does not act. Loaded when one is opened."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from studio.ui.accessible import announce
from studio.ui.chat.attaching import Spawn
from studio.ui.theme import Theme
from studio.ui.visible import visible

_EDGE = 40  # pixels of the window that stay in sight around a dialog


@dataclass(frozen=True, slots=True)
class DialogNeeds:
    """What such a dialog is given. `blocked` says why nothing can be changed now."""

    theme: Theme
    spawn: Spawn
    blocked: Callable[[], str]
    page: QWidget | None = None


class PastDialog(QDialog):
    """Opened once and thrown away. It stays open, and keeps what was filled in, as long as
    something stands against it."""

    def __init__(self, needs: DialogNeeds) -> None:
        super().__init__(needs.page)
        self._needs = needs
        self._sentence = said_label("secondary")
        self.content = QVBoxLayout()
        self.content.setContentsMargins(0, 0, 0, 0)
        self.content.setSpacing(8)
        self.fault = said_label("danger")
        self.fault.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self._sentence)
        layout.addLayout(self.content, 1)
        layout.addWidget(self.fault)
        layout.addWidget(self._build_buttons())
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(self.take)

    def name(self, title: str, sentence: str, action: str) -> None:
        """What it is for, what will come of it, and what its button says."""
        self.setWindowTitle(visible(title))
        self._sentence.setText(sentence)
        self.act.setText(action)
        shown = QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText)
        self.act.setToolTip(f"{action} ({shown})")

    def say(self, fault: str) -> None:
        """What is wrong; nothing for an empty text."""
        if fault and fault != self.fault.text():
            announce(self, fault)
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))

    def take(self) -> None:
        """Closes with what was filled in, unless something stands against it."""
        fault = self.problem() or self._needs.blocked()
        self.say(fault)
        if not fault:
            self.accept()

    def problem(self) -> str:
        """What is wrong with what was filled in; a dialog knows."""
        return ""

    def open_sized(self, width: int, height: int) -> None:
        """As large as wished, within the window it belongs to."""
        parent = self.parentWidget()
        if parent is not None:
            room = parent.window().size()
            width = min(width, max(room.width() - _EDGE, 320))
            height = min(height, max(room.height() - _EDGE, 260))
        self.resize(width, height)

    def _build_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.act = QPushButton()
        self.act.setProperty("kind", "primary")
        self.act.setAutoDefault(False)
        # By its own click, not by the box's word that would close it whatever is wrong.
        buttons.addButton(self.act, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setAutoDefault(False)
        buttons.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
        self.act.clicked.connect(self.take)
        buttons.rejected.connect(self.reject)
        return buttons


def said_label(kind: str, text: str = "") -> QLabel:
    """A label that breaks its lines and shows markup as it is."""
    label = QLabel(text)
    label.setProperty("kind", kind)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label
