"""Asks a provider which models it offers."""

import asyncio
import json
from contextlib import aclosing
from urllib.parse import quote

import httpx

from studio.adapters.channel import Channel
from studio.core.errors import Category, Failure, RoundError
from studio.core.messages import Dialect
from studio.wire.failures import failure_from_response
from studio.wire.model_list import read

TIMEOUT = 20.0
_MAX_BODY = 16 * 1024 * 1024
_MAX_PAGES = 20
_PAGE_SIZE = 1000


async def list_models(channel: Channel) -> tuple[str, ...]:
    """Model IDs, sorted. Raises `RoundError`, at the latest after `TIMEOUT` seconds."""
    url = channel.endpoint.models_url()
    try:
        async with asyncio.timeout(TIMEOUT):
            return await _pages(channel, url)
    except TimeoutError:
        shown = channel.endpoint.masker.url(url)
        failure = Failure(Category.TIMEOUT, f"no list within {TIMEOUT:g} s", url=shown)
    raise RoundError(failure)


async def _pages(channel: Channel, url: str) -> tuple[str, ...]:
    found: set[str] = set()
    dialect = channel.endpoint.dialect
    page = _with_query(url, f"limit={_PAGE_SIZE}") if _is_paged(dialect) else url
    for _ in range(_MAX_PAGES):
        body = await _get(channel, page)
        found.update(_ids(channel, page, body))
        after = _next_page(body) if _is_paged(dialect) else ""
        if not after:
            break
        page = _with_query(url, f"limit={_PAGE_SIZE}&after_id={quote(after, safe='')}")
    return tuple(sorted(found))


def _is_paged(dialect: Dialect) -> bool:
    return dialect is Dialect.ANTHROPIC_MESSAGES


def _with_query(url: str, query: str) -> str:
    return f"{url}{'&' if '?' in url else '?'}{query}"


def _ids(channel: Channel, url: str, body: bytes) -> tuple[str, ...]:
    try:
        return read(channel.endpoint.dialect, body)
    except RoundError as error:
        failure = channel.endpoint.shown(error.failure, url)
    raise RoundError(failure)


def _next_page(body: bytes) -> str:
    match json.loads(body):
        case {"has_more": True, "last_id": str(last)}:
            return last
        case _:
            return ""


async def _get(channel: Channel, url: str) -> bytes:
    request = channel.request("GET", url, {"accept": "application/json"})
    response = await channel.send(request)
    try:
        body = await _body(channel, response)
    finally:
        await response.aclose()
    if not response.is_success:
        failure = failure_from_response(response.status_code, response.headers, body)
        raise RoundError(channel.shown(failure, request))
    return body


async def _body(channel: Channel, response: httpx.Response) -> bytes:
    whole = bytearray()
    async with aclosing(channel.body(response)) as pieces:
        async for piece in pieces:
            whole += piece
            if len(whole) > _MAX_BODY:
                failure = Failure(Category.UNREADABLE_REPLY, f"more than {_MAX_BODY} bytes")
                raise RoundError(channel.shown(failure, response.request))
    return bytes(whole)
