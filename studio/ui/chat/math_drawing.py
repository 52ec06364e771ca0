"""Draws one formula: TeX to a picture. Loaded with the first formula, in the thread that draws."""

import re
from math import ceil

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from ziamath.config import config
from ziamath.zmath import Latex

from studio.ui.chat.formulas import Formula, Picture

# Browsers and Qt draw the shapes of SVG 2 differently: with it some formulas come out wrong.
config.svg2 = False

_FONT_SHARE = 1.12  # its letters are smaller than those of an interface
_MARGIN = 1.0
_MOST_SIDE = 16_000
_MOST_PIXELS = 12_000_000
_MOST_DEPTH = 100
# Definitions can call each other without end; the rest would reach out, or is no formula.
_REFUSED = re.compile(
    r"\\(?:[gex]?def|let|futurelet|(?:re|provide)?newcommand|renewcommand|providecommand"
    r"|(?:re)?newenvironment|DeclareMathOperator|input|include(?:graphics)?|href|url|html\w*"
    r"|unicode|class|cssId|style|require|ce|pu)(?![A-Za-z])"
)
_TAG = re.compile(r"\\tag(\*?)\{([^{}]*)\}")
# What only a document with numbers of its own has a use for, and a frame that changes nothing.
_UNSEEN = re.compile(r"\\label\{[^{}]*\}|\\(?:nonumber|notag|mathop)(?![A-Za-z])")
_DOUBLE_BAR = re.compile(r"(?<!\\)((?:\\\\)*)\\\|")  # the library takes it for a backslash
_COMMAND = re.compile(r"\\[A-Za-z]+")
# Alphabets that the font of formulas has no letters of.
_FOREIGN = re.compile(
    r"[\u0590-\u1dff\u2e80-\ufdff\ufe30-\uffef\U00010000-\U0001d3ff\U0001d800-\U0010ffff]"
)


class FormulaError(Exception):
    """A formula that is not tried, or that came out wrong: the reader sees its source."""


def draw(formula: Formula) -> Picture | None:
    """Raises whatever the library does; `FormulaError` for what must not be tried."""
    tex = _checked(formula.tex)
    math = Latex(
        tex,
        size=formula.font_px * _FONT_SHARE,
        color=formula.colour,
        inline=not formula.is_display,
        margin=_MARGIN,
    )
    if any(_COMMAND.search(text) for text in math.mathml.itertext()):
        raise FormulaError
    box = math.node.bbox
    size = (box.xmax - box.xmin + 2 * _MARGIN, box.ymax - box.ymin + 2 * _MARGIN)
    return _painted(math.svg(), size, box.ymax + _MARGIN, formula.device_ratio)


def _checked(tex: str) -> str:
    if not tex.strip() or _REFUSED.search(tex) or _FOREIGN.search(tex) or _depth(tex) > _MOST_DEPTH:
        raise FormulaError
    tex = _DOUBLE_BAR.sub("\\1\u2016 ", _UNSEEN.sub("", tex))
    # Left to the library, a tag makes the picture as wide as a page.
    return _TAG.sub(lambda tag: r"\qquad\text{" + _in_brackets(tag[2], not tag[1]) + "}", tex)


def _in_brackets(label: str, has_brackets: bool) -> str:
    return f"({label})" if has_brackets else label


def _depth(tex: str) -> int:
    depth = most = 0
    for letter in tex:
        depth += (letter == "{") - (letter == "}")
        most = max(most, depth)
    return most + tex.count(r"\left") // 4


def _painted(svg: str, size: tuple[float, float], ascent: float, ratio: float) -> Picture:
    width, height = size
    above, below = ceil(ascent * ratio), ceil((height - ascent) * ratio)
    pixels = (ceil(width * ratio), above + below)
    if not (min(pixels) > 0 and max(pixels) <= _MOST_SIDE and pixels[0] * pixels[1] < _MOST_PIXELS):
        raise FormulaError
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    if not renderer.isValid():
        raise FormulaError
    image = QImage(*pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # The line that text stands on falls between two pixels, so that strokes are sharp.
    place = QRectF(0, above - ascent * ratio, width * ratio, height * ratio)
    renderer.render(painter, place)
    painter.end()
    image.setDevicePixelRatio(ratio)
    return Picture(image, pixels[0] / ratio, above / ratio, below / ratio)
