"""The settings file."""

from pathlib import Path

from pydantic import ValidationError
from typing_extensions import override

from studio.core.settings import SETTINGS_VERSION, Settings
from studio.harness.ports import Clock, SettingsStore
from studio.store import json_file
from studio.store.set_aside import Reason, SetAside
from studio.store.worker import Worker


class FileSettings(SettingsStore):
    """Lives as long as the program. `set_aside` tells of a file that could not be used."""

    def __init__(self, path: Path, worker: Worker, clock: Clock) -> None:
        self._path = path
        self._worker = worker
        self._clock = clock
        self.set_aside: tuple[SetAside, ...] = ()

    @override
    async def load(self) -> Settings:
        return await self._worker.run(self._load)

    @override
    async def save(self, settings: Settings) -> None:
        content = settings.model_dump(mode="json")
        await self._worker.run(lambda: json_file.write(self._path, content))

    def _load(self) -> Settings:
        content = json_file.read(self._path, SETTINGS_VERSION)
        if content is None:
            return Settings()
        if isinstance(content, Reason):
            return self._defaults(content)
        try:
            return Settings.model_validate(content)
        except ValidationError:
            return self._defaults(Reason.DAMAGED)

    def _defaults(self, reason: Reason) -> Settings:
        aside = json_file.put_aside(self._path, reason, self._clock())
        self.set_aside = (*self.set_aside, aside)
        return Settings()
