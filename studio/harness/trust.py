"""What may run in a chat without asking, as pure rules."""

from collections.abc import Collection

from studio.core.tools import ToolDefinition


def must_ask(tool: ToolDefinition, allowed: Collection[str]) -> bool:
    """Whether the user decides about each call; `allowed` are tools they allowed in this chat."""
    return tool.asks_first and tool.name not in allowed
