"""A program that speaks German for one test, and what has no room in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

import translations
from studio.ui import elided, language
from studio.ui.chat.chips import Chip

_SHORTEN_THEMSELVES = (Chip, elided.ElidedLabel)
_ROUNDING = 2  # pixels


@contextmanager
def compiled_translations(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """A fresh clone has no compiled file beside the sources: it is made in `folder`."""
    translations.compile_into(folder)
    with patch.context() as patched:
        patched.setattr(language, "_folder", lambda: folder)
        yield


@contextmanager
def speaking(qapp: QApplication, code: str) -> Iterator[None]:
    """A process has one language, and this one has other tests to run."""
    before = QLocale()
    language.use_language(qapp, code)
    try:
        yield
    finally:
        QLocale.setDefault(before)
        for translator in qapp.findChildren(QTranslator):
            qapp.removeTranslator(translator)
            translator.deleteLater()


def cut_off(widget: QWidget) -> list[str]:
    """The words in sight that have less room than they need."""
    return [
        f"{type(each).__name__} {each.text()!r} in {each.width()} x {each.height()}"
        for each in widget.findChildren(QWidget)
        if isinstance(each, QLabel | QAbstractButton) and each.text() and each.isVisible()
        if not isinstance(each, _SHORTEN_THEMSELVES) and not _fits(each)
    ]


def _fits(each: QLabel | QAbstractButton) -> bool:
    if isinstance(each, QLabel) and each.wordWrap():
        return each.height() + _ROUNDING >= each.heightForWidth(each.width())
    if isinstance(each, QLabel):
        return each.width() + _ROUNDING >= each.sizeHint().width()
    return each.width() >= each.fontMetrics().horizontalAdvance(each.text())
