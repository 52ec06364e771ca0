"""The catalogue that comes with Callboard."""

from urllib.parse import urlsplit

from studio.core.addresses import is_loopback
from studio.core.catalogue import row_for_key
from studio.ui.settings.catalogue import ready_rows


def test_the_promised_providers_are_ready() -> None:
    names = {row.name for row in ready_rows()}
    assert {"OpenAI", "Anthropic", "Ollama", "LM Studio", "llama.cpp", "vLLM"} <= names


def test_every_row_is_whole_and_none_comes_twice() -> None:
    rows = ready_rows()
    assert len({row.id for row in rows}) == len(rows)
    for row in rows:
        parts = urlsplit(row.base_url)
        assert parts.hostname
        assert parts.scheme == ("http" if is_loopback(row.base_url) else "https")
        assert row.needs_key != is_loopback(row.base_url)


def test_keys_are_told_apart_by_how_they_begin() -> None:
    rows = ready_rows()
    owners = {
        "sk-ant-api03-1": "anthropic",
        "sk-or-v1-1": "openrouter",
        "sk-proj-1": "openai",
        "sk-1": "openai",
        "gsk_1": "groq",
        "AIza1": "google",
    }
    for key, owner in owners.items():
        row = row_for_key(rows, key)
        assert row is not None
        assert row.id == owner
    assert row_for_key(rows, "hf_1") is None
