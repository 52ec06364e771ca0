"""Writes a call's result by hand, from which the answer goes on."""

from PySide6.QtWidgets import QCheckBox
from typing_extensions import override

from studio.core.messages import ToolResult
from studio.ui.chat.past_dialog import DialogNeeds, PastDialog
from studio.ui.chat.past_result_field import ResultField
from studio.ui.visible import visible


class ReplaceResult(PastDialog):
    """Asks for the result of a call of the tool `name`. `whole` is all of it where it was shortened
    for the model; `draft` is what was written when it was last left."""

    def __init__(
        self,
        needs: DialogNeeds,
        name: str,
        result: ToolResult,
        whole: str,
        draft: tuple[str, bool] | None = None,
    ) -> None:
        super().__init__(needs)
        self.name(
            self.tr("Replace the result of {0}").format(visible(name) or self.tr("(no name)")),
            self.tr(
                "The answer goes on from what you write here, beside the one there is, which stays."
            ),
            self.tr("Go on from here"),
        )
        self._first = (whole, result.is_error)
        self._same = (result.content, result.is_error)
        self.field = ResultField(needs.theme, needs.spawn)
        if result.is_shortened:
            self.field.offer_told(result.content)
        self.is_error = QCheckBox(self.tr("This is an error"))
        self.content.addWidget(self.field, 1)
        self.content.addWidget(self.is_error)
        text, is_error = draft if draft is not None else self._first
        self.field.show_text(text)
        self.is_error.setChecked(is_error)
        self.field.changed.connect(lambda: self.say(""))
        self.is_error.toggled.connect(lambda _: self.say(""))
        self.open_sized(720, 560)
        self.field.enter()

    @property
    def written(self) -> tuple[str, bool]:
        """The result, and whether it is an error."""
        return self.field.text(), self.is_error.isChecked()

    @property
    def draft(self) -> tuple[str, bool] | None:
        """What was changed, to be taken up again; None where nothing was."""
        return None if self.written == self._first else self.written

    @override
    def problem(self) -> str:
        if self.written == self._same:
            return self.tr("This is the result there is: change it first.")
        return ""
