"""The German translation is whole: every string, every placeholder, nothing left over.

After a change of strings: `python packaging/translations.py --update`, then fill what is new.
"""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from typing_extensions import override

import translations
from tests.conftest import ROOT

GERMAN = ROOT / "translations" / "callboard_de.ts"
Text = tuple[str, str, str]  # context, source, comment

_PLACEHOLDER = re.compile(r"\{\d*\}|%n|%L?\d")
_ACCELERATOR = re.compile(r"&(?!&)\w")
_BLANKS = re.compile(r"^\s*|\s*$")
# A sentence stays a sentence, a command that asks for more stays one, a label stays a label.
_END = re.compile(r"(…|\.|:|\?|!)?$")


@dataclass(frozen=True, slots=True)
class Entry:
    """One string with its translations: several where a count decides."""

    text: Text
    state: str
    translations: tuple[str, ...]

    @property
    def source(self) -> str:
        return self.text[1]

    @override
    def __str__(self) -> str:
        return f"{self.text[0]}: {self.source!r} -> {self.translations!r} {self.state}"


def entries(path: Path) -> list[Entry]:
    tree = ET.parse(path)  # noqa: S314  # a file of our own
    return [
        _entry(context.findtext("name", ""), message)
        for context in tree.iter("context")
        for message in context.iter("message")
    ]


def _entry(context: str, message: ET.Element) -> Entry:
    translation = message.find("translation")
    assert translation is not None
    forms = [form.text or "" for form in translation.findall("numerusform")]
    return Entry(
        (context, message.findtext("source", ""), message.findtext("comment", "")),
        translation.get("type", ""),
        tuple(forms) or (translation.text or "",),
    )


@pytest.fixture(scope="module")
def german() -> list[Entry]:
    return entries(GERMAN)


def refused(german: list[Entry], is_fine: Callable[[Entry, str], bool]) -> str:
    return "\n".join(
        str(entry) for entry in german for each in entry.translations if not is_fine(entry, each)
    )


@pytest.mark.slow
def test_it_has_the_strings_of_the_sources_and_no_others(
    german: list[Entry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(GERMAN, tmp_path)
    monkeypatch.setattr(translations, "SOURCES", tmp_path)
    (updated,) = translations.update()
    now, kept = ({entry.text for entry in each} for each in (entries(updated), german))
    assert now - kept == set(), "new: run packaging/translations.py --update"
    assert kept - now == set(), "gone: run packaging/translations.py --update"


def test_every_string_is_translated(german: list[Entry]) -> None:
    assert not refused(german, lambda entry, each: entry.state == "" and each.strip() != "")


def test_what_is_filled_in_has_its_place(german: list[Entry]) -> None:
    def same(entry: Entry, each: str) -> bool:
        return sorted(_PLACEHOLDER.findall(entry.source)) == sorted(_PLACEHOLDER.findall(each))

    assert not refused(german, same)


def test_ends_and_keys_are_those_of_the_source(german: list[Entry]) -> None:
    def same(entry: Entry, each: str) -> bool:
        ends = [_END.findall(text)[0] for text in (entry.source, each)]
        keys = [len(_ACCELERATOR.findall(text)) for text in (entry.source, each)]
        blanks = [_BLANKS.findall(text) for text in (entry.source, each)]
        return all(pair[0] == pair[1] for pair in (ends, keys, blanks))

    assert not refused(german, same)


def test_quotes_are_german(german: list[Entry]) -> None:
    assert not refused(
        german, lambda _, each: "”" not in each and each.count("„") == each.count("“")
    )


def test_one_word_of_a_context_is_one_word(german: list[Entry]) -> None:
    """Whoever reads "Wiederholen" in an advice looks for a button of that name."""
    words = {entry.source: entry.translations[0] for entry in german}
    buttons = {each for entry in german for each in entry.translations}
    named = {
        name
        for entry in german
        if entry.source not in buttons
        for each in entry.translations
        for name in re.findall(r"„(\w+)“", each)
    }
    elsewhere = {"Anmeldung", "Erlauben", "Anmeldeinformationsverwaltung", "local"}
    assert named - elsewhere <= set(words.values())


@pytest.mark.slow
def test_the_compiled_file_says_all_of_it(german: list[Entry], tmp_path: Path) -> None:
    (compiled,) = translations.compile_into(tmp_path)
    translator = QTranslator()
    assert translator.load(str(compiled))
    for entry in german:
        context, source, comment = entry.text
        assert translator.translate(context, source, comment) in entry.translations, str(entry)
