"""The catalogue that comes with Callboard."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pydantic import ValidationError

from studio.core.catalogue import Catalogue
from studio.core.messages import Dialect
from studio.store.catalogue import load_catalogue
from studio.wire.endpoints import models_url, request_url

PROMISED = {
    "OpenAI", "Azure OpenAI", "Anthropic", "Google Gemini", "Mistral", "DeepSeek", "xAI", "Groq",
    "OpenRouter", "Together", "Fireworks", "Cerebras", "Perplexity", "Cohere", "Moonshot (Kimi)",
    "Alibaba (Qwen), international", "Z.ai (GLM)", "MiniMax", "NVIDIA", "Hugging Face router",
    "Hetzner", "GitHub Models", "Helmholtz Blablador", "GWDG SAIA (Chat AI)", "Ollama",
    "LM Studio", "llama.cpp", "vLLM", "LiteLLM", "OpenAI-compatible", "Anthropic-compatible",
}  # fmt: skip


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


def test_the_promised_providers_are_there(catalogue: Catalogue) -> None:
    assert {row.name for row in catalogue.rows} >= PROMISED


def test_keys_are_told_apart_by_how_they_begin(catalogue: Catalogue) -> None:
    owners = {
        "sk-ant-api03-1": "anthropic",
        "sk-or-v1-1": "openrouter",
        "sk-proj-1": "openai",
        "sk-1": "openai",
        "gsk_1": "groq",
        "AIza1": "google",
        "xai-1": "xai",
        "pplx-1": "perplexity",
        "csk-1": "cerebras",
        "nvapi-1": "nvidia",
        "hf_1": "huggingface",
        "github_pat_1": "github",
    }
    for key, owner in owners.items():
        assert catalogue.row_of_key(key) == owner
    assert catalogue.row_of_key("unknown-1") is None


def test_every_address_leads_back_to_its_row(catalogue: Catalogue) -> None:
    for row in catalogue.rows:
        if row.base_url:
            assert catalogue.row_for_address(row.base_url, row.dialect) is row
            found = catalogue.row_for_address(request_url(row.base_url, row.dialect, "x"))
            assert found is not None
            assert found.id.partition("-")[0] == row.id.partition("-")[0]


def test_every_address_makes_urls_without_a_doubled_part(catalogue: Catalogue) -> None:
    for row in catalogue.rows:
        if not row.base_url:
            continue
        own = row.quirks.has_no_version
        segments = urlsplit(models_url(row.base_url, row.dialect, has_no_version=own)).path
        words = segments.strip("/").split("/")
        assert len(set(words)) == len(words), segments
        assert "//" not in segments


def test_the_urls_of_hosts_that_are_not_like_the_others(catalogue: Catalogue) -> None:
    urls = {
        "perplexity-chat": "https://api.perplexity.ai/chat/completions",
        "deepseek": "https://api.deepseek.com/chat/completions",
        "zai": "https://api.z.ai/api/paas/v4/chat/completions",
        "github": "https://models.github.ai/inference/chat/completions",
        "groq": "https://api.groq.com/openai/v1/chat/completions",
        "google-openai": (
            "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions"
        ),
        "fireworks": "https://api.fireworks.ai/inference/v1/chat/completions",
        "cohere": "https://api.cohere.ai/compatibility/v1/chat/completions",
    }
    for row_id, url in urls.items():
        row = catalogue.row(row_id)
        assert row is not None
        own = row.quirks.has_no_version
        made = request_url(row.base_url, row.dialect, "chat/completions", has_no_version=own)
        assert made == url
    zai = catalogue.row("zai-anthropic")
    assert zai is not None
    assert request_url(zai.base_url, Dialect.ANTHROPIC_MESSAGES, "messages") == (
        "https://api.z.ai/api/anthropic/v1/messages"
    )


def test_who_needs_a_key_says_where_to_get_it(catalogue: Catalogue) -> None:
    for row in catalogue.rows:
        if row.needs_key:
            assert row.key_page.startswith("https://"), row.id
            assert row.revoke_page.startswith("https://"), row.id


def test_every_row_names_the_page_that_was_read_or_says_that_none_was(
    catalogue: Catalogue,
) -> None:
    for row in catalogue.rows:
        assert bool(row.source) == row.is_verified or not row.base_url, row.id


def test_a_variable_belongs_to_one_row(catalogue: Catalogue) -> None:
    names = [name for row in catalogue.rows for name in row.environment]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("field", ["id", "name"])
def test_a_row_that_comes_twice_is_a_fault_of_the_file(tmp_path: Path, field: str) -> None:
    rows = [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]
    rows[1][field] = rows[0][field]
    text = "".join(
        f'[[provider]]\nid = "{row["id"]}"\nname = "{row["name"]}"\nregion = "us"\n' for row in rows
    )
    (tmp_path / "rows.toml").write_text(text)
    with pytest.raises(ValidationError, match=f"the same {field}"):
        load_catalogue(tmp_path / "rows.toml")
