"""Takes the main content out of one page, as Markdown: a program of its own, started by `pages`.

A page can be made so that its parser takes hours or crashes; both then end with this process. It
takes one order, one line of JSON, on standard input, followed by the page in UTF-8; and answers
with one line of JSON.
"""

import contextlib
import importlib
import json
import os
import sys
import threading
from typing import Any, NoReturn

import trafilatura

_MEMORY = 2_000_000_000  # bytes of address space
_TOO_SLOW = 3
_MOST_TITLE = 300
# What a reader of the page would not see.
_HIDDEN = (
    "//*[@hidden or self::template or self::noscript]"
    " | //*[@style and (contains(translate(@style, ' ', ''), 'display:none')"
    " or contains(translate(@style, ' ', ''), 'visibility:hidden')"
    " or contains(translate(concat(@style, ';'), ' ', ''), 'font-size:0;')"
    " or contains(translate(concat(@style, ';'), ' ', ''), 'font-size:0px;')"
    " or contains(translate(concat(@style, ';'), ' ', ''), ';opacity:0;')"
    " or starts-with(translate(concat(@style, ';'), ' ', ''), 'opacity:0;'))]"
)


def main() -> None:
    # The libraries may print what they like; only our answer goes to the parent.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _bound_memory()
    order = json.loads(sys.stdin.buffer.readline())
    _end_after(order["seconds"])
    title, text = _read(sys.stdin.buffer.read().decode("utf-8", "replace"), order["url"])
    # A parent that has lost interest has closed the pipe.
    with contextlib.suppress(BrokenPipeError):
        answers.write(json.dumps({"title": title, "text": text}).encode())
        answers.flush()


def _read(page: str, url: str) -> tuple[str, str]:
    tree = trafilatura.load_html(page)
    if tree is None:
        return "", ""
    title = " ".join((tree.findtext(".//title") or "").split())[:_MOST_TITLE]
    for element in tree.xpath(_HIDDEN):
        if element.getparent() is not None:
            element.drop_tree()
    text = trafilatura.extract(
        tree,
        url=url,
        output_format="markdown",
        include_comments=False,
        include_links=True,
        include_tables=True,
    )
    return title, text or _all_text(tree)


def _all_text(tree: Any) -> str:
    """Of a page in which no main content was found."""
    for element in tree.xpath("//script | //style | //head | //svg"):
        if element.getparent() is not None:
            element.drop_tree()
    pieces = (" ".join(piece.split()) for piece in tree.itertext())
    return "\n".join(piece for piece in pieces if piece)


def _bound_memory() -> None:
    """Where the system has such a bound; Windows has none for a single process."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        resource = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _end_after(seconds: float) -> None:
    """Even where the parent is gone."""
    timer = threading.Timer(seconds, _give_up)
    timer.daemon = True
    timer.start()


def _give_up() -> NoReturn:
    os._exit(_TOO_SLOW)


if __name__ == "__main__":
    main()
