"""In what a host differs from its dialect, as a report tells it."""

from studio.core.chats import Effort
from studio.core.quirks import AuthHeader, Quirks, quirk_lines


def test_a_host_that_keeps_to_its_dialect_has_nothing_to_tell() -> None:
    assert quirk_lines(Quirks()) == ()


def test_what_differs_is_told_by_name() -> None:
    quirks = Quirks(
        auth_header=AuthHeader.API_KEY, efforts=(Effort.LOW, Effort.HIGH), max_tools=128
    )
    assert quirk_lines(quirks) == (
        "auth_header: api-key",
        "efforts: low high",
        "max_tools: 128",
    )
