"""Puts more than text on the clipboard, so that nothing of it outlives Python.

Data that was made here is deleted by Qt when the process ends; then there is no interpreter left
that its class belongs to.
"""

from PySide6.QtCore import QCoreApplication, QMimeData
from PySide6.QtGui import QGuiApplication


class _Last:
    """What was put there last. One for the process, as the clipboard is."""

    data: QMimeData | None = None


def put(data: QMimeData) -> None:
    """Copies; when Callboard ends, the text of it stays."""
    application = QCoreApplication.instance()
    if _Last.data is None and application is not None:
        application.aboutToQuit.connect(keep_the_text)
    _Last.data = data
    QGuiApplication.clipboard().setMimeData(data)


def keep_the_text() -> None:
    """Leaves the text alone on the clipboard, if what is there is still ours."""
    clipboard = QGuiApplication.clipboard()
    if _Last.data is not None and clipboard.mimeData() is _Last.data:
        clipboard.setText(clipboard.text())
