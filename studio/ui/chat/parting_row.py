"""A row where paths may part: it has room for the switcher and shows it when there are versions.

A message's note, such as that it is not sent, stands there too.
"""

from abc import abstractmethod
from importlib import import_module
from typing import Protocol

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.documents import Writer
from studio.ui.chat.look import Look
from studio.ui.chat.messages import Versions

# Loaded where paths part: most chats have one path.
_SWITCH = "studio.ui.chat.version_switch"


class _Switch(Protocol):
    """What the row needs of the switcher: a widget, and this."""

    def take_look(self, look: Look) -> None: ...

    def show_versions(self, versions: Versions, blocked: str) -> None: ...


class PartingRow(RowWidget):
    """Signals: `stepped(step)`: the version before or after this one is wanted."""

    stepped = Signal(int)

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        self.versions: Versions | None = None
        self.note = ""
        self.switch: QWidget | None = None
        self._switch: _Switch | None = None

    def take_versions(self, versions: Versions | None, blocked: str) -> None:
        """Shows which version this is; None where there is one only, or it is told elsewhere."""
        had, self.versions = self.versions is not None, versions
        if versions is not None:
            if self._switch is None:
                self._make()
            if self._switch is not None:
                self._switch.show_versions(versions, blocked)
        if self.switch is not None:
            self.switch.setVisible(versions is not None)
        if had != (versions is not None):
            self._refit()

    def take_note(self, note: str) -> None:
        """Says something of the message; nothing where it is empty."""
        if note != self.note:
            self.note = note
            self._show_note()
            self._refit()

    def switch_size(self) -> QSize:
        """How large the switcher is; nothing where there is none."""
        if self.switch is None or self.versions is None:
            return QSize(0, 0)
        return self.switch.sizeHint()

    @abstractmethod
    def _show_note(self) -> None:
        """Shows the note, or that there is none."""

    @override
    def restyle(self, writer: Writer) -> None:
        super().restyle(writer)
        if self._switch is not None:
            self._switch.take_look(writer.look)

    def _make(self) -> None:
        made = import_module(_SWITCH).VersionSwitch(self, self.writer.look)
        made.stepped.connect(self.stepped)
        self._switch = self.switch = made
