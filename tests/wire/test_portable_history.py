"""A chat goes on with any provider, whatever it went through: every request is a valid one."""

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from studio.core.messages import Dialect
from studio.wire.exchange import Target
from studio.wire.history import violations
from tests.wire.conftest import CHATS
from tests.wire.conversations import SIGNED, TARGETS, Planned, Sent, conversations, drive

_EXAMPLES = int(os.environ.get("CALLBOARD_EXAMPLES", "40"))
_SIGNATURES = re.compile(rf"{SIGNED}(\d+)=")
_LENIENT = settings(
    max_examples=_EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.slow
@pytest.mark.parametrize("dialect", list(Dialect))
def test_every_request_of_any_chat_is_valid(
    dialect: Dialect, request: pytest.FixtureRequest
) -> None:
    counted = {"conversations": 0, "requests": 0}

    @_LENIENT
    @given(conversations(dialect))
    def hold(conversation: list[Planned]) -> None:
        driver = drive(conversation)
        counted["conversations"] += 1
        counted["requests"] += len(driver.sent)
        for sent in driver.sent:
            _check(sent)

    hold()
    told = ", ".join(f"{number} {name}" for name, number in counted.items())
    request.node.user_properties.append((CHATS, f"{dialect}: {told}"))
    assert counted["conversations"] >= _EXAMPLES


def _check(sent: Sent) -> None:
    target = sent.target
    dialect = target.profile.dialect
    told = json.dumps(sent.body, ensure_ascii=False)
    assert violations(dialect, sent.body, target.quirks) == (), told[:6_000]
    for number in _SIGNATURES.findall(told):
        assert _owner(TARGETS[int(number)]) == _owner(target), "somebody else's signature"
    for result in _results(sent):
        assert told.count(result) == 1, f"{result!r} is not told of once"
    if target.model.startswith("gemini-3"):
        assert all(map(_is_signed, sent.body["contents"]))


def _owner(target: Target) -> tuple[str, str]:
    return target.profile.id, target.model


def _results(sent: Sent) -> Iterator[str]:
    """What the tools of whole rounds gave back: no switch, edit or stop may lose it."""
    for turn in sent.assignment.earlier:
        for round_ in turn.rounds:
            for use in round_.tool_uses:
                if round_.stop is not None and use.result and use.result.content:
                    yield use.result.content


def _is_signed(content: dict[str, Any]) -> bool:
    calls = [part for part in content["parts"] if "functionCall" in part]
    return not calls or bool(calls[0].get("thoughtSignature"))
