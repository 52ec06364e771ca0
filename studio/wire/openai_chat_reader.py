"""Puts a Chat Completions reply together. Every host leaves out or repeats something else."""

from collections.abc import Callable, Mapping
from typing import Any

from studio.core.errors import Failure
from studio.core.events import RoundCompleted, RoundEvent
from studio.core.messages import ServerToolUse, Stop, ToolCall, Usage
from studio.wire.calls import CallDraft, NameMap
from studio.wire.chat_calls import ChatCalls
from studio.wire.citations import Citations, annotated, listed
from studio.wire.exchange import IdFactory
from studio.wire.failures import failure_from_payload, is_bare_error
from studio.wire.lenient import as_count, as_index, as_list, as_object, as_text, cleaned, dumped
from studio.wire.prose import Prose
from studio.wire.reasoning_details import ReasoningDetails
from studio.wire.server_tools import ServerTools, text_of
from studio.wire.stops import reason_after, stop_of

# Fields for reasoning, in the order in which one is believed: hosts send the same text in two.
_REASONING_FIELDS = ("reasoning_content", "reasoning")


class ChatAssembler:
    """One reply. Owned by its `ReplyReader`; the exchange asks it for the message to send back."""

    def __init__(
        self,
        new_id: IdFactory,
        original: NameMap,
        make_prose: Callable[[], Prose] = Prose,
        offered: frozenset[str] = frozenset(),
    ) -> None:
        self.prose = make_prose()
        self._citations = Citations()
        self._tools = ServerTools()
        self._new_id = new_id
        self._tool_ids: dict[int, str] = {}
        self._extra: Mapping[str, Any] = {}
        self._calls = ChatCalls(new_id, original, offered)
        self.usage = Usage()
        self._stop_reason = ""
        self._number: int | None = None  # of the choice that is read
        self._failure: Failure | None = None
        self._reasoning_field = ""
        self._details = ReasoningDetails()
        self._is_whole = False

    @property
    def is_finished(self) -> bool:
        return False  # `[DONE]` is the end, and the frame sees it

    @property
    def failure(self) -> Failure | None:
        return self._failure

    def take(self, payload: Any) -> list[RoundEvent]:
        chunk = as_object(payload)
        self._take_usage(chunk)
        self._take_error(chunk)
        choice = self._choice(chunk)
        delta = choice.get("delta")
        is_whole = not isinstance(delta, dict) and not self._has_content
        if is_whole:
            delta = choice.get("message")
        events = self._take_choice(choice, as_object(delta), is_whole=is_whole)
        return events + self._citations.take(listed(chunk))

    def take_whole(self, payload: Any) -> list[RoundEvent]:
        body = as_object(payload)
        self._take_usage(body)
        self._take_error(body)
        choice = self._choice(body)
        message = as_object(choice.get("message") or choice.get("delta"))
        events = self._take_choice(choice, message, is_whole=True)
        events += self._citations.take(listed(body))
        if not choice and self._failure is None:
            self._failure = failure_from_payload(payload)
        self._is_whole = bool(choice)
        return events

    def end(self) -> list[RoundEvent]:
        events = self.prose.end()
        for draft in self._calls.drafts:
            events += draft.events(is_ending=True)
        return events

    def completed(self, *, is_marked: bool) -> RoundCompleted | None:
        if not (is_marked or self._stop_reason or self._is_whole):
            return None
        calls = tuple(draft.call() for draft in self._calls.drafts)
        return RoundCompleted(calls, self.usage, self._stop(calls), self._stop_reason)

    @property
    def drafts(self) -> list[CallDraft]:
        return self._calls.drafts

    def message(self) -> dict[str, Any]:
        """What the host wants back of its own message, apart from IDs and arguments of calls."""
        message: dict[str, Any] = {"content": self.prose.whole_text or None}
        if self._reasoning_field:
            message[self._reasoning_field] = self.prose.whole_reasoning
        if self.prose.tagged_text:
            message["tagged"] = self.prose.tagged_text
        if self._extra:
            message["extra_content"] = self._extra
        details = self._details.whole()
        if details:
            message["reasoning_details"] = details
        extras = [draft.extra for draft in self._calls.drafts]
        return cleaned({**message, "extras": extras})  # type: ignore[no-any-return]  # a dict stays one

    @property
    def _has_content(self) -> bool:
        return not self.prose.is_empty or bool(self._calls.drafts or self._reasoning_field)

    def _stop(self, calls: tuple[ToolCall, ...]) -> Stop:
        stop = stop_of(self._stop_reason)
        return Stop.TOOL_CALLS if calls and stop is Stop.END else stop

    def _choice(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The first choice. With several, chunks of all of them are interleaved; some gateways
        count from one, so the first that is seen is the one whose reply this is."""
        choices = as_list(body.get("choices")) or [body.get("choices")]
        known = [choice for choice in map(as_object, choices) if choice]
        if known and self._number is None:
            self._number = min(as_index(choice.get("index")) or 0 for choice in known)
        for choice in known:
            if (as_index(choice.get("index")) or 0) == self._number:
                return choice
        return {}

    def _take_usage(self, chunk: Mapping[str, Any]) -> None:
        for usage in (
            as_object(as_object(chunk.get("x_groq")).get("usage")),
            as_object(self._choice(chunk).get("usage")),
            as_object(chunk.get("usage")),
        ):
            if usage:
                self.usage = _usage(usage, self.usage)

    def _take_error(self, chunk: Mapping[str, Any]) -> None:
        error = _error_in(chunk, self._choice(chunk))
        # OpenRouter reports a reply cut by its token limit twice: as a reason, then as an error.
        is_told = stop_of(self._stop_reason) in (Stop.LENGTH, Stop.CONTENT_FILTER)
        if error is not None and not is_told and self._failure is None:
            self._failure = failure_from_payload(error)

    def _take_choice(
        self, choice: Mapping[str, Any], delta: Mapping[str, Any], *, is_whole: bool
    ) -> list[RoundEvent]:
        events = self._take_reasoning(delta)
        if _is_thought(delta):
            events += self.prose.reasoning(_without_tags(as_text(delta.get("content"))))
        else:
            events += self._take_content(delta.get("content"))
        if "thought_signature" in dumped(delta.get("extra_content")):
            self._extra = as_object(delta.get("extra_content"))
        events += self.prose.text(as_text(delta.get("refusal")))
        events += self._calls.take(delta, is_whole=is_whole)
        events += self._citations.take(annotated(delta.get("annotations")))
        events += self._take_tools(delta)
        self._stop_reason = reason_after(self._stop_reason, as_text(choice.get("finish_reason")))
        return events

    def _take_tools(self, delta: Mapping[str, Any]) -> list[RoundEvent]:
        """Groq tells beside the answer what its own models searched for and ran."""
        events: list[RoundEvent] = []
        for place, item in enumerate(as_list(delta.get("executed_tools"))):
            tool = as_object(item)
            number = as_index(tool.get("index"))
            number = place if number is None else number
            use_id = self._tool_ids.get(number) or self._tool_ids.setdefault(number, self._new_id())
            output = text_of(tool.get("output"))
            events += self._tools.report(
                ServerToolUse(
                    use_id,
                    as_text(tool.get("name")) or as_text(tool.get("type")),
                    text_of(tool.get("arguments")),
                    output,
                    is_done=bool(output),
                )
            )
        return events

    def _take_reasoning(self, delta: Mapping[str, Any]) -> list[RoundEvent]:
        details = [as_object(item) for item in as_list(delta.get("reasoning_details"))]
        for detail in details:
            self._details.take(detail)
        for field in _REASONING_FIELDS:
            piece = delta.get(field)
            if not isinstance(piece, str):
                continue
            # An empty first piece tells the name under which the host wants it back.
            self._reasoning_field = self._reasoning_field or field
            if piece:
                return self.prose.reasoning(piece)
        text = "".join(
            as_text(item.get("text")) or as_text(item.get("summary")) for item in details
        )
        return self.prose.reasoning(text)

    def _take_content(self, content: Any) -> list[RoundEvent]:
        if isinstance(content, str):
            return self.prose.text(content)
        events: list[RoundEvent] = []
        for part in [content] if isinstance(content, dict) else as_list(content):
            events += self._take_part(as_object(part) if not isinstance(part, str) else part)
        return events

    def _take_part(self, part: Mapping[str, Any] | str) -> list[RoundEvent]:
        """Mistral sends content as a list of text and thinking parts."""
        if isinstance(part, str):
            return self.prose.text(part)
        thinking = part.get("thinking")
        if isinstance(thinking, str):
            return self.prose.reasoning(thinking)
        pieces = [as_text(as_object(item).get("text")) for item in as_list(thinking)]
        if pieces:
            return self.prose.reasoning("".join(pieces))
        return self.prose.text(as_text(part.get("text")))


def _is_thought(delta: Mapping[str, Any]) -> bool:
    """Gemini's thoughts over the compatible API: text that is marked as such."""
    google = as_object(as_object(delta.get("extra_content")).get("google"))
    return google.get("thought") is True and isinstance(delta.get("content"), str)


def _without_tags(text: str) -> str:
    return text.removeprefix("<thought>").removesuffix("</thought>")


def _error_in(chunk: Mapping[str, Any], choice: Mapping[str, Any]) -> Mapping[str, Any] | None:
    if chunk.get("error") or is_bare_error(chunk):
        return chunk
    error = choice.get("error")
    return {"error": error} if error else None


def _usage(usage: Mapping[str, Any], before: Usage) -> Usage:
    """The last value counts: some hosts send running totals."""
    prompt = as_object(usage.get("prompt_tokens_details"))
    completion = as_object(usage.get("completion_tokens_details"))
    found = (
        as_count(usage.get("prompt_tokens")),
        as_count(usage.get("completion_tokens")),
        _either(as_count(prompt.get("cached_tokens")), usage.get("prompt_cache_hit_tokens")),
        _either(as_count(completion.get("reasoning_tokens")), usage.get("reasoning_tokens")),
        as_count(prompt.get("cache_write_tokens")),
    )
    return Usage(
        _either(found[0], before.input_tokens),
        _either(found[1], before.output_tokens),
        _either(found[2], before.cached_tokens),
        _either(found[3], before.reasoning_tokens),
        _either(found[4], before.written_tokens),
    )


def _either(value: int | None, other: Any) -> int | None:
    return value if value is not None else as_count(other)
