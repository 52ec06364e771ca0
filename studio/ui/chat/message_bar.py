"""The small bar of icon buttons at a message, and its menu."""

from collections.abc import Sequence, Set

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from studio.ui.chat.look import Look
from studio.ui.chat.messages import Action, Message
from studio.ui.icons import SIZE, Icon, icon
from studio.ui.tips import plain_tip

translate = QCoreApplication.translate

SIDE = 26
_GAP = 2
_ICONS = {
    Action.COPY: Icon.COPY,
    Action.QUOTE: Icon.QUOTE,
    Action.EDIT: Icon.PENCIL,
    Action.REGENERATE: Icon.AGAIN,
    Action.BRANCH: Icon.BRANCH,
    Action.DETAILS: Icon.DETAILS,
}
_OF_PROMPT = (Action.COPY, Action.EDIT, Action.QUOTE, Action.BRANCH)
_OF_ANSWER = (Action.COPY, Action.REGENERATE, Action.QUOTE, Action.BRANCH, Action.DETAILS)
_CHANGING = {
    Action.EDIT,
    Action.REGENERATE,
    Action.REGENERATE_WITH,
    Action.ASK_AGAIN,
    Action.BRANCH,
    Action.DELETE,
}


def action_name(action: Action, *, is_prompt: bool) -> str:
    """What a menu and a tooltip say."""
    answer = {
        Action.COPY: translate("Transcript", "Copy answer as Markdown"),
        Action.QUOTE: translate("Transcript", "Quote in reply"),
        Action.RAW: translate("Transcript", "Read what the model wrote"),
        Action.EDIT: translate("Transcript", "Edit prompt and send again"),
        Action.REGENERATE: translate("Transcript", "Answer again"),
        Action.REGENERATE_WITH: translate("Transcript", "Answer again with another model…"),
        Action.ASK_AGAIN: translate("Transcript", "Ask again with other settings…"),
        Action.COMPARE: translate("Transcript", "Compare with another version…"),
        Action.BRANCH: translate("Transcript", "Branch here"),
        Action.DETAILS: translate("Transcript", "Details"),
        Action.DELETE: translate("Transcript", "Delete prompt and answer"),
    }
    prompt = {
        Action.COPY: translate("Transcript", "Copy prompt"),
        Action.RAW: translate("Transcript", "Read as it was typed"),
        Action.EDIT: translate("Transcript", "Edit and send again"),
    }
    return prompt.get(action, answer[action]) if is_prompt else answer[action]


def keys_text(action: Action) -> str:
    """The keys as this system writes them."""
    return QKeySequence(action.value).toString(QKeySequence.SequenceFormat.NativeText)


def is_blocked(action: Action, blocked: str) -> bool:
    """Whether an action has to wait for the reason `blocked`."""
    return bool(blocked) and action in _CHANGING


class MessageBar(QWidget):
    """Lies over the transcript, at one message at a time; never over its text.

    Signals: `asked(Action, Message)`; `menu_asked(Message)`.
    """

    asked = Signal(object, object)
    menu_asked = Signal(object)

    def __init__(self, parent: QWidget, look: Look) -> None:
        super().__init__(parent)
        self.message: Message | None = None
        self._blocked = ""
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP)
        self._buttons = {action: QToolButton() for action in _ICONS}
        self.more = QToolButton()
        self.more.setAccessibleName(translate("Transcript", "More actions"))
        self.more.setToolTip(translate("Transcript", "More actions"))
        for button in self.buttons():
            button.setProperty("kind", "icon")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._layout.addWidget(button)
        for action, button in self._buttons.items():
            button.clicked.connect(lambda _=False, wanted=action: self._ask(wanted))
        self.more.clicked.connect(self._ask_for_menu)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.take_look(look)
        self.hide()

    def buttons(self) -> list[QToolButton]:
        """All of them, from the left; some may be hidden."""
        return [*self._buttons.values(), self.more]

    def take_look(self, look: Look) -> None:
        palette = look.palette
        side, sign = look.px(SIDE), look.px(SIZE)
        for action, button in self._buttons.items():
            button.setIcon(icon(_ICONS[action], palette.text_secondary, palette.border_strong))
        self.more.setIcon(icon(Icon.MENU, palette.text_secondary))
        for button in self.buttons():
            button.setIconSize(QSize(sign, sign))
            button.setFixedSize(side, side)
        self.adjustSize()

    def show_message(self, message: Message, blocked: str, room: int) -> None:
        """Offers what fits into so much room; the rest is in the menu."""
        wanted = _OF_PROMPT if message.is_prompt else _OF_ANSWER
        most = max(0, (room + _GAP) // (self.more.width() + _GAP) - 1)
        shown = wanted[:most]
        if (message, blocked, set(shown)) != (self.message, self._blocked, self._shown()):
            self.message, self._blocked = message, blocked
            self._fill(shown)
            self.adjustSize()

    def _shown(self) -> set[Action]:
        return {action for action, each in self._buttons.items() if not each.isHidden()}

    def _fill(self, shown: Sequence[Action]) -> None:
        message = self.message
        if message is None:
            return
        self.setAccessibleName(
            translate("Transcript", "Actions of your prompt")
            if message.is_prompt
            else translate("Transcript", "Actions of the answer")
        )
        for action, button in self._buttons.items():
            button.setVisible(action in shown)
            name = action_name(action, is_prompt=message.is_prompt)
            button.setAccessibleName(name)
            waits = is_blocked(action, self._blocked)
            button.setEnabled(not waits)
            said = f"{name} ({keys_text(action)})"
            button.setToolTip(plain_tip(f"{said}\n{self._blocked}" if waits else said))

    def _ask(self, action: Action) -> None:
        if self.message is not None:
            self.asked.emit(action, self.message)

    def _ask_for_menu(self) -> None:
        if self.message is not None:
            self.menu_asked.emit(self.message)


def add_actions(
    menu: QMenu, message: Message, blocked: str, without: Set[Action]
) -> dict[Action, QAction]:
    """Adds all that can be done with a message to a menu; the caller says what happens then."""
    menu.setToolTipsVisible(True)
    added: dict[Action, QAction] = {}
    for action in Action:
        if action in without:
            continue
        if action in (Action.EDIT, Action.DELETE):
            menu.addSeparator()
        name = action_name(action, is_prompt=message.is_prompt)
        entry = added[action] = menu.addAction(name)
        entry.setShortcut(QKeySequence(action.value))
        # Shown only: the transcript itself hears the keys.
        entry.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        waits = is_blocked(action, blocked)
        entry.setEnabled(not waits)
        entry.setToolTip(plain_tip(blocked) if waits else name)
    return added
