"""Furnishes the painted window: pages, chats, tools and keys, from the first load to the last save.

Loaded after the first paint, in a thread: everything that takes time to import hangs on it.
"""

import asyncio
import logging
import sys
import time
import traceback
from collections.abc import AsyncGenerator
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QWidget

from studio.core.abilities import Abilities
from studio.core.errors import AddressError, Category, Failure, StudioError
from studio.core.messages import Dialect
from studio.core.pictures import FetchedPicture
from studio.core.profiles import PRACTICE_ID, SMALL_MODEL_ID
from studio.core.search import SearchHit
from studio.core.settings import Settings
from studio.core.tools import ToolDefinition
from studio.core.trust import ChatTrust
from studio.harness.files import Files
from studio.harness.ports import RemotePictures
from studio.harness.text_sink import TextSink
from studio.harness.trace_ports import Traces
from studio.harness.trust import ChipFacts, chip, strictness
from studio.looking import looking_into
from studio.store.logs import open_log
from studio.store.paths import Paths
from studio.ui.bridge import Bridge
from studio.ui.cap_question import CapDialog, cap_text
from studio.ui.chat import late_markdown
from studio.ui.chat.chat_page import PageNeeds
from studio.ui.chat.metering import Measures
from studio.ui.chat.page_windows import TrustFacts
from studio.ui.chat.slash_offers import ServerOffers
from studio.ui.chat_rows import title_of
from studio.ui.failure_texts import failure_text
from studio.ui.instance_server import InstanceServer
from studio.ui.main_window import MainWindow
from studio.ui.offers import Offers
from studio.ui.pictures import QtPictures
from studio.ui.resources import resource
from studio.ui.settings.needs import AsideFile, Needs, Places
from studio.ui.settings.server_login_pages import login_pages
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.shell import Shell, ShellNeeds
from studio.ui.texts import address_fault_text, profile_name, set_aside_text
from studio.ui.theme import Appearance, Theme
from studio.ui.welcome import WelcomePage
from studio.wire.endpoints import models_url
from studio.wiring import Works, new_id, open_works

_log = logging.getLogger(__name__)

_SETTINGS = "studio.ui.settings.page"
_SEARCH = "studio.store.search"
_EXPORTS = "studio.store.exports"
_TRACES = "studio.traces"
_TRACE_OPEN = "studio.ui.inspector.trace_open"
_REMOTE_PICTURES = "studio.adapters.remote_pictures"

# Together with `wiring`'s own share the exit stays below three seconds.
_ICON_SIZES = (16, 32, 48, 64, 128, 256)
_ZOOMS = (50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)
_SAVING_SECONDS = 1.2
_STOP_SECONDS = 0.8
_SETTLING_SECONDS = 0.3
_ENDING_SECONDS = 0.1


class _SettingsPage(Protocol):
    """What the desk needs of the settings, which are loaded late: a widget, and this."""

    def show_providers(self, profile_id: str = "") -> None: ...

    async def finish(self) -> None: ...


class Desk:
    """Lives from the first paint until the window closes. Made by `open`, ended by `close`."""

    def __init__(self, window: MainWindow, theme: Theme, works: Works) -> None:
        self._window = window
        self._theme = theme
        self._works = works
        self._log = open_log(works.paths.logs)
        self._bridge = Bridge(asyncio.get_running_loop())
        self._offers = Offers(
            works.profiles,
            works.models,
            works.preferences,
            self._tools,
            self._bridge.spawn,
        )
        # Fifty servers that start in the same moment change the offer once.
        self._refreshing = QTimer(window, singleShot=True, interval=0)
        self._refreshing.timeout.connect(self._offers.refresh)
        works.host.watch(lambda _: self._refreshing.start())
        self._needs = self._settings_needs()
        self._settings_page: _SettingsPage | None = None
        self._pictures: RemotePictures | None = None
        self._welcome_page: WelcomePage | None = None
        self.shell = Shell(window, self._shell_needs())
        works.engine.observe(self.shell.show_engine)
        works.caps.question = CapDialog(window)
        self._server = InstanceServer(works.paths.data, window)
        self._server.raise_requested.connect(window.come_to_front)
        self._server.open_requested.connect(self.open_trace)
        self._hook_before = sys.excepthook
        sys.excepthook = self._tell_unforeseen
        works.preferences.watch(self._take_settings)
        works.profiles.watch(self._read_package)
        self._take_settings()

    @classmethod
    async def open(cls, window: MainWindow, theme: Theme, paths: Paths) -> Self:
        """Raises `StudioError` or `OSError` where nothing can be kept in the user's folders."""
        return cls(window, theme, await open_works(paths))

    @property
    def works(self) -> Works:
        """What the window works with."""
        return self._works

    @property
    def settings(self) -> Settings:
        return self._works.preferences.settings

    async def begin(self) -> None:
        """The first page: welcome for a new user, else the chat of last time."""
        works = self._works
        try:
            await works.library.load()
        except StudioError as error:
            self.shell.report("read the chats", error)
        self.shell.refresh()
        if works.library.chats:
            await asyncio.to_thread(late_markdown.load)
        if self.settings.has_seen_welcome:
            self.shell.open_latest()
        else:
            self.shell.show_welcome()
        if works.policy.fault:
            said = failure_text(Failure(Category.PERMISSION, code="policy_broken"))
            self.shell.notices.say(f"{said.title} {said.advice}\n{works.policy.fault}")
        for aside in works.set_aside:
            self.shell.notices.say(set_aside_text(aside.reason, str(aside.path)))
        self._bridge.spawn(works.prune(), "drop old recordings")
        self._bridge.spawn(works.learn(), "read what is known of models")
        self._bridge.spawn(self._load_extensions(), "load tools of other packages")
        works.host.login_pages = login_pages
        works.host.begin()

    async def close(self) -> None:
        """Saves what is open and ends everything, within three seconds whatever hangs."""
        self._server.close()
        try:
            async with asyncio.timeout(_SAVING_SECONDS):
                await self._save()
        except (StudioError, TimeoutError) as error:
            _log.warning("Not everything was saved at exit: %s", type(error).__name__)
        await self._works.close()
        await self._bridge.close(timeout=_ENDING_SECONDS)
        sys.excepthook = self._hook_before
        logging.getLogger().removeHandler(self._log)
        self._log.close()

    async def _save(self) -> None:
        """Drafts, then answers, then what the user asked for in the last moment: a chat deleted
        just now must not come back."""
        await self.shell.finish()
        for page in (self._settings_page, self._welcome_page):
            if page is not None:
                await page.finish()
        await self._works.library.shutdown(_STOP_SECONDS)
        await self._bridge.settle(_SETTLING_SECONDS)
        await self.shell.finish()

    def _shell_needs(self) -> ShellNeeds:
        page = PageNeeds(
            theme=self._theme,
            spawn=self._bridge.spawn,
            looking=looking_into(self._works),
            suggestions=self._offers.suggestions,
            files=Files(self._works.file_reader, QtPictures()),
            measures=Measures(self._abilities, self._works.ledger.of_chat, self._cap),
            offers_always=not self._works.policy.forbids_always_allow,
            offers_override=not self._works.policy.forbids_trust_override,
            trust=TrustFacts(self._chip, self._tools, self._provider_name),
            servers=ServerOffers(self._works.host, lambda: self._works.servers_of_tools.entries),
            fetch_picture=self._fetch_picture,
            open_sink=self._open_sink,
            traces=self._traces,
        )
        return ShellNeeds(
            page=page,
            bridge=self._bridge,
            chats=self._works.library,
            offers=self._offers,
            settings_page=self._make_settings,
            welcome_page=self._make_welcome,
            clock=time.time,
            app_icon=_app_icon(),
            zoom=self._zoom,
            search=self._search,
        )

    def _chip(self, trust: ChatTrust, profile_id: str) -> ChipFacts | None:
        profile = self._works.profiles.profile(profile_id)
        if profile is None:
            return None
        return chip(trust, profile, strictness(self.settings, self._works.policy))

    async def _load_extensions(self) -> None:
        await self._works.extensions.load()
        self._offers.refresh()

    def _provider_name(self, profile_id: str) -> str:
        profile = self._works.profiles.profile(profile_id)
        return profile_name(profile.name) if profile is not None else profile_id

    def _tools(self) -> tuple[ToolDefinition, ...]:
        return tuple(tool.definition for tool in self._works.tools.tools())

    def _open_sink(self, path: Path) -> TextSink:
        sink: TextSink = import_module(_EXPORTS).FileSink(self._works.files, path)
        return sink

    def _traces(self) -> Traces:
        traces: Traces = import_module(_TRACES).WorksTraces(
            self._works, self.shell.open_chat, new_id
        )
        return traces

    def open_trace(self, path: str) -> None:
        """A file that was named on the command line."""
        work = import_module(_TRACE_OPEN).open_trace_file(self._window, self._traces(), path)
        self._bridge.spawn(work, "open a trace")

    def _search(self, text: str) -> AsyncGenerator[SearchHit]:
        """Over all chats; what looks through the store is loaded with the first search."""
        hits: AsyncGenerator[SearchHit] = (
            import_module(_SEARCH).SqliteSearch(self._works.database).search(text)
        )
        return hits

    def _settings_needs(self) -> Needs:
        works = self._works
        aside = tuple(AsideFile(str(each.path), each.reason) for each in works.set_aside)
        return Needs(
            theme=self._theme,
            profiles=works.profiles,
            preferences=works.preferences,
            recordings=works.recordings,
            local_models=works.engine,
            tools=self._tools,
            tool_servers=self._server_needs(),
            rules=works.rules,
            search_keys=works.search_keys,
            spans=works.spans,
            policy=works.policy,
            check_address=_fault_of_address,
            spawn=self._bridge.spawn,
            new_id=new_id,
            places=Places(str(works.paths.data), str(works.paths.models), aside),
            catalogue=works.catalogue,
            models=works.models,
            ledger=works.ledger,
            finds=works.key_finds,
            doctor=works.doctor,
            servers=works.servers,
            ollama=works.ollama,
            chat_titles=self._chat_titles,
            save_text=works.save_text,
        )

    def _server_needs(self) -> ServerNeeds:
        works = self._works
        return ServerNeeds(
            self._theme,
            works.servers_of_tools,
            works.host,
            works.other_clients,
            works.save_text,
        )

    def _chat_titles(self) -> dict[str, str]:
        return {chat.id: title_of(chat) for chat in self._works.library.chats}

    def _cap(self, profile_id: str, key_id: str) -> str:
        profile = self._works.profiles.usable(profile_id)
        use = self._works.caps.use(profile, key_id) if profile is not None else None
        return cap_text(use) if use is not None else ""

    def _abilities(self, profile_id: str, model: str) -> Abilities:
        profile = self._works.profiles.profile(profile_id)
        if profile is None:
            return Abilities()
        return self._works.models.abilities(profile, model or profile.model)

    async def _fetch_picture(self, url: str) -> FetchedPicture:
        if self._pictures is None:
            loaded: Any = await asyncio.to_thread(import_module, _REMOTE_PICTURES)
            self._pictures = loaded.HttpRemotePictures()
        return await self._pictures.fetch(url)

    def _make_settings(self) -> QWidget:
        # Loaded when it is first opened: some forty modules that most days nobody needs.
        page: Any = import_module(_SETTINGS).SettingsPage(self._needs)
        page.closed.connect(self.shell.go_back)
        page.chat_requested.connect(self.shell.new_chat)
        self._settings_page = page
        widget: QWidget = page
        return widget

    def _make_welcome(self) -> QWidget:
        page = self._welcome_page = WelcomePage(self._needs)
        page.provider_ready.connect(self._start_with)
        page.practice_chosen.connect(lambda: self._start_with(PRACTICE_ID))
        page.small_model_chosen.connect(lambda: self._start_with(SMALL_MODEL_ID))
        page.settings_requested.connect(self._show_providers)
        return page

    def _show_providers(self) -> None:
        self.shell.show_settings()
        if self._settings_page is not None:
            self._settings_page.show_providers()

    def _start_with(self, profile_id: str) -> None:
        """The choice becomes the default: the next new chat asks the same."""
        self._bridge.spawn(
            self._works.preferences.change(has_seen_welcome=True, default_profile_id=profile_id),
            "remember the first choice",
        )
        self.shell.new_chat(profile_id)

    def _tell_unforeseen(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """An exception in a slot. Type and stack are logged; its words may quote what was said."""
        stack = "".join(traceback.format_tb(trace))
        _log.error("Something failed in %s:\n%s", kind.__name__, stack)
        if isinstance(error, Exception):
            self.shell.report(kind.__name__, error)
        self._hook_before(kind, error, trace)

    def _read_package(self) -> None:
        """With the first provider that is far away."""
        if self._works.lacks_package:
            self._bridge.spawn(self._works.models.read_package(), "read what is known of models")

    def _zoom(self, step: int) -> None:
        now = self.settings.zoom
        wanted = 100
        if step > 0:
            wanted = next((level for level in _ZOOMS if level > now), now)
        elif step < 0:
            wanted = next((level for level in reversed(_ZOOMS) if level < now), now)
        self._bridge.spawn(self._works.preferences.change(zoom=wanted), "zoom")

    def _take_settings(self) -> None:
        settings = self.settings
        self._theme.choose(settings.theme)
        names = (field.name for field in fields(Appearance))
        self._theme.appear(Appearance(**{name: getattr(settings, name) for name in names}))
        self.shell.notifications.is_on = self.settings.notifies


def _app_icon() -> QIcon:
    """From pictures in each size: the drawing itself would load Qt's SVG library, 1.5 MB."""
    icon = QIcon()
    for size in _ICON_SIZES:
        icon.addFile(str(resource(f"icons/callboard-{size}.png")))
    return icon


def _fault_of_address(address: str) -> str | None:
    try:
        models_url(address, Dialect.OPENAI_CHAT)
    except AddressError as error:
        return address_fault_text(error.failure.code)
    return None
