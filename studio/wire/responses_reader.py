"""Puts an OpenAI Responses reply together. Items are told apart by their output index: some
hosts change an item's ID with every event."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from studio.core.errors import Diagnosis, Failure
from studio.core.events import RoundCompleted, RoundEvent
from studio.core.growing_text import GrowingText
from studio.core.messages import Stop, ToolCall, Usage
from studio.wire.calls import CallDraft, NameMap
from studio.wire.citations import Citations, annotated
from studio.wire.exchange import IdFactory
from studio.wire.failures import failure_from_payload, is_bare_error, unreadable
from studio.wire.lenient import as_count, as_index, as_list, as_object, as_text
from studio.wire.prose import Prose
from studio.wire.server_tools import ServerTools, is_tool_activity, use_of_item
from studio.wire.stops import stop_of

_FINE = ("completed", "done", "")
_NOT_YET = ("in_progress", "queued")
_TEXT_DELTAS = ("response.output_text.delta", "response.refusal.delta")
_TEXT_DONE = ("response.output_text.done", "response.refusal.done")
_REASONING_DELTAS = ("response.reasoning_text.delta", "response.reasoning_summary_text.delta")
_REASONING_DONE = ("response.reasoning_text.done", "response.reasoning_summary_text.done")
_INPUT_DELTAS = (
    "response.function_call_arguments.delta",
    "response.custom_tool_call_input.delta",
)
_INPUT_DONE = ("response.function_call_arguments.done", "response.custom_tool_call_input.done")
_ENDS = ("response.completed", "response.incomplete", "response.failed", "response.done")
_PROSE = ("message", "reasoning")
CALL_TYPES = {"function_call": "arguments", "custom_tool_call": "input"}


@dataclass(slots=True)
class _Item:
    """One output item: its latest form, and what was told of its texts already."""

    latest: dict[str, Any] = field(default_factory=dict)
    told: dict[str, GrowingText] = field(default_factory=dict)
    places: set[tuple[str, int]] = field(default_factory=set)
    draft: CallDraft | None = None
    use_id: str = ""  # of a tool that the provider runs
    is_done: bool = False

    @property
    def kind(self) -> str:
        """Empty where nothing was told of it yet."""
        if self.draft is not None:
            return as_text(self.latest.get("type")) or "function_call"
        is_reasoning = "content" in self.told or "summary" in self.told
        guessed = "reasoning" if is_reasoning else "message" if self.told else ""
        return as_text(self.latest.get("type")) or guessed

    def told_of(self, name: str) -> str:
        return self.told[name].whole() if name in self.told else ""

    def may_be(self, content: Mapping[str, Any], *, is_repeated: bool = False) -> bool:
        """Whether what tells of an output item can tell of this one. `is_repeated`: at the end
        all items are told once more."""
        kind = as_text(content.get("type"))
        if self.kind and kind and kind != self.kind:
            return False
        call_id = as_text(content.get("call_id"))
        if self.draft is not None and self.draft.provider_call_id and call_id:
            return call_id == self.draft.provider_call_id
        item_id = as_text(content.get("id"))
        is_same = bool(item_id) and item_id == self.latest.get("id")
        return is_same or is_repeated or not self.is_done

    def whole(self) -> dict[str, Any]:
        """The item, with the text that only its deltas brought."""
        text = self.told_of("text")
        is_message = self.latest.get("type", "message") == "message"
        if not (text and is_message) or as_list(self.latest.get("content")):
            return self.latest
        content = [{"type": "output_text", "text": text, "annotations": []}]
        return {**self.latest, "type": "message", "content": content}


class ResponsesAssembler:
    """One reply. Owned by its `ReplyReader`; the exchange asks it for the items to send back."""

    def __init__(
        self, new_id: IdFactory, original: NameMap, make_prose: Callable[[], Prose] = Prose
    ) -> None:
        self.prose = make_prose()
        self._citations = Citations()
        self._tools = ServerTools()
        self._new_id = new_id
        self._original = original
        self._items: dict[int, _Item] = {}
        self._by_item_id: dict[str, int] = {}
        self._by_index: dict[int, int] = {}  # which item an index means now: some hosts repeat it
        self.usage = Usage()
        self._status = ""
        self._reason = ""
        self._failure: Failure | None = None
        self._has_ended = False

    @property
    def is_finished(self) -> bool:
        return self._has_ended

    @property
    def failure(self) -> Failure | None:
        return self._failure

    def take(self, payload: Any) -> list[RoundEvent]:
        event = as_object(payload)
        kind = as_text(event.get("type"))
        if kind in _ENDS:
            return self._take_end(as_object(event.get("response")), kind.rpartition(".")[2])
        if kind in ("response.output_item.added", "response.output_item.done"):
            return self._take_item(event, is_done=kind.endswith("done"))
        if kind in _TEXT_DELTAS or kind in _REASONING_DELTAS:
            return self._take_piece(event, "delta", is_text=kind in _TEXT_DELTAS)
        if kind in _TEXT_DONE or kind in _REASONING_DONE:
            return self._take_rest(event, is_text=kind in _TEXT_DONE)
        if kind in _INPUT_DELTAS:
            return self._grow_call(self._item(event), event.get("delta"))
        if kind in _INPUT_DONE:
            whole = event.get("arguments") or event.get("input")
            return self._finish_call(self._item(event), whole)
        if kind == "response.output_text.annotation.added":
            return self._citations.take(annotated([event.get("annotation")]))
        if kind in ("error", "response.error") or _is_error(event, kind):
            self._failure = self._failure or failure_from_payload(payload)
        elif event.get("object") == "response" and isinstance(event.get("output"), list):
            return self.take_whole(payload)
        return []

    def take_whole(self, payload: Any) -> list[RoundEvent]:
        body = as_object(payload)
        if not isinstance(body.get("output"), list):
            self._failure = failure_from_payload(payload)
            return []
        return self._take_end(body, as_text(body.get("status")))

    def end(self) -> list[RoundEvent]:
        events = self.prose.end()
        for draft in self.drafts:
            events += draft.events(is_ending=True)
        return events

    def completed(self, *, is_marked: bool) -> RoundCompleted | None:
        if not (self._has_ended or is_marked):
            return None
        calls = tuple(draft.call() for draft in self.drafts)
        reason = self._reason or self._status
        return RoundCompleted(calls, self.usage, self._stop(calls), reason)

    @property
    def drafts(self) -> list[CallDraft]:
        return [item.draft for item in self._ordered() if item.draft is not None]

    def items(self) -> list[tuple[dict[str, Any], CallDraft | None]]:
        """The output items as they came, in order, with the calls among them."""
        return [(item.whole(), item.draft) for item in self._ordered()]

    def _ordered(self) -> list[_Item]:
        return [self._items[index] for index in sorted(self._items)]

    def _stop(self, calls: tuple[ToolCall, ...]) -> Stop:
        told = stop_of(self._reason)
        if told.vetoes_calls:
            return told
        if self._status == "incomplete":
            return Stop.LENGTH
        if self._status not in _FINE:
            return Stop.OTHER
        return Stop.TOOL_CALLS if calls else Stop.END

    def _item(self, event: Mapping[str, Any]) -> _Item:
        index = as_index(event.get("output_index"))
        item_id = as_text(event.get("item_id")) or as_text(as_object(event.get("item")).get("id"))
        number = self._by_item_id.get(item_id) if index is None else self._by_index.get(index)
        if number is None:
            opens = not self._items or bool(item_id) or index is not None
            number = index if index is not None and index not in self._items else None
            if number is None:
                number = max(self._items, default=-1) + opens
        return self._items.setdefault(self._called(number, index, item_id), _Item())

    def _called(self, number: int, index: int | None, item_id: str) -> int:
        """Notes by which names an item goes."""
        if item_id:
            self._by_item_id[item_id] = number
        if index is not None:
            self._by_index[index] = number
        return number

    def _opened(self, event: Mapping[str, Any]) -> _Item:
        number = max(self._items, default=-1) + 1
        item_id = as_text(as_object(event.get("item")).get("id"))
        self._called(number, as_index(event.get("output_index")), item_id)
        return self._items.setdefault(number, _Item())

    def _take_item(self, event: Mapping[str, Any], *, is_done: bool) -> list[RoundEvent]:
        content = as_object(event.get("item"))
        if not content:
            return []
        item = self._item(event)
        if not item.may_be(content):
            item = self._opened(event)
        return self._update(item, content, is_done=is_done)

    def _update(
        self, item: _Item, content: Mapping[str, Any], *, is_done: bool
    ) -> list[RoundEvent]:
        # The final list repeats finished items, their reasoning encrypted anew. What clients are
        # known to send back is the item as it was when it was finished.
        if not item.is_done:
            item.latest = dict(content)
        item.is_done = item.is_done or is_done
        field_name = CALL_TYPES.get(as_text(content.get("type")))
        if field_name is not None:
            return self._update_call(item, content, content.get(field_name), is_done=is_done)
        if is_tool_activity(as_text(content.get("type"))):
            return self._report(item, content, is_done=is_done)
        return self._untold(item, content) + self._cited(content) if is_done else []

    def _report(
        self, item: _Item, content: Mapping[str, Any], *, is_done: bool
    ) -> list[RoundEvent]:
        item.use_id = item.use_id or self._new_id()
        told = self._tools.known(item.use_id)
        if told is not None and told.is_done and not is_done:
            return []
        return self._tools.report(use_of_item(item.use_id, content, is_done=is_done))

    def _cited(self, content: Mapping[str, Any]) -> list[RoundEvent]:
        parts = [as_object(part) for part in as_list(content.get("content"))]
        found = [one for part in parts for one in annotated(part.get("annotations"))]
        return self._citations.take(found)

    def _update_call(
        self, item: _Item, content: Mapping[str, Any], whole: Any, *, is_done: bool
    ) -> list[RoundEvent]:
        if item.draft is None:
            item.draft = CallDraft(self._new_id(), self._original)
        item.draft.identify(as_text(content.get("call_id")), as_text(content.get("name")))
        if is_done:
            return self._finish_call(item, whole)
        return item.draft.events()

    def _grow_call(self, item: _Item, piece: Any) -> list[RoundEvent]:
        if item.draft is None:
            item.draft = CallDraft(self._new_id(), self._original)
        item.draft.add_arguments(piece)
        return item.draft.events()

    def _finish_call(self, item: _Item, whole: Any) -> list[RoundEvent]:
        """The whole arguments count; without deltas before them they are the only ones."""
        if item.draft is None:
            item.draft = CallDraft(self._new_id(), self._original)
        if not item.draft.has_arguments:
            item.draft.add_arguments(whole)
        elif isinstance(whole, str) and whole:
            item.draft.replace_arguments(whole)
        return item.draft.events()

    def _take_piece(
        self, event: Mapping[str, Any], name: str, *, is_text: bool
    ) -> list[RoundEvent]:
        item = self._item(event)
        place = _place(event, is_text=is_text)
        item.places.add(place)
        return self._tell(item, place[0], as_text(event.get(name)))

    def _take_rest(self, event: Mapping[str, Any], *, is_text: bool) -> list[RoundEvent]:
        """Hosts that send no deltas send the whole here."""
        if _place(event, is_text=is_text) in self._item(event).places:
            return []
        name = "refusal" if "refusal" in event else "text"
        return self._take_piece(event, name, is_text=is_text)

    def _untold(self, item: _Item, content: Mapping[str, Any]) -> list[RoundEvent]:
        """Texts of a finished item that no delta brought. Compared by what was told and not by
        place: some hosts count a part's place differently in every event."""
        events: list[RoundEvent] = []
        kind = as_text(content.get("type"))
        for name in ("content", "summary") if kind == "reasoning" else ("text",):
            parts = content.get("content") if name == "text" else content.get(name)
            whole = _whole_text(parts) if kind in _PROSE else ""
            told = item.told_of(name)
            if whole.startswith(told) and len(whole) > len(told):
                events += self._tell(item, name, whole[len(told) :])
        return events

    def _tell(self, item: _Item, name: str, piece: str) -> list[RoundEvent]:
        item.told.setdefault(name, GrowingText()).add(piece)
        return self.prose.text(piece) if name == "text" else self.prose.reasoning(piece)

    def _take_end(self, response: Mapping[str, Any], status: str) -> list[RoundEvent]:
        self._has_ended = True
        told = as_text(response.get("status")).lower()
        # An end that says "in progress" is an end all the same: some gateways forget to change it.
        self._status = status.lower() if told in ("", *_NOT_YET) else told
        self._reason = as_text(as_object(response.get("incomplete_details")).get("reason"))
        self.usage = _usage(as_object(response.get("usage")))
        if self._status == "failed" or as_object(response.get("error")):
            self._failure = self._failure or failure_from_payload(response)
        events: list[RoundEvent] = []
        open_items = self._ordered()
        for output in as_list(response.get("output")):
            content = as_object(output)
            if content:
                item = _taken(open_items, content) or self._opened({})
                events += self._update(item, content, is_done=True)
        self._check_calls()
        return events

    def _check_calls(self) -> None:
        """A result can be sent for a call ID only; to make one up would answer nothing."""
        for draft in self.drafts:
            if not draft.provider_call_id and self._failure is None:
                self._failure = unreadable(draft.name, Diagnosis.CALL_WITHOUT_ID)


def _is_error(event: Mapping[str, Any], kind: str) -> bool:
    if kind.startswith("response."):
        return False
    return bool(event.get("error")) or is_bare_error(event)


def _taken(told: list[_Item], content: Mapping[str, Any]) -> _Item | None:
    """The item that an entry of the final list repeats, taken out of those told. By what it is
    and not by its place: in that list some hosts leave items out, or count from elsewhere."""
    for number, item in enumerate(told):
        if item.may_be(content, is_repeated=True):
            return told.pop(number)
    return None


def _whole_text(parts: Any) -> str:
    if isinstance(parts, str):
        return parts
    return "".join(map(_part_text, [parts] if isinstance(parts, dict) else as_list(parts)))


def _part_text(part: Any) -> str:
    if isinstance(part, str):
        return part
    known = as_object(part)
    return as_text(known.get("text")) or as_text(known.get("refusal"))


def _place(event: Mapping[str, Any], *, is_text: bool) -> tuple[str, int]:
    if is_text:
        return ("text", as_index(event.get("content_index")) or 0)
    if "summary" in as_text(event.get("type")):
        return ("summary", as_index(event.get("summary_index")) or 0)
    return ("content", as_index(event.get("content_index")) or 0)


def _usage(usage: Mapping[str, Any]) -> Usage:
    given = as_object(usage.get("input_tokens_details"))
    made = as_object(usage.get("output_tokens_details"))
    return Usage(
        as_count(usage.get("input_tokens")),
        as_count(usage.get("output_tokens")),
        as_count(given.get("cached_tokens")),
        as_count(made.get("reasoning_tokens")),
        as_count(given.get("cache_write_tokens")),
    )
