"""What the exchanges of all dialects share: one send's profile, names, history and open round."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from studio.core.chats import Assignment, ChatSettings, Effort
from studio.core.events import RoundCompleted
from studio.core.messages import Dialect, ToolResult, VendorState
from studio.core.notices import Notice
from studio.core.tools import ToolDefinition
from studio.wire.attached import takes
from studio.wire.exchange import Target
from studio.wire.left_behind import notices
from studio.wire.lenient import cleaned, dumped
from studio.wire.model_names import begins_with_reasoning, claude_version
from studio.wire.names import CallIds, ToolNames
from studio.wire.offer import OfferedTool, offer, property_names
from studio.wire.past import Answered, History, Owner, WireCall, recorded_parts, wire_calls
from studio.wire.prose import Prose
from studio.wire.reply import Assembler, ReplyReader
from studio.wire.think_tags import Beginning, ThinkTags


class NoRoundError(RuntimeError):
    """A round was to be recorded that was never completed."""


class Send:
    """One send in one dialect. Owned by its exchange."""

    def __init__(self, target: Target, assignment: Assignment, dialect: Dialect) -> None:
        profile, model = target.profile, target.model
        self.profile = profile
        self.model = model
        self.quirks = target.quirks
        self.abilities = target.abilities
        self.settings: ChatSettings = assignment.settings
        known = _without_namesakes(assignment.tools if profile.offers_tools else ())
        self.offer = offer(known, target.quirks, target.abilities)
        self.tools = tuple(tool for tool in known if tool.name in self.offer.names)
        self.names = ToolNames(tool.name for tool in known)
        # Its own models check what properties are called, whoever passes the request on.
        is_strange = dialect is Dialect.ANTHROPIC_MESSAGES or claude_version(model) is not None
        self._properties = property_names(self.offer.tools) if is_strange else {}
        self._owner = Owner(dialect, profile.id, model)
        taken = takes(dialect, target.abilities, target.quirks)
        self.history = History(assignment, self._owner, taken)
        self._reader: ReplyReader | None = None

    def begin_round(self, assembler: Assembler, *, reads_lines: bool = False) -> ReplyReader:
        self._reader = ReplyReader(
            assembler, reads_lines=reads_lines, finished=self._with_our_names
        )
        return self._reader

    @property
    def streams(self) -> bool:
        return self.profile.streams and self.abilities.streams is not False

    def prose(self) -> Prose:
        """For one reply. Reasoning is taken out of the text where somebody says it is there."""
        if not (self.profile.splits_think_tags or self.quirks.splits_think_tags):
            return Prose()
        return Prose(ThinkTags(self._beginning()))

    def _beginning(self) -> Beginning:
        reasons = self.abilities.reasons
        if reasons is False or self.settings.effort is Effort.NONE:
            return Beginning.TEXT
        if begins_with_reasoning(self.model):
            return Beginning.REASONING
        # A host's flag is for all of its models: none of them is kept from being read at once.
        return Beginning.UNKNOWN if self.profile.splits_think_tags else Beginning.TEXT

    def offered(self) -> tuple[OfferedTool, ...]:
        """The tools in the words of the target, their names too."""
        return tuple(
            replace(
                tool,
                name=self.names.to_wire(tool.name),
                schema=self._properties[tool.name].schema(tool.schema)
                if tool.name in self._properties
                else tool.schema,
            )
            for tool in self.offer.tools
        )

    def wire_calls(self, answered: Answered, ids: CallIds) -> list[WireCall]:
        """The calls of a round with everything named as the target has it."""
        return [self._named(call) for call in wire_calls(answered, ids, self.names)]

    def record_round(self, record: Mapping[str, Any], text: str, reasoning: str) -> VendorState:
        """Takes the completed round in. Raises `NoRoundError` where none was completed."""
        completed = self._reader.result if self._reader is not None else None
        if completed is None:
            raise NoRoundError
        self._reader = None
        blob = dumped(cleaned({"calls": [call.id for call in completed.calls], **record}))
        parts = recorded_parts(text, reasoning, completed.calls)
        owner = self._owner
        state = VendorState(owner.dialect, owner.profile_id, owner.model, blob)
        self.history.add_round(parts, completed.stop, state)
        return state

    def notices(self) -> tuple[Notice, ...]:
        return (*notices(self.history.rounds(), self.history.planned), *self.offer.notices)

    def record_result(self, result: ToolResult) -> None:
        self.history.add_result(result)

    def _named(self, call: WireCall) -> WireCall:
        names = self._properties.get(self.names.to_original(call.name))
        if names is None or not names.are_changed:
            return call
        arguments = names.to_wire(call.arguments)
        return replace(call, arguments=arguments, arguments_text=dumped(arguments))

    def _with_our_names(self, completed: RoundCompleted) -> RoundCompleted:
        if not any(names.are_changed for names in self._properties.values()):
            return completed
        calls = tuple(
            replace(call, arguments=self._properties[call.name].to_original(call.arguments))
            if call.name in self._properties
            else call
            for call in completed.calls
        )
        return replace(completed, calls=calls)

    def body(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """The request body: what the dialect made, and the user's own parameters over it."""
        merged = _merged(own, self.profile.extra_parameters)
        return {key: cleaned(value) for key, value in merged.items()}


def _merged(own: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Objects are merged, anything else is replaced; null takes a parameter away that the host
    does not know."""
    merged = dict(own)
    for key, value in extra.items():
        before = merged.get(key)
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(before, Mapping):
            merged[key] = _merged(before, value)
        else:
            merged[key] = value
    return merged


def _without_namesakes(tools: tuple[ToolDefinition, ...]) -> tuple[ToolDefinition, ...]:
    """Providers refuse a request that offers one name twice."""
    return tuple({tool.name: tool for tool in reversed(tools)}.values())[::-1]
