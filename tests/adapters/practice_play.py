"""Plays whole chats with the practice provider, through the real exchanges of each dialect."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import httpx

from studio.adapters.practice import PracticeTransport
from studio.adapters.practice_provider import practice_profile
from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.errors import Failure
from studio.core.events import ReasoningDelta, RoundCompleted, RoundEvent, TextDelta, ToolCallDelta
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Part,
    Reasoning,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    VendorState,
)
from studio.core.tools import ToolDefinition
from studio.wire.dialects import exchange_for
from studio.wire.endpoints import auth_headers, request_url
from studio.wire.exchange import Exchange, Target
from studio.wire.failures import failure_from_response


def _definition(name: str, *properties: str) -> ToolDefinition:
    schema = {
        "type": "object",
        "properties": {key: {"type": "string"} for key in properties},
        "required": list(properties),
    }
    return ToolDefinition(name, f"The tool {name}.", schema)


TOOLS = (
    _definition("current_time", "timezone"),
    _definition("calculate", "expression"),
    _definition("list_directory", "path"),
    _definition("read_text_file", "path"),
    _definition("write_text_file", "path", "text"),
)


# What happened, and what was said or called: the same for every dialect.
Entry = tuple[str | Stop | Outcome, object]


class HttpError(Exception):
    def __init__(self, response: httpx.Response, failure: Failure) -> None:
        super().__init__(response.status_code, response.text)
        self.response = response
        self.failure = failure


def run_tool(call: ToolCall) -> ToolResult:
    """Says what it was asked; a division by zero fails."""
    if "/ 0" in call.arguments:
        return ToolResult(call.id, "ZeroDivisionError", Outcome.FAILED, 17)
    text = f"<{call.name} {json.loads(call.arguments)}>"
    return ToolResult(call.id, text, Outcome.DONE, len(text))


@dataclass
class Play:
    """One chat. `log` is what happened in neutral words, the same for every dialect."""

    dialect: Dialect
    transport: PracticeTransport = field(default_factory=lambda: PracticeTransport(pace=0))
    tools: tuple[ToolDefinition, ...] = TOOLS
    settings: ChatSettings = field(default_factory=ChatSettings)
    rounds: int = 6
    run: Callable[[ToolCall], ToolResult] = run_tool
    turns: list[Turn] = field(default_factory=list)
    log: list[Entry] = field(default_factory=list)
    completed: list[RoundCompleted] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ids = itertools.count(1)
        self._profile = practice_profile(self.dialect)

    def _new_id(self) -> str:
        return f"id{next(self._ids)}"

    async def send(self, prompt: str) -> None:
        """One turn, to its end."""
        turn = Turn(self._new_id(), "chat", None, 0.0, (Text(prompt),))
        assignment = Assignment(tuple(self.turns), turn, self.tools, self.settings)
        exchange = exchange_for(
            Target(self._profile, self._profile.model), assignment, self._new_id
        )
        async with httpx.AsyncClient(transport=self.transport) as client:
            for number in itertools.count(1):
                is_last = number > self.rounds
                events, end = await self._round(client, exchange, offer_tools=not is_last)
                state = exchange.record_round()
                turn = replace(
                    turn, rounds=(*turn.rounds, self._kept(exchange, events, end, state))
                )
                if not end.calls or end.stop.vetoes_calls:
                    break
        self.turns.append(replace(turn, state=TurnState.COMPLETED))

    async def _round(
        self, client: httpx.AsyncClient, exchange: Exchange, *, offer_tools: bool
    ) -> tuple[list[RoundEvent], RoundCompleted]:
        instruction = None if offer_tools else "No more calls. Give your best answer now."
        request = exchange.request(offer_tools=offer_tools, final_instruction=instruction)
        url = request_url(self._profile.base_url, self.dialect, request.path)
        headers = {**request.headers, **auth_headers(self.dialect, None)}
        async with client.stream("POST", url, headers=headers, json=request.body) as response:
            if response.status_code != 200:
                body = await response.aread()
                failure = failure_from_response(response.status_code, response.headers, body, url)
                raise HttpError(response, failure)
            reader = exchange.begin_round(response.headers["content-type"])
            events: list[RoundEvent] = []
            pieces = response.aiter_bytes()
            assert isinstance(pieces, AsyncGenerator)  # Typed as an iterator, which has no end.
            async with aclosing(pieces) as chunks:
                async for chunk in chunks:
                    events += reader.feed(chunk)
            events += reader.end()
            self._tell(events)
            end = reader.close()
        self.completed.append(end)
        self.log.append((end.stop, [(call.name, json.loads(call.arguments)) for call in end.calls]))
        return events, end

    def _tell(self, events: list[RoundEvent]) -> None:
        """Joins deltas: how a text was cut is the dialect's own affair."""
        for kind, group in itertools.groupby(events, type):
            if kind in (TextDelta, ReasoningDelta, ToolCallDelta):
                self.log.append((kind.__name__, _joined(group)))

    def _kept(
        self,
        exchange: Exchange,
        events: list[RoundEvent],
        end: RoundCompleted,
        state: VendorState | None,
    ) -> Round:
        parts: list[Part] = []
        for kind, group in itertools.groupby(events, type):
            if kind is TextDelta:
                parts.append(Text(_joined(group)))
            elif kind is ReasoningDelta:
                parts.append(Reasoning(_joined(group), 0.1))
        for call in end.calls:
            if end.stop.vetoes_calls:
                continue
            result = self.run(call)
            exchange.record_result(result)
            self.log.append((result.outcome, result.content))
            parts.append(ToolUse(call, ToolState.ENDED, result))
        origin = Origin("practice", "Practice", self.dialect, self._profile.model)
        return Round(
            self._new_id(), origin, 0.0, tuple(parts), end.stop, usage=end.usage, vendor_state=state
        )

    @property
    def text(self) -> str:
        """The last round's answer."""
        return self.turns[-1].rounds[-1].text


def _joined(deltas: Iterable[RoundEvent]) -> str:
    pieces = []
    for event in deltas:
        match event:
            case TextDelta() | ReasoningDelta():
                pieces.append(event.text)
            case ToolCallDelta():
                pieces.append(event.arguments)
    return "".join(pieces)


def neutral(log: list[Entry]) -> list[Entry]:
    """A refusal has two names, and arguments that came as an object are written out by us."""
    return [_neutral(what, said) for what, said in log]


def _neutral(what: str | Stop | Outcome, said: object) -> Entry:
    if what is Stop.CONTENT_FILTER:
        return Stop.REFUSAL, said
    if what == ToolCallDelta.__name__:
        return what, "".join(str(said).split())
    return what, said
