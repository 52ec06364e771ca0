"""One extra header: its name and its value, masked where the name looks secret."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.core.secret_names import names_secret
from studio.ui.fields import LineEdit
from studio.ui.settings.checks import header_name_fault, header_value_fault
from studio.ui.settings.parts import button, labelled


class HeaderRow(QWidget):
    """Lives until it is removed.

    Signals: `edited()`, when name or value is finished; `removed()`.
    """

    edited = Signal()
    removed = Signal()

    def __init__(self, name: str = "", value: str = "", *, is_stored: bool = False) -> None:
        super().__init__()
        self.is_stored = is_stored  # the value is in the keyring and is not shown again
        self.name_edit = LineEdit(name)
        self.name_edit.setPlaceholderText(self.tr("Name"))
        self.name_edit.setAccessibleName(self.tr("Name of the header"))
        self.value_edit = LineEdit(value)
        self.value_edit.setAccessibleName(self.tr("Value of the header"))
        self.remove = button(self.tr("Remove"), "flat", self.tr("Remove the header"))
        self._fault = labelled("", "danger")
        self._fault.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.name_edit, 2)
        row.addWidget(self.value_edit, 3)
        row.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._fault)
        self.name_edit.textChanged.connect(self._mask)
        self.name_edit.editingFinished.connect(self._finish)
        self.value_edit.editingFinished.connect(self._finish)
        self.remove.clicked.connect(self.removed)
        self._mask()

    @property
    def name(self) -> str:
        return self.name_edit.text().strip()

    @property
    def value(self) -> str:
        return self.value_edit.text().strip()

    @property
    def is_secret(self) -> bool:
        return names_secret(self.name)

    @property
    def is_complete(self) -> bool:
        return bool(self.name) and not self.fault and (self.is_stored or bool(self.value))

    @property
    def fault(self) -> str:
        return self._fault.text()

    def show_fault(self, sentence: str | None) -> None:
        self._fault.setText(sentence or "")
        self._fault.setVisible(bool(sentence))
        self.value_edit.setAccessibleDescription(sentence or "")

    def show_stored(self) -> None:
        """The value went into the keyring: the field forgets it."""
        self.is_stored = True
        self.value_edit.clear()
        self._mask()

    def _mask(self) -> None:
        echo = QLineEdit.EchoMode.Password if self.is_secret else QLineEdit.EchoMode.Normal
        self.value_edit.setEchoMode(echo)
        # Its entry in the keyring has this name: another name is another header.
        self.name_edit.setReadOnly(self.is_stored)
        stored = self.tr("Saved in the keyring")
        self.value_edit.setPlaceholderText(stored if self.is_stored else self.tr("Value"))

    def _finish(self) -> None:
        fault = header_name_fault(self.name) if self.name else None
        self.show_fault(fault or header_value_fault(self.value))
        if self.is_complete:
            self.edited.emit()
