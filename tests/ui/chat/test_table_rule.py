"""Tables are read as markdown-it-py reads them, only faster."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from studio.ui.chat.table_rule import TABLE_ALIGNS, TABLE_ROWS, table

THEIRS = MarkdownIt("commonmark", {"html": False}).enable("table")
OURS = MarkdownIt("commonmark", {"html": False}).enable("table")
OURS.block.ruler.at("table", table, {"alt": ["paragraph", "reference"]})
for parser in (THEIRS, OURS):
    parser.disable(["inline", "text_join"])
PIECES = ["|", "-", ":", "---", " ", "\n", "a", "\\", "> ", "- ", "    ", "`|`", "\t", "\u00a0"]
LINES = ["|---|---|\n", "| a | b |\n", "|:--|--:|\n", "# h\n", "```\n", "| a\\|b |"]


def tree(tokens: Sequence[Token]) -> list[object]:
    """Block tokens and tables, these as rows and alignments, however they were given."""
    found: list[object] = []
    rows: list[list[str]] | None = None
    aligns: list[str] = []
    for token in tokens:
        if token.type == "table_open":
            found.append(("table", token.map))
            rows, aligns = [], []
            if TABLE_ROWS in token.meta:
                rows = [list(row) for row in token.meta[TABLE_ROWS]]
                aligns = list(token.meta[TABLE_ALIGNS])
        elif token.type == "table_close":
            found.append((rows, aligns))
            rows = None
        elif rows is None:
            found.append((token.type, token.content, token.map, token.level))
        elif token.type == "tr_open":
            rows.append([])
        elif token.type == "th_open":
            aligns.append(str(token.attrGet("style") or "").removeprefix("text-align:"))
        elif token.type == "inline":
            rows[-1].append(token.content)
    return found


@given(st.lists(st.sampled_from(PIECES + LINES * 2), max_size=24).map("".join))
def test_any_text_gives_the_same_tables(text: str) -> None:
    assert tree(OURS.parse(text)) == tree(THEIRS.parse(text))


def test_rows_are_cut_and_filled_to_the_width_of_the_head() -> None:
    tokens = OURS.parse("| a | b |\n|---|:-:|\n| 1 |\n| 1 | 2 | 3 |\n| x \\| y | z |\nlast\n")
    assert tokens[0].meta[TABLE_ROWS] == [
        ("a", "b"),
        ("1", ""),
        ("1", "2"),
        ("x | y", "z"),
        ("last", ""),
    ]
    assert tokens[0].meta[TABLE_ALIGNS] == ("", "center")
