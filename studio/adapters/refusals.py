"""Reads a reply that is no success, and says what it means."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from datetime import UTC
from email.utils import parsedate_to_datetime

import httpx

from studio.adapters.channel import Channel
from studio.adapters.recorder import AttemptRecord
from studio.core.errors import Category, Failure, RoundError
from studio.wire.failures import failure_from_response

_MAX_BODY = 256 * 1024
_TIMEOUT = 10.0


async def refusal(
    channel: Channel, response: httpx.Response, record: AttemptRecord, now: float
) -> Failure:
    """`now` (epoch) is for `Retry-After` dates where the server does not tell its own time."""
    body = await _body(channel, response, record)
    if response.is_redirect:
        failure = _redirect(channel, response)
    else:
        time = server_time(response.headers.get("date", ""))
        failure = failure_from_response(
            response.status_code,
            response.headers,
            body,
            now=now if time is None else time,
        )
    return channel.shown(failure, response.request)


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


def _redirect(channel: Channel, response: httpx.Response) -> Failure:
    """Never followed: the key and the chat would go to an address that nobody entered."""
    target = response.headers.get("location", "")
    try:
        target = str(response.request.url.join(target))
    except httpx.InvalidURL:
        target = ""
    return Failure(
        Category.ADDRESS,
        f"redirects to {channel.endpoint.masker.url(target)}, which was not followed",
        status=response.status_code,
        code="redirect",
    )
