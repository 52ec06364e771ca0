"""How much the tools that are on ask of a model, and when that is more than is sensible."""

from collections.abc import Collection
from dataclasses import dataclass

SENSIBLE_TOOLS = 40  # with more to choose from, models choose worse
SENSIBLE_PERCENT = 10  # of what a model reads at once


@dataclass(frozen=True, slots=True)
class ToolLoad:
    """`tokens` are estimated. `percent` of the model's window is rounded up, and None where the
    window is not known."""

    tools: int
    tokens: int
    percent: int | None = None

    @property
    def are_many(self) -> bool:
        return self.tools > SENSIBLE_TOOLS

    @property
    def are_heavy(self) -> bool:
        return self.percent is not None and self.percent > SENSIBLE_PERCENT


def tool_load(tokens: Collection[int], context_tokens: int | None) -> ToolLoad:
    """Of tools that take so many tokens each, on a model that reads `context_tokens` at once."""
    total = sum(tokens)
    percent = -(-total * 100 // context_tokens) if context_tokens else None
    return ToolLoad(len(tokens), total, percent)
