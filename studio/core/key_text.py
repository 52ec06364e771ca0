"""What a user pasted becomes a key, or is refused before anything keeps it. As pure rules."""

import re

from studio.core.errors import Category, Failure, StudioError
from studio.core.trimming import strip_pasted

_MAX_LENGTH = 65_536
_HINT_LENGTH = 4
_SHORTEST_WITH_HINT = 12


class InvalidKeyError(StudioError, ValueError):
    """A text that cannot be a key. Never repeats it. `failure.code` is `key_<reason>`."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(Failure(Category.KEY_MISSING, message, code=f"key_{reason}"))


def clean_key(text: str) -> str:
    """The key without what surrounds it. Raises `InvalidKeyError`."""
    key = strip_pasted(text)
    if not key:
        raise InvalidKeyError("empty", "the key is empty")
    if len(key) > _MAX_LENGTH:
        raise InvalidKeyError("too_long", f"the key is longer than {_MAX_LENGTH} characters")
    for position, character in enumerate(key, start=1):
        # A header carries neither: a line break would even begin another header.
        if character in "\r\n":
            raise InvalidKeyError("line_break", f"line break at character {position} of the key")
        if not character.isascii() or not character.isprintable():
            raise InvalidKeyError(
                "character", f"character {position} of the key is not a plain printable one"
            )
    return key


def key_hint(key: str) -> str:
    """The last four characters; nothing of a key so short that four would give much of it away."""
    return key[-_HINT_LENGTH:] if len(key) >= _SHORTEST_WITH_HINT else ""


def is_placeholder(text: str) -> bool:
    """What stands in documentation where a key belongs."""
    return _PLACEHOLDER.search(strip_pasted(text)) is not None


_PLACEHOLDER = re.compile(
    r"(?<![a-z0-9])x{3,}|x{6,}|\*{3,}|\.{3}|your|changeme|change[-_]me|example|placeholder|insert|replace|dummy"
    r"|^(?:none|null|true|false|test|secret|ollama|lm-studio|not-needed|sk-?)$",
    re.IGNORECASE,
)
_ELSEWHERE = (
    "$",
    "%",
    "<",
    "{",
    "@",
    "!",
    "op://",
    "http://",
    "https://",
    "/",
    "~",
    "enc:",
    "file:",
)
_SHORTEST = 8


def looks_like_key(text: str) -> bool:
    """Whether a value in a file may be a key: no placeholder, and no name of another place."""
    key = strip_pasted(text)
    is_fit = _SHORTEST <= len(key) <= _MAX_LENGTH and key.isascii() and key.isprintable()
    if not is_fit or " " in key or key.startswith(_ELSEWHERE):
        return False
    return not is_placeholder(key)
