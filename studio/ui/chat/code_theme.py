"""The colours of code: Callboard's own, or those of a Pygments style, kept readable."""

import functools
import importlib
from dataclasses import dataclass
from typing import Any

from PySide6.QtGui import QColor, QFont, QTextCharFormat

from studio.ui.chat.look import Look
from studio.ui.palette import Palette

# Offered in the settings; "" is Callboard's own, which follows light and dark.
CODE_THEMES = (
    ("", "Callboard"),
    ("github-dark", "GitHub Dark"),
    ("monokai", "Monokai"),
    ("dracula", "Dracula"),
    ("nord", "Nord"),
    ("one-dark", "One Dark"),
    ("solarized-dark", "Solarized Dark"),
    ("gruvbox-dark", "Gruvbox Dark"),
    ("solarized-light", "Solarized Light"),
    ("gruvbox-light", "Gruvbox Light"),
    ("friendly", "Friendly"),
    ("xcode", "Xcode"),
    ("vs", "Visual Studio"),
)
LEAST_CONTRAST = 4.5
_TEXT_CONTRAST = 6.0
# The first letter of a line of a diff: a colour, and how much of it is painted behind the line.
_SIGNS = {"+": ("success", 0.16), "-": ("danger", 0.16), "@": ("link", 0.07)}
_OWN = (
    ("Comment", "text_muted"),
    ("Keyword", "link"),
    ("Operator.Word", "link"),
    ("Name.Builtin", "link"),
    ("Name.Function", "accent"),
    ("Name.Class", "accent"),
    ("Name.Decorator", "warning"),
    ("Name.Tag", "link"),
    ("Name.Attribute", "warning"),
    ("Literal.String", "success"),
    ("Literal.Number", "warning"),
    ("Generic.Heading", "accent"),
    ("Generic.Subheading", "accent"),
    ("Generic.Prompt", "text_muted"),
    ("Generic.Output", "text_secondary"),
    ("Generic.Error", "danger"),
    ("Generic.Traceback", "danger"),
)
# A whole line is painted behind these: letters of the same colour would be hard to read on it.
_PAINTED = ("Generic.Inserted", "Generic.Deleted")


@dataclass(frozen=True, slots=True)
class Ink:
    """How a kind of token is written."""

    colour: str
    is_bold: bool = False
    is_italic: bool = False

    def char_format(self) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setForeground(QColor(self.colour))
        if self.is_bold:
            made.setFontWeight(QFont.Weight.Bold)
        if self.is_italic:
            made.setFontItalic(True)
        return made


class CodeTheme:
    """One set of colours on one background. Made once for each palette and name."""

    def __init__(self, palette: Palette, name: str) -> None:
        self._style = _pygments_style(name) if name else None
        self._known: dict[str, Ink | None] = {}
        self._palette = palette
        background = QColor(self._style.background_color if self._style else palette.code)
        self.is_own = self._style is None
        self.background = background
        text = palette.text if self._style is None else _text_of(self._style, background)
        self.text = QColor(text)
        muted = palette.text_muted if self.is_own else _mixed(self.text, background, 0.7).name()
        self.muted = readable(QColor(muted), background)
        self.link = readable(QColor(palette.link), background)

    def ink(self, kind: str) -> Ink | None:
        """How tokens of a kind are written; None for plain text."""
        if kind not in self._known:
            self._known[kind] = self._own(kind) if self._style is None else self._styled(kind)
        return self._known[kind]

    def line(self, sign: str) -> QColor | None:
        """What is painted behind a line of a diff, by its first letter."""
        if sign not in _SIGNS:
            return None
        name, share = _SIGNS[sign]
        return _mixed(QColor(str(getattr(self._palette, name))), self.background, share)

    def _own(self, kind: str) -> Ink | None:
        fits = [(len(name), colour) for name, colour in _OWN if f"{kind}.".startswith(f"{name}.")]
        name = max(fits, default=(0, ""))[1]
        return Ink(str(getattr(self._palette, name))) if name else None

    def _styled(self, kind: str) -> Ink | None:
        if kind.startswith(_PAINTED):
            return None
        token = importlib.import_module("pygments.token").string_to_tokentype(kind)
        style = self._style.style_for_token(token) if self._style is not None else {}
        if not style.get("color"):
            return None
        colour = readable(QColor(f"#{style['color']}"), self.background).name()
        return Ink(colour, bool(style["bold"]), bool(style["italic"]))


def code_theme(look: Look) -> CodeTheme:
    """The colours of code in a look."""
    return _made(look.palette, look.appearance.code_theme)


def contrast(one: QColor, other: QColor) -> float:
    """How well one colour can be read on another, from 1 to 21, as WCAG counts it."""
    first, second = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def readable(colour: QColor, background: QColor, least: float = LEAST_CONTRAST) -> QColor:
    """The colour, lighter or darker as far as is needed to read it."""
    target = QColor("#ffffff" if _luminance(background) < 0.18 else "#000000")
    for step in range(11):
        mixed = _mixed(target, colour, step / 10)
        if contrast(mixed, background) >= least:
            return mixed
    return target


@functools.lru_cache(8)
def _made(palette: Palette, name: str) -> CodeTheme:
    return CodeTheme(palette, name)


def _pygments_style(name: str) -> Any:
    """The style of this name; None where this version has none."""
    styles = importlib.import_module("pygments.styles")
    if name not in styles.STYLE_MAP:
        return None
    return styles.get_style_by_name(name)


def _text_of(style: Any, background: QColor) -> str:
    token = importlib.import_module("pygments.token").Token
    named = style.style_for_token(token)["color"]
    usual = "#e6e6e6" if _luminance(background) < 0.18 else "#1d1d1b"
    # It stands on painted lines as well.
    return readable(QColor(f"#{named}" if named else usual), background, _TEXT_CONTRAST).name()


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    """So much of one colour in another."""
    rest = 1 - share
    return QColor(
        round(one.red() * share + other.red() * rest),
        round(one.green() * share + other.green() * rest),
        round(one.blue() * share + other.blue() * rest),
    )


def _luminance(colour: QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
