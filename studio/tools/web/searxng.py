"""A search through SearXNG, a search engine that people run themselves.

Its JSON is off unless whoever runs it switched it on: it then answers with status 403.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from pydantic import BaseModel, ValidationError
from typing_extensions import override

from studio.tools.web.fetching import Ask, FetchRefusedError, FetchTrouble, WebFetch
from studio.tools.web.searching import Hit, Hits, SearchService, ServiceFailedError

_MOST_BYTES = 5_000_000
_MOST_RESULTS = 200  # that are looked at: a list may be made to take long
_NO_JSON = (
    "it answered with status 403; its settings.yml must allow the format json (search: formats)"
)


class _Reply(BaseModel):
    results: list[Any] = []


class _Result(BaseModel):
    url: str
    title: str | None = None
    content: str | None = None
    publishedDate: str | None = None  # noqa: N815  # the name on the wire


class SearXNG(SearchService):
    """`address` gives the user's own, empty where there is none; it may be a private one."""

    name = "SearXNG"
    setup = "the address of a SearXNG server"

    def __init__(self, web: WebFetch, address: Callable[[], str]) -> None:
        self._web = web
        self._address = address

    @override
    async def is_ready(self) -> bool:
        return bool(self._address().strip())

    @override
    async def search(self, query: str, page: int) -> Hits:
        asked = urlencode({"q": query, "format": "json", "pageno": page})
        base = self._address().strip().rstrip("/").removesuffix("/search")
        ask = Ask(f"{base}/search?{asked}", is_configured=True, most_bytes=_MOST_BYTES)
        try:
            fetched = await self._web.fetch(ask)
        except FetchRefusedError as error:
            if error.trouble is FetchTrouble.STATUS and error.detail == "403":
                raise ServiceFailedError(_NO_JSON) from None
            raise
        try:
            reply = _Reply.model_validate_json(fetched.data)
        except ValidationError:
            raise ServiceFailedError("its answer was not the JSON of a search") from None
        hits = tuple(
            hit for each in reply.results[:_MOST_RESULTS] if (hit := _hit(each)) is not None
        )
        # It does not tell whether there are more: a page with none is the last.
        return Hits(hits, bool(hits))


def _hit(found: Any) -> Hit | None:
    """None for what has no address."""
    try:
        result = _Result.model_validate(found)
    except ValidationError:
        return None
    return Hit(result.title or "", result.url, result.content or "", result.publishedDate or "")
