"""Asks a provider which models it offers, and a server of models for what they can do."""

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import httpx

from studio.adapters.channel import Channel
from studio.adapters.diagnosis import is_page
from studio.adapters.refusals import meaning
from studio.adapters.server_facts import Facts, facts_of
from studio.core.abilities import combined
from studio.core.errors import Category, Failure, RoundError
from studio.core.messages import Dialect
from studio.core.models import ListedModel
from studio.wire.model_list import makers, next_page, read

TIMEOUT = 20.0
_MAX_BODY = 16 * 1024 * 1024
_MAX_PAGES = 20
_PAGE_SIZE = 1000
_PAGE_PARAMETER = {Dialect.ANTHROPIC_MESSAGES: "limit", Dialect.GOOGLE_GEMINI: "pageSize"}


async def list_models(channel: Channel) -> tuple[ListedModel, ...]:
    """The host's models, sorted by ID. Raises `RoundError`, at the latest after `TIMEOUT` s."""
    url = channel.endpoint.models_url()
    try:
        async with asyncio.timeout(TIMEOUT):
            models, made_by = await _pages(channel, url)
    except TimeoutError:
        shown = channel.endpoint.masker.url(url)
        failure = Failure(Category.TIMEOUT, f"{TIMEOUT:g}", code="list_timeout", url=shown)
    else:
        return await _with_facts(channel, models, made_by)
    raise RoundError(failure)


async def _pages(channel: Channel, url: str) -> tuple[tuple[ListedModel, ...], frozenset[str]]:
    found: dict[str, ListedModel] = {}
    made_by: frozenset[str] = frozenset()
    dialect = channel.endpoint.dialect
    size = _PAGE_PARAMETER.get(dialect)
    first = page = url if size is None else _with_query(url, f"{size}={_PAGE_SIZE}")
    for _ in range(_MAX_PAGES):
        body = await _ask(channel, page)
        for model in _read(channel, page, body):
            found.setdefault(model.id, model)
        made_by |= makers(body)
        after = next_page(dialect, body) if size is not None else None
        if after is None:
            break
        page = _with_query(first, f"{after[0]}={quote(after[1], safe='')}")
    return tuple(found[name] for name in sorted(found)), made_by


async def _with_facts(
    channel: Channel, models: tuple[ListedModel, ...], made_by: frozenset[str]
) -> tuple[ListedModel, ...]:
    """Adds what a server of models says elsewhere. That it says nothing is no failure."""

    async def ask(url: str, asked: Mapping[str, Any] | None = None) -> Any:
        return json.loads(await _ask(channel, url, asked))

    try:
        async with asyncio.timeout(TIMEOUT):
            facts: Facts = await facts_of(channel.endpoint, models, made_by, ask)
    except TimeoutError:
        return models
    return tuple(
        replace(one, abilities=combined(facts[one.id], one.abilities)) if one.id in facts else one
        for one in models
    )


def _with_query(url: str, query: str) -> str:
    return f"{url}{'&' if '?' in url else '?'}{query}"


def _read(channel: Channel, url: str, body: bytes) -> tuple[ListedModel, ...]:
    try:
        return read(channel.endpoint.dialect, body)
    except RoundError as error:
        failure = channel.misread(error.failure, url, is_a_page=is_page("", body))
    raise RoundError(failure)


async def _ask(channel: Channel, url: str, asked: Mapping[str, Any] | None = None) -> bytes:
    headers = {"accept": "application/json"}
    if asked is None:
        request = channel.request("GET", url, headers)
    else:
        content = json.dumps(asked).encode()
        request = channel.request(
            "POST", url, {**headers, "content-type": "application/json"}, content
        )
    response = await channel.send(request)
    try:
        body = await _body(channel, response)
    finally:
        await response.aclose()
    if not response.is_success:
        raise RoundError(meaning(channel, response, body, time.time()))
    return body


async def _body(channel: Channel, response: httpx.Response) -> bytes:
    whole = bytearray()
    async with aclosing(channel.body(response)) as pieces:
        async for piece in pieces:
            whole += piece
            if len(whole) > _MAX_BODY:
                failure = Failure(Category.UNREADABLE_REPLY, code="list_too_long")
                raise RoundError(channel.shown(failure, response.request))
    return bytes(whole)
