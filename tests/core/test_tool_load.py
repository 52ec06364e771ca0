"""When more tools are on than is sensible for a model."""

import pytest

from studio.core.tool_load import SENSIBLE_TOOLS, ToolLoad, tool_load


@pytest.mark.parametrize(
    ("tokens", "context_tokens", "percent", "are_many", "are_heavy"),
    [
        ((), None, None, False, False),
        ((), 8_000, 0, False, False),
        ((100,) * 10, None, None, False, False),
        ((100,) * SENSIBLE_TOOLS, None, None, False, False),
        ((100,) * (SENSIBLE_TOOLS + 1), None, None, True, False),
        ((100,) * (SENSIBLE_TOOLS + 1), 1_000_000, 1, True, False),
        ((100,) * 10, 10_000, 10, False, False),
        ((100,) * 10 + (1,), 10_000, 11, False, True),
        ((100,) * 10, 2_048, 49, False, True),
        ((5_000,), 4_096, 123, False, True),
        ((100,) * 300, 200_000, 15, True, True),
        ((1_000_000,) * 50, None, None, True, False),
    ],
)
def test_too_many_and_too_heavy_are_told_apart(
    tokens: tuple[int, ...],
    context_tokens: int | None,
    percent: int | None,
    are_many: bool,
    are_heavy: bool,
) -> None:
    load = tool_load(tokens, context_tokens)
    assert load == ToolLoad(len(tokens), sum(tokens), percent)
    assert (load.are_many, load.are_heavy) == (are_many, are_heavy)
