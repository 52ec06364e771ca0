"""Puts a Gemini reply together, part by part, as it must go back.

A signature belongs to the very part it came on, also to an empty one; parts are joined only where
neither carries any.
"""

from collections.abc import Mapping
from typing import Any

from studio.core.errors import Failure
from studio.core.events import RoundCompleted, RoundEvent
from studio.core.growing_text import GrowingText
from studio.core.messages import Stop, ToolCall, Usage
from studio.wire.calls import CallDraft, NameMap
from studio.wire.exchange import IdFactory
from studio.wire.failures import failure_from_payload, is_bare_error
from studio.wire.gemini_arguments import PartialArguments
from studio.wire.gemini_extras import Grounding, ServerTools
from studio.wire.lenient import as_count, as_index, as_list, as_object, as_text, dumped
from studio.wire.prose import Prose
from studio.wire.stops import reason_after, stop_of

_SIGNATURE = "thoughtSignature"
_BESIDE = ("thought", _SIGNATURE, "partMetadata", "videoMetadata")


class GeminiAssembler:
    """One reply. Owned by its `ReplyReader`; the exchange asks it for the parts to send back."""

    def __init__(self, new_id: IdFactory, original: NameMap) -> None:
        self.prose = Prose()
        self.drafts: list[CallDraft] = []
        self._new_id = new_id
        self._original = original
        self._parts: list[dict[str, Any]] = []
        self._text = GrowingText()  # of the last part, which is still growing
        self._open: CallDraft | None = None  # a call whose arguments come in pieces
        self._pieces = PartialArguments()
        self._server_tools = ServerTools(new_id)
        self._grounding = Grounding()
        self.usage = Usage()
        self._stop_reason = ""
        self._number: int | None = None  # of the candidate that is read
        self._failure: Failure | None = None
        self._is_whole = False

    @property
    def is_finished(self) -> bool:
        return False  # usage may follow the reason; only the end of the body is the end

    @property
    def failure(self) -> Failure | None:
        return self._failure

    def take(self, payload: Any) -> list[RoundEvent]:
        if type(payload) is not dict:
            return [event for chunk in as_list(payload) for event in self.take(chunk)]
        usage = payload.get("usageMetadata")
        if type(usage) is dict:
            self.usage = _usage(usage, self.usage)
        candidates = payload.get("candidates")
        if not candidates or "error" in payload:
            self._take_rest(payload)
        return self._take_candidate(self._candidate(candidates)) if candidates else []

    def take_whole(self, payload: Any) -> list[RoundEvent]:
        """One object, or the list of them that a stream without `alt=sse` is."""
        chunks = payload if isinstance(payload, list) else [payload]
        events = self.take(payload)
        is_reply = any("candidates" in as_object(chunk) for chunk in chunks)
        if not (is_reply or self._stop_reason or self._failure):
            self._failure = failure_from_payload(payload)
        # A list is a stream: what says that it is whole is the reason in its last object.
        self._is_whole = is_reply and not isinstance(payload, list)
        return events

    def end(self) -> list[RoundEvent]:
        events = self._close_call()
        for draft in self.drafts:
            events += draft.events(is_ending=True)
        return events

    def completed(self, *, is_marked: bool) -> RoundCompleted | None:
        if not (is_marked or self._stop_reason or self._is_whole):
            return None
        calls = tuple(draft.call() for draft in self.drafts)
        return RoundCompleted(calls, self.usage, self._stop(calls), self._stop_reason)

    def parts(self) -> list[dict[str, Any]]:
        """The parts as they came, in order, each call under the name that the provider knows."""
        self._settle()
        drafts = iter(self.drafts)
        made = [
            _with_call(part, next(drafts)) if "functionCall" in part else _returned(part)
            for part in self._parts
        ]
        return [part for part in made if part]

    def _stop(self, calls: tuple[ToolCall, ...]) -> Stop:
        stop = stop_of(self._stop_reason)
        return Stop.TOOL_CALLS if calls and stop is Stop.END else stop

    def _take_rest(self, payload: Mapping[str, Any]) -> None:
        """What may stand without a candidate: a prompt that was blocked, an error, or neither."""
        blocked = as_text(as_object(payload.get("promptFeedback")).get("blockReason"))
        self._stop_reason = reason_after(self._stop_reason, blocked)
        if payload.get("error") or is_bare_error(payload):
            self._failure = self._failure or failure_from_payload(payload)

    def _candidate(self, candidates: Any) -> Mapping[str, Any]:
        """The first. With several, chunks of all of them are interleaved; the first that is seen
        is the one whose reply this is, from wherever a gateway counts."""
        first = candidates[0] if type(candidates) is list else candidates
        if self._number is not None and type(first) is dict and first.get("index") == self._number:
            return first  # as nearly always
        known = [it for it in map(as_object, as_list(candidates) or [candidates]) if it]
        if known and self._number is None:
            self._number = min(as_index(it.get("index")) or 0 for it in known)
        for candidate in known:
            if (as_index(candidate.get("index")) or 0) == self._number:
                return candidate
        return {}

    def _take_candidate(self, candidate: Mapping[str, Any]) -> list[RoundEvent]:
        events: list[RoundEvent] = []
        content = candidate.get("content")
        parts = content.get("parts") if type(content) is dict else None
        for part in [parts] if type(parts) is dict else as_list(parts):
            if type(part) is dict:
                events += self._take_part(part)
        reason = candidate.get("finishReason")
        if reason:
            self._stop_reason = reason_after(self._stop_reason, as_text(reason))
        grounding = candidate.get("groundingMetadata")
        if grounding:
            asked = as_object(grounding).get("webSearchQueries")
            events += self._server_tools.searched(asked)
        if grounding or "citationMetadata" in candidate or "urlContextMetadata" in candidate:
            events += self._grounding.take(candidate)
        return events

    def _take_part(self, part: dict[str, Any]) -> list[RoundEvent]:
        text = part.get("text")
        if type(text) is str and (text or "functionCall" not in part):
            return self._take_text(part, text)
        if "functionCall" in part:
            return self._take_call(part, as_object(part["functionCall"]))
        events = self._close_call()
        self._settle()
        self._parts.append(part)
        return events + self._server_tools.take(part)

    def _take_text(self, part: dict[str, Any], text: str) -> list[RoundEvent]:
        events = self._close_call() if self._open is not None and text else []
        is_thought = part.get("thought") is True
        if _SIGNATURE in part:
            self._settle()
            self._parts.append(part)
        elif text:
            self._grow_text(text, is_thought=is_thought)
        told = self.prose.reasoning(text) if is_thought else self.prose.text(text)
        return events + told if events else told

    def _grow_text(self, text: str, *, is_thought: bool) -> None:
        if not self._text or self._parts[-1].get("thought", False) is not is_thought:
            self._settle()
            self._parts.append({"text": "", "thought": True} if is_thought else {"text": ""})
        self._text.add(text)

    def _settle(self) -> None:
        """The last part grows no more."""
        if self._text:
            self._parts[-1]["text"] = self._text.whole()
            self._text = GrowingText()

    def _take_call(self, part: dict[str, Any], told: Mapping[str, Any]) -> list[RoundEvent]:
        name = as_text(told.get("name"))
        events: list[RoundEvent] = []
        if name or self._open is None:
            events += self._close_call()
            if not (name or told):
                return events  # the end of a call that was whole already
            self._open_call(part, told, name)
        draft = self._open
        if draft is None:
            return events
        self._pieces.take(told.get("partialArgs"))
        if told.get("args") is not None:
            draft.add_arguments(told["args"])
        events += draft.events()
        return events if told.get("willContinue") is True else events + self._close_call()

    def _open_call(self, part: dict[str, Any], told: Mapping[str, Any], name: str) -> None:
        self._settle()
        draft = CallDraft(self._new_id(), self._original)
        draft.identify(as_text(told.get("id")), name)
        self._parts.append(part)
        self.drafts.append(draft)
        self._open, self._pieces = draft, PartialArguments()

    def _close_call(self) -> list[RoundEvent]:
        draft, self._open = self._open, None
        if draft is None:
            return []
        made = self._pieces.whole()
        if made and not draft.has_arguments:
            draft.add_arguments(dumped(made))
        return draft.events()


def _with_call(part: dict[str, Any], draft: CallDraft) -> dict[str, Any]:
    """Only whether it had an ID is still of interest: name and arguments are the call's."""
    call = {"name": draft.wire_name}
    if draft.provider_call_id:
        call["id"] = draft.provider_call_id
    return {**part, "functionCall": call}


def _returned(part: dict[str, Any]) -> dict[str, Any]:
    """The API refuses a part that holds nothing: a signature that came alone goes back on an empty
    text, and what is not even signed stays."""
    if any(name not in _BESIDE and value is not None for name, value in part.items()):
        return part
    signed = {"text": "", _SIGNATURE: part.get(_SIGNATURE)}
    return signed if as_text(part.get(_SIGNATURE)) else {}


def _usage(usage: Mapping[str, Any], before: Usage) -> Usage:
    """Each count's last value: the counts are running totals."""
    found = (
        as_count(usage.get("promptTokenCount")),
        as_count(usage.get("candidatesTokenCount")),
        as_count(usage.get("cachedContentTokenCount")),
        as_count(usage.get("thoughtsTokenCount")),
    )
    return Usage(
        before.input_tokens if found[0] is None else found[0],
        before.output_tokens if found[1] is None else found[1],
        before.cached_tokens if found[2] is None else found[2],
        before.reasoning_tokens if found[3] is None else found[3],
    )
