"""What was said before, made valid while the request is built, so that no stored chat is ever dead.

Every call gets exactly one result, nothing empty is sent, and what was cut off is left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from studio.core.chats import Assignment, Turn
from studio.core.errors import Category
from studio.core.messages import (
    Attachment,
    Dialect,
    Origin,
    Part,
    Reasoning,
    Round,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    VendorState,
)
from studio.wire.attached import Planned, Takes, plan_all
from studio.wire.calls import is_whole_call, legal_arguments
from studio.wire.lenient import as_list, as_object, as_text, dumped, parsed
from studio.wire.names import CallIds, ToolNames

NO_OUTPUT = "(no output)"
CONTINUE = "Continue."
_NO_BEGINNING = "(The beginning of this chat is not shown.)"
_CANCELLED = "Error: cancelled by the user before it was done."
_INTERRUPTED = "Error: interrupted, outcome unknown."
_CUT_OFF = "Error: not run, because the reply was cut off or blocked before it was complete."
_NOT_RUN = "Error: not run."


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose vendor state goes back verbatim: the same dialect, profile and model only."""

    dialect: Dialect
    profile_id: str
    model: str

    def owns(self, state: VendorState) -> bool:
        return self == Owner(state.dialect, state.profile_id, state.model)

    def answered(self, origin: Origin) -> bool:
        return self == Owner(origin.dialect, origin.profile_id, origin.model)


@dataclass(frozen=True, slots=True)
class Said:
    """What the user said, with the text of files ahead of it. `media` are pictures and documents
    that are sent as they are."""

    text: str
    media: tuple[Planned, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.text.strip() or self.media)


@dataclass(frozen=True, slots=True)
class Answered:
    """One round. `unanswered` is told to the model for a call that has no result. `state` is the
    provider's own record, which goes back only where the target is its owner. `is_own`: the
    target itself answered. `is_current`: the round belongs to the turn being answered."""

    parts: tuple[Part, ...]
    stop: Stop | None
    unanswered: str
    state: VendorState | None = None
    is_owner: bool = True
    is_own: bool = True
    is_current: bool = False

    @property
    def text(self) -> str:
        """Texts that calls or reasoning part are paragraphs of their own."""
        texts = [part.text for part in self.parts if isinstance(part, Text)]
        return "\n\n".join(text for text in texts if text.strip())

    @property
    def reasoning(self) -> str:
        """For a target that takes plain reasoning, whoever thought it."""
        texts = [part.text for part in self.parts if isinstance(part, Reasoning)]
        return "\n\n".join(text for text in texts if text.strip())

    @property
    def tool_uses(self) -> tuple[ToolUse, ...]:
        return tuple(part for part in self.parts if isinstance(part, ToolUse))

    @property
    def is_empty(self) -> bool:
        return not (self.text.strip() or self.tool_uses or self.is_paused)

    @property
    def is_paused(self) -> bool:
        """The provider asks for its own turn back as it is, and goes on from there."""
        return self.stop is Stop.PAUSE and self.verbatim() is not None

    @property
    def foreign(self) -> VendorState | None:
        """A record that does not go back: somebody else's, or one that tells of other calls."""
        return self.state if self.verbatim() is None else None

    def verbatim(self) -> dict[str, Any] | None:
        """The provider's record, if it is there and still tells of the same calls."""
        if self.state is None or not self.is_owner:
            return None
        try:
            record = parsed(self.state.blob)
        except ValueError:
            return None
        ids = [as_text(value) for value in as_list(as_object(record).get("calls"))]
        known = [use.call.id for use in self.tool_uses]
        if not isinstance(record, dict) or len(ids) != len(known):
            return None
        if set(ids) == set(known):
            return dict(record)
        # A copy of the round in another turn may have given its uses IDs of their own.
        return None if set(ids) & set(known) else {**record, "calls": known}


Entry = Said | Answered


@dataclass(frozen=True, slots=True)
class WireCall:
    """A call and its result as a request carries them."""

    id: str
    tool_use_id: str
    name: str
    arguments: dict[str, Any]
    arguments_text: str
    result: str
    is_error: bool


class History:
    """One send's history: earlier turns, the prompt, the rounds so far. Owned by its exchange."""

    def __init__(self, assignment: Assignment, owner: Owner, takes: Takes) -> None:
        earlier = [turn for turn in assignment.earlier if not _was_too_long(turn)]
        attachments = [part for turn in (*earlier, assignment.turn) for part in _attached(turn)]
        self.planned = plan_all(attachments, assignment.files, takes)
        self._entries: list[Entry] = []
        # Results that are not in their rounds yet, and where the call of an ID was made last.
        self._results: dict[tuple[int, str], ToolResult] = {}
        self._places: dict[str, int] | None = None
        planned = iter(self.planned)
        for turn in (*earlier, assignment.turn):
            self._entries.append(_said(turn, [next(planned) for _ in _attached(turn)]))
            is_current = turn is assignment.turn
            for round_ in _heard(turn):
                self._entries.append(answered(turn, round_, owner, is_current=is_current))

    def add_round(self, parts: tuple[Part, ...], stop: Stop, state: VendorState) -> None:
        unanswered = _CUT_OFF if stop.vetoes_calls else _INTERRUPTED
        self._take_results()
        self._entries.append(Answered(parts, stop, unanswered, state, is_current=True))
        self._places = None

    def add_result(self, result: ToolResult) -> None:
        """Raises KeyError for a result that no call of this send asked for."""
        if self._places is None:
            self._places = {
                use.call.id: number
                for number, entry in enumerate(self._entries)
                if isinstance(entry, Answered)
                for use in entry.tool_uses
            }
        self._results[self._places[result.tool_use_id], result.tool_use_id] = result

    def _take_results(self) -> None:
        """All at once: a round of a thousand calls is not copied a thousand times."""
        for number in {number for number, _ in self._results}:
            entry = self._entries[number]
            if isinstance(entry, Answered):
                own = {call: each for (at, call), each in self._results.items() if at == number}
                self._entries[number] = _with_results(entry, own)
        self._results.clear()

    def rounds(self) -> list[Answered]:
        self._take_results()
        return [entry for entry in self._entries if isinstance(entry, Answered)]

    def entries(self) -> list[Entry]:
        """Valid for any dialect: begins with the user, and ends with something to answer."""
        self._take_results()
        merged: list[Entry] = []
        for entry in self._entries:
            if isinstance(entry, Answered):
                merged += [] if entry.is_empty else [entry]
            elif entry.is_empty:
                continue
            elif merged and isinstance(merged[-1], Said):
                merged[-1] = _joined(merged[-1], entry)
            else:
                merged.append(entry)
        return _with_ends(merged)


def wire_calls(answered: Answered, ids: CallIds, names: ToolNames) -> list[WireCall]:
    """The calls of a round, each with exactly one result, in the order of the provider's own
    record: one whose name came late was told of later."""
    record = answered.verbatim() or {}
    places = {as_text(value): place for place, value in enumerate(as_list(record.get("calls")))}
    uses = sorted(answered.tool_uses, key=lambda use: places.get(use.call.id, 0))
    return [_wire_call(use, answered, ids, names) for use in uses]


def _wire_call(use: ToolUse, answered: Answered, ids: CallIds, names: ToolNames) -> WireCall:
    call, result = use.call, use.result
    legal = legal_arguments(call.arguments)
    is_verbatim = bool(call.arguments.strip()) and is_whole_call(call.arguments)
    text = result.told if result is not None else answered.unanswered
    return WireCall(
        id=ids.call_id(call.provider_call_id, call.id, is_own=answered.is_own),
        tool_use_id=call.id,
        name=names.to_wire(call.name),
        arguments=legal,
        arguments_text=call.arguments if is_verbatim else dumped(legal),
        result=text if text.strip() else NO_OUTPUT,
        is_error=result is None or result.is_error,
    )


def marked_result(call: WireCall) -> str:
    """For dialects whose results carry no error flag."""
    if not call.is_error or call.result.lower().startswith("error"):
        return call.result
    return f"Error: {call.result}"


def _attached(turn: Turn) -> list[Attachment]:
    return [part for part in turn.prompt if isinstance(part, Attachment)]


def _said(turn: Turn, planned: list[Planned]) -> Said:
    texts = [one.text for one in planned if one.text]
    typed = turn.prompt_text
    text = "\n\n".join([*texts, typed] if typed.strip() else texts)
    return Said(text, tuple(one for one in planned if one.is_native))


def _joined(first: Said, second: Said) -> Said:
    texts = [said.text for said in (first, second) if said.text.strip()]
    return Said("\n\n".join(texts), first.media + second.media)


def _heard(turn: Turn) -> list[Round]:
    """Without rounds that failed and were asked again: what came of them was not gone on from."""
    last = len(turn.rounds) - 1
    return [
        round_
        for number, round_ in enumerate(turn.rounds)
        if number == last
        or round_.stop is not None
        or any(_is_certain(use) for use in round_.tool_uses)
    ]


def answered(turn: Turn, round_: Round, owner: Owner, *, is_current: bool) -> Answered:
    """A round as history has it for that owner."""
    state = round_.vendor_state
    is_whole = round_.stop is not None
    is_owner = is_whole and state is not None and owner.owns(state)
    return Answered(
        parts=round_.parts if is_whole else _certain(round_.parts),
        stop=round_.stop,
        unanswered=_unanswered(turn, round_.stop),
        state=state,
        is_owner=is_owner,
        is_own=is_owner or owner.answered(round_.origin),
        is_current=is_current,
    )


def _certain(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """A round that was cut off: its text, and the calls that arrived whole and were answered."""
    return tuple(part for part in parts if not isinstance(part, ToolUse) or _is_certain(part))


def _is_certain(use: ToolUse) -> bool:
    is_whole = use.state is not ToolState.ARRIVING and is_whole_call(use.call.arguments)
    return is_whole and use.result is not None and bool(use.call.name)


def _unanswered(turn: Turn, stop: Stop | None) -> str:
    if stop is not None and stop.vetoes_calls:
        return _CUT_OFF
    match turn.state:
        case TurnState.CANCELLED:
            return _CANCELLED
        case TurnState.INTERRUPTED | TurnState.RUNNING:
            return _INTERRUPTED
        case TurnState.COMPLETED | TurnState.FAILED:
            return _NOT_RUN


def _was_too_long(turn: Turn) -> bool:
    """A prompt that no model has read, because it was too long, would make each later request too
    long as well: the chat could not go on."""
    failure = turn.failure
    is_refused = failure is not None and failure.category is Category.CONTEXT_TOO_LONG
    return is_refused and not any(round_.parts for round_ in turn.rounds)


def _with_results(entry: Answered, results: Mapping[str, ToolResult]) -> Answered:
    parts = tuple(
        replace(part, result=results[part.call.id])
        if isinstance(part, ToolUse) and part.call.id in results
        else part
        for part in entry.parts
    )
    return replace(entry, parts=parts)


def _with_ends(entries: list[Entry]) -> list[Entry]:
    if entries and isinstance(entries[0], Answered):
        entries.insert(0, Said(_NO_BEGINNING))
    last = entries[-1] if entries else None
    is_answerable = isinstance(last, Said) or (
        last is not None and (bool(last.tool_uses) or last.is_paused)
    )
    if not is_answerable:
        entries.append(Said(CONTINUE))
    return entries


def recorded_parts(text: str, reasoning: str, calls: tuple[ToolCall, ...]) -> tuple[Part, ...]:
    """A round's neutral parts, as far as history needs them."""
    return tuple(_recorded(text, reasoning, calls))


def _recorded(text: str, reasoning: str, calls: tuple[ToolCall, ...]) -> Iterator[Part]:
    if reasoning:
        yield Reasoning(reasoning)
    if text:
        yield Text(text)
    for call in calls:
        yield ToolUse(call, ToolState.READY)
