"""The file of provider profiles. No secret is ever in it: keys are in the keyring."""

from pathlib import Path

from typing_extensions import override

from studio.core.profiles import PROFILES_VERSION, ProviderProfile
from studio.harness.ports import Clock, ProfileStore
from studio.store.model_file import ModelFile
from studio.store.set_aside import SetAside
from studio.store.worker import Worker

Profiles = tuple[ProviderProfile, ...]


class FileProfiles(ProfileStore):
    """Lives as long as the program, and is the only writer of its file.

    `set_aside` tells what became of a file that could not be used, or of which a part could not.
    """

    def __init__(self, path: Path, worker: Worker, clock: Clock) -> None:
        self._file = ModelFile(path, "profiles", PROFILES_VERSION, ProviderProfile, clock)
        self._worker = worker

    @property
    def set_aside(self) -> tuple[SetAside, ...]:
        return self._file.set_aside

    @override
    async def profiles(self) -> Profiles:
        return await self._worker.run(self._file.read)

    @override
    async def save_profile(self, profile: ProviderProfile) -> None:
        """A known profile keeps its place, a new one comes last."""

        def job() -> None:
            known = self._file.read()
            if any(other.id == profile.id for other in known):
                self._file.write(
                    tuple(profile if other.id == profile.id else other for other in known)
                )
            else:
                self._file.write((*known, profile))

        await self._worker.run(job)

    @override
    async def remove_profile(self, profile_id: str) -> None:
        def job() -> None:
            self._file.write(tuple(other for other in self._file.read() if other.id != profile_id))

        await self._worker.run(job)
