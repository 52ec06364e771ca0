"""The story that is recorded once in each dialect, and what must come of it."""

from pathlib import Path

from studio.core.events import ReasoningDelta, RoundEvent, TextDelta, ToolCallDelta
from studio.core.messages import Dialect

RECORDINGS = Path(__file__).parent / "recordings"
BROKEN = '{"zone": "Asia'

STORY: dict[str, tuple[RoundEvent, ...]] = {
    "text": (TextDelta("Grüße aus 東京 🌏 und\u2028weiter."),),
    "reasoning": (ReasoningDelta("First I think."), TextDelta("Then I speak.")),
    "two_calls": (
        TextDelta("Let me look."),
        ToolCallDelta("use1", "get_time", '{"zone":"Asia/Tokyo"}'),
        ToolCallDelta("use2", "list_files", ""),
    ),
    "broken_arguments": (ToolCallDelta("use1", "get_time", BROKEN),),
    "cut_off": (
        TextDelta("The three steps are: 1) "),
        ToolCallDelta("use1", "get_time", '{"zone":'),
    ),
    "refusal": (TextDelta("I cannot do that."),),
    "rate_limit": (TextDelta("One moment"),),
}


def recording(dialect: Dialect, scene: str) -> bytes:
    ending = "ndjson" if dialect is Dialect.OLLAMA_CHAT else "sse"
    return (RECORDINGS / dialect.value / f"{scene}.{ending}").read_bytes()


def framed(dialect: Dialect, payload: bytes) -> bytes:
    """One event of a dialect's stream, whatever it holds."""
    if dialect is Dialect.OLLAMA_CHAT:
        return payload + b"\n"
    return b"data: " + payload + b"\n\n"


def payload_in(dialect: Dialect, line: str) -> str | None:
    """What a line of a recording carries, if it carries an object."""
    text = line if dialect is Dialect.OLLAMA_CHAT else line.removeprefix("data: ")
    is_payload = text.startswith("{") and (dialect is Dialect.OLLAMA_CHAT or text != line)
    return text if is_payload else None


def all_recordings() -> list[tuple[Dialect, str]]:
    return [(dialect, scene) for dialect in Dialect for scene in STORY]
