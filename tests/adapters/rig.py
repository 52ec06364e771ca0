"""Puts an adapter together as the program does, around a server of a test's own."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

import httpx

from studio.adapters.clients import Clients
from studio.adapters.factory import Endpoints, HttpAdapterFactory, Workshop
from studio.adapters.http import Patience
from studio.adapters.recorder import Recorder
from studio.adapters.retry import RetryPolicy
from studio.core.chats import Assignment, ChatSettings, Turn
from studio.core.errors import Category, Failure, StudioError
from studio.core.events import RetryScheduled, RoundEvent, TextDelta
from studio.core.messages import Dialect, Text
from studio.core.profiles import Kind, ProviderProfile
from studio.core.recording import PackedRecording, Recording
from studio.core.tools import ToolDefinition
from studio.harness.ports import Adapter, Sleep

KEY = "sk-" + "planted-0123456789abcdef"


class Vault:
    """Keys in memory; counts the reads. The rest of the port is not the adapters' business."""

    def __init__(self, keys: Mapping[str, str] | None = None) -> None:
        self.keys = dict(keys or {})
        self.reads: list[str] = []

    async def key(self, profile_id: str, key_id: str) -> str | None:
        self.reads.append(f"{profile_id}/{key_id}")
        return self.keys.get(f"{profile_id}/{key_id}")

    async def set_key(self, profile_id: str, key_id: str, key: str) -> None:
        self.keys[f"{profile_id}/{key_id}"] = key

    async def remember_until_exit(self, profile_id: str, key_id: str, key: str) -> None:
        await self.set_key(profile_id, key_id, key)

    async def remove_keys(self, profile_id: str, key_ids: tuple[str, ...]) -> None:
        for key_id in key_ids:
            self.keys.pop(f"{profile_id}/{key_id}", None)

    async def backend(self) -> str:
        return "memory"


class StillEngine:
    """Says where an engine would be; fails without one."""

    def __init__(self, address: tuple[str, str] | None = None) -> None:
        self._address = address

    async def address(self, profile: ProviderProfile) -> tuple[str, str]:
        if self._address is None:
            raise StudioError(Failure(Category.ENGINE, profile.name))
        return self._address


@dataclass
class Rig:
    """Everything around the adapters of one test. `waited` are the pauses asked for."""

    factory: HttpAdapterFactory
    workshop: Workshop
    vault: Vault
    recordings: list[Recording] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)

    async def adapter(self, prompt: str = "Hi") -> Adapter:
        return await self.factory.create(assignment(prompt))

    async def settled(self) -> list[Recording]:
        await self.workshop.recorder.settled()
        return self.recordings


@asynccontextmanager
async def rig(
    *profiles: ProviderProfile,
    keys: Mapping[str, str] | None = None,
    engine: tuple[str, str] | None = None,
    transports: Mapping[Kind, httpx.AsyncBaseTransport] | None = None,
    policy: RetryPolicy | None = None,
    clock: Callable[[], float] = lambda: 1_000.0,
    pause: Sleep | None = None,
) -> AsyncIterator[Rig]:
    recordings: list[Recording] = []
    waited: list[float] = []

    async def save(recording: PackedRecording) -> None:
        recordings.append(recording.unpacked())

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    nanoseconds, ids = count(0, 1_000), count(1)
    vault = Vault({f"{profile.id}/default": KEY for profile in profiles} | dict(keys or {}))
    recorder = Recorder(save, clock, lambda: next(nanoseconds))
    clients = Clients(transports or {})
    workshop = Workshop(
        Endpoints(vault, StillEngine(engine)),
        clients,
        recorder,
        Patience(policy or RetryPolicy(random=lambda: 0.5), clock, pause or sleep),
        lambda: f"id-{next(ids)}",
    )
    by_id = {profile.id: profile for profile in profiles}
    factory = HttpAdapterFactory(by_id.get, workshop, lambda: profiles[0].id)
    try:
        yield Rig(factory, workshop, vault, recordings, waited)
    finally:
        await recorder.aclose()
        await clients.aclose()


def profile(base_url: str, **changes: object) -> ProviderProfile:
    values = {
        "id": "p",
        "name": "P",
        "dialect": Dialect.OPENAI_CHAT,
        "base_url": base_url,
        "model": "m",
        "has_key": True,
        "idle_timeout": 5.0,
    }
    return ProviderProfile.model_validate(values | changes)


def assignment(
    prompt: str = "Hi", profile_id: str = "p", tools: tuple[ToolDefinition, ...] = ()
) -> Assignment:
    turn = Turn("turn", "chat", None, 0.0, (Text(prompt),))
    return Assignment((), turn, tools, ChatSettings(profile_id=profile_id))


async def heard_from(adapter: Adapter, into: list[RoundEvent] | None = None) -> list[RoundEvent]:
    """All events of one round. Those before a failure are in `into`."""
    events = into if into is not None else []
    round_ = adapter.stream_round("round", offer_tools=True, final_instruction=None)
    async with aclosing(round_) as stream:
        async for event in stream:
            events.append(event)
    return events


def text_of(events: list[RoundEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def retries_of(events: list[RoundEvent]) -> list[RetryScheduled]:
    return [event for event in events if isinstance(event, RetryScheduled)]
