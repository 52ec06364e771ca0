"""A search through Tavily, a paid service."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import BaseModel, ValidationError
from typing_extensions import override

from studio.core.errors import StudioError
from studio.tools.web.fetching import Ask, FetchRefusedError, FetchTrouble, WebFetch
from studio.tools.web.searching import Hit, Hits, SearchService, ServiceFailedError

ADDRESS = "https://api.tavily.com"
_PAGE = 10
_MOST = 20  # it has no pages, and gives this many at most
_MOST_BYTES = 5_000_000
_MOST_RESULTS = 200  # that are looked at: a list may be made to take long
_STATUSES = {
    "401": "it does not accept the key",
    "403": "it does not allow this to the key",
    "429": "too many requests; try again later",
    "432": "the searches of the plan are used up",
    "433": "the limit of what may be paid is reached",
}


class _Reply(BaseModel):
    results: list[Any] = []


class _Result(BaseModel):
    url: str
    title: str | None = None
    content: str | None = None
    published_date: str | None = None


class Tavily(SearchService):
    """`key` reads the key from the keyring, None where there is none. `address` gives another
    address than the service's own, or an empty one."""

    name = "Tavily"
    setup = "a key for Tavily"

    def __init__(
        self,
        web: WebFetch,
        key: Callable[[], Awaitable[str | None]],
        address: Callable[[], str] = lambda: "",
    ) -> None:
        self._web = web
        self._key = key
        self._address = address

    @override
    async def is_ready(self) -> bool:
        return bool(await self._read_key())

    @override
    async def search(self, query: str, page: int) -> Hits:
        wanted = page * _PAGE
        if wanted > _MOST:
            return Hits(())
        results = await self._asked(query, wanted)
        hits = tuple(hit for each in results if (hit := _hit(each)) is not None)
        is_full = len(results) >= wanted
        return Hits(hits[wanted - _PAGE :], is_full and wanted < _MOST)

    async def _asked(self, query: str, wanted: int) -> list[Any]:
        own = self._address().strip().rstrip("/")
        body = json.dumps({"query": query, "max_results": wanted, "search_depth": "basic"})
        headers = (
            ("Authorization", f"Bearer {await self._read_key()}"),
            ("Content-Type", "application/json"),
        )
        url = f"{own or ADDRESS}/search"
        ask = Ask(url, (), headers, body.encode(), bool(own), _MOST_BYTES)
        try:
            return _Reply.model_validate_json((await self._web.fetch(ask)).data).results[
                :_MOST_RESULTS
            ]
        except FetchRefusedError as error:
            if error.trouble is FetchTrouble.STATUS and error.detail in _STATUSES:
                raise ServiceFailedError(_STATUSES[error.detail]) from None
            raise
        except ValidationError:
            raise ServiceFailedError("its answer was not the JSON of a search") from None

    async def _read_key(self) -> str:
        try:
            return (await self._key() or "").strip()
        except StudioError:
            raise ServiceFailedError("its key could not be read from the keyring") from None


def _hit(found: Any) -> Hit | None:
    """None for what has no address."""
    try:
        result = _Result.model_validate(found)
    except ValidationError:
        return None
    return Hit(result.title or "", result.url, result.content or "", result.published_date or "")
