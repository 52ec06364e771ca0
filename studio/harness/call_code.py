"""A recorded call as a test to run elsewhere: pytest, with the same tool and arguments.

Secrets of a server's settings stand there as variables of the environment.
"""

import json
import keyword
import re

from studio.core.call_recording import CallRecording
from studio.core.messages import ToolResult
from studio.core.servers import ServerEntry, Transport
from studio.harness.request_code import python_value

_WORD = re.compile(r"\W+")


def as_pytest(
    call: CallRecording, result: ToolResult | None, server: ServerEntry | None
) -> str | None:
    """A file of its own. None for a tool that is neither a server's nor works by itself.

    It expects what came back then: where that changes from call to call, the last line is the one
    to edit.
    """
    arguments = _arguments(call)
    if arguments is None:
        return None
    if server is not None:
        return _of_server(call, result, server, arguments)
    return None if call.server_id else _of_own(call, result, arguments)


def _of_server(
    call: CallRecording, result: ToolResult | None, server: ServerEntry, arguments: str
) -> str | None:
    reached = _reached(server)
    if reached is None:
        return None
    imports, made = reached
    tool = python_value(call.own_name or call.name)
    is_error, expected = _said(call.raw, result)
    return f'''"""What a tool of {_in_docstring(server.name)} said when it was called.

To run it: pip install "mcp>=2.3" pytest
"""

import asyncio
import os

{imports}

{made}
ARGUMENTS = {arguments}
EXPECTED = {python_value(expected)}


def test_{_name(call)}():
    async def called():
        async with Client(SERVER) as client:
            return await client.call_tool({tool}, ARGUMENTS)

    result = asyncio.run(called())
    said = "\\n".join(each.text for each in result.content if each.type == "text")
    assert bool(result.is_error) is {is_error}
    assert said == EXPECTED
'''


def _of_own(call: CallRecording, result: ToolResult | None, arguments: str) -> str:
    is_error, expected = _said("", result)
    return f'''"""What a tool of Callboard's own said when it was called.

To run it: pip install callboard-studio pytest
"""

import asyncio
import time

from studio.tools.built_in import BuiltInTools

FOLDERS = ()  # absolute paths that the tool may use
ARGUMENTS = {arguments}
EXPECTED = {python_value(expected)}


def test_{_name(call)}():
    tools = BuiltInTools(lambda: FOLDERS, time.time).tools()
    tool = next(each for each in tools if each.definition.name == {python_value(call.name)})
    output = asyncio.run(tool.run(ARGUMENTS))
    assert output.is_error is {is_error}
    assert output.text == EXPECTED
'''


def _reached(server: ServerEntry) -> tuple[str, str] | None:
    """What to import, and how the server is named to the client."""
    if server.transport is Transport.SSE or server.secret_headers or server.headers:
        return None  # the client of the SDK takes no headers for an address
    if server.transport is Transport.HTTP:
        return "from mcp import Client", f"SERVER = {python_value(server.url)}"
    environment = [f"        {python_value(k)}: {python_value(v)},\n" for k, v in _plain(server)]
    environment += [
        f"        {python_value(name)}: os.environ[{python_value(name)}],\n"
        for name in server.secret_environment
    ]
    folder = f"    cwd={python_value(server.folder)},\n" if server.folder else ""
    return (
        "from mcp import Client, StdioServerParameters",
        f"SERVER = StdioServerParameters(\n"
        f"    command={python_value(server.command)},\n"
        f"    args={python_value(list(server.arguments))},\n"
        f"    env={{\n        **os.environ,\n{''.join(environment)}    }},\n{folder})",
    )


def _plain(server: ServerEntry) -> list[tuple[str, str]]:
    secret = set(server.secret_environment)
    return [(name, value) for name, value in server.environment.items() if name not in secret]


def _said(raw: str, result: ToolResult | None) -> tuple[bool, str]:
    """Whether it was an error, and its text: as it came where that is known."""
    try:
        came = json.loads(raw)
        blocks = [each for each in came["content"] if each.get("type") == "text"]
        return bool(came.get("isError")), "\n".join(str(each["text"]) for each in blocks)
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return (result.is_error, result.content) if result is not None else (False, "")


def _arguments(call: CallRecording) -> str | None:
    """As Python writes them; None for what is no object, which no tool was ever called with."""
    try:
        value = json.loads(call.arguments or "{}")
    except (ValueError, RecursionError):
        return None
    return python_value(value) if isinstance(value, dict) else None


def _name(call: CallRecording) -> str:
    name = _WORD.sub("_", call.own_name or call.name).strip("_").lower()
    return f"{name}_tool" if not name or keyword.iskeyword(name) else name


def _in_docstring(text: str) -> str:
    return text.replace("\\", "/").replace('"', "'")
