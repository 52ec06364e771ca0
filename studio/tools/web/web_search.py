"""The tool that searches the web, through the services that the user set up, one after another."""

import re
from collections.abc import Callable, Mapping, Sequence

from pydantic import Field
from typing_extensions import override

from studio.core.messages import Citation
from studio.core.results import RESULTS_HEAD, Form
from studio.core.tools import ToolDefinition, ToolOutput
from studio.core.trust import Reach
from studio.tools.arguments import ToolArguments, schema_of
from studio.tools.refusals import RefusedError
from studio.tools.tool import BuiltInTool
from studio.tools.web.searching import Hit, Hits, SearchService

_MOST_HITS = 30
_MOST_TITLE = 200
_MOST_SNIPPET = 600
_MOST_URL = 2_000
_MOST_DATE = 40
_URL = re.compile(r"https?://[^\s<>\"\\^`{|}\x00-\x20\x7f]+", re.IGNORECASE)
_DESCRIPTION = (
    "Searches the web. Gives a numbered list of results, each with its title, address, a snippet "
    "and, where known, when it was published. To read one, call read_web_page with its address. "
    "has_more tells whether there is another page of results."
)


class WebSearchArguments(ToolArguments):
    """What the model gives."""

    query: str = Field(
        min_length=1, max_length=400, description="What to search for, as one types it."
    )
    page: int = Field(default=1, ge=1, le=20, description="The page of results, from 1.")


class WebSearch(BuiltInTool[WebSearchArguments]):
    """`order` gives the IDs of services in the order in which they are tried."""

    model = WebSearchArguments

    def __init__(
        self, services: Mapping[str, SearchService], order: Callable[[], Sequence[str]]
    ) -> None:
        super().__init__(
            ToolDefinition(
                "web_search",
                _DESCRIPTION,
                schema_of(WebSearchArguments),
                is_read_only=True,
                reach=Reach.QUERIES,
                is_outside=True,
            )
        )
        self._services = services
        self._order = order

    @override
    async def _answer(self, arguments: WebSearchArguments) -> ToolOutput:
        query = " ".join(arguments.query.split())
        if not query:
            raise RefusedError("The query is empty.")
        failures: list[str] = []
        for service in self._chosen():
            try:
                if not await service.is_ready():
                    continue
                found = await service.search(query, arguments.page)
            except RefusedError as error:
                failures.append(f"{service.name} failed: {str(error).rstrip('.')}.")
            else:
                return _output(query, arguments.page, found, service.name, failures)
        if failures:
            raise RefusedError(f"No search service answered. {' '.join(failures)}")
        raise RefusedError(self._nothing_set_up())

    def _chosen(self) -> list[SearchService]:
        return [self._services[each] for each in self._order() if each in self._services]

    def _nothing_set_up(self) -> str:
        ways = " or ".join(each.setup for each in self._services.values())
        return (
            "No search service is set up, so nothing was searched. Tell the user: in the settings, "
            f"on the page of search services, give {ways}."
        )


def _output(
    query: str, page: int, found: Hits, service: str, failures: Sequence[str]
) -> ToolOutput:
    hits = [each for each in found.hits if len(each.url) <= _MOST_URL and _URL.fullmatch(each.url)]
    del hits[_MOST_HITS:]
    if not hits:
        lines = [f"No results for {query!r} on page {page}. Answered by {service}.", *failures]
        return ToolOutput("\n".join(lines))
    more = "true" if found.has_more else "false"
    head = f"{RESULTS_HEAD} for {query!r}, page {page}, has_more: {more}. Answered by {service}."
    listed = [_shown(number, hit) for number, hit in enumerate(hits, 1)]
    sources = tuple(
        Citation(hit.url, _line(hit.title, _MOST_TITLE), _line(hit.snippet, _MOST_SNIPPET))
        for hit in hits
    )
    text = "\n\n".join([" ".join([head, *failures]), *listed])
    return ToolOutput(text, form=Form.MARKDOWN, sources=sources)


def _shown(number: int, hit: Hit) -> str:
    """Whatever a result holds, it begins no line, so it cannot pass for another result."""
    title = _line(hit.title, _MOST_TITLE) or hit.url
    named = re.sub(r"([\\\[\]])", r"\\\1", title)
    url = hit.url.replace("(", "%28").replace(")", "%29")
    lines = [f"{number}. [{named}]({url})"]
    if published := _line(hit.published, _MOST_DATE):
        lines.append(f"   Published: {published}")
    if snippet := _line(hit.snippet, _MOST_SNIPPET):
        lines.append(f"   {snippet}")
    return "\n".join(lines)


def _line(text: str, most: int) -> str:
    joined = " ".join(text[: most * 4].split())
    return joined if len(joined) <= most else f"{joined[: most - 1]}…"
