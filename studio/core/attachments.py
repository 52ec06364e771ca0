"""Files beside a prompt: what they are, how large they may be, and what went wrong with one.

What a file is is read from its first bytes; its name decides only among kinds of text.
"""

from dataclasses import dataclass
from enum import StrEnum

from studio.core.chats import AttachedFile, Turn
from studio.core.errors import Category, Failure, StudioError
from studio.core.messages import Attachment


class FileKind(StrEnum):
    """What can be done with a file."""

    PICTURE = "picture"
    PDF = "pdf"
    DOCUMENT = "document"  # of an office program: the text is read out of it
    TABLE = "table"
    TEXT = "text"  # code too


class FileTrouble(StrEnum):
    """Why a file cannot be attached. The `Failure.code` of a `FileError`."""

    GONE = "gone"  # moved, deleted, or a link that leads nowhere
    FOLDER = "folder"
    NO_FILE = "no_file"  # a pipe, a device
    NO_PERMISSION = "no_permission"
    EMPTY = "empty"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    TOO_MANY_PAGES = "too_many_pages"
    TOO_MANY_PIXELS = "too_many_pixels"
    UNPACKS_TOO_LARGE = "unpacks_too_large"
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    UNKNOWN_KIND = "unknown_kind"
    TOO_SLOW = "too_slow"
    NO_CONVERTER = "no_converter"
    UNREADABLE = "unreadable"


class FileError(StudioError):
    """A file that cannot be attached. `limit` and `found` are counts where there was a bound."""

    def __init__(
        self, name: str, trouble: FileTrouble, limit: int | None = None, found: int | None = None
    ) -> None:
        super().__init__(Failure(Category.FILE, name, code=trouble))
        self.name = name
        self.trouble = trouble
        self.limit = limit
        self.found = found


@dataclass(frozen=True, slots=True)
class FileLimits:
    """How much one prompt may hold. `unpacked_bytes` is what an archive may come to."""

    file_bytes: int = 20_000_000
    files: int = 10
    pages: int = 100
    pixels: int = 60_000_000
    unpacked_bytes: int = 300_000_000
    text_characters: int = 4_000_000
    seconds: float = 60.0


FILE_LIMITS = FileLimits()


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file is. `is_sendable` is false for pictures that no model takes as they are."""

    kind: FileKind
    media_type: str
    is_sendable: bool = True


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file as it will be attached. `encoding` is named where it had to be guessed; `is_reduced`
    is true for a picture that was made smaller."""

    attachment: Attachment
    file: AttachedFile
    encoding: str = ""
    is_reduced: bool = False


_OFFICE = "application/vnd.openxmlformats-officedocument."
_OPEN = "application/vnd.oasis.opendocument."
_PICTURES = {
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
}
# First bytes, at an offset.
_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"BM", "image/bmp"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (0, b"\0\0\1\0", "image/x-icon"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypheix", "image/heic"),
    (4, b"ftypmif1", "image/heic"),
    (4, b"ftypavif", "image/avif"),
    (0, b"%PDF-", "application/pdf"),
    (0, b"{\\rtf", "application/rtf"),
)
_DOCUMENTS = {
    ".docx": _OFFICE + "wordprocessingml.document",
    ".xlsx": _OFFICE + "spreadsheetml.sheet",
    ".pptx": _OFFICE + "presentationml.presentation",
    ".odt": _OPEN + "text",
    ".ods": _OPEN + "spreadsheet",
    ".odp": _OPEN + "presentation",
    ".epub": "application/epub+zip",
}
_OLD_DOCUMENTS = {
    ".doc": "application/msword",
    ".xls": "application/vnd.ms-excel",
    ".ppt": "application/vnd.ms-powerpoint",
}
# What an Office file holds, for one whose name says something else.
_INSIDE = (
    ("word/", _DOCUMENTS[".docx"]),
    ("xl/", _DOCUMENTS[".xlsx"]),
    ("ppt/", _DOCUMENTS[".pptx"]),
)
_TABLES = {".csv": "text/csv", ".tsv": "text/tab-separated-values"}
_TEXTS = {
    ".md": "text/markdown",
    ".html": "text/html",
    ".htm": "text/html",
    ".json": "application/json",
    ".xml": "application/xml",
}
ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_RUNNABLE = (b"\x7fELF", b"MZ", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe")
_CONTROL = bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 27})


def recognised(name: str, data: bytes, inside: tuple[str, ...] = ()) -> Recognised | None:
    """What a file is; None for what no model can be given. `inside` names an archive's members."""
    for offset, magic, media_type in _MAGIC:
        if data.startswith(magic, offset) and not (magic == b"BM" and _is_text(data)):
            return _of_magic(media_type)
    if data.startswith(ZIP):
        media_type = _of_archive(name, inside)
        return Recognised(_document_kind(media_type), media_type) if media_type else None
    if data.startswith(_OLE):
        old = _OLD_DOCUMENTS.get(suffix_of(name))
        return Recognised(_document_kind(old), old) if old else None
    if data.startswith(_RUNNABLE) or not _is_text(data):
        return None
    return _of_text(name, data)


def suffix_of(name: str) -> str:
    stem, dot, last = name.rpartition(".")
    return (dot + last).lower() if stem else ""


def kind_of(media_type: str) -> FileKind:
    """The kind of what is attached already."""
    if media_type.startswith("image/"):
        return FileKind.PICTURE
    if media_type == "application/pdf":
        return FileKind.PDF
    if media_type in _DOCUMENTS.values() or media_type in _OLD_DOCUMENTS.values():
        return _document_kind(media_type)
    if media_type in _TABLES.values():
        return FileKind.TABLE
    return FileKind.DOCUMENT if media_type == "application/rtf" else FileKind.TEXT


def clean_name(name: str) -> str:
    """A name as it may be shown and sent: one line, without signs that turn the reading round."""
    last = name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    kept = "".join(sign if sign.isprintable() else " " for sign in last)
    return " ".join(kept.encode("utf-8", "replace").decode().split())[:200] or "file"


def attachments_of(turns: tuple[Turn, ...]) -> tuple[Attachment, ...]:
    """Each once, in the order of the turns."""
    parts = (part for turn in turns for part in turn.prompt)
    return tuple(dict.fromkeys(part for part in parts if isinstance(part, Attachment)))


def _of_magic(media_type: str) -> Recognised:
    if media_type == "application/pdf":
        return Recognised(FileKind.PDF, media_type)
    if media_type == "application/rtf":
        return Recognised(FileKind.DOCUMENT, media_type)
    return Recognised(FileKind.PICTURE, media_type, is_sendable=media_type in _PICTURES)


def _of_archive(name: str, inside: tuple[str, ...]) -> str:
    """Its members say which Office file it is, and its name where they do not."""
    for prefix, media_type in _INSIDE:
        if "[Content_Types].xml" in inside and any(each.startswith(prefix) for each in inside):
            return media_type
    named = _DOCUMENTS.get(suffix_of(name), "")
    return named if not named.startswith(_OFFICE) else ""


def _document_kind(media_type: str) -> FileKind:
    is_table = "sheet" in media_type or media_type.endswith("ms-excel")
    return FileKind.TABLE if is_table else FileKind.DOCUMENT


def _of_text(name: str, data: bytes) -> Recognised:
    suffix = suffix_of(name)
    if suffix == ".svg" or data.lstrip()[:4] == b"<svg":
        return Recognised(FileKind.PICTURE, "image/svg+xml", is_sendable=False)
    if suffix in _TABLES:
        return Recognised(FileKind.TABLE, _TABLES[suffix])
    return Recognised(FileKind.TEXT, _TEXTS.get(suffix, "text/plain"))


def _is_text(data: bytes) -> bool:
    """Without the control characters that no text holds; UTF-16 holds zeros, and says so."""
    return data.startswith(_UTF16) or not data[:65_536].translate(None, _PRINTING)


_PRINTING = bytes(set(range(256)) - set(_CONTROL))
