"""The tools of the web, and the search services that there are."""

import ssl
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

from studio.core.tools import Tool
from studio.tools.web.fetching import WebFetch
from studio.tools.web.late import LateFetch
from studio.tools.web.read_web_page import ReadDocument, ReadWebPage
from studio.tools.web.searching import SearchService
from studio.tools.web.searxng import SearXNG
from studio.tools.web.tavily import Tavily
from studio.tools.web.web_search import WebSearch

SearchKey = Callable[[str], Awaitable[str | None]]
SearchUrls = Callable[[], Mapping[str, str]]


def web_tools(
    *,
    private_hosts: Callable[[], Collection[str]],
    searches: Callable[[], Sequence[str]],
    search_urls: SearchUrls,
    search_key: SearchKey,
    read_document: ReadDocument,
    context: Callable[[], ssl.SSLContext],
) -> tuple[Tool, ...]:
    """All are asked anew with each call, so that a changed setting holds at once.

    `search_key` reads the key of the service with that ID from the keyring; `read_document` gives
    the text of a file from its name and bytes, and raises `FileError`; `context` makes a context
    of TLS and is called in a thread.
    """
    web = LateFetch(private_hosts, context)
    return (
        WebSearch(search_services(web, search_urls, search_key), searches),
        ReadWebPage(web, read_document),
    )


def search_services(web: WebFetch, urls: SearchUrls, key: SearchKey) -> Mapping[str, SearchService]:
    """By their IDs, which the settings use. A new service is a new row."""
    return {
        "searxng": SearXNG(web, lambda: urls().get("searxng", "")),
        "tavily": Tavily(web, lambda: key("tavily"), lambda: urls().get("tavily", "")),
    }
