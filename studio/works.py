"""Everything below the window, as one value: opened by `wiring`, closed once."""

import asyncio
import logging
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from studio.adapters.clients import Clients
from studio.adapters.discovery import LoopbackServers
from studio.adapters.engine import LocalEngine
from studio.adapters.late_spans import LateSpans
from studio.adapters.ollama_models import HttpOllamaModels
from studio.adapters.recorder import Recorder
from studio.core.catalogue import Catalogue
from studio.core.errors import StudioError
from studio.core.policy import Policy
from studio.core.tools import ToolSource
from studio.files.reader import ChildReader
from studio.harness.call_records import CallRecords
from studio.harness.caps import Caps
from studio.harness.doctor import KeyringDoctor
from studio.harness.inspection_ports import Inspection
from studio.harness.key_finds import KeyFinds
from studio.harness.library import Library
from studio.harness.models import Models
from studio.harness.preferences import Preferences
from studio.harness.profiles import Profiles
from studio.harness.rule_book import RuleBook
from studio.harness.search_keys import SearchKeys
from studio.harness.servers import Servers
from studio.harness.usage import Ledger
from studio.store.database import Database
from studio.store.failures import of_system
from studio.store.files import write_atomically
from studio.store.other_clients import SystemOtherClients
from studio.store.paths import Paths
from studio.store.recordings import SqliteRecordings
from studio.store.set_aside import SetAside
from studio.store.worker import Worker
from studio.tools.extensions import ExtensionTools
from studio.tools.mcp.host import McpHost

_log = logging.getLogger(__name__)

# The window's own share comes before; together the exit stays below three seconds.
_STOP_SECONDS = 0.5
_SHUTDOWN_SECONDS = 1.0
_RECORDER_SECONDS = 0.3
_SERVERS_SECONDS = 0.6
_SPANS_SECONDS = 1.0
_LEDGER_SECONDS = 0.2
_DATABASE_SECONDS = 0.5


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
    tools: ToolSource
    rules: RuleBook
    servers_of_tools: Servers
    host: McpHost
    extensions: ExtensionTools
    other_clients: SystemOtherClients
    search_keys: SearchKeys
    spans: LateSpans
    engine: LocalEngine
    recorder: Recorder
    call_records: CallRecords
    inspection: Inspection
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
    set_aside: tuple[SetAside, ...] = ()

    async def prune(self) -> None:
        """Drops recordings that are older or more than the user keeps."""
        settings = self.preferences.settings
        await self.recordings.prune(
            settings.recordings_days, settings.recordings_bytes, time.time()
        )

    @property
    def lacks_package(self) -> bool:
        """Somebody far away can be asked, and the data about such models was not read yet."""
        if self.models.has_package:
            return False
        return any(not profile.stays_here for profile in self.profiles.profiles)

    async def learn(self) -> None:
        """What this month took, which caps depend on; then what is known of models, of which some
        takes time to load."""
        failed: StudioError | None = None
        try:
            await self.ledger.load()
        except StudioError as error:
            failed = error
        # Not in a `finally`: who is cancelled at exit begins nothing new.
        await self.models.load(with_package=self.lacks_package)
        if failed is not None:
            raise failed

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
                await asyncio.gather(
                    self.engine.aclose(),
                    self.clients.aclose(),
                    self.host.close(_SERVERS_SECONDS),
                    self.spans.aclose(_SPANS_SECONDS),
                )
                await asyncio.gather(
                    self.recorder.aclose(_RECORDER_SECONDS),
                    self.call_records.aclose(_RECORDER_SECONDS),
                )
        except TimeoutError:
            _log.warning("Not everything ended within %s s", _SHUTDOWN_SECONDS)
        finally:
            await self.database.close(within=_DATABASE_SECONDS)
            self.files.stop()
