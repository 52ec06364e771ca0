"""One line of a server's standard output becomes messages, or is none."""

import json
from typing import Any

from mcp_types import JSONRPCMessage, jsonrpc_message_adapter

from studio.tools.mcp.cleaning import whole


def parsed(line: bytes) -> list[JSONRPCMessage] | None:
    """None for what is no message: a banner, a warning. A batch is several."""
    if not line.lstrip(b" \t\r\xef\xbb\xbf").startswith((b"{", b"[")):
        return None
    try:
        return [jsonrpc_message_adapter.validate_json(line, by_name=False)]
    except ValueError:
        return _leniently(line)


def _leniently(line: bytes) -> list[JSONRPCMessage] | None:
    """Takes what strict readers refuse: bytes that are no UTF-8, halves of pairs, batches."""
    try:
        value = json.loads(line.decode("utf-8-sig", "replace"), strict=False)
        values = value if isinstance(value, list) and value else [value]
        return [jsonrpc_message_adapter.validate_python(_cleaned(each)) for each in values]
    except (ValueError, RecursionError):
        return None


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, list):
        return [_cleaned(each) for each in value]
    if isinstance(value, dict):
        return {whole(name): _cleaned(each) for name, each in value.items()}
    return value
