"""A chat's title, from its first prompt."""

_MOST = 60


def title_of(prompt: str) -> str:
    """The first line with words in it, shortened at a word."""
    for line in prompt.splitlines():
        words = " ".join(line.strip(" #*>-\t`").split())
        if words:
            return _shortened(words)
    return ""


def _shortened(words: str) -> str:
    if len(words) <= _MOST:
        return words
    cut = words[:_MOST].rsplit(" ", 1)
    # A script without spaces, or one very long word, is cut where it is.
    head = cut[0] if len(cut) == 2 and len(cut[0]) > _MOST // 2 else words[:_MOST]
    return head.rstrip(" ,.;:-") + "…"
