"""A request that is held: the chat has seen what this provider may not receive."""

from enum import StrEnum

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from studio.core.decisions import SendChoice
from studio.core.events import SendHeld
from studio.ui.chat.question_strip import QuestionStrip, translate
from studio.ui.theme import Theme
from studio.ui.trust_texts import held_text


class SendStrip(QuestionStrip[SendHeld]):
    """Hidden while nothing is held. Signals: `chosen(SendChoice)`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, translate("SendStrip", "Not sent yet"), parent)

    @override
    def _words(self, asked: SendHeld) -> tuple[str, str]:
        more = translate(
            "SendStrip",
            "Everything in this chat would go there. Another provider can be chosen below.",
        )
        return held_text(asked.profile_name, asked.level, asked.clearance), more

    @override
    def _answers(self, asked: SendHeld) -> tuple[tuple[str, StrEnum], ...]:
        once = translate("SendStrip", "Send this once")
        in_chat = translate("SendStrip", "Send in this chat")
        if asked.is_blocked:
            once = translate("SendStrip", "Send this once all the same")
            in_chat = translate("SendStrip", "Send in this chat all the same")
        return (
            (in_chat, SendChoice.IN_CHAT),
            (once, SendChoice.ONCE),
            (translate("SendStrip", "Do not send"), SendChoice.STOP),
        )
