"""An MCP server in nothing but the standard library, which can misbehave in many ways.

`python odd_server.py MODE...`; what each mode does stands beside its name below. It starts in a
few milliseconds, so that tests can start many.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

Message = dict[str, Any]
MODES = set(sys.argv[1:])
LOCK = threading.Lock()
TOOLS: list[Message] = [
    {
        "name": "echo",
        "description": "Says it again.",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
        "annotations": {"readOnlyHint": True, "title": "Echo"},
    },
    *(
        {"name": name, "inputSchema": {"type": "object"}}
        for name in (
            "die",
            "ping",
            "hang",
            "slow",
            "big",
            "huge",
            "structured",
            "blocks",
            "ask",
            "env",
            "refuse",
            "quiet",
            "grandchild",
            "grow",
            "cancelled",
            "cwd",
            "roots",
            "log",
            "leak",
            "ask_first",
            "go_there_first",
        )
    ),
]
CANCELLED: list[Any] = []
SUBSCRIBED: list[Message] = []
VISITED: list[str] = []
WAITING: dict[str, tuple[threading.Event, Message]] = {}


def send(message: Message) -> None:
    with LOCK:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def complain(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def answer(request: Message, result: Message) -> None:
    send({"jsonrpc": "2.0", "id": request["id"], "result": result})


def said(request: Message, text: str) -> None:
    answer(request, {"content": [{"type": "text", "text": text}]})


def ask(method: str, params: Message) -> Any:
    """A request of ours; the answer is waited for in a thread of its own."""
    number = f"s{len(WAITING)}"
    event = threading.Event()
    box: Message = {}
    WAITING[number] = (event, box)
    send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    event.wait(10)
    return box.get("result", box)


def initialize(request: Message) -> None:
    if "hang" in MODES:
        return
    if "exit" in MODES:
        complain("no key was given")
        os._exit(3)
    offered = request["params"]["protocolVersion"]
    version = "1999-01-01" if "wrong-version" in MODES else offered
    if "modern" in MODES:
        refused = {"code": -32022, "message": "old", "data": {"supported": ["2026-07-28"]}}
        send({"jsonrpc": "2.0", "id": request["id"], "error": refused})
        return
    if "refuse-greeting" in MODES:
        send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32000, "message": "no"}})
        return
    if "bad-greeting" in MODES:
        answer(request, {"protocolVersion": 7})
        return
    kinds = (
        ("tools",) if "only-tools" in MODES else ("tools", "resources", "prompts", "completions")
    )
    capabilities: Message = {kind: {} for kind in kinds} | {"logging": {}}
    answer(
        request,
        {
            "protocolVersion": version,
            "capabilities": capabilities,
            "serverInfo": {"name": "odd", "version": "1.2"},
            "instructions": "Be odd.",
        },
    )


def list_tools(request: Message) -> None:
    if "hang-list" in MODES:
        return
    cursor = (request.get("params") or {}).get("cursor")
    if "paged" in MODES:
        pages: Message = {"": (range(1, 6), "p2"), "p2": (range(6, 10), None)}
        numbers, following = pages[cursor or ""]
        tools = [{"name": f"t{number}", "inputSchema": {"type": "object"}} for number in numbers]
        answer(request, {"tools": tools} | ({"nextCursor": following} if following else {}))
    elif "looping" in MODES:
        answer(request, {"tools": TOOLS[:1], "nextCursor": "again"})
    elif "broken-tools" in MODES:
        deep: Message = {"type": "object"}
        for _ in range(60):
            deep = {"type": "object", "properties": {"x": deep}}
        answer(
            request,
            {
                "tools": [
                    7,
                    {"name": 7},
                    {"name": "no_schema"},
                    {"name": "bad_schema", "inputSchema": "nothing"},
                    {
                        "name": "bad_properties",
                        "inputSchema": {"type": "object", "properties": [1]},
                    },
                    {
                        "name": "huge_schema",
                        "inputSchema": {"type": "object", "title": "x" * 300_000},
                    },
                    {"name": "deep", "inputSchema": deep},
                    {
                        "name": "self",
                        "inputSchema": {"type": "object", "properties": {"next": {"$ref": "#"}}},
                    },
                    {"name": "hidden", "description": "a\u202eb\u0000c" + "d" * 10_000},
                    {"name": "hidden"},
                ]
            },
        )
    elif "no-list" in MODES:
        answer(request, {"tools": "none"})
    else:
        answer(request, {"tools": TOOLS})


def call(request: Message) -> None:  # noqa: C901, PLR0912, PLR0915  # a case for each way to misbehave
    params = request["params"]
    name, arguments = params["name"], params.get("arguments") or {}
    token = params.get("_meta", {}).get("progressToken")
    match name:
        case "echo":
            said(request, arguments.get("text", ""))
        case "ping":
            said(request, "pong")
        case "die":
            complain("it hurts")
            os._exit(1)
        case "hang":
            return
        case "slow":
            for step in range(int(arguments.get("steps", 3))):
                threading.Event().wait(arguments.get("pause", 0))
                send(
                    {
                        "jsonrpc": "2.0",
                        "method": "notifications/progress",
                        "params": {
                            "progressToken": token,
                            "progress": step + 1,
                            "total": 3,
                            "message": "step",
                        },
                    }
                )
            said(request, "done" if token is not None else "no token")
        case "big":
            said(request, "x" * int(arguments.get("size", 5_000_000)))
        case "huge":
            with LOCK:
                head = json.dumps({"jsonrpc": "2.0", "id": request["id"]})[:-1]
                sys.stdout.write(head + ', "result": {"content": [')
                for _ in range(int(arguments["blocks"])):
                    sys.stdout.write('{"type": "text", "text": "' + "x" * 1_000_000 + '"},')
                sys.stdout.write("{}]}}\n")
                sys.stdout.flush()
        case "structured":
            answer(request, {"content": [], "structuredContent": {"count": 7}, "isError": False})
        case "blocks":
            answer(
                request,
                {
                    "content": [
                        {"type": "text", "text": "Job done"},
                        {
                            "type": "resource_link",
                            "uri": "https://ex.org/v.mp4",
                            "name": "v.mp4",
                            "mimeType": "video/mp4",
                        },
                        {
                            "type": "resource",
                            "resource": {
                                "uri": "file:///a.md",
                                "mimeType": "text/markdown",
                                "text": "# Hi",
                            },
                        },
                        {"type": "hologram", "x": 1},
                    ]
                },
            )
        case "ask":
            kind = {"mode": "url", "url": "https://ex.org/go", "elicitationId": "e"}
            form = {
                "mode": "form",
                "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
            }
            asked = kind if arguments.get("url") else form
            result = ask("elicitation/create", {"message": "Who?"} | asked)
            said(request, json.dumps(result))
        case "env":
            said(request, os.environ.get(arguments["name"], "(unset)"))
        case "cwd":
            said(request, str(Path.cwd()))
        case "roots":
            said(request, json.dumps(ask("roots/list", {})))
        case "refuse":
            send(
                {
                    "jsonrpc": "2.0",
                    "id": request["id"],
                    "error": {"code": -32602, "message": "no such thing"},
                }
            )
        case "quiet":
            answer(request, {"content": []})
        case "grandchild":
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            said(request, str(child.pid))
        case "grow":
            TOOLS.append({"name": "new", "inputSchema": {"type": "object"}})
            changed: Message = {
                "jsonrpc": "2.0",
                "method": "notifications/tools/list_changed",
                "params": SUBSCRIBED[-1] if SUBSCRIBED else {},
            }
            send(changed)
            said(request, "grown")
        case "ask_first":
            ask_first(request)
        case "go_there_first":
            go_there_first(request)
        case "cancelled":
            said(request, json.dumps(CANCELLED))
        case "log":
            send(
                {
                    "jsonrpc": "2.0",
                    "method": "notifications/message",
                    "params": {"level": "warning", "logger": "odd", "data": "something is odd"},
                }
            )
            said(request, "logged")
        case "leak":
            complain("the key is " + os.environ["SECRET"])
            said(request, "the key is " + os.environ["SECRET"])


def ask_first(request: Message) -> None:
    """Of 2026-07-28: the question is an answer, and what was answered comes with the next call."""
    given = request["params"].get("inputResponses")
    if given is not None:
        said(request, json.dumps([given, request["params"]["requestState"]]))
        return
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    params = {"mode": "form", "message": "Who first?", "requestedSchema": schema}
    question = {"method": "elicitation/create", "params": params}
    answer(
        request,
        {
            "resultType": "input_required",
            "inputRequests": {"who": question},
            "requestState": "here",
        },
    )


def go_there_first(request: Message) -> None:
    """Of 2025-11-25: the call is refused until the user has been somewhere."""
    if "been" in VISITED:
        said(request, "welcome")
        return
    VISITED.append("been")
    where = {"mode": "url", "message": "Go", "url": "https://ex.org/go", "elicitationId": "e"}
    error = {"code": -32042, "message": "go there first", "data": {"elicitations": [where]}}
    send({"jsonrpc": "2.0", "id": request["id"], "error": error})


def other(request: Message) -> None:
    match request["method"]:
        case "server/discover" if "modern" in MODES:
            answer(
                request,
                {
                    "supportedVersions": ["2026-07-28"],
                    "capabilities": {"tools": {"listChanged": True}},
                    "resultType": "complete",
                    "ttlMs": 0,
                    "cacheScope": "private",
                },
            )
        case "subscriptions/listen":
            wanted = {"notifications": request["params"]["notifications"]}
            stamp = {"_meta": {"io.modelcontextprotocol/subscriptionId": request["id"]}}
            SUBSCRIBED.append(stamp)
            method = "notifications/subscriptions/acknowledged"
            send({"jsonrpc": "2.0", "method": method, "params": wanted | stamp})
        case "resources/list":
            answer(
                request,
                {
                    "resources": [
                        {"uri": "file:///notes.txt", "name": "notes", "mimeType": "text/plain"}
                    ]
                },
            )
        case "resources/templates/list":
            answer(
                request, {"resourceTemplates": [{"uriTemplate": "file:///{path}", "name": "files"}]}
            )
        case "resources/read":
            answer(
                request,
                {
                    "contents": [
                        {"uri": "file:///notes.txt", "mimeType": "text/plain", "text": "some notes"}
                    ]
                },
            )
        case "prompts/list":
            answer(
                request,
                {"prompts": [{"name": "greet", "arguments": [{"name": "who", "required": True}]}]},
            )
        case "prompts/get":
            who = request["params"]["arguments"]["who"]
            answer(
                request,
                {
                    "messages": [
                        {"role": "user", "content": {"type": "text", "text": f"Greet {who}."}}
                    ]
                },
            )
        case "completion/complete":
            answer(request, {"completion": {"values": ["Ada", "Alan"]}})
        case "logging/setLevel":
            answer(request, {})
        case _:
            send(
                {
                    "jsonrpc": "2.0",
                    "id": request["id"],
                    "error": {"code": -32601, "message": "Method not found"},
                }
            )


def main() -> None:  # noqa: C901, PLR0912, PLR0915  # a case for each way to misbehave
    if "gone" in MODES:
        sys.exit(5)
    if "garbage" in MODES:
        sys.stdout.buffer.write(os.urandom(100_000) + b"\n")
    if "banner" in MODES:
        write("Sample server 1.0 ready\n")
    if "noisy" in MODES:
        sys.stderr.write("noise\n" * 34_000)
    if "flood" in MODES:
        for number in range(200_000):
            sys.stderr.write(f"{number}: the same warning for the two hundred thousandth time\n")
    if "quiet-forever" in MODES:
        threading.Event().wait(600)
    if "web-page" in MODES:
        write("<html>hello</html>\n")
        sys.exit(0)
    for line in sys.stdin:
        message = json.loads(line)
        method = message.get("method")
        if method is None:
            event, box = WAITING[message["id"]]
            box.update(message)
            event.set()
        elif method == "notifications/cancelled":
            CANCELLED.append(message["params"]["requestId"])
        elif method == "initialize":
            initialize(message)
            if "banner" in MODES:
                write("WARN something\n")
        elif method == "tools/list":
            list_tools(message)
        elif method == "tools/call":
            threading.Thread(target=call, args=(message,), daemon=True).start()
        elif "id" in message:
            other(message)
    if "stubborn" in MODES:
        threading.Event().wait(600)


if __name__ == "__main__":
    main()
