"""Every question to the user, as something to await.

`exec()` would run a second event loop inside the first, which kills the neighbouring task; so a
dialog is opened and a future waits for its answer. Cancelling the task closes the dialog.
"""

import asyncio
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDir, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.ui.fields import LineEdit


async def answered(dialog: QDialog) -> int:
    """Opens a dialog and waits for its result code. The dialog is gone afterwards."""
    result: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def settle(code: int) -> None:
        if not result.done():
            result.set_result(code)

    dialog.finished.connect(settle)
    dialog.open()
    try:
        return await result
    finally:
        dialog.close()
        dialog.deleteLater()


async def confirmed(
    parent: QWidget, title: str, text: str, action: str, *, is_dangerous: bool = False
) -> bool:
    """Asks before something is done. `action` names it: "Delete", not "OK"."""
    box = _message_box(parent, title, text)
    button = QPushButton(action)
    button.setProperty("kind", "danger" if is_dangerous else "primary")
    box.addButton(button, QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    cancel.setText(QCoreApplication.translate("dialogs", "Cancel"))
    box.setDefaultButton(cancel if is_dangerous else button)
    box.setEscapeButton(cancel)
    await answered(box)
    # Qt returns the standard button or an index here, by version: the button itself is certain.
    return box.clickedButton() is button


async def told(parent: QWidget, title: str, text: str, details: str = "") -> None:
    """Tells something that needs no answer."""
    box = _message_box(parent, title, text)
    if details:
        box.setDetailedText(details)
    box.addButton(QMessageBox.StandardButton.Ok)
    await answered(box)


async def asked_text(parent: QWidget, title: str, label: str, text: str, action: str) -> str | None:
    """Asks for one line. None when the user thought better of it."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setMinimumWidth(380)
    field = LineEdit(text)
    field.setAccessibleName(label)
    field.selectAll()
    caption = QLabel(label)
    caption.setBuddy(field)
    buttons = QDialogButtonBox()
    accept = buttons.addButton(action, QDialogButtonBox.ButtonRole.AcceptRole)
    accept.setProperty("kind", "primary")
    cancel = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
    cancel.setText(QCoreApplication.translate("dialogs", "Cancel"))
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(20, 18, 20, 16)
    layout.setSpacing(10)
    for widget in (caption, field, buttons):
        layout.addWidget(widget)
    code = await answered(dialog)
    return field.text() if code == QDialog.DialogCode.Accepted else None


async def picked_folder(parent: QWidget, title: str) -> Path | None:
    """Asks for a folder that exists."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    code = await answered(dialog)
    chosen = dialog.selectedFiles()
    return Path(chosen[0]) if code == QDialog.DialogCode.Accepted and chosen else None


async def picked_file(parent: QWidget, title: str) -> Path | None:
    """Asks for a file that exists."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    # A `.env` file is hidden on most systems.
    dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)
    code = await answered(dialog)
    chosen = dialog.selectedFiles()
    return Path(chosen[0]) if code == QDialog.DialogCode.Accepted and chosen else None


async def picked_files(parent: QWidget, title: str) -> tuple[str, ...]:
    """Asks for any number of files that exist."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    code = await answered(dialog)
    return tuple(dialog.selectedFiles()) if code == QDialog.DialogCode.Accepted else ()


async def picked_new_file(parent: QWidget, title: str, name: str) -> Path | None:
    """Asks where to save. One that exists is asked about before it is replaced."""
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.selectFile(name)
    code = await answered(dialog)
    chosen = dialog.selectedFiles()
    return Path(chosen[0]) if code == QDialog.DialogCode.Accepted and chosen else None


def _message_box(parent: QWidget, title: str, text: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setText(text)
    # A provider's words or a chat's name must not be read as markup.
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box
