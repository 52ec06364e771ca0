"""Inline Markdown: what is set off, what is a link, and what stays text."""

import time

import pytest

from studio.ui.chat.inline import Span, plain_text, prompt_spans, read_inline
from studio.ui.chat.link_labels import is_deceptive


def test_marks_become_looks() -> None:
    assert read_inline("a **b** *c* ~~d~~ `e`") == (
        Span("a "),
        Span("b", is_bold=True),
        Span(" "),
        Span("c", is_italic=True),
        Span(" "),
        Span("d", is_struck=True),
        Span(" "),
        Span("e", is_code=True),
    )


@pytest.mark.parametrize(
    "source",
    [
        "<img src=x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "<style>*{display:none}</style>",
        '<a href="ftp://ok.example">ok</a>',
        "<!-- hidden -->",
    ],
)
def test_html_is_shown_as_text(source: str) -> None:
    assert plain_text(source) == source
    assert not any(span.link for span in read_inline(source))


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "file:///etc/passwd",
        "ms-msdt:/id",
        "data:text/html,x",
        "relative/page",
        "//host.example/x",
        "vbscript:x",
        "qrc:/x",
    ],
)
def test_a_target_that_is_neither_web_nor_mail_is_no_link(target: str) -> None:
    assert not any(span.link for span in read_inline(f"[a]({target})"))
    assert not any(span.link for span in read_inline(f"<{target}>"))


@pytest.mark.parametrize(
    "target", ["http://a.example", "HTTPS://a.example/b", "mailto:a@b.example"]
)
def test_web_and_mail_links_carry_their_target(target: str) -> None:
    (span,) = read_inline(f"[label]({target})")
    assert span.text == "label"
    assert span.link.lower() == target.lower()


def test_an_image_is_only_its_label() -> None:
    (span,) = read_inline("![a cat](pictures/cat.png)")
    assert span == Span("a cat", is_image=True, image="pictures/cat.png")
    assert plain_text("![a cat](file:///etc/passwd)") == "![a cat](file:///etc/passwd)"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("see https://a.example/b.", "https://a.example/b"),
        ("(https://a.example/b)", "https://a.example/b"),
        ("https://a.example/b_(c), so", "https://a.example/b_(c)"),
        ("**https://a.example/**", "https://a.example/"),
    ],
)
def test_a_bare_address_ends_before_the_sentence_does(text: str, address: str) -> None:
    links = [span for span in read_inline(text) if span.link]
    assert [(span.text, span.link) for span in links] == [(address, address)]


def test_a_reference_is_resolved_with_the_definitions_of_its_message() -> None:
    references = {"REF": {"title": "", "href": "https://a.example", "map": [0, 1]}}
    (span,) = read_inline("[text][ref]", references)
    assert span == Span("text", link="https://a.example")


def test_a_prompt_is_shown_as_typed() -> None:
    spans = prompt_spans("**no**\n`code` https://a.example")
    assert spans[0].text == "**no**\u2028"
    assert spans[1] == Span("code", is_code=True)
    assert spans[3].link == "https://a.example"


@pytest.mark.parametrize(
    ("label", "address", "expected"),
    [
        ("https://bank.example", "https://evil.example", True),
        ("bank.example", "https://evil.example/bank.example", True),
        ("www.bank.example/login", "https://bank.example", False),
        ("the notice", "https://evil.example", False),
        ("bank.example@evil.example", "https://bank.example", True),
        ("me@bank.example", "mailto:me@bank.example", False),
        ("me@bank.example", "mailto:me@evil.example", True),
        ("https://bank.example/?u=https://other.example", "https://bank.example/", False),
        ("see Node.js and README.md", "https://other.example", False),
        ("b\u00fccher.example", "https://b\u00fccher.example", False),
        ("ba\u200bnk.example", "https://evil.example", True),
        ("ba\u00adnk.example", "https://evil.example", True),
        ("\u202ebank.example\u202c", "https://evil.example", True),
        ("bank\u3002example", "https://evil.example", True),
        ("bank\u2024example", "https://evil.example", True),
        ("(bank.example).", "https://evil.example", True),
        ("\u2192 sign in at https://bank.example now", "https://evil.example", True),
        ("https://192.0.2.7/", "https://evil.example", True),
        ("https://[2001:db8::1]/", "https://evil.example", True),
        ("http://localhost:8080/", "http://evil.example", True),
        ("b\u0430nk.example", "https://b\u0430nk.example", True),
    ],
)
def test_a_label_that_reads_like_another_address_is_deceptive(
    label: str, address: str, expected: bool
) -> None:
    assert is_deceptive(label, address) is expected


def formulas(source: str) -> list[str]:
    return [span.text for span in read_inline(source) if span.is_math]


@pytest.mark.parametrize(
    "source",
    [
        "$5 and $10",
        "$100k\u2013$200k",
        "US$5 to US$ and 20 USD$",
        "costs $5, not $6",
        "between $5 and 10$ a piece",
        "$HOME and $PATH",
        "${HOME}/$USER:$PATH",
        "$a = $b;",
        "`$x$` and ``$$y$$``",
        "\\$x$ and \\$5$",
        "$$ or $$$ a head",
        "a\\[1\\] and \\[sic\\] and \\(see below\\)",
        "$ x$ and $x $",
    ],
)
def test_prices_variables_and_code_are_no_formulas(source: str) -> None:
    assert formulas(source) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("let $x_1$ be the $n$th", ["x_1", "n"]),
        ("for $5 we get $x$", ["x"]),
        ("\\(a\\) and \\[ b = c \\] and $$d$$", ["a", "b = c", "d"]),
        ("\u516c\u5f0f$x$\u662f", ["x"]),
        ("**bold $a*b*c$**", ["a*b*c"]),
        ("$\\$5 + x$", ["\\$5 + x"]),
    ],
)
def test_formulas_are_read_as_their_source(source: str, expected: list[str]) -> None:
    assert formulas(source) == expected


def test_a_plain_text_shows_a_formula_with_its_signs() -> None:
    assert plain_text("so \\(x\\) and \\[ y^2 \\]") == "so $x$ and $$y^2$$"


@pytest.mark.parametrize(
    ("source", "bold"),
    [
        ("**\u300c\u6587\u300d**\u3067\u3059", "\u300c\u6587\u300d"),
        ("**\u6587\u3002**\u6b21", "\u6587\u3002"),
        ("\u306f**(a)**\u3068", "(a)"),
        ("**\u201c\u4f60\u597d\u201d**\u5417", "\u201c\u4f60\u597d\u201d"),
        ("\uc774**(\ud55c)**\uc740", "(\ud55c)"),
    ],
)
def test_emphasis_works_beside_the_punctuation_of_cjk(source: str, bold: str) -> None:
    assert [span.text for span in read_inline(source) if span.is_bold] == [bold]


def test_addresses_without_a_scheme_are_links() -> None:
    links = [(span.text, span.link) for span in read_inline("www.a.example, me@b.example.")]
    assert ("www.a.example", "http://www.a.example") in links
    assert ("me@b.example", "mailto:me@b.example") in links


def test_a_picture_is_labelled_without_marks() -> None:
    (span,) = read_inline("![a *big* `cat`](http://a.example/c.png)")
    assert (span.text, span.image) == ("a big cat", "http://a.example/c.png")


def test_a_colon_costs_no_more_the_more_there_are() -> None:
    def seconds(count: int) -> float:
        begin = time.process_time()
        read_inline(":" * count)
        return time.process_time() - begin

    few = min(seconds(500) for _ in range(3))
    many = min(seconds(8_000) for _ in range(3))
    assert many < 16 * 4 * few
