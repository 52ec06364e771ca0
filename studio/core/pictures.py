"""Pictures that somebody else names: fetched only when the reader asks for one."""

from dataclasses import dataclass
from enum import StrEnum

from studio.core.errors import Category, Failure, StudioError

MOST_BYTES = 20_000_000


class PictureTrouble(StrEnum):
    """Why a picture was not fetched. The `Failure.code` of a `PictureError`."""

    ADDRESS = "address"  # not of the web, or not readable
    PRIVATE = "private"  # leads to this computer or its network
    UNKNOWN_HOST = "unknown_host"
    UNREACHABLE = "unreachable"
    NOT_TRUSTED = "not_trusted"  # its certificate
    STATUS = "status"  # the server has said no; `detail` is its number
    REDIRECTS = "redirects"
    TOO_LARGE = "too_large"
    NO_PICTURE = "no_picture"
    TOO_SLOW = "too_slow"


class PictureError(StudioError):
    """A picture that cannot be had. `detail` is a fact, no sentence."""

    def __init__(self, trouble: PictureTrouble, detail: str = "") -> None:
        super().__init__(Failure(Category.FILE, detail, code=trouble))
        self.trouble = trouble
        self.detail = detail


@dataclass(frozen=True, slots=True)
class FetchedPicture:
    """What came. The media type is read from its first bytes."""

    data: bytes
    media_type: str
    name: str
