"""What a tool card says, as text: for the card that is drawn, and for who looks through it."""

import json
import re

from studio.core.messages import ServerToolUse, ToolState, ToolUse
from studio.core.partial_json import parse
from studio.ui.visible import visible

LIVE_ARGUMENTS = 20_000  # characters; beyond this unfinished arguments are counted, not parsed
SHOWN_CHARACTERS = 20_000  # of an argument or a result; the whole is one click away
MOST_ARGUMENTS = 24
_GIST_CHARACTERS = 200
_DIFF = re.compile(r"^(?:diff --git |--- .*\n\+\+\+ |@@ -\d)", re.MULTILINE)
_MARKDOWN = (
    re.compile(r"^#{1,6} \S", re.MULTILINE),
    re.compile(r"^(?:[-*+]|\d+\.) \S", re.MULTILINE),
    re.compile(r"^(?:```|~~~)", re.MULTILINE),
    re.compile(r"\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\(https?:"),
)
_LOOKED_AT = 2_000  # characters that say what a text is
_LAID_OUT = 500_000  # characters of JSON that are laid out while the window waits


def arguments_of(use: ToolUse) -> object:
    """Parsed arguments; the raw text where they will not parse."""
    text = use.call.arguments
    if use.state is ToolState.ARRIVING:
        return parse(text) if len(text) <= LIVE_ARGUMENTS else {}
    try:
        return json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError):
        return text


def gist_of(arguments: object) -> str:
    """The first values of a call, on one line."""
    values = arguments.values() if isinstance(arguments, dict) else [arguments]
    words = " · ".join(
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for value in list(values)[:4]
    )
    return " ".join(words[: 2 * _GIST_CHARACTERS].split())[:_GIST_CHARACTERS]


def ran_with(use: ToolUse) -> object:
    """The edited arguments that ran, parsed; the text where they will not parse."""
    try:
        return json.loads(use.ran or "{}")
    except (ValueError, RecursionError):
        return use.ran


def argument_rows(arguments: object) -> list[tuple[str, str]]:
    """Name and value of each argument; one nameless value where there are no names."""
    if isinstance(arguments, dict):
        return [(str(name), _shown(value)) for name, value in arguments.items()]
    text = _shown(arguments)
    return [("", text)] if text else []


def laid_out(text: str) -> str:
    """JSON with line breaks; anything else as it is."""
    begin = text.lstrip()[:1]
    if begin not in ("{", "[") or len(text) > _LAID_OUT or text.count("\n") > 2:
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return json.dumps(value, ensure_ascii=False, indent=2) if value else text


def kind_of_text(text: str) -> str:
    """What a text is coloured as: "diff", "json", "markdown", or nothing."""
    begin = text[:_LOOKED_AT]
    if _DIFF.search(begin):
        return "diff"
    if begin.lstrip()[:1] in ("{", "[") and '"' in begin:
        return "json"
    # One sign alone may be anything: a comment, a list of arguments.
    signs = sum(1 for each in _MARKDOWN if each.search(begin))
    return "markdown" if signs > 1 else ""


def card_texts(use: ToolUse) -> tuple[str, ...]:
    """All that the unfolded card of a call says of it, from the top."""
    rows = argument_rows(arguments_of(use))[:MOST_ARGUMENTS]
    if use.ran is not None:
        rows += argument_rows(ran_with(use))[:MOST_ARGUMENTS]
    said = [use.call.name, *(part[:SHOWN_CHARACTERS] for row in rows for part in row)]
    if use.result is not None:
        said.append(laid_out(use.result.content))
    return tuple(visible(text) for text in said)


def report_texts(use: ServerToolUse, title: str) -> tuple[str, ...]:
    """The same for what a provider ran itself."""
    said = (title, laid_out(use.arguments)[:SHOWN_CHARACTERS], laid_out(use.output))
    return tuple(visible(text) for text in said)


def _shown(value: object) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(
        value, ensure_ascii=False, indent=2 if isinstance(value, dict | list) else None
    )
