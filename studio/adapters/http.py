"""One HTTP stream around any exchange: time, retries and failures. What it says is for the wire."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from importlib import import_module

import httpx

from studio.adapters.channel import Channel
from studio.adapters.event_masking import EventMasker, masked_state
from studio.adapters.recorder import AttemptRecord, Place, Recorder
from studio.adapters.refusals import refusal
from studio.adapters.retry import RetryPolicy
from studio.core.errors import Category, Failure, IncompleteRoundError, RoundError
from studio.core.events import RetryScheduled, RoundCompleted, RoundEvent
from studio.core.messages import Origin, ToolResult, Usage, VendorState
from studio.harness.ports import Clock, Sleep
from studio.wire.exchange import Exchange, Request, RoundReader

_LOGGER = logging.getLogger(__name__)
_RULES = "studio.wire.history"
_PART = 16 * 1024
_MAX_REST = 64 * 1024
_REST_TIMEOUT = 0.1
# What httpx decodes here; it hands on anything else as it is.
_ENCODINGS = frozenset({"", "identity", "gzip", "x-gzip", "deflate", "br", "zstd"})


@dataclass(frozen=True, slots=True)
class Patience:
    """When to try again, and the time by which that is measured."""

    policy: RetryPolicy
    clock: Clock
    sleep: Sleep


@dataclass(frozen=True, slots=True)
class Notebook:
    """Where the attempts of one turn are recorded."""

    recorder: Recorder
    chat_id: str
    turn_id: str


class HttpAdapter:
    """Born for one send. Borrows the profile's client; owns no task.

    Cancelling or closing `stream_round` closes its connection at once, whatever it waits for.
    """

    def __init__(
        self,
        origin: Origin,
        exchange: Exchange,
        channel: Channel,
        notebook: Notebook,
        patience: Patience,
    ) -> None:
        self._origin = origin
        self._exchange = exchange
        self._channel = channel
        self._notebook = notebook
        self._patience = patience
        self._reader: RoundReader | None = None
        self._has_pieces = False  # of a secret, here or in what goes back of an earlier round

    @property
    def origin(self) -> Origin:
        return self._origin

    @property
    def reported(self) -> Usage:
        return self._reader.usage if self._reader is not None else Usage()

    def draft(self, *, offer_tools: bool, final_instruction: str | None) -> str:
        asked = self._exchange.request(offer_tools=offer_tools, final_instruction=final_instruction)
        return json.dumps(asked.body, ensure_ascii=False, indent=2)

    async def stream_round(
        self,
        round_id: str,
        *,
        offer_tools: bool,
        final_instruction: str | None,
        body: str | None = None,
    ) -> AsyncGenerator[RoundEvent]:
        asked = self._exchange.request(offer_tools=offer_tools, final_instruction=final_instruction)
        if body is not None:
            asked = replace(asked, body=json.loads(body))
        content = json.dumps(asked.body, ensure_ascii=False, separators=(",", ":")).encode()
        policy = self._patience.policy
        self._reader = None
        attempt = 0
        while True:
            attempt += 1
            has_begun = False
            try:
                async with aclosing(self._attempt(asked, content, round_id, attempt)) as events:
                    async for event in events:
                        has_begun = True
                        yield event
            except RoundError as error:
                failure = error.failure
                delay = policy.delay(failure, attempt)
                if has_begun or delay is None:
                    raise
            else:
                return
            yield RetryScheduled(delay, attempt, policy.retries, failure)
            await self._patience.sleep(delay)

    def record_round(self) -> VendorState | None:
        masker, state = self._channel.endpoint.masker, self._exchange.record_round()
        return masked_state(masker, state, has_pieces=self._has_pieces)

    def record_result(self, result: ToolResult) -> None:
        self._exchange.record_result(result)

    async def _attempt(
        self, asked: Request, content: bytes, round_id: str, attempt: int
    ) -> AsyncGenerator[RoundEvent]:
        """One request and its reply, recorded however it ends."""
        url = self._channel.endpoint.request_url(asked.path)
        headers = {"content-type": "application/json", **asked.headers}
        request = self._channel.request("POST", url, headers, content)
        notebook = self._notebook
        place = Place(notebook.chat_id, notebook.turn_id, round_id, attempt)
        record = notebook.recorder.begin(place, request, self._channel.endpoint.masker)
        outcome, is_whole = "internal", False
        masking = EventMasker(self._channel.endpoint.masker)
        try:
            async with aclosing(self._exchanged(request, record)) as events:
                async for event in events:
                    is_whole = is_whole or isinstance(event, RoundCompleted)
                    for masked in masking.take(event):
                        yield masked
        except RoundError as error:
            outcome = f"{error.failure.category}: {error.failure.message}"
            if error.failure.category is Category.BAD_REQUEST:
                self._log_faults(asked)
            for held in masking.flush():
                yield held
            raise
        except (asyncio.CancelledError, GeneratorExit):
            outcome = "cancelled"
            raise
        finally:
            masking.flush()  # of what was cancelled as well it must be known
            self._has_pieces = self._has_pieces or masking.has_masked
            record.end("" if is_whole else outcome, has_pieces=self._has_pieces)
            notebook.recorder.keep(record)

    def _log_faults(self, asked: Request) -> None:
        """Whether our request or the host was wrong. Names calls and tools, and quotes nothing."""
        endpoint = self._channel.endpoint
        rules = import_module(_RULES)  # seldom needed, and a module for each dialect
        found = rules.violations(endpoint.dialect, asked.body, endpoint.hints.quirks)
        _LOGGER.warning("A request was refused. By our own rules: %s", "; ".join(found) or "valid")

    async def _exchanged(
        self, request: httpx.Request, record: AttemptRecord
    ) -> AsyncGenerator[RoundEvent]:
        response = await self._channel.send(request)
        try:
            record.answer(response)
            await self._check(response, record)
            reader = self._exchange.begin_round(response.headers.get("content-type", ""))
            self._reader = reader
            async with aclosing(self._read(response, reader, record)) as events:
                async for event in events:
                    yield event
        finally:
            await response.aclose()

    async def _check(self, response: httpx.Response, record: AttemptRecord) -> None:
        if not response.is_success:
            now = self._patience.clock()
            raise RoundError(await refusal(self._channel, response, record, now))
        encodings = response.headers.get("content-encoding", "").lower().split(",")
        unknown = {name.strip() for name in encodings} - _ENCODINGS
        if unknown:
            message = f"compressed as {', '.join(sorted(unknown))}, which was not asked for"
            failure = Failure(Category.UNREADABLE_REPLY, message, code="content_encoding")
            raise RoundError(self._channel.shown(failure, response.request))

    async def _read(
        self, response: httpx.Response, reader: RoundReader, record: AttemptRecord
    ) -> AsyncGenerator[RoundEvent]:
        has_begun = False
        broken: RoundError | None = None
        async with aclosing(self._channel.body(response)) as body:
            try:
                async with aclosing(_in_small_parts(body, record)) as parts:
                    async for part in parts:
                        for event in reader.feed(part):
                            has_begun = True
                            yield event
                        if reader.is_finished:
                            break
            except RoundError as error:
                broken = error
            for event in reader.end():
                has_begun = True
                yield event
            yield self._completed(response, reader, broken, has_begun=has_begun)
            await _drain(body, record)

    def _completed(
        self,
        response: httpx.Response,
        reader: RoundReader,
        broken: RoundError | None,
        *,
        has_begun: bool,
    ) -> RoundCompleted:
        """A connection that broke after the reply was whole has done no harm."""
        try:
            return reader.close()
        except IncompleteRoundError as error:
            ending: RoundError = IncompleteRoundError(self._dressed(error, response))
            if broken is not None:
                ending = _cut_off(broken) if has_begun else broken
        except RoundError as error:
            ending = RoundError(self._dressed(error, response))
            if broken is not None and error.failure.category is Category.UNREADABLE_REPLY:
                # Half a reply is no wonder.
                ending = _cut_off(broken) if has_begun else broken
        raise ending from None

    def _dressed(self, error: RoundError, response: httpx.Response) -> Failure:
        failure = error.failure
        request_id = response.headers.get("x-request-id") or response.headers.get("request-id", "")
        failure = replace(failure, request_id=failure.request_id or request_id)
        is_a_page = response.headers.get("content-type", "").lower().startswith("text/html")
        url = str(response.request.url)
        return self._channel.misread(failure, url, is_a_page=is_a_page)


def _cut_off(broken: RoundError) -> RoundError:
    """The text so far stays, so a lost connection is one more stream that was cut off."""
    if broken.failure.category is not Category.NETWORK:
        return broken
    return IncompleteRoundError(replace(broken.failure, category=Category.CUT_OFF))


async def _in_small_parts(
    body: AsyncGenerator[bytes], record: AttemptRecord
) -> AsyncGenerator[bytes]:
    """Lets the loop, and so the window, have its turn where a fast server sends much at once."""
    since = 0
    async for piece in body:
        record.add(piece)
        for start in range(0, len(piece), _PART):
            part = piece[start : start + _PART]
            yield part
            since += len(part)
            if since >= _PART:
                since = 0
                await asyncio.sleep(0)


async def _drain(body: AsyncGenerator[bytes], record: AttemptRecord) -> None:
    """Reads what follows the end marker, or the connection could not be used again."""
    size = 0
    # The round is complete: what goes wrong now only closes the connection.
    with suppress(TimeoutError, RoundError):
        async with asyncio.timeout(_REST_TIMEOUT):
            async for piece in body:
                record.add(piece)
                size += len(piece)
                if size > _MAX_REST:
                    return
