"""Code can be read in every theme that is offered."""

import importlib

import pytest
from PySide6.QtGui import QColor

from studio.ui.chat.code_theme import CODE_THEMES, LEAST_CONTRAST, CodeTheme, contrast
from studio.ui.palette import DARK, LIGHT, Palette

KINDS = [
    "Comment.Single",
    "Keyword",
    "Operator.Word",
    "Name.Builtin",
    "Name.Function",
    "Name.Class",
    "Name.Tag",
    "Name.Decorator",
    "Name.Attribute",
    "Literal.String.Doc",
    "Literal.Number.Float",
    "Generic.Heading",
    "Generic.Prompt",
    "Generic.Output",
    "Generic.Error",
    "Punctuation",
    "Text",
    "Name.Variable",
]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", [name for name, _ in CODE_THEMES])
def test_every_word_can_be_read(name: str, palette: Palette) -> None:
    theme = CodeTheme(palette, name)
    colours = [theme.text, theme.muted]
    colours += [QColor(ink.colour) for kind in KINDS if (ink := theme.ink(kind)) is not None]
    for colour in colours:
        assert contrast(colour, theme.background) >= LEAST_CONTRAST, colour.name()


@pytest.mark.parametrize("name", [name for name, _ in CODE_THEMES])
def test_lines_of_a_diff_can_be_read(name: str) -> None:
    theme = CodeTheme(LIGHT, name)
    for sign in "+-@":
        line = theme.line(sign)
        assert line is not None
        assert contrast(theme.text, line) >= LEAST_CONTRAST
    assert theme.line(" ") is None


def test_every_theme_is_there() -> None:
    known = importlib.import_module("pygments.styles").STYLE_MAP
    assert {name for name, _ in CODE_THEMES if name} <= set(known)


def test_a_theme_that_is_gone_leaves_our_own() -> None:
    assert CodeTheme(DARK, "no-such-style").is_own
