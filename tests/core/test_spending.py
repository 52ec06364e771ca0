from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.abilities import FREE, Abilities, Prices
from studio.core.messages import Dialect, Origin, Round, Usage
from studio.core.profiles import Kind, ProviderProfile
from studio.core.spending import (
    Counts,
    Spent,
    UsageRow,
    comparable,
    context_fill,
    day_of,
    is_free,
    month_start,
    price,
    total,
)

SMALL = Usage(10, 5)
COUNT = st.integers(0, 10_000_000)
MAYBE = st.none() | COUNT
USAGES = st.builds(Usage, MAYBE, MAYBE, MAYBE, MAYBE, MAYBE)
PRICES = Prices(
    input=Decimal("3"), output=Decimal("15"), cached=Decimal("0.3"), written=Decimal("3.75")
)


def row(round_id: str, usage: Usage = SMALL, usd: str | None = "0.5") -> UsageRow:
    return UsageRow(
        round_id=round_id,
        at=1_000.0,
        chat_id="c",
        turn_id="t",
        profile_id="p",
        profile_name="P",
        key_id="k",
        model="m",
        dialect=Dialect.OPENAI_CHAT,
        usage=usage,
        usd=None if usd is None else Decimal(usd),
    )


@pytest.mark.parametrize(
    ("dialect", "usage", "counts"),
    [
        # The same round, as each of them reports it.
        (Dialect.OPENAI_CHAT, Usage(1000, 300, 600, 200, 100), Counts(300, 600, 100, 100, 200)),
        (Dialect.OPENAI_RESPONSES, Usage(1000, 300, 600, 200), Counts(400, 600, 0, 100, 200)),
        (
            Dialect.ANTHROPIC_MESSAGES,
            Usage(300, 300, 600, 200, 100),
            Counts(300, 600, 100, 100, 200),
        ),
        (Dialect.GOOGLE_GEMINI, Usage(1000, 100, 600, 200), Counts(400, 600, 0, 100, 200)),
        (Dialect.OLLAMA_CHAT, Usage(1000, 300), Counts(1000, 0, 0, 300, 0)),
        # A host that names reasoning beside the output, as xAI does, or cached tokens beside.
        (Dialect.OPENAI_CHAT, Usage(50, 10, None, 400), Counts(50, 0, 0, 10, 400)),
        (Dialect.OPENAI_CHAT, Usage(50, 10, 90), Counts(50, 90, 0, 10, 0)),
        (Dialect.OPENAI_CHAT, Usage(100, 1, 60, None, 100), Counts(0, 60, 40, 1, 0)),
        (Dialect.OPENAI_CHAT, Usage(), Counts()),
    ],
)
def test_counts_of_every_dialect_are_made_comparable(
    dialect: Dialect, usage: Usage, counts: Counts
) -> None:
    assert comparable(usage, dialect) == counts


@given(USAGES, st.sampled_from(list(Dialect)))
def test_no_token_is_lost_or_counted_below_zero(usage: Usage, dialect: Dialect) -> None:
    counts = comparable(usage, dialect)
    assert min(counts.input, counts.cached, counts.written, counts.output, counts.reasoning) >= 0
    assert counts.cached == (usage.cached_tokens or 0)
    assert counts.reasoning == (usage.reasoning_tokens or 0)
    assert counts.all_input >= (usage.input_tokens or 0)
    assert counts.all_output >= (usage.output_tokens or 0)


def test_a_price_is_exact() -> None:
    usage = Usage(300, 300, 600, 200, 100)
    assert price(usage, Dialect.ANTHROPIC_MESSAGES, PRICES) == Decimal("0.005955")


@pytest.mark.parametrize(
    ("usage", "prices"),
    [
        (Usage(), PRICES),
        (Usage(10, None), PRICES),
        (Usage(10, 10), Prices()),
        (Usage(10, 10), Prices(input=Decimal(1))),
        (Usage(10, 10), Prices(output=Decimal(1))),
        (Usage(0, 10), Prices(input=Decimal(1))),
    ],
)
def test_what_is_unknown_costs_not_nothing(usage: Usage, prices: Prices) -> None:
    assert price(usage, Dialect.OPENAI_CHAT, prices) is None


def test_what_is_free_costs_nothing() -> None:
    assert price(Usage(10, 10), Dialect.OPENAI_CHAT, FREE) == 0


def test_a_cached_token_without_a_price_of_its_own_costs_what_any_does() -> None:
    prices = Prices(input=Decimal(1), output=Decimal(1))
    assert price(Usage(1_000_000, 0, 400_000), Dialect.OPENAI_CHAT, prices) == 1


def test_a_long_request_costs_the_long_prices_altogether() -> None:
    prices = Prices(input=Decimal(1), output=Decimal(2), long_from=200_000, long_input=Decimal(10))
    short = price(Usage(200_000, 0), Dialect.GOOGLE_GEMINI, prices)
    long = price(Usage(200_001, 100_000), Dialect.GOOGLE_GEMINI, prices)
    assert (short, long) == (Decimal("0.2"), Decimal("2.00001") + Decimal("0.2"))


@given(USAGES, st.sampled_from(list(Dialect)))
def test_more_tokens_never_cost_less(usage: Usage, dialect: Dialect) -> None:
    less = price(usage, dialect, PRICES)
    more = price(replace(usage, output_tokens=(usage.output_tokens or 0) + 1_000), dialect, PRICES)
    if less is not None and more is not None and (usage.reasoning_tokens or 0) == 0:
        assert more > less >= 0


@given(st.lists(st.tuples(USAGES, st.none() | st.decimals(0, 100, places=6)), max_size=20))
def test_a_sum_is_the_sum_of_its_rounds(rounds: list[tuple[Usage, Decimal | None]]) -> None:
    rows = [
        replace(row(str(number)), usage=usage, usd=usd)
        for number, (usage, usd) in enumerate(rounds)
    ]
    spent = total(rows)
    known = [usd for _, usd in rounds if usd is not None]
    assert spent.rounds == len(rows)
    assert spent.input_tokens == sum(one.counts.all_input for one in rows)
    assert spent.output_tokens == sum(one.counts.all_output for one in rows)
    assert spent.usd == (sum(known, Decimal(0)) if known else None)
    assert spent.has_unpriced == (len(known) < len(rows))


def test_a_sum_says_that_something_in_it_has_no_price() -> None:
    spent = total([row("a"), row("b", usd=None)])
    assert (spent.usd, spent.has_unpriced) == (Decimal("0.5"), True)
    assert total([row("b", usd=None)]).usd is None
    assert total([]) == Spent()


@pytest.mark.parametrize(
    ("profile", "model", "free"),
    [
        (ProviderProfile(id="a", name="A", kind=Kind.PRACTICE), "m", True),
        (ProviderProfile(id="a", name="A", kind=Kind.ENGINE), "m", True),
        (ProviderProfile(id="a", name="A", base_url="https://api.openai.com/v1"), "m", False),
        # Anything may be behind an address on this computer.
        (ProviderProfile(id="a", name="A", base_url="http://127.0.0.1:4000/v1"), "m", False),
        (
            ProviderProfile(
                id="a",
                name="A",
                dialect=Dialect.OLLAMA_CHAT,
                base_url="http://localhost:11434",
            ),
            "qwen3:4b",
            True,
        ),
        (
            ProviderProfile(
                id="a",
                name="A",
                dialect=Dialect.OLLAMA_CHAT,
                base_url="http://localhost:11434",
            ),
            "gpt-oss:120b-cloud",
            False,
        ),
        (
            ProviderProfile(
                id="a", name="A", catalogue_id="vllm", base_url="http://localhost:8000/v1"
            ),
            "m",
            True,
        ),
        (
            ProviderProfile(id="a", name="A", catalogue_id="vllm", base_url="https://x.example/v1"),
            "m",
            False,
        ),
    ],
)
def test_free_is_what_this_computer_runs_itself(
    profile: ProviderProfile, model: str, free: bool
) -> None:
    assert is_free(profile, model) is free


def test_the_window_is_as_full_as_the_last_round_says() -> None:
    origin = Origin("p", "P", Dialect.ANTHROPIC_MESSAGES, "m")
    last = Round("r", origin, 0.0, usage=Usage(1_000, 500, 8_000, None, 500))
    known = Abilities(context_tokens=20_000)
    assert context_fill(last, known) == 0.5
    assert context_fill(last, Abilities(context_tokens=100)) == 1.0
    assert context_fill(last, Abilities()) is None
    assert context_fill(None, known) is None
    assert context_fill(replace(last, usage=Usage()), known) is None


@given(st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)), st.integers(-12, 14))  # noqa: DTZ001
def test_a_month_begins_at_its_first_midnight(naive: datetime, hours: int) -> None:
    zone = timezone(timedelta(hours=hours))
    moment = naive.replace(tzinfo=zone)
    first = datetime.fromtimestamp(month_start(moment.timestamp(), zone), zone)
    assert first == datetime(moment.year, moment.month, 1, tzinfo=zone)


@given(st.integers(1_000_000_000, 4_000_000_000))
def test_a_month_begins_at_midnight_on_this_computer_too(at: int) -> None:
    first = datetime.fromtimestamp(month_start(at), UTC).astimezone()
    here = datetime.fromtimestamp(at, UTC).astimezone()
    assert (first.year, first.month, first.day) == (here.year, here.month, 1)
    assert first.timestamp() <= at


def test_a_day_is_that_of_the_clock_on_the_wall() -> None:
    late = datetime(2026, 12, 1, 23, 30, tzinfo=UTC).timestamp()
    assert day_of(late, timezone(timedelta(hours=2))) == date(2026, 12, 2)
    assert day_of(late, UTC) == date(2026, 12, 1)
