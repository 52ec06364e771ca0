"""Plays a trace through the real adapters and the real loop, without network, keys or keyring."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass

from typing_extensions import override

from studio.adapters.clients import Clients
from studio.adapters.factory import Endpoints, HttpAdapterFactory, Workshop
from studio.adapters.http import Patience
from studio.adapters.ports import Engine, Knowledge
from studio.adapters.recorded_transport import CueingRecorder, RecordedTransport
from studio.adapters.recorder import Save, forget
from studio.adapters.retry import RetryPolicy
from studio.core.abilities import Abilities
from studio.core.catalogue import Catalogue
from studio.core.chats import AttachedFile, Chat, Turn
from studio.core.errors import Category, Failure, KeyringError, StudioError
from studio.core.profiles import Kind, ProviderProfile
from studio.core.quirks import Quirks
from studio.core.replay_difference import ReplayDifference, turn_difference
from studio.core.trace import Trace, TraceTurn
from studio.harness.chat_ports import ChatStore
from studio.harness.forgetful_store import FilesAtHand, ForgetfulStore
from studio.harness.live_turn import Means
from studio.harness.playing import Playback
from studio.harness.ports import Clock, KeyVault
from studio.harness.redaction import alike
from studio.harness.replay_cues import Cues, Pace, Unplayable, unplayable

_NO_CATALOGUE = Catalogue()
_FULL_SPEED = Pace()


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of one turn. `reason`: it could not be played; `difference`: it came out
    otherwise; neither: it is the same. `turn` is what it came to."""

    traced: TraceTurn
    turn: Turn | None = None
    difference: ReplayDifference | None = None
    reason: Unplayable | None = None

    @property
    def is_same(self) -> bool:
        return self.difference is None and self.reason is None


class NoKeys(KeyVault):
    """A vault without a keyring."""

    @override
    async def key(self, profile_id: str, key_id: str) -> str | None:
        return None

    @override
    async def set_key(self, profile_id: str, key_id: str, key: str) -> None:
        raise _no_keyring()

    @override
    async def remember_until_exit(self, profile_id: str, key_id: str, key: str) -> None:
        raise _no_keyring()

    @override
    async def remove_keys(self, profile_id: str, key_ids: tuple[str, ...]) -> None:
        return

    @override
    async def backend(self) -> str:
        return ""


class _NoEngine(Engine):
    @override
    async def address(self, profile: ProviderProfile) -> tuple[str, str]:
        raise StudioError(Failure(Category.ENGINE, profile.name))


class _AsRecorded(Knowledge):
    """What was known of hosts and models then."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    @override
    def quirks(self, profile: ProviderProfile) -> Quirks:
        targets = (each for each in self._trace.targets if each.profile.id == profile.id)
        target = next(targets, None)
        return target.quirks if target is not None else Quirks()

    @override
    def abilities(self, profile: ProviderProfile, model: str) -> Abilities:
        target = self._trace.target(profile.id, model)
        return target.abilities if target is not None else Abilities()


class Replayer:
    """Made for one trace and closed by who made it. `save` gets what goes over the wire again.

    Without a store nothing is kept; a window that shows the chat gives its own.
    """

    def __init__(
        self,
        trace: Trace,
        pace: Pace = _FULL_SPEED,
        *,
        store: ChatStore | None = None,
        save: Save = forget,
        catalogue: Catalogue = _NO_CATALOGUE,
    ) -> None:
        self._trace = trace
        self._cues = Cues()
        self._clients = Clients({Kind.HTTP: RecordedTransport(self._cues, pace)})
        self._recorder = CueingRecorder(save, self._cues)
        workshop = self._workshop(pace, catalogue)
        profiles = _profiles(trace)
        factory = HttpAdapterFactory(profiles.get, workshop)
        files: dict[str, AttachedFile] = {}
        for traced in trace.turns:
            files |= dict(traced.files)
        means = Means(
            store or ForgetfulStore(),
            factory,
            self._recorded_clock(),
            self._cues.new_round,
            asyncio.sleep,
            attachments=FilesAtHand(files),
        )
        self.session = Playback(_chat(trace), means, trace, self._cues, pace)

    async def play(self) -> AsyncGenerator[Replayed]:
        """Every turn, as soon as it is over. Close it with `aclosing`."""
        for traced in self._trace.turns:
            yield await self.play_turn(traced)

    async def play_turn(self, traced: TraceTurn) -> Replayed:
        reason = unplayable(traced)
        if reason is not None:
            return Replayed(traced, reason=reason)
        turn = await self.session.play(traced)
        difference = self._cues.difference or turn_difference(
            traced.turn, turn, alike if self._trace.head.redacted else str
        )
        return Replayed(traced, turn, difference)

    async def aclose(self) -> None:
        await self.session.close()
        await self._recorder.aclose()
        await self._clients.aclose()

    async def settled(self) -> None:
        """Until all that went over the wire again was given to `save`."""
        await self._recorder.settled()

    def _workshop(self, pace: Pace, catalogue: Catalogue) -> Workshop:
        return Workshop(
            Endpoints(NoKeys(), _NoEngine(), catalogue=catalogue),
            self._clients,
            self._recorder,
            Patience(RetryPolicy(), self._recorded_clock(), pace.wait),
            self._cues.new_call,
            _AsRecorded(self._trace),
        )

    def _recorded_clock(self) -> Clock:
        """The time at which the trace was made, and on from there."""
        loop = asyncio.get_running_loop()
        begun, then = loop.time(), self._trace.chat.updated_at
        return lambda: then + loop.time() - begun


def _profiles(trace: Trace) -> Mapping[str, ProviderProfile]:
    """Each as one that is asked over HTTP, whatever it was: the practice provider too."""
    urls: dict[str, str] = {}
    for traced in trace.turns:
        profile_ids = {each.id: each.origin.profile_id for each in traced.turn.rounds}
        for recording in traced.recordings:
            profile_id = profile_ids.get(recording.round_id, "")
            urls.setdefault(profile_id, recording.url.partition("?")[0])
    return {
        each.profile.id: _reachable(each.profile, urls.get(each.profile.id, ""))
        for each in trace.targets
    }


def _reachable(profile: ProviderProfile, url: str) -> ProviderProfile:
    is_named = profile.kind is Kind.HTTP and profile.base_url
    base_url = profile.base_url if is_named else url
    return profile.model_copy(update={"kind": Kind.HTTP, "base_url": base_url, "keys": ()})


def _chat(trace: Trace) -> Chat:
    chat = trace.chat
    return Chat(chat.id, chat.title, chat.created_at, chat.updated_at, chat.settings, is_kept=False)


def _no_keyring() -> KeyringError:
    return KeyringError(Failure(Category.KEYRING), "")
