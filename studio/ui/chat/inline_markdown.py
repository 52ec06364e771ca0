"""Spans become Markdown again: what is read back has the same words, emphasis and links."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from studio.ui.chat.cutting import is_math
from studio.ui.chat.inline import LINE_BREAK, Span

_MARKS: tuple[tuple[str, Callable[[Span], bool]], ...] = (
    ("**", lambda span: span.is_bold),
    ("~~", lambda span: span.is_struck),
    ("*", lambda span: span.is_italic),
)
_SPECIAL = re.compile(r"[\\`*\[\]~]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w+;)")
_OPENS_BLOCK = re.compile(
    r"(?:#{1,6}(?=[ \t]|$)|[-+*](?=[ \t]|$)|>|~~~|=+[ \t]*$|[-_*][ \t]*(?:[-_*][ \t]*)+$)"
)
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=[ \t]|$)")
_TICKS = re.compile(r"\\.|(`+)", re.DOTALL)  # what is escaped opens nothing
_UNDERLINE = re.compile(r" {0,3}(?:=+|[-|: ]*-[-|: ]*)[ \t]*$")


def inline_markdown(spans: Sequence[Span], *, line_break: str = "\\\n") -> str:
    """The Markdown source of a stretch of text."""
    return _render(list(spans), 0, line_break)


def guarded(text: str) -> str:
    """The text of a paragraph so that no line of it begins something else."""
    first, *rest = text.split("\n")
    lines = [_guarded_start(first)]
    codes = tuple(_codes(text))
    begin = len(first) + 1
    for line in rest:
        guarded_line = _guarded_line(line)
        if guarded_line != line and any(start < begin < end for start, end in codes):
            # Within code nothing can be escaped, and a line's end reads as a space.
            lines[-1] += f" {line}"
        else:
            lines.append(guarded_line)
        begin += len(line) + 1
    return "\n".join(lines)


def _codes(text: str) -> Iterator[tuple[int, int]]:
    """Where code stands within a paragraph: from as many backticks to the next as many."""
    place = 0
    while opening := _TICKS.search(text, place):
        place = opening.end()
        run = opening[1]
        if not run:
            continue
        closing = re.compile(f"(?<!`)`{{{len(run)}}}(?!`)").search(text, place)
        if closing is not None:
            yield opening.start(1), closing.end()
            place = closing.end()


def code_span(text: str) -> str:
    """Code within a line, between as many backticks as it needs."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    has_edge = text.startswith("`") or text.endswith("`")
    has_spaces = text.startswith(" ") and text.endswith(" ") and bool(text.strip())
    pad = " " if has_edge or has_spaces else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def link_markdown(label: str, address: str) -> str:
    """A link whose label is Markdown already."""
    if re.search(r"[\s()<>]", address):
        address = "<" + address.replace("<", "%3C").replace(">", "%3E") + ">"
    return f"[{label}]({address})"


def escaped(text: str) -> str:
    """Words in which nothing is a mark."""
    plain = _SPECIAL.sub(lambda found: f"\\{found[0]}", text)
    return plain.replace("$", "\\$") if plain.count("$") > 1 else plain


def _guarded_start(line: str) -> str:
    bare = line.lstrip(" \t")
    if found := _NUMBERED.match(bare):
        return f"{found[1]}\\{bare[len(found[1]) :]}"
    return f"\\{bare}" if _OPENS_BLOCK.match(bare) else line


def _guarded_line(line: str) -> str:
    """A line that was indented too far to begin something may stand elsewhere now."""
    if line[:1] in {" ", "\t"} and (guarded_line := _guarded_start(line)) != line:
        return guarded_line
    bare = line.lstrip(" ")
    return f"\\{bare}" if bare and _UNDERLINE.match(line) else line


def _render(spans: Sequence[Span], depth: int, line_break: str) -> str:
    """Links outermost, then bold, struck and italic, so that marks never cross."""
    if depth == 0:
        groups = groupby(spans, key=_outer_link)
        return "".join(_linked(link, list(group), line_break) for link, group in groups)
    if depth > len(_MARKS):
        return "".join(_leaf(span, line_break) for span in spans)
    mark, has_mark = _MARKS[depth - 1]
    parts: list[str] = []
    for is_marked, group in groupby(spans, key=has_mark):
        inner = _render(list(group), depth + 1, line_break)
        parts.append(_wrapped(inner, mark) if is_marked else inner)
    return "".join(parts)


def _outer_link(span: Span) -> str:
    return "" if span.is_image or span.footnote else span.link


def _linked(link: str, spans: list[Span], line_break: str) -> str:
    inner = _render(spans, 1, line_break)
    if not link:
        return inner
    is_bare = len(spans) == 1 and spans[0].text in (link, link.removeprefix("mailto:"))
    if is_bare and not any((spans[0].is_bold, spans[0].is_italic, spans[0].is_struck)):
        return link if link.startswith("http") else f"<{spans[0].text}>"
    return link_markdown(inner, link)


def _leaf(span: Span, line_break: str) -> str:
    if is_math(span):
        marks = "$$" if span.is_display else "$"
        return f"{marks}{span.text}{marks}"
    if span.footnote:
        return f"[^{span.footnote}]"
    if span.is_image:
        return "!" + link_markdown(escaped(span.text), span.image or span.link)
    if span.is_code:
        return code_span(span.text)
    return line_break.join(escaped(part) for part in span.text.split(LINE_BREAK))


def _wrapped(text: str, mark: str) -> str:
    """Marks stand at letters: spaces at the edges go outside."""
    return "".join(_edges(text, mark))


def _edges(text: str, mark: str) -> Iterator[str]:
    core = text.strip()
    if not core:
        yield text
        return
    begin = text.index(core[0])
    yield text[:begin]
    yield f"{mark}{core}{mark}"
    yield text[begin + len(core) :]
