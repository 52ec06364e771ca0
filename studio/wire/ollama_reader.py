"""Puts an Ollama reply together: one JSON object a line, streamed and not streamed alike."""

from collections.abc import Callable, Mapping
from typing import Any

from studio.core.errors import Failure
from studio.core.events import RoundCompleted, RoundEvent
from studio.core.messages import Stop, ToolCall, Usage
from studio.wire.calls import CallDraft, NameMap
from studio.wire.exchange import IdFactory
from studio.wire.failures import failure_from_payload, is_bare_error
from studio.wire.lenient import as_count, as_list, as_object, as_text
from studio.wire.prose import Prose
from studio.wire.stops import reason_after, stop_of


class OllamaAssembler:
    """One reply. Owned by its `ReplyReader`; the exchange asks it for the message to send back."""

    def __init__(
        self, new_id: IdFactory, original: NameMap, make_prose: Callable[[], Prose] = Prose
    ) -> None:
        self.prose = make_prose()
        self.drafts: list[CallDraft] = []
        self._new_id = new_id
        self._original = original
        self.usage = Usage()
        self._stop_reason = ""
        self.is_finished = False
        self.failure: Failure | None = None
        self._has_begun = False
        self._unknown: Any = None  # what came before anything that belongs to a reply

    def take(self, payload: Any) -> list[RoundEvent]:
        message = payload.get("message") if type(payload) is dict else None
        if type(message) is not dict:
            return self._take_other(payload)
        self._has_begun = True
        events = self._take_message(message)
        if payload.get("done") is True or "error" in payload:
            self._take_end(payload)
        return events

    def take_whole(self, payload: Any) -> list[RoundEvent]:
        return self.take(payload)

    def end(self) -> list[RoundEvent]:
        if not self._has_begun and self._unknown is not None and self.failure is None:
            self.failure = failure_from_payload(self._unknown)
        events = self.prose.end()
        for draft in self.drafts:
            events += draft.events(is_ending=True)
        return events

    def completed(self, *, is_marked: bool) -> RoundCompleted | None:
        if not (self.is_finished or is_marked):
            return None
        calls = tuple(draft.call() for draft in self.drafts)
        return RoundCompleted(calls, self.usage, self._stop(calls), self._stop_reason)

    def _stop(self, calls: tuple[ToolCall, ...]) -> Stop:
        stop = stop_of(self._stop_reason)
        return Stop.TOOL_CALLS if calls and stop is Stop.END else stop

    def _take_message(self, message: dict[str, Any]) -> list[RoundEvent]:
        content, thinking = message.get("content"), message.get("thinking")
        events = self.prose.text(content) if content and type(content) is str else []
        if thinking and type(thinking) is str:
            events = self.prose.reasoning(thinking) + events
        if "tool_calls" in message:
            calls = message["tool_calls"]
            for item in [calls] if type(calls) is dict else as_list(calls):
                events += self._take_call(as_object(item))
        return events

    def _take_call(self, item: Mapping[str, Any]) -> list[RoundEvent]:
        """A call always comes whole."""
        function = as_object(item.get("function")) or item
        name, arguments = as_text(function.get("name")), function.get("arguments")
        if not (name or arguments):
            return []
        call_id = as_text(item.get("id"))
        if call_id and any(
            it.provider_call_id == call_id and it.holds(arguments) for it in self.drafts
        ):
            return []  # said once more, as some hosts do at the end
        draft = CallDraft(self._new_id(), self._original)
        self.drafts.append(draft)
        draft.identify(call_id, name)
        draft.add_arguments(arguments)
        return draft.events()

    def _take_end(self, payload: Mapping[str, Any]) -> None:
        if payload.get("error"):
            self.failure = self.failure or failure_from_payload(payload)
        if payload.get("done") is not True:
            return
        self.is_finished = True
        self._stop_reason = reason_after("", as_text(payload.get("done_reason")))
        self.usage = Usage(
            as_count(payload.get("prompt_eval_count")), as_count(payload.get("eval_count"))
        )

    def _take_other(self, payload: Any) -> list[RoundEvent]:
        """An end without a message, an error, or a line that nobody knows: that is passed over,
        if a reply comes after it."""
        told = as_object(payload)
        if told.get("done") is True:
            self._has_begun = True
            self._take_end(told)
        elif told.get("error") or is_bare_error(told):
            self.failure = self.failure or failure_from_payload(payload)
        elif self._unknown is None:
            self._unknown = payload
        return []
