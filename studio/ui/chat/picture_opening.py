"""Opens a picture in a window of its own: decoded away from the window, saved where the user says.

Loaded when the first picture is opened.
"""

import asyncio
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QSaveFile, QSize
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from studio.core.errors import Category, Failure, StudioError
from studio.ui.chat.attaching import Spawn
from studio.ui.chat.picture_shelf import ShelvedPicture
from studio.ui.chat.picture_view import PictureView
from studio.ui.dialogs import picked_new_file
from studio.ui.pictures import seen
from studio.ui.texts import size as size_text
from studio.ui.theme import Theme

_MOST_SIDE = 12_000  # pixels that are decoded


async def open_picture(
    named: tuple[str, bytes], theme: Theme, parent: QWidget, spawn: Spawn
) -> bool:
    """Shows a picture of this name and bytes. False where it cannot be read."""
    name, data = named
    image, size = await asyncio.to_thread(seen, data, _MOST_SIDE)
    if image.isNull() or not isValid(parent):
        return False
    view: PictureView

    def save() -> None:
        spawn(_save(view, name, data), "save a picture")

    view = PictureView(theme, image, caption_of(name, size, len(data)), save, parent)
    view.show()
    return True


async def open_shelved(
    picture: ShelvedPicture, theme: Theme, parent: QWidget, spawn: Spawn
) -> None:
    """Shows one that an answer names."""
    unnamed = QCoreApplication.translate("pictures", "picture")
    await open_picture((picture.name or unnamed, picture.data), theme, parent, spawn)


def caption_of(name: str, size: QSize, length: int) -> str:
    """Such as `cat.png`, its size in pixels, and `120 kB`."""
    number = QLocale().toString
    pixels = f"{number(size.width())} \N{MULTIPLICATION SIGN} {number(size.height())}"
    return f"{name} · {pixels} · {size_text(length)}"


async def _save(view: PictureView, name: str, data: bytes) -> None:
    title = QCoreApplication.translate("pictures", "Save picture")
    path = await picked_new_file(view, title, name)
    if path is not None:
        await asyncio.to_thread(_write, path, data)


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all. Raises `StudioError`."""
    file = QSaveFile(str(path))
    if (
        not (file.open(QSaveFile.OpenModeFlag.WriteOnly) and file.write(data) == len(data))
        or not file.commit()
    ):
        raise StudioError(Failure(Category.STORAGE, file.errorString()))
