"""Inline Markdown: what is set off, what is a link, and what stays text."""

import pytest

from studio.ui.chat.inline import Span, is_deceptive, plain_text, prompt_spans, read_inline


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
    ],
)
def test_a_label_that_reads_like_another_address_is_deceptive(
    label: str, address: str, expected: bool
) -> None:
    assert is_deceptive(label, address) is expected
