"""What is said of messages of the MCP protocol."""

import json

from studio.ui.visible import visible


def gist(body: str) -> str:
    """Such as `tools/call 3`, `result 3`, `error 3`: what the message is."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return visible(body[:80])
    if not isinstance(message, dict):
        return visible(body[:80])
    kind = message.get("method") or ("error" if "error" in message else "result")
    number = "" if message.get("id") is None else f" {message['id']}"
    return visible(f"{kind}{number}"[:120])
