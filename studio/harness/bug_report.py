"""A failing exchange as a bug report, ready to be pasted: Markdown. Pure.

Homes of users, e-mail addresses and addresses of computers are taken out of the whole of it, and
it says so. Keys were masked when the exchange was recorded.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from studio.core.call_recording import CallRecording
from studio.core.chats import Turn
from studio.core.errors import Failure
from studio.core.messages import Round, ToolUse
from studio.core.recording import Recording
from studio.harness.inspection_ports import StreamEvent
from studio.harness.redaction import Found
from studio.harness.report_texts import code_block, ending, fact, shortened, shortened_json
from studio.harness.trace_ports import Choice, Matter

TAKEN_OUT = frozenset({Matter.KEY, Matter.HOME, Matter.EMAIL, Matter.ADDRESS})
_LAST_EVENTS = 12
_LONGEST_EVENT = 600  # characters
_LONGEST_TAIL = 2_000
_LONGEST_TEXT = 4_000
_LAST_LINES = 20  # of what an MCP server said
_NAMES = {
    Matter.KEY: "keys",
    Matter.HOME: "folders of users",
    Matter.EMAIL: "e-mail addresses",
    Matter.ADDRESS: "addresses of computers",
}


@dataclass(frozen=True, slots=True)
class Machine:
    """What Callboard runs on."""

    callboard: str
    python: str
    qt: str
    system: str


@dataclass(frozen=True, slots=True)
class Incident:
    """What is reported. `attempts` are the round's recordings, oldest first; `events` those of the
    last attempt's reply; `quirks` in what the host is known to differ from its dialect. `use` and
    `call` are there where it is about a call."""

    turn: Turn
    round: Round | None = None
    attempts: tuple[Recording, ...] = ()
    events: tuple[StreamEvent, ...] = ()
    quirks: tuple[str, ...] = ()
    use: ToolUse | None = None
    call: CallRecording | None = None


def as_bug_report(incident: Incident, machine: Machine, homes: tuple[str, ...] = ()) -> str:
    """`homes` are the user's own folders, as they may be written."""
    text = "\n".join(_lines(incident, machine))
    found = Found(Choice(TAKEN_OUT, homes=homes))
    found.look(text)
    return f"{found.redactor().text(text)}\n{_redaction(found)}\n"


def _lines(incident: Incident, machine: Machine) -> Iterator[str]:
    turn, round_ = incident.turn, incident.round
    yield from ("# Bug report", "", "*What did you expect instead?*", "", "## What happened", "")
    yield from _happened(incident)
    yield from ("", "## Where", "")
    yield from _where(round_, incident.quirks)
    yield from (
        fact("Callboard", machine.callboard),
        fact("Python", machine.python),
        fact("Qt", machine.qt),
        fact("System", machine.system),
    )
    if round_ is not None and round_.retries:
        yield from ("", "## Retries", "")
        for retry in round_.retries:
            yield f"- attempt {retry.attempt}: {retry.category}, waited {retry.delay:.1f} s"
    if incident.use is not None:
        yield from _call(incident.use, incident.call)
    if incident.attempts:
        yield from _exchange(incident)
    else:
        yield from ("", "*Nothing is recorded of what went over the wire.*")
    yield from ("", fact("Turn", f"{turn.state}, rounds: {len(turn.rounds)}"))


def _happened(incident: Incident) -> Iterator[str]:
    turn, round_, use = incident.turn, incident.round, incident.use
    yield fact("When", _when(round_.started_at if round_ is not None else turn.created_at))
    if turn.failure is not None and _is_last(turn, round_):
        yield from _failure(turn.failure)
    elif use is not None and use.result is not None and use.result.is_error:
        yield fact("Tool call", f"{use.call.name}: {use.result.outcome}")
    else:
        yield "- No failure was noted."
    if round_ is not None and round_.stop is not None:
        reason = f" ({round_.stop_reason})" if round_.stop_reason else ""
        yield fact("The reply ended with", f"{round_.stop}{reason}")


def _is_last(turn: Turn, round_: Round | None) -> bool:
    """A turn's failure is that of its last round."""
    return round_ is None or not turn.rounds or turn.rounds[-1].id == round_.id


def _failure(failure: Failure) -> Iterator[str]:
    yield fact("Failure", str(failure.category))
    for name, value in (
        ("Status", str(failure.status) if failure.status is not None else ""),
        ("Code", failure.code),
        ("Request ID", failure.request_id),
        ("Address", failure.url),
    ):
        if value:
            yield fact(name, value)
    if failure.message:
        yield from ("", "The provider's own words:", "")
        yield from code_block(shortened(failure.message, _LONGEST_TEXT))


def _where(round_: Round | None, quirks: Sequence[str]) -> Iterator[str]:
    if round_ is None:
        return
    origin = round_.origin
    yield from (
        fact("Host", origin.host or "none: it runs inside Callboard"),
        fact("Dialect", str(origin.dialect)),
        fact("Model", origin.model),
    )
    if quirks:
        yield fact("Known of this host", ", ".join(quirks))


def _call(use: ToolUse, call: CallRecording | None) -> Iterator[str]:
    yield from ("", "## The tool call", "", fact("Tool", use.call.name))
    if call is not None and call.server_name:
        yield fact("Server", call.server_name)
    if use.result is not None:
        yield fact("Outcome", str(use.result.outcome))
    for at, told in call.faults if call is not None else ():
        yield fact("Does not fit the schema", f"{at or '/'} {told}")
    ran = call.arguments if call is not None and call.arguments else use.ran or use.call.arguments
    yield from ("", "Arguments:", "")
    yield from code_block(shortened_json(ran))
    if use.result is not None:
        yield from ("", "Result, as the model received it:", "")
        yield from code_block(shortened(use.result.told, _LONGEST_TEXT))
    if call is not None and call.raw:
        yield from ("", "Result, as it came:", "")
        yield from code_block(shortened_json(call.raw))
    if call is not None and call.log:
        yield from ("", "What the server said beside it:", "")
        said = "\n".join(line.text for line in call.log[-_LAST_LINES:])
        yield from code_block(shortened(said, _LONGEST_TEXT))


def _exchange(incident: Incident) -> Iterator[str]:
    last = incident.attempts[-1]
    place = urlsplit(last.url)
    yield from ("", "## Request", "")
    if len(incident.attempts) > 1:
        yield from (f"The last of {len(incident.attempts)} attempts.", "")
    head = [f"{last.method} {place.scheme}://{place.netloc}{place.path}" + _query(place.query)]
    head += [f"{name}: {value}" for name, value in last.request_headers]
    yield from code_block("\n".join(head))
    if last.request_body:
        yield ""
        yield from code_block(shortened_json(last.request_body.decode("utf-8", "replace")))
    yield from _response(last, incident.events)


def _query(query: str) -> str:
    return f"?{query}" if query else ""


def _response(last: Recording, events: Sequence[StreamEvent]) -> Iterator[str]:
    yield from ("", "## Response", "")
    if last.status is None:
        yield "There was none."
    else:
        head = [f"{last.connection.http_version or 'HTTP'} {last.status}"]
        head += [f"{name}: {value}" for name, value in last.response_headers]
        yield from code_block("\n".join(head))
    if last.error:
        yield from ("", fact("Ended before its time by", last.error))
    if last.ended_ns is not None:
        yield from ("", fact("Took", f"{last.ended_ns / 1e9:.3f} s"))
    if last.is_truncated:
        yield "- The recording was cut at its size limit."
    body = last.response_body
    if not body:
        return
    yield fact("Size", f"{len(body)} bytes in {len(last.chunks)} pieces")
    if len(events) > 1:
        yield from ("", f"The last {min(len(events), _LAST_EVENTS)} of {len(events)} events:", "")
        yield from code_block("\n".join(_event(each) for each in events[-_LAST_EVENTS:]))
    else:
        yield ""
        # Of something long the end, where it went wrong.
        yield from code_block(ending(body.decode("utf-8", "replace"), _LONGEST_TAIL))


def _event(event: StreamEvent) -> str:
    name = f" {event.name}" if event.name else ""
    return f"+{event.offset_ns / 1e9:.3f} s{name}\n{shortened(event.data, _LONGEST_EVENT)}"


def _redaction(found: Found) -> str:
    counts = ", ".join(f"{name}: {found.counts(each)}" for each, name in _NAMES.items())
    return (
        "---\n\nKeys were masked when this was recorded. Taken out since: "
        f"{counts}. What was said is in it, shortened: read it before it is sent."
    )


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
