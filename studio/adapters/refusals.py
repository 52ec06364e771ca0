"""Reads a reply that is no success, and says what it means."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import httpx

from studio.adapters.channel import Channel
from studio.adapters.hints import Hints, plain_address
from studio.adapters.near_addresses import page_miss
from studio.adapters.recorder import AttemptRecord
from studio.core.addresses import is_near
from studio.core.errors import Category, Diagnosis, Failure, RoundError
from studio.wire.failures import failure_from_response

_MAX_BODY = 256 * 1024
_TIMEOUT = 10.0


async def refusal(
    channel: Channel, response: httpx.Response, record: AttemptRecord, now: float
) -> Failure:
    """`now` (epoch) is for `Retry-After` dates where the server does not tell its own time."""
    body = await _body(channel, response, record)
    return meaning(channel, response, body, now)


def meaning(channel: Channel, response: httpx.Response, body: bytes, now: float | None) -> Failure:
    """The failure that a reply with its body is, fit to be shown."""
    if response.is_redirect:
        return channel.shown(redirected(channel, response), response.request)
    time = server_time(response.headers.get("date", ""))
    # Before anything is cut: half a key would not be known any more.
    body = channel.endpoint.masker.data(body)
    failure = failure_from_response(
        response.status_code,
        response.headers,
        body,
        now=now if time is None else time,
    )
    skew = time - now if time is not None and now is not None else None
    return channel.refused(failure, response, body, skew)


def server_time(date: str) -> float | None:
    """A `Retry-After` date is meant by the server's own clock; ours may be wrong by hours."""
    try:
        time = parsedate_to_datetime(date)
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


async def _body(channel: Channel, response: httpx.Response, record: AttemptRecord) -> bytes:
    """As much as comes in good time; a refusal without its words is one all the same."""
    pieces: list[bytes] = []
    # The status is what counts.
    with suppress(TimeoutError, RoundError):
        async with asyncio.timeout(_TIMEOUT), aclosing(channel.body(response)) as body:
            await _collect(body, pieces, record)
    return b"".join(pieces)


async def _collect(body: AsyncGenerator[bytes], pieces: list[bytes], record: AttemptRecord) -> None:
    size = 0
    async for piece in body:
        record.add(piece)
        pieces.append(piece)
        size += len(piece)
        if size >= _MAX_BODY:
            return


def redirected(channel: Channel, response: httpx.Response) -> Failure:
    """Never followed: the key and the chat would go to an address that nobody entered."""
    asked = response.request.url
    try:
        target = asked.join(response.headers.get("location", ""))
    except httpx.InvalidURL:
        target = asked.copy_with(path="/", query=None)
    shown = channel.endpoint.masker.url(str(target))
    failure = Failure(
        Category.ADDRESS,
        f"redirects to {shown}, which was not followed",
        status=response.status_code,
        code="redirect",
    )
    return _explained(failure, channel.endpoint.hints, asked, target)


def _explained(failure: Failure, hints: Hints, asked: httpx.URL, target: httpx.URL) -> Failure:
    """Some redirects say what the address should have been."""
    # Another host is no suggestion of ours: whoever redirects could name any.
    moved = _moved(hints.base_url, asked, target) if target.host == asked.host else ""
    if moved and asked.scheme == "http" != target.scheme:
        return replace(failure, code=Diagnosis.NEEDS_HTTPS, suggestions=(moved,))
    if moved and target.port == asked.port:
        return replace(failure, code=Diagnosis.OTHER_ADDRESS, suggestions=(moved,))
    if asked.scheme == "http" and target.host != asked.host and not is_near(str(asked)):
        return replace(failure, category=Category.NETWORK, code=Diagnosis.CAPTIVE_PORTAL)
    if not moved and (target.host == asked.host or hints.site_row is not None):
        # A page to log in at, say: this is the web site.
        code, suggestions = page_miss(hints)
        return replace(failure, code=code, suggestions=suggestions)
    return failure


def _moved(base_url: str, asked: httpx.URL, target: httpx.URL) -> str:
    """The base of the target, where it ends like what was asked: the API has only moved."""
    base = plain_address(base_url)
    path, there = asked.path.rstrip("/"), target.path.rstrip("/")
    tail = path.removeprefix(urlsplit(base).path)
    if not base or not tail or not there.endswith(tail):
        return ""
    found = plain_address(f"{target.scheme}://{target.netloc.decode()}{there.removesuffix(tail)}")
    return "" if found == base else found
