"""What rounds took and what that costs: pure rules over what the providers reported.

Nothing is guessed. What a provider did not report, or what has no known price, is unknown; only
what runs on this computer by itself is free.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal

from studio.core.abilities import Abilities, Prices
from studio.core.messages import Dialect, Round, Usage
from studio.core.profiles import Kind, ProviderProfile

_MILLION = Decimal(1_000_000)
# Rows of the catalogue whose servers run models themselves. LiteLLM is none: it buys elsewhere.
_OWN_SERVERS = frozenset({"ollama", "lmstudio", "lm-studio", "llama-cpp", "llamacpp", "vllm"})


@dataclass(frozen=True, slots=True)
class Counts:
    """Tokens of one round, none of them counted twice: the sum is what was processed.

    `input` was neither read from a cache nor put into one; `output` is without reasoning.
    """

    input: int = 0
    cached: int = 0
    written: int = 0
    output: int = 0
    reasoning: int = 0

    @property
    def all_input(self) -> int:
        return self.input + self.cached + self.written

    @property
    def all_output(self) -> int:
        return self.output + self.reasoning


@dataclass(frozen=True, slots=True)
class UsageRow:
    """One round in the ledger. As stored, chat and turn are empty for a chat that is not kept, or
    is gone.

    `usd` is None where the price is unknown. `at` in seconds since the epoch.
    """

    round_id: str
    at: float
    chat_id: str
    turn_id: str
    profile_id: str
    profile_name: str
    key_id: str
    model: str
    dialect: Dialect
    usage: Usage
    usd: Decimal | None = None

    @property
    def counts(self) -> Counts:
        return comparable(self.usage, self.dialect)


@dataclass(frozen=True, slots=True)
class Spent:
    """A sum of rounds. Input is all input, output all output; cached and reasoning are parts of
    them. `usd` sums what has a price, None where nothing has one."""

    rounds: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    usd: Decimal | None = None
    has_unpriced: bool = False

    def plus(self, row: UsageRow) -> "Spent":
        counts = row.counts
        usd = self.usd if row.usd is None else (self.usd or Decimal(0)) + row.usd
        return Spent(
            rounds=self.rounds + 1,
            input_tokens=self.input_tokens + counts.all_input,
            output_tokens=self.output_tokens + counts.all_output,
            cached_tokens=self.cached_tokens + counts.cached,
            reasoning_tokens=self.reasoning_tokens + counts.reasoning,
            usd=usd,
            has_unpriced=self.has_unpriced or row.usd is None,
        )


def total(rows: Iterable[UsageRow]) -> Spent:
    spent = Spent()
    for row in rows:
        spent = spent.plus(row)
    return spent


def is_reported(usage: Usage) -> bool:
    """The provider said anything at all about this round."""
    return usage != Usage()


def comparable(usage: Usage, dialect: Dialect) -> Counts:
    """The counts as they nest in no dialect. What was not reported counts nothing.

    Anthropic names cached and written tokens beside the input, everybody else as a part of it.
    Gemini names reasoning beside the output, everybody else as a part of it; there are hosts that
    speak OpenAI's dialect and name it beside, which shows where a part exceeds the whole.
    """
    cached, written = usage.cached_tokens or 0, usage.written_tokens or 0
    said_input, said_output = usage.input_tokens or 0, usage.output_tokens or 0
    reasoning = usage.reasoning_tokens or 0
    is_beside = dialect is Dialect.ANTHROPIC_MESSAGES or cached > said_input
    is_outside = dialect is Dialect.GOOGLE_GEMINI or reasoning > said_output
    if not is_beside:
        # OpenAI counts what was written without taking away what was read.
        written = min(written, said_input - cached)
    return Counts(
        input=said_input if is_beside else said_input - cached - written,
        cached=cached,
        written=written,
        output=said_output if is_outside else said_output - reasoning,
        reasoning=reasoning,
    )


def price(usage: Usage, dialect: Dialect, prices: Prices) -> Decimal | None:
    """US dollars, or None where a count or a price that is needed is unknown.

    Where a cached or written token has no price of its own it costs what any input costs: hosts
    that make no difference name none.
    """
    if usage.input_tokens is None or usage.output_tokens is None:
        return None
    counts = comparable(usage, dialect)
    prices = _at_length(prices, counts.all_input)
    parts = (
        _cost(counts.input, prices.input),
        _cost(counts.cached, prices.cached if prices.cached is not None else prices.input),
        _cost(counts.written, prices.written if prices.written is not None else prices.input),
        _cost(counts.all_output, prices.output),
    )
    usd = Decimal(0)
    for part in parts:
        if part is None:
            return None
        usd += part
    return usd


def is_free(profile: ProviderProfile, model: str) -> bool:
    """Nobody can ask money for it: the practice provider, and models that this computer runs.

    An address on this computer alone says nothing, as a gateway there buys from others. Ollama
    passes models whose names end in `cloud` on to its makers.
    """
    if profile.kind is not Kind.HTTP:
        return True
    if not profile.stays_here or model.lower().endswith("cloud"):
        return False
    return profile.dialect is Dialect.OLLAMA_CHAT or profile.catalogue_id in _OWN_SERVERS


def context_fill(last: Round | None, abilities: Abilities) -> float | None:
    """How full the model's window is after its last round, from 0 to 1; None where unknown."""
    if last is None or not abilities.context_tokens or last.usage.input_tokens is None:
        return None
    counts = comparable(last.usage, last.origin.dialect)
    return min((counts.all_input + counts.all_output) / abilities.context_tokens, 1.0)


def _at_length(prices: Prices, tokens: int) -> Prices:
    if prices.long_from is None or tokens <= prices.long_from:
        return prices
    return Prices(
        input=_either(prices.long_input, prices.input),
        output=_either(prices.long_output, prices.output),
        cached=_either(prices.long_cached, prices.cached),
        written=_either(prices.long_written, prices.written),
    )


def _either(first: Decimal | None, second: Decimal | None) -> Decimal | None:
    return second if first is None else first


def _cost(tokens: int, per_million: Decimal | None) -> Decimal | None:
    if tokens == 0:
        return Decimal(0)
    return None if per_million is None else per_million * tokens / _MILLION


def month_start(at: float, zone: tzinfo | None = None) -> float:
    """The first moment of the month of `at`, by this computer's clock or in a time zone."""
    here = datetime.fromtimestamp(at, UTC).astimezone(zone)
    first = datetime(here.year, here.month, 1)  # noqa: DTZ001  # the zone follows, with its own offset on that day
    return (first.astimezone() if zone is None else first.replace(tzinfo=zone)).timestamp()


def day_of(at: float, zone: tzinfo | None = None) -> date:
    return datetime.fromtimestamp(at, UTC).astimezone(zone).date()
