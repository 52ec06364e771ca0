"""Profiles with keys in memory, and all around them that can refuse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from studio.core.errors import Category, Failure, KeyringError, StudioError
from studio.core.policy import NO_POLICY, Policy
from studio.core.profiles import KeySource, ProviderProfile
from studio.harness.key_texts import KeyMeans
from studio.harness.ports import Step, StepResult
from studio.harness.profiles import Profiles
from tests.fakes import FakeTime

ONE = "sk-test-" + "0123456789-wxyz"
TWO = "sk-other-" + "9876543210-abcd"
THERE = ProviderProfile(id="p", name="There", base_url="https://there.example/v1", model="m")


class Shelf:
    """A `ProfileStore` that writes down what a file would hold, and can be full."""

    def __init__(self, *profiles: ProviderProfile) -> None:
        self.rows = {one.id: one.model_dump_json() for one in profiles}
        self.is_full = False
        self.saves = 0

    async def profiles(self) -> tuple[ProviderProfile, ...]:
        return tuple(ProviderProfile.model_validate_json(row) for row in self.rows.values())

    async def save_profile(self, profile: ProviderProfile) -> None:
        await asyncio.sleep(0)
        if self.is_full:
            raise StudioError(Failure(Category.STORAGE, code="full"))
        self.rows[profile.id] = profile.model_dump_json()
        self.saves += 1

    async def remove_profile(self, profile_id: str) -> None:
        del self.rows[profile_id]


class Vault:
    """A `KeyVault` and a `RoundTrip`. `refusal` is a code; `hangs` never answers."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.in_memory: dict[str, str] = {}
        self.reads: list[str] = []
        self.refusal = ""
        self.round_trip = ""
        self.hangs = False

    async def key(self, profile_id: str, key_id: str) -> str | None:
        entry = f"{profile_id}/{key_id}"
        if entry in self.in_memory:
            return self.in_memory[entry]
        self.reads.append(entry)
        await self._reach()
        return self.keys.get(entry)

    async def set_key(self, profile_id: str, key_id: str, key: str) -> None:
        await self._reach()
        self.keys[f"{profile_id}/{key_id}"] = key
        self.in_memory.pop(f"{profile_id}/{key_id}", None)

    async def remember_until_exit(self, profile_id: str, key_id: str, key: str) -> None:
        self.in_memory[f"{profile_id}/{key_id}"] = key

    async def remove_keys(self, profile_id: str, key_ids: tuple[str, ...]) -> None:
        await self._reach()
        for key_id in key_ids:
            self.keys.pop(f"{profile_id}/{key_id}", None)
            self.in_memory.pop(f"{profile_id}/{key_id}", None)

    async def backend(self) -> str:
        await self._reach()
        return "Secret Service"

    async def try_round_trip(self) -> None:
        if self.round_trip:
            raise refused_by(self.round_trip)

    async def _reach(self) -> None:
        await asyncio.sleep(0)
        if self.hangs:
            await asyncio.get_running_loop().create_future()
        if self.refusal:
            raise refused_by(self.refusal)


def refused_by(code: str) -> KeyringError:
    return KeyringError(Failure(Category.KEYRING, f"it said {code}", code=code), "Secret Service")


class Outside:
    """An `OutsideKeys` of what was put in."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.asked: list[str] = []
        self.forgotten: list[str] = []
        self.code = "command_failed"

    async def key(self, source: KeySource, locator: str) -> str:
        self.asked.append(locator)
        if locator not in self.keys:
            raise StudioError(Failure(Category.KEY_MISSING, "not signed in", code=self.code))
        return self.keys[locator]

    def forget(self, source: KeySource, locator: str) -> None:
        self.forgotten.append(locator)


class Asked:
    """A `Directory` that notes the keys it was tried with."""

    def __init__(self) -> None:
        self.keys: list[str | None] = []
        self.failure: Failure | None = None

    async def models(self, profile: ProviderProfile, key: str | None) -> tuple[Any, ...]:
        return ()

    async def test(self, profile: ProviderProfile, key: str | None) -> AsyncGenerator[StepResult]:
        self.keys.append(key)
        yield StepResult(Step.MODELS, 1.0)
        yield StepResult(Step.ANSWER, 1.0, self.failure)
        yield StepResult(Step.STREAM, 1.0)


@dataclass
class KeyWorld:
    """All of it; `profiles` is what is tested."""

    shelf: Shelf
    vault: Vault
    profiles: Profiles
    outside: Outside = field(default_factory=Outside)
    directory: Asked = field(default_factory=Asked)
    time: FakeTime = field(default_factory=FakeTime)

    def saved(self, profile_id: str = "p") -> ProviderProfile:
        return ProviderProfile.model_validate_json(self.shelf.rows[profile_id])

    async def tested(self, key_id: str = "", typed: str | None = None) -> list[StepResult]:
        profile = self.profiles.profile("p")
        assert profile is not None
        return [step async for step in self.profiles.test(profile, typed, key_id)]


async def key_world(*profiles: ProviderProfile, policy: Policy = NO_POLICY) -> KeyWorld:
    shelf, vault, outside, directory = Shelf(*(profiles or (THERE,))), Vault(), Outside(), Asked()
    time, numbers = FakeTime(), count(1)
    means = KeyMeans(outside, time.clock, lambda: f"k{next(numbers)}")
    owner = Profiles(shelf, vault, directory, (), means, policy)  # type: ignore[arg-type]
    await owner.load()
    return KeyWorld(shelf, vault, owner, outside, directory, time)
