"""Puts an Anthropic Messages reply together, block by block, as it must go back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from studio.core.errors import Failure
from studio.core.events import RoundCompleted, RoundEvent
from studio.core.growing_text import GrowingText
from studio.core.messages import Citation, ServerToolUse, Stop, ToolCall, Usage
from studio.wire.calls import CallDraft, NameMap, legal_arguments
from studio.wire.citations import Citations, cited
from studio.wire.exchange import IdFactory
from studio.wire.failures import failure_from_payload, is_bare_error
from studio.wire.lenient import as_count, as_index, as_list, as_object, as_text, cleaned, dumped
from studio.wire.prose import Prose
from studio.wire.server_tools import ServerTools, text_of
from studio.wire.stops import reason_after, stop_of

# Which text field of a block each kind of delta adds to.
_TEXT_DELTAS = {
    "text_delta": "text",
    "thinking_delta": "thinking",
    "signature_delta": "signature",
    "compaction_delta": "content",
}


# What a delta opens where a host left the block's start out.
_UNOPENED = {"text_delta": "text", "thinking_delta": "thinking"}


@dataclass(slots=True)
class _Block:
    """A content block: what its start said, and what deltas added."""

    start: dict[str, Any]
    grown: dict[str, GrowingText] = field(default_factory=dict)
    grown_input: GrowingText = field(default_factory=GrowingText)
    citations: list[Any] = field(default_factory=list)
    draft: CallDraft | None = None
    use_id: str = ""  # of a tool that the provider runs

    @property
    def has_grown_input(self) -> bool:
        """Deltas brought the input, and not only once more that there is none yet."""
        told = self.grown_input.whole().strip()
        return bool(told) and not (told == "{}" and self.start.get("input"))

    def whole(self) -> dict[str, Any]:
        made = {name: value for name, value in self.start.items() if value is not None}
        for name, text in self.grown.items():
            made[name] = as_text(self.start.get(name)) + text.whole()
        if self.citations:
            made["citations"] = self.citations
        if self.has_grown_input:
            made["input"] = legal_arguments(self.grown_input.whole())
        elif "input" in made:
            made["input"] = dict(as_object(made["input"]))
        return made


class AnthropicAssembler:
    """One reply. Owned by its `ReplyReader`; the exchange asks it for the blocks to send back."""

    def __init__(
        self, new_id: IdFactory, original: NameMap, make_prose: Callable[[], Prose] = Prose
    ) -> None:
        self.prose = make_prose()
        self._make_prose = make_prose
        self._citations = Citations()
        self._tools = ServerTools()
        self._searched: list[Citation] = []
        self._server_uses: dict[str, str] = {}  # by the provider's own ID
        self._new_id = new_id
        self._original = original
        self._blocks: dict[int, _Block] = {}
        self._open: dict[int, int] = {}  # which block an index means now: some hosts repeat it
        self.usage = Usage()
        self._stop_reason = ""
        self._failure: Failure | None = None
        self._has_stopped = False

    @property
    def is_finished(self) -> bool:
        return self._has_stopped

    @property
    def failure(self) -> Failure | None:
        return self._failure

    def take(self, payload: Any) -> list[RoundEvent]:
        event = as_object(payload)
        match event.get("type"):
            case "message_start":
                return self._start(as_object(event.get("message")))
            case "content_block_start":
                return self._start_block(event, as_object(event.get("content_block")))
            case "content_block_delta":
                return self._grow(event, as_object(event.get("delta")))
            case "content_block_stop":
                return self._stop_block(self._block(event))
            case "message_delta":
                self._take_end(as_object(event.get("delta")), event)
            case "message_stop":
                self._has_stopped = True
            case "error":
                self._failure = self._failure or failure_from_payload(payload)
            case _:
                return self._take_other(event)
        return []

    def take_whole(self, payload: Any) -> list[RoundEvent]:
        body = as_object(payload)
        if body.get("type") == "error" or not isinstance(body.get("content"), list | str):
            self._failure = failure_from_payload(payload)
            return []
        events = self._take_content(body)
        self._take_end(body, body)
        self._has_stopped = True
        return events

    def _take_content(self, message: Mapping[str, Any]) -> list[RoundEvent]:
        content = message.get("content")
        if isinstance(content, str):
            content = [{"type": "text", "text": content}] if content else []
        events: list[RoundEvent] = []
        for index, block in enumerate(as_list(content)):
            events += self._start_block({"index": index}, as_object(block))
            events += self._stop_block(self._blocks.get(index))
        return events

    def end(self) -> list[RoundEvent]:
        """What was given at the start of a block whose end never came counts as well."""
        events = self.prose.end()
        for block in self._ordered():
            events += self._stop_block(block)
            if block.draft is not None:
                events += block.draft.events(is_ending=True)
        if self._citations.is_empty:  # what was found is named only where nothing was cited
            events += self._citations.take(self._searched)
        return events

    def completed(self, *, is_marked: bool) -> RoundCompleted | None:
        # `message_stop` is the end; hosts that copied the dialect leave it at the stop reason.
        if not (self._has_stopped or is_marked or self._stop_reason):
            return None
        calls = tuple(draft.call() for draft in self.drafts)
        return RoundCompleted(calls, self.usage, self._stop(calls), self._stop_reason)

    @property
    def drafts(self) -> list[CallDraft]:
        return [block.draft for block in self._ordered() if block.draft is not None]

    def blocks(self) -> list[dict[str, Any]]:
        """The content as it came, in order."""
        return [block.whole() for block in self._ordered()]

    def _ordered(self) -> list[_Block]:
        return [self._blocks[index] for index in sorted(self._blocks)]

    def _stop(self, calls: tuple[ToolCall, ...]) -> Stop:
        stop = stop_of(self._stop_reason)
        return Stop.TOOL_CALLS if calls and stop is Stop.END else stop

    def _start(self, message: Mapping[str, Any]) -> list[RoundEvent]:
        # A second start makes the first reply void: its calls must never run.
        self._blocks = {}
        self._open = {}
        self._searched = []
        self.prose = self._make_prose()
        self.usage = _usage(as_object(message.get("usage")), Usage())
        return self._take_content(message)

    def _block(self, event: Mapping[str, Any]) -> _Block | None:
        index = as_index(event.get("index"))
        if index is None:
            return self._blocks.get(max(self._blocks, default=0))
        return self._blocks.get(self._open.get(index, -1))

    def _start_block(
        self, event: Mapping[str, Any], content: Mapping[str, Any]
    ) -> list[RoundEvent]:
        index = wanted = as_index(event.get("index"))
        if index is None or index in self._blocks:
            index = max(self._blocks, default=-1) + 1
        if wanted is not None:
            self._open[wanted] = index
        block = self._blocks[index] = _Block(dict(content))
        match content.get("type"):
            case "text":
                cites = self._citations.take(cited(content.get("citations")))
                return self.prose.text(as_text(content.get("text"))) + cites
            case "thinking":
                return self.prose.reasoning(as_text(content.get("thinking")))
            case "tool_use":
                block.draft = CallDraft(self._new_id(), self._original)
                block.draft.identify(as_text(content.get("id")), as_text(content.get("name")))
                return block.draft.events()
            case _:
                return self._start_foreign(block, content, as_text(content.get("type")))

    def _start_foreign(
        self, block: _Block, content: Mapping[str, Any], kind: str
    ) -> list[RoundEvent]:
        """What the provider runs itself, and what came of it."""
        if kind.endswith("_tool_use"):
            block.use_id = self._new_id()
            self._server_uses[as_text(content.get("id"))] = block.use_id
            return self._report(block)
        if not kind.endswith("_tool_result"):
            return []
        use_id = self._server_uses.get(as_text(content.get("tool_use_id"))) or self._new_id()
        name = kind.removesuffix("_tool_result")
        known = self._tools.known(use_id) or ServerToolUse(use_id, name)
        given = content.get("content")
        self._searched += cited(given)
        is_error = content.get("is_error") is True or "error_code" in as_object(given)
        return self._tools.report(
            replace(known, output=text_of(given), is_error=is_error, is_done=True)
        )

    def _report(self, block: _Block) -> list[RoundEvent]:
        given = as_object(block.whole().get("input"))
        name = as_text(block.start.get("name"))
        arguments = dumped(cleaned(given)) if given else ""
        before = self._tools.known(block.use_id) or ServerToolUse(block.use_id, name)
        return self._tools.report(replace(before, arguments=arguments))

    def _grow(self, event: Mapping[str, Any], delta: Mapping[str, Any]) -> list[RoundEvent]:
        kind = as_text(delta.get("type"))
        block = self._block(event)
        if block is None:
            if kind not in _UNOPENED:
                return []
            self._start_block(event, {"type": _UNOPENED[kind]})
            block = self._ordered()[-1]
        if kind == "input_json_delta":
            given = delta.get("partial_json")
            return self._grow_input(
                block, dumped(given) if isinstance(given, dict) else as_text(given)
            )
        if kind == "citations_delta" and isinstance(delta.get("citation"), dict):
            block.citations.append(delta["citation"])
            return self._citations.take(cited([delta["citation"]]))
        name = _TEXT_DELTAS.get(kind)
        if name is None:
            return []
        piece = as_text(delta.get(name))
        block.grown.setdefault(name, GrowingText()).add(piece)
        if name == "text":
            return self.prose.text(piece)
        return self.prose.reasoning(piece) if name == "thinking" else []

    def _grow_input(self, block: _Block, piece: str) -> list[RoundEvent]:
        if not piece:
            return []
        block.grown_input.add(piece)
        if block.draft is None:  # a tool that the provider runs
            return []
        block.draft.add_arguments(piece)
        return block.draft.events()

    def _stop_block(self, block: _Block | None) -> list[RoundEvent]:
        """A call made by provider-run code has its whole input in the block's start."""
        if block is not None and block.use_id:
            return self._report(block)
        if block is None or block.draft is None or block.has_grown_input:
            return []
        given = block.start.get("input")
        if given and not block.draft.has_arguments:
            block.draft.add_arguments(given)
        elif given and block.grown_input:
            block.draft.replace_arguments(given if isinstance(given, str) else dumped(given))
        return block.draft.events()

    def _take_end(self, delta: Mapping[str, Any], event: Mapping[str, Any]) -> None:
        for told in (event, delta):  # some hosts leave the wrapper out
            reason = as_text(told.get("stop_reason"))
            self._stop_reason = reason_after(self._stop_reason, reason)
            self.usage = _usage(as_object(told.get("usage")), self.usage)

    def _take_other(self, event: Mapping[str, Any]) -> list[RoundEvent]:
        """`ping`, kinds to come, an error without a type, or a whole message in one event."""
        if event.get("error") or is_bare_error(event):
            self._failure = self._failure or failure_from_payload(event)
        elif event.get("type") == "message" and as_list(event.get("content")):
            return self.take_whole(event)
        return []


def _usage(usage: Mapping[str, Any], before: Usage) -> Usage:
    """Each count's last value; `message_delta` repeats only some of them."""
    made = as_object(usage.get("output_tokens_details"))
    found = {
        "input_tokens": as_count(usage.get("input_tokens")),
        "output_tokens": as_count(usage.get("output_tokens")),
        "cached_tokens": as_count(usage.get("cache_read_input_tokens")),
        "written_tokens": as_count(usage.get("cache_creation_input_tokens")),
        "reasoning_tokens": as_count(made.get("thinking_tokens")),
    }
    return Usage(
        **{name: getattr(before, name) if value is None else value for name, value in found.items()}
    )
