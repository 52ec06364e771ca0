"""What a user pasted becomes a key, or is refused before anything keeps it. As pure rules."""

import re
from collections.abc import Iterator

from studio.core.errors import Category, Failure, StudioError
from studio.core.trimming import strip_pasted

KEY_PREFIXES = (
    r"sk-|sk_|pk_|rk_|gh[oprsu]_|github_pat_|glpat-|xox[abeprs]-|xapp-|AIza|AKIA|hf_|ntn_|"
    r"secret_|tvly-|fc-|r8_|lin_api_|figd_|pat-|dop_v1_|npm_|pypi-"
)
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


# Of a name there may be as much: with a digit in it and of this length it is none. The third is a
# JSON web token.
_IN_TEXT = re.compile(
    rf"(?<![A-Za-z0-9_-])(?:(?=[A-Za-z_-]*[0-9])(?:{KEY_PREFIXES})[A-Za-z0-9_-]{{16,512}}"
    r"|eyJ[\w-]{8,2048}\.[\w-]{8,4096}\.[\w-]{8,2048})(?![A-Za-z0-9_-])"
)


def keys_in(text: str) -> Iterator[str]:
    """The words with the looks of a key in a text; documentation's placeholders are none."""
    return (each.group() for each in _IN_TEXT.finditer(text) if not is_placeholder(each.group()))
