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
    """US dollars for a million tokens; None is unknown and never zero.

    Above `long_from` tokens of input, cached ones included, all of a request costs the `long_`
    prices where there are any.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Decimal | None = Field(default=None, ge=0)
    output: Decimal | None = Field(default=None, ge=0)
    cached: Decimal | None = Field(default=None, ge=0)
    written: Decimal | None = Field(default=None, ge=0)
    long_from: int | None = Field(default=None, ge=1)
    long_input: Decimal | None = Field(default=None, ge=0)
    long_output: Decimal | None = Field(default=None, ge=0)
    long_cached: Decimal | None = Field(default=None, ge=0)
    long_written: Decimal | None = Field(default=None, ge=0)


FREE = Prices(input=Decimal(0), output=Decimal(0), cached=Decimal(0), written=Decimal(0))


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
    prices: dict[str, object] = {}
    for layer in layers:
        has_long = "input" not in prices
        for name, value in layer:
            if name != "prices" and value is not None:
                facts.setdefault(name, value)
        for name, price in layer.prices:
            # Who names the price of a token says from when on it is another one.
            if price is not None and (has_long or not name.startswith("long_")):
                prices.setdefault(name, price)
    return Abilities.model_validate({**facts, "prices": Prices.model_validate(prices)})
