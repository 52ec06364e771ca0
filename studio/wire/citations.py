"""The sources of one reply, each told of once, from wherever a host puts them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from studio.core.events import RoundEvent, SourcesFound
from studio.core.messages import Citation
from studio.wire.lenient import as_list, as_object, as_text, clean_text

_LONGEST = 500
_LONGEST_URL = 4_000
_URLS = ("url", "link", "uri", "source")
_QUOTES = ("cited_text", "content", "snippet")


class Citations:
    """Owned by the reader of its reply."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    @property
    def is_empty(self) -> bool:
        return not self._told

    def take(self, found: Iterable[Citation]) -> list[RoundEvent]:
        fresh: dict[str, Citation] = {}
        for citation in found:
            if citation.url and citation.url not in self._told:
                fresh.setdefault(citation.url, citation)
        if not fresh:
            return []
        self._told |= set(fresh)
        return [SourcesFound(tuple(fresh.values()))]


def annotated(annotations: Any) -> Iterator[Citation]:
    """`url_citation`, flat as in Responses or one level down as in Chat Completions."""
    for item in as_list(annotations):
        known = as_object(item)
        yield from cited([known.get("url_citation") or known])


def cited(sources: Any) -> Iterator[Citation]:
    """Sources as objects, or as mere addresses. Only what leads to the web is one."""
    for item in as_list(sources):
        known = as_object(item)
        url = item if isinstance(item, str) else _first(known, _URLS)
        if url.lower().startswith(("http://", "https://")) and len(url) <= _LONGEST_URL:
            quote = _first(known, _QUOTES)[:_LONGEST]
            title = _first(known, ("title", "name"))[:_LONGEST]
            yield Citation(clean_text(url), clean_text(title), clean_text(quote))


def listed(body: Mapping[str, Any]) -> Iterator[Citation]:
    """Beside the answer: Perplexity and xAI, Z.ai. Those that have titles first."""
    for name in ("search_results", "web_search", "citations"):
        yield from cited(body.get(name))


def _first(known: Mapping[str, Any], names: Iterable[str]) -> str:
    return next((text for name in names if (text := as_text(known.get(name)))), "")
