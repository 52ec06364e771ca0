"""Runs model files on this computer: one child process at a time, started when first needed."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from studio.adapters.engine_files import Runner, find_runner, scan
from studio.adapters.engine_process import EngineProcess
from studio.core.errors import Category, Failure, StudioError
from studio.core.profiles import EngineSettings, ProviderProfile
from studio.harness.ports import EngineState, ModelFile

EngineObserver = Callable[[str, EngineState, float], None]

_LOGGER = logging.getLogger(__name__)
_PATIENCE = 2.0


class LocalEngine:
    """Lives while the program does. Fulfils `LocalModels`, and the adapters' `Engine`.

    Only one model is in memory: asking for another profile's ends the one before. A child that
    crashed is started again at the next use.
    """

    def __init__(
        self,
        models_folder: Path,
        find: Callable[[], Runner | None] = find_runner,
    ) -> None:
        self._models_folder = models_folder
        self._find = find
        self._observers: list[EngineObserver] = []
        self._lock = asyncio.Lock()
        self._engine: EngineProcess | None = None
        self._start: asyncio.Task[EngineProcess] | None = None
        self._watch: asyncio.Task[None] | None = None

    async def files(self, folders: tuple[str, ...]) -> tuple[ModelFile, ...]:
        """Those in Callboard's own folder too. Folders that are gone hold nothing."""
        return await asyncio.to_thread(scan, (str(self._models_folder), *folders))

    def observe(self, observer: EngineObserver) -> None:
        self._observers.append(observer)

    async def address(self, profile: ProviderProfile) -> tuple[str, str]:
        """Base URL and key of the engine that runs this profile's model.

        Raises `StudioError` (engine). Giving up does not end the load: the next call finds it.
        """
        settings = profile.engine
        if settings is None or not settings.model_path:
            raise StudioError(Failure(Category.ENGINE, code="no_model_file"))
        async with self._lock:
            engine = await self._engine_for(profile.id, settings)
        return engine.base_url, engine.key

    @property
    def pid(self) -> int | None:
        """The running child's process ID."""
        engine = self._engine
        return engine.pid if engine is not None and engine.is_running else None

    async def aclose(self) -> None:
        """Ends the child, within three seconds whatever it does."""
        if self._start is not None:
            self._start.cancel()
            await asyncio.gather(self._start, return_exceptions=True)
            self._start = None
        await self._end()

    async def _engine_for(self, profile_id: str, settings: EngineSettings) -> EngineProcess:
        if self._start is not None:
            # A load that its asker gave up on goes on, and may be the one that is wanted.
            await asyncio.wait((self._start,))
            self._start = None
        engine = self._engine
        if engine is not None and engine.is_running and engine.settings == settings:
            return engine
        await self._end()
        start = asyncio.create_task(self._begin(profile_id, settings), name="engine start")
        self._start = start
        engine = await asyncio.shield(start)
        self._start = None
        return engine

    async def _begin(self, profile_id: str, settings: EngineSettings) -> EngineProcess:
        self._tell(profile_id, EngineState.LOADING, 0.0)
        try:
            engine = await self._loaded(profile_id, settings)
        except StudioError:
            self._tell(profile_id, EngineState.FAILED, 0.0)
            raise
        self._engine = engine
        self._watch = asyncio.create_task(self._watch_over(profile_id, engine), name="engine watch")
        self._tell(profile_id, EngineState.READY, 1.0)
        return engine

    async def _loaded(self, profile_id: str, settings: EngineSettings) -> EngineProcess:
        runner = await asyncio.to_thread(self._find)
        if runner is None:
            raise StudioError(Failure(Category.ENGINE, code="no_engine"))
        if not await asyncio.to_thread(Path(settings.model_path).is_file):
            failure = Failure(Category.ENGINE, settings.model_path, code="model_file_missing")
            raise StudioError(failure)
        try:
            engine = await EngineProcess.begin(runner, settings)
        except OSError as error:
            raise StudioError(Failure(Category.ENGINE, str(error), code="no_start")) from error
        try:
            await engine.wait_until_ready(
                lambda progress: self._tell(profile_id, EngineState.LOADING, progress)
            )
        except BaseException:
            await engine.end(_PATIENCE)
            raise
        return engine

    async def _watch_over(self, profile_id: str, engine: EngineProcess) -> None:
        """Notes the end of a child that nobody asked to end."""
        status = await engine.wait()
        if self._engine is engine:
            self._engine = None
            failure = engine.failure("engine_crashed", status)
            _LOGGER.warning("The engine ended by itself: %s", failure.message)
            self._tell(profile_id, EngineState.FAILED, 0.0)
        else:
            self._tell(profile_id, EngineState.STOPPED, 0.0)

    async def _end(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.end(_PATIENCE)
        watch, self._watch = self._watch, None
        if watch is not None:
            await watch

    def _tell(self, profile_id: str, state: EngineState, progress: float) -> None:
        for observer in tuple(self._observers):
            observer(profile_id, state, progress)
