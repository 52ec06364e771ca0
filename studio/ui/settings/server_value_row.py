"""One variable or header of a server: its name and its value, masked where it is secret."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.secret_names import names_secret
from studio.ui.fields import LineEdit
from studio.ui.settings.parts import button, labelled

_NARROW = 520  # the value below its name


class ValueRow(QWidget):
    """Lives until it is removed. A name that looks secret is kept in the keyring unless the user
    says otherwise.

    Signals: `edited()`, when name or value is finished; `removed()`.
    """

    edited = Signal()
    removed = Signal()

    def __init__(self, name: str = "", value: str = "", *, is_stored: bool = False) -> None:
        super().__init__()
        self.is_stored = is_stored  # the value is in the keyring and is not shown again
        self._is_chosen = bool(name)
        self.name_edit = LineEdit(name)
        self.name_edit.setPlaceholderText(self.tr("Name"))
        self.name_edit.setAccessibleName(self.tr("Name"))
        self.value_edit = LineEdit(value)
        self.value_edit.setAccessibleName(self.tr("Value of {0}").format(name))
        self.secret = QCheckBox(self.tr("Secret"))
        self.secret.setToolTip(self.tr("Kept in the system keyring, not in a file"))
        self.secret.setChecked(is_stored)
        self.remove = button(self.tr("Remove"), "flat", self.tr("Remove {0}").format(name))
        self._fault = labelled("", "danger")
        self._fault.hide()
        self._place()
        self._connect()
        self._mask()

    @property
    def name(self) -> str:
        return self.name_edit.text().strip()

    @property
    def value(self) -> str:
        return self.value_edit.text()

    @property
    def is_secret(self) -> bool:
        return self.secret.isChecked()

    @property
    def is_complete(self) -> bool:
        return bool(self.name) and not self._fault.text()

    def show_fault(self, sentence: str | None) -> None:
        self._fault.setText(sentence or "")
        self._fault.setVisible(bool(sentence))
        self.value_edit.setAccessibleDescription(sentence or "")

    def show_stored(self) -> None:
        """The value went into the keyring: the field forgets it."""
        self.is_stored = True
        self.value_edit.clear()
        self._mask()

    def _place(self) -> None:
        for edit in (self.name_edit, self.value_edit):
            edit.setCursorPosition(0)
        rest = QHBoxLayout()
        rest.setSpacing(8)
        rest.addWidget(self.value_edit, 1)
        rest.addWidget(self.secret)
        rest.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(8)
        self._row.addWidget(self.name_edit, 1)
        self._row.addLayout(rest, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._row)
        column.addWidget(self._fault)

    def _connect(self) -> None:
        self.name_edit.textChanged.connect(self._take_name)
        self.name_edit.editingFinished.connect(self.edited)
        self.value_edit.editingFinished.connect(self.edited)
        self.secret.toggled.connect(self._mask)
        self.secret.clicked.connect(self._choose)
        self.remove.clicked.connect(self.removed)

    def _take_name(self, name: str) -> None:
        if not self._is_chosen:
            self.secret.setChecked(names_secret(name))
        self.value_edit.setAccessibleName(self.tr("Value of {0}").format(name))
        self.remove.setAccessibleName(self.tr("Remove {0}").format(name))

    def _choose(self) -> None:
        """The user's word counts from now on."""
        self._is_chosen = True
        self.edited.emit()

    def _mask(self) -> None:
        echo = QLineEdit.EchoMode.Password if self.is_secret else QLineEdit.EchoMode.Normal
        self.value_edit.setEchoMode(echo)
        # Its entry in the keyring has this name: another name is another value. And what is in the
        # keyring is not brought back into a file by a click.
        self.name_edit.setReadOnly(self.is_stored)
        self.secret.setEnabled(not self.is_stored)
        stored = self.tr("Saved in the keyring; type to replace it")
        self.value_edit.setPlaceholderText(stored if self.is_stored else self.tr("Value"))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        is_narrow = self.width() < _NARROW
        self._row.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
