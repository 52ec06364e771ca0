"""The chip in a chat's header: in words, what of this chat may go where."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter, QWidget
from typing_extensions import override

from studio.harness.trust import ChipFacts
from studio.ui.chat.choices import ModelChoice
from studio.ui.tips import plain_tip
from studio.ui.trust_texts import chip_text

_ROOM = 230


class TrustChip(QPushButton):
    """Pressed, it opens what the chat has seen and where that went: `clicked()`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._told = ""
        self.hide()

    @property
    def told(self) -> str:
        """What it says, in full."""
        return self._told

    def show_place(self, choice: ModelChoice | None, facts: ChipFacts | None) -> None:
        """`choice` is who is asked next; `facts` are None where nothing private was seen."""
        self.setVisible(choice is not None)
        if choice is None:
            return
        said = chip_text(facts) if facts is not None else ""
        if said and facts is not None:
            kind = "chip" if facts.may_go else "chip-warning"
            hint = self.tr("What this chat has seen, and where it went")
        elif choice.stays_here:
            said, kind = self.tr("Stays on this computer"), "chip-success"
            hint = self.tr("Nothing you write in this chat leaves this computer.")
        else:
            said, kind = self.tr("Goes to {0}").format(choice.profile_name), "chip"
            hint = self.tr("What you write in this chat is sent to {0}.").format(
                choice.profile_name
            )
        self._say(said, hint, kind)

    def _say(self, said: str, hint: str, kind: str) -> None:
        self._told = said
        elided = self.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, _ROOM)
        self.setText(elided.replace("&", "&&"))
        self.setAccessibleName(said)
        self.setAccessibleDescription(hint)
        self.setToolTip(plain_tip(f"{said}\n{hint}" if elided != said else hint))
        if self.property("kind") != kind:
            self.setProperty("kind", kind)
            self.style().unpolish(self)
            self.style().polish(self)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """In a narrow header it ends in dots, where Qt would cut it on both sides."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        content = QStyle.SubElement.SE_PushButtonContents
        room = self.style().subElementRect(content, option, self).width()
        as_shown = Qt.TextFlag.TextShowMnemonic.value
        dots = Qt.TextElideMode.ElideRight
        option.text = self.fontMetrics().elidedText(option.text, dots, room, as_shown)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()
