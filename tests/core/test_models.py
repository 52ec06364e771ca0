from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from studio.core.abilities import Abilities, Prices, Source, combined
from studio.core.models import entry_of

FLAG = st.none() | st.booleans()
SIZE = st.none() | st.integers(1, 2_000_000)
ABILITIES = st.builds(
    Abilities,
    takes_tools=FLAG,
    takes_images=FLAG,
    context_tokens=SIZE,
    prices=st.builds(Prices, input=st.none() | st.decimals(0, 100, places=3)),
)


def test_the_user_is_above_the_probe_above_the_host_above_the_package() -> None:
    entry = entry_of(
        "m",
        "",
        [
            (Source.PACKAGE, Abilities(takes_tools=True, takes_images=True, context_tokens=1)),
            (Source.USER, Abilities(context_tokens=4)),
            (Source.HOST, Abilities(context_tokens=2, takes_images=False, output_tokens=9)),
            (Source.PROBE, Abilities(context_tokens=3, takes_tools=False)),
        ],
    )
    assert entry.abilities == Abilities(
        takes_tools=False, takes_images=False, context_tokens=4, output_tokens=9
    )
    assert entry.sources == {
        "context_tokens": Source.USER,
        "takes_tools": Source.PROBE,
        "takes_images": Source.HOST,
        "output_tokens": Source.HOST,
    }
    assert entry.name == "m"


def test_each_price_says_who_named_it() -> None:
    host = Abilities(prices=Prices(input=Decimal(1)))
    package = Abilities(prices=Prices(input=Decimal(2), output=Decimal(3)))
    entry = entry_of("m", "M", [(Source.HOST, host), (Source.PACKAGE, package)])
    assert entry.abilities.prices == Prices(input=Decimal(1), output=Decimal(3))
    assert entry.sources == {"price_input": Source.HOST, "price_output": Source.PACKAGE}


def test_whoever_names_a_price_is_not_outbid_for_long_requests() -> None:
    package = Abilities(prices=Prices(input=Decimal(2), long_from=200_000, long_input=Decimal(4)))
    mine = Abilities(prices=Prices(input=Decimal(0)))
    assert combined(mine, package).prices.long_from is None
    assert combined(Abilities(), package).prices == package.prices


@given(st.lists(st.tuples(st.sampled_from(list(Source)), ABILITIES), max_size=4))
def test_every_known_fact_has_a_source_and_no_unknown_one_has(
    layers: list[tuple[Source, Abilities]],
) -> None:
    entry = entry_of("m", "", layers)
    known = {name for name, value in entry.abilities if name != "prices" and value is not None}
    known |= {f"price_{name}" for name, value in entry.abilities.prices if value is not None}
    assert set(entry.sources) == known
    assert all(source in {one for one, _ in layers} for source in entry.sources.values())
