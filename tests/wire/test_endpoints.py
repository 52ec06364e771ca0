"""Addresses as people paste them, and what is said about those that are none."""

import pytest

from studio.core.errors import AddressError, Category
from studio.core.messages import Dialect
from studio.wire.endpoints import (
    BadKeyError,
    auth_headers,
    models_url,
    request_url,
)

CHAT = Dialect.OPENAI_CHAT
ANTHROPIC = Dialect.ANTHROPIC_MESSAGES


@pytest.mark.parametrize(
    ("pasted", "url"),
    [
        ("localhost:11434", "http://localhost:11434/v1/models"),
        ("192.168.1.5:8080/v1", "http://192.168.1.5:8080/v1/models"),
        ("api.example.com", "https://api.example.com/v1/models"),
        ("HTTPS://Host.Example/V1", "https://host.example/V1/models"),
        ("http://[::1]:8080", "http://[::1]:8080/v1/models"),
        ("https://h/v1/responses", "https://h/v1/models"),
        ("https://h/v1/completions/", "https://h/v1/models"),
        ('"https://h/v1"', "https://h/v1/models"),
        ("https://h/openai?api-version=1", "https://h/openai/models?api-version=1"),
        ("https://h/v1#top", "https://h/v1/models"),
        ("\ufeffhttps://h/v1\u200b", "https://h/v1/models"),
        ("https://bücher.example/v1", "https://xn--bcher-kva.example/v1/models"),
        ("https://h/a path/v1".replace(" ", "%20"), "https://h/a%20path/v1/models"),
    ],
)
def test_an_address_is_read_as_it_was_meant(pasted: str, url: str) -> None:
    assert models_url(pasted, CHAT) == url


def test_a_host_without_a_version_gets_none() -> None:
    pasted = "https://api.perplexity.ai/"
    assert models_url(pasted, CHAT, has_no_version=True) == "https://api.perplexity.ai/models"
    url = request_url(pasted, CHAT, "chat/completions", has_no_version=True)
    assert url == "https://api.perplexity.ai/chat/completions"


@pytest.mark.parametrize(
    ("pasted", "url"),
    [
        ("https://api.anthropic.com", "https://api.anthropic.com/v1/messages"),
        ("https://api.anthropic.com/v1/messages", "https://api.anthropic.com/v1/messages"),
        ("https://api.deepseek.com/anthropic", "https://api.deepseek.com/anthropic/v1/messages"),
    ],
)
def test_anthropics_version_is_put_beneath_any_base(pasted: str, url: str) -> None:
    assert request_url(pasted, ANTHROPIC, "messages") == url


@pytest.mark.parametrize(
    ("pasted", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("http://", "no host"),
        ("ftp://host/v1", "http"),
        ("file:///etc/passwd", "http"),
        ("javascript:alert(1)", "no URL"),
        ("http://host:99999/v1", "no URL"),
        ("http://host:port/v1", "no URL"),
        ("http://host:0/v1", "port"),
        ("http://[::1/v1", "no URL"),
        ("http://a b/v1", "character"),
        ("http://host/v1\nx-header: 1", "character"),
        ("http://-/v1", "no host name"),
        ("http://" + "ü" * 80 + "/v1", "no host name"),
        ("sk-abcdef \x00", "character"),
    ],
)
def test_what_is_no_url_is_refused_with_the_reason(pasted: str, reason: str) -> None:
    with pytest.raises(AddressError) as caught:
        request_url(pasted, CHAT, "chat/completions")
    assert caught.value.failure.category is Category.ADDRESS
    assert reason in caught.value.failure.message


@pytest.mark.parametrize(
    "pasted",
    [
        "https://me:hunter2@host/v1",
        "ftp://me:hunter2@host/v1",
        "https://me:hunter2/x@host/v1",
        "https://me:hunter2 x@host/v1",
        "https://host:99999/v1?key=hunter2",
        "https://host:hunter2@x:y/v1",
        "ftp://host/v1#hunter2",
        "sk-proj-" + "hunter2-0123456789abcdef",
    ],
)
def test_a_secret_in_an_address_is_refused_and_not_repeated(pasted: str) -> None:
    with pytest.raises(AddressError) as caught:
        request_url(pasted, CHAT, "models")
    assert "hunter2" not in repr(caught.value.failure) + str(caught.value)


def test_each_dialect_has_its_own_header_for_the_key() -> None:
    assert auth_headers(CHAT, "sk-1") == {"Authorization": "Bearer sk-1"}
    assert auth_headers(ANTHROPIC, "sk-2")["x-api-key"] == "sk-2"
    assert "anthropic-version" in auth_headers(ANTHROPIC, None)
    assert auth_headers(CHAT, None) == {}


@pytest.mark.parametrize("key", ["sk-1\nx-evil: 1", "sk-ü", "sk\t1"])
def test_a_key_that_no_header_can_carry_is_refused_and_not_repeated(key: str) -> None:
    with pytest.raises(BadKeyError) as caught:
        auth_headers(CHAT, key)
    assert key not in str(caught.value)
