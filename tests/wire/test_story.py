"""One story, five dialects: the same events, however the bytes are cut."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.core.errors import Category, IncompleteRoundError
from studio.core.messages import Dialect, Stop, ToolCall, Usage
from studio.wire.dialects import reader_for
from tests.wire.recorded import BROKEN, STORY, all_recordings, recording
from tests.wire.replies import counter, exchange, read, read_all, read_bytewise

_EVERY = pytest.mark.parametrize(("dialect", "scene"), all_recordings())
_DIALECTS = pytest.mark.parametrize("dialect", list(Dialect))


@_EVERY
def test_each_scene_gives_the_same_events_in_every_dialect(dialect: Dialect, scene: str) -> None:
    assert read_all(dialect, recording(dialect, scene)).events == STORY[scene]


@_EVERY
def test_a_recording_fed_byte_by_byte_comes_to_the_same(dialect: Dialect, scene: str) -> None:
    body = recording(dialect, scene)
    assert read_bytewise(dialect, body).outcome == read_all(dialect, body).outcome


@settings(max_examples=60)
@given(st.sampled_from(all_recordings()), st.lists(st.integers(0, 3_000), max_size=30))
def test_a_recording_cut_anywhere_comes_to_the_same(
    which: tuple[Dialect, str], cuts: list[int]
) -> None:
    body = recording(*which)
    at = sorted(cuts)
    pieces = [body[start:end] for start, end in zip([0, *at], [*at, None], strict=True)]
    whole = read_all(which[0], body)
    assert read(exchange(which[0]).begin_round(""), pieces).outcome == whole.outcome


@_EVERY
@pytest.mark.parametrize("ending", [b"\r\n", b"\r"])
def test_line_ends_of_any_kind_come_to_the_same(
    dialect: Dialect, scene: str, ending: bytes
) -> None:
    body = recording(dialect, scene)
    changed = body.replace(b"\r\n", b"\n").replace(b"\n", ending)
    assert read_all(dialect, changed).outcome == read_all(dialect, body).outcome
    assert read_bytewise(dialect, changed).outcome == read_all(dialect, body).outcome


@_DIALECTS
def test_calls_are_complete_and_in_the_models_order(dialect: Dialect) -> None:
    done = read_all(dialect, recording(dialect, "two_calls")).completed
    assert done is not None
    assert done.calls == (
        ToolCall("use1", "get_time", '{"zone":"Asia/Tokyo"}', "call_one"),
        ToolCall("use2", "list_files", "", "call_two"),
    )
    assert done.stop is Stop.TOOL_CALLS


@_DIALECTS
def test_broken_arguments_are_handed_on_as_they_came(dialect: Dialect) -> None:
    done = read_all(dialect, recording(dialect, "broken_arguments")).completed
    assert done is not None
    assert done.calls == (ToolCall("use1", "get_time", BROKEN, "call_one"),)


@_DIALECTS
def test_a_cut_off_stream_keeps_the_text(dialect: Dialect) -> None:
    reading = read_all(dialect, recording(dialect, "cut_off"))
    assert isinstance(reading.error, IncompleteRoundError)
    assert reading.error.failure.category is Category.CUT_OFF
    assert reading.text == "The three steps are: 1) "


@_DIALECTS
def test_a_rate_limit_in_mid_stream_keeps_the_text_and_says_what_it_is(dialect: Dialect) -> None:
    reading = read_all(dialect, recording(dialect, "rate_limit"))
    assert reading.error is not None
    assert reading.error.failure.category is Category.RATE_LIMIT
    assert reading.error.failure.message == "Slow down, please."
    assert reading.text == "One moment"


@_DIALECTS
def test_usage_is_told_as_reported(dialect: Dialect) -> None:
    done = read_all(dialect, recording(dialect, "text")).completed
    assert done is not None
    cached = None if dialect is Dialect.OLLAMA_CHAT else 5  # it never says
    assert done.usage == Usage(12, 34, cached)
    assert done.stop is Stop.END


def test_a_refusal_is_text_and_its_stop_is_what_the_provider_calls_it() -> None:
    stops = {}
    for dialect in Dialect:
        done = read_all(dialect, recording(dialect, "refusal")).completed
        assert done is not None
        stops[dialect] = done.stop
    assert stops == {
        Dialect.OPENAI_CHAT: Stop.END,
        Dialect.OPENAI_RESPONSES: Stop.END,
        Dialect.ANTHROPIC_MESSAGES: Stop.REFUSAL,
        Dialect.GOOGLE_GEMINI: Stop.CONTENT_FILTER,
        Dialect.OLLAMA_CHAT: Stop.END,
    }


@_EVERY
def test_a_recorded_reply_is_read_without_a_send(dialect: Dialect, scene: str) -> None:
    body = recording(dialect, scene)
    alone = read(reader_for(dialect, counter()), [body])
    assert alone.outcome == read_all(dialect, body).outcome
