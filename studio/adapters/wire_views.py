"""Recorded bytes made readable: framed, read again, and told in every dialect."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from typing import Any

from typing_extensions import override

from studio.adapters.masking import Masker, parameter_secrets
from studio.adapters.ports import NOTHING_KNOWN, Knowledge
from studio.adapters.wire_reader import dialect_of, heard, recording_exchange, refused
from studio.core import events as ev
from studio.core.chats import Assignment, Turn
from studio.core.errors import RoundError
from studio.core.messages import Dialect, Origin, Text, TurnState
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks, ReasoningReturn
from studio.core.recording import Recording
from studio.core.transcript import TurnFold
from studio.harness.inspection_ports import DialectView, Placed, ReadReply, StreamEvent, WireViews
from studio.harness.ports import IdFactory
from studio.wire.dialect_views import Carried, carried, lost, origins
from studio.wire.exchange import Exchange, Target
from studio.wire.framing import frames
from studio.wire.lenient import dumped

# The whole message is shown, so plain reasoning is in it wherever it can be.
_WHOLE = Quirks(reasoning_return=ReasoningReturn.ALWAYS)
_PROMPT = "…"
_ENTRIES = ("messages", "input", "contents")
_OTHER = "other"  # a provider that nobody has set up


class RecordedViews(WireViews):
    """The harness's `WireViews`. Stateless but for the IDs that calls are given.

    `find_profile` gives the profile of an ID, None where there is none any more.
    """

    def __init__(
        self,
        new_id: IdFactory,
        find_profile: Callable[[str], ProviderProfile | None],
        known: Knowledge = NOTHING_KNOWN,
    ) -> None:
        self._new_id = new_id
        self._find_profile = find_profile
        self._known = known

    @override
    def stream(self, recording: Recording) -> tuple[StreamEvent, ...]:
        ends = list(accumulate(len(chunk.data) for chunk in recording.chunks))
        chunks = recording.chunks
        return tuple(
            StreamEvent(
                offset_ns=chunks[bisect_left(ends, frame.end)].offset_ns,
                name=frame.name,
                data=frame.data,
                begin=frame.begin,
                end=frame.end,
                is_stray=frame.is_stray,
            )
            for frame in frames(recording.response_body, reads_lines=_reads_lines(recording))
        )

    @override
    def reply(self, recording: Recording) -> ReadReply:
        error = refused(recording)
        if error is not None:
            return ReadReply(failure=error.failure)
        try:
            exchange = recording_exchange(recording, self._new_id, _turn(recording), _WHOLE)
        except RoundError as unknown:
            return ReadReply(failure=unknown.failure)
        events, error = heard(exchange, recording)
        calls = 0
        if error is None:
            exchange.record_round()
            calls = sum(
                len(event.calls) for _, event in events if isinstance(event, ev.RoundCompleted)
            )
        else:
            exchange = self._cut_off(recording, tuple(event for _, event in events))
        message = _said_last(exchange, calls)
        return ReadReply(events, message, error.failure if error is not None else None)

    @override
    def dialects(self, assignment: Assignment) -> tuple[DialectView, ...]:
        answered = tuple(origins(assignment))
        current = self._current(assignment, answered)
        targets = {dialect: self._target(dialect, answered, current) for dialect in Dialect}
        views = {
            dialect: carried(target, assignment, self._new_id)
            for dialect, target in targets.items()
        }
        before = views[current.profile.dialect]
        return tuple(
            _view(dialect, view, before, targets[dialect].profile)
            for dialect, view in views.items()
        )

    def _cut_off(self, recording: Recording, events: tuple[ev.RoundEvent, ...]) -> Exchange:
        """What goes back of a reply that never came to its end."""
        origin = Origin(_OTHER, _OTHER, dialect_of(recording), "")
        fold = TurnFold(_turn(recording))
        fold.apply(ev.RoundStarted(recording.round_id, origin, recording.started_at))
        for event in events:
            fold.apply(event)
        turn = replace(fold.turn(), state=TurnState.FAILED)
        return recording_exchange(recording, self._new_id, turn, _WHOLE)

    def _current(self, assignment: Assignment, answered: tuple[Origin, ...]) -> Target:
        """Who answered last, or is to answer."""
        if answered:
            return self._answerer(answered[0])
        settings = assignment.settings
        profile = self._find_profile(settings.profile_id) or _stranger(Dialect.OPENAI_CHAT)
        return self._known_target(profile, settings.model or profile.model or _OTHER)

    def _target(self, dialect: Dialect, answered: tuple[Origin, ...], current: Target) -> Target:
        """Whoever of that dialect has answered last, since that one's record goes back to it; else
        a stranger with the model's name of now."""
        if current.profile.dialect is dialect:
            return current
        origin = next((origin for origin in answered if origin.dialect is dialect), None)
        if origin is not None:
            return self._answerer(origin)
        return Target(_stranger(dialect), current.model)

    def _answerer(self, origin: Origin) -> Target:
        profile = self._find_profile(origin.profile_id)
        if profile is None or profile.dialect is not origin.dialect:
            gone = _stranger(origin.dialect)
            return Target(gone.model_copy(update={"id": origin.profile_id}), origin.model)
        return self._known_target(profile, origin.model)

    def _known_target(self, profile: ProviderProfile, model: str) -> Target:
        known = self._known
        return Target(profile, model, known.quirks(profile), known.abilities(profile, model))


def _reads_lines(recording: Recording) -> bool:
    try:
        return dialect_of(recording) is Dialect.OLLAMA_CHAT
    except RoundError:
        return "ndjson" in dict(recording.response_headers).get("content-type", "")


def _turn(recording: Recording) -> Turn:
    """What the reply was to, which is not asked here."""
    said = (Text(_PROMPT),)
    return Turn(recording.turn_id, recording.chat_id, None, recording.started_at, said)


def _said_last(exchange: Exchange, calls: int) -> str:
    """What the next request would hold of the reply: the entries after the prompt, without the
    results that are not there yet, and without what urges a model to go on."""
    body = exchange.request(offer_tools=False, final_instruction=None).body
    name = next(name for name in _ENTRIES if name in body)
    entries: list[Any] = list(body[name])[1:]
    if name == "input":
        entries = entries[: len(entries) - calls] if calls else entries
        entries = [entry for entry in entries if not _is_said(entry)]
        return dumped(entries) if entries else ""
    answer = next((entry for entry in entries if not _is_said(entry)), None)
    return dumped(answer) if answer is not None else ""


def _is_said(entry: Any) -> bool:
    return isinstance(entry, dict) and entry.get("role") == "user"


def _stranger(dialect: Dialect) -> ProviderProfile:
    return ProviderProfile(id=_OTHER, name=_OTHER, dialect=dialect)


def _view(
    dialect: Dialect, view: Carried, before: Carried, profile: ProviderProfile
) -> DialectView:
    # Nobody has recorded it, so what the user's own parameters hold of keys is masked here.
    masker = Masker(parameter_secrets(profile.extra_parameters))
    return DialectView(
        dialect=dialect,
        path=view.path,
        body=masker.text(dumped(view.body)),
        places=tuple(Placed(subject, path) for subject, path in view.places),
        notices=view.notices,
        lost=lost(view, before),
    )
