"""What is known of a model, by whoever found it out, is obeyed by the request."""

from __future__ import annotations

import json
from typing import Any

import pytest

from studio.core.abilities import Abilities
from studio.core.messages import Dialect
from tests.wire.replies import exchange


def body(dialect: Dialect, abilities: Abilities) -> dict[str, Any]:
    made = exchange(dialect, abilities=abilities)
    return dict(made.request(offer_tools=True, final_instruction=None).body)


@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_model_without_tools_is_offered_none(dialect: Dialect) -> None:
    assert body(dialect, Abilities())["tools"]
    assert "tools" not in body(dialect, Abilities(takes_tools=False))


@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_model_without_streams_is_asked_for_none(dialect: Dialect) -> None:
    made = exchange(dialect, abilities=Abilities(streams=False))
    request = made.request(offer_tools=True, final_instruction=None)
    if dialect is Dialect.GOOGLE_GEMINI:
        assert request.path.endswith(":generateContent")
    else:
        assert request.body["stream"] is False


@pytest.mark.parametrize(
    ("dialect", "said"),
    [
        (Dialect.OPENAI_CHAT, {"parallel_tool_calls": False}),
        (Dialect.OPENAI_RESPONSES, {"parallel_tool_calls": False}),
        (
            Dialect.ANTHROPIC_MESSAGES,
            {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}},
        ),
    ],
)
def test_a_model_whose_calls_break_side_by_side_is_asked_for_one_at_a_time(
    dialect: Dialect, said: dict[str, Any]
) -> None:
    one_by_one = Abilities(calls_in_parallel=False)
    asked = body(dialect, one_by_one)
    assert {name: asked[name] for name in said} == said
    assert "parallel" not in json.dumps(body(dialect, Abilities(calls_in_parallel=True)))
    # Without tools there is nothing to be said about calls, and some hosts refuse it.
    made = exchange(dialect, abilities=one_by_one)
    last = made.request(offer_tools=False, final_instruction="Answer now.")
    assert "parallel" not in json.dumps(last.body)
