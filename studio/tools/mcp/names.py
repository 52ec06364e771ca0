"""What a server's tools are called for the model: `{server}__{tool}`, the same every time."""

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

MOST = 64
_SLUG = 24
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]+")
_FOREIGN_SIGN = re.compile(r"[^A-Za-z0-9_-]")


def slugs(servers: Sequence[tuple[str, str]]) -> dict[str, str]:
    """By server ID, from pairs of ID and name. Servers of one name are told apart by their ID."""
    wished = {each: _slug(name) or _slug(each) for each, name in servers}
    count = Counter(wished.values())
    return {
        each: slug if count[slug] == 1 else f"{slug}-{_hash(each, 4)}"
        for each, slug in wished.items()
    }


def tool_names(slug: str, own_names: Sequence[str]) -> dict[str, str]:
    """By own name. One that had to be shortened, or cleaned into another's name, gets a suffix."""
    cleaned = {own: _FOREIGN_SIGN.sub("_", own) for own in own_names}
    count = Counter(cleaned.values())
    return {
        own: _fitted(slug, own, name, is_clash=count[name] > 1 and name != own)
        for own, name in cleaned.items()
    }


def _fitted(slug: str, own: str, name: str, *, is_clash: bool) -> str:
    whole = f"{slug}__{name}"
    if not is_clash and len(whole) <= MOST and name:
        return whole
    suffix = f"_{_hash(own, 8)}"
    return whole[: MOST - len(suffix)] + suffix


def _slug(name: str) -> str:
    # No `__` inside: it parts the server from its tool.
    return re.sub(r"_{2,}", "_", _FOREIGN.sub("-", name.lower())).strip("-_")[:_SLUG].strip("-_")


def _hash(text: str, length: int) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:length]
