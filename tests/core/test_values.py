"""The small rules of the values: states, limits, settings."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest
from pydantic import ValidationError

from studio.core import messages as core_messages
from studio.core.chats import Chat, Turn
from studio.core.decisions import Decision, Verdict
from studio.core.errors import Category, Failure, KeyringError, RoundError, StudioError
from studio.core.limits import Limits
from studio.core.messages import (
    Attachment,
    Origin,
    Outcome,
    Reasoning,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolUse,
)
from studio.core.profiles import Kind, ProviderProfile
from studio.core.recording import Chunk, Recording
from studio.core.settings import Settings

ORIGIN = Origin("p", "Provider", core_messages.Dialect.OPENAI_CHAT, "m")


@pytest.mark.parametrize("stop", list(Stop))
def test_a_reply_that_did_not_end_well_vetoes_its_calls(stop: Stop) -> None:
    well = {Stop.END, Stop.TOOL_CALLS, Stop.PAUSE, Stop.OTHER}
    assert stop.vetoes_calls is (stop not in well)


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_but_done_is_an_error(outcome: Outcome) -> None:
    assert ToolResult("u", "", outcome, 0).is_error is (outcome is not Outcome.DONE)


def test_a_result_shorter_than_the_whole_is_shortened() -> None:
    assert ToolResult("u", "half", Outcome.DONE, 8).is_shortened
    assert not ToolResult("u", "all", Outcome.DONE, 3).is_shortened


@pytest.mark.parametrize("verdict", list(Verdict))
def test_only_a_denial_does_not_allow(verdict: Verdict) -> None:
    assert Decision(verdict).is_allowed is (verdict not in (Verdict.DENY, Verdict.NEVER))


def test_the_text_of_a_prompt_leaves_attachments_out() -> None:
    prompt = (Text("One."), Attachment("a.txt", "text/plain", 1, "00"), Text("Two."))
    assert Turn("t", "c", None, 1.0, prompt).prompt_text == "One.\n\nTwo."


def test_a_round_knows_its_text_and_its_calls() -> None:
    use = ToolUse(ToolCall("u", "look", "{}"))
    parts = (Reasoning("Hm"), Text("Let me "), use, Text("look."))
    round_ = Round("r", ORIGIN, 1.0, parts)
    assert round_.text == "Let me look."
    assert round_.tool_uses == (use,)
    assert Turn("t", "c", None, 1.0, (), (round_, round_)).tool_uses == (use, use)


def test_only_an_http_profile_elsewhere_leaves_this_computer() -> None:
    there = ProviderProfile(id="p", name="P", base_url="https://api.example.com")
    assert not there.stays_here
    assert ProviderProfile(id="p", name="P", base_url="http://127.0.0.1").stays_here
    for kind in (Kind.PRACTICE, Kind.ENGINE):
        assert there.model_copy(update={"kind": kind}).stays_here


@pytest.mark.parametrize(
    "wrong",
    [{"rounds": 0}, {"tool_timeout": 0}, {"recordings_days": -1}, {"theme": "pink"}, {"new": 1}],
)
def test_settings_out_of_bounds_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(wrong)


def test_the_limits_of_a_turn_come_from_the_settings() -> None:
    assert Settings().limits == Limits(25, 50, 300_000, 100_000, usd=Decimal(1))
    chosen = Settings(rounds=3, calls=4, result_characters=5_000, turn_usd=None, turn_seconds=60)
    assert chosen.limits == Limits(3, 4, 5_000, seconds=60.0)


def test_errors_carry_their_failure_and_one_category() -> None:
    failure = Failure(Category.RATE_LIMIT, "slow down", 429)
    for error in (RoundError(failure), KeyringError(failure, "a keyring")):
        assert isinstance(error, StudioError)
        assert error.failure is failure
        assert "rate_limit" in str(error)


def test_a_recording_joins_what_arrived() -> None:
    chunks = (Chunk(0, b"da"), Chunk(7, b"ta: {}"))
    recording = Recording("r", "t", "c", 1, 1.0, "POST", "http://x", (), b"", chunks=chunks)
    assert recording.response_body == b"data: {}"


@pytest.mark.parametrize("value", [Chat("c", "", 1.0, 1.0), Text("x"), Limits(), ORIGIN])
def test_values_do_not_change(value: object) -> None:
    name = dataclasses.fields(value)[0].name  # type: ignore[arg-type]  # all are dataclasses
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, name, "other")
