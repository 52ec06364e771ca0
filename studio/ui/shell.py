"""What happens between sidebar, pages and chats: the window's own logic, without the frame."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from studio.core.chats import Chat, ChatSettings
from studio.core.errors import StudioError
from studio.core.messages import TurnState
from studio.core.search import SearchHit
from studio.harness.ports import EngineState
from studio.ui.accessible import install_accessible_roles
from studio.ui.bridge import Bridge
from studio.ui.chat.chat_page import ChatPage, PageNeeds
from studio.ui.chat.reading_places import ReadingPlaces
from studio.ui.chat_list import ChatList
from studio.ui.chat_rows import Activity, rows, title_of
from studio.ui.failure_texts import failure_text
from studio.ui.icons import Icon, icon
from studio.ui.main_window import MainWindow
from studio.ui.notice_bar import NoticeBar
from studio.ui.notifications import Notifications
from studio.ui.offers import Offers
from studio.ui.parts import WindowPart, go_to_part
from studio.ui.search_field import SearchField, SearchNeeds
from studio.ui.sessions import Chats, Session
from studio.ui.undo_bar import UndoBar

_PAGES_KEPT = 8


@dataclass(frozen=True, slots=True)
class ShellNeeds:
    """What the window is given once it has been painted.

    `settings_page` and `welcome_page` make their page when it is first shown. `clock` is in
    seconds since the epoch. `zoom` makes everything written larger (1), smaller (-1), or as large
    as it was made (0). `search` looks through all that was said.
    """

    page: PageNeeds
    bridge: Bridge
    chats: Chats
    offers: Offers
    settings_page: Callable[[], QWidget]
    welcome_page: Callable[[], QWidget]
    clock: Callable[[], float]
    app_icon: QIcon
    zoom: Callable[[int], None]
    search: Callable[[str], AsyncGenerator[SearchHit]]


class Shell(QObject):
    """Lives as long as the window, from its first paint on."""

    def __init__(self, window: MainWindow, needs: ShellNeeds) -> None:
        super().__init__(window)
        self._window = window
        self._needs = needs
        self._pages: dict[str, ChatPage] = {}
        self._places = ReadingPlaces(window.places)
        self._wanted = ""
        self._activities: dict[str, Activity] = {}
        self._engine = ("", EngineState.STOPPED, 0.0)
        self._settings: QWidget | None = None
        self._welcome: QWidget | None = None
        self.list = ChatList(needs.page.theme)
        self.undo = UndoBar()
        self.notices = NoticeBar(needs.page.theme)
        self.notifications = Notifications(window, needs.app_icon)
        # Many changes at once make one refresh.
        self._refreshing = QTimer(self)
        self._refreshing.setSingleShot(True)
        self._refreshing.setInterval(0)
        self._refreshing.timeout.connect(self.refresh)
        install_accessible_roles()
        window.setWindowIcon(needs.app_icon)
        window.sidebar.fill(self.list, self.undo)
        self.search = SearchField(self._search_needs(), window)
        self.search.stand_in(window.sidebar, self.list)
        self.search.opened.connect(self.open_hit)
        self.search.wanted.connect(window.show_sidebar)
        window.put_above(self.notices)
        self._connect()
        self._add_shortcuts()
        self._paint_icons()

    @property
    def page(self) -> ChatPage | None:
        """The chat in front, if one is."""
        current = self._window.pages.currentWidget()
        return current if isinstance(current, ChatPage) else None

    def new_chat(self, profile_id: str = "") -> None:
        """A new chat with this profile, else with whom the last one was talked to."""
        page = self.page
        if page is not None and page.is_blank and not profile_id:
            page.begin()
            return
        settings = self._habit()
        if profile_id:
            settings = replace(settings, profile_id=profile_id, model="")
        self._needs.bridge.spawn(self._create(settings), "new chat")

    def open_chat(self, chat_id: str) -> None:
        """Brings a chat to the front."""
        self._wanted = chat_id
        self._needs.bridge.spawn(self._open(chat_id), "open a chat")

    def open_hit(self, chat_id: str, turn_id: str, text: str) -> None:
        """Brings a chat to the front, on the path with that turn, and lands on what was found."""
        self._wanted = chat_id
        self._needs.bridge.spawn(self._open_hit(chat_id, turn_id, text), "open a hit")

    def open_latest(self) -> None:
        """At start: the chat of last time, else a new one."""
        chats = self._needs.chats.chats
        if chats:
            self.open_chat(chats[0].id)
        else:
            self.new_chat()

    def show_engine(self, profile_id: str, state: EngineState, progress: float) -> None:
        """What the engine on this computer does, for the chats that wait for it."""
        self._engine = (profile_id, state, progress)
        for page in self._pages.values():
            page.show_engine(*self._engine)

    def show_settings(self) -> None:
        if self._settings is None:
            self._settings = self._needs.settings_page()
        self._put_in_front(self._settings)

    def show_welcome(self) -> None:
        if self._welcome is None:
            self._welcome = self._needs.welcome_page()
        self._put_in_front(self._welcome)

    def go_back(self) -> None:
        """From settings or welcome to the chat that was in front."""
        if self._wanted and (self._wanted in self._pages or self._is_listed(self._wanted)):
            self.open_chat(self._wanted)
        else:
            self.open_latest()

    def report(self, _name: str, error: Exception) -> None:
        """Work that nobody waited for has failed; the log has the rest."""
        if isinstance(error, StudioError):
            text = failure_text(error.failure)
            self.notices.say(f"{text.title} {text.advice}")
        else:
            said = self.tr("Something went wrong inside Callboard. The log has the details.")
            self.notices.say(said)

    def refresh(self) -> None:
        """Shows the list of chats and what goes on in them, as they are now."""
        now = self._needs.clock()
        chats = self._needs.chats.chats
        self._notify(chats)
        self.list.show_rows(rows(chats, self._activity, self._name, now))
        shown = self.page.chat_id if self.page is not None else ""
        self.list.follow(shown)
        titles = (title_of(chat) for chat in chats if chat.id == shown)
        # The desktop adds the program's name by itself.
        self._window.setWindowTitle(next(titles, "Callboard"))

    async def finish(self) -> None:
        """Before the application ends: last words are saved, what was deleted is erased."""
        for chat_id, page in self._pages.items():
            self._places.keep(chat_id, page.view.reading_place())
            await page.save_draft_now()
        self._window.places = self._places.text()
        chat_id = self.undo.withdraw()
        if chat_id:
            await self._needs.chats.erase(chat_id)

    async def _create(self, settings: ChatSettings) -> None:
        session = await self._needs.chats.create(settings)
        self._wanted = session.chat.id
        self._show(session)

    async def _open(self, chat_id: str) -> None:
        session = await self._needs.chats.open(chat_id)
        # The user may have gone on to another one meanwhile.
        if self._wanted == chat_id:
            self._show(session)

    async def _open_hit(self, chat_id: str, turn_id: str, text: str) -> None:
        session = await self._needs.chats.open(chat_id)
        if turn_id and all(turn.id != turn_id for turn in session.turns):
            await session.show_version(turn_id)
        if self._wanted != chat_id:
            return
        self._show(session)
        page = self._pages[chat_id]
        if turn_id:
            page.finding.show_turn(turn_id, text)
        else:
            page.begin()

    def _search_needs(self) -> SearchNeeds:
        needs = self._needs
        return SearchNeeds(
            needs.page.theme, lambda: needs.chats.chats, needs.search, needs.bridge.spawn
        )

    def _show(self, session: Session) -> None:
        chat_id = session.chat.id
        page = self._pages.pop(chat_id, None) or self._make_page(session)
        self._pages[chat_id] = page
        self._put_in_front(page)
        self._drop_old_pages()
        self.list.follow(chat_id)
        self._refreshing.start()
        if not self.list.hasFocus():
            page.begin()

    def _make_page(self, session: Session) -> ChatPage:
        page = ChatPage(session, self._needs.page, self._needs.offers.choices)
        page.delete_requested.connect(self.delete)
        page.sidebar_requested.connect(self._window.toggle_sidebar)
        page.provider_requested.connect(self.show_welcome)
        page.models_wanted.connect(self._needs.offers.ask_for_models)
        page.composer.tools_kept.connect(self._needs.offers.keep_for_new_chats)
        page.show_engine(*self._engine)
        place = self._places.of(session.chat.id)
        if place is not None:
            page.view.go_back_to(place)
        return page

    def _put_in_front(self, page: QWidget) -> None:
        if self.page is not None and self.page is not page:
            self.page.keep_draft()
        self._window.walked = page.view if isinstance(page, ChatPage) else None
        self._window.show_page(page, is_alone=page is self._settings)
        if not isinstance(page, ChatPage):
            self.list.follow("")
            page.setFocus()

    def _drop_old_pages(self) -> None:
        """The least recently seen ones; their chats go on without a page."""
        while len(self._pages) > _PAGES_KEPT:
            self._drop_page(next(iter(self._pages)))

    def _drop_page(self, chat_id: str) -> None:
        page = self._pages.pop(chat_id, None)
        if page is not None:
            self._places.keep(chat_id, page.view.reading_place())
            page.leave()
            if self._window.walked is page.view:
                self._window.walked = None
            self._window.remove_page(page)

    def delete(self, chat_id: str) -> None:
        """Hides a chat and offers to take that back."""
        page = self._pages.get(chat_id)
        if page is not None and page.is_blank and not self._is_listed(chat_id):
            return
        self._needs.bridge.spawn(self._delete(chat_id), "delete a chat")

    async def _delete(self, chat_id: str) -> None:
        titles = {chat.id: title_of(chat) for chat in self._needs.chats.chats}
        was_in_front = self.page is not None and self.page.chat_id == chat_id
        after = self.list.neighbour(chat_id, 1)
        await self._needs.chats.delete(chat_id)
        self._drop_page(chat_id)
        self.undo.offer(chat_id, titles.get(chat_id, ""))
        if not was_in_front:
            return
        if after is not None and after != chat_id:
            self.open_chat(after)
        else:
            await self._create(self._habit())

    async def _restore(self, chat_id: str) -> None:
        await self._needs.chats.restore(chat_id)
        self.open_chat(chat_id)

    def _habit(self) -> ChatSettings:
        """A new chat talks to whom the last one talked to; all else starts from defaults."""
        chats, choices = self._needs.chats.chats, self._needs.offers.choices
        last = chats[0].settings if chats else ChatSettings()
        fresh = ChatSettings(tools_off=choices.off_in_new_chats)
        if choices.chosen(last) is None:
            return fresh
        return replace(fresh, profile_id=last.profile_id, model=last.model)

    def _is_listed(self, chat_id: str) -> bool:
        return any(chat.id == chat_id for chat in self._needs.chats.chats)

    def _activity(self, chat_id: str) -> Activity:
        session = self._needs.chats.session(chat_id)
        if session is None or not session.is_running:
            return Activity.NONE
        return Activity.WAITING if session.is_waiting else Activity.RUNNING

    def _name(self, chat: Chat) -> str:
        choice = self._needs.offers.choices.chosen(chat.settings)
        return choice.name if choice is not None else chat.settings.model

    def _notify(self, chats: tuple[Chat, ...]) -> None:
        """Tells of answers that have ended and calls that wait since the last time."""
        before, self._activities = self._activities, {}
        for chat in chats:
            now = self._activity(chat.id)
            was = before.get(chat.id, Activity.NONE)
            if now is not Activity.NONE:
                self._activities[chat.id] = now
            if now is Activity.WAITING and was is not Activity.WAITING:
                self.notifications.tell(
                    chat.id, title_of(chat), self.tr("A tool waits for your answer.")
                )
            elif now is Activity.NONE and was is not Activity.NONE:
                self.notifications.tell(chat.id, title_of(chat), self._end_of(chat.id))

    def _end_of(self, chat_id: str) -> str:
        session = self._needs.chats.session(chat_id)
        state = session.turns[-1].state if session is not None and session.turns else None
        if state is TurnState.FAILED:
            return self.tr("The answer failed.")
        return self.tr("The answer is ready.")

    def _go_to_neighbour(self, step: int) -> None:
        current = self.page.chat_id if self.page is not None else self._wanted
        neighbour = self.list.neighbour(current, step)
        if neighbour is not None:
            self.open_chat(neighbour)

    def _switch_part(self, step: int) -> None:
        parts = [WindowPart(self.list, self.list)]
        if self.page is not None:
            parts.append(WindowPart(self.page.view, self.page.view))
            parts += self.page.glass.breaking.parts
            parts.append(WindowPart(self.page.composer, self.page.composer.field))
            parts += self.page.glass.inspecting.parts
        go_to_part(parts, step)

    def _rename_current(self) -> None:
        chosen = self.page.chat_id if self.page is not None else ""
        if chosen and self._is_listed(chosen):
            self._window.show_sidebar()
            self.list.rename(chosen)

    def _take_offers(self) -> None:
        for page in self._pages.values():
            page.set_choices(self._needs.offers.choices)
        self._refreshing.start()

    def _focus_page(self) -> None:
        if self.page is not None:
            self.page.begin()

    def _connect(self) -> None:
        spawn, chats = self._needs.bridge.spawn, self._needs.chats
        self._window.sidebar.new_chat_requested.connect(lambda: self.new_chat())
        self._window.sidebar.settings_requested.connect(self.show_settings)
        self._window.activated.connect(self._refreshing.start)
        self.list.chosen.connect(self.open_chat)
        self.list.entered_chat.connect(self._focus_page)
        self.list.delete_requested.connect(self.delete)
        self.list.renamed.connect(
            lambda chat_id, title: spawn(chats.rename(chat_id, title), "rename a chat")
        )
        self.undo.undone.connect(lambda chat_id: spawn(self._restore(chat_id), "bring back"))
        self.undo.expired.connect(lambda chat_id: spawn(chats.erase(chat_id), "erase a chat"))
        self.notifications.opened.connect(self.open_chat)
        self._needs.bridge.failed.connect(self.report)
        self._needs.offers.changed.connect(self._take_offers)
        self._needs.page.theme.changed.connect(self._paint_icons)
        chats.watch(self._refreshing.start)

    def _add_shortcuts(self) -> None:
        for keys, action in (
            (QKeySequence.StandardKey.New, lambda: self.new_chat()),
            ("Ctrl+,", self.show_settings),
            ("Ctrl+B", self._window.toggle_sidebar),
            ("Ctrl+PgDown", lambda: self._go_to_neighbour(1)),
            ("Ctrl+PgUp", lambda: self._go_to_neighbour(-1)),
            ("F2", self._rename_current),
            ("F6", lambda: self._switch_part(1)),
            ("Shift+F6", lambda: self._switch_part(-1)),
            (QKeySequence.StandardKey.ZoomIn, lambda: self._needs.zoom(1)),
            ("Ctrl+=", lambda: self._needs.zoom(1)),
            (QKeySequence.StandardKey.ZoomOut, lambda: self._needs.zoom(-1)),
            ("Ctrl+0", lambda: self._needs.zoom(0)),
            (QKeySequence.StandardKey.Quit, self._window.close),
        ):
            QShortcut(QKeySequence(keys), self._window, action)

    def _paint_icons(self) -> None:
        palette = self._needs.page.theme.palette
        new_chat = QKeySequence(QKeySequence.StandardKey.New)
        self._window.sidebar.decorate(
            icon(Icon.PLUS, palette.text),
            icon(Icon.SETTINGS, palette.text_secondary),
            new_chat.toString(QKeySequence.SequenceFormat.NativeText),
        )
