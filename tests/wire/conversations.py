"""Random chats, driven as the loop drives them: each reply is read, recorded and answered, and
any of it can be stopped, cut off by a crash, edited, or go on with another provider."""

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

from studio.core.abilities import Abilities
from studio.core.chats import Assignment, AttachedFile, ChatSettings, Effort, Turn
from studio.core.events import ServerToolReported
from studio.core.messages import (
    Attachment,
    Dialect,
    Origin,
    Outcome,
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
)
from studio.core.notices import Notice
from studio.core.profiles import ProviderProfile
from studio.core.quirks import CallIdStyle, Quirks, ReasoningReturn, SchemaStyle
from studio.core.tools import ToolDefinition
from studio.wire.dialects import exchange_for
from studio.wire.exchange import Exchange, Target
from tests.wire.replies import Reading, read
from tests.wire.spoken import Spoken, SpokenCall, spoken

FILES = {
    "png": AttachedFile(b"\x89PNG picture"),
    "gif": AttachedFile(b"GIF89a"),
    "pdf": AttachedFile(b"%PDF", "Text of the ```document```."),
    "csv": AttachedFile(b"a,b\n1,2"),
    "bin": AttachedFile(b"\0\1\2"),
    "empty": AttachedFile(b""),
}
_MEDIA_TYPES = {
    "png": "image/png",
    "gif": "image/gif",
    "pdf": "application/pdf",
    "csv": "text/csv",
    "bin": "application/zip",
    "empty": "text/plain",
    "gone": "image/jpeg",
}
ATTACHED = {
    kind: Attachment(f"a {kind}", media_type, 1, kind) for kind, media_type in _MEDIA_TYPES.items()
}
_TOOLS = (
    ToolDefinition("get_time", "Tells the time.", {"type": "object"}),
    ToolDefinition("搜索/2", "Finds.", {"type": "object", "anyOf": [{"properties": {"q": {}}}]}),
    ToolDefinition("3d_print", "Prints.", {"type": "object", "properties": {"x": {}}}),
)


def _who(dialect: Dialect, name: str = "a", model: str = "model", **known: Any) -> Target:
    profile = ProviderProfile(
        id=f"{dialect}-{name}", name=name, dialect=dialect, base_url="https://host.example/v1"
    )
    quirks = Quirks.model_validate(known.get("quirks", {}))
    return Target(profile, model, quirks, Abilities.model_validate(known.get("abilities", {})))


_BLIND = {"takes_images": False, "takes_files": False}
TARGETS = (
    *(_who(dialect) for dialect in Dialect),
    *(_who(dialect, "blind", abilities=_BLIND) for dialect in Dialect),
    _who(Dialect.OPENAI_CHAT, "mistral", quirks={"call_ids": CallIdStyle.NINE_ALPHANUMERIC}),
    _who(
        Dialect.OPENAI_CHAT,
        "deepseek",
        quirks={"reasoning_return": ReasoningReturn.REQUIRED_BESIDE_CALLS, "image_bytes": 3},
    ),
    _who(Dialect.OPENAI_CHAT, "kept", quirks={"reasoning_return": ReasoningReturn.ALWAYS}),
    _who(Dialect.OPENAI_CHAT, "never", quirks={"reasoning_return": ReasoningReturn.NEVER}),
    _who(Dialect.OPENAI_CHAT, "openai", quirks={"reads_documents": True, "max_tools": 2}),
    _who(Dialect.OPENAI_RESPONSES, "openai", quirks={"reads_documents": True}),
    _who(Dialect.OPENAI_RESPONSES, "strict", quirks={"schemas": SchemaStyle.STRICT}),
    _who(Dialect.ANTHROPIC_MESSAGES, model="claude-sonnet-4-5"),
    _who(Dialect.ANTHROPIC_MESSAGES, model="claude-opus-4-6"),
    _who(Dialect.GOOGLE_GEMINI, model="gemini-3-pro-preview"),
    _who(Dialect.GOOGLE_GEMINI, "vertex", quirks={"schemas": SchemaStyle.OPENAPI_SUBSET}),
    _who(Dialect.OLLAMA_CHAT, "kept", quirks={"reasoning_return": ReasoningReturn.ALWAYS}),
)


@dataclass(frozen=True)
class Asked:
    """One round as it will go: what is said, and how much of it is answered, how."""

    reply: Spoken
    answered: int = 9
    outcome: Outcome = Outcome.DONE
    is_silent: bool = False  # results are empty


@dataclass(frozen=True)
class Planned:
    """One turn as it will go, with the target of that number. `damage` is what becomes of it
    before the next."""

    who: int
    prompt: tuple[Part, ...]
    rounds: tuple[Asked, ...]
    ending: TurnState
    damage: str
    offers_tools: bool
    effort: Effort | None

    @property
    def target(self) -> Target:
        return TARGETS[self.who]


@dataclass(frozen=True)
class Sent:
    """One request, with all that it was built of."""

    target: Target
    assignment: Assignment
    body: Mapping[str, Any]
    notices: tuple[Notice, ...]


SIGNED = "c2lnbmVkIGJ5IG"  # and the number of the target that signed
_TEXTS = st.sampled_from(["", " ", "\n", "Fine.", "half \ud83d emoji", "a ``` fence  "])
_ARGUMENTS = st.sampled_from(["", "{}", '{"zone": "UTC"}', '{"q": ', "[1]", "nope", "[" * 3_000])
_IDS = st.sampled_from(
    ["", "call_1", "call_1", "functions.ls:0", "a.b", "a:b", "toolu_9", "i" * 90, "ü", "D681PevKs"]
)
_NAMES = st.sampled_from(["get_time", "tool_e2d", "", "gone.tool/v2", "3d_print", "n" * 80])
_CALLS = st.builds(SpokenCall, _IDS, _NAMES, _ARGUMENTS)
_STOPS = st.sampled_from([Stop.END, Stop.END, Stop.LENGTH, Stop.CONTENT_FILTER, Stop.PAUSE])
_REPLIES = st.builds(
    Spoken,
    reasoning=st.sampled_from(["", "", " ", "Let me think."]),
    signature=st.sampled_from(["", SIGNED]),
    text=_TEXTS,
    calls=st.lists(_CALLS, max_size=3).map(tuple),
    stop=_STOPS,
    runs_tool=st.booleans(),
    share=st.sampled_from([1.0, 1.0, 1.0, 0.9, 0.5, 0.1]),
)
_ASKED = st.builds(
    Asked, _REPLIES, st.sampled_from([9, 9, 1, 0]), st.sampled_from(list(Outcome)), st.booleans()
)
_ATTACHMENTS = st.sampled_from([*ATTACHED.values()])
_PROMPTS = st.lists(st.one_of(_TEXTS.map(Text), _ATTACHMENTS), max_size=3).map(tuple)
_DAMAGES = st.sampled_from(
    ["", "", "", "", "no prompt", "lost result", "lost call", "lost state", "odd state", "copied"]
)


def _planned(targets: st.SearchStrategy[int]) -> st.SearchStrategy[Planned]:
    return st.builds(
        Planned,
        targets,
        _PROMPTS,
        st.lists(_ASKED, max_size=3).map(tuple),
        st.sampled_from([state for state in TurnState if state is not TurnState.RUNNING]),
        _DAMAGES,
        st.booleans(),
        st.none() | st.sampled_from(list(Effort)),
    )


def conversations(dialect: Dialect) -> st.SearchStrategy[list[Planned]]:
    """Chats that end with a turn in that dialect."""
    numbers = range(len(TARGETS))
    mine = st.sampled_from([n for n in numbers if TARGETS[n].profile.dialect is dialect])
    any_one = st.one_of(mine, st.sampled_from(numbers))
    return st.builds(
        lambda earlier, last: [*earlier, last],
        st.lists(_planned(any_one), max_size=4),
        _planned(mine),
    )


@dataclass
class Driver:
    """One chat while it goes on. Every request is kept."""

    sent: list[Sent] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def new_id(self) -> str:
        return f"id{next(self.numbers)}"

    def take(self, planned: Planned) -> None:
        turn = Turn(self.new_id(), "chat", None, 0.0, planned.prompt)
        settings = ChatSettings(system_prompt="Be brief.", effort=planned.effort)
        tools = _TOOLS if planned.offers_tools else ()
        assignment = Assignment(tuple(self.turns), turn, tools, settings, FILES)
        made = exchange_for(planned.target, assignment, self.new_id)
        rounds: list[Round] = []
        self._ask(planned, assignment, made, final=None)
        for asked in planned.rounds:
            round_ = self._round(planned, made, asked)
            rounds.append(round_)
            if round_.stop is None:
                break  # nothing was recorded: the turn is over
            self._ask(planned, assignment, made, final="Answer now.")
            if not (round_.tool_uses or round_.stop is Stop.PAUSE):
                break
        ended = replace(turn, rounds=tuple(rounds), state=planned.ending)
        self.turns.append(_damaged(ended, planned.damage, self.new_id))

    def _ask(
        self, planned: Planned, assignment: Assignment, made: Exchange, final: str | None
    ) -> None:
        for offer_tools in (True, False):
            request = made.request(offer_tools=offer_tools, final_instruction=final)
            self.sent.append(Sent(planned.target, assignment, request.body, made.notices()))

    def _round(self, planned: Planned, made: Exchange, asked: Asked) -> Round:
        target = planned.target
        dialect = target.profile.dialect
        reply = asked.reply
        if reply.signature:
            reply = replace(reply, signature=f"{SIGNED}{planned.who}=")
        reading = read(made.begin_round(""), [spoken(dialect, reply)])
        origin = Origin(target.profile.id, "", dialect, target.model)
        round_ = Round(self.new_id(), origin, 0.0)
        if reading.completed is None:
            return replace(round_, parts=tuple(_partial(reading, asked)))
        state = made.record_round()
        results = []
        for call in reading.completed.calls[: asked.answered]:
            result = _result(call, asked)
            made.record_result(result)
            results.append(result)
        parts = tuple(_whole(reading, reading.completed.calls, results))
        return replace(round_, parts=parts, stop=reading.completed.stop, vendor_state=state)


def drive(conversation: list[Planned]) -> Driver:
    driver = Driver()
    for planned in conversation:
        driver.take(planned)
    return driver


def _result(call: ToolCall, asked: Asked) -> ToolResult:
    text = "" if asked.is_silent else f"result of {call.id}."
    return ToolResult(call.id, text, asked.outcome, len(text))


def _prose(reading: Reading) -> Iterator[Part]:
    if reading.reasoning:
        yield Reasoning(reading.reasoning)
    if reading.text:
        yield Text(reading.text)
    tools = {e.use.id: e.use for e in reading.events if isinstance(e, ServerToolReported)}
    yield from tools.values()


def _whole(
    reading: Reading, calls: tuple[ToolCall, ...], results: list[ToolResult]
) -> Iterator[Part]:
    yield from _prose(reading)
    for call, result in itertools.zip_longest(calls, results):
        yield ToolUse(call, ToolState.ENDED if result else ToolState.RUNNING, result)


def _partial(reading: Reading, asked: Asked) -> Iterator[Part]:
    """What a crash leaves: calls that were arriving, some of them whole and even answered."""
    yield from _prose(reading)
    for number, call in enumerate(asked.reply.calls):
        made = ToolCall(f"half{number}", call.name, call.arguments, call.id)
        if number < asked.answered:
            yield ToolUse(made, ToolState.ENDED, _result(made, asked))
        else:
            yield ToolUse(made, ToolState.ARRIVING)


def _damaged(turn: Turn, damage: str, new_id: Any) -> Turn:
    if damage == "no prompt":
        return replace(turn, prompt=())
    return replace(turn, rounds=tuple(_damaged_round(r, damage, new_id) for r in turn.rounds))


def _damaged_round(round_: Round, damage: str, new_id: Any) -> Round:
    parts = round_.parts
    state = round_.vendor_state
    match damage:
        case "lost result":
            parts = tuple(replace(p, result=None) if isinstance(p, ToolUse) else p for p in parts)
        case "lost call":
            parts = tuple(part for part in parts if not isinstance(part, ToolUse))
        case "lost state":
            state = None
        case "odd state" if state is not None:
            odd = json.dumps({"calls": [use.call.id for use in round_.tool_uses], "items": [1, {}]})
            state = replace(state, blob=odd)
        case "copied":
            parts = tuple(_copied(part, new_id()) for part in parts)
        case _:
            pass
    return replace(round_, parts=parts, vendor_state=state)


def _copied(part: Part, use_id: str) -> Part:
    """As in a forked turn: the same use under an ID of its own."""
    if not isinstance(part, ToolUse):
        return part
    result = part.result and replace(part.result, tool_use_id=use_id)
    return replace(part, call=replace(part.call, id=use_id), result=result)
