"""Pictures that answers name: which are asked for, which are here, and why one is not."""

import asyncio
import base64
import binascii
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote_to_bytes, urlsplit

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QImage

from studio.core.attachments import FileKind, recognised
from studio.core.pictures import FetchedPicture, PictureError, PictureTrouble
from studio.ui.pictures import seen

_MOST_BYTES = 60_000_000
_MOST_FAULTS = 200
_MOST_DATA = 6_000_000  # characters of a picture that is written into the text
_PREVIEW_SIDE = 1_800  # pixels

Fetch = Callable[[str], Awaitable[FetchedPicture]]


@dataclass(frozen=True, slots=True)
class ShelvedPicture:
    """`preview` is made smaller; `size` is that of the picture itself, in pixels."""

    name: str
    data: bytes
    preview: QImage
    size: QSize


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a picture is not here."""

    trouble: PictureTrouble
    detail: str = ""


class PictureShelf(QObject):
    """One for all chats, bounded; forgets with the program. Signals: `changed(address)`."""

    changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pictures: OrderedDict[str, ShelvedPicture] = OrderedDict()
        self._faults: OrderedDict[str, Fault] = OrderedDict()
        self._loading: set[str] = set()

    def picture(self, address: str) -> ShelvedPicture | None:
        picture = self._pictures.get(address)
        if picture is not None:
            self._pictures.move_to_end(address)
        return picture

    def fault(self, address: str) -> Fault | None:
        return self._faults.get(address)

    def is_loading(self, address: str) -> bool:
        return address in self._loading

    async def load(self, address: str, fetch: Fetch) -> None:
        """Fetches a picture, or takes it out of a `data:` address. What fails is said here."""
        if address in self._loading or address in self._pictures:
            return
        self._loading.add(address)
        self._faults.pop(address, None)
        self.changed.emit(address)
        try:
            self._keep(address, await _loaded(address, fetch))
        except PictureError as error:
            self._faults[address] = Fault(error.trouble, error.detail)
            if len(self._faults) > _MOST_FAULTS:
                self._faults.popitem(last=False)
        finally:
            self._loading.discard(address)
            self.changed.emit(address)

    def _keep(self, address: str, picture: ShelvedPicture) -> None:
        self._pictures[address] = picture
        sizes = [_weight(each) for each in self._pictures.values()]
        while sum(sizes) > _MOST_BYTES and len(sizes) > 1:
            self._pictures.popitem(last=False)
            del sizes[0]


@cache
def shared() -> PictureShelf:
    """The one that all transcripts look into."""
    return PictureShelf()


def host_of(address: str) -> str:
    """The host of a web address; empty for everything else."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return (parts.hostname or "") if parts.scheme.lower() in {"http", "https"} else ""


def is_written_in(address: str) -> bool:
    """Whether the address holds the picture itself."""
    return address[:11].lower() == "data:image/"


async def _loaded(address: str, fetch: Fetch) -> ShelvedPicture:
    if is_written_in(address):
        fetched = await asyncio.to_thread(_written_in, address)
    elif host_of(address):
        fetched = await fetch(address)
    else:
        raise PictureError(PictureTrouble.ADDRESS)
    preview, size = await asyncio.to_thread(seen, fetched.data, _PREVIEW_SIDE)
    if preview.isNull():
        raise PictureError(PictureTrouble.NO_PICTURE)
    return ShelvedPicture(fetched.name, fetched.data, preview, size)


def _written_in(address: str) -> FetchedPicture:
    head, comma, body = address.partition(",")
    if not comma or len(body) > _MOST_DATA:
        raise PictureError(PictureTrouble.TOO_LARGE if comma else PictureTrouble.ADDRESS)
    data = unquote_to_bytes(body)
    if head.lower().endswith(";base64"):
        try:
            data = base64.b64decode(data)
        except (binascii.Error, ValueError):
            raise PictureError(PictureTrouble.NO_PICTURE) from None
    known = recognised("picture", data[:4096])
    if known is None or known.kind is not FileKind.PICTURE or "svg" in known.media_type:
        raise PictureError(PictureTrouble.NO_PICTURE)
    return FetchedPicture(data, known.media_type, "")


def _weight(picture: ShelvedPicture) -> int:
    return len(picture.data) + picture.preview.sizeInBytes()
