"""Icons are drawn, sharp at every scale, in the colour asked for."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from studio.ui.icons import SIZE, Icon, icon, pixmap
from studio.ui.resources import resource


@pytest.mark.parametrize("which", list(Icon))
def test_every_icon_is_drawn_inside_its_square(qapp: QApplication, which: Icon) -> None:
    image = pixmap(which, "#ff0000", 2).toImage()
    inked = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() > 128
    ]
    assert inked
    edge = image.width() - 1
    assert all(0 < x < edge and 0 < y < edge for x, y in inked)
    assert all(image.pixelColor(x, y).name() == "#ff0000" for x, y in inked)


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_an_icon_has_a_drawing_for_each_scale(qapp: QApplication, scale: int) -> None:
    drawn = icon(Icon.PLUS, "#000000").pixmap(QSize(SIZE, SIZE), float(scale))
    assert drawn.width() == SIZE * scale


def test_the_programs_icon_can_be_read(qapp: QApplication) -> None:
    for name in ("callboard.svg", *(f"callboard-{n}.png" for n in (16, 32, 48, 64, 128, 256))):
        assert not QIcon(str(resource(f"icons/{name}"))).pixmap(16, 16).isNull(), name
