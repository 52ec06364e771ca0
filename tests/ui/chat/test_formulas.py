"""Formulas: drawn beside the window's thread, on the line, sharp, and harmless where they fail."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage, QPainter, QTextCursor
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.ui.chat import math_drawing
from studio.ui.chat.documents import FORMULAS_WAIT, Writer, new_document
from studio.ui.chat.formulas import MOST_CHARS, Formula, Formulas, Picture, shared
from studio.ui.chat.leaves import Block, Kind
from studio.ui.chat.look import Look, read_look
from studio.ui.chat.markdown import parse
from studio.ui.chat.math_block import MathBlock
from studio.ui.chat.math_objects import Ink, insert_formula, with_sources
from studio.ui.chat.rows import BlockRow
from studio.ui.theme import Theme

DRAWN = (
    r"\frac{a}{b}",
    r"\sqrt[3]{x^2+1}",
    r"\sum_{i=1}^{n} i^2",
    r"\prod\limits_{k} a_k",
    r"\int_0^\infty e^{-x^2}\,dx=\frac{\sqrt\pi}{2}",
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}",
    r"\begin{aligned}a&=b\\c&=d+e\end{aligned}",
    r"f(x)=\begin{cases}1 & x>0\\0 & \text{otherwise}\end{cases}",
    r"\alpha\beta\Gamma\Omega",
    r"\hat{x}\vec{v}\bar{y}\dot{z}",
    r"\textcolor{red}{x}+y",
    r"\mathbb{R}\mathcal{L}\mathbf{x}",
    r"\overbrace{a+b}^{n}",
    r"\lim_{x\to0}\frac{\sin x}{x}",
    r"\left(\frac12\right)",
    r"a < b \le c",
    r"E=mc^2 \tag{1}",
    r"50\%",
    r"x = 1 \label{eq:1} \nonumber",
    r"\mathop{\mathrm{argmax}}_x",
    r"\begin{align} a &= b \\ c &= d \end{align}",
    r"\binom{n}{k}",
)
SHOWN_AS_SOURCE = (
    "",
    " ",
    r"\frac{",
    "x^",
    r"\unknownmacro{x}",
    r"\def\a{\a\a}\a",
    r"\newcommand{\a}{\b\b}\a",
    r"\begin{matrix",
    "{" * 500 + "x" + "}" * 500,
    "x & y",
    "速度 = 3",
    r"\includegraphics{/etc/passwd}",
    r"\href{https://a.example}{x}",
    r"\hspace{99999999em}x",
    "\x00",
)


@pytest.fixture
def look(qapp: QApplication) -> Look:
    return read_look(Theme(qapp, "light"))


@pytest.fixture
def formulas(qapp: QApplication) -> Iterator[Formulas]:
    formulas = Formulas(patience_ms=400)
    yield formulas
    formulas.stop()


def ask(
    formulas: Formulas, tex: str, ratio: float = 1.0, colour: str = "#000000"
) -> Picture | None:
    return formulas.picture(tex, False, 16, colour, ratio)


def drawn(qtbot: QtBot, formulas: Formulas, tex: str, ratio: float = 1.0) -> Picture | None:
    picture = ask(formulas, tex, ratio)
    if picture is None and not formulas.failed(tex, False):
        with qtbot.waitSignal(formulas.drawn):
            pass
        picture = ask(formulas, tex, ratio)
    return picture


def has_ink(image: QImage) -> bool:
    return any(
        image.pixelColor(x, y).alpha() > 128
        for x in range(image.width())
        for y in range(image.height())
    )


@pytest.mark.parametrize("tex", DRAWN)
def test_a_formula_is_drawn(qtbot: QtBot, formulas: Formulas, tex: str) -> None:
    picture = drawn(qtbot, formulas, tex)
    assert picture is not None
    assert has_ink(picture.image)
    assert picture.width < 400
    assert picture.ascent + picture.descent == picture.image.height()


@pytest.mark.parametrize("tex", SHOWN_AS_SOURCE)
def test_what_cannot_be_drawn_is_said_and_asked_once(
    qtbot: QtBot, formulas: Formulas, tex: str
) -> None:
    assert drawn(qtbot, formulas, tex) is None
    assert formulas.failed(tex, False)


def test_a_formula_of_endless_length_is_never_tried(formulas: Formulas) -> None:
    tex = "x+" * MOST_CHARS
    assert ask(formulas, tex) is None
    assert formulas.failed(tex, False)


def test_twice_the_pixels_for_a_screen_of_twice_the_sharpness(
    qtbot: QtBot, formulas: Formulas
) -> None:
    once = drawn(qtbot, formulas, r"\frac{a}{b}")
    twice = drawn(qtbot, formulas, r"\frac{a}{b}", 2.0)
    assert once is not None
    assert twice is not None
    assert twice.image.devicePixelRatio() == 2
    assert abs(twice.image.height() - 2 * once.image.height()) <= 3
    assert abs(twice.width - once.width) <= 1


def test_a_formula_has_the_colour_of_the_text(qtbot: QtBot, formulas: Formulas) -> None:
    ask(formulas, r"\Box\mathbf{M}", colour="#12ab34")
    with qtbot.waitSignal(formulas.drawn):
        pass
    picture = ask(formulas, r"\Box\mathbf{M}", colour="#12ab34")
    assert picture is not None
    image = picture.image
    solid = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }
    assert solid == {"#12ab34"}


def test_letters_stand_on_the_line_whatever_hangs_below(qtbot: QtBot, formulas: Formulas) -> None:
    plain = drawn(qtbot, formulas, "x")
    hanging = drawn(qtbot, formulas, "x_{y_j}")
    assert plain is not None
    assert hanging is not None
    assert plain.ascent == hanging.ascent
    assert plain.descent < 3 < hanging.descent


def test_a_formula_that_takes_for_ever_keeps_no_other_waiting(
    qtbot: QtBot, formulas: Formulas, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = math_drawing.draw

    def endless(formula: Formula) -> Picture | None:
        while formula.tex == "endless":
            pass
        return draw(formula)

    monkeypatch.setattr(math_drawing, "draw", endless)
    assert ask(formulas, "endless") is None
    qtbot.waitUntil(lambda: formulas.failed("endless", False))
    assert drawn(qtbot, formulas, "y") is not None
    assert not formulas.failed("y", False)


def test_without_what_draws_them_formulas_are_shown_as_source(
    qtbot: QtBot, formulas: Formulas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.ui.chat.formulas._DRAWING", "studio.ui.chat.not_there")
    assert drawn(qtbot, formulas, "w^2") is None
    assert formulas.failed("w^2", False)


def test_pictures_are_kept_within_bounds(
    qtbot: QtBot, formulas: Formulas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.ui.chat.formulas._MOST_BYTES", 4_000)
    for number in range(30):
        assert drawn(qtbot, formulas, f"x_{{{number}}}") is not None
    assert ask(formulas, "x_{29}") is not None
    assert ask(formulas, "x_{0}") is None


def test_the_source_stands_there_until_it_is_drawn_and_where_it_cannot_be(
    qtbot: QtBot, look: Look
) -> None:
    document = new_document()
    cursor = QTextCursor(document)
    cursor.insertText("so ")
    for tex in (r"\frac{q}{7}", r"\nonsense q"):
        insert_formula(cursor, tex, Ink(look, look.text, "text"))
    assert document.property(FORMULAS_WAIT)
    assert document.characterCount() == len("so  ") + 2
    qtbot.waitUntil(lambda: shared().failed(r"\nonsense q", False))
    document.clear()
    document.setProperty(FORMULAS_WAIT, False)
    insert_formula(cursor, r"\nonsense q", Ink(look, look.text, "text"))
    assert not document.property(FORMULAS_WAIT)
    assert with_sources(document, 0, 1) == r"$\nonsense q$"


def test_a_long_source_that_cannot_be_drawn_wraps_like_text(qtbot: QtBot, look: Look) -> None:
    tex = r"\nonsense{a} + " * 10
    shared().picture(tex, False, 16, "#000000", 1.0)
    qtbot.waitUntil(lambda: shared().failed(tex, False))
    document = new_document()
    insert_formula(QTextCursor(document), tex, Ink(look, look.text, "text"))
    assert document.toPlainText() == tex


def test_copying_gives_the_source_between_dollar_signs(look: Look) -> None:
    document = new_document()
    cursor = QTextCursor(document)
    cursor.insertText("so ")
    insert_formula(cursor, r"\frac{a}{b}", Ink(look, look.text, "text"))
    cursor.insertText(" is it")
    assert with_sources(document, 1, 7) == r"o $\frac{a}{b}$ is"


def test_a_formula_makes_room_above_and_below_the_line(qtbot: QtBot, look: Look) -> None:
    tex = r"\begin{pmatrix}5\\6\\7\end{pmatrix}"
    document = new_document()
    document.setTextWidth(400)

    def fill() -> float:
        document.clear()
        document.setDefaultFont(look.text)
        cursor = QTextCursor(document)
        cursor.insertText("a ")
        insert_formula(cursor, tex, Ink(look, look.text, "text"))
        return document.size().height()

    before = fill()
    qtbot.waitUntil(lambda: fill() > before)
    size = look.text.pixelSize()
    picture = shared().picture(tex, False, size, look.colour("text").name(), 1.0)
    assert picture is not None
    line = document.firstBlock().layout().lineAt(0)
    assert line.ascent() >= picture.ascent
    assert line.descent() >= picture.descent
    assert line.height() <= picture.ascent + picture.descent + size


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@pytest.mark.parametrize("tex", ["x", r"\alpha", "x^2", "a_i", r"\beta_{ij}", r"\frac{1}{137}"])
@pytest.mark.parametrize("others", ["", " and a word", r" $\begin{pmatrix}1\\2\\3\end{pmatrix}$"])
def test_a_formula_stands_on_the_line_of_the_words_beside_it(
    qtbot: QtBot, look: Look, tex: str, others: str
) -> None:
    document = new_document()
    document.setTextWidth(400)
    writer = Writer(look)

    def fill() -> bool:
        writer.prose(document, parse(f"${tex}$ x{others}")[0], {})
        return not document.property(FORMULAS_WAIT)

    qtbot.waitUntil(fill)
    colour = look.colour("text").name()
    picture = shared().picture(tex, False, look.text.pixelSize(), colour, 1.0)
    assert picture is not None
    line = document.firstBlock().layout().lineAt(0)
    image = QImage(int(picture.width), int(document.size().height()), QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    document.drawContents(painter)
    painter.end()
    wanted = line.y() + line.ascent() - picture.ascent + top_of(picture.image)
    assert abs(top_of(image) - wanted) <= 0.6


def top_of(image: QImage) -> int:
    width, height = image.width(), image.height()
    return next(
        y for y in range(height) if any(image.pixelColor(x, y).alpha() > 60 for x in range(width))
    )


def display(qtbot: QtBot, parent: QWidget, look: Look, tex: str, width: int) -> MathBlock:
    block = MathBlock(parent, Writer(look))
    block.show_row(BlockRow(Block(Kind.MATH, tex)))
    view = block.text_view
    assert view is not None
    block.fit(width)
    qtbot.waitUntil(lambda: not view.document().property(FORMULAS_WAIT))
    return block


def test_a_display_formula_stands_in_the_middle_and_is_named_by_its_source(
    qtbot: QtBot, parent: QWidget, look: Look
) -> None:
    block = display(qtbot, parent, look, r"\int_0^1 x\,dx", 600)
    height = block.fit(600)
    assert height > 20
    assert block.text_view is not None
    line = block.text_view.document().firstBlock().layout().lineAt(0)
    assert abs(line.naturalTextRect().center().x() - 300) < 3
    assert block.accessibleName() == r"Formula: \int_0^1 x\,dx"
    assert not block.scroll_sideways(10)


def test_a_display_formula_that_is_wider_than_the_column_scrolls(
    qtbot: QtBot, parent: QWidget, look: Look
) -> None:
    block = display(qtbot, parent, look, "+".join(f"x_{{{number}}}" for number in range(60)), 400)
    block.fit(400)
    assert block.scroll_sideways(50)


def test_the_page_loads_nothing_of_it_before_the_first_formula() -> None:
    code = (
        "import sys, studio.ui.chat.view; names = ('ziamath', 'ziafont', 'PySide6.QtSvg',"
        "'studio.ui.chat.formulas', 'studio.ui.chat.math_objects');"
        "print([name for name in names if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert (ended.stdout.strip(), ended.stderr) == (b"[]", b"")
