"""Whole recorded chats, told again: each next request holds what all replies before it proved the
provider to need, however many rounds and turns ago."""

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Part,
    Reasoning,
    Round,
    Text,
    ToolResult,
    ToolState,
    ToolUse,
)
from studio.wire.exchange import Exchange
from tests.wire.replies import TOOLS, counter, exchange, read
from tests.wire.test_corpus_replay import _ROOT, _WIRES, _opaque
from tests.wire.validators import check

_REASONING = ("reasoning_content", "reasoning", "thinking")
_IDS = ("id", "call_id", "tool_call_id", "tool_use_id")
_LONG_ENOUGH = 20

pytestmark = pytest.mark.skipif(not _ROOT.is_dir(), reason="no shared recordings here")


@dataclass(frozen=True)
class Recorded:
    name: str
    dialect: Dialect
    exchanges: tuple[Any, ...]


def _recorded() -> Iterator[Recorded]:
    for wire, dialect in _WIRES.items():
        for path in sorted((_ROOT / wire).glob("*.json")):
            record = json.loads(path.read_text("utf-8"))
            if len(record["exchanges"]) > 1:
                yield Recorded(record["id"], dialect, tuple(record["exchanges"]))


_ALL = list(_recorded()) if _ROOT.is_dir() else []


@dataclass
class Teller:
    """Goes through a chat as we would have: a reply without calls ends a turn."""

    dialect: Dialect
    new_id: Any = field(default_factory=counter)
    earlier: tuple[Turn, ...] = ()
    rounds: tuple[Round, ...] = ()
    made: Exchange | None = None

    def exchange(self) -> Exchange:
        if self.made is None:
            turn = Turn(self.new_id(), "chat", None, 0.0, (Text("Go on."),))
            chat = Assignment(self.earlier, turn, TOOLS, ChatSettings())
            self.made = exchange(self.dialect, assignment=chat)
        return self.made

    def hear(self, body: str) -> bool:
        """False for a reply that failed: nothing is known of what comes after it."""
        made = self.exchange()
        reading = read(made.begin_round(""), [body.encode()])
        if reading.completed is None:
            return False
        state = made.record_round()
        prose = (Reasoning(reading.reasoning), Text(reading.text))
        parts: list[Part] = [part for part in prose if part.text]
        for call in reading.completed.calls:
            result = ToolResult(call.id, "fine", Outcome.DONE, 4)
            made.record_result(result)
            parts.append(ToolUse(call, ToolState.ENDED, result))
        origin = Origin("here", "Here", self.dialect, "model")
        stop = reading.completed.stop
        round_ = Round(self.new_id(), origin, 0.0, tuple(parts), stop, vendor_state=state)
        self.rounds = (*self.rounds, round_)
        if not reading.completed.calls:
            ended = Turn(self.new_id(), "chat", None, 0.0, (Text("Go on."),), self.rounds)
            self.earlier, self.rounds, self.made = (*self.earlier, ended), (), None
        return True

    def thoughts(self) -> set[str]:
        return {part.text for part in self._parts() if isinstance(part, Reasoning)}

    def call_ids(self) -> set[str]:
        uses = (part for part in self._parts() if isinstance(part, ToolUse))
        return {use.call.provider_call_id for use in uses}

    def _parts(self) -> Iterator[Part]:
        for round_ in (*(r for turn in self.earlier for r in turn.rounds), *self.rounds):
            yield from round_.parts


@pytest.mark.parametrize("recorded", _ALL, ids=lambda recorded: recorded.name)
def test_each_next_request_holds_what_the_replies_before_it_demand(recorded: Recorded) -> None:
    teller = Teller(recorded.dialect)
    heard = ""
    for item, following in itertools.pairwise(recorded.exchanges):
        heard += item["response"]["body"]
        if not teller.hear(item["response"]["body"]):
            return
        asked = following["request"]["json"]
        if asked is None or "previous_response_id" in asked:
            continue  # there the server keeps the chat, and little is sent
        body = teller.exchange().request(offer_tools=True, final_instruction=None).body
        check(recorded.dialect, body)
        sent = json.dumps(body)
        missing = [
            text for text in _opaque(asked) if text in heard and json.dumps(text) not in sent
        ]
        assert missing == []
        thoughts = teller.thoughts()
        plain = [text for text in _plain(asked) if text in thoughts]
        assert [text for text in plain if json.dumps(text) not in sent] == []
        known = teller.call_ids()
        wanted = [call_id for call_id in _ids(asked) if call_id in known]
        assert [call_id for call_id in _ids(body) if call_id in wanted] == wanted


def _plain(value: Any) -> Iterator[str]:
    """Reasoning that the recorded client sent back in plain words, beside calls."""
    if isinstance(value, dict):
        for name, item in value.items():
            is_long = isinstance(item, str) and len(item) > _LONG_ENOUGH
            if name in _REASONING and is_long and value.get("tool_calls"):
                yield item
            yield from _plain(item)
    elif isinstance(value, list):
        for item in value:
            yield from _plain(item)


def _ids(value: Any) -> list[str]:
    """The IDs of calls and of their results, in the order of the request."""
    if isinstance(value, list):
        return [found for item in value for found in _ids(item)]
    if not isinstance(value, dict):
        return []
    kind = value.get("type")
    own: list[str] = []
    if kind in ("function", "tool_use") and isinstance(value.get("id"), str):
        own.append(value["id"])
    own += [value[n] for n in _IDS[1:] if isinstance(value.get(n), str)]
    return own + [found for item in value.values() for found in _ids(item)]
