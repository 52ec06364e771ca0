"""Recorded sequences: what a provider gave to be sent back is in the next request, unchanged."""

import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from studio.core.messages import Dialect, Outcome, ToolResult
from tests.wire.replies import exchange, read
from tests.wire.validators import check

_ROOT = Path(os.environ.get("CALLBOARD_SHARED", Path(__file__).parents[3] / "shared")) / "wire"
_WIRES = {
    "chat_completions": Dialect.OPENAI_CHAT,
    "responses": Dialect.OPENAI_RESPONSES,
    "anthropic_messages": Dialect.ANTHROPIC_MESSAGES,
    "gemini": Dialect.GOOGLE_GEMINI,
    "ollama": Dialect.OLLAMA_CHAT,
}
_OPAQUE = ("signature", "encrypted_content", "thought_signature", "thoughtSignature", "data")
_LONG_ENOUGH = 20

pytestmark = pytest.mark.skipif(not _ROOT.is_dir(), reason="no shared recordings here")


@dataclass(frozen=True)
class Sequel:
    """A reply that called tools, and the request that the recorded client sent after it."""

    name: str
    dialect: Dialect
    body: str
    next_request: Any


def _sequels() -> Iterator[Sequel]:
    for wire, dialect in _WIRES.items():
        for path in sorted((_ROOT / wire).glob("*.json")):
            record = json.loads(path.read_text("utf-8"))
            exchanges = record["exchanges"]
            for number, (item, following) in enumerate(itertools.pairwise(exchanges)):
                asked = following["request"]["json"]
                if asked and item["expected"]["tool_calls"]:
                    body = item["response"]["body"]
                    yield Sequel(f"{record['id']}/{number}", dialect, body, asked)


def _opaque(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            if name in _OPAQUE and isinstance(item, str) and len(item) > _LONG_ENOUGH:
                yield item
            yield from _opaque(item)
    elif isinstance(value, list):
        for item in value:
            yield from _opaque(item)


_ALL = list(_sequels()) if _ROOT.is_dir() else []


@pytest.mark.parametrize("sequel", _ALL, ids=lambda sequel: sequel.name)
def test_what_must_go_back_goes_back_unchanged(sequel: Sequel) -> None:
    made = exchange(sequel.dialect)
    reading = read(made.begin_round(""), [sequel.body.encode()])
    if reading.completed is None:
        return
    made.record_round()
    for call in reading.completed.calls:
        made.record_result(ToolResult(call.id, "fine", Outcome.DONE, 4))
    body = made.request(offer_tools=True, final_instruction=None).body
    check(sequel.dialect, body)
    sent = json.dumps(body)
    returned = {text for text in _opaque(sequel.next_request) if text in sequel.body}
    assert [text for text in returned if json.dumps(text) not in sent] == []
