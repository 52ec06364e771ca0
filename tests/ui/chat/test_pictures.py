"""Pictures that answers name, and pictures in windows of their own."""

import base64
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget

from studio.core.pictures import FetchedPicture, PictureError, PictureTrouble
from studio.ui.chat import picture_shelf
from studio.ui.chat.documents import Writer
from studio.ui.chat.image_block import ImageBlock
from studio.ui.chat.image_texts import fault_text
from studio.ui.chat.leaves import Block, Kind
from studio.ui.chat.look import read_look
from studio.ui.chat.picture_button import PictureButton
from studio.ui.chat.picture_opening import caption_of, open_picture
from studio.ui.chat.picture_shelf import Fault, PictureShelf
from studio.ui.chat.picture_view import PictureView
from studio.ui.chat.rows import BlockRow
from studio.ui.theme import Theme
from tests.conftest import Until

ADDRESS = "https://pictures.example/cat.png"


def png(width: int = 40, height: int = 30) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub wants bytes
    return bytes(buffer.data().data())


def written_in(data: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


class Fetching:
    """Answers with a picture, or fails; notes what it was asked for."""

    def __init__(self, answer: bytes | PictureError) -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def __call__(self, address: str) -> FetchedPicture:
        self.asked.append(address)
        if isinstance(self.answer, PictureError):
            raise self.answer
        return FetchedPicture(self.answer, "image/png", "cat.png")


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def shelf(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> PictureShelf:
    shelf = PictureShelf()
    monkeypatch.setattr(picture_shelf, "shared", lambda: shelf)
    monkeypatch.setattr("studio.ui.chat.image_block.shared", lambda: shelf)
    return shelf


@pytest.fixture
def parent(qapp: QApplication) -> Iterator[QWidget]:
    widget = QWidget()
    widget.resize(600, 400)
    yield widget
    widget.close()
    widget.deleteLater()


def block_of(theme: Theme, parent: QWidget, source: str) -> ImageBlock:
    block = ImageBlock(parent, Writer(read_look(theme)))
    block.show_row(BlockRow(Block(Kind.IMAGE, source)))
    block.resize(600, block.fit(600))
    block.show()
    return block


def shown_buttons(block: ImageBlock) -> list[str]:
    buttons = block.findChildren(QAbstractButton)
    return [
        each.text() for each in buttons if isinstance(each, QPushButton) and not each.isHidden()
    ]


def test_an_image_is_a_label_that_says_from_where_and_asks_only_when_pressed(
    theme: Theme, shelf: PictureShelf, parent: QWidget
) -> None:
    block = block_of(theme, parent, f"![a cat]({ADDRESS})")
    asked: list[str] = []
    block.picture_wanted.connect(asked.append)
    assert block.accessibleName() == "Image: a cat, from pictures.example"
    assert shown_buttons(block) == ["Load"]
    assert asked == []
    button = block.findChildren(QPushButton)[0]
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert asked == [ADDRESS]


@pytest.mark.parametrize(
    "address",
    [
        "/etc/passwd",
        "file:///etc/passwd",
        "C:%5Ccat.png",
        "cat.png",
        "ftp://a.example/x",
        "javascript:x",
    ],
)
def test_a_path_of_this_computer_is_never_offered(
    theme: Theme, shelf: PictureShelf, parent: QWidget, address: str
) -> None:
    block = block_of(theme, parent, f"![x]({address})")
    assert shown_buttons(block) == []
    assert block.accessibleName().startswith("Image: x. It names a file")
    assert "does not open it" in block.accessibleName()


async def test_a_loaded_picture_is_shown_as_large_as_there_is_room(
    theme: Theme, shelf: PictureShelf, parent: QWidget
) -> None:
    block = block_of(theme, parent, f"![a cat]({ADDRESS})")
    fetching = Fetching(png(2000, 1000))
    await shelf.load(ADDRESS, fetching)
    assert fetching.asked == [ADDRESS]
    assert shown_buttons(block) == []
    assert block.fit(600) == 300
    picture = block.findChild(PictureButton)
    assert isinstance(picture, PictureButton)
    assert picture.size() == QSize(600, 300)
    assert picture.accessibleName() == "Picture: a cat"
    opened: list[object] = []
    block.picture_opened.connect(opened.append)
    picture.click()
    assert opened == [shelf.picture(ADDRESS)]


async def test_what_went_wrong_is_said_in_the_place_of_the_picture_and_can_be_tried_again(
    theme: Theme, shelf: PictureShelf, parent: QWidget
) -> None:
    block = block_of(theme, parent, f"![a cat]({ADDRESS})")
    await shelf.load(ADDRESS, Fetching(PictureError(PictureTrouble.STATUS, "404")))
    assert "answered 404" in block.accessibleName()
    assert shown_buttons(block) == ["Try again", "Open in browser"]
    await shelf.load(ADDRESS, Fetching(png()))
    assert shown_buttons(block) == []


@pytest.mark.parametrize("trouble", list(PictureTrouble))
def test_every_trouble_has_words(trouble: PictureTrouble) -> None:
    assert fault_text(Fault(trouble, "404")).endswith(".")


async def test_a_picture_that_is_written_into_the_text_is_drawn_and_nobody_is_asked(
    theme: Theme, shelf: PictureShelf, parent: QWidget
) -> None:
    address = written_in(png())
    block = ImageBlock(parent, Writer(read_look(theme)))
    asked: list[str] = []
    block.picture_wanted.connect(asked.append)
    block.show_row(BlockRow(Block(Kind.IMAGE, f"![dot]({address})")))
    assert asked == [address]
    fetching = Fetching(png())
    await shelf.load(address, fetching)
    assert fetching.asked == []
    assert block.fit(600) == 30


@pytest.mark.parametrize(
    ("address", "trouble"),
    [
        (
            written_in(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
            PictureTrouble.NO_PICTURE,
        ),
        (written_in(b"hello"), PictureTrouble.NO_PICTURE),
        (written_in(b"\x89PNG\r\n\x1a\n broken"), PictureTrouble.NO_PICTURE),
        ("data:image/png;base64,@@@", PictureTrouble.NO_PICTURE),
        ("data:image/png", PictureTrouble.ADDRESS),
        ("data:image/png," + "a" * 6_000_001, PictureTrouble.TOO_LARGE),
        ("file:///etc/passwd", PictureTrouble.ADDRESS),
    ],
    ids=range(7),
)
async def test_what_is_no_picture_is_refused(
    qapp: QApplication, address: str, trouble: PictureTrouble
) -> None:
    shelf = PictureShelf()
    await shelf.load(address, Fetching(png()))
    assert shelf.picture(address) is None
    assert shelf.fault(address) == Fault(trouble)


async def test_pictures_are_kept_within_bounds(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_shelf, "_MOST_BYTES", 20_000)
    shelf = PictureShelf()
    for number in range(6):
        await shelf.load(f"{ADDRESS}?{number}", Fetching(png()))
    assert shelf.picture(f"{ADDRESS}?5") is not None
    assert shelf.picture(f"{ADDRESS}?0") is None


def viewed(theme: Theme, parent: QWidget, width: int, height: int) -> PictureView:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    caption = caption_of("cat.png", image.size(), 1234)
    view = PictureView(theme, image, caption, lambda: None, parent)
    view.show()
    return view


def test_a_large_picture_fits_and_keys_make_it_larger_and_smaller(
    theme: Theme, parent: QWidget
) -> None:
    view = viewed(theme, parent, 4000, 3000)
    sheet = view.sheet
    assert sheet.scale_now < 0.3
    fitted = sheet.scale_now
    QTest.keyClick(sheet, Qt.Key.Key_Plus)
    assert sheet.scale_now == pytest.approx(fitted * 1.25)
    QTest.keyClick(sheet, Qt.Key.Key_1)
    assert sheet.scale_now == 1
    QTest.keyClick(sheet, Qt.Key.Key_Minus)
    assert sheet.scale_now == pytest.approx(0.8)
    QTest.keyClick(sheet, Qt.Key.Key_0)
    assert sheet.scale_now == pytest.approx(fitted)
    view.resize(400, 300)
    assert sheet.scale_now < fitted


def test_a_small_picture_is_not_blown_up(theme: Theme, parent: QWidget) -> None:
    assert viewed(theme, parent, 40, 30).sheet.scale_now == 1


def test_the_wheel_with_control_zooms_around_the_pointer(theme: Theme, parent: QWidget) -> None:
    sheet = viewed(theme, parent, 4000, 3000).sheet
    sheet.show_whole()
    at = QPoint(200, 150)
    before = sheet.mapToScene(at)
    wheel = QWheelEvent(
        QPointF(at),
        QPointF(sheet.viewport().mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(sheet.viewport(), wheel)
    assert sheet.scale_now == pytest.approx(1.25)
    after = sheet.mapToScene(at)
    assert abs(after.x() - before.x()) < 2
    assert abs(after.y() - before.y()) < 2


def test_the_window_says_name_and_size_and_its_buttons_have_names(
    theme: Theme, parent: QWidget
) -> None:
    view = viewed(theme, parent, 400, 300)
    assert view.windowTitle() == "cat.png"
    assert view.sheet.accessibleName().startswith("cat.png · 400 \N{MULTIPLICATION SIGN} 300 · ")
    assert all(button.accessibleName() for button in view.findChildren(QPushButton))
    view.copy()
    assert QGuiApplication.clipboard().image().size() == QSize(400, 300)


async def test_a_picture_opens_from_its_bytes_and_what_is_none_does_not(
    theme: Theme, parent: QWidget
) -> None:
    assert await open_picture(("cat.png", png()), theme, parent, lambda *_: None)
    views = parent.findChildren(PictureView)
    assert [view.windowTitle() for view in views] == ["cat.png"]
    assert not await open_picture(("cat.png", b"none"), theme, parent, lambda *_: None)
    views[0].close()


async def test_saving_writes_the_bytes_as_they_came(
    theme: Theme,
    parent: QWidget,
    tmp_path: Path,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = tmp_path / "saved.png"

    async def picked(parent: QWidget, title: str, name: str) -> Path:
        assert name == "cat.png"
        return target

    monkeypatch.setattr("studio.ui.chat.picture_opening.picked_new_file", picked)
    started: list[object] = []
    data = png()
    await open_picture(("cat.png", data), theme, parent, lambda work, _: started.append(work))
    view = parent.findChildren(PictureView)[0]
    next(each for each in view.findChildren(QPushButton) if each.text() == "Save as…").click()
    await started[0]  # type: ignore[misc]  # a list of coroutines
    assert target.read_bytes() == data
    view.close()


def test_the_page_loads_nothing_of_it_before_the_first_picture() -> None:
    code = (
        "import sys, studio.ui.chat.chat_page; names = ('studio.ui.chat.picture_view',"
        "'studio.ui.chat.picture_shelf', 'studio.ui.chat.image_block', 'studio.ui.chat.file_view',"
        "'studio.adapters.remote_pictures');"
        "print([name for name in names if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert (ended.stdout.strip(), ended.stderr) == (b"[]", b"")
