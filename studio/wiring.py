"""Builds the objects that the window and the command line share, and ends them in order."""

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Any
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
from studio.adapters.late_spans import LateSpans
from studio.adapters.ollama_models import HttpOllamaModels
from studio.adapters.practice_provider import HUMAN_PACE, PracticeLine, practice_profile
from studio.adapters.recorder import Recorder
from studio.adapters.retry import RetryPolicy
from studio.adapters.trust import trusting_context
from studio.core.call_recording import CallRecording
from studio.core.catalogue import Catalogue
from studio.core.chats import Chat
from studio.core.policy import Policy
from studio.core.profiles import Kind, ProviderProfile
from studio.core.recording import PackedRecording
from studio.core.settings import Settings
from studio.core.spending import price
from studio.files.reader import ChildReader
from studio.harness.call_records import CallRecords, EndedCall
from studio.harness.caps import Caps
from studio.harness.doctor import KeyringDoctor
from studio.harness.inspection_ports import Inspection
from studio.harness.key_finds import KeyFinds
from studio.harness.key_texts import KeyMeans
from studio.harness.late_inspection import LateInspection
from studio.harness.library import Library
from studio.harness.live_turn import Means
from studio.harness.models import Asking, Models
from studio.harness.outcomes import late_screen
from studio.harness.preferences import Preferences
from studio.harness.profiles import Profiles
from studio.harness.rule_book import RuleBook
from studio.harness.search_keys import SearchKeys
from studio.harness.servers import Servers
from studio.harness.session import SessionController
from studio.harness.tool_sources import ToolSources
from studio.harness.usage import Ledger
from studio.store.attachments import SqliteAttachments
from studio.store.catalogue import load_catalogue
from studio.store.chats import SqliteChats
from studio.store.database import Database
from studio.store.desktop import find_desktop
from studio.store.key_places import SystemKeyPlaces
from studio.store.keys import OsKeyVault
from studio.store.models import SqliteModels
from studio.store.other_clients import SystemOtherClients
from studio.store.outside_keys import SystemOutsideKeys
from studio.store.paths import Paths
from studio.store.policy import load_policy
from studio.store.profiles import FileProfiles
from studio.store.recordings import SqliteRecordings
from studio.store.rules import FileRules
from studio.store.servers import FileServers
from studio.store.set_aside import SetAside
from studio.store.settings import FileSettings
from studio.store.usage import SqliteUsage
from studio.store.worker import Worker
from studio.tools.built_in import BuiltInTools
from studio.tools.extensions import ExtensionTools
from studio.tools.mcp.host import McpHost
from studio.tools.threads import ToolThreads
from studio.tools.web.catalogue import web_tools
from studio.works import Works as Works

_log = logging.getLogger(__name__)

# By name: what the inspector alone needs is loaded with the first look, or the first call.
_INSPECTING = "studio.harness.inspecting"
_VIEWS = "studio.adapters.wire_views"
_CALLS = "studio.store.call_recordings"


def new_id() -> str:
    """Ours: unique, and no more than hexadecimal digits."""
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class _Ground:
    """What everything else stands on: files, database, the rules, and the network."""

    paths: Paths
    files: Worker
    setting_file: FileSettings
    profile_file: FileProfiles
    policy: Policy
    catalogue: Catalogue
    preferences: Preferences
    database: Database
    vault: OsKeyVault
    outside: SystemOutsideKeys
    engine: LocalEngine
    clients: Clients
    recordings: SqliteRecordings
    recorder: Recorder
    rule_file: FileRules
    rules: RuleBook
    server_file: FileServers
    file_reader: ChildReader


@dataclass(frozen=True, slots=True)
class _Providers:
    """Who can be asked, what is known of them, and what they took."""

    workshop: Workshop
    profiles: Profiles
    models: Models
    ledger: Ledger


async def open_works(paths: Paths, *, pace: float = HUMAN_PACE) -> Works:
    """`pace` is the practice provider's, in tokens a second. Raises `StorageError`."""
    ground = await _open_ground(paths, pace)
    await ground.preferences.load()
    await ground.rules.load()
    providers = _providers(ground)
    await providers.profiles.load()
    works = _works(ground, providers)
    await works.servers_of_tools.load()
    return replace(works, set_aside=_set_aside(ground))


async def _open_ground(paths: Paths, pace: float) -> _Ground:
    files = Worker("callboard-files")
    setting_file = FileSettings(paths.settings, files, time.time)
    policy = await files.run(load_policy)
    catalogue = await files.run(load_catalogue)
    database = await Database.open(paths.database)
    recordings = SqliteRecordings(database)
    preferences = Preferences(setting_file, policy)

    async def save(recording: PackedRecording) -> None:
        if _keeps_recordings(policy, preferences):
            await recordings.save_recording(recording)

    rule_file = FileRules(paths.rules, files, time.time)
    return _Ground(
        paths=paths,
        files=files,
        setting_file=setting_file,
        profile_file=FileProfiles(paths.profiles, files, time.time),
        policy=policy,
        catalogue=catalogue,
        preferences=preferences,
        database=database,
        vault=OsKeyVault(),
        outside=SystemOutsideKeys(),
        engine=LocalEngine(paths.models),
        clients=Clients({Kind.PRACTICE: PracticeLine(pace)}),
        recordings=recordings,
        recorder=Recorder(save, time.time, time.monotonic_ns),
        rule_file=rule_file,
        rules=RuleBook(rule_file, time.time, new_id),
        server_file=FileServers(paths.servers, paths.listings, files, time.time),
        file_reader=ChildReader(),
    )


def _providers(ground: _Ground) -> _Providers:
    """These know each other in a ring: a request needs what is known of its model, and what is
    known of a model comes by requests. Nobody is asked before all of them are made."""

    def model_names(profile_id: str) -> tuple[str, ...]:
        return tuple(entry.id for entry in models.entries(profile_id))

    catalogue, policy = ground.catalogue, ground.policy
    workshop = Workshop(
        Endpoints(ground.vault, ground.engine, ground.outside, catalogue, model_names),
        ground.clients,
        ground.recorder,
        Patience(RetryPolicy(), time.time, asyncio.sleep),
        new_id,
        HostsAndModels(lambda profile, model: models.abilities(profile, model), catalogue.quirks),
        policy=policy,
    )
    directory = HttpDirectory(workshop)
    key_means = KeyMeans(ground.outside, time.time, new_id)
    profiles = Profiles(
        ground.profile_file, ground.vault, directory, _built_in(), key_means, policy
    )
    asking = Asking(
        profiles.usable,
        profiles.key_text,
        directory,
        lambda *spent: ledger.note_aside(*spent),
    )
    models = Models(asking, SqliteModels(ground.database), KnownModels(), time.time)
    ledger = Ledger(SqliteUsage(ground.database), time.time, models.prices)
    return _Providers(workshop, profiles, models, ledger)


def _works(ground: _Ground, providers: _Providers) -> Works:
    preferences, profiles = ground.preferences, providers.profiles
    host = McpHost(ground.vault, time.time, ground.server_file, ground.file_reader)
    host.hold_back()  # until the window stands
    own = _own_tools(ground)
    extensions = ExtensionTools(ToolThreads(1), taken=own.names)
    tools = ToolSources(own, extensions, host)
    store = SqliteChats(ground.database, time.time)
    caps = Caps(providers.ledger.month_of_key, time.time)
    spans = LateSpans(lambda: preferences.settings, ground.vault, ground.policy)
    call_records = CallRecords(partial(_save_call, ground.database), host, time.time)
    means = replace(
        _means(ground, providers, store, caps, host, call_records), note_turn=spans.take
    )

    def make_session(chat: Chat) -> SessionController:
        return SessionController(chat, means, tools, lambda: preferences.settings)

    return Works(
        paths=ground.paths,
        database=ground.database,
        recordings=ground.recordings,
        preferences=preferences,
        profiles=profiles,
        models=providers.models,
        ledger=providers.ledger,
        library=Library(store, make_session, time.time, new_id),
        tools=tools,
        rules=ground.rules,
        servers_of_tools=Servers(ground.server_file, ground.vault, host),
        host=host,
        extensions=extensions,
        other_clients=SystemOtherClients(),
        search_keys=SearchKeys(ground.vault),
        spans=spans,
        engine=ground.engine,
        recorder=ground.recorder,
        call_records=call_records,
        inspection=LateInspection(partial(_inspection, ground, providers, call_records)),
        clients=ground.clients,
        files=ground.files,
        file_reader=ground.file_reader,
        doctor=KeyringDoctor(ground.vault, profiles, find_desktop),
        servers=LoopbackServers(ground.catalogue, ground.policy),
        ollama=HttpOllamaModels(providers.workshop),
        key_finds=KeyFinds(SystemKeyPlaces(), ground.catalogue, profiles),
        caps=caps,
        catalogue=ground.catalogue,
        policy=ground.policy,
    )


async def _save_call(database: Database, recording: CallRecording) -> None:
    calls: Any = import_module(_CALLS)
    await calls.SqliteCalls(database).save_call(recording)


def _inspection(ground: _Ground, providers: _Providers, call_records: CallRecords) -> Inspection:
    """Called once, in a thread."""
    views: Any = import_module(_VIEWS)
    calls: Any = import_module(_CALLS)
    inspecting: Any = import_module(_INSPECTING)

    async def settled() -> None:
        await ground.recorder.settled()
        await call_records.settled()

    made: Inspection = inspecting.Inspecting(
        ground.recordings,
        calls.SqliteCalls(ground.database),
        SqliteAttachments(ground.database),
        views.RecordedViews(new_id, providers.profiles.profile, providers.workshop.known),
        settled,
    )
    return made


def _own_tools(ground: _Ground) -> BuiltInTools:
    """Callboard's own. Each asks for the settings as they are when it runs."""

    def settings() -> Settings:
        return ground.preferences.settings

    async def read_document(name: str, data: bytes) -> str:
        return (await ground.file_reader.read_bytes(name, data)).file.text

    web = web_tools(
        private_hosts=lambda: settings().private_hosts,
        searches=lambda: settings().searches,
        search_urls=lambda: settings().search_urls,
        search_key=SearchKeys(ground.vault).key,
        read_document=read_document,
        context=trusting_context,
    )
    return BuiltInTools(
        lambda: settings().granted_folders,
        time.time,
        lambda: settings().folder_levels,
        lambda: settings().python_path,
        others=web,
    )


def _means(  # each is one object of the ring
    ground: _Ground,
    providers: _Providers,
    store: SqliteChats,
    caps: Caps,
    host: McpHost,
    call_records: CallRecords,
) -> Means:
    factory = HttpAdapterFactory(
        providers.profiles.usable,
        providers.workshop,
        lambda: ground.preferences.settings.default_profile_id,
        caps.before_send,
    )

    def record_call(ended: EndedCall) -> None:
        if _keeps_recordings(ground.policy, ground.preferences):
            call_records.keep(ended)

    return Means(
        store,
        factory,
        time.time,
        new_id,
        asyncio.sleep,
        ground.policy,
        note_round=providers.ledger.note,
        note_key=providers.profiles.note_key,
        attachments=SqliteAttachments(ground.database),
        screen=late_screen(lambda: ground.preferences.settings.neutralises),
        price=lambda origin, usage: price(usage, origin.dialect, providers.models.prices(origin)),
        profile=providers.profiles.profile,
        book=ground.rules,
        before_turn=host.need,
        record_call=record_call,
    )


def _keeps_recordings(policy: Policy, preferences: Preferences) -> bool:
    """As it is now: who wants none kept has none written, and not only later deleted."""
    settings = preferences.settings
    is_wanted = settings.recordings_days > 0 and settings.recordings_bytes > 0
    return is_wanted and policy.records is not False


def _built_in() -> tuple[ProviderProfile, ...]:
    small = small_model_profile()
    return (practice_profile(), *((small,) if small is not None else ()))


def _set_aside(ground: _Ground) -> tuple[SetAside, ...]:
    database = ground.database
    first = (database.set_aside,) if database.set_aside is not None else ()
    files = (ground.setting_file, ground.profile_file, ground.rule_file, ground.server_file)
    return (*first, *(aside for file in files for aside in file.set_aside))
