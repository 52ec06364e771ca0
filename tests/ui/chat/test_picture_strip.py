"""Pictures that a tool brought: on its card, scaled, and opened when pressed."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from studio.core.messages import Attachment, Outcome, ToolResult, ToolState, ToolUse
from studio.ui.chat.picture_button import PictureButton
from studio.ui.chat.picture_strip import PictureStrip
from studio.ui.chat.tool_card import ToolCard
from studio.ui.theme import Theme
from tests.fakes import call

WIDE = Attachment("wide.png", "image/png", 10, "d1")
SMALL = Attachment("small.png", "image/png", 10, "d2")
SIZES = {"d1": QSize(1600, 800), "d2": QSize(50, 40)}
Take = Callable[[QImage], None]


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def parent(qapp: QApplication) -> Iterator[QWidget]:
    widget = QWidget()
    widget.resize(600, 600)
    widget.show()
    yield widget
    widget.close()
    widget.deleteLater()


def use(*files: Attachment) -> ToolUse:
    result = ToolResult("a", "Done.", Outcome.DONE, 5, files)
    return ToolUse(call("a", "look"), ToolState.ENDED, result)


def give(attachment: Attachment, take: Take) -> None:
    image = QImage(SIZES[attachment.digest], QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    take(image)


def test_pictures_stand_in_lines_none_larger_than_it_is_and_none_wider_than_the_card(
    theme: Theme, parent: QWidget
) -> None:
    strip = PictureStrip(theme, parent)
    strip.wanted.connect(give)
    strip.resize(500, 10)
    strip.show_files((WIDE, SMALL))
    strip.show()
    sizes = [button.size() for button in strip.findChildren(PictureButton)]
    assert sizes == [QSize(480, 240), QSize(50, 40)]
    assert strip.heightForWidth(500) == 240 + 8 + 40
    assert strip.heightForWidth(600) == 240
    assert strip.heightForWidth(200) == 100 + 8 + 40


def test_a_strip_asks_when_it_is_seen_and_for_new_pictures_only(
    theme: Theme, parent: QWidget
) -> None:
    asked: list[str] = []
    strip = PictureStrip(theme, parent)
    strip.wanted.connect(lambda file, _: asked.append(file.name))
    strip.show_files((WIDE,))
    assert asked == []
    strip.show()
    strip.show_files((WIDE,))
    assert asked == ["wide.png"]
    strip.show_files((SMALL,))
    assert asked == ["wide.png", "small.png"]


def test_a_picture_that_comes_for_a_card_that_is_gone_harms_nothing(
    theme: Theme, parent: QWidget
) -> None:
    takes: list[Take] = []
    strip = PictureStrip(theme, parent)
    strip.wanted.connect(lambda _, take: takes.append(take))
    strip.show_files((WIDE,))
    strip.show()
    strip.show_files((SMALL,))
    takes[0](QImage(SIZES["d1"], QImage.Format.Format_RGB32))
    assert strip.heightForWidth(500) == 0


def test_a_card_with_pictures_unfolds_by_itself_and_opens_the_one_that_is_pressed(
    theme: Theme, parent: QWidget
) -> None:
    card = ToolCard(theme, "a", parent)
    card.resize(500, 400)
    card.show_state(use(WIDE), None, is_unfolded=None)
    card.picture_wanted.connect(give)
    opened: list[Attachment] = []
    card.picture_opened.connect(opened.append)
    heights: list[int] = []
    card.height_changed.connect(lambda: heights.append(card.heightForWidth(500)))
    card.show()
    assert card.is_unfolded
    button = card.findChildren(PictureButton)[0]
    assert button.accessibleName() == "Picture: wide.png"
    assert button.height() > 200
    assert heights
    button.click()
    assert opened == [WIDE]


def test_a_card_without_pictures_stays_folded(theme: Theme, parent: QWidget) -> None:
    card = ToolCard(theme, "a", parent)
    card.show_state(use(), None, is_unfolded=None)
    assert not card.is_unfolded
