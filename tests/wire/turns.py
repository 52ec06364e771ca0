"""Short ways to write down what a chat went through."""

from dataclasses import replace

from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Part,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    VendorState,
)
from studio.core.tools import ToolDefinition
from tests.wire.replies import TOOLS


def use(
    use_id: str,
    *,
    name: str = "list_files",
    arguments: str = "{}",
    provider_call_id: str | None = None,
    result: str | None = None,
    outcome: Outcome = Outcome.DONE,
) -> ToolUse:
    call_id = use_id if provider_call_id is None else provider_call_id
    call = ToolCall(use_id, name, arguments, call_id)
    if result is None:
        return ToolUse(call, ToolState.RUNNING)
    return ToolUse(call, ToolState.ENDED, ToolResult(use_id, result, outcome, len(result)))


def answered(
    *parts: Part,
    stop: Stop | None = Stop.END,
    vendor_state: VendorState | None = None,
) -> Round:
    origin = Origin("here", "Here", Dialect.OPENAI_CHAT, "model")
    return Round("round", origin, 0.0, parts, stop, vendor_state=vendor_state)


def turn(prompt: str, *rounds: Round, state: TurnState = TurnState.COMPLETED) -> Turn:
    return Turn("turn", "chat", None, 0.0, (Text(prompt),), rounds, state)


def assignment(
    *turns: Turn,
    settings: ChatSettings | None = None,
    tools: tuple[ToolDefinition, ...] = TOOLS,
) -> Assignment:
    """The last turn is the one being answered."""
    *earlier, last = turns
    running = replace(last, state=TurnState.RUNNING)
    return Assignment(tuple(earlier), running, tools, settings or ChatSettings())
