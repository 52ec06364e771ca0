"""What reads like an instruction to a model: kinds, and the phrases by which each is known.

A phrase is looked for by its first word, which is quick, and read on from there by its pattern,
whose every repetition is bounded: so time grows with the text and with nothing else. Patterns meet
text in small letters without accents, with lookalike letters of other scripts put straight.
"""

import re
from dataclasses import dataclass

from studio.harness.screening_view import folded

OVERRIDE = "override"  # forget what you were told
ROLE = "role"  # be somebody else; here are your new orders
ADDRESSED = "addressed"  # speaks to whatever model reads it
TEMPLATE = "template"  # marks of a chat's inner format, or of ours
TOOL_CALL = "tool_call"  # pretends to be a call, or demands one
SECRECY = "secrecy"  # keep it from the user
EXFILTRATION = "exfiltration"  # carry something out
PICTURE_LEAK = "picture_leak"  # a picture whose address carries something out
HIDDEN_TEXT = "hidden_text"  # written so that a person does not see it
ENCODED = "encoded"  # an instruction in an encoding
STEERING = "steering"  # a tool's description that orders more than the tool's use

KINDS = (
    *(OVERRIDE, ROLE, ADDRESSED, TEMPLATE, TOOL_CALL, SECRECY, EXFILTRATION, PICTURE_LEAK),
    *(HIDDEN_TEXT, ENCODED, STEERING),
)

# Between two words: spaces, line breaks, emphasis, what an address has for a space. No sentence
# ends there, and no call of a function begins.
_GAP = r"(?:(?![.!?]\s)[^\w(]|_|%20){1,8}"
_NAME = r"[^\W_]{1,20}(?:_[^\W_]{1,20}){0,4}"
_UP_TO_3 = rf"(?:[^\W_]{{1,20}}{_GAP}){{0,3}}"
_UP_TO_5 = rf"(?:[^\W_]{{1,20}}{_GAP}){{0,5}}"


@dataclass(frozen=True, slots=True)
class Phrase:
    """`words` are what it may begin with, `pattern` the whole, matched where one of them stands.

    `is_raw`: the case and the signs of the text matter.
    """

    kind: str
    words: tuple[str, ...]
    pattern: re.Pattern[str]


def phrase(kind: str, words: str, rest: str) -> Phrase:
    """`words` are separated by `|`; a space in `rest` stands for whatever may lie between words."""
    heads = tuple(folded(each) for each in words.split("|"))
    # Small letters would make what is no letter a letter.
    tail = "\\W".join(folded(each) for each in rest.split("\\W"))
    body = "(?:" + "|".join(re.escape(each) for each in heads) + ")" + tail
    # No sign is of a word and of a gap at once: else a row of them could be read in ever so many
    # ways, and all of them be tried.
    named = body.replace("\\ ", " ").replace(r"\w{1,40}", _NAME)
    words_only = named.replace(r"\w", r"[^\W_]").replace(r"\b", r"(?![^\W_])")
    spaced = words_only.replace("{3}", _UP_TO_3).replace("{5}", _UP_TO_5).replace(" ", _GAP)
    return Phrase(kind, heads, re.compile(spaced))


def signs(kind: str, *signs: str) -> tuple[Phrase, ...]:
    return tuple(Phrase(kind, (each,), re.compile(re.escape(each))) for each in signs)


# Where something may be carried to.
TARGET = (
    r"(?:https?:{1,2}/|www\.|[a-z0-9._+-]{1,64}@[a-z0-9-]{1,63}\.|webhook|"
    r"(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|io|xyz|ru|cn|site|dev|app|info|top|me|co|tk|evil)\b)"
)
