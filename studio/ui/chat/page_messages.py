"""What one chat page does with its messages: which path is shown, where it parts, what is asked."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QBoxLayout, QWidget

from studio.core.chats import Turn
from studio.core.messages import Part
from studio.ui.chat.attaching import Spawn
from studio.ui.chat.choices import Choices
from studio.ui.chat.composer import Composer
from studio.ui.chat.late_markdown import load
from studio.ui.chat.messages import Action, Message, Versions
from studio.ui.chat.page_files import PageFiles
from studio.ui.chat.view import TranscriptView
from studio.ui.sessions import Session
from studio.ui.theme import Theme

# Loaded when a message is first acted on, and where a path first ends before its chat.
_ACTS = "studio.ui.chat.message_acts"
_BRANCH_STRIP = "studio.ui.chat.branch_strip"


@dataclass(frozen=True, slots=True)
class MessageNeeds:
    """What a page's messages are given. `choices` are those of now."""

    theme: Theme
    session: Session
    view: TranscriptView
    composer: Composer
    files: PageFiles
    choices: Callable[[], Choices]
    spawn: Spawn


class _Editing(Protocol):
    """What the page needs of an earlier prompt in the composer."""

    @property
    def is_on(self) -> bool: ...

    @property
    def draft(self) -> str: ...

    def cancel(self) -> None: ...


class _Acts(Protocol):
    """What the page needs of the acts, which are loaded late."""

    @property
    def editing(self) -> _Editing: ...

    def do(self, action: Action, message: Message) -> None: ...

    def edit_last(self) -> None: ...

    def quote(self, text: str) -> None: ...

    def send_edited(self, prompt: str) -> None: ...

    def take_back(self) -> bool: ...

    def leave(self) -> None: ...


class PageMessages(QObject):
    """Lives as long as its page.

    Signals: `path_changed(turns)`: the path shown is another one; `details_requested(turn_id)`.
    """

    path_changed = Signal(object)
    details_requested = Signal(str)

    def __init__(self, page: QWidget, needs: MessageNeeds) -> None:
        super().__init__(page)
        self._page = page
        self._needs = needs
        self._session = needs.session
        self._view = view = needs.view
        self._composer = needs.composer
        self._spawn = needs.spawn
        self._foot: QBoxLayout | None = None
        self._made: _Acts | None = None
        self._strip: QWidget | None = None
        self._shown: tuple[str, ...] = ()
        self._prompts: dict[str, tuple[Part, ...]] = {}
        self._is_learning = False
        view.versions_of = self.versions_of
        view.action_requested.connect(self.do)
        view.version_requested.connect(self._step)
        needs.composer.field.textChanged.connect(self._expect_text)
        needs.composer.recall_requested.connect(lambda: self._acts().edit_last())

    @property
    def is_editing(self) -> bool:
        return self._made is not None and self._made.editing.is_on

    def _expect_text(self) -> None:
        """Whoever types will send: what reads the answer is loaded meanwhile."""
        if self._composer.field.toPlainText():
            self._composer.field.textChanged.disconnect(self._expect_text)
            self._spawn(asyncio.to_thread(load), "load Markdown")

    def take_foot(self, layout: QBoxLayout) -> None:
        """Where strips go: between the transcript and the composer."""
        self._foot = layout

    def take_turns(self, turns: Sequence[Turn]) -> None:
        """These are shown now."""
        self._shown = tuple(turn.id for turn in turns)
        self._prompts.update((turn.id, turn.prompt) for turn in turns)

    def differs(self, turns: Sequence[Turn]) -> bool:
        """Whether others are shown."""
        return len(turns) != len(self._shown) or any(
            turn.id != shown for turn, shown in zip(turns, self._shown, strict=True)
        )

    def refresh(self) -> None:
        """Session or path may have changed. A turn that begins is told by its events."""
        session = self._session
        turns = session.turns
        if not session.is_running and self.differs(turns):
            self.take_turns(turns)
            self.path_changed.emit(turns)
        if turns and not session.is_running:
            self._view.column.share_texts(turns[-1])
        self._view.blocked = (
            self.tr("Not while an answer is being written") if session.is_running else ""
        )
        self._view.refresh_messages()
        self._show_branch(session.branch_end is not None and not session.is_running)

    def versions_of(self, turn_id: str) -> Versions | None:
        """Where this turn stands among those in its place; None where it is alone."""
        ids = self._session.versions(turn_id)
        if len(ids) < 2 or turn_id not in ids:
            return None
        prompts = [self._prompts.get(each) for each in ids]
        if None in prompts:
            self._learn()
            return None
        differ = any(prompt != prompts[0] for prompt in prompts)
        return Versions(ids.index(turn_id) + 1, len(ids), differ)

    def do(self, action: Action, message: Message) -> None:
        self._acts().do(action, message)

    def quote(self, text: str) -> None:
        """A selection is to be answered."""
        self._acts().quote(text)

    def draft(self, typed: str) -> str:
        """What is the chat's draft while this stands in the composer."""
        made = self._made
        return made.editing.draft if made is not None and made.editing.is_on else typed

    def send_edited(self, prompt: str) -> None:
        """Sends what is edited; while an answer is being written it stays in the composer."""
        if self._session.is_running:
            self._composer.set_text(prompt)
        else:
            self._view.scroll_to_end()
            self._acts().send_edited(prompt)

    def end_editing(self) -> None:
        """The composer is wanted for something else: the draft is back."""
        if self._made is not None:
            self._made.editing.cancel()

    def take_key(self, event: QKeyEvent) -> bool:
        """A key that nothing else on the page wanted."""
        if self._made is None:
            return False
        if event.key() == Qt.Key.Key_Escape and self._made.editing.is_on:
            self._made.editing.cancel()
            return True
        return event.matches(QKeySequence.StandardKey.Undo) and self._made.take_back()

    def leave(self) -> None:
        if self._made is not None:
            self._made.leave()

    def _acts(self) -> _Acts:
        if self._made is None:
            acts: Any = import_module(_ACTS).MessageActs(self._page, self._needs)
            acts.details_requested.connect(self.details_requested)
            if self._foot is not None:
                self._foot.insertWidget(0, acts.undo)
            self._made = acts
        made: _Acts = self._made
        return made

    def _show_branch(self, is_branch: bool) -> None:
        if self._strip is None and is_branch and self._foot is not None:
            strip: Any = import_module(_BRANCH_STRIP).BranchStrip(self._needs.theme)
            strip.left.connect(self._leave_branch)
            self._foot.insertWidget(0, strip)
            self._strip = strip
        if self._strip is not None:
            self._strip.setVisible(is_branch)

    def _leave_branch(self) -> None:
        end = self._session.branch_end
        if end is not None:
            self._spawn(self._session.show_version(end), "leave a branch")

    def _step(self, turn_id: str, step: int) -> None:
        ids = self._session.versions(turn_id)
        if turn_id in ids and 0 <= ids.index(turn_id) + step < len(ids):
            wanted = ids[ids.index(turn_id) + step]
            self._spawn(self._session.show_version(wanted), "show a version")

    def _learn(self) -> None:
        """The prompts of paths that were not shown yet: do they differ, or only the answers?"""
        if not self._is_learning:
            self._is_learning = True
            self._spawn(self._read_prompts(), "read where paths part")

    async def _read_prompts(self) -> None:
        try:
            turns = await self._session.all_turns()
        finally:
            self._is_learning = False
        known = {turn.id: turn.prompt for turn in turns}
        # One that cannot be read is not asked for again and again.
        missing = {each for turn_id in self._shown for each in self._session.versions(turn_id)}
        self._prompts = dict.fromkeys(missing, ()) | self._prompts | known
        self._view.refresh_messages()
