"""Tells apart the calls in a Chat Completions stream: by index, ID, name, or what is left."""

from collections.abc import Mapping
from typing import Any

from studio.core.events import RoundEvent
from studio.wire.calls import CallDraft, NameMap
from studio.wire.exchange import IdFactory
from studio.wire.lenient import as_index, as_list, as_object, as_text


class ChatCalls:
    """The calls of one reply, in the order in which they were opened."""

    def __init__(self, new_id: IdFactory, original: NameMap) -> None:
        self._new_id = new_id
        self._original = original
        self._by_index: dict[int, CallDraft] = {}
        self.drafts: list[CallDraft] = []

    def take(self, delta: Mapping[str, Any]) -> list[RoundEvent]:
        events: list[RoundEvent] = []
        for item in as_list(delta.get("tool_calls")):
            events += self._take_call(as_object(item))
        legacy = as_object(delta.get("function_call"))
        if as_text(legacy.get("name")) or legacy.get("arguments"):
            events += self._take_call({"function": legacy})
        return events

    def _take_call(self, item: Mapping[str, Any]) -> list[RoundEvent]:
        function = as_object(item.get("function"))
        call_id, name = as_text(item.get("id")), as_text(function.get("name"))
        arguments = function.get("arguments")
        index = as_index(item.get("index"))
        draft = self._open_draft(index)
        if draft is not None and _is_another(draft, call_id, name, arguments, index):
            draft = None
        if draft is None:
            if not (call_id or name or arguments):
                return []
            draft = self._open(index)
        draft.identify(call_id, name)
        draft.add_arguments(arguments)
        if isinstance(item.get("extra_content"), dict):
            draft.extra = {"extra_content": item["extra_content"]}
        return draft.events()

    def _open_draft(self, index: int | None) -> CallDraft | None:
        if index is not None:
            return self._by_index.get(index)
        return self.drafts[-1] if self.drafts else None

    def _open(self, index: int | None) -> CallDraft:
        draft = CallDraft(self._new_id(), self._original)
        self.drafts.append(draft)
        if index is not None:
            self._by_index[index] = draft
        return draft


def _is_another(
    draft: CallDraft, call_id: str, name: str, arguments: Any, index: int | None
) -> bool:
    """Whether a delta opens a new call although its index, or the lack of one, points at this."""
    if call_id and draft.provider_call_id and call_id != draft.provider_call_id:
        return bool(name) or index is None
    if call_id and call_id == draft.provider_call_id:
        return False
    if not name or not draft.wire_name:
        return False
    if index is None and name != draft.wire_name:
        return True
    # Neither index nor ID tells: a name again, with a whole call behind and a new one ahead.
    begins = isinstance(arguments, dict) or as_text(arguments).lstrip().startswith("{")
    return begins and draft.is_whole()
