"""The file of provider profiles. No secret is ever in it: keys are in the keyring."""

from pathlib import Path
from typing import Any

from pydantic import ValidationError
from typing_extensions import override

from studio.core.profiles import PROFILES_VERSION, ProviderProfile
from studio.harness.ports import Clock, ProfileStore
from studio.store import json_file
from studio.store.set_aside import Reason, SetAside
from studio.store.worker import Worker

Profiles = tuple[ProviderProfile, ...]


class FileProfiles(ProfileStore):
    """Lives as long as the program, and is the only writer of its file.

    `set_aside` tells what became of a file that could not be used, or of which a part could not.
    """

    def __init__(self, path: Path, worker: Worker, clock: Clock) -> None:
        self._path = path
        self._worker = worker
        self._clock = clock
        self._profiles: Profiles | None = None
        self.set_aside: tuple[SetAside, ...] = ()

    @override
    async def profiles(self) -> Profiles:
        return await self._worker.run(self._read)

    @override
    async def save_profile(self, profile: ProviderProfile) -> None:
        """A known profile keeps its place, a new one comes last."""

        def job() -> None:
            known = self._read()
            if any(other.id == profile.id for other in known):
                self._write(tuple(profile if other.id == profile.id else other for other in known))
            else:
                self._write((*known, profile))

        await self._worker.run(job)

    @override
    async def remove_profile(self, profile_id: str) -> None:
        def job() -> None:
            self._write(tuple(other for other in self._read() if other.id != profile_id))

        await self._worker.run(job)

    def _read(self) -> Profiles:
        if self._profiles is None:
            self._profiles = self._load()
        return self._profiles

    def _load(self) -> Profiles:
        content = json_file.read(self._path, PROFILES_VERSION)
        if content is None:
            return ()
        rows = content if isinstance(content, Reason) else content.get("profiles")
        if not isinstance(rows, list):
            reason = rows if isinstance(rows, Reason) else Reason.DAMAGED
            self._report(json_file.put_aside(self._path, reason, self._clock()))
            return ()
        good = _good(rows)
        if len(good) < len(rows):
            # One bad profile does not cost the others. The next save would lose it, so it is kept.
            self._report(json_file.keep_copy(self._path, Reason.DAMAGED, self._clock()))
            self._write(good)
        return good

    def _write(self, profiles: Profiles) -> None:
        rows = [profile.model_dump(mode="json") for profile in profiles]
        json_file.write(self._path, {"version": PROFILES_VERSION, "profiles": rows})
        self._profiles = profiles

    def _report(self, aside: SetAside) -> None:
        self.set_aside = (*self.set_aside, aside)


def _good(rows: list[Any]) -> Profiles:
    """Those that are valid; of two with the same ID the first."""
    good: dict[str, ProviderProfile] = {}
    for row in rows:
        try:
            profile = ProviderProfile.model_validate(row)
        except ValidationError:
            continue
        good.setdefault(profile.id, profile)
    return tuple(good.values())
