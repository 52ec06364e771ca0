"""Markdown as it arrives, loaded with the first text that is shown: the parser is 3 MB."""

from collections.abc import MutableMapping
from importlib import import_module
from typing import Any, Protocol

from studio.ui.chat.leaves import Block

_BLOCKS = "studio.ui.chat.markdown"
_INLINE = "studio.ui.chat.inline_parser"


class Stream(Protocol):
    """What is needed of `markdown.MarkdownStream`."""

    blocks: list[Block]
    environment: MutableMapping[str, Any]

    def feed(self, delta: str) -> int: ...

    def finish(self) -> int: ...


def load() -> None:
    """For a thread, when a text is to be expected: the window would feel it."""
    for name in (_BLOCKS, _INLINE):
        import_module(name)


def new_stream() -> Stream:
    """For one text."""
    stream: Stream = import_module(_BLOCKS).MarkdownStream()
    return stream
