"""What one model can do, and what it costs: each fact known from somewhere, or unknown."""

from decimal import Decimal
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Source(StrEnum):
    """Who says so. In the order of trust, the most trusted first."""

    USER = "user"
    PROBE = "probe"  # Callboard tried it
    HOST = "host"  # the host's own model list
    PACKAGE = "package"  # a maintained data package
    UNKNOWN = "unknown"


class Prices(BaseModel):
    """US dollars for a million tokens; None is unknown and never zero."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Decimal | None = None
    output: Decimal | None = None
    cached: Decimal | None = None
    written: Decimal | None = None


class Abilities(BaseModel):
    """None means that nobody knows: the adapter then does what the dialect allows.

    Lengths are in tokens. `takes_files` means PDF sent as it is.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    takes_tools: bool | None = None
    takes_images: bool | None = None
    takes_files: bool | None = None
    takes_effort: bool | None = None  # thinks, and can be told how hard
    reasons: bool | None = None
    streams: bool | None = None
    calls_in_parallel: bool | None = None
    reports_usage: bool | None = None
    context_tokens: int | None = Field(default=None, ge=1)
    output_tokens: int | None = Field(default=None, ge=1)
    prices: Prices = Prices()


def combined(*layers: Abilities) -> Abilities:
    """Fact by fact the first that is known, the most trusted layer first."""
    facts: dict[str, object] = {}
    prices: dict[str, Decimal] = {}
    for layer in layers:
        for name, value in layer:
            if name != "prices" and value is not None:
                facts.setdefault(name, value)
        for name, price in layer.prices:
            if price is not None:
                prices.setdefault(name, price)
    return Abilities.model_validate({**facts, "prices": Prices(**prices)})
