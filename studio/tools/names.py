"""File names as text that a model, a log and a window can hold.

A name may hold line breaks, escape codes, marks that turn the writing direction, or bytes that
are no text at all.
"""


def shown_name(name: str) -> str:
    """One name, so that two different ones never look the same."""
    return "".join("\\\\" if char == "\\" else _shown(char) for char in name)


def shown_path(path: object) -> str:
    """A whole path; a backslash may separate folders in it and stays."""
    return "".join(_shown(char) for char in str(path))


def is_plain(name: str) -> bool:
    """True for a name that reads as it is."""
    return name.isprintable()


def _shown(char: str) -> str:
    if char.isprintable():
        return char
    code = ord(char)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
