"""An invented conversation about a greenhouse, worth looking into: what its provider says, at the
pace of a real one."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from studio.core.abilities import Abilities, Prices
from tests.loopback import SSE, Script, Wire, answer

MODEL = "juniper-large"
OTHER_MODEL = "juniper-small"
KEY = "jnp-invented-for-the-gallery-7c4e"
SYSTEM = "You look after house 3. Say what you measured, and how sure you are."
ABILITIES = Abilities(
    takes_tools=True,
    reasons=True,
    calls_in_parallel=True,
    context_tokens=64_000,
    prices=Prices(input=Decimal(3), output=Decimal(15), cached=Decimal("0.3")),
)
QUESTION = "Why did house 3 get so warm last night? Is the vent to blame?"
_PIECE = 40  # letters
_PIECE_SECONDS = 0.06


@dataclass(frozen=True, slots=True)
class Call:
    """One that the model asks for."""

    id: str
    name: str
    arguments: Mapping[str, object]


def overloaded() -> Script:
    """Refuses once, and says when to ask again."""
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    return answer(json.dumps(error), 529, content_type="application/json", retry_after="1")


def reply(
    text: str,
    *calls: Call,
    thought: str = "",
    tokens: tuple[int, int, int] = (900, 0, 200),
    wait: float = 0.3,
) -> Script:
    """`tokens` are read, read from the cache, and written; `wait` is before the first byte."""
    pieces = _pieces(text, calls, thought, tokens)

    async def play(wire: Wire) -> None:
        await asyncio.sleep(wait)
        await wire.head(content_type=SSE, transfer_encoding="chunked", request_id="req_011CVh3")
        for piece in pieces:
            await wire.chunk(piece)
            await asyncio.sleep(_PIECE_SECONDS)
        await wire.send(b"0\r\n\r\n")

    return play


def conversation(tool: Mapping[str, str]) -> tuple[Script, ...]:
    """`tool` gives the offered names of the server's tools."""
    looks = (
        Call("toolu_01A", tool["read_sensor"], {"sensor": "air", "hours": 12}),
        Call("toolu_01B", tool["read_log"], {"since": "22:00"}),
    )
    motor = Call("toolu_02A", tool["read_sensor"], {"sensor": "vent-motor", "hours": 12})
    return (
        overloaded(),
        reply(
            "I'll read the air sensor and the controller's log side by side.",
            *looks,
            thought="Two sources can be asked at once. The log should say whether the vent moved.",
            tokens=(412, 1_536, 168),
            wait=0.5,
        ),
        reply(
            "The log names the north vent. Its motor will show whether it tried.",
            motor,
            thought="2.9 A against 0.8 A sounds like a motor that is blocked.",
            tokens=(633, 1_948, 96),
        ),
        reply(_FINDING, tokens=(241, 2_581, 214), wait=0.4),
    )


_FINDING = """**Yes: the north vent is stuck.** It was asked to open at 23:04 and did not move.

| time | air | what happened |
|---|---|---|
| 22:58 | 20.9 °C | heating off |
| 23:04 | 22.8 °C | north vent asked to open, motor at **2.9 A** (usual 0.8 A) |
| 23:07 | 22.8 °C | south vent closed by its manual switch |
| 01:41 | 30.1 °C | alarm |

I am sure of the motor, and fairly sure of the cause: three and a half times its usual current and
no movement. Have somebody look at the rail before it is driven again."""

OTHER_FINDING = """The vent did not open, so the heat stayed in. The motor drew 2.9 A at 23:00.

You could open the south vent by hand until it is repaired."""


def _pieces(
    text: str, calls: tuple[Call, ...], thought: str, tokens: tuple[int, int, int]
) -> list[bytes]:
    read, cached, written = tokens
    usage = {"input_tokens": read, "cache_read_input_tokens": cached, "output_tokens": 1}
    message: dict[str, Any] = {
        "id": "msg_01Greenhouse",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
    }
    message |= {"content": [], "usage": usage}
    said = [_event("message_start", message=message)]
    if thought:
        block: dict[str, Any] = {"type": "thinking", "thinking": "", "signature": ""}
        deltas = [{"type": "thinking_delta", "thinking": part} for part in _parts(thought)]
        deltas.append({"type": "signature_delta", "signature": "c2lnbmVkIGJ5IGp1bmlwZXI="})
        said += _block(0, block, deltas)
    begin = len([thought] if thought else [])
    deltas = [{"type": "text_delta", "text": part} for part in _parts(text)]
    said += _block(begin, {"type": "text", "text": ""}, deltas)
    for at, call in enumerate(calls, begin + 1):
        block = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        words = json.dumps(call.arguments)
        half = len(words) // 2
        deltas = [
            {"type": "input_json_delta", "partial_json": part}
            for part in (words[:half], words[half:])
        ]
        said += _block(at, block, deltas)
    stop = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
    said.append(_event("message_delta", delta=stop, usage={"output_tokens": written}))
    return [*said, _event("message_stop")]


def _parts(text: str) -> list[str]:
    words = text.split(" ")
    return [
        " ".join(words[at : at + 8]) + " " * (at + 8 < len(words)) for at in range(0, len(words), 8)
    ]


def _block(at: int, block: dict[str, Any], deltas: list[dict[str, Any]]) -> list[bytes]:
    return [
        _event("content_block_start", index=at, content_block=block),
        *(_event("content_block_delta", index=at, delta=delta) for delta in deltas),
        _event("content_block_stop", index=at),
    ]


def _event(kind: str, **payload: Any) -> bytes:
    body = json.dumps({"type": kind, **payload}, ensure_ascii=False)
    return f"event: {kind}\ndata: {body}\n\n".encode()
