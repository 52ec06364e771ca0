"""What is said when Callboard cannot start: it says what and where, instead of pretending."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from studio.core.errors import Category, Failure, StudioError
from studio.ui.dialogs import told
from studio.ui.failure_texts import failure_text


async def tell_no_start(window: QWidget, folder: Path, error: Exception) -> None:
    """Nothing can be kept in the user's folder."""
    failure = error.failure if isinstance(error, StudioError) else None
    code = "in_use" if isinstance(error, BlockingIOError) else ""
    said = failure_text(failure or Failure(Category.STORAGE, code=code))
    details = failure.message if failure is not None else str(error)
    await told(window, said.title, f"{said.advice}\n\n{folder}", details)
