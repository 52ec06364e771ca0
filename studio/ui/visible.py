"""Text from outside as the eye must see it before it allows anything: nothing hides or turns."""

import re

# Controls, what turns the direction of writing, and what takes no room. A line break and a tab
# show themselves; the joiners and marks without which some scripts cannot be written stay.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u180e\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """The text with its hidden characters written out, such as `\\u202e`."""
    return _HIDDEN.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
