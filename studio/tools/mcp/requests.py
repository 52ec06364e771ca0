"""Requests over the SDK's session, answered with what really came over the wire."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import mcp_types as types
from mcp.client.session import ClientRequestContext, ClientSession
from mcp.shared.exceptions import MCPError
from pydantic import TypeAdapter, ValidationError

from studio.core.questions import AnswerKind
from studio.core.tools import NO_TALK, Arguments, Talk
from studio.tools.mcp.links import GoneError, Listed, RefusedError
from studio.tools.mcp.paging import all_pages
from studio.tools.mcp.questions import asking, question_of
from studio.tools.mcp.tap import Box, wanted

_INPUT_ROUNDS = 10
_PAUSE = 0.1  # seconds, where the server wants to be asked again without anything else
_CALLED: TypeAdapter[Any] = TypeAdapter(types.CallToolResult | types.InputRequiredResult)
_READ: TypeAdapter[Any] = TypeAdapter(types.ReadResourceResult | types.InputRequiredResult)
_PROMPTED: TypeAdapter[Any] = TypeAdapter(types.GetPromptResult | types.InputRequiredResult)

Raw = Mapping[str, Any]
_Make = Callable[[Any, str | None], types.Request[Any, Any]]


class Requests:
    """Owned by one link. Can be used by any task."""

    def __init__(self, session: ClientSession) -> None:
        self._session = session

    async def listing(self, kind: Listed, note: Callable[[str], None]) -> tuple[Raw, ...]:
        async def page(cursor: str | None) -> Raw:
            params = None if cursor is None else types.PaginatedRequestParams(cursor=cursor)
            box = Box()
            with _translated(), _into(box):
                await self._page(kind, params)
            return box.raw

        try:
            return await all_pages(page, kind.value, note)
        except RefusedError as error:
            # Some say that they have resources, and know no templates of them.
            if error.code == types.METHOD_NOT_FOUND:
                return ()
            raise

    async def call(self, own_name: str, arguments: Arguments, talk: Talk) -> Raw:
        is_over = False

        async def progressed(done: float, total: float | None, message: str | None) -> None:
            # The SDK hands it on in a task of its own, which may come after the answer.
            if not is_over:
                talk.progress(done, total, message or "")

        def request(responses: Any, state: str | None) -> types.CallToolRequest:
            params = types.CallToolRequestParams(
                name=own_name,
                arguments=dict(arguments),
                input_responses=responses,
                request_state=state,
            )
            return types.CallToolRequest(params=params)

        try:
            return await self._called(request, talk, progressed)
        finally:
            is_over = True

    async def read(self, uri: str) -> Raw:
        def request(responses: Any, state: str | None) -> types.ReadResourceRequest:
            params = types.ReadResourceRequestParams(
                uri=uri, input_responses=responses, request_state=state
            )
            return types.ReadResourceRequest(params=params)

        return await self._resolved(request, _READ, NO_TALK)

    async def prompt(self, name: str, arguments: Mapping[str, str]) -> Raw:
        def request(responses: Any, state: str | None) -> types.GetPromptRequest:
            params = types.GetPromptRequestParams(
                name=name,
                arguments=dict(arguments),
                input_responses=responses,
                request_state=state,
            )
            return types.GetPromptRequest(params=params)

        return await self._resolved(request, _PROMPTED, NO_TALK)

    async def complete(self, reference: str, argument: str, value: str) -> Raw:
        is_template = "://" in reference or "{" in reference
        ref: Any = types.PromptReference(name=reference)
        if is_template:
            ref = types.ResourceTemplateReference(uri=reference)
        box = Box()
        with _translated(), _into(box):
            await self._session.complete(ref, {"name": argument, "value": value})
        return box.raw

    async def _page(self, kind: Listed, params: types.PaginatedRequestParams | None) -> None:
        match kind:
            case Listed.TOOLS:
                await self._session.list_tools(params=params)
            case Listed.RESOURCES:
                await self._session.list_resources(params=params)
            case Listed.TEMPLATES:
                await self._session.list_resource_templates(params=params)
            case Listed.PROMPTS:
                await self._session.list_prompts(params=params)

    async def _called(self, request: _Make, talk: Talk, progressed: Any) -> Raw:
        """Once more where the server asks for it before it has run anything: after the user was
        somewhere, or with headers made from a schema that was not known."""
        try:
            return await self._resolved(request, _CALLED, talk, progressed)
        except RefusedError as error:
            if error.code == types.HEADER_MISMATCH:
                with _translated():
                    await self._page(Listed.TOOLS, None)
            elif not await _went_there(error, talk):
                raise
        return await self._resolved(request, _CALLED, talk, progressed)

    async def _resolved(
        self, make: _Make, adapter: TypeAdapter[Any], talk: Talk, progressed: Any = None
    ) -> Raw:
        """Answers what the server wants to know first (2026-07-28), and asks again with that."""
        responses: dict[str, Any] | None = None
        state: str | None = None
        for _ in range(_INPUT_ROUNDS):
            box = Box()
            with _translated(), _into(box):
                result = await self._session.send_request(
                    make(responses, state), adapter, progress_callback=progressed
                )
            if not isinstance(result, types.InputRequiredResult):
                return box.raw
            responses = await self._responses(result, talk)
            state = result.request_state
        raise RefusedError(types.INTERNAL_ERROR, "the server asks for more input without end")

    async def _responses(
        self, result: types.InputRequiredResult, talk: Talk
    ) -> dict[str, Any] | None:
        if not result.input_requests:
            await asyncio.sleep(_PAUSE)
            return None
        responses: dict[str, Any] = {}
        for key, request in result.input_requests.items():
            context = ClientRequestContext(session=self._session, request_id=key)
            token = asking.set(talk)
            try:
                response = await self._session.dispatch_input_request(context, request)
            finally:
                asking.reset(token)
            if isinstance(response, types.ErrorData):
                raise RefusedError(response.code, response.message, response.data)
            responses[key] = response
        return responses


def is_gone(error: MCPError) -> bool:
    """The SDK's word for the end of a connection; servers use its code for errors of their own."""
    return error.code == types.CONNECTION_CLOSED and error.message == "Connection closed"


async def _went_there(error: RefusedError, talk: Talk) -> bool:
    if error.code != types.URL_ELICITATION_REQUIRED:
        return False
    try:
        wanted_first = types.ElicitationRequiredErrorData.model_validate(error.data)
    except ValidationError:
        return False
    for params in wanted_first.elicitations[:_INPUT_ROUNDS]:
        answer = await talk.ask(question_of(params, ""))
        if answer.kind is not AnswerKind.ACCEPT:
            return False
    return True


@contextlib.contextmanager
def _into(box: Box) -> Iterator[None]:
    token = wanted.set(box)
    try:
        yield
    finally:
        wanted.reset(token)


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except MCPError as error:
        if is_gone(error):
            raise GoneError from None
        raise RefusedError(error.code, error.message, error.data) from None
    except ValidationError as error:
        raise RefusedError(
            types.INTERNAL_ERROR, f"the server's answer is not valid ({error.title})"
        ) from None
