"""The theme colours the application and brings its fonts."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from studio.ui.palette import DARK, LIGHT
from studio.ui.resources import resource
from studio.ui.theme import FontKind, Theme


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(qapp, "light")
    yield theme
    theme.choose("light")


def test_the_choice_decides_over_the_system(theme: Theme, qtbot: QtBot, qapp: QApplication) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.choose("dark")
    assert theme.palette is DARK
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == DARK.window
    theme.choose("light")
    assert theme.palette is LIGHT


def test_choosing_what_is_shown_already_redraws_nothing(theme: Theme, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(theme.changed):
        theme.choose("light")


@pytest.mark.parametrize(
    ("kind", "family"), [(FontKind.TEXT, "Inter"), (FontKind.CODE, "JetBrains Mono")]
)
def test_the_bundled_fonts_are_used(theme: Theme, kind: FontKind, family: str) -> None:
    theme.settle()
    assert QFontInfo(theme.font(kind)).family() == family


def test_each_font_comes_with_its_licence() -> None:
    fonts = {path.name.partition("-")[0] for path in resource("fonts").glob("*.[ot]tf")}
    assert fonts == {"Inter", "JetBrainsMono"}
    for name in fonts:
        licence = resource(f"fonts/{name}-LICENSE.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE" in licence.upper()


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
def test_a_placeholder_can_be_read(
    theme: Theme, qtbot: QtBot, kind: type[QLineEdit | QPlainTextEdit], choice: str
) -> None:
    """Left to itself, a style sheet halves its opacity."""
    theme.choose(choice)
    field = kind()
    qtbot.addWidget(field)
    field.setPlaceholderText("\N{FULL BLOCK}" * 5)
    field.resize(200, 40)
    field.show()
    field.clearFocus()
    image = field.grab().toImage()
    shown = {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
    assert theme.palette.text_muted in shown
