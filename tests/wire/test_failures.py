"""Refusals as providers send them: one category, the provider's words, nothing secret."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.errors import Category
from studio.wire.failures import failure_from_payload, failure_from_response


@pytest.mark.parametrize(
    ("status", "body", "category"),
    [
        (401, {"error": {"message": "x"}}, Category.AUTHENTICATION),
        (400, {"error": "Incorrect API key provided"}, Category.AUTHENTICATION),
        (403, {"error": {"type": "permission_error"}}, Category.PERMISSION),
        (404, {"error": 'model "x" not found, try pulling it first'}, Category.MODEL_NOT_FOUND),
        (400, {"error": {"message": "q/x is not a valid model ID"}}, Category.MODEL_NOT_FOUND),
        (404, {"detail": "Not Found"}, Category.ADDRESS),
        (404, None, Category.ADDRESS),
        (402, {"error": {"message": "Insufficient credits"}}, Category.QUOTA),
        (400, {"error": {"message": "Your credit balance is too low"}}, Category.QUOTA),
        (429, {"error": {"message": "Too many"}}, Category.RATE_LIMIT),
        (429, {"error": {"code": "insufficient_quota"}}, Category.QUOTA),
        (400, {"error": {"type": "exceed_context_size_error"}}, Category.CONTEXT_TOO_LONG),
        (400, {"error": {"code": "context_length_exceeded"}}, Category.CONTEXT_TOO_LONG),
        (400, {"error": {"message": "prompt is too long: 9 > 8"}}, Category.CONTEXT_TOO_LONG),
        (413, None, Category.CONTEXT_TOO_LONG),
        (413, {"error": {"code": "rate_limit_exceeded"}}, Category.RATE_LIMIT),
        (400, {"error": {"code": "content_filter"}}, Category.CONTENT_FILTER),
        (
            400,
            {"error": {"innererror": {"code": "ResponsibleAIPolicyViolation"}}},
            Category.CONTENT_FILTER,
        ),
        (422, {"detail": [{"msg": "field required"}]}, Category.BAD_REQUEST),
        (500, None, Category.SERVER),
        (503, {"error": {"message": "Loading model"}}, Category.OVERLOADED),
        (529, {"error": {"type": "overloaded_error"}}, Category.OVERLOADED),
        (408, None, Category.TIMEOUT),
        (302, None, Category.UNREADABLE_REPLY),
    ],
)
def test_a_refusal_has_one_category(status: int, body: Any, category: Category) -> None:
    data = b"" if body is None else json.dumps(body).encode()
    assert failure_from_response(status, {}, data).category is category


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"error": {"message": "words"}}, "words"),
        ({"error": "words"}, "words"),
        ({"message": "words"}, "words"),
        ({"detail": "words"}, "words"),
        ({"detail": [{"msg": "one"}, {"msg": "two"}]}, "one; two"),
        ([{"error": {"message": "words"}}], "words"),
        ("words", "words"),
        ({"message": {"message": "words"}}, "words"),
        (
            {"error": {"message": "Provider returned error", "metadata": {"raw": "words"}}},
            "Provider returned error: words",
        ),
    ],
)
def test_the_providers_words_are_found_in_any_shape(body: Any, message: str) -> None:
    assert failure_from_response(400, {}, json.dumps(body)).message == message


def test_a_page_becomes_its_words_and_the_url_is_told() -> None:
    page = b"<html><head><style>p{}</style></head><body><h1>502</h1>\n<p>Bad Gateway</p></html>"
    failure = failure_from_response(502, {"cf-ray": "ray"}, page, "https://h/v1/x")
    assert failure.message == "502 Bad Gateway"
    assert failure.url == "https://h/v1/x"
    assert failure.request_id == "ray"
    assert failure.category is Category.SERVER


def test_a_long_or_binary_body_is_shortened_and_printable() -> None:
    assert len(failure_from_response(500, {}, b"word " * 1_000_000).message) <= 200
    assert failure_from_response(500, {}, b"\x00\xff\x1b[31m").message.isprintable()
    long = json.dumps({"error": {"message": "x" * 100_000}})
    assert len(failure_from_response(400, {}, long).message) <= 2_000


def test_a_key_in_the_providers_words_is_masked_up_to_its_end() -> None:
    key = "sk-proj-" + "abcdefghijklmnopqrstuvwx"
    failure = failure_from_response(401, {}, json.dumps({"error": f"bad key {key}."}))
    assert failure.message == "bad key sk-…uvwx."


def test_the_request_id_is_found_in_headers_and_body() -> None:
    assert failure_from_response(500, {"X-Request-Id": "r1"}, b"").request_id == "r1"
    assert failure_from_response(500, {}, b'{"request_id":"r2"}').request_id == "r2"


def test_googles_delay_in_the_body_is_read() -> None:
    error = {"message": "You exceeded your current quota", "details": [{"retryDelay": "34s"}]}
    failure = failure_from_response(429, {}, json.dumps({"error": error}))
    assert failure.retry_after == 34.0
    assert failure.category is Category.RATE_LIMIT


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "message", "code", "type", "details", "metadata", "detail"]),
            inner,
        )
    ),
    max_leaves=12,
)


@given(_json, st.integers(200, 599))
def test_any_body_gives_a_failure(body: Any, status: int) -> None:
    failure_from_response(status, {"retry-after": "x"}, json.dumps(body))
    failure_from_payload(body)
