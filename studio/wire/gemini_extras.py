"""What Gemini reports beside its answer: tools that it ran itself, and the sources it names."""

from collections.abc import Iterator, Mapping
from typing import Any

from studio.core.events import RoundEvent, ServerToolReported, SourcesFound
from studio.core.messages import Citation, ServerToolUse
from studio.wire.exchange import IdFactory
from studio.wire.lenient import as_index, as_list, as_object, as_text, clean_text, cleaned, dumped

_SEARCH = "google_search"
_FETCHED = "URL_RETRIEVAL_STATUS_SUCCESS"
_CHUNKS = ("web", "retrievedContext", "maps")
_LONGEST_QUOTE = 500


class ServerTools:
    """The provider's own tools in one reply: a call and its response come in parts of their own."""

    def __init__(self, new_id: IdFactory) -> None:
        self._new_id = new_id
        self._open: dict[str, ServerToolUse] = {}
        self._last = ""
        self._has_search = False

    def take(self, part: Mapping[str, Any]) -> list[RoundEvent]:
        """The events of a part that tells of such a tool; none for any other part."""
        code = as_object(part.get("executableCode"))
        call = as_object(part.get("toolCall"))
        ended = as_object(part.get("codeExecutionResult"))
        response = as_object(part.get("toolResponse"))
        if code:
            return self._begin(code, "code_execution", as_text(code.get("code")))
        if call:
            name = as_text(call.get("toolType")).lower() or "tool"
            self._has_search = self._has_search or "search" in name
            return self._begin(call, name, _written(call.get("args")))
        if ended:
            outcome = as_text(ended.get("outcome"))
            is_error = outcome not in ("", "OUTCOME_OK")
            return self._end(ended, as_text(ended.get("output")), is_error=is_error)
        if response:
            name = as_text(response.get("toolType")).lower()
            return self._end(response, _written(response.get("response")), name=name)
        return []

    def searched(self, queries: Any) -> list[RoundEvent]:
        """A search that is told of in the grounding alone, as Gemini 2 does it."""
        asked = [clean_text(query) for query in as_list(queries) if as_text(query)]
        if not asked or self._has_search:
            return []
        self._has_search = True
        arguments = dumped({"queries": asked})
        return [ServerToolReported(ServerToolUse(self._new_id(), _SEARCH, arguments, is_done=True))]

    def _begin(self, told: Mapping[str, Any], name: str, arguments: str) -> list[RoundEvent]:
        use = ServerToolUse(self._new_id(), clean_text(name), clean_text(arguments))
        self._last = as_text(told.get("id"))
        self._open[self._last] = use
        return [ServerToolReported(use)]

    def _end(
        self, told: Mapping[str, Any], output: str, *, name: str = "", is_error: bool = False
    ) -> list[RoundEvent]:
        begun = self._open.pop(as_text(told.get("id")) or self._last, None)
        if begun is None:
            begun = ServerToolUse(self._new_id(), clean_text(name) or "code_execution")
        return [
            ServerToolReported(
                ServerToolUse(
                    begun.id, begun.name, begun.arguments, clean_text(output), is_error, True
                )
            )
        ]


class Grounding:
    """The sources of one reply, each told of once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def take(self, candidate: Mapping[str, Any]) -> list[RoundEvent]:
        found = [
            citation
            for citation in _citations(candidate)
            if citation.url and citation.url not in self._told
        ]
        fresh = {citation.url: citation for citation in reversed(found)}
        if not fresh:
            return []
        self._told |= set(fresh)
        return [SourcesFound(tuple(fresh.values())[::-1])]


def _citations(candidate: Mapping[str, Any]) -> Iterator[Citation]:
    grounding = as_object(candidate.get("groundingMetadata"))
    quotes = _quotes(grounding)
    for place, chunk in enumerate(as_list(grounding.get("groundingChunks"))):
        told = _source(as_object(chunk))
        if told:
            yield _citation(told.get("uri"), told.get("title"), quotes.get(place, ""))
    for item in as_list(as_object(candidate.get("citationMetadata")).get("citations")):
        cited = as_object(item)
        yield _citation(cited.get("uri"), cited.get("title"), "")
    for item in as_list(as_object(candidate.get("urlContextMetadata")).get("urlMetadata")):
        fetched = as_object(item)
        if fetched.get("urlRetrievalStatus") == _FETCHED:
            yield _citation(fetched.get("retrievedUrl"), "", "")


def _source(chunk: Mapping[str, Any]) -> Mapping[str, Any]:
    return next((found for name in _CHUNKS if (found := as_object(chunk.get(name)))), {})


def _quotes(grounding: Mapping[str, Any]) -> dict[int, str]:
    """Which passage of the answer each source stands behind: the first, where there are more."""
    quotes: dict[int, str] = {}
    for item in as_list(grounding.get("groundingSupports")):
        support = as_object(item)
        text = as_text(as_object(support.get("segment")).get("text"))[:_LONGEST_QUOTE]
        for place in as_list(support.get("groundingChunkIndices")):
            index = as_index(place)
            if index is not None:
                quotes.setdefault(index, text)
    return quotes


def _citation(url: Any, title: Any, quote: str) -> Citation:
    return Citation(clean_text(as_text(url)), clean_text(as_text(title)), clean_text(quote))


def _written(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else dumped(cleaned(value))
