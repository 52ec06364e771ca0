"""What is told of one call: its facts, its faults, what it means for trust, and its traffic."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from studio.core.call_recording import CallRecording
from studio.core.messages import ToolState, ToolUse
from studio.core.server_traffic import LogLine, LogSource, ServerMessage
from studio.core.tools import ToolDefinition
from studio.core.trust import ChatTrust, Level, Seen
from studio.harness.inspection_ports import JsonPath
from studio.ui.inspector.raw_facts import moment_text, span_text
from studio.ui.protocol_texts import gist
from studio.ui.ruling_texts import because_text, claims_text, finding_text
from studio.ui.texts import held_text, outcome_text, size, state_text
from studio.ui.trust_texts import level_text, seen_text
from studio.ui.visible import visible

translate = QCoreApplication.translate

_NANO = 1e9
_MOST = 200  # characters of a line of traffic
_MOST_FINDINGS = 5


@dataclass(frozen=True, slots=True)
class Passage:
    """One line of a call's traffic. `body` is the whole of it; JSON where `is_message`."""

    at: float
    text: str
    said: str
    body: str
    is_message: bool


def call_facts(
    use: ToolUse, recording: CallRecording | None, *, is_held: bool = False
) -> tuple[tuple[str, str], ...]:
    """Name and value of what is known; empty values have no line."""
    result = use.result
    took = ""
    if use.started_at is not None and use.ended_at is not None:
        took = span_text(round((use.ended_at - use.started_at) * _NANO))
    told = ""
    if result is not None:
        told = size(len(result.told))
        if result.is_shortened:
            whole = translate("inspector", "{0} of {1}")
            told = whole.format(told, size(result.full_size))
    server = recording.server_name if recording is not None else ""
    own = recording.own_name if recording is not None and server else ""
    return (
        (translate("inspector", "State"), held_text() if is_held else state_words(use)),
        (translate("inspector", "Server"), f"{server} · {own}" if server else ""),
        (
            translate("inspector", "Started"),
            moment_text(use.started_at) if use.started_at is not None else "",
        ),
        (translate("inspector", "Took"), took),
        (translate("inspector", "Told to the model"), told),
        (translate("inspector", "Provider's ID"), visible(use.call.provider_call_id)),
    )


def state_words(use: ToolUse) -> str:
    result = use.result
    said = state_text(use.state)
    if use.state is ToolState.ENDED and result is not None:
        said = outcome_text(result.outcome)
    if result is not None and result.is_replaced:
        said = translate("inspector", "{0}, replaced by you").format(said)
    if use.ran is not None:
        said = translate("inspector", "{0}, with arguments you edited").format(said)
    return said


def trust_lines(use: ToolUse, tool: ToolDefinition | None, trust: ChatTrust) -> tuple[str, ...]:
    """Why it was allowed, where its arguments went, and what its result did to the chat."""
    server = tool.server_name if tool is not None else ""
    lines = [because_text(use.ruling, server) if use.ruling is not None else ""]
    if tool is not None:
        lines.append(claims_text(tool))
    result = use.result
    if result is not None and result.outside:
        said = translate(
            "inspector", "The result was written by strangers ({0}); the model is told."
        )
        lines.append(said.format(visible(result.outside)))
    if result is not None:
        lines += map(finding_text, result.findings[:_MOST_FINDINGS])
    effects = [_effect(each.level, seen_text(each)) for each in _of_call(trust, use.call.id)]
    lines += effects
    if result is not None and not effects:
        lines.append(translate("inspector", "It did not change what this chat may send where."))
    return tuple(line for line in lines if line)


def _of_call(trust: ChatTrust, tool_use_id: str) -> Iterator[Seen]:
    return (each for each in trust.seen if each.tool_use_id == tool_use_id)


def _effect(level: Level, said: str) -> str:
    return translate("inspector", "Made this chat {0}: {1}.").format(
        level_text(level).lower(), visible(said)
    )


def faults(recording: CallRecording | None) -> tuple[tuple[JsonPath, str], ...]:
    """Where arguments did not fit the schema, and why."""
    if recording is None:
        return ()
    return tuple((path_of(pointer), visible(why)) for pointer, why in recording.faults)


def path_of(pointer: str) -> JsonPath:
    """Of a JSON pointer. A number may be a name too; in arguments it nearly never is."""
    steps = pointer.split("/")[1:]
    names = [step.replace("~1", "/").replace("~0", "~") for step in steps]
    return tuple(int(name) if name.isdecimal() else name for name in names)


def passages(recording: CallRecording) -> tuple[Passage, ...]:
    """Messages of the protocol and lines of the server's log, as they came."""
    both: Iterable[Passage] = (
        *(map(_of_message, recording.messages)),
        *(map(_of_line, recording.log)),
    )
    return tuple(sorted(both, key=lambda each: each.at))


def _of_message(message: ServerMessage) -> Passage:
    said = gist(message.body)
    way = translate("inspector", "sent") if message.is_sent else translate("inspector", "received")
    arrow = "→" if message.is_sent else "←"
    return Passage(message.at, f"{arrow} {said}", f"{way}: {said}", message.body, is_message=True)


def _of_line(line: LogLine) -> Passage:
    source = {
        LogSource.STDERR: "stderr",
        LogSource.STDOUT: "stdout",
        LogSource.LOG: translate("inspector", "log"),
        LogSource.CALLBOARD: "Callboard",
    }[line.source]
    text = visible(line.text[:_MOST])
    return Passage(line.at, f"{source}  {text}", f"{source}: {text}", line.text, is_message=False)
