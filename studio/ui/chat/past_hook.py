"""Where a chat page offers to change the past. The dialogs are loaded when one is opened."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QBoxLayout, QDialog, QMenu, QWidget
from shiboken6 import isValid

from studio.core.chats import Turn
from studio.core.messages import ToolUse
from studio.ui.chat.cards import Cards
from studio.ui.chat.inspect_hook import InspectHook, PanelNeeds
from studio.ui.chat.messages import Action, Message
from studio.ui.chat.view import TranscriptView
from studio.ui.dialogs import answered, told

_DIALOG = "studio.ui.chat.past_dialog"
_RUNNING = "studio.ui.chat.past_running"
_REPLACING = "studio.ui.chat.past_replacing"
_ASKING = "studio.ui.chat.past_asking"
_COMPARING = "studio.ui.chat.past_comparing"
_STRIP = "studio.ui.chat.past_strip"


class PastHook(QObject):
    """Lives as long as its page, whose foot takes the offer to compare.

    What was filled in and not carried out is taken up again when the same is opened next.
    """

    def __init__(
        self, page: QWidget, foot: QBoxLayout, view: TranscriptView, needs: PanelNeeds
    ) -> None:
        super().__init__(page)
        self._page = page
        self._foot = foot
        self._view = view
        self._needs = needs
        self._session = needs.session
        self._arguments: dict[str, Mapping[str, Any] | None] = {}
        self._results: dict[str, tuple[str, bool] | None] = {}
        self._comparing: Any = None
        self._unwatch: Callable[[], None] | None = None
        self.strip: Any = None
        view.action_requested.connect(self._do)
        view.card_menus.append(self._add_to_card)

    def listen(self, cards: Cards, inspecting: InspectHook) -> None:
        """To whatever offers a change."""
        cards.edit_run_requested.connect(self.run_again)
        cards.replace_requested.connect(self.replace_result)
        inspecting.run_again_requested.connect(self.run_again)
        inspecting.replace_requested.connect(self.replace_result)
        inspecting.resend_requested.connect(self.ask_again)

    def run_again(self, tool_use_id: str) -> None:
        """Asks with which arguments a call runs again."""
        self._spawn(self._run_again(tool_use_id), "run a call again")

    def replace_result(self, tool_use_id: str) -> None:
        """Asks for a result by hand."""
        self._spawn(self._replace_result(tool_use_id), "replace a result")

    def ask_again(self, turn_id: str, round_id: str = "") -> None:
        """Asks of whom, and how, a round is asked for again: the last where none is named."""
        self._spawn(self._ask_again(turn_id, round_id), "ask again")

    def compare(self, first: str, second: str) -> None:
        """Two turns beside each other."""
        self._compares().open(first, second)

    def leave(self) -> None:
        """The page goes."""
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None

    def _do(self, action: Action, message: Message) -> None:
        if action is Action.ASK_AGAIN:
            self.ask_again(message.turn_id)
        elif action is Action.COMPARE:
            anchor = self._view.anchor_of(message)
            self._compares().pick(message.turn_id, anchor)

    def _add_to_card(self, menu: QMenu, tool_use_id: str) -> None:
        found = self._found(tool_use_id)
        if found is None:
            return
        is_free = found[1].result is not None and not self._session.is_running
        menu.addSeparator()
        entries = (
            (self.tr("Run again with other arguments…"), self.run_again),
            (self.tr("Replace result…"), self.replace_result),
        )
        for text, act in entries:
            entry = menu.addAction(text)
            entry.setEnabled(is_free)
            entry.triggered.connect(partial(self._begin, act, tool_use_id))

    def _begin(self, act: Callable[[str], None], tool_use_id: str, _: bool = False) -> None:
        act(tool_use_id)

    def _compares(self) -> Any:
        if self._comparing is None:
            module = import_module(_COMPARING)
            self._comparing = module.Comparing(self._page, self._needs)
        return self._comparing

    def _spawn(self, work: Coroutine[Any, Any, object], name: str) -> None:
        self._needs.spawn(work, name)

    def _blocked(self) -> str:
        if self._session.is_running:
            return self.tr("Not while an answer is being written.")
        return ""

    def _dialog_needs(self) -> Any:
        needs = self._needs
        make = import_module(_DIALOG).DialogNeeds
        return make(needs.theme, needs.spawn, self._blocked, self._page)

    async def _run_again(self, tool_use_id: str) -> None:
        found = self._found(tool_use_id)
        if found is None:
            return
        turn, use = found
        name = use.call.name
        tool = next((each for each in self._needs.tools() if each.name == name), None)
        draft = self._arguments.pop(tool_use_id, None)
        needs = replace(self._dialog_needs(), blocked=lambda: self._blocked_tool(name))
        dialog: Any = import_module(_RUNNING).RunAgain(needs, use, tool, draft)
        code = await answered(dialog)
        self._arguments[tool_use_id] = dialog.draft
        if code == QDialog.DialogCode.Accepted:
            changed = self._session.run_again(tool_use_id, dialog.arguments)
            if await self._is_changed(turn, changed):
                self._arguments.pop(tool_use_id, None)

    async def _replace_result(self, tool_use_id: str) -> None:
        found = self._found(tool_use_id)
        if found is None or found[1].result is None:
            return
        turn, use = found
        result = found[1].result
        whole = result.content
        if result.is_shortened:
            whole = await self._session.full_output(tool_use_id)
        draft = self._results.pop(tool_use_id, None)
        needs = replace(self._dialog_needs(), blocked=lambda: self._blocked_round(tool_use_id))
        make = import_module(_REPLACING).ReplaceResult
        dialog: Any = make(needs, use.call.name, result, whole, draft)
        code = await answered(dialog)
        self._results[tool_use_id] = dialog.draft
        if code == QDialog.DialogCode.Accepted:
            content, is_error = dialog.written
            changed = self._session.replace_result(tool_use_id, content, is_error=is_error)
            if await self._is_changed(turn, changed):
                self._results.pop(tool_use_id, None)

    async def _ask_again(self, turn_id: str, round_id: str) -> None:
        turn = self._turn(turn_id)
        if turn is None or not turn.rounds:
            return
        session = self._session
        module: Any = import_module(_ASKING)
        asked = module.Asked(turn, round_id, session.chat.settings)
        dialog: Any = module.AskAgain(self._dialog_needs(), asked, self._needs.choices)
        if await answered(dialog) != QDialog.DialogCode.Accepted:
            return
        settings = dialog.settings()
        if not dialog.is_once.isChecked():
            await session.update(replace(session.chat, settings=settings))
        await self._is_changed(turn, session.resend(turn_id, dialog.round_id, settings))

    async def _is_changed(self, turn: Turn, changing: Coroutine[Any, Any, None]) -> bool:
        """Changes the past, then offers to compare; says so where nothing came of it."""
        self._view.scroll_to_end()
        await changing
        if not isValid(self):
            return True
        on_path = {each.id for each in self._session.turns}
        beside = [each for each in self._session.versions(turn.id) if each in on_path]
        if beside and beside[0] != turn.id:
            self._offer(turn.id, beside[0])
            return True
        if turn.id in on_path:
            await told(
                self._page,
                self.tr("Nothing was changed"),
                self.tr("The chat was busy with something else. Try it again in a moment."),
            )
        return turn.id not in on_path

    def _offer(self, first: str, second: str) -> None:
        if self.strip is None:
            self.strip = import_module(_STRIP).CompareStrip(self._needs.theme)
            self.strip.compared.connect(self.compare)
            self._foot.insertWidget(0, self.strip)
            self._unwatch = self._session.watch(self._follow_path)
        self.strip.offer(first, second)

    def _follow_path(self) -> None:
        """What is compared is what is shown."""
        if self.strip is not None and not self.strip.isHidden():
            on_path = {turn.id for turn in self._session.turns}
            if on_path.isdisjoint(self.strip.pair):
                self.strip.dismiss()

    def _turn(self, turn_id: str) -> Turn | None:
        return next((turn for turn in self._session.turns if turn.id == turn_id), None)

    def _found(self, tool_use_id: str) -> tuple[Turn, ToolUse] | None:
        for turn in self._session.turns:
            for use in turn.tool_uses:
                if use.call.id == tool_use_id:
                    return turn, use
        return None

    def _blocked_tool(self, name: str) -> str:
        """What the chat does not offer, it does not run."""
        if name in self._session.chat.settings.tools_off:
            return self.tr("This tool is switched off in this chat.")
        return self._blocked()

    def _blocked_round(self, tool_use_id: str) -> str:
        """A round goes on only with the results of all its calls."""
        found = self._found(tool_use_id)
        if found is None:
            return self.tr("This call is not shown any more.")
        for round_ in found[0].rounds:
            uses = round_.tool_uses
            is_it = any(use.call.id == tool_use_id for use in uses)
            if is_it and any(use.result is None for use in uses):
                return self.tr("Another call of the same round has no result yet.")
        return self._blocked()
