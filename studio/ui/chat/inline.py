"""Reads the inline Markdown of one block into spans of equally formatted text.

Nothing here can reach out: an image is its label, a link that is neither web nor mail is text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from studio.ui.chat.cjk_emphasis import FriendlyInline
from studio.ui.chat.leaves import NOTE_SIGN
from studio.ui.chat.tex_rules import DISPLAY, math_inline

LINE_BREAK = "\u2028"
_SCHEMES = ("http", "https", "mailto")
_BARE_LINK = re.compile(r"\bhttps?://[^\s<>\"'`|\\^{}]+", re.IGNORECASE)
_LABEL_HOST = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:/{0,2})?(?:[^\s/@]*@)?((?:[\w-]+\.)+[\w-]{2,})(?::\d+)?(?:[/?#]\S*)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text of one look. `link` is empty, or an address that may be opened on click.

    Of a formula (`is_math`) the text is its TeX without delimiters. `image` is the address of a
    picture, `footnote` the label of a note that is referred to.
    """

    text: str
    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False
    is_code: bool = False
    is_image: bool = False
    link: str = ""
    is_math: bool = False
    is_display: bool = False
    image: str = ""
    footnote: str = ""


def read_inline(source: str, references: Mapping[str, Any] | None = None) -> tuple[Span, ...]:
    """The spans of a block's inline source; `references` are the message's link definitions."""
    tokens = _PARSER.parseInline(source, _environment(references or {}))
    children = tokens[0].children or [] if tokens else []
    return tuple(_merged(_spans(children)))


def plain_text(source: str, references: Mapping[str, Any] | None = None) -> str:
    """What a reader sees of an inline source."""
    return "".join(_plain(span) for span in read_inline(source, references))


def _plain(span: Span) -> str:
    if not span.is_math:
        return span.text
    mark = DISPLAY if span.is_display else "$"
    return f"{mark}{span.text}{mark}"


def _environment(references: Mapping[str, Any]) -> dict[str, Any]:
    notes = {f":{key[2:-1]}": -1 for key in references if key.startswith(NOTE_SIGN)}
    environment: dict[str, Any] = {"references": references}
    if notes:
        environment["footnotes"] = {"refs": notes, "list": {}}
    return environment


def _inline_parser() -> MarkdownIt:
    """CommonMark and what GitHub adds; emphasis beside CJK; formulas."""
    parser = MarkdownIt("zero")
    parser.inline = FriendlyInline()
    parser.configure("commonmark", {"html": False, "strikethrough_single_tilde": True})
    parser.enable("strikethrough")
    parser.use(gfm_autolink_plugin).use(footnote_plugin, inline=False, move_to_end=False)
    parser.inline.ruler.before("escape", "math_inline", math_inline)
    return parser


def prompt_spans(text: str) -> tuple[Span, ...]:
    """A prompt is shown as typed; only code in backticks and bare links are set off."""
    spans: list[Span] = []
    for number, part in enumerate(re.split(r"`([^`\n]+)`", text)):
        if number % 2:
            spans.append(Span(part, is_code=True))
        else:
            spans.extend(_linked(Span(part.replace("\n", LINE_BREAK))))
    return tuple(spans)


def safe_link(address: str) -> str:
    """The address if a click may open it, else nothing."""
    try:
        scheme = urlsplit(address).scheme.lower()
    except ValueError:
        return ""
    return address if scheme in _SCHEMES else ""


def is_deceptive(label: str, address: str) -> bool:
    """Whether a link's label reads like an address that is not the one it leads to."""
    shown = _LABEL_HOST.fullmatch(label.strip())
    if shown is None:
        return False
    target = urlsplit(address)
    host = target.hostname or target.path.rpartition("@")[2]
    return _bare_host(shown.group(1)) != _bare_host(host)


def _bare_host(host: str) -> str:
    return host.lower().removeprefix("www.")


def _spans(tokens: Sequence[Token]) -> Iterator[Span]:
    look = Span("")
    depth = {"strong": 0, "em": 0, "s": 0}
    for token in tokens:
        name, _, side = token.type.rpartition("_")
        if name in depth and side in {"open", "close"}:
            depth[name] += token.nesting
            look = replace(
                look,
                is_bold=depth["strong"] > 0,
                is_italic=depth["em"] > 0,
                is_struck=depth["s"] > 0,
            )
        elif name == "link":
            href = str(token.attrGet("href") or "") if side == "open" else ""
            look = replace(look, link=safe_link(href))
        else:
            yield from _leaf(token, look)


def _leaf(token: Token, look: Span) -> Iterator[Span]:
    match token.type:
        case "text" | "html_inline" | "text_special":
            yield replace(look, text=token.content)
        case "code_inline":
            yield replace(look, text=token.content, is_code=True)
        case "softbreak":
            yield replace(look, text=" ")
        case "hardbreak":
            yield replace(look, text=LINE_BREAK)
        case "image":
            address = str(token.attrGet("src") or "")
            link = look.link or safe_link(address)
            yield replace(look, text=_label(token), is_image=True, link=link, image=address)
        case "math_inline":
            is_display = token.markup == DISPLAY
            yield replace(look, text=token.content, is_math=True, is_display=is_display)
        case "footnote_ref":
            label = str(token.meta["label"])
            yield replace(look, text=f"[{label}]", link=f"#fn:{label}", footnote=label)
        case _:
            yield replace(look, text=token.content)


def _label(token: Token) -> str:
    """What stands for a picture: the text of its label without marks."""
    return "".join(_plain(span) for span in _spans(token.children or []))


def _linked(span: Span) -> Iterator[Span]:
    """Cuts bare web addresses out of plain text."""
    position = 0
    for found in _BARE_LINK.finditer(span.text):
        address = _trimmed(found.group())
        end = found.start() + len(address)
        if found.start() > position:
            yield replace(span, text=span.text[position : found.start()])
        yield replace(span, text=address, link=safe_link(address))
        position = end
    if position < len(span.text):
        yield replace(span, text=span.text[position:])


def _trimmed(address: str) -> str:
    """Takes off a sentence's full stop, and a bracket that was opened before the address."""
    while address[-1] in ".,;:!?*_~)]":
        last = address[-1]
        if last in ")]":
            opening = "(" if last == ")" else "["
            if address.count(last) <= address.count(opening):
                break
        address = address[:-1]
    return address


def _merged(spans: Iterator[Span]) -> Iterator[Span]:
    """Joins neighbours of one look: Markdown cuts text at every mark it tried."""
    open_span: Span | None = None
    for span in spans:
        if not span.text and not span.is_image:
            continue
        if open_span is None:
            open_span = span
        elif not _stands_alone(span) and replace(span, text=open_span.text) == open_span:
            open_span = replace(open_span, text=open_span.text + span.text)
        else:
            yield open_span
            open_span = span
    if open_span is not None:
        yield open_span


def _stands_alone(span: Span) -> bool:
    return span.is_image or span.is_math or bool(span.footnote)


_PARSER = _inline_parser()
