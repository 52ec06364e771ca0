"""What may run without asking."""

from __future__ import annotations

import pytest

from studio.core.tools import ToolDefinition
from studio.harness.trust import must_ask


@pytest.mark.parametrize(
    ("asks_first", "allowed", "asks"),
    [
        (False, set(), False),
        (True, set(), True),
        (True, {"write"}, False),
        (True, {"other", "Write"}, True),
        (False, {"other"}, False),
    ],
)
def test_only_a_tool_that_asks_first_and_is_not_allowed_here_asks(
    asks_first: bool, allowed: set[str], asks: bool
) -> None:
    assert must_ask(ToolDefinition("write", "Writes.", asks_first=asks_first), allowed) is asks
