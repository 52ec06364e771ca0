"""Amounts as people read them."""

from decimal import Decimal

import pytest

from studio.ui.moments import money


@pytest.mark.parametrize(
    ("usd", "said"),
    [
        ("0", "$0.00"),
        ("0.00001", "less than $0.0001"),
        ("0.0042", "$0.0042"),
        ("0.0128", "$0.0128"),
        ("0.04", "$0.04"),
        ("0.0400001", "$0.04"),
        ("0.4567", "$0.46"),
        ("12", "$12.00"),
    ],
)
def test_a_few_cents_are_told_apart_and_more_has_two_places(usd: str, said: str) -> None:
    assert money(Decimal(usd)) == said
