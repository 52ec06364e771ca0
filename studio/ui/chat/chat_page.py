"""One open chat: header, transcript, composer, joined to its session controller."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.chats import Turn
from studio.core.events import Event, RoundEnded, TurnStarted
from studio.core.messages import Attachment
from studio.harness.files import Files
from studio.harness.ports import EngineState
from studio.ui.chat.cards import Cards
from studio.ui.chat.chat_header import ChatHeader
from studio.ui.chat.choices import Choices, Suggestion
from studio.ui.chat.composer import Composer
from studio.ui.chat.empty_chat import EmptyChat
from studio.ui.chat.engine_strip import EngineStrip
from studio.ui.chat.export_hook import ExportHook, MakeTraces, OpenSink, no_sink, no_traces
from studio.ui.chat.find_hook import FindHook
from studio.ui.chat.inspect_hook import Looking, PanelNeeds
from studio.ui.chat.metering import Measures, Metering
from studio.ui.chat.page_files import FetchPicture, PageFiles, no_pictures
from studio.ui.chat.page_glass import PageGlass
from studio.ui.chat.page_messages import MessageNeeds, PageMessages
from studio.ui.chat.page_offers import PageOffers
from studio.ui.chat.page_settings import PageSettings
from studio.ui.chat.page_sides import PageSides
from studio.ui.chat.page_waiting import PageWaiting
from studio.ui.chat.page_windows import NO_FACTS, PageWindows, TrustFacts
from studio.ui.chat.queue_strip import QueueStrip
from studio.ui.chat.slash_offers import ServerOffers
from studio.ui.chat.view import TranscriptView
from studio.ui.feed import EventFeed
from studio.ui.links import ask_and_open, open_link
from studio.ui.sessions import Session
from studio.ui.theme import Theme

_TELLING = "studio.ui.chat.telling"  # for who has a screen reader
_PAGE_UP = QAbstractSlider.SliderAction.SliderPageStepSub
_PAGE_DOWN = QAbstractSlider.SliderAction.SliderPageStepAdd


@dataclass(frozen=True, slots=True)
class PageNeeds:
    """What a chat page is given besides its chat.

    `spawn` owns the work it starts; `looking` is what its inspector asks; `suggestions` are ways to
    begin with the profile of that ID; `files` reads what is attached; `measures` tells how full
    a model is; `fetch_picture` fetches what an answer names. `offers_always` is false where a tool
    may not be allowed for a whole chat, `offers_override` where nobody may send against the rules;
    `servers` are those of tools; `trust` tells what may go where.
    """

    theme: Theme
    spawn: Callable[[Coroutine[Any, Any, object], str], None]
    looking: Looking
    suggestions: Callable[[str], Sequence[Suggestion]]
    files: Files
    measures: Measures
    offers_always: bool = True
    offers_override: bool = True
    servers: ServerOffers | None = None
    trust: TrustFacts = NO_FACTS
    fetch_picture: FetchPicture = no_pictures
    open_sink: OpenSink = no_sink
    traces: MakeTraces = no_traces


class ChatPage(QWidget):
    """Lives while its chat is open in the window; `leave` before it is thrown away.

    Signals: `delete_requested(chat_id)`, `sidebar_requested()`, `provider_requested()` when there
    is nobody to talk to, `models_wanted()` when the list of models is opened.
    """

    delete_requested = Signal(str)
    models_wanted = Signal()
    sidebar_requested = Signal()
    provider_requested = Signal()

    def __init__(
        self, session: Session, needs: PageNeeds, choices: Choices, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._needs = needs
        self._choices = choices
        self.header = ChatHeader(needs.theme)
        self.cards = Cards(
            needs.theme,
            self,
            offers_always=needs.offers_always,
            offers_override=needs.offers_override,
        )
        self.view = TranscriptView(needs.theme, self.cards.factory)
        self.empty = EmptyChat()
        self.engine = EngineStrip()
        self.queue = QueueStrip(needs.theme)
        self.waiting = PageWaiting(self, session, needs.theme, self.cards)
        self.composer = Composer(needs.theme)
        self.files = PageFiles(self, session, self.composer, needs.files, needs.spawn)
        self._offers = PageOffers(
            needs.servers, self.composer, self.files.attaching.add_read, needs.spawn
        )
        self._metering = Metering(self.header, session, needs.measures, needs.spawn)
        self._settings = PageSettings(
            self, session, lambda: self._choices, needs.spawn, self.refresh
        )
        self.messages = PageMessages(self, self._message_needs())
        self.windows = PageWindows(self, session, needs.theme, needs.trust, needs.spawn)
        self._body = QStackedWidget()
        self._sides = PageSides(self._body)
        self.glass = self._make_glass()
        self.finding = FindHook(self, self.view, self.cards, needs.theme)
        self.exporting = ExportHook(self, session, needs.open_sink, needs.spawn, needs.traces)
        self._lay_out()
        self._connect()
        self._feed = EventFeed(session.subscribe, self)
        self._feed.happened.connect(self._hear)
        self._unwatch = session.watch(self.refresh)
        self._open_turns()
        self.refresh()

    @property
    def chat_id(self) -> str:
        return self._session.chat.id

    @property
    def is_blank(self) -> bool:
        """Nothing was sent and nothing is typed: as good as a new chat."""
        is_begun = self._session.turns or self._session.is_running
        return not (is_begun or self.composer.text() or self.files.attachments)

    def set_choices(self, choices: Choices) -> None:
        """Profiles, models or tools have changed."""
        self._choices = choices
        self.refresh()

    def refresh(self) -> None:
        """Shows the chat's header, its queue and whether it runs, as they are now."""
        session = self._session
        chat = session.chat
        choice = self._choices.chosen(chat.settings)
        self.messages.refresh()
        is_begun = bool(session.turns) or session.is_running
        facts = self._needs.trust.chip(chat.trust, choice.profile_id) if choice else None
        self.header.show_chat(chat, choice, facts, may_change_keeping=not is_begun)
        self.composer.show_settings(self._choices, chat.settings)
        self.composer.show_running(session.is_running)
        self.files.refresh(self._choices)
        self._metering.refresh(choice)
        self.waiting.refresh()
        self._offers.refresh()
        self.queue.show_queue(session.queue, is_held=not session.is_running)
        if not is_begun:
            suggestions = self._needs.suggestions(choice.profile_id) if choice else ()
            self.empty.show_chat(chat, choice, suggestions)
        self._body.setCurrentWidget(self.view if is_begun else self.empty)

    def show_engine(self, profile_id: str, state: EngineState, progress: float) -> None:
        """A model on this computer is being loaded, or is there: shown where it will answer."""
        choice = self._choices.chosen(self._session.chat.settings)
        if choice is not None and choice.profile_id == profile_id:
            self.engine.show_state(state, progress)

    def begin(self) -> None:
        """The page has come to the front: typing goes into the composer."""
        self.composer.field.setFocus()

    def keep_draft(self) -> None:
        """Saves what was typed in the last moment, when the page is left."""
        if self.composer.has_untold_draft:
            self.composer.flush_draft()

    async def save_draft_now(self) -> None:
        """The same, and done when it returns: the application ends."""
        if self.composer.has_untold_draft:
            await self._save_draft(self.messages.draft(self.composer.text()))

    def leave(self) -> None:
        """Ends the listening. The chat itself goes on."""
        self.keep_draft()
        self.messages.leave()
        self.files.leave()
        self.glass.leave()
        self._unwatch()
        self._feed.close()

    def send(self, prompt: str) -> None:
        """Sends now, or after the answer that is being written."""
        if self.messages.is_editing:
            self.messages.send_edited(prompt)
            return
        if not self._session.is_running:
            # Who had scrolled up sees what is sent; who reads a running answer is left in place.
            self.view.scroll_to_end()
        self._needs.spawn(self._session.send(prompt, self.files.attachments), "send")
        self._needs.spawn(self._clear_draft(), "clear the draft")
        self.files.sent()

    def _message_needs(self) -> MessageNeeds:
        return MessageNeeds(
            theme=self._needs.theme,
            session=self._session,
            view=self.view,
            composer=self.composer,
            files=self.files,
            choices=lambda: self._choices,
            spawn=self._needs.spawn,
        )

    def _make_glass(self) -> PageGlass:
        needs = self._needs
        looking = PanelNeeds(
            theme=needs.theme,
            session=self._session,
            looking=needs.looking,
            measures=needs.measures,
            tools=needs.trust.tools,
            choices=lambda: self._choices,
            spawn=needs.spawn,
        )
        return PageGlass(self, self._sides, self.view, self.cards, self.header, looking)

    def _open_turns(self) -> None:
        self.composer.set_text(self._session.chat.draft)
        turns = self._session.turns
        self.messages.take_turns(turns)
        self.cards.load(turns)
        # A turn knows that a call waits, not what it asks.
        for question in self._session.questions:
            self.cards.apply(question)
        self.view.open_chat(turns)

    def _hear(self, turn_id: str, event: Event) -> None:
        if isinstance(event, TurnStarted):
            self._announce()
        # First the card's state: the view may make the card while it shows the event.
        self.cards.apply(event)
        self.view.show_event(turn_id, event)
        self.waiting.hear(event)
        if isinstance(event, RoundEnded):
            self._metering.refresh(self._choices.chosen(self._session.chat.settings))
        if QAccessible.isActive() and self.isVisible():
            import_module(_TELLING).tell(self.view, turn_id, event, self.cards)

    def _announce(self) -> None:
        """A new turn may stand in place of an earlier one; what it took over comes as events."""
        turns = self._session.turns
        if self.messages.differs(turns[:-1]):
            self._show_path(turns[:-1])
        self.messages.take_turns(turns)
        self._body.setCurrentWidget(self.view)

    def _show_path(self, turns: Sequence[Turn]) -> None:
        for turn in turns[self.view.first_difference(turns) :]:
            self.cards.add(turn)
        self.view.show_path(turns)

    async def _clear_draft(self) -> None:
        chat = self._session.chat
        if chat.draft or chat.draft_attachments:
            await self._session.update(replace(chat, draft="", draft_attachments=()))

    async def _save_draft(self, text: str) -> None:
        chat = self._session.chat
        if chat.draft != text:
            await self._session.update(replace(chat, draft=text))

    def _stop(self) -> None:
        if self._session.is_running:
            self._needs.spawn(self._session.stop(), "stop")

    def _edit_queued(self, index: int) -> None:
        """Takes a waiting message back into the composer, above what is typed there."""
        self.messages.end_editing()
        waiting = self._session.unqueue(index)
        typed = self.composer.text()
        self.composer.set_text("\n\n".join(part for part in (waiting.text, typed) if part.strip()))
        self.composer.field.setFocus()
        self.files.take_back(waiting)

    def _show_file(self, attachment: Attachment) -> None:
        self.files.show(attachment, self._needs.theme)

    def _ask_about_link(self, url: QUrl, label: str) -> None:
        self._needs.spawn(ask_and_open(self, url, label), "ask about a link")

    def _connect(self) -> None:
        self._settings.listen(self.header, self.composer, self._needs.measures)
        self._connect_header()
        self._connect_composer()
        self._connect_transcript()
        self.empty.chosen.connect(self.send)
        self.empty.model_requested.connect(self.provider_requested)
        self.queue.remove_requested.connect(
            lambda index: self.files.drop(self._session.unqueue(index))
        )
        self.queue.edit_requested.connect(self._edit_queued)
        self.queue.send_requested.connect(
            lambda: self._needs.spawn(self._session.send_queued(), "send what waits")
        )

    def _connect_header(self) -> None:
        header = self.header
        header.sidebar_requested.connect(self.sidebar_requested)
        header.find_requested.connect(self.finding.open)
        header.trust_requested.connect(self.windows.show_trust)
        header.export_requested.connect(self.exporting.begin)
        self.exporting.listen(header, self.files)
        self.glass.take_along(self.exporting)
        header.delete_requested.connect(lambda: self.delete_requested.emit(self.chat_id))

    def _connect_composer(self) -> None:
        composer = self.composer
        composer.submitted.connect(self.send)
        composer.stop_requested.connect(self._stop)
        composer.draft_changed.connect(
            lambda text: self._needs.spawn(
                self._save_draft(self.messages.draft(text)), "save the draft"
            )
        )
        composer.files.open_requested.connect(self._show_file)
        composer.models_wanted.connect(self.models_wanted)

    def _connect_transcript(self) -> None:
        spawn, session, view, cards = self._needs.spawn, self._session, self.view, self.cards
        view.listen_in(self)
        view.retry_requested.connect(lambda _: spawn(session.retry(), "retry"))
        view.continue_requested.connect(lambda _: spawn(session.continue_answer(), "continue"))
        self.messages.path_changed.connect(self._show_path)
        self.messages.details_requested.connect(view.details_requested)
        view.use_of = cards.shown
        view.quote_requested.connect(self.messages.quote)
        view.attachment_requested.connect(self._show_file)
        view.thumbnail_wanted.connect(self.files.give_thumbnail)
        view.picture_opened.connect(
            lambda picture: self.files.show_picture(picture, self._needs.theme)
        )
        view.picture_wanted.connect(
            lambda address: self.files.load_picture(address, self._needs.fetch_picture)
        )
        view.link_activated.connect(open_link)
        view.link_doubtful.connect(self._ask_about_link)
        cards.picture_wanted.connect(self.files.give_picture)
        cards.picture_opened.connect(self._show_file)
        self.waiting.jump_in(view)
        cards.run_again_requested.connect(lambda use: spawn(session.run_again(use), "run again"))
        self.windows.listen(cards)

    def _lay_out(self) -> None:
        self.setProperty("kind", "page")
        self._body.addWidget(self.empty)
        self._body.addWidget(self.view)
        foot = self._sides.foot
        self.messages.take_foot(foot)
        foot.addWidget(self.engine)
        foot.addWidget(self.queue)
        self.waiting.place(foot)
        foot.addWidget(self.composer)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self._sides, 1)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.composer.limit_to(self.height())
        self.glass.inspecting.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys come here from whatever has the focus and has no use for them."""
        if event.key() == Qt.Key.Key_Escape and self._session.is_running:
            self._stop()
        elif self.messages.take_key(event):
            event.accept()
        elif event.key() == Qt.Key.Key_Escape:
            self.begin()
        elif event.key() == Qt.Key.Key_PageUp:
            self.view.verticalScrollBar().triggerAction(_PAGE_UP)
        elif event.key() == Qt.Key.Key_PageDown:
            self.view.verticalScrollBar().triggerAction(_PAGE_DOWN)
        else:
            super().keyPressEvent(event)
