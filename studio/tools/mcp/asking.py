"""Resources to attach, prompts to write with, and suggestions: what the user asks a server for."""

import base64
import binascii
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from mimetypes import guess_extension
from typing import Any
from urllib.parse import unquote, urlsplit

from studio.core.attachments import ReadFile, clean_name, suffix_of
from studio.harness.ports import FileReader
from studio.tools.mcp import told
from studio.tools.mcp.failures import ServerError
from studio.tools.mcp.links import GoneError, Link, RefusedError
from studio.tools.mcp.owner import NotReachedError, Owner
from studio.tools.mcp.results import words_of

_FILES = 10
_SUGGESTIONS = 100


async def files_read(owner: Owner, uri: str, files: FileReader) -> tuple[ReadFile, ...]:
    """Raises `StudioError`."""
    async with _linked(owner) as link:
        raw = await link.read(uri)
    contents: Any = raw.get("contents")
    given = contents if isinstance(contents, list) else []
    found = [each for each in given if isinstance(each, dict)]
    if not found:
        raise ServerError("the resource is empty")
    return tuple([await files.read_bytes(*_file(each, uri)) for each in found[:_FILES]])


async def prompted(owner: Owner, name: str, arguments: Mapping[str, str]) -> str:
    """Raises `StudioError`."""
    async with _linked(owner) as link:
        raw = await link.prompt(name, arguments)
    return words_of(raw.get("messages"))


async def completed(owner: Owner, reference: str, argument: str, value: str) -> tuple[str, ...]:
    """None where the server cannot: suggestions are no reason to start it, or to fail."""
    if "completions" not in owner.status.capabilities:
        return ()
    try:
        async with _linked(owner) as link:
            raw = await link.complete(reference, argument, value)
    except ServerError:
        return ()
    completion = raw.get("completion")
    values = completion.get("values") if isinstance(completion, dict) else None
    given = values if isinstance(values, list) else []
    return tuple(each for each in given[:_SUGGESTIONS] if isinstance(each, str))


@asynccontextmanager
async def _linked(owner: Owner) -> AsyncGenerator[Link]:
    masked = owner.journal.masked
    name = owner.entry.name
    try:
        yield (await owner.reach()).link
    except RefusedError as error:
        raise ServerError(masked(error.message)) from None
    except GoneError:
        raise ServerError(masked(told.gone(name, None))) from None
    except NotReachedError as error:
        trouble = error.failure.trouble if error.failure is not None else ""
        raise ServerError(masked(told.not_reached(name, error.failure)), trouble) from None


def _file(content: Mapping[str, Any], asked: str) -> tuple[str, bytes]:
    """Its name and its bytes. A name without an ending gets the one of its type."""
    uri = content.get("uri") if isinstance(content.get("uri"), str) else asked
    path = unquote(urlsplit(str(uri)).path) or str(uri)
    name = clean_name(path)
    media_type = content.get("mimeType")
    if not suffix_of(name) and isinstance(media_type, str):
        name += guess_extension(media_type.partition(";")[0].strip()) or ""
    text, blob = content.get("text"), content.get("blob")
    if isinstance(text, str):
        return name, text.encode("utf-8", "replace")
    try:
        return name, base64.b64decode(blob if isinstance(blob, str) else "")
    except (binascii.Error, ValueError):
        raise ServerError("the resource cannot be read: its bytes are not valid Base64") from None
