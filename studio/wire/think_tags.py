"""Reasoning that a model writes into its text, between tags, for hosts that leave it there."""

import re
from enum import Enum

from studio.core.growing_text import GrowingText

_NAMES = ("think", "thinking", "thought", "reasoning", "seed:think")
_OPENING = (*(f"<{name}>" for name in _NAMES), "[THINK]", "◁think▷")
_CLOSING = (*(f"</{name}>" for name in _NAMES), "[/THINK]", "◁/think▷")
_TAG = re.compile("|".join(map(re.escape, (*_OPENING, *_CLOSING))))
_LONGEST = max(map(len, _CLOSING))
_FENCE = re.compile(r"^ {0,3}(```|~~~)", re.MULTILINE)

Stretch = tuple[bool, str]  # is it reasoning, and what


class Beginning(Enum):
    """What a reply is that begins without a tag."""

    TEXT = "text"
    REASONING = "reasoning"  # the chat template has opened the tag in the prompt
    UNKNOWN = "unknown"  # held back until a closing tag, or the end, tells


class ThinkTags:
    """Tells apart text and reasoning in one reply, cut anywhere. Owned by its prose.

    A tag in code is only written about; one inside reasoning opens nothing new, but wants its own
    end. What began as reasoning by guess and was never closed has been the answer after all.
    """

    def __init__(self, beginning: Beginning) -> None:
        self._beginning = beginning
        self._depth = 1 if beginning is Beginning.REASONING else 0
        self._held = ""  # may be the beginning of a tag
        self._back = GrowingText()  # text that may turn out to be reasoning
        # Said as reasoning, but perhaps the answer after all. None: there is no doubt.
        self._doubtful: GrowingText | None = GrowingText() if self._depth else None
        self._line = ""
        self._is_fenced = False
        self._trims = True
        self._has_text = False
        self.has_tags = False

    def push(self, piece: str) -> list[Stretch]:
        text = self._held + piece
        cut = len(text) - _unfinished(text)
        text, self._held = text[:cut], text[cut:]
        made: list[Stretch] = []
        at = 0
        for tag in _TAG.finditer(text):
            made += self._say(text[at : tag.start()])
            made += self._pass(tag[0])
            at = tag.end()
        return made + self._say(text[at:])

    def end(self) -> list[Stretch]:
        rest, self._held = self._held, ""
        made = self._say(rest)
        doubtful = self._take_doubtful()
        answer = self._take_back() or (doubtful if doubtful.strip() else "")
        return [*made, (False, answer)] if answer and not self._has_text else made

    def reasoning_is_apart(self) -> None:
        """The host has told of reasoning in a field of its own: no text is reasoning by guess."""
        if not self.has_tags and self._beginning is not Beginning.TEXT:
            self._beginning = Beginning.TEXT
            self._depth = 0
            self._doubtful = None

    def _pass(self, tag: str) -> list[Stretch]:
        if self._depth == 0 and self._is_in_code():
            return self._say(tag)
        if tag in _OPENING:
            self._open()
            return self._settled(is_reasoning=False)
        self._depth = max(0, self._depth - 1)
        # More were opened than closed: what follows may be the answer all the same.
        self._doubtful = GrowingText() if self._depth else None
        return self._settled(is_reasoning=True)

    def _open(self) -> None:
        is_open_by_guess = self._depth == 1 and self._doubtful is not None and not self.has_tags
        doubtful = self._take_doubtful()
        if not is_open_by_guess or doubtful.strip():
            self._depth += 1

    def _settled(self, *, is_reasoning: bool) -> list[Stretch]:
        """A tag has told what was held back; white space around it is nobody's."""
        self.has_tags = True
        self._beginning = Beginning.TEXT
        self._trims = True
        back = self._take_back()
        self._has_text = self._has_text or bool(back and not is_reasoning)
        return [(is_reasoning, back)] if back else []

    def _take_back(self) -> str:
        text, self._back = self._back.whole(), GrowingText()
        return text

    def _take_doubtful(self) -> str:
        text, self._doubtful = self._doubtful, None
        return text.whole() if text is not None else ""

    def _say(self, text: str) -> list[Stretch]:
        if self._trims:
            text = text.lstrip()
        if not text:
            return []
        self._trims = False
        if self._depth:
            if self._doubtful is not None:
                self._doubtful.add(text)
            return [(True, text)]
        self._follow(text)
        if self._beginning is Beginning.UNKNOWN:
            self._back.add(text)
            return []
        self._has_text = True
        return [(False, text)]

    def _follow(self, text: str) -> None:
        """Keeps the line that is being written, and whether a fence of code is open."""
        lines = (self._line + text).split("\n")
        for line in lines[:-1]:
            if _FENCE.match(line):
                self._is_fenced = not self._is_fenced
        self._line = lines[-1]

    def _is_in_code(self) -> bool:
        return self._is_fenced or self._line.count("`") % 2 == 1


def _unfinished(text: str) -> int:
    """How many characters at the end may be the beginning of a tag."""
    for size in range(min(_LONGEST - 1, len(text)), 0, -1):
        end = text[-size:]
        if end[0] in "<[◁" and any(tag.startswith(end) for tag in (*_OPENING, *_CLOSING)):
            return size
    return 0
