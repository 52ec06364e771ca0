"""Formulas, footnotes, fences within fences and bad input: streamed as whole, at bounded cost."""

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from studio.ui.chat.block_parser import block_parser
from studio.ui.chat.inline import plain_text, read_inline
from studio.ui.chat.leaves import Block, Kind, Note
from studio.ui.chat.markdown import MarkdownStream, parse

LINES = st.sampled_from(
    [
        "", "", "word", "two $x$ words", "$$", "$$", "$$ a_1", "b_2 $$", "$$c$$", "$$d$$ e", "\\[",
        "\\]", "\\[ x = 1", "\\begin{align}", "\\end{align}", "a &= b \\\\", "> $$", "> f", "- $$",
        "  $$", "  g", "[^1]: note", "[^1]:", "[^two]: > q", "    in", "    - li", "\tt", "n[^1]",
        "```markdown", "```", "```py", "````md", "````", "- ```md", "  ```", "  ```js", "~~~md",
        "~~~", "- a", "  - b", "1. c", "> q", "> - r", "# h", "===", "---", "a|b", "-|-", "| c | d",
        "[r]: http://x.example", '"title"', "[r]", "**\u300c\u6587\u300d**\u3067\u3059",
        "\u05e9\u05dc", "\U0001f600", "$5 and $10", "\uffff2", "~x~", "www.a.example", "$", "\\",
    ]
)  # fmt: skip
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"])
TEXTS = st.lists(st.tuples(LINES, ENDS).map("".join), max_size=36).map("".join)
CUTS = st.lists(st.integers(0, 10**6), max_size=30)


def stream(text: str, cuts: list[int]) -> MarkdownStream:
    """Feeds the text in pieces and holds that what was frozen never changes."""
    reader = MarkdownStream()
    edges = [0, *sorted({cut % (len(text) + 1) for cut in cuts}), len(text)]
    for begin, end in itertools.pairwise(edges):
        frozen = tuple(reader.blocks[: reader.frozen])
        reader.feed(text[begin:end])
        assert tuple(reader.blocks[: len(frozen)]) == frozen
    frozen = tuple(reader.blocks[: reader.frozen])
    reader.finish()
    assert tuple(reader.blocks[: len(frozen)]) == frozen
    return reader


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(TEXTS, CUTS)
def test_a_mixed_text_reads_alike_in_any_pieces(text: str, cuts: list[int]) -> None:
    assert tuple(stream(text, cuts).blocks) == parse(text)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_a_mixed_text_reads_alike_letter_by_letter(text: str) -> None:
    reader = stream(text, list(range(len(text))))
    assert tuple(reader.blocks) == parse(text)
    for block in reader.blocks:
        read_inline(block.text, reader.environment.get("references"))


LONG = {
    "file": "```markdown\n" + "```py\nx = 1\n```\ntext\n" * 90 + "```\nafter\n",
    "formula": "$$\n" + "a_1 + b_2 \\\\\n" * 150 + "$$\n\n",
    "open": "$$\n" + "a_1 + b_2 \\\\\n" * 700,
    "line": "$$ " + "a_1 + b_2 " * 700 + "\n",
    "note": "[^n]: x\n" + "\n    some words\n" * 60,
    "code": "[^n]: x\n\n    ```\n" + "    y\n" * 320 + "    ```\n",
    "dollars": "so $it$ goes. $$\nand on\n" * 300,
    "quote": "> so it goes and on\n" * 600,
}


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(sorted(LONG)), min_size=1, max_size=3), CUTS)
def test_long_notes_files_and_formulas_are_cut_alike(picks: list[str], cuts: list[int]) -> None:
    text = "".join(LONG[pick] for pick in picks)
    assert tuple(stream(text, cuts).blocks) == parse(text)


def kinds(text: str) -> list[tuple[Kind, str]]:
    return [(block.kind, block.text) for block in parse(text)]


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("$$\na = b\n$$\n", "a = b"),
        ("$$a$$", "a"),
        ("\\[\n\na = b\n\n\\]", "a = b"),
        ("\\[ a = b \\]\n", "a = b"),
        ("\\begin{align}\na &= b\n\\end{align}", "\\begin{align}\na &= b\n\\end{align}"),
        ("> $$\n> a\n> $$", "a"),
    ],
)
def test_a_formula_with_lines_of_its_own_is_a_block(text: str, tex: str) -> None:
    assert kinds(f"before\n{text}")[-1] == (Kind.MATH, tex)


def test_an_open_formula_is_its_source_until_it_is_closed() -> None:
    reader = MarkdownStream()
    reader.feed("text\n\n$$\na = \\frac{1}")
    assert [block.kind for block in reader.blocks] == [Kind.PARAGRAPH, Kind.CODE]
    assert reader.blocks[1] == Block(Kind.CODE, "$$\na = \\frac{1}", language="latex")
    reader.feed("{2}\n$$\n\nafter")
    assert [block.kind for block in reader.blocks] == [Kind.PARAGRAPH, Kind.MATH, Kind.PARAGRAPH]


def test_dollars_that_nothing_closes_harm_nothing_below() -> None:
    lines = "word\n\n" * 300
    assert {kind for kind, _ in kinds(f"$$ a_1\n\n{lines}")} == {Kind.PARAGRAPH}
    assert {kind for kind, _ in kinds(f"$$\n{lines}")} == {Kind.PARAGRAPH}


def test_a_markdown_file_keeps_its_own_fences() -> None:
    text = "```markdown\n# a\n```python\nx\n```\nb\n```\nafter"
    code, after = parse(text)
    assert code == Block(Kind.CODE, "# a\n```python\nx\n```\nb", language="markdown")
    assert after.text == "after"
    assert kinds("```mermaid\ngraph TD\n```")[0] == (Kind.CODE, "graph TD")


def test_a_footnote_knows_its_label_and_what_refers_to_it() -> None:
    reader = stream("so[^a] and[^b]\n\n[^a]: first\n\n    second\n", [5, 20, 30])
    assert reader.blocks[1].containers == (Note("[a]", opens=True, label="a"),)
    assert reader.blocks[2].containers == (Note("[a]", opens=False, label="a"),)
    spans = read_inline(reader.blocks[0].text, reader.environment["references"])
    assert [span.footnote for span in spans] == ["", "a", ""]
    assert spans[1].link == "#fn:a"
    assert spans[2].text == " and[^b]"


ONE = {
    "table": "| a | b |\n|---|---|\n" + "| one | two |\n" * 3_000,
    "lines": "so it goes and on\n" * 2_500,
    "words": "word " * 9_000,
    "list": "- item one\n" * 4_000,
    "fence": "```\n" + "x = 1\n" * 7_000,
    "formula": "$$\n" + "a_1 + b_2 \\\\\n" * 3_200,
    "note": "[^1]: x\n" + "\n    more words.\n" * 2_500,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ONE))
def test_the_second_half_of_one_long_block_costs_as_much_as_the_first(name: str) -> None:
    text = ONE[name]
    reader, costs = MarkdownStream(), []
    for half in (text[: len(text) // 2], text[len(text) // 2 :]):
        before = reader.parsed_chars
        for at in range(0, len(half), 33):
            reader.feed(half[at : at + 33])
        costs.append(reader.parsed_chars - before)
    assert costs[1] < 1.4 * costs[0]


def test_a_long_quote_is_not_read_again_for_every_word() -> None:
    text = "> so it goes and on\n" * 2_000
    reader = MarkdownStream()
    for at in range(0, len(text), 8):
        reader.feed(text[at : at + 8])
    assert reader.parsed_chars < 3_000 * len(text)
    reader.finish()
    assert tuple(reader.blocks) == parse(text)


@pytest.mark.slow
@pytest.mark.parametrize("sign", ["[", "*", "> ", "$", "`", "_", "\\(", "![", "~", "<", "&", "|"])
def test_a_million_signs_are_read_to_the_end(sign: str) -> None:
    text = sign * (1_000_000 // len(sign))
    reader = MarkdownStream()
    reader.feed(text)
    reader.finish()
    assert reader.parsed_chars < 5 * len(text)
    assert sum(len(block.text) for block in reader.blocks) <= len(text)
    for block in reader.blocks[:3]:
        plain_text(block.text)


@pytest.mark.parametrize("line", ["- ", "> ", "1. ", "- > "])
def test_a_thousand_levels_are_read_without_a_fall(line: str) -> None:
    text = line * 1_000 + "deep\n"
    assert stream(text, list(range(0, len(text), 97))).blocks[-1].text.endswith("deep")
    steps = "".join(f"{'  ' * depth}- x\n" for depth in range(300))
    assert sum(block.text.count("x") for block in parse(steps)) == 300


THEIRS = MarkdownIt("commonmark", {"html": False}).disable(["inline", "text_join"])
OURS = block_parser()
OURS.disable(["math_block", "footnote_def", "table"])
PLAIN = ["a", "===", "---", "- b", "> c", "    d", "# e", "  ===", "\t", "`", "= =", "1. f", "g|h"]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PLAIN), max_size=12).map("\n".join))
def test_paragraphs_and_headings_are_those_of_markdown_it(text: str) -> None:
    seen = [
        [(token.type, token.tag, token.content, token.map) for token in parser.parse(text, {})]
        for parser in (OURS, THEIRS)
    ]
    assert seen[0] == seen[1]
