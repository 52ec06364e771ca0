"""Looks at pictures with Qt, in a thread: checks them, converts them, makes large ones smaller."""

import asyncio
from dataclasses import replace
from hashlib import sha256

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QImageWriter
from typing_extensions import override

from studio.core.attachments import (
    FILE_LIMITS,
    FileError,
    FileLimits,
    FileTrouble,
    ReadFile,
    recognised,
)
from studio.core.chats import AttachedFile
from studio.harness.ports import Pictures

# Anthropic takes 5 MB after encoding, which adds a third, and 8,000 pixels a side.
_MOST_BYTES = 3_600_000
_MOST_SIDE = 8_000
_REDUCED_SIDE = 3_000
_QUALITY = 88
_PNG = "image/png"


class QtPictures(Pictures):
    """Lives as long as the application; keeps nothing."""

    def __init__(self, limits: FileLimits = FILE_LIMITS) -> None:
        self._limits = limits

    @override
    async def prepared(self, read: ReadFile) -> ReadFile:
        return await asyncio.to_thread(_prepared, read, self._limits.pixels)


class _Opened:
    """A reader with its device, which it only borrows."""

    def __init__(self, data: bytes) -> None:
        self._buffer = QBuffer()
        self._buffer.setData(QByteArray(data))
        self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self.reader = QImageReader(self._buffer)
        # Not by its name: a JPEG that is called PNG is one all the same.
        self.reader.setDecideFormatFromContent(True)
        self.reader.setAutoTransform(True)


def thumbnail(data: bytes, side: int) -> QImage:
    """The picture in a square of so many pixels; null where it cannot be read. Any thread."""
    opened = _Opened(data)
    reader = opened.reader
    size = reader.size()
    if size.isValid():
        # A JPEG is decoded at about this size, which is ten times as fast.
        reader.setScaledSize(size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def seen(data: bytes, side: int) -> tuple[QImage, QSize]:
    """The picture, no larger than so many pixels a side, and its own size. Null where it cannot
    be read. Any thread."""
    opened = _Opened(data)
    reader = opened.reader
    size = reader.size()
    if size.width() * size.height() > FILE_LIMITS.pixels:
        return QImage(), size
    if max(size.width(), size.height()) > side:
        reader.setScaledSize(size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    is_turned = reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90
    size = size if size.isValid() else image.size()
    return image, size.transposed() if is_turned else size


def png_of(image: QImage) -> bytes:
    return _written(image, b"png", -1)


def _prepared(read: ReadFile, most_pixels: int) -> ReadFile:
    name = read.attachment.name
    known = recognised(name, read.file.data)
    opened = _Opened(read.file.data)
    reader = opened.reader
    if not reader.canRead():
        is_known = known is not None and known.is_sendable
        raise FileError(name, FileTrouble.DAMAGED if is_known else FileTrouble.UNKNOWN_KIND)
    size = reader.size()
    pixels = size.width() * size.height()
    if pixels > most_pixels:
        raise FileError(name, FileTrouble.TOO_MANY_PIXELS, most_pixels, pixels)
    is_animated = reader.imageCount() > 1
    image = reader.read()
    if image.isNull():
        raise FileError(name, FileTrouble.DAMAGED)
    is_large = len(read.file.data) > _MOST_BYTES or max(size.width(), size.height()) > _MOST_SIDE
    if known is not None and known.is_sendable and (is_animated or not is_large):
        return read
    return _converted(read, image, is_large=is_large)


def _converted(read: ReadFile, image: QImage, *, is_large: bool) -> ReadFile:
    if is_large:
        side = min(_REDUCED_SIDE, max(image.width(), image.height()))
        image = image.scaled(
            QSize(side, side),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    is_photo = is_large and not image.hasAlphaChannel()
    data = _written(image, b"jpeg", _QUALITY) if is_photo else png_of(image)
    if not data:
        raise FileError(read.attachment.name, FileTrouble.DAMAGED)
    attachment = replace(
        read.attachment,
        name=_renamed(read.attachment.name, ".jpg" if is_photo else ".png"),
        media_type="image/jpeg" if is_photo else _PNG,
        size=len(data),
        digest=sha256(data).hexdigest(),
    )
    return ReadFile(attachment, AttachedFile(data), is_reduced=is_large)


def _renamed(name: str, suffix: str) -> str:
    stem, dot, _ = name.rpartition(".")
    return (stem if dot and stem else name) + suffix


def _written(image: QImage, kind: bytes, quality: int) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(kind))
    writer.setQuality(quality)
    return bytes(buffer.data().data()) if writer.write(image) else b""
