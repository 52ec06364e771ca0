"""What one chat page changes of its chat: title, model, effort, tools, and whether it is kept."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from studio.core.abilities import Abilities
from studio.core.chats import Chat, ChatSettings, Effort
from studio.ui.chat.attaching import Spawn
from studio.ui.chat.chat_header import ChatHeader
from studio.ui.chat.choices import Choices
from studio.ui.chat.composer import Composer
from studio.ui.chat.metering import Measures
from studio.ui.chat_rows import title_of
from studio.ui.dialogs import answered, asked_text
from studio.ui.sessions import Session

_OPTIONS = "studio.ui.chat.chat_options"  # most chats never need them


class PageSettings(QObject):
    """Lives as long as its page. `choices` are those of now; `refresh` shows what has changed."""

    def __init__(
        self,
        page: QWidget,
        session: Session,
        choices: Callable[[], Choices],
        spawn: Spawn,
        refresh: Callable[[], None],
    ) -> None:
        super().__init__(page)
        self._page = page
        self._session = session
        self._choices = choices
        self._spawn = spawn
        self._refresh = refresh

    def listen(self, header: ChatHeader, composer: Composer, measures: Measures) -> None:
        """To whatever of the page asks for a change; `measures` tell what a model can take."""
        spawn = self._spawn
        header.rename_requested.connect(lambda: spawn(self._rename(), "rename"))
        header.options_requested.connect(lambda: spawn(self._edit_options(), "chat settings"))
        header.keep_requested.connect(self._pick_keeping)
        composer.model_picked.connect(self._pick_model)
        composer.effort_picked.connect(self._pick_effort)
        composer.tools_picked.connect(self._pick_tools)
        composer.tools.weigh_by(lambda: self._abilities(measures))

    def _abilities(self, measures: Measures) -> Abilities:
        choice = self._choices().chosen(self._session.chat.settings)
        if choice is None:
            return Abilities()
        return measures.abilities(choice.profile_id, choice.model)

    async def _update(self, chat: Chat) -> None:
        await self._session.update(chat)
        self._refresh()

    def _change(self, settings: ChatSettings) -> None:
        self._spawn(
            self._update(replace(self._session.chat, settings=settings)), "change chat settings"
        )

    def _pick_model(self, profile_id: str, model: str) -> None:
        settings = self._session.chat.settings
        before = self._choices().chosen(settings)
        # A key belongs to its provider.
        is_same = before is not None and before.profile_id == profile_id
        key_id = settings.key_id if is_same else ""
        self._change(replace(settings, profile_id=profile_id, model=model, key_id=key_id))

    def _pick_effort(self, effort: Effort | None) -> None:
        self._change(replace(self._session.chat.settings, effort=effort))

    def _pick_tools(self, names_off: frozenset[str]) -> None:
        self._change(replace(self._session.chat.settings, tools_off=names_off))

    def _pick_keeping(self, is_kept: bool) -> None:
        self._spawn(self._update(replace(self._session.chat, is_kept=is_kept)), "keep or not")

    async def _edit_options(self) -> None:
        settings = self._session.chat.settings
        choice = self._choices().chosen(settings)
        keys = self._choices().keys_of(choice.profile_id) if choice is not None else ()
        dialog: Any = import_module(_OPTIONS).ChatOptions(settings, keys, self._page)
        if await answered(dialog) == QDialog.DialogCode.Accepted:
            self._change(dialog.settings())

    async def _rename(self) -> None:
        title = title_of(self._session.chat)
        renamed = await asked_text(
            self._page, self.tr("Rename chat"), self.tr("Title"), title, self.tr("Rename")
        )
        if renamed and renamed.strip():
            title = " ".join(renamed.split())
            await self._update(replace(self._session.chat, title=title))
