"""What every test of the transcript leaves behind it."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication

from studio.ui.clipboard import keep_the_text


@pytest.fixture(autouse=True)
def clipboard_outlives_nothing() -> Iterator[None]:
    """No test ends with data on the clipboard that the interpreter would have to live for."""
    yield
    if QGuiApplication.instance() is not None:
        keep_the_text()
