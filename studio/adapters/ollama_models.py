"""The models of an Ollama server: what is there and what is loaded, fetching and deleting."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from typing import Any

import httpx

from studio.adapters.channel import Channel
from studio.adapters.factory import Workshop
from studio.adapters.refusals import meaning
from studio.core.abilities import Abilities
from studio.core.errors import (
    Category,
    Failure,
    IncompleteRoundError,
    RoundError,
)
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.harness.ports import OllamaModel, PullProgress
from studio.wire.endpoints import request_url
from studio.wire.failures import failure_from_payload, unreadable
from studio.wire.lenient import as_count, as_list, as_object, as_text, beginning
from studio.wire.model_facts import shown_abilities

_TIMEOUT = 20.0
_MAX_BODY = 16 * 1024 * 1024
_MAX_LINE = 1024 * 1024
_AT_ONCE = 4
_DONE = "success"


class HttpOllamaModels:
    """The harness's `OllamaModels`. Stateless: borrows the profile's line for each errand."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    async def list(self, profile: ProviderProfile) -> tuple[OllamaModel, ...]:
        """By name, with what is loaded now and how much each can read."""
        channel = await self._channel(profile)
        tags, running = await asyncio.gather(
            self._ask(channel, "GET", "tags"), self._running(channel)
        )
        models = [_model(item, running) for item in as_list(tags.get("models"))]
        turns = asyncio.Semaphore(_AT_ONCE)

        async def shown(model: OllamaModel) -> OllamaModel:
            async with turns:
                known = await self._known(channel, model.name)
            return replace(model, context_tokens=known.context_tokens or model.context_tokens)

        named = [model for model in models if model.name]
        found = await asyncio.gather(*(shown(model) for model in named))
        return tuple(sorted(found, key=lambda model: model.name.lower()))

    async def pull(self, profile: ProviderProfile, name: str) -> AsyncGenerator[PullProgress]:
        channel = await self._channel(profile)
        request = _request(channel, "POST", "pull", {"model": name, "stream": True})
        response = await channel.send(request)
        try:
            if not response.is_success:
                raise RoundError(await self._refusal(channel, response))
            async with aclosing(_steps(channel, response)) as steps:
                async for step in steps:
                    yield step
        finally:
            await response.aclose()

    async def delete(self, profile: ProviderProfile, name: str) -> None:
        await self._ask(await self._channel(profile), "DELETE", "delete", {"model": name})

    async def show(self, profile: ProviderProfile, name: str) -> Abilities:
        channel = await self._channel(profile)
        return shown_abilities(await self._ask(channel, "POST", "show", {"model": name}))

    async def _channel(self, profile: ProviderProfile) -> Channel:
        endpoint = await self._workshop.endpoints.endpoint(profile)
        return await self._workshop.channel(profile, endpoint)

    async def _running(self, channel: Channel) -> Mapping[str, int | None]:
        """Names of the loaded models, with the context each was loaded with. Older servers do not
        know the question."""
        try:
            said = await self._ask(channel, "GET", "ps")
        except RoundError as error:
            if error.failure.status in (404, 405):
                return {}
            raise
        items = (as_object(item) for item in as_list(said.get("models")))
        return {_name(item): as_count(item.get("context_length")) for item in items}

    async def _known(self, channel: Channel, name: str) -> Abilities:
        """Nothing for a model that is broken, or gone meanwhile: the others are shown all the
        same."""
        try:
            return shown_abilities(await self._ask(channel, "POST", "show", {"model": name}))
        except RoundError as error:
            if error.failure.status is None:
                raise
            return Abilities()

    async def _ask(
        self, channel: Channel, method: str, path: str, body: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        request = _request(channel, method, path, body)
        try:
            async with asyncio.timeout(_TIMEOUT):
                return await self._answered(channel, request)
        except TimeoutError:
            failure = Failure(Category.TIMEOUT, f"{_TIMEOUT:g}", code="list_timeout")
        raise RoundError(channel.shown(failure, request))

    async def _answered(self, channel: Channel, request: httpx.Request) -> dict[str, Any]:
        response = await channel.send(request)
        try:
            if not response.is_success:
                raise RoundError(await self._refusal(channel, response))
            data = await _body(channel, response)
        finally:
            await response.aclose()
        if not data.strip():
            return {}
        try:
            return dict(as_object(json.loads(data)))
        except (ValueError, RecursionError):
            failure = unreadable(beginning(data.decode("utf-8", "replace")))
        raise RoundError(channel.shown(failure, request))

    async def _refusal(self, channel: Channel, response: httpx.Response) -> Failure:
        body = await _body(channel, response)
        return meaning(channel, response, body, self._workshop.patience.clock())


async def _steps(channel: Channel, response: httpx.Response) -> AsyncGenerator[PullProgress]:
    """The layers' progress as one. Raises `RoundError` for what the server could not fetch."""
    layers: dict[str, tuple[int, int]] = {}
    status = ""
    async with aclosing(_lines(channel, response)) as lines:
        async for line in lines:
            if "error" in line:
                raise RoundError(channel.shown(_not_pulled(line), response.request))
            status = as_text(line.get("status")) or status
            total = as_count(line.get("total"))
            if total:
                completed = min(as_count(line.get("completed")) or 0, total)
                layers[as_text(line.get("digest")) or status] = (completed, total)
            done, whole = (sum(numbers) for numbers in zip((0, 0), *layers.values(), strict=True))
            yield PullProgress(status, done, whole)
    if status != _DONE:
        failure = Failure(Category.CUT_OFF, "the pull ended before its end was told")
        raise IncompleteRoundError(channel.shown(failure, response.request))


async def _lines(channel: Channel, response: httpx.Response) -> AsyncGenerator[dict[str, Any]]:
    rest = b""
    async with aclosing(channel.body(response)) as body:
        async for piece in body:
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                if line.strip():
                    yield _read(channel, response, line)
            if len(rest) > _MAX_LINE:
                raise RoundError(
                    channel.shown(unreadable("one line is too long"), response.request)
                )
    if rest.strip():
        yield _read(channel, response, rest)


def _read(channel: Channel, response: httpx.Response, line: bytes) -> dict[str, Any]:
    try:
        return dict(as_object(json.loads(line)))
    except (ValueError, RecursionError):
        failure = unreadable(beginning(line.decode("utf-8", "replace")))
    raise RoundError(channel.shown(failure, response.request))


def _not_pulled(line: Mapping[str, Any]) -> Failure:
    failure = failure_from_payload(line)
    words = failure.message.lower()
    if "does not exist" in words or "not found" in words or "invalid model name" in words:
        return replace(failure, category=Category.MODEL_NOT_FOUND)
    if "no space left" in words:
        return replace(failure, category=Category.STORAGE, code="disk_full")
    return failure


async def _body(channel: Channel, response: httpx.Response) -> bytes:
    whole = bytearray()
    async with aclosing(channel.body(response)) as pieces:
        async for piece in pieces:
            whole += piece
            if len(whole) > _MAX_BODY:
                failure = unreadable("the reply is too long")
                raise RoundError(channel.shown(failure, response.request))
    return bytes(whole)


def _request(
    channel: Channel, method: str, path: str, body: Mapping[str, Any] | None
) -> httpx.Request:
    """A profile that speaks another dialect to an Ollama server has its models all the same."""
    url = request_url(channel.endpoint.base_url, Dialect.OLLAMA_CHAT, f"api/{path}")
    headers = {"accept": "application/json"}
    if body is None:
        return channel.request(method, url, headers)
    content = json.dumps(body).encode()
    return channel.request(method, url, {**headers, "content-type": "application/json"}, content)


def _model(item: Any, running: Mapping[str, int | None]) -> OllamaModel:
    known = as_object(item)
    details = as_object(known.get("details"))
    name = _name(known)
    return OllamaModel(
        name=name,
        size=as_count(known.get("size")) or 0,
        parameter_size=as_text(details.get("parameter_size")),
        quantization=as_text(details.get("quantization_level")),
        context_tokens=running.get(name),
        modified_at=_time(as_text(known.get("modified_at"))),
        is_loaded=name in running,
    )


def _name(item: Mapping[str, Any]) -> str:
    return as_text(item.get("model")) or as_text(item.get("name"))


def _time(text: str) -> float | None:
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError):
        return None
