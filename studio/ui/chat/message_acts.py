"""Does what is asked of a message: copies, quotes, edits, answers again, branches, deletes."""

from importlib import import_module

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from studio.core.chats import Turn
from studio.ui.chat.chips import model_entries, picked_model
from studio.ui.chat.editing import Editing
from studio.ui.chat.message_texts import message_source, quoted, raw_text
from studio.ui.chat.messages import Action, Message
from studio.ui.chat.page_messages import MessageNeeds
from studio.ui.chat.picker import Picker
from studio.ui.undo_bar import UndoBar

_WHOLE_TEXT = "studio.ui.chat.whole_text"


class MessageActs(QObject):
    """Made by its page when the first is asked for; lives as long as the page.

    Signals: `details_requested(turn_id)`.
    """

    details_requested = Signal(str)

    def __init__(self, page: QWidget, needs: MessageNeeds) -> None:
        super().__init__(page)
        self._page = page
        self._needs = needs
        self._session = needs.session
        self.editing = Editing(needs.theme, needs.composer, needs.files)
        self.undo = UndoBar()
        self.undo.button.setToolTip(self.tr("Undo (Ctrl+Z in the conversation)"))
        self.undo.undone.connect(self._restore)
        self.undo.expired.connect(lambda _: self._spawn_erase())

    def do(self, action: Action, message: Message) -> None:
        """Does it, unless the message is gone."""
        turn = self._turn(message.turn_id)
        if turn is None:
            return
        match action:
            case Action.COPY | Action.QUOTE | Action.RAW:
                self._read(action, turn, message)
            case Action.EDIT:
                self.editing.begin(turn)
            case Action.REGENERATE:
                self._needs.spawn(self._session.regenerate(turn.id), "answer again")
            case Action.REGENERATE_WITH:
                self._pick_model(message)
            case Action.BRANCH:
                self._needs.spawn(self._branch(turn.id), "branch")
            case Action.DETAILS:
                self.details_requested.emit(turn.id)
            case Action.DELETE:
                self._needs.spawn(self._delete(turn.id), "delete a message")
            case Action.ASK_AGAIN | Action.COMPARE:
                return  # by whoever changes the past and compares

    def edit_last(self) -> None:
        """The last prompt into the composer, as Up does where nothing is typed."""
        turns = self._session.turns
        if turns and not self._session.is_running:
            self.editing.begin(turns[-1])

    def quote(self, text: str) -> None:
        """Puts a quotation before what is typed."""
        if text.strip():
            composer = self._needs.composer
            composer.insert_quote(quoted(text))
            composer.field.setFocus()

    def send_edited(self, prompt: str) -> None:
        """Sends what was edited as a version beside the old one."""
        turn_id, files = self.editing.take()
        self._needs.spawn(self._session.edit(turn_id, prompt, files), "send an edited message")

    def take_back(self) -> bool:
        """Undoes the deletion that can still be undone; false when there is none."""
        turn_id = self.undo.withdraw()
        if turn_id:
            self._restore(turn_id)
        return bool(turn_id)

    def leave(self) -> None:
        """The page goes: what was deleted stays so, and is erased."""
        if self.undo.withdraw():
            self._spawn_erase()

    def _turn(self, turn_id: str) -> Turn | None:
        return next((turn for turn in self._session.turns if turn.id == turn_id), None)

    def _read(self, action: Action, turn: Turn, message: Message) -> None:
        if action is Action.RAW:
            self._show_raw(turn, message)
            return
        source = message_source(turn, is_prompt=message.is_prompt)
        if action is Action.COPY:
            QGuiApplication.clipboard().setText(source)
        else:
            self.quote(source)

    def _show_raw(self, turn: Turn, message: Message) -> None:
        text = raw_text(turn, is_prompt=message.is_prompt)
        title = (
            self.tr("Your prompt, as it was typed")
            if message.is_prompt
            else self.tr("What the model wrote")
        )
        module = import_module(_WHOLE_TEXT)
        module.WholeText(self._needs.theme, title, text, self._page).show()

    def _pick_model(self, message: Message) -> None:
        anchor = self._needs.view.anchor_of(message)
        choices = self._needs.choices()
        entries = model_entries(choices, self.tr("Its default model"))
        picker = Picker(entries, "", self.tr("Answer again with"), anchor)
        picker.picked.connect(lambda key: self._answer_with(message.turn_id, key))
        picker.open_at(anchor)

    def _answer_with(self, turn_id: str, key: str) -> None:
        profile_id, model = picked_model(key)
        self._needs.spawn(
            self._session.regenerate(turn_id, profile_id, model), "answer again with another model"
        )

    async def _branch(self, turn_id: str) -> None:
        await self._session.branch_at(turn_id)
        self._needs.composer.field.setFocus()

    async def _delete(self, turn_id: str) -> None:
        if self.editing.turn_id == turn_id:
            self.editing.cancel()
        if self.undo.withdraw():
            await self._session.erase_turns()
        await self._session.delete_turn(turn_id)
        if self._turn(turn_id) is None:
            self.undo.offer_after(turn_id, self.tr("Message deleted"))

    def _restore(self, turn_id: str) -> None:
        self._needs.spawn(self._session.restore_turn(turn_id), "bring a message back")

    def _spawn_erase(self) -> None:
        self._needs.spawn(self._session.erase_turns(), "erase a message")
