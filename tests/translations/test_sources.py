"""Everything that the window says can be translated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.translations.strings import (
    Finding,
    shown_untranslated,
    unreadable,
    untranslated_sentences,
)

Check = Callable[[str], tuple[Finding, ...]]

# The same in every language, and why.
SAME_EVERYWHERE = {
    "Callboard": "the product's name",
    '{"top_k": 40}': "a sample of JSON",
    "https://": "how an address begins",
    "npx": "a sample of a program",
    "https://example.com/mcp": "a sample of an address",
    "Expecting value": "what Python says of JSON, to be put into words",
    "Expecting property name enclosed in double quotes": "what Python says of JSON",
    "Unterminated string starting at": "what Python says of JSON",
    "Extra data": "what Python says of JSON",
    "Invalid control character at": "what Python says of JSON",
    "ANTHROPIC_API_KEY": "a sample of a variable",
    "qwen3:8b": "a sample of a model",
    "http://proxy.example.com:3128": "a sample of an address",
    "tour": "a prompt that the practice provider understands",
    "time in Tokyo": "a prompt that the practice provider understands",
    "divide by zero": "a prompt that the practice provider understands",
    "write a file": "a prompt that the practice provider understands",
    "several": "a prompt that the practice provider understands",
    "long answer": "a prompt that the practice provider understands",
    "Practice (no model)": "the name as it is saved; what is shown stands beside it",
    "Small model on this computer": "the name as it is saved; what is shown stands beside it",
    "MMMM yyyy": "a month and its year, which Qt puts into words",
    "DejaVu Sans Mono": "a font",
    "JetBrains Mono": "a font",
    "GitHub Dark": "a colour scheme",
    "One Dark": "a colour scheme",
    "Solarized Dark": "a colour scheme",
    "Gruvbox Dark": "a colour scheme",
    "Solarized Light": "a colour scheme",
    "Gruvbox Light": "a colour scheme",
    "Visual Studio": "a colour scheme",
    "JSON with comments": "the name of a format, as editors say it",
    "</span>": "a tag of rich text",
    "the pool has no parent for its widgets yet": "an error in the program, for the log",
}


def sources() -> list[Path]:
    rooms = sorted((ROOT / "studio" / "ui").rglob("*.py"))
    return [*rooms, ROOT / "studio" / "app.py", ROOT / "studio" / "desk.py"]


def found_by(check: Check) -> Iterator[tuple[str, Finding]]:
    for path in sources():
        for finding in check(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(ROOT).as_posix()}:{finding.line}", finding


@pytest.mark.parametrize("check", [shown_untranslated, untranslated_sentences])
def test_no_word_is_shown_as_it_stands(check: Check) -> None:
    bare = [
        f"{place}: {finding.words!r}"
        for place, finding in found_by(check)
        if finding.words not in SAME_EVERYWHERE
    ]
    assert not bare, "\n".join(bare)


def test_every_translation_can_be_read_from_the_source() -> None:
    hidden = [f"{place}: {finding.words}" for place, finding in found_by(unreadable)]
    assert not hidden, "\n".join(hidden)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("label.setText('Ready')", ["Ready"]),
        ("label.setText(f'{count} files')", [" files"]),
        ("label.setText('Ready' if done else self.tr('Busy'))", ["Ready"]),
        ("label.setText('{0} left'.format(1))", ["{0} left"]),
        ("await confirmed(self, title, text, action='Delete')", ["Delete"]),
        ("row.addWidget(QLabel('a ' + 'name'))", ["name"]),
        ("label.setText(self.tr('Ready'))", []),
        ("label.setText(translate('texts', 'Ready'))", []),
        ("label.setText(names['first'])", []),
        ("label.setProperty('kind', 'muted')", []),
        ("labelled(text, 'muted')", []),
        ("label.setText(' · '.join(parts))", []),
    ],
)
def test_the_check_sees_what_is_shown(source: str, words: list[str]) -> None:
    assert [finding.words for finding in shown_untranslated(source)] == words


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("text = 'The file is gone.'", ["The file is gone."]),
        ("raise OSError('Nothing answers')", ["Nothing answers"]),
        ("'''A docstring of words.'''", []),
        ("log.warning('Not saved: %s', name)", []),
        ("text = self.tr('The file is gone.')", []),
        ("spawn(work, 'delete a chat')", []),
    ],
)
def test_the_check_sees_a_sentence_on_its_way(source: str, words: list[str]) -> None:
    assert [finding.words for finding in untranslated_sentences(source)] == words


@pytest.mark.parametrize(
    ("source", "is_hidden"),
    [
        ("self.tr(text)", True),
        ("self.tr(f'{n} tools')", True),
        ("translate('texts', known[code])", True),
        ("translate(context, 'Ready')", True),
        ("self.tr('one' 'two')", False),
        ("translate('texts', 'Ready')", False),
        ("QCoreApplication.translate('texts', text)", True),
        ("text.translate(table)", False),
        ("painter.translate(x, y)", False),
    ],
)
def test_the_check_sees_what_lupdate_does_not(source: str, is_hidden: bool) -> None:
    assert bool(unreadable(source)) is is_hidden
