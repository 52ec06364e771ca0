"""Parses the inline Markdown of one block: CommonMark, what GitHub adds, and formulas."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.ruler import Ruler
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from studio.ui.chat.cjk_emphasis import FriendlyInline
from studio.ui.chat.inline import LINE_BREAK, Span, plain, safe_link
from studio.ui.chat.leaves import DISPLAY, NOTE_SIGN
from studio.ui.chat.tex_rules import math_inline

InlineRule = Callable[[StateInline, bool], bool]

_ADDRESS_RULE = "gfm_autolink_protocol"
_PROTOCOLS = ("http", "https", "mailto", "xmpp")


def parse(source: str, references: Mapping[str, Any]) -> tuple[Span, ...]:
    """The spans of a block's inline source; `references` are the message's link definitions."""
    tokens = _PARSER.parseInline(source, _environment(references))
    children = tokens[0].children or [] if tokens else []
    return tuple(_merged(_spans(children)))


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
    _hasten(parser.inline.ruler)
    return parser


def _hasten(ruler: Ruler[InlineRule]) -> None:
    """WORKAROUND: the rule of addresses looks through all that came before at each colon."""
    search = ruler.getRules("")[ruler.get_active_rules().index(_ADDRESS_RULE)]

    def address(state: StateInline, silent: bool) -> bool:
        return state.pending.endswith(_PROTOCOLS) and search(state, silent)

    ruler.at(_ADDRESS_RULE, address)


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
    return "".join(plain(span) for span in _spans(token.children or []))


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
