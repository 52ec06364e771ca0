"""Builds the objects that the window and the command line share, and ends them in order."""

import asyncio
import logging
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from uuid import uuid4

from studio.adapters.clients import Clients
from studio.adapters.directory import HttpDirectory
from studio.adapters.discovery import LoopbackServers
from studio.adapters.engine import LocalEngine
from studio.adapters.engine_files import small_model_profile
from studio.adapters.factory import Endpoints, HttpAdapterFactory, Workshop
from studio.adapters.http import Patience
from studio.adapters.knowledge import HostsAndModels
from studio.adapters.known_models import KnownModels
from studio.adapters.ollama_models import HttpOllamaModels
from studio.adapters.practice import HUMAN_PACE, PracticeTransport, practice_profile
from studio.adapters.recorder import Recorder, forget
from studio.adapters.retry import RetryPolicy
from studio.core.catalogue import Catalogue
from studio.core.chats import Chat
from studio.core.policy import Policy
from studio.core.profiles import Kind, ProviderProfile
from studio.files.reader import ChildReader
from studio.harness.caps import Caps
from studio.harness.doctor import KeyringDoctor
from studio.harness.key_finds import KeyFinds
from studio.harness.key_texts import KeyMeans
from studio.harness.library import Library
from studio.harness.live_turn import Means
from studio.harness.models import Asking, Models
from studio.harness.preferences import Preferences
from studio.harness.profiles import Profiles
from studio.harness.session import SessionController
from studio.harness.usage import Ledger
from studio.store.attachments import SqliteAttachments
from studio.store.catalogue import load_catalogue
from studio.store.chats import SqliteChats
from studio.store.database import Database
from studio.store.desktop import find_desktop
from studio.store.failures import of_system
from studio.store.files import write_atomically
from studio.store.key_places import SystemKeyPlaces
from studio.store.keys import OsKeyVault
from studio.store.models import SqliteModels
from studio.store.outside_keys import SystemOutsideKeys
from studio.store.paths import Paths
from studio.store.policy import load_policy
from studio.store.profiles import FileProfiles
from studio.store.recordings import SqliteRecordings
from studio.store.set_aside import SetAside
from studio.store.settings import FileSettings
from studio.store.usage import SqliteUsage
from studio.store.worker import Worker
from studio.tools.built_in import BuiltInTools

_log = logging.getLogger(__name__)

# The window's own share comes before; together the exit stays below three seconds.
_STOP_SECONDS = 0.5
_SHUTDOWN_SECONDS = 1.0
_RECORDER_SECONDS = 0.3
_LEDGER_SECONDS = 0.2
_DATABASE_SECONDS = 0.5


def new_id() -> str:
    """Ours: unique, and no more than hexadecimal digits."""
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class Works:
    """Everything below the window. Opened once, closed once."""

    paths: Paths
    database: Database
    recordings: SqliteRecordings
    preferences: Preferences
    profiles: Profiles
    models: Models
    ledger: Ledger
    library: Library
    tools: BuiltInTools
    engine: LocalEngine
    recorder: Recorder
    clients: Clients
    files: Worker
    file_reader: ChildReader
    doctor: KeyringDoctor
    key_finds: KeyFinds
    servers: LoopbackServers
    ollama: HttpOllamaModels
    caps: Caps
    catalogue: Catalogue
    policy: Policy
    set_aside: tuple[SetAside, ...]

    async def prune(self) -> None:
        """Drops recordings that are older or more than the user keeps."""
        settings = self.preferences.settings
        await self.recordings.prune(
            settings.recordings_days, settings.recordings_bytes, time.time()
        )

    async def learn(self) -> None:
        """What this month took, which caps depend on; then what is known of models, of which some
        takes time to load."""
        try:
            await self.ledger.load()
        finally:
            await self.models.load()

    async def save_text(self, path: Path, text: str) -> None:
        """Writes a file that the user asked for. Raises `StorageError`."""
        try:
            await self.files.run(partial(write_atomically, path, text.encode()))
        except OSError as error:
            raise of_system(error, path) from error

    async def close(self) -> None:
        """Turns are stopped and saved first; then the engine, the connections, the database.

        Bounded: whatever hangs is left to the end of the process.
        """
        try:
            async with asyncio.timeout(_SHUTDOWN_SECONDS):
                await self.library.shutdown(_STOP_SECONDS)
                await self.ledger.aclose(_LEDGER_SECONDS)
                await asyncio.gather(self.engine.aclose(), self.clients.aclose())
                await self.recorder.aclose(_RECORDER_SECONDS)
        except TimeoutError:
            _log.warning("Not everything ended within %s s", _SHUTDOWN_SECONDS)
        finally:
            await self.database.close(within=_DATABASE_SECONDS)
            self.files.stop()


async def open_works(paths: Paths, *, pace: float = HUMAN_PACE) -> Works:
    """`pace` is the practice provider's, in tokens a second. Raises `StorageError`."""
    files = Worker("callboard-files")
    setting_file, profile_file = (
        FileSettings(paths.settings, files, time.time),
        FileProfiles(paths.profiles, files, time.time),
    )
    policy = await files.run(load_policy)
    preferences = Preferences(setting_file, policy)
    database = await Database.open(paths.database)
    await preferences.load()
    recordings = SqliteRecordings(database)
    vault, outside = OsKeyVault(), SystemOutsideKeys()
    engine = LocalEngine(paths.models)
    clients = Clients({Kind.PRACTICE: PracticeTransport(pace=pace)})
    save = forget if policy.records is False else recordings.save_recording
    recorder = Recorder(save, time.time, time.monotonic_ns)
    patience = Patience(RetryPolicy(), time.time, asyncio.sleep)
    catalogue = await files.run(load_catalogue)

    def model_names(profile_id: str) -> tuple[str, ...]:
        return tuple(entry.id for entry in models.entries(profile_id))

    workshop = Workshop(
        Endpoints(vault, engine, outside, catalogue, model_names),
        clients,
        recorder,
        patience,
        new_id,
        HostsAndModels(lambda profile, model: models.abilities(profile, model), catalogue.quirks),
        policy=policy,
    )
    directory = HttpDirectory(workshop)
    key_means = KeyMeans(outside, time.time, new_id)
    profiles = Profiles(profile_file, vault, directory, _built_in(), key_means, policy)
    models = Models(
        Asking(
            profiles.usable,
            profiles.key_text,
            directory,
            lambda *spent: ledger.note_aside(*spent),
        ),
        SqliteModels(database),
        KnownModels(),
        time.time,
    )
    ledger = Ledger(SqliteUsage(database), time.time, models.prices)
    await profiles.load()
    tools = BuiltInTools(lambda: preferences.settings.granted_folders, time.time)
    store = SqliteChats(database, time.time)
    caps = Caps(ledger.month_of_key, time.time)
    factory = HttpAdapterFactory(
        profiles.usable,
        workshop,
        lambda: preferences.settings.default_profile_id,
        caps.before_send,
    )
    means = Means(
        store,
        factory,
        time.time,
        new_id,
        asyncio.sleep,
        policy,
        note_round=ledger.note,
        note_key=profiles.note_key,
        attachments=SqliteAttachments(database),
    )

    def make_session(chat: Chat) -> SessionController:
        return SessionController(chat, means, tools, lambda: preferences.settings)

    return Works(
        paths=paths,
        database=database,
        recordings=recordings,
        preferences=preferences,
        profiles=profiles,
        models=models,
        ledger=ledger,
        library=Library(store, make_session, time.time, new_id),
        tools=tools,
        engine=engine,
        recorder=recorder,
        clients=clients,
        files=files,
        file_reader=ChildReader(),
        doctor=KeyringDoctor(vault, profiles, find_desktop),
        servers=LoopbackServers(catalogue, policy),
        ollama=HttpOllamaModels(workshop),
        key_finds=KeyFinds(SystemKeyPlaces(), catalogue, profiles),
        caps=caps,
        catalogue=catalogue,
        policy=policy,
        set_aside=_set_aside(database, setting_file, profile_file),
    )


def _built_in() -> tuple[ProviderProfile, ...]:
    small = small_model_profile()
    return (practice_profile(), *((small,) if small is not None else ()))


def _set_aside(
    database: Database, settings: FileSettings, profiles: FileProfiles
) -> tuple[SetAside, ...]:
    first = (database.set_aside,) if database.set_aside is not None else ()
    return (*first, *settings.set_aside, *profiles.set_aside)
