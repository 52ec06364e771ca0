"""The examples of CommonMark and of GitHub: read as markdown-it itself reads them, in any pieces.

The judge flattens markdown-it's own tokens by rules of its own; nothing of ours takes part in it.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from studio.ui.chat.inline import LINE_BREAK, read_inline
from studio.ui.chat.leaves import Block, Item, Kind, Note
from studio.ui.chat.markdown import MarkdownStream, parse

Letters = list[tuple[str, frozenset[str]]]
Leaf = tuple[object, ...]
MARKS = {"strong": "bold", "em": "italic", "s": "struck"}
NOTES = [
    "a[^1] and[^b c] and[^no]\n\n[^1]: first\nlazy\n\n    second\n\n[^2]: other\n",
    "[^n]: a note before\n\ntext[^n] *and[^n]*\n",
    "[^n]:\n    - a list\n    - in a note\n\n      more\n\nx[^n]\n",
    "[^n]: one\n[^m]: two\n# head[^m]\n> [^n]\n",
    "- [^n]: in an item\n- [^n]\n",
    "| a[^t] | b |\n|---|---|\n| c | [^t] |\n\n[^t]: x\n",
]
MORE = [
    "- [x] done\n- [ ] open\n  - [ ] deeper\n\n1. [X] one\n2. two\n",
    "~one~ ~~two~~ ~~~three~~~ a~b~c ~~x~ y~~\n",
    "www.a.example/x_(y), <http://b.example> me@c.example. https://d.example/?q=1&r=2)\n",
    "> - a\n>\n>   b\n>   1. c\n\n- d\n  > e\n",
    '![*a* `b` ![c](d)](e "f") [![g](h)](http://i.example)\n',
]


def judge() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "strikethrough_single_tilde": True})
    parser.enable(["table", "strikethrough"]).use(gfm_autolink_plugin)
    return parser.use(footnote_plugin, inline=False, move_to_end=False)


JUDGE = judge()


def examples() -> list[str]:
    suites = Path(__file__).with_name("suites")
    found: dict[str, None] = {}
    for name in ("commonmark", "gfm"):
        text = (suites / f"{name}.json").read_text(encoding="utf-8")
        found.update(dict.fromkeys(json.loads(text)["examples"]))
    return [*found, *NOTES, *MORE]


class Flattened:
    """The leaves of markdown-it's tokens: where each stands, what it is, its letters."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.leaves: list[Leaf] = []
        self.around: list[list[Any]] = []
        self.numbers: list[int | None] = []
        for index, token in enumerate(tokens):
            inner = tokens[index + 1] if index + 1 < len(tokens) else token
            getattr(self, token.type, lambda *_: None)(token, inner)

    def add(self, *leaf: object) -> None:
        place = tuple(tuple(each) for each in self.around)
        self.leaves.append((place, *leaf))
        for each in self.around:
            each[1:] = [False] * (len(each) - 1)

    def blockquote_open(self, *_: Token) -> None:
        self.around.append(["quote"])

    def blockquote_close(self, *_: Token) -> None:
        self.around.pop()

    def bullet_list_open(self, *_: Token) -> None:
        self.numbers.append(None)

    def ordered_list_open(self, token: Token, _: Token) -> None:
        self.numbers.append(int(token.attrs.get("start", 1)))

    def bullet_list_close(self, *_: Token) -> None:
        self.numbers.pop()

    ordered_list_close = bullet_list_close

    def list_item_open(self, *_: Token) -> None:
        number = self.numbers[-1]
        self.around.append(["•" if number is None else f"{number}.", True])
        self.numbers[-1] = None if number is None else number + 1

    def list_item_close(self, *_: Token) -> None:
        if self.around[-1][1]:
            self.add("text", 0, [])
        self.around.pop()

    def footnote_reference_open(self, token: Token, _: Token) -> None:
        self.around.append([f"note {token.meta['label']}", True])

    footnote_reference_close = list_item_close

    def is_item(self) -> bool:
        marker, *opens = self.around[-1]
        return opens == [True] and not marker.startswith("note")

    def paragraph_open(self, _: Token, inner: Token) -> None:
        found = re.match(r"\[([ xX])\] ", inner.content)
        letters = list(letters_of(inner.children or []))
        if found and self.around and self.is_item():
            self.around[-1][0] = "☐" if found[1] == " " else "☑"
            letters = letters[4:]
        self.add("text", 0, letters)

    def heading_open(self, token: Token, inner: Token) -> None:
        self.add("text", int(token.tag[1:]), list(letters_of(inner.children or [])))

    def fence(self, token: Token, _: Token) -> None:
        self.add("code", (token.info.split() or [""])[0], token.content.removesuffix("\n"))

    code_block = fence

    def hr(self, *_: Token) -> None:
        self.add("rule")

    def table_open(self, *_: Token) -> None:
        self.rows: list[list[Letters]] = []
        self.aligns: list[str] = []

    def tr_open(self, *_: Token) -> None:
        self.rows.append([])

    def td_open(self, _: Token, inner: Token) -> None:
        self.rows[-1].append(list(letters_of(inner.children or [])))

    def th_open(self, token: Token, inner: Token) -> None:
        self.aligns.append(str(token.attrGet("style") or "").removeprefix("text-align:"))
        self.td_open(token, inner)

    def table_close(self, *_: Token) -> None:
        self.add("table", self.aligns, self.rows)


def letters_of(tokens: Sequence[Token]) -> Iterator[tuple[str, frozenset[str]]]:
    """Every letter with all that is said of it."""
    said: list[str] = []
    for token in tokens:
        name, _, side = token.type.rpartition("_")
        if side == "open":
            said.append(MARKS.get(name) or opened(str(token.attrGet("href"))))
        elif side == "close":
            said.pop()
        else:
            yield from leaf_letters(token, [each for each in said if each])


def leaf_letters(token: Token, said: list[str]) -> Iterator[tuple[str, frozenset[str]]]:
    text = {"softbreak": " ", "hardbreak": LINE_BREAK}.get(token.type, token.content)
    if token.type == "code_inline":
        said = [*said, "code"]
    elif token.type == "footnote_ref":
        label = token.meta["label"]
        text, said = f"[{label}]", [*said, f"note {label}"]
    elif token.type == "image":
        text = "".join(letter for letter, _ in letters_of(token.children or []))
        source = str(token.attrGet("src"))
        is_linked = any(each.startswith("link") for each in said)
        said = [*said, f"image {source}", *([] if is_linked else [opened(source)])]
        yield "", frozenset(filter(None, said))
    yield from ((letter, frozenset(filter(None, said))) for letter in text)


def opened(address: str) -> str:
    return f"link {address}" if re.match(r"(?i)(https?|mailto):", address) else ""


def ours(blocks: Sequence[Block], references: Mapping[str, Any]) -> list[Leaf]:
    """Our own blocks and spans in the judge's words."""
    return [(tuple(map(place, block.containers)), *said(block, references)) for block in blocks]


def place(container: object) -> tuple[object, ...]:
    if isinstance(container, Note):
        return (f"note {container.label}", container.opens)
    return (container.marker, container.opens) if isinstance(container, Item) else ("quote",)


def said(block: Block, references: Mapping[str, Any]) -> Leaf:
    match block.kind:
        case Kind.CODE:
            return ("code", block.language, block.text)
        case Kind.RULE:
            return ("rule",)
        case Kind.TABLE:
            rows = [[our_letters(cell, references) for cell in row] for row in block.rows]
            return ("table", list(block.aligns), rows)
        case _:
            return ("text", block.level, our_letters(block.text, references))


def our_letters(source: str, references: Mapping[str, Any]) -> Letters:
    found: Letters = []
    for span in read_inline(source, references):
        marks = {
            "bold": span.is_bold,
            "italic": span.is_italic,
            "struck": span.is_struck,
            "code": span.is_code,
            f"link {span.link}": bool(span.link) and not span.footnote,
            f"image {span.image}": span.is_image,
            f"note {span.footnote}": bool(span.footnote),
            "math": span.is_math,
        }
        flags = frozenset(name for name, holds in marks.items() if holds)
        found += [("", flags)] if span.is_image else []
        found += [(letter, flags) for letter in span.text]
    return found


def streamed(text: str, edges: Sequence[int]) -> MarkdownStream:
    reader = MarkdownStream()
    for begin, end in pairwise(edges):
        before = tuple(reader.blocks[: reader.frozen])
        reader.feed(text[begin:end])
        assert tuple(reader.blocks[: len(before)]) == before
    reader.finish()
    return reader


def targets(reader: MarkdownStream) -> dict[str, str]:
    references = reader.environment.get("references", {})
    return {name: found["href"] for name, found in references.items()}


@pytest.mark.parametrize("text", examples())
def test_an_example_is_read_as_markdown_it_reads_it(text: str) -> None:
    expected = Flattened(JUDGE.parse(text, {})).leaves
    whole = streamed(text, [0, len(text)])
    references = whole.environment.get("references", {})
    assert ours(whole.blocks, references) == expected
    assert parse(text) == tuple(whole.blocks)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13])
def test_all_examples_are_read_alike_in_pieces(size: int) -> None:
    for text in examples():
        reader = streamed(text, [*range(0, len(text), size), len(text)])
        whole = streamed(text, [0, len(text)])
        assert reader.blocks == whole.blocks
        assert targets(reader) == targets(whole)


@pytest.mark.slow
def test_all_examples_in_a_row_are_read_like_each_alone() -> None:
    """One after another in one message, each behind a rule, so that no block meets the next."""
    text = "\n\n***\n\n".join(text.strip("\n") for text in NOTES + MORE) * 3
    assert tuple(streamed(text, [*range(0, len(text), 17), len(text)]).blocks) == parse(text)
