"""What copying from a web page or a chat leaves around a text, much of it not visible."""

_INVISIBLE = "\ufeff\u200b\u200c\u200d\u2060"


def strip_pasted(text: str, around: str = "") -> str:
    """Without white space and invisible characters at its ends, and without those `around`."""
    before = None
    while before != text:
        before, text = text, text.strip().strip(_INVISIBLE + around)
    return text
