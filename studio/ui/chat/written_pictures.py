"""Pictures that are written out in a text: megabytes of letters that nobody reads.

Their letters are set aside before Markdown is read, and put back into the blocks that came of it.
"""

import re

SIGN = "\ufffe"  # no letter: stands around the number of what is set aside
_LEAST = 64  # letters that stay
_MOST_NAME = 300
_OPENING = re.compile(
    rf"!\[[^\[\]\n]{{0,{_MOST_NAME}}}\]\(data:image/[a-z.+-]{{1,20}};base64,[a-z0-9+/]{{{_LEAST}}}",
    re.IGNORECASE,
)
_LOOK_BACK = _MOST_NAME + _LEAST + 50
_BODY = re.compile(r"[A-Za-z0-9+/=]+")
# An address is written in percents when Markdown has read it.
_ASIDE = re.compile(r"(?:\ufffe|%EF%BF%BE)(\d{1,9})(?:\ufffe|%EF%BF%BE)")


class WrittenPictures:
    """Those of one text that may still grow. Pure."""

    def __init__(self) -> None:
        self._bodies: list[list[str]] = []
        self._before = ""
        self._is_open = False
        self._is_begun = False

    def folded(self, delta: str) -> str:
        """What is left of a piece of text when the letters of pictures are set aside."""
        parts: list[str] = []
        place = 0
        while place < len(delta):
            if self._is_open:
                place = self._take(delta, place, parts)
            else:
                place = self._skip(delta, place, parts)
        return "".join(parts)

    def close(self) -> None:
        """Says that nothing more comes."""
        self._is_open = False

    def unfolded(self, text: str) -> str:
        """The text as it was; without the letters of a picture that still come in."""
        return _ASIDE.sub(self._body, text) if SIGN in text or "%EF%BF%BE" in text else text

    def _body(self, found: re.Match[str]) -> str:
        number = int(found[1])
        if number >= len(self._bodies):
            return found[0]
        is_coming = self._is_open and number == len(self._bodies) - 1
        return "" if is_coming else "".join(self._bodies[number])

    def _take(self, delta: str, place: int, parts: list[str]) -> int:
        found = _BODY.match(delta, place)
        end = found.end() if found is not None else place
        if found is not None:
            if not self._is_begun:
                self._is_begun = True
                parts.append(f"{SIGN}{len(self._bodies)}{SIGN}")
                self._bodies.append([])
            self._bodies[-1].append(found[0])
        self._is_open = end == len(delta)
        return end

    def _skip(self, delta: str, place: int, parts: list[str]) -> int:
        text = self._before + delta[place:]
        found = _OPENING.search(text)
        if found is None:
            parts.append(delta[place:])
            self._before = text[-_LOOK_BACK:]
            return len(delta)
        end = place + found.end() - len(self._before)
        parts.append(delta[place:end])
        self._before = ""
        self._is_open, self._is_begun = True, False
        return end


def shortened(text: str) -> str:
    """A text as it is shown where what was set aside is no picture."""
    return _ASIDE.sub("\u2026", text)
