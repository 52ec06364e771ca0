"""Text of strangers without what harms: halves of pairs, control characters, hidden signs."""

import unicodedata

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_KEPT = {"\n", "\t"}


def whole(text: str) -> str:
    """What every store and provider takes: no half of a surrogate pair."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


def plain(text: object, most: int) -> str:
    """One or more lines as they are seen: without signs that hide, or that turn the reading."""
    if not isinstance(text, str):
        return ""
    cut = text[: 2 * most]
    kept = (sign for sign in cut if sign in _KEPT or unicodedata.category(sign) not in _HIDDEN)
    return "".join(kept).strip()[:most]


def one_line(text: object, most: int) -> str:
    return " ".join(plain(text, 2 * most).split())[:most]
