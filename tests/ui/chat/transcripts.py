"""Turns to fill a transcript with."""

from studio.core.chats import Turn
from studio.core.errors import Category, Failure
from studio.core.messages import (
    Dialect,
    Origin,
    Outcome,
    Part,
    Reasoning,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    Usage,
)

ORIGIN = Origin("profile", "Practice", Dialect.ANTHROPIC_MESSAGES, "sonnet")
SAMPLER = """# One

A **bold** word, `code`, and [a link](https://a.example/page).

1. first
2. second

> quoted

| a | b |
|---|---|
| 1 | 2 |

```python
print("one")
```

---

The end."""


def use(identity: str) -> ToolUse:
    call = ToolCall(identity, "look_up", "{}")
    result = ToolResult(identity, "found", Outcome.DONE, 5)
    return ToolUse(call, ToolState.ENDED, result, 1.0, 2.0)


def turn(  # each is one thing that a turn may have
    number: int,
    answer: str = "Short.",
    *,
    prompt: str = "Question?",
    reasoning: str = "",
    calls: int = 0,
    state: TurnState = TurnState.COMPLETED,
) -> Turn:
    uses = tuple(use(f"{number}-{index}") for index in range(calls))
    thought: tuple[Part, ...] = (Reasoning(reasoning, 3.1),) if reasoning else ()
    parts = (*thought, *uses, Text(answer))
    stop = Stop.END if state is TurnState.COMPLETED else None
    made = Round(f"r{number}", ORIGIN, 10.0, parts, stop, "end", Usage(120, 30), 11.0, 13.0)
    failure = Failure(Category.CUT_OFF, "connection lost") if state is TurnState.FAILED else None
    return Turn(
        f"turn{number}", "chat", None, 9.0, (Text(prompt),), (made,), state, failure, None, 13.0
    )
