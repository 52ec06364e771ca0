"""Small questions about one key."""

from decimal import Decimal

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from studio.core.profiles import KeyEntry
from studio.ui.dialogs import answered, asked_text
from studio.ui.settings.form import calm
from studio.ui.settings.parts import labelled

translate = QCoreApplication.translate

_MOST_DOLLARS = 1_000_000.0


async def asked_name(parent: QWidget, name: str) -> str:
    """Empty when the user thought better of it."""
    title = translate("settings", "Rename the key")
    text = await asked_text(
        parent, title, translate("settings", "Name"), name, translate("settings", "Rename")
    )
    return (text or "").strip()


class CapDialog(QDialog):
    """Lives while it is open."""

    def __init__(self, parent: QWidget, entry: KeyEntry) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Monthly cap"))
        self.setMinimumWidth(420)
        self.box = QDoubleSpinBox()
        self.box.setRange(0.0, _MOST_DOLLARS)
        self.box.setDecimals(2)
        self.box.setPrefix("$")
        self.box.setSpecialValueText(self.tr("No cap"))
        self.box.setValue(float(entry.monthly_cap or 0))
        self.box.selectAll()
        calm(self.box)
        caption = QLabel(self.tr("What “{0}” may cost in a calendar month").format(entry.name))
        caption.setBuddy(self.box)
        self.box.setAccessibleName(caption.text())
        note = self.tr(
            "Callboard warns at 80 % and asks before it sends at 100 %. Only what goes through "
            "Callboard and has a known price is counted."
        )
        buttons = QDialogButtonBox()
        save = buttons.addButton(self.tr("Set the cap"), QDialogButtonBox.ButtonRole.AcceptRole)
        save.setProperty("kind", "primary")
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        for widget in (caption, self.box, labelled(note, "muted"), buttons):
            column.addWidget(widget)

    @property
    def cap(self) -> Decimal | None:
        return Decimal(str(round(self.box.value(), 2))) if self.box.value() else None


async def asked_cap(parent: QWidget, entry: KeyEntry) -> tuple[bool, Decimal | None]:
    """Whether to change it, and to what; None for no cap."""
    dialog = CapDialog(parent, entry)
    code = await answered(dialog)
    return code == QDialog.DialogCode.Accepted, dialog.cap
