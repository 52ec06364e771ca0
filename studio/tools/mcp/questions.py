"""What a server asks the user in the middle of a call."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any

from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitRequestURLParams, ElicitResult

from studio.core.questions import AnswerKind, Question
from studio.core.tools import Talk
from studio.tools.mcp.cleaning import plain

_MESSAGE = 4_000
_URL = 4_000

# The call whose own answer holds the question; otherwise the server does not say which it is.
asking: ContextVar[Talk | None] = ContextVar("asking", default=None)


class Asker:
    """Hands a server's questions to the call that runs: to the latest, if there are several."""

    def __init__(self, server_name: str, note: Callable[[str], None]) -> None:
        self._server_name = server_name
        self._note = note
        self._talks: list[Talk] = []

    def begin(self, talk: Talk) -> Callable[[], None]:
        """A call runs. Returns what ends it."""
        self._talks.append(talk)
        return lambda: self._end(talk)

    async def elicit(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult:
        talk = asking.get() or (self._talks[-1] if self._talks else None)
        if talk is None:
            self._note("a question came while no call was running, and was cancelled")
            return ElicitResult(action="cancel")
        answer = await talk.ask(question_of(params, self._server_name))
        is_form = not isinstance(params, ElicitRequestURLParams)
        if answer.kind is AnswerKind.ACCEPT and is_form:
            return ElicitResult(action="accept", content=_content(answer.content))
        return ElicitResult(action=answer.kind.value)

    def _end(self, talk: Talk) -> None:
        # Not `remove`, which compares: two talks may be equal.
        self._talks = [each for each in self._talks if each is not talk]


def question_of(params: ElicitRequestParams, asker: str) -> Question:
    message = plain(params.message, _MESSAGE)
    if isinstance(params, ElicitRequestURLParams):
        return Question(message, url=params.url[:_URL], asker=asker)
    schema: Any = params.requested_schema
    if not isinstance(schema, dict):
        schema = schema.model_dump(mode="json", by_alias=True, exclude_none=True)
    return Question(message, schema, asker=asker)


def _content(content: Mapping[str, Any]) -> dict[str, Any]:
    return {str(name): value for name, value in content.items()}
