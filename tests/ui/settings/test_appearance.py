"""How chats are set: each change counts at once, in the sample as in every chat."""

from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox

from studio.core.settings import Density, LineWidth, Settings
from studio.ui.theme import Appearance, FontKind, Theme
from tests.conftest import Until
from tests.ui.settings.fakes import settings_world


async def test_each_change_is_kept(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp) as world:
        page = world.page.appearance
        for name, value in (("zoom", 150), ("text_size", 18), ("code_size", 11)):
            box = page.boxes[name]
            assert isinstance(box, QSpinBox)
            box.setValue(value)
        for name, wish in (("line_width", LineWidth.WIDE), ("density", Density.ROOMY)):
            box = page.boxes[name]
            assert isinstance(box, QComboBox)
            box.setCurrentIndex(box.findData(wish))
            box.activated.emit(box.currentIndex())
        page.wraps.box.click()
        await until(world.is_idle)
        saved = world.settings.saved
        assert (saved.zoom, saved.text_size, saved.code_size) == (150, 18, 11)
        assert (saved.line_width, saved.density) == (LineWidth.WIDE, Density.ROOMY)
        assert saved.wraps_code
        page.reset.click()
        await until(world.is_idle)
        assert world.settings.saved == Settings()
        assert not page.reset.isEnabled()


async def test_a_family_is_taken_by_name_and_given_back(qapp: QApplication, until: Until) -> None:
    async with settings_world(qapp, settings=Settings(text_family="Serif")) as world:
        box = world.page.appearance.boxes["text_family"]
        assert isinstance(box, QComboBox)
        assert box.currentText() == "Serif"
        box.textActivated.emit("Callboard's own")
        await until(world.is_idle)
        assert world.settings.saved.text_family == ""
        assert box.currentText() == "Callboard's own"


def test_the_sample_is_as_large_as_a_chat(qapp: QApplication) -> None:
    theme = Theme(qapp, "light")
    before = theme.font(FontKind.TEXT).pixelSize()
    heard: list[int] = []
    theme.changed.connect(lambda: heard.append(1))
    theme.appear(Appearance(zoom=200))
    try:
        assert theme.font(FontKind.TEXT).pixelSize() == 2 * before
        assert "font-size: 26px" in qapp.styleSheet()
        assert heard == [1]
        theme.appear(Appearance(zoom=200))
        assert heard == [1]
    finally:
        theme.appear(Appearance())
    assert "font-size: 13px" in qapp.styleSheet()
