"""Blocks on the page: which side their markers and bars stand on, and on which line."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.ui.chat.blocks import ProseBlock
from studio.ui.chat.documents import FORMULAS_WAIT, Writer
from studio.ui.chat.leaves import Block, Item, Kind, Quote
from studio.ui.chat.look import Look, read_look
from studio.ui.chat.rows import BlockRow
from studio.ui.theme import Theme

WIDTH = 400


@pytest.fixture
def look(qapp: QApplication) -> Look:
    return read_look(Theme(qapp, "light"))


@pytest.fixture
def parent(qapp: QApplication) -> Iterator[QWidget]:
    widget = QWidget()
    yield widget
    widget.deleteLater()


def shown(parent: QWidget, look: Look, text: str, *containers: Quote | Item) -> ProseBlock:
    block = ProseBlock(parent, Writer(look))
    block.show_row(BlockRow(Block(Kind.PARAGRAPH, text, containers)))
    block.resize(WIDTH, block.fit(WIDTH))
    return block


def ink(block: ProseBlock) -> QImage:
    """What the block paints beside its text."""
    view = block.text_view
    assert view is not None
    view.hide()
    image = QImage(block.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    block.render(image)
    return image


def columns(image: QImage) -> list[int]:
    """Which columns of the picture have ink."""
    white = QColor("white").rgb()
    return [
        x
        for x in range(image.width())
        if any(image.pixel(x, y) != white for y in range(image.height()))
    ]


def lowest(image: QImage) -> int:
    white = QColor("white").rgb()
    rows = range(image.height())
    return max(y for y in rows if any(image.pixel(x, y) != white for x in range(image.width())))


@pytest.mark.parametrize("container", [Quote(), Item("12.", True)], ids=["quote", "item"])
def test_marker_and_bar_stand_where_the_text_begins(
    parent: QWidget, look: Look, container: Quote | Item
) -> None:
    left = shown(parent, look, "an item", container)
    right = shown(parent, look, "שלום", container)
    assert left.text_view is not None
    assert right.text_view is not None
    assert right.text_view.x() == 0
    assert right.text_view.width() == left.text_view.width() < WIDTH
    assert max(columns(ink(left))) < left.text_view.x()
    assert min(columns(ink(right))) >= right.text_view.width()


def test_nested_containers_stand_one_inside_the_other_from_the_right(
    parent: QWidget, look: Look
) -> None:
    block = shown(parent, look, "عنصر", Quote(), Quote())
    marks = columns(ink(block))
    assert marks == [*range(WIDTH - 16 - 3, WIDTH - 16), *range(WIDTH - 3, WIDTH)]


def test_a_marker_stands_on_the_line_of_its_text_whatever_moves_the_line(
    qtbot: QtBot, parent: QWidget, look: Look
) -> None:
    plain = shown(parent, look, "text", Item("1.", True))
    tall = shown(parent, look, r"so $\begin{pmatrix}1\\2\\3\end{pmatrix}$", Item("1.", True))
    view = tall.text_view
    assert view is not None
    qtbot.waitUntil(lambda: not view.document().property(FORMULAS_WAIT))
    tall.resize(WIDTH, tall.fit(WIDTH))
    line = view.document().firstBlock().layout().lineAt(0)
    assert abs(lowest(ink(tall)) - round(line.y() + line.ascent())) <= 2
    assert lowest(ink(plain)) < lowest(ink(tall))


def test_a_screen_reader_gets_the_source_of_a_formula(parent: QWidget, look: Look) -> None:
    view = shown(parent, look, "so $x^2$ is").text_view
    assert view is not None
    assert view.accessibleDescription() == "so $x^2$ is"
    plain = shown(parent, look, "so it is").text_view
    assert plain is not None
    assert plain.accessibleDescription() == ""
