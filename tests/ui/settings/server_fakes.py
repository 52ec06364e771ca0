"""MCP servers, in memory: the user's book of them, and a host that runs none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from studio.core.attachments import ReadFile
from studio.core.errors import Category, Failure, StudioError
from studio.core.server_json import ReadServers, free_id, read_servers
from studio.core.servers import ServerEntry, Transport
from studio.core.tools import (
    NO_TALK,
    Arguments,
    Hints,
    Preview,
    Talk,
    Tool,
    ToolDefinition,
    ToolOutput,
)
from studio.harness.server_ports import (
    FoundServers,
    ListedPrompt,
    ListedResource,
    LogLine,
    LogSource,
    PromptArgument,
    ServerFailure,
    ServerMessage,
    ServerState,
    ServerStatus,
    Trouble,
)
from studio.ui.bridge import Bridge
from studio.ui.settings.errands import Errands
from studio.ui.settings.notices import Notices
from studio.ui.settings.parts import painted
from studio.ui.settings.server_needs import ServerNeeds, Undo
from studio.ui.settings.servers import ServersPage
from studio.ui.theme import Theme

NOW = 1_796_210_520.0
TIME = ServerEntry(id="time", name="Time", command="uvx", arguments=("mcp-server-time",))
MEMORY = ServerEntry(
    id="memory",
    name="Memory",
    command="npx",
    arguments=("-y", "@modelcontextprotocol/server-memory"),
    environment={"MEMORY_FILE_PATH": "/home/me/memory.json"},
    secret_environment=("MEMORY_TOKEN",),
)
REMOTE = ServerEntry(
    id="issues",
    name="Issue tracker",
    transport=Transport.HTTP,
    url="https://mcp.example.com/mcp",
    secret_headers=("Authorization",),
)
CONVERT = ToolDefinition(
    name="time__convert_time",
    own_name="convert_time",
    title="Convert time",
    description="Converts a time between time zones.",
    schema={
        "type": "object",
        "properties": {
            "source_timezone": {"type": "string", "description": "IANA name"},
            "time": {"type": "string", "description": "24 hours, HH:MM"},
            "target_timezone": {"type": "string", "description": "IANA name"},
        },
        "required": ["source_timezone", "time", "target_timezone"],
    },
    hints=Hints(read_only=True, open_world=False),
    server_id="time",
)
NOW_TOOL = ToolDefinition(
    name="time__get_current_time",
    own_name="get_current_time",
    description="The current time in a time zone.",
    schema={"type": "object", "properties": {"timezone": {"type": "string"}}},
    server_id="time",
)
READY = ServerStatus(
    ServerState.READY,
    since=NOW - 600,
    protocol="2025-06-18",
    server_name="mcp-time",
    server_version="1.26.0",
    instructions="Ask for the time zone of the user before you convert anything.",
    capabilities=("tools", "prompts", "resources", "logging"),
    tools=(CONVERT, NOW_TOOL),
    resources=(
        ListedResource("file:///etc/localtime", "Local zone", "What this computer uses."),
        ListedResource("zone://{name}", "A time zone", is_template=True),
    ),
    prompts=(
        ListedPrompt(
            "plan",
            "Plans a meeting over several time zones.",
            (
                PromptArgument("topic", "What it is about", is_required=True),
                PromptArgument("zone", "Yours"),
            ),
        ),
        ListedPrompt("now", "Says what time it is."),
    ),
    pid=4711,
)
BROKEN = ServerStatus(
    ServerState.FAILED,
    since=NOW - 60,
    retry_at=NOW + 30,
    failure=ServerFailure(
        Trouble.NOT_FOUND,
        "npx",
        stderr=(),
        searched=("/usr/local/bin", "/usr/bin", "/bin", "/home/me/.local/bin", "/opt/bin"),
    ),
)
STOPPED = ServerStatus(ServerState.STOPPED)
NEEDS_LOGIN = ServerStatus(ServerState.NEEDS_LOGIN)


class FakeTool:
    """A `Tool` that does what the test says."""

    def __init__(self, definition: ToolDefinition) -> None:
        self._definition = definition
        self.output = ToolOutput('{"time": "21:30"}')
        self.error: Exception | None = None
        self.may_end = asyncio.Event()
        self.may_end.set()
        self.ran: list[Mapping[str, object]] = []
        self.talk: Talk = NO_TALK
        self.was_cancelled = False

    @property
    def definition(self) -> ToolDefinition:
        return self._definition

    def preview(self, arguments: Arguments) -> Preview:
        return Preview("")

    async def run(self, arguments: Arguments, talk: Talk = NO_TALK) -> ToolOutput:
        self.ran.append(dict(arguments))
        self.talk = talk
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise
        if self.error is not None:
            raise self.error
        return self.output


class FakeHost:
    """A `ServerHost` whose servers stand as the test says."""

    def __init__(self) -> None:
        self.states: dict[str, ServerStatus] = {}
        self.lines: dict[str, tuple[LogLine, ...]] = {}
        self.sent: dict[str, tuple[ServerMessage, ...]] = {}
        self.by_hand: dict[tuple[str, str], FakeTool] = {}
        self.done: list[tuple[str, ...]] = []
        self.log_reads = 0
        self.words = "Plan a meeting about {topic}."
        self.failure: Failure | None = None
        self.files: tuple[ReadFile, ...] = ()
        self.completions: tuple[str, ...] = ()
        self._watchers: list[Callable[[str], None]] = []

    def tools(self) -> tuple[Tool, ...]:
        return ()

    def configure(self, entries: tuple[ServerEntry, ...]) -> None:
        self.done.append(("configure", *(one.id for one in entries)))

    def status(self, server_id: str) -> ServerStatus:
        return self.states.get(server_id, STOPPED)

    def log(self, server_id: str) -> tuple[LogLine, ...]:
        self.log_reads += 1
        return self.lines.get(server_id, ())

    def messages(self, server_id: str) -> tuple[ServerMessage, ...]:
        return self.sent.get(server_id, ())

    def watch(self, changed: Callable[[str], None]) -> Callable[[], None]:
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    def tell(self, server_id: str, status: ServerStatus | None = None) -> None:
        """Something has changed."""
        if status is not None:
            self.states[server_id] = status
        for watcher in tuple(self._watchers):
            watcher(server_id)

    def start(self, server_id: str) -> None:
        self.done.append(("start", server_id))
        self.tell(server_id, ServerStatus(ServerState.STARTING))

    def stop(self, server_id: str) -> None:
        self.done.append(("stop", server_id))
        self.tell(server_id, STOPPED)

    def restart(self, server_id: str) -> None:
        self.done.append(("restart", server_id))

    def need(self) -> None:
        self.done.append(("need",))

    def tool(self, server_id: str, own_name: str) -> Tool | None:
        return self.by_hand.get((server_id, own_name))

    async def read_resource(self, server_id: str, uri: str) -> tuple[ReadFile, ...]:
        self.done.append(("read", server_id, uri))
        self._fail()
        return self.files

    async def prompt(self, server_id: str, name: str, arguments: Mapping[str, str]) -> str:
        self.done.append(("prompt", server_id, name, json.dumps(dict(arguments))))
        self._fail()
        return self.words.format_map({"topic": "", **arguments})

    async def complete(
        self, server_id: str, reference: str, argument: str, value: str
    ) -> tuple[str, ...]:
        self.done.append(("complete", server_id, reference, argument, value))
        return tuple(one for one in self.completions if one.startswith(value))

    async def login(self, server_id: str) -> None:
        self.done.append(("login", server_id))
        self._fail()
        self.tell(server_id, READY)

    async def logout(self, server_id: str) -> None:
        self.done.append(("logout", server_id))

    async def close(self, within: float) -> None:
        return

    def _fail(self) -> None:
        if self.failure is not None:
            raise StudioError(self.failure)


@dataclass(frozen=True, slots=True)
class AddedServers:
    """What was added, and what was not."""

    entries: tuple[ServerEntry, ...]
    unsaved: tuple[str, ...]


class FakeBook:
    """The user's servers. Secrets are kept beside them, as the keyring does."""

    def __init__(self, *entries: ServerEntry) -> None:
        self._entries = entries
        self.secrets: dict[tuple[str, str], str] = {}
        self.saves = 0
        self.problem: StudioError | None = None
        self.refused: tuple[str, ...] = ()  # names whose secrets the keyring does not take
        self._watchers: list[Callable[[], None]] = []

    @property
    def entries(self) -> tuple[ServerEntry, ...]:
        return self._entries

    def entry(self, server_id: str) -> ServerEntry:
        return next(one for one in self._entries if one.id == server_id)

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    async def save(self, entry: ServerEntry, secrets: Mapping[str, str] | None = None) -> None:
        if self.problem is not None:
            raise self.problem
        self.saves += 1
        for key_id, value in (secrets or {}).items():
            self.secrets[entry.id, key_id] = value
        known = [one.id for one in self._entries]
        if entry.id in known:
            self._entries = tuple(entry if one.id == entry.id else one for one in self._entries)
        else:
            self._entries = (*self._entries, entry)
        self._tell()

    async def remove(self, server_id: str) -> Undo:
        before = self._entries
        self._entries = tuple(one for one in before if one.id != server_id)
        self._tell()

        async def undo() -> None:
            self._entries = before
            self._tell()

        return undo

    async def reorder(self, server_ids: Iterable[str]) -> None:
        known = {one.id: one for one in self._entries}
        self._entries = tuple(known[one] for one in server_ids)
        self._tell()

    async def change(self, server_id: str, **changes: object) -> None:
        await asyncio.sleep(0)
        await self.save(self.entry(server_id).model_copy(update=changes))

    def new_id(self, name: str) -> str:
        return free_id(name, {one.id for one in self._entries})

    def read(self, text: str) -> ReadServers:
        return read_servers(text, frozenset(one.id for one in self._entries))

    async def add_all(
        self, entries: Iterable[ServerEntry], secrets: Mapping[str, str]
    ) -> AddedServers:
        added = tuple(one for one in entries if one.name not in self.refused)
        for name, value in secrets.items():
            server_id, _, key_id = name.partition("/")
            self.secrets[server_id, key_id] = value
        self._entries = (*self._entries, *added)
        self._tell()
        return AddedServers(added, self.refused)

    def exported(self) -> str:
        servers = {one.name: {"command": one.command} for one in self._entries}
        return json.dumps({"mcpServers": servers})

    def _tell(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()


class FakeClients:
    """An `OtherClients`."""

    def __init__(self) -> None:
        self.found: tuple[FoundServers, ...] = ()

    async def find(self) -> tuple[FoundServers, ...]:
        return self.found


def log_lines(count: int) -> tuple[LogLine, ...]:
    sources = tuple(LogSource)
    return tuple(
        LogLine(NOW + number, sources[number % len(sources)], f"line {number} of the server")
        for number in range(count)
    )


@dataclass
class ServerWorld:
    """All fakes of one test, and the page above them."""

    book: FakeBook
    host: FakeHost
    clients: FakeClients
    bridge: Bridge
    needs: ServerNeeds
    errands: Errands
    notices: Notices
    window: QWidget
    picked: list[Path | None] = field(default_factory=list)
    written: dict[Path, str] = field(default_factory=dict)
    page: ServersPage = field(init=False)

    def is_idle(self) -> bool:
        return not self.bridge.running


def make_server_world(theme: Theme, *entries: ServerEntry) -> ServerWorld:
    bridge = Bridge(asyncio.get_running_loop())
    book, host, clients = FakeBook(*entries), FakeHost(), FakeClients()
    picked: list[Path | None] = []
    written: dict[Path, str] = {}

    async def pick(parent: QWidget, title: str) -> Path | None:
        return picked.pop(0)

    async def pick_new(parent: QWidget, title: str, name: str) -> Path | None:
        return picked.pop(0)

    async def save_text(path: Path, text: str) -> None:
        written[path] = text

    needs = ServerNeeds(
        theme=theme,
        book=book,
        host=host,
        clients=clients,
        save_text=save_text,
        clock=lambda: NOW,
        platform="linux",
        pick_file=pick,
        pick_folder=pick,
        pick_new_file=pick_new,
    )
    window = QWidget()
    painted(window, "page")
    errands = Errands(bridge.spawn, window)
    notices = Notices(errands)
    return ServerWorld(
        book, host, clients, bridge, needs, errands, notices, window, picked, written
    )


@asynccontextmanager
async def servers_world(
    qapp: QApplication,
    *entries: ServerEntry,
    prepare: Callable[[ServerWorld], None] = lambda _: None,
    size: tuple[int, int] = (1100, 720),
) -> AsyncIterator[ServerWorld]:
    """Opens the page, and takes everything down again. `prepare` sets the fakes before."""
    world = make_server_world(Theme(qapp, "light"), *entries)
    prepare(world)
    world.page = ServersPage(world.needs, world.errands, world.notices)
    column = QVBoxLayout(world.window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(world.page, 1)
    column.addWidget(world.notices)
    world.window.resize(*size)
    world.window.show()
    try:
        yield world
    finally:
        world.window.hide()
        world.page.flush()
        await world.notices.finish()
        await world.errands.finish()
        await world.bridge.close()
        world.window.deleteLater()


def failed(trouble: Trouble, detail: str = "", stderr: tuple[str, ...] = ()) -> ServerStatus:
    return replace(BROKEN, failure=ServerFailure(trouble, detail, stderr), retry_at=None)


REFUSED = Failure(Category.NETWORK, "It was refused.")
