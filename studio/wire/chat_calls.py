"""Tells apart the calls in a Chat Completions stream: by index, ID, name, or what is left."""

from collections.abc import Mapping
from typing import Any

from studio.core.events import RoundEvent
from studio.wire.calls import CallDraft, NameMap
from studio.wire.exchange import IdFactory
from studio.wire.lenient import as_index, as_list, as_object, as_text


class ChatCalls:
    """The calls of one reply, in the order in which they were opened.

    `offered` are the names on the wire: a name that comes in pieces is whole when it is one.
    """

    def __init__(
        self, new_id: IdFactory, original: NameMap, offered: frozenset[str] = frozenset()
    ) -> None:
        self._offered = offered
        self._new_id = new_id
        self._original = original
        self._by_index: dict[int, CallDraft] = {}
        self.drafts: list[CallDraft] = []

    def take(self, delta: Mapping[str, Any], *, is_whole: bool = False) -> list[RoundEvent]:
        """`is_whole`: a message that was not streamed, where each entry is a call of its own."""
        events: list[RoundEvent] = []
        for item in _entries(delta.get("tool_calls")):
            events += self._take_call(as_object(item), is_whole=is_whole)
        legacy = as_object(delta.get("function_call"))
        if as_text(legacy.get("name")) or legacy.get("arguments"):
            events += self._take_call({"function": legacy}, is_whole=is_whole)
        return events

    def _take_call(self, item: Mapping[str, Any], *, is_whole: bool) -> list[RoundEvent]:
        # Some hosts leave the wrapper out.
        function = as_object(item.get("function")) or item
        call_id, name = as_text(item.get("id")), as_text(function.get("name"))
        arguments = function.get("arguments")
        index = as_index(item.get("index"))
        draft = None if is_whole else self._open_draft(index, call_id, name)
        if draft is not None and self._is_piece(draft, call_id, name):
            draft.wire_name, name = draft.wire_name + name, ""
        elif draft is not None and _is_another(draft, call_id, name, arguments, index):
            draft = None
        if draft is None:
            if not (call_id or name or arguments):
                return []
            draft = self._open(index)
        elif call_id == draft.provider_call_id and draft.holds(arguments):
            arguments = None  # said once more, as some hosts do at the end
        draft.identify(call_id, name)
        draft.add_arguments(arguments)
        if isinstance(item.get("extra_content"), dict):
            draft.extra = {"extra_content": item["extra_content"]}
        return [] if self._is_unfinished(draft.wire_name, draft) else draft.events()

    def _is_piece(self, draft: CallDraft, call_id: str, name: str) -> bool:
        is_same = not call_id or call_id == draft.provider_call_id
        may_grow = is_same and bool(name) and self._is_unfinished(draft.wire_name, draft)
        return may_grow and any(it.startswith(draft.wire_name + name) for it in self._offered)

    def _is_unfinished(self, name: str, draft: CallDraft) -> bool:
        """Not yet the name of a tool, but the beginning of one."""
        if draft.has_arguments or not name or name in self._offered:
            return False
        return any(offered.startswith(name) for offered in self._offered)

    def _open_draft(self, index: int | None, call_id: str, name: str) -> CallDraft | None:
        if index is not None:
            return self._by_index.get(index)
        if call_id and not name:
            for draft in reversed(self.drafts):
                if draft.provider_call_id == call_id:
                    return draft
        return self.drafts[-1] if self.drafts else None

    def _open(self, index: int | None) -> CallDraft:
        draft = CallDraft(self._new_id(), self._original)
        self.drafts.append(draft)
        if index is not None:
            self._by_index[index] = draft
        return draft


def _entries(value: Any) -> list[Any]:
    return [value] if isinstance(value, dict) else as_list(value)


def _is_another(
    draft: CallDraft, call_id: str, name: str, arguments: Any, index: int | None
) -> bool:
    """Whether a delta opens a new call although its index, or the lack of one, points at this."""
    if call_id and draft.provider_call_id and call_id != draft.provider_call_id:
        return bool(name) or index is None
    if not name or not draft.wire_name:
        return False
    if name != draft.wire_name and (index is None or _is_settled(draft, name)):
        return True
    if call_id:
        return False
    # Neither index nor ID tells: a name again, with a whole call behind and a new one ahead.
    begins = isinstance(arguments, dict) or as_text(arguments).lstrip().startswith("{")
    return begins and draft.is_whole()


def _is_settled(draft: CallDraft, name: str) -> bool:
    """Nothing of the draft is still to come: neither arguments nor the rest of its name."""
    is_grown = name.startswith(draft.wire_name)
    return not is_grown and (draft.is_whole() or not draft.has_arguments)
