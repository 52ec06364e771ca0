"""Where a key is said to lie: the name of a variable, or a command line. As pure rules.

A locator is kept in the profiles' file in plain text, so nothing that looks like a key may be one.
"""

import re

from studio.core.key_text import InvalidKeyError
from studio.core.profiles import KeySource
from studio.core.trimming import strip_pasted

_MAX_LENGTH = 1000
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
# What providers give their keys to begin with, and anything long and random.
_KEY_LIKE = re.compile(
    r"(?<![A-Za-z0-9])(?:sk|pk|gsk|xai|csk|nvapi|hf|pplx|tgp|fw|AIza|ghp|github_pat|hvs|ops|eyJ)"
    r"[-_.A-Za-z0-9]*[0-9][-_.A-Za-z0-9]{7,}|[A-Za-z0-9+/=_-]{32,}"
)


def clean_locator(source: KeySource, text: str) -> str:
    """What may be kept. Raises `InvalidKeyError`, which never repeats the text."""
    locator = strip_pasted(text)
    if not locator:
        raise InvalidKeyError("locator_empty", "nothing says where the key is")
    if len(locator) > _MAX_LENGTH or not locator.isprintable():
        raise InvalidKeyError("locator_invalid", "too long, or with characters that are not shown")
    if source is KeySource.ENVIRONMENT:
        locator = locator.removeprefix("$").removeprefix("{").removesuffix("}")
        if not _VARIABLE.fullmatch(locator):
            raise InvalidKeyError("locator_invalid", "this is not the name of a variable")
    if holds_key(locator):
        raise InvalidKeyError("locator_is_key", "this looks like a key, not like where one is")
    return locator


def holds_key(text: str) -> bool:
    """Whether something in it looks like a key. Words of capitals only are names of variables."""
    return any(_is_random(found[0]) for found in _KEY_LIKE.finditer(text))


def _is_random(word: str) -> bool:
    has_digit = any(character.isdigit() for character in word)
    has_small = any(character.islower() for character in word)
    has_capital = any(character.isupper() for character in word)
    is_prefixed = bool(re.match(r"(?:sk|pk|gsk|xai|csk|nvapi|hf|pplx|tgp|hvs|ops)[-_]", word))
    return has_digit and (is_prefixed or (has_small and has_capital))


def without_keys(text: str, *secrets: str) -> str:
    """For a text that others wrote: the secrets that are known, and what looks like one, are dots.

    Every part of a secret that is long enough to tell something counts, not only the whole.
    """
    for secret in secrets:
        for word in sorted(secret.split(), key=len, reverse=True):
            if len(word) >= _TELLING:
                text = text.replace(word, _DOTS)
    return _KEY_LIKE.sub(lambda found: _DOTS if _is_random(found[0]) else found[0], text)


_TELLING = 4
_DOTS = "•••"
