"""Says at messages and cards of the transcript that they are not sent, or not as they stand."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QObject

from studio.core.chats import Turn
from studio.core.messages import Attachment
from studio.core.omissions import Omission, Omitted
from studio.ui.chat.cards import Cards
from studio.ui.chat.view import TranscriptView
from studio.ui.sessions import Session

translate = QCoreApplication.translate


class OmissionMarks(QObject):
    """Belongs to a chat page. It does nothing while nothing is left out."""

    def __init__(
        self, session: Session, view: TranscriptView, cards: Cards, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._view = view
        self._cards = cards
        self._notes: dict[tuple[str, bool], str] = {}
        view.note_of = self._note_of
        self._unwatch = session.watch(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """The chat as it is now."""
        said = _by_subject(self._session.chat.settings.omissions)
        turns = self._session.turns if said else ()
        self._cards.leave_out(dict(_of_cards(turns, said)))
        notes = dict(_of_messages(turns, said))
        if notes != self._notes:
            self._notes = notes
            self._view.refresh_messages()

    def leave(self) -> None:
        """The page goes."""
        self._unwatch()

    def _note_of(self, turn_id: str, is_prompt: bool) -> str:
        return self._notes.get((turn_id, is_prompt), "")


def omitted_text(hows: Collection[Omitted | None]) -> str:
    """What is left of the parts of a message; None is a part that is sent as it stands."""
    if not any(hows):
        return ""
    if set(hows) == {Omitted.DROP}:
        return translate("Transcript", "Not sent")
    if set(hows) == {Omitted.SHORTEN}:
        return translate("Transcript", "Sent shortened")
    return translate("Transcript", "Not sent in full")


_Said = Mapping[str, Omitted]


def _by_subject(omissions: Sequence[Omission]) -> _Said:
    return {each.subject: each.how for each in omissions}


def _of_messages(turns: Sequence[Turn], said: _Said) -> Iterator[tuple[tuple[str, bool], str]]:
    """What stands at a turn's prompt (True) and at its answer (False)."""
    for turn in turns:
        whole = said.get(f"turn/{turn.id}")
        prompt = [said.get(f"{turn.id}/prompt")] if turn.prompt_text else []
        files = (each for each in turn.prompt if isinstance(each, Attachment))
        prompt += [said.get(f"{turn.id}/file/{each.digest}") for each in files]
        answer = [said.get(f"{each.id}/text") for each in turn.rounds if each.text]
        for is_prompt, hows in ((True, prompt), (False, answer)):
            if note := omitted_text([whole] if whole is not None else hows):
                yield (turn.id, is_prompt), note


def _of_cards(turns: Sequence[Turn], said: _Said) -> Iterator[tuple[str, str]]:
    """The notes of tool uses, by their IDs."""
    for turn in turns:
        whole = said.get(f"turn/{turn.id}")
        for use in turn.tool_uses:
            if note := omitted_text([whole or said.get(f"{use.call.id}/result")]):
                yield use.call.id, note
