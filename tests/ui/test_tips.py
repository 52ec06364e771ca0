"""A tooltip shows words from outside letter for letter."""

import pytest
from PySide6.QtGui import QTextDocument

from studio.ui.tips import plain_tip


@pytest.mark.parametrize("text", ["plain", "<b>bold</b> & <img src=x>", "two\nlines", "&lt;"])
def test_what_is_read_is_what_was_said(text: str) -> None:
    document = QTextDocument()
    document.setHtml(plain_tip(text))
    assert document.toPlainText() == text


def test_nothing_to_say_is_no_tooltip() -> None:
    assert plain_tip("") == ""
