"""Bad input gets a sentence, and never a word of what was typed."""

import json

import pytest

from studio.ui.settings.checks import (
    JsonFault,
    cleaned_key,
    header_name_fault,
    header_value_fault,
    key_fault,
    read_parameters,
)


@pytest.mark.parametrize("text", ["sk-1", "  sk-1\r\n", "Bearer sk-1", "\tbearer  sk-1 "])
def test_what_is_pasted_around_a_key_is_taken_off(text: str) -> None:
    assert key_fault(text) is None
    assert cleaned_key(text) == "sk-1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n ",
        "sk-1\nsk-2",
        "sk-1\r\nsk-2",
        "sk-1\u2028sk-2",
        "sk 1",
        "sk-\x001",
        "sk-\u200b1",
        "sk-ключ",
        "k" * 100_000,
    ],
)
def test_a_key_that_no_header_can_carry_is_refused_without_being_repeated(text: str) -> None:
    fault = key_fault(text)
    assert fault
    assert "sk-" not in fault


@pytest.mark.parametrize("name", ["a b", "a:b", "ü", "a\nb", "", "Host", "Content-Length"])
def test_a_header_that_would_break_the_request_is_refused(name: str) -> None:
    assert header_name_fault(name)


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\x00", "ü"])
def test_a_header_value_cannot_smuggle_another_header(value: str) -> None:
    assert header_value_fault(value)
    assert header_value_fault("plain, one line") is None


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ('{"a": 1,,}', 8),
        ('{\n  "a": \n}', 10),
        ("{", 1),
        ("[1]", 0),
        ("12", 0),
        ('{"a": NaN}', 0),
        ('{"a": Infinity}', 0),
        ("[" * 100_000, 0),
    ],
)
def test_broken_parameters_say_where(text: str, position: int) -> None:
    read = read_parameters(text)
    assert isinstance(read, JsonFault)
    assert read.position == position


def test_parameters_are_read_as_they_are_written() -> None:
    assert read_parameters(" ") == {}
    assert read_parameters('{"a": {"b": [1, null]}}') == {"a": {"b": [1, None]}}


@pytest.mark.parametrize(
    "text",
    [
        '{"api_key": "planted-0123"}',
        '{"top_k": 1, "extra": [{"headers": {"Authorization": "Bearer planted"}}]}',
        '{"accessToken": "planted-0123"}',
    ],
)
def test_a_key_among_the_parameters_is_refused_and_not_repeated(text: str) -> None:
    fault = read_parameters(text)
    assert isinstance(fault, JsonFault)
    assert "planted" not in fault.sentence
    assert fault.position > 0


def test_parameters_that_only_sound_like_keys_are_read() -> None:
    read = {"max_tokens": 5, "tokenizer": "o200k_base", "prompt_cache_key": "chat", "stop": "key"}
    assert read_parameters(json.dumps(read)) == read
