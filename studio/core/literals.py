"""One pattern for many literal texts: the longest that fits is found, in one pass over a text."""

import re
from collections.abc import Iterable
from typing import Any

_Trie = dict[str, Any]
_END = ""


def any_of(literals: Iterable[str]) -> re.Pattern[str] | None:
    """None for no literals at all."""
    trie: _Trie = {}
    for literal in literals:
        node = trie
        for character in literal:
            node = node.setdefault(character, {})
        node[_END] = {}
    return re.compile(_pattern(trie)) if trie else None


def _pattern(trie: _Trie) -> str:
    """What begins alike is tried once: a thousand alternatives would each be tried everywhere."""
    written = ""
    node = trie
    while len(node) == 1 and _END not in node:
        ((character, node),) = node.items()
        written += re.escape(character)
    branches = [re.escape(each) + _pattern(node[each]) for each in node if each != _END]
    if not branches:
        return written
    return f"{written}(?:{'|'.join(branches)}){'?' if _END in node else ''}"
