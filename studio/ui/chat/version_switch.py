"""The switcher where paths part: which version is shown, and the way to the others."""

from PySide6.QtCore import QCoreApplication, QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from studio.ui.chat.look import Look
from studio.ui.chat.messages import Versions
from studio.ui.icons import SIZE, Icon, icon

translate = QCoreApplication.translate

_SIDE = 24


class VersionSwitch(QWidget):
    """Stands in the row of a message. Signals: `stepped(step)`, -1 or 1."""

    stepped = Signal(int)

    def __init__(self, parent: QWidget, look: Look) -> None:
        super().__init__(parent)
        self._label = QLabel()
        self._label.setProperty("kind", "caption")
        self.earlier, self.later = QToolButton(), QToolButton()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for widget in (self.earlier, self._label, self.later):
            layout.addWidget(widget)
        for button, step in ((self.earlier, -1), (self.later, 1)):
            button.setProperty("kind", "icon")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, by=step: self.stepped.emit(by))
        self.earlier.setAccessibleName(translate("Transcript", "Earlier version"))
        self.later.setAccessibleName(translate("Transcript", "Later version"))
        self.take_look(look)

    def take_look(self, look: Look) -> None:
        palette = look.palette
        side, sign = look.px(_SIDE), look.px(SIZE - 2)
        for button, symbol in (
            (self.earlier, Icon.CHEVRON_LEFT),
            (self.later, Icon.CHEVRON_RIGHT),
        ):
            button.setIcon(icon(symbol, palette.text_secondary, palette.border_strong))
            button.setIconSize(QSize(sign, sign))
            button.setFixedSize(side, side)

    def show_versions(self, versions: Versions, blocked: str) -> None:
        """`blocked` says why another one cannot be shown now; empty when it can."""
        number = QLocale().toString
        counts = number(versions.number), number(versions.of)
        self._label.setText(translate("Transcript", "{0} of {1}").format(*counts))
        self.setAccessibleName(translate("Transcript", "Version {0} of {1}").format(*counts))
        ends = (versions.number > 1, versions.number < versions.of)
        tips = (
            translate("Transcript", "Earlier version (Alt+Left)"),
            translate("Transcript", "Later version (Alt+Right)"),
        )
        for button, is_there, tip in zip((self.earlier, self.later), ends, tips, strict=True):
            button.setEnabled(is_there and not blocked)
            button.setToolTip(blocked if is_there and blocked else tip)
            button.setAccessibleDescription(self.accessibleName())
