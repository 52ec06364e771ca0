"""Compiling the translations: with Qt's own tool, and only what has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

import translations

SOURCE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
  <name>Composer</name>
  <message><source>Send</source><translation>Senden</translation></message>
</context>
</TS>
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(translations, "SOURCES", tmp_path)
    path = tmp_path / "callboard_de.ts"
    path.write_text(SOURCE, encoding="utf-8")
    os.utime(path, (1_000, 1_000))
    return path


@pytest.mark.slow
def test_a_compiled_translation_translates(source: Path, tmp_path: Path) -> None:
    (compiled,) = translations.compile_into(tmp_path / "compiled")
    translator = QTranslator()
    assert translator.load(str(compiled))
    assert translator.translate("Composer", "Send") == "Senden"


def test_what_is_up_to_date_is_not_compiled_again(source: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "callboard_de.qm"
    compiled.write_bytes(b"compiled before")
    assert translations.compile_into(tmp_path) == [compiled]
    assert compiled.read_bytes() == b"compiled before"


@pytest.mark.slow
def test_what_has_changed_is_compiled_again(source: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "callboard_de.qm"
    compiled.write_bytes(b"compiled before")
    os.utime(compiled, (500, 500))
    translations.compile_into(tmp_path)
    assert compiled.read_bytes() != b"compiled before"


def test_what_nobody_has_translated_is_named(source: Path) -> None:
    assert translations.untranslated(source) == []
    unfinished = SOURCE.replace("<translation>Senden", '<translation type="unfinished">')
    source.write_text(unfinished, encoding="utf-8")
    assert translations.untranslated(source) == ["Composer: Send"]
