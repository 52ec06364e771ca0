"""Reads recorded bytes back into the events they once were."""

from urllib.parse import urlsplit

from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.errors import Category, Failure, RoundError
from studio.core.events import RoundEvent
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks
from studio.core.recording import Recording
from studio.harness.ports import IdFactory
from studio.wire.dialects import exchange_for
from studio.wire.endpoints import CHAT_PATH, MESSAGES_PATH, OLLAMA_PATH, RESPONSES_PATH
from studio.wire.exchange import Exchange, Target
from studio.wire.failures import failure_from_response

_DIALECTS = {
    CHAT_PATH: Dialect.OPENAI_CHAT,
    RESPONSES_PATH: Dialect.OPENAI_RESPONSES,
    MESSAGES_PATH: Dialect.ANTHROPIC_MESSAGES,
    OLLAMA_PATH: Dialect.OLLAMA_CHAT,
}
_GEMINI_METHODS = (":generateContent", ":streamGenerateContent")
_NO_QUIRKS = Quirks()

Heard = tuple[tuple[tuple[int, RoundEvent], ...], RoundError | None]


class RecordedWire:
    """The harness's `WireReader`. Stateless but for the IDs that calls are given."""

    def __init__(self, new_id: IdFactory) -> None:
        self._new_id = new_id

    def read(self, recording: Recording) -> tuple[tuple[int, RoundEvent], ...]:
        """Raises `RoundError` where the round did; `events` gives what came before."""
        events, error = self.events(recording)
        if error is not None:
            raise error
        return events

    def events(self, recording: Recording) -> Heard:
        """All that was certain by the end, and what ended it."""
        error = refused(recording)
        if error is not None:
            return (), error
        return heard(recording_exchange(recording, self._new_id), recording)


def refused(recording: Recording) -> RoundError | None:
    """What the provider, or the way to it, said instead of a reply."""
    if recording.status is None:
        return RoundError(Failure(Category.NETWORK, recording.error, url=recording.url))
    if not 200 <= recording.status < 300:
        return RoundError(_refusal(recording))
    return None


def recording_exchange(
    recording: Recording, new_id: IdFactory, turn: Turn | None = None, quirks: Quirks = _NO_QUIRKS
) -> Exchange:
    """An exchange like the one that was recorded, after `turn`. Raises `RoundError` for an
    unknown dialect."""
    profile = ProviderProfile(id="recorded", name="recorded", dialect=dialect_of(recording))
    if turn is None:
        turn = Turn(recording.turn_id, recording.chat_id, None, recording.started_at, ())
    assignment = Assignment((), turn, (), ChatSettings())
    return exchange_for(Target(profile, "recorded", quirks), assignment, new_id)


def heard(exchange: Exchange, recording: Recording) -> Heard:
    """Feeds the exchange with the reply, as it was once fed."""
    reader = exchange.begin_round(dict(recording.response_headers).get("content-type", ""))
    events: list[tuple[int, RoundEvent]] = []
    at = 0
    for chunk in recording.chunks:
        at = chunk.offset_ns
        events += [(at, event) for event in reader.feed(chunk.data)]
        if reader.is_finished:
            break
    events += [(at, event) for event in reader.end()]
    try:
        events.append((at, reader.close()))
    except RoundError as error:
        return tuple(events), error
    return tuple(events), None


def dialect_of(recording: Recording) -> Dialect:
    """By its address. Raises `RoundError` for one that is none of ours."""
    path = urlsplit(recording.url).path
    for ending, dialect in _DIALECTS.items():
        if path.endswith(f"/{ending}"):
            return dialect
    if path.endswith(_GEMINI_METHODS):
        return Dialect.GOOGLE_GEMINI
    raise RoundError(Failure(Category.UNREADABLE_REPLY, code="dialect", url=recording.url))


def _refusal(recording: Recording) -> Failure:
    return failure_from_response(
        recording.status or 0,
        dict(recording.response_headers),
        recording.response_body,
        recording.url,
    )
