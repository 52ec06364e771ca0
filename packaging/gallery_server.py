"""An MCP server of an invented greenhouse, in nothing but the standard library.

Each call takes a moment, as real ones do, so that pictures of its time show something.
"""

import json
import sys
import threading
import time
from typing import Any

Message = dict[str, Any]

_LOCK = threading.Lock()
SENSORS = ("air", "soil", "vent-motor")
TOOLS: list[Message] = [
    {
        "name": "read_sensor",
        "description": "Readings of one sensor of house 3, an hour apart.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "sensor": {"enum": list(SENSORS), "description": "Which one."},
                "hours": {"type": "integer", "minimum": 1, "maximum": 48, "default": 12},
            },
            "required": ["sensor"],
        },
        "annotations": {"readOnlyHint": True, "title": "Read a sensor"},
    },
    {
        "name": "read_log",
        "description": "What the controller of house 3 wrote down.",
        "inputSchema": {
            "type": "object",
            "properties": {"since": {"type": "string", "description": "A time such as 22:00."}},
            "required": ["since"],
        },
        "annotations": {"readOnlyHint": True, "title": "Read the log"},
    },
    {
        "name": "set_vent",
        "description": "Opens or closes a vent of house 3.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "vent": {"enum": ["north", "south"]},
                "percent": {"type": "integer", "minimum": 0, "maximum": 100},
                "reason": {"type": "string"},
            },
            "required": ["vent", "percent"],
        },
        "annotations": {"destructiveHint": True, "title": "Set a vent"},
    },
]
_READINGS = {
    "air": [21.4, 21.1, 20.9, 22.8, 25.6, 28.3, 30.1, 29.7, 27.2, 24.4, 22.6, 21.8],
    "soil": [18.2, 18.2, 18.1, 18.1, 18.3, 18.6, 18.9, 19.1, 19.2, 19.1, 19.0, 18.8],
    "vent-motor": [0.0, 0.0, 0.0, 2.9, 2.9, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
}
_LOG = """22:58 heating off, target 19 °C reached
23:04 vent north: open 40 % requested
23:04 vent north: motor 2.9 A (usual 0.8 A)
23:06 vent north: no movement, request given up
23:07 vent south: open 40 % requested
23:07 vent south: closed by manual switch, request ignored
01:41 alarm: air above 30 °C"""
_SECONDS = {"read_sensor": 0.55, "read_log": 0.9, "set_vent": 0.4}


def _send(message: Message) -> None:
    with _LOCK:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def _note(line: str) -> None:
    """Beside the protocol, where such servers keep their diary."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _readings(sensor: str, hours: int) -> str:
    unit = "A" if sensor == "vent-motor" else "°C"
    values = _READINGS[sensor][-hours:]
    first = 20 + len(_READINGS[sensor]) - len(values)
    return "\n".join(f"{(first + n) % 24:02}:00  {value} {unit}" for n, value in enumerate(values))


def _called(name: str, arguments: Message) -> str:
    time.sleep(_SECONDS[name])
    _note(f"{name} took {_SECONDS[name]} s")
    if name == "read_sensor":
        return _readings(arguments["sensor"], arguments.get("hours", 12))
    if name == "read_log":
        return _LOG
    return f"vent {arguments['vent']}: {arguments['percent']} % reached"


def _answer(method: str, params: Message) -> Message:
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "greenhouse", "title": "Greenhouse", "version": "1.4.0"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        text = _called(params["name"], params.get("arguments", {}))
        return {"content": [{"type": "text", "text": text}]}
    return {}


def _handle(request: Message) -> None:
    result = _answer(request["method"], request.get("params", {}))
    _send({"id": request["id"], "result": result})


def main() -> None:
    _note("house 3 connected")
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message and "method" in message:
            # Calls are answered side by side.
            threading.Thread(target=_handle, args=(message,)).start()


if __name__ == "__main__":
    main()
