"""Why a server does not run, with all that helps: where was searched, what to install."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.harness.server_ports import ServerFailure
from studio.ui.accessible import announce
from studio.ui.chat.card_parts import CodeBox, StateIcon, Tone
from studio.ui.settings.parts import button, group_label, labelled
from studio.ui.settings.server_troubles import trouble_text
from studio.ui.theme import FontKind, Theme
from studio.ui.visible import visible

_STDERR_LINES = 14


class TroubleCard(QFrame):
    """Hidden while nothing is wrong."""

    def __init__(self, theme: Theme, platform: str) -> None:
        super().__init__()
        self._platform = platform
        self._failure: ServerFailure | None = None
        self.setProperty("kind", "card-danger")
        icon = StateIcon(theme)
        icon.show_tone(Tone.DANGER, asks=False)
        self.title = labelled("", "")
        self.title.setFont(theme.font(FontKind.BOLD))
        self.advice = labelled("", "secondary")
        self.command = labelled("", "mono")
        self.command.setFont(theme.font(FontKind.CODE))
        self.command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = button(self.tr("Copy"), name=self.tr("Copy the command"))
        self.copy.clicked.connect(self._copy)
        self.searched = labelled("", "muted")
        self._caption = group_label(theme, self.tr("Its last lines"))
        self.stderr = CodeBox(theme, _STDERR_LINES)
        self.stderr.setAccessibleName(self.tr("Last lines of stderr"))
        self._place(icon)
        self.hide()

    def show_failure(self, failure: ServerFailure | None) -> None:
        if failure == self._failure:
            return
        self._failure = failure
        self.setVisible(failure is not None)
        if failure is None:
            return
        text = trouble_text(failure, self._platform)
        self.title.setText(visible(text.title))
        self.advice.setText(visible(text.advice))
        self.command.setText(text.command)
        self._install.setVisible(bool(text.command))
        self.searched.setText(self.tr("Looked in: {0}").format(" · ".join(failure.searched)))
        self.searched.setVisible(bool(failure.searched))
        for widget in (self._caption, self.stderr):
            widget.setVisible(bool(failure.stderr))
        self.stderr.show_text("\n".join(failure.stderr))
        self.setAccessibleName(f"{text.title} {text.advice}")
        announce(self, text.title)

    def _place(self, icon: StateIcon) -> None:
        self._install = QWidget()
        line = QHBoxLayout(self._install)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.command, 1)
        line.addWidget(self.copy)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        column.addLayout(top)
        for widget in (self.advice, self._install, self.searched, self._caption, self.stderr):
            column.addWidget(widget)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.command.text())
