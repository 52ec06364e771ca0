"""An Ollama server on this computer, as far as its models go: its paths, its words, its NDJSON."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from tests.loopback import Script, Wire, answer

NDJSON = "application/x-ndjson"
SIZE = 3_000_000_000
DIGEST = "sha256:aaa"


def tag(name: str, size: int = SIZE) -> dict[str, Any]:
    return {
        "name": name,
        "model": name,
        "modified_at": "2026-11-30T10:00:00.123456789+01:00",
        "size": size,
        "digest": "abc",
        "details": {"family": "qwen3", "parameter_size": "8.2B", "quantization_level": "Q4_K_M"},
    }


SHOWN = {
    "details": {"family": "qwen3"},
    "model_info": {"general.architecture": "qwen3", "qwen3.context_length": 40960},
    "capabilities": ["completion", "tools", "thinking"],
}


def routed(**paths: Script) -> Script:
    """By path, with `_` for `/`; anything else is what Go's server says of it."""

    async def play(wire: Wire) -> None:
        path = wire.heard.path.partition("?")[0].strip("/").replace("/", "_").replace(".", "_")
        await paths.get(path, answer("404 page not found", 404))(wire)

    return play


@dataclass
class Ollama:
    """`pulling` is set when a pull has begun; it goes on when `may_go_on` is set."""

    names: list[str] = field(default_factory=lambda: ["qwen3:8b", "gemma3:4b"])
    loaded: tuple[str, ...] = ("gemma3:4b",)
    pulling: asyncio.Event = field(default_factory=asyncio.Event)
    may_go_on: asyncio.Event = field(default_factory=asyncio.Event)
    error: str = ""

    async def __call__(self, wire: Wire) -> None:
        heard = wire.heard
        match heard.method, heard.path:
            case "GET", "/api/tags":
                await _say(wire, {"models": [tag(name) for name in self.names]})
            case "GET", "/api/ps":
                models = [{**tag(name), "context_length": 4096} for name in self.loaded]
                await _say(wire, {"models": models})
            case "POST", "/api/show":
                known = heard.json["model"] in self.names
                await (_say(wire, SHOWN) if known else self._missing(wire))
            case "DELETE", "/api/delete":
                await self._delete(wire)
            case "POST", "/api/pull":
                await self._pull(wire)
            case _:
                await answer("404 page not found", 404)(wire)

    async def _missing(self, wire: Wire) -> None:
        words = json.dumps({"error": f"model '{wire.heard.json['model']}' not found"})
        await answer(words, 404, content_type="application/json")(wire)

    async def _delete(self, wire: Wire) -> None:
        name = wire.heard.json["model"]
        if name not in self.names:
            await self._missing(wire)
            return
        self.names.remove(name)
        await answer("")(wire)

    async def _pull(self, wire: Wire) -> None:
        await wire.head(content_type=NDJSON, transfer_encoding="chunked")
        await wire.chunk(b'{"status":"pulling manifest"}\n')
        if self.error:
            await wire.chunk(json.dumps({"error": self.error}).encode() + b"\n")
            await wire.send(b"0\r\n\r\n")
            return
        layer = {"status": "pulling aaa", "digest": DIGEST, "total": SIZE}
        await wire.chunk(json.dumps(layer).encode() + b"\n")
        self.pulling.set()
        await self.may_go_on.wait()
        other = {"status": "pulling bbb", "digest": "sha256:bbb", "total": 1000, "completed": 1000}
        for line in ({**layer, "completed": SIZE}, other, {"status": "success"}):
            data = json.dumps(line).encode() + b"\n"
            # Cut in the middle of a line, as networks do.
            await wire.chunk(data[:20])
            await wire.chunk(data[20:])
        self.names.append(wire.heard.json["model"])
        await wire.send(b"0\r\n\r\n")


async def _say(wire: Wire, value: Any) -> None:
    await answer(json.dumps(value), content_type="application/json")(wire)
