"""The tool that reads one page of the web: its main content, a text document, or a PDF's text."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from pydantic import Field
from typing_extensions import override

from studio.core.attachments import FileError, clean_name
from studio.core.messages import Citation
from studio.core.results import Form
from studio.core.tools import ToolDefinition, ToolOutput
from studio.core.trust import Level, Reach
from studio.tools.arguments import ToolArguments, schema_of
from studio.tools.refusals import RefusedError
from studio.tools.tool import BuiltInTool
from studio.tools.web.charsets import text_of
from studio.tools.web.fetching import (
    Ask,
    Fetched,
    FetchRefusedError,
    FetchTrouble,
    WebFetch,
    named,
)
from studio.tools.web.pages import PageReader
from studio.tools.web.paging import Page, page_of

ReadDocument = Callable[[str, bytes], Awaitable[str]]

_MOST_CHARACTERS = 4_000_000
_KEPT_PAGES = 8
_KEPT_SECONDS = 300.0
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_PDF = frozenset({"application/pdf", "application/x-pdf"})
_FORMS = {"text/csv": Form.TABLE, "text/markdown": Form.MARKDOWN, "text/x-markdown": Form.MARKDOWN}
_TYPES = (
    *("text/html", "application/xhtml+xml", "text/*", "application/json", "application/xml"),
    *("*+json", "*+xml", "application/pdf", "application/x-pdf", "application/yaml"),
    *("application/x-yaml", "application/toml", "application/x-ndjson", "application/jsonl"),
    # What servers say that do not know; the bytes then tell.
    *("application/octet-stream", "binary/octet-stream", "application/javascript"),
)
_BEGINNING = 1_024  # bytes
_DESCRIPTION = (
    "Reads a page of the web by its address: the main content as Markdown, text documents as they "
    "are, PDFs as text. Long ones come in pages; has_more tells whether there is another. Pages "
    "that only a browser can draw come back empty, and nothing can be filled in or clicked."
)


class ReadWebPageArguments(ToolArguments):
    """What the model gives."""

    url: str = Field(
        min_length=1,
        max_length=8_000,
        description="The whole address, beginning with https:// or http://.",
    )
    page: int = Field(default=1, ge=1, le=1_000, description="The page of its text, from 1.")


@dataclass(frozen=True, slots=True)
class _Document:
    """What stands at an address. `form` is how it is shown where nothing is put before it."""

    url: str
    title: str
    text: str
    form: Form
    host: str
    is_private: bool


class ReadWebPage(BuiltInTool[ReadWebPageArguments]):
    """Keeps the last few documents for a while, for their other pages. `clock` in seconds, from
    anywhere. `read_document` gives the text of a file, and raises `FileError`."""

    model = ReadWebPageArguments

    def __init__(
        self,
        web: WebFetch,
        read_document: ReadDocument,
        *,
        pages: PageReader | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(
            ToolDefinition(
                "read_web_page",
                _DESCRIPTION,
                schema_of(ReadWebPageArguments),
                is_read_only=True,
                timeout=60.0,
                reach=Reach.CHOSEN,
                is_outside=True,
            )
        )
        self._web = web
        self._read_document = read_document
        self._pages = pages or PageReader()
        self._clock = clock
        self._kept: dict[str, tuple[float, _Document]] = {}

    @override
    async def _answer(self, arguments: ReadWebPageArguments) -> ToolOutput:
        url = arguments.url.strip()
        kept = self._remembered(url) if arguments.page > 1 else None
        document = kept or await self._document(url)
        self._remember(url, document)
        page = page_of(document.text, arguments.page)
        if page is None:
            raise RefusedError(
                f"The document has no page {arguments.page}; ask for an earlier one."
            )
        return _output(url, document, page)

    async def _document(self, url: str) -> _Document:
        fetched = await self._web.fetch(Ask(url, _TYPES))
        title, text, form = await self._read(fetched)
        if not text.strip():
            raise RefusedError(
                "There is no text to read at this address. Its page may be one that only a "
                "browser can draw."
            )
        bounded = text[:_MOST_CHARACTERS]
        return _Document(fetched.url, title, bounded, form, fetched.host, fetched.is_private)

    async def _read(self, fetched: Fetched) -> tuple[str, str, Form]:
        kind = fetched.media_type
        if kind in _PDF or b"%PDF-" in fetched.data[:_BEGINNING]:
            return "", await self._document_text(fetched), Form.TEXT
        text = text_of(fetched.data, fetched.content_type)
        if text is None:
            raise FetchRefusedError(FetchTrouble.TYPE, f"binary data ({named(kind)})")
        if kind in _HTML or (not _says_text(kind) and _looks_like_html(text)):
            content = await self._pages.read(text, fetched.url)
            return content.title, content.text, Form.MARKDOWN
        is_json = kind == "application/json" or kind.endswith("+json")
        return "", text, Form.JSON if is_json else _FORMS.get(kind, Form.TEXT)

    async def _document_text(self, fetched: Fetched) -> str:
        name = clean_name(unquote(urlsplit(fetched.url).path.rpartition("/")[2])) or "document"
        name = name if name.lower().endswith(".pdf") else f"{name}.pdf"
        try:
            return await self._read_document(name, fetched.data)
        except FileError as error:
            raise RefusedError(f"The PDF could not be read ({error.trouble}).") from None

    def _remembered(self, url: str) -> _Document | None:
        at, document = self._kept.get(url, (0.0, None))
        return document if self._clock() - at <= _KEPT_SECONDS else None

    def _remember(self, url: str, document: _Document) -> None:
        self._kept.pop(url, None)
        self._kept[url] = (self._clock(), document)
        now = self._clock()
        old = [each for each, (at, _) in self._kept.items() if now - at > _KEPT_SECONDS]
        for each in [*old, *list(self._kept)[: max(0, len(self._kept) - _KEPT_PAGES)]]:
            self._kept.pop(each, None)


def _output(asked: str, document: _Document, page: Page) -> ToolOutput:
    is_whole = page.count == 1 and document.form in (Form.JSON, Form.TABLE)
    text = page.text if is_whole else f"{_head(asked, document, page)}\n\n{page.text}"
    form = document.form
    if not is_whole and form is not Form.MARKDOWN:
        form = Form.TEXT  # with a head before it, it is no longer what it was
    return ToolOutput(
        text,
        form=form,
        sources=(Citation(document.url, document.title),),
        demands=Level.INTERNAL if document.is_private else None,
        detail=document.host if document.is_private else "",
    )


def _head(asked: str, document: _Document, page: Page) -> str:
    lines = [f"# {document.title}"] if document.title else []
    led = f" (asked for: {asked})" if document.url != asked else ""
    lines.append(f"Address: {document.url}{led}")
    more = f"true; call again with page {page.number + 1}" if page.has_more else "false"
    lines.append(f"Page {page.number} of {page.count}, has_more: {more}")
    return "\n".join(lines)


def _says_text(kind: str) -> bool:
    return bool(kind) and not kind.endswith("octet-stream")


def _looks_like_html(text: str) -> bool:
    beginning = text[:_BEGINNING].lstrip().lower()
    return beginning.startswith(("<!doctype html", "<html")) or "<body" in beginning
