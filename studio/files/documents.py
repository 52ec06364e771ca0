"""Text out of PDF and office files, by way of the converter, where there is one for this machine.

The converter would keep what it has read in a cache on the disk, where chats that are not kept
must leave nothing: it is told not to.
"""

from dataclasses import dataclass
from importlib.util import find_spec

from studio.core.attachments import FileError, FileTrouble

HAS_CONVERTER = find_spec("kreuzberg") is not None

if HAS_CONVERTER:
    import kreuzberg

PDF = "application/pdf"


@dataclass(frozen=True, slots=True)
class _Extracted:
    text: str
    pages: int | None


def pdf(name: str, data: bytes, most_pages: int) -> tuple[str, int | None]:
    """The text, empty where the pages are pictures, and the number of pages. Raises `FileError`;
    without a converter nothing is known of it, and it can be sent as it is."""
    if not HAS_CONVERTER:
        return "", None
    read = _extracted(name, data, PDF)
    if read.pages is not None and read.pages > most_pages:
        raise FileError(name, FileTrouble.TOO_MANY_PAGES, most_pages, read.pages)
    return read.text, read.pages


def office(name: str, data: bytes, media_type: str) -> str:
    """As Markdown. Raises `FileError`."""
    if not HAS_CONVERTER:
        raise FileError(name, FileTrouble.NO_CONVERTER)
    text = _extracted(name, data, media_type).text
    if not text:
        raise FileError(name, FileTrouble.EMPTY)
    return text


def _extracted(name: str, data: bytes, media_type: str) -> _Extracted:
    settings = kreuzberg.ExtractionConfig(use_cache=False, output_format="markdown")
    try:
        result = kreuzberg.extract_bytes_sync(data, media_type, settings)
    except kreuzberg.KreuzbergError as error:
        is_locked = "password" in str(error).lower()
        trouble = FileTrouble.ENCRYPTED if is_locked else FileTrouble.DAMAGED
        raise FileError(name, trouble) from error
    pages = result.metadata.get("page_count")
    return _Extracted(result.content.strip(), pages if isinstance(pages, int) else None)
