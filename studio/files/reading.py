"""Bytes become what is attached: recognised, measured, and their text read out."""

from hashlib import sha256

from studio.core.attachments import (
    ZIP,
    FileError,
    FileKind,
    FileLimits,
    FileTrouble,
    ReadFile,
    Recognised,
    recognised,
)
from studio.core.chats import AttachedFile
from studio.core.decoding import as_table, decoded, words_in
from studio.core.messages import Attachment
from studio.files import archives, documents

_TAB = "text/tab-separated-values"


def made_of(name: str, data: bytes, limits: FileLimits) -> ReadFile:
    """Raises `FileError`."""
    if not data:
        raise FileError(name, FileTrouble.EMPTY)
    if len(data) > limits.file_bytes:
        raise FileError(name, FileTrouble.TOO_LARGE, limits.file_bytes, len(data))
    members: tuple[str, ...] = ()
    if data.startswith(ZIP):
        members = archives.members(name, data, limits.unpacked_bytes)
    known = recognised(name, data, members)
    if known is None:
        raise FileError(name, FileTrouble.UNKNOWN_KIND)
    text, pages, encoding = _text_of(known, name, data, limits)
    if len(text) > limits.text_characters:
        raise FileError(name, FileTrouble.TOO_LARGE, limits.text_characters, len(text))
    attachment = Attachment(
        name=name,
        media_type=known.media_type,
        size=len(data),
        digest=sha256(data).hexdigest(),
        text_digest=_digest_of(text),
        pages=pages,
        words=words_in(text) if text else None,
    )
    return ReadFile(attachment, AttachedFile(data, text), encoding)


def _text_of(
    known: Recognised, name: str, data: bytes, limits: FileLimits
) -> tuple[str, int | None, str]:
    """The text, the pages where there are any, and the encoding where it was guessed."""
    match known.kind:
        case FileKind.PICTURE:
            return "", None, ""
        case FileKind.PDF:
            text, pages = documents.pdf(name, data, limits.pages)
            return text, pages, ""
        case FileKind.TEXT:
            read = decoded(data)
            return read.text, None, read.encoding
        case FileKind.TABLE if known.media_type.startswith("text/"):
            read = decoded(data)
            return (
                as_table(read.text, "\t" if known.media_type == _TAB else ""),
                None,
                read.encoding,
            )
        case FileKind.TABLE | FileKind.DOCUMENT:
            return documents.office(name, data, known.media_type), None, ""


def _digest_of(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest() if text else ""
