"""The block rules of a message: CommonMark, tables, footnotes, formulas, nested fences."""

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, blockquote, list_block, reference
from mdit_py_plugins.footnote.index import footnote_def

from studio.ui.chat.fences import fence
from studio.ui.chat.leaves import NOTE_SIGN, PIECE_CHARS
from studio.ui.chat.table_rule import table
from studio.ui.chat.tex_rules import math_block
from studio.ui.chat.text_rule import text_block

_MOST_NESTING = 60
_DEEPEST = 40
_INTERRUPTING: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}


def block_parser() -> MarkdownIt:
    """Blocks only: a block's inline text is read when it is first drawn."""
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _MOST_NESTING})
    parser.enable("table")
    parser.disable(["inline", "text_join"])
    ruler = parser.block.ruler
    # A line that was cut into pieces before it ended must not become something else at its end.
    ruler.at("paragraph", text_block)
    ruler.disable("lheading")
    ruler.at("table", _short_table, {"alt": ["paragraph", "reference"]})
    ruler.at("reference", _short_reference)
    ruler.at("blockquote", _quote, _INTERRUPTING)
    ruler.at("list", _list, {"alt": ["paragraph", "reference", "blockquote"]})
    ruler.at("fence", fence, _INTERRUPTING)
    ruler.before("fence", "math_block", math_block, _INTERRUPTING)
    ruler.before("reference", "footnote_def", _footnote, {"alt": ["paragraph", "reference"]})
    return parser


def note_key(label: str) -> str:
    """Where a footnote's definition stands among those of links, none of which can have this."""
    return f"{NOTE_SIGN}{label}]"


def _quote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    # markdown-it drops what stands deeper than it reads: here it stays as text.
    return state.level < _DEEPEST and blockquote(state, start, end, silent)


def _list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return state.level < _DEEPEST and list_block(state, start, end, silent)


def _short_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return not _is_overlong(state, start) and table(state, start, end, silent)


def _short_reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return not _is_overlong(state, start) and reference(state, start, end, silent)


def _is_overlong(state: StateBlock, line: int) -> bool:
    return state.eMarks[line] - state.bMarks[line] > PIECE_CHARS


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Reads a footnote's text where it stands, and notes that it is there."""
    at = len(state.tokens)
    if state.level >= _DEEPEST or not footnote_def(state, start, end, silent):
        return False
    if not silent:
        label = state.tokens[at].meta["label"]
        target = {"title": "", "href": f"#fn:{label}"}
        state.env.setdefault("references", {}).setdefault(note_key(label), target)
    return True
