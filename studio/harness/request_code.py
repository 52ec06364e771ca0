"""A recorded request as something to run elsewhere: curl, and Python with httpx.

The key was masked when it was recorded, so it stands there as a variable of the environment.
"""

import json
import re
import shlex
from collections.abc import Iterator

from studio.core.recording import Recording

KEY_VARIABLE = "API_KEY"
# Made by the library that sends, for this very connection.
_OWN = frozenset({"accept-encoding", "connection", "content-length", "host", "user-agent"})
_MASKED = re.compile(r"^((?:Basic|Bearer) )?\*{4,}$", re.IGNORECASE)
_MASKED_PARAMETER = re.compile(r"(?<==)\*{4,}(?=&|$)")
_PYTHON_KEYWORDS = {
    "true": "True",
    "false": "False",
    "null": "None",
    "NaN": 'float("nan")',
    "Infinity": 'float("inf")',
}


def as_curl(recording: Recording) -> str:
    """For a POSIX shell. The body goes through a here-document, which quotes nothing."""
    lines = [f"curl --no-buffer {_quoted(_keyed(recording.url))}"]
    if recording.method != "POST":
        lines.append(f"  --request {shlex.quote(recording.method)}")
    for name, value in _headers(recording):
        lines.append(f"  --header {_quoted(f'{name}: {value}')}")
    body = recording.request_body.decode("utf-8", "replace")
    if not body:
        return " \\\n".join(lines) + "\n"
    sent = _pretty(body)
    end = "CALLBOARD"
    while end in sent:
        end += "_"  # a line of the body must not end it: the rest would be commands
    lines.append(f"  --data-binary @- <<'{end}'")
    return " \\\n".join(lines) + f"\n{sent}\n{end}\n"


def as_httpx(recording: Recording) -> str:
    """A program of its own, which prints the reply as it comes."""
    headers = "".join(
        f"    {_literal(name)}: {_text(value)},\n" for name, value in _headers(recording)
    )
    body = recording.request_body.decode("utf-8", "replace")
    sent = _sent(body)
    return f'''import os

import httpx

{KEY_VARIABLE} = os.environ["{KEY_VARIABLE}"]

headers = {{
{headers}}}
{sent[0]}
with httpx.stream(
    {_literal(recording.method)},
    {_text(_keyed(recording.url))},
    headers=headers,{sent[1]}
    timeout=300,
) as response:
    print(response.status_code)
    for text in response.iter_text():
        print(text, end="", flush=True)
'''


def python_value(value: object) -> str:
    """A JSON value as Python writes it: the same but for three words, which may stand in texts
    too."""
    text = _json(value, indent=4)
    return re.sub(
        r'"(?:[^"\\]|\\.)*"|\b(?:true|false|null|NaN|Infinity)\b',
        lambda found: _PYTHON_KEYWORDS.get(found[0], found[0]),
        text,
    )


def _sent(body: str) -> tuple[str, str]:
    """The body's assignment, and the argument it is sent by."""
    if not body:
        return "", ""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return f"content = {body!r}\n", "\n    content=content.encode(),"
    return f"body = {python_value(value)}\n", "\n    json=body,"


def _headers(recording: Recording) -> Iterator[tuple[str, str]]:
    for name, value in recording.request_headers:
        if name.lower() in _OWN:
            continue
        masked = _MASKED.match(value)
        if masked is not None:
            value = f"{masked[1] or ''}${KEY_VARIABLE}"
        yield name, value


def _keyed(url: str) -> str:
    return _MASKED_PARAMETER.sub(f"${KEY_VARIABLE}", url)


def _quoted(text: str) -> str:
    """For a shell: as it is, but for the variable."""
    variable = f"${KEY_VARIABLE}"
    before, found, after = text.partition(variable)
    if not found:
        return shlex.quote(text)
    quoted_before = shlex.quote(before) if before else ""
    quoted_after = shlex.quote(after) if after else ""
    return f'{quoted_before}"{variable}"{quoted_after}'


def _text(text: str) -> str:
    """A Python expression for it, with the key's variable where that stands."""
    before, found, after = text.partition(f"${KEY_VARIABLE}")
    if not found:
        return _literal(text)
    parts = (
        *([_literal(before)] if before else ()),
        KEY_VARIABLE,
        *([_literal(after)] if after else ()),
    )
    return " + ".join(parts)


def _literal(text: str) -> str:
    """With double quotes, as formatters write it."""
    return _json(text)


def _pretty(body: str) -> str:
    try:
        return _json(json.loads(body), indent=2)
    except (ValueError, RecursionError):
        return body


def _json(value: object, indent: int | None = None) -> str:
    """Half characters, which JSON may hold and no file, as escapes: the same to every reader."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text.encode("utf-8", "backslashreplace").decode()
