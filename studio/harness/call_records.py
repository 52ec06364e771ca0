"""Keeps what each call really was, without delaying the turn that made it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from studio.core.call_recording import CallRecording
from studio.core.errors import StudioError
from studio.core.messages import ToolCall
from studio.core.server_traffic import LogLine, ServerMessage
from studio.core.tools import ToolDefinition
from studio.harness.late_work import LateWork
from studio.harness.ports import Clock

_log = logging.getLogger(__name__)

# By name: it loads what judges arguments, and is not needed before the first call.
_BUILDING = "studio.harness.call_building"


@dataclass(frozen=True, slots=True)
class EndedCall:
    """A call that has ended, or was refused before it ran. `definition` is None for a tool that
    nobody offers; `arguments` are those that ran, or the JSON text of those that were asked for.
    `raw` is the result as it came over the wire. `began` in seconds since the epoch."""

    chat_id: str
    turn_id: str
    call: ToolCall
    definition: ToolDefinition | None
    arguments: Mapping[str, Any] | str = field(repr=False)
    began: float
    raw: str = field(default="", repr=False)
    was_rejected: bool = False


RecordCall = Callable[[EndedCall], None]
SaveCall = Callable[[CallRecording], Awaitable[None]]


def record_nothing(_ended: EndedCall) -> None:
    return


class Traffic(Protocol):
    """What travelled between Callboard and the MCP servers. From memory, at once."""

    def messages(self, server_id: str) -> tuple[ServerMessage, ...]: ...

    def log(self, server_id: str) -> tuple[LogLine, ...]: ...


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What travelled from a call's beginning to its end, of all calls of its server."""

    messages: tuple[ServerMessage, ...] = ()
    log: tuple[LogLine, ...] = ()
    until: float = 0.0


class CallRecords:
    """Hands recordings to the store in tasks of its own. Lives while the application does."""

    def __init__(self, save: SaveCall, traffic: Traffic, clock: Clock) -> None:
        self._save = save
        self._traffic = traffic
        self._clock = clock
        self._late = LateWork("recordings of calls")

    def keep(self, ended: EndedCall) -> None:
        """Returns at once. What then goes wrong is logged: no call may fail for its recording."""
        meanwhile = self._meanwhile(ended)
        self._late.start(self._kept(ended, meanwhile), "keep call")

    async def settled(self) -> None:
        """Waits until all that was handed over is kept."""
        await self._late.settled()

    async def aclose(self, within: float = 2.0) -> None:
        await self._late.aclose(within)

    def _meanwhile(self, ended: EndedCall) -> Meanwhile:
        """Now: the host keeps the last messages only."""
        server_id = ended.definition.server_id if ended.definition is not None else ""
        until = self._clock()
        if not server_id or ended.was_rejected:
            return Meanwhile(until=until)
        messages = self._traffic.messages(server_id)
        return Meanwhile(
            tuple(each for each in messages if each.at >= ended.began),
            tuple(line for line in self._traffic.log(server_id) if line.at >= ended.began),
            until,
        )

    async def _kept(self, ended: EndedCall, meanwhile: Meanwhile) -> None:
        try:
            recording = await asyncio.to_thread(_built, ended, meanwhile)
            await self._save(recording)
        except StudioError as error:
            _log.warning("A recording of a call was not kept: %s", error)
        except Exception as error:
            # Without its words: they may quote what was said.
            _log.error("A recording of a call was not kept: %s", type(error).__name__)


def _built(ended: EndedCall, meanwhile: Meanwhile) -> CallRecording:
    recording: CallRecording = import_module(_BUILDING).built(ended, meanwhile)
    return recording
