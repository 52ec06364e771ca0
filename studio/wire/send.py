"""What the exchanges of all dialects share: one send's profile, names, history and open round."""

from collections.abc import Mapping
from typing import Any

from studio.core.chats import Assignment, ChatSettings
from studio.core.messages import Dialect, ToolResult, VendorState
from studio.core.notices import Notice
from studio.core.tools import ToolDefinition
from studio.wire.attached import takes
from studio.wire.exchange import Target
from studio.wire.left_behind import notices
from studio.wire.lenient import cleaned, dumped
from studio.wire.names import ToolNames
from studio.wire.past import History, Owner, recorded_parts
from studio.wire.reply import Assembler, ReplyReader


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
        self.tools: tuple[ToolDefinition, ...] = _without_namesakes(
            assignment.tools if profile.offers_tools else ()
        )
        self.names = ToolNames(tool.name for tool in self.tools)
        self._owner = Owner(dialect, profile.id, model)
        taken = takes(dialect, profile.base_url, target.abilities, target.quirks)
        self.history = History(assignment, self._owner, taken)
        self._reader: ReplyReader | None = None

    def begin_round(self, assembler: Assembler, *, reads_lines: bool = False) -> ReplyReader:
        self._reader = ReplyReader(assembler, reads_lines=reads_lines)
        return self._reader

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
        return notices(self.history.rounds(), self.history.planned)

    def record_result(self, result: ToolResult) -> None:
        self.history.add_result(result)

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
