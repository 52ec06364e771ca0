"""The default model: typed, or picked from the provider's own list."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.errors import StudioError
from studio.ui.failure_texts import failure_text
from studio.ui.fields import LineEdit
from studio.ui.focus import focus_goes_to
from studio.ui.moments import ago
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.model_picker import ModelPicker
from studio.ui.settings.model_texts import abilities_line
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled, relook


class ModelField(QWidget):
    """Asks the provider only when the user says so: asking may read the keyring.

    Signals: `edited(model)`, when the user is done with it; `facts_requested(model)`.
    """

    edited = Signal(str)
    facts_requested = Signal(str)

    def __init__(self, needs: Needs, errands: Errands, profile_id: str = "") -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._id = profile_id
        self._shown = ""
        self._errand: Errand | None = None
        self.edit = LineEdit()
        self.edit.setAccessibleName(self.tr("Default model"))
        self.edit.setPlaceholderText(self.tr("Type a model, or find one"))
        self.find_button = button(self.tr("Find models"), "inside")
        self.picker = ModelPicker(needs.theme, self)
        self.state = labelled("", "muted")
        focus_goes_to(self, self.edit)
        # Within the field, as the arrow of a box of choices is.
        row = QHBoxLayout(self.edit)
        row.setContentsMargins(0, 2, 4, 2)
        row.addStretch(1)
        row.addWidget(self.find_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.edit)
        column.addWidget(self.state)
        self.edit.editingFinished.connect(self._finish)
        self.find_button.clicked.connect(self._press)
        self.picker.picked.connect(self._take)
        self.picker.refresh_requested.connect(self._refresh)
        self.picker.facts_requested.connect(self.facts_requested)
        self.destroyed.connect(needs.models.watch(self._show_known))
        self._show_known()

    @property
    def model(self) -> str:
        return self.edit.text().strip()

    @property
    def is_busy(self) -> bool:
        return self._errand is not None

    def begin(self, profile_id: str) -> None:
        """For another profile."""
        self._id = profile_id
        self._shown = ""
        self.edit.clear()
        self._show_known()

    def show_model(self, model: str) -> None:
        """Leaves alone what is being typed."""
        if self.model == self._shown or not self.edit.hasFocus():
            self._shown = model
            self.edit.setText(model)
            self.edit.setCursorPosition(0)
        self._show_known()

    def forget(self) -> None:
        """The address or the key changed: another list may come."""
        self.edit.setText(self._shown)
        self._show_known()

    def ask(self) -> None:
        """Asks for the list, unless that is being done."""
        if self._errand is None:
            self._show_state(self.tr("Asking the provider…"), "muted")
            self.find_button.setText(self.tr("Stop"))
            self._make_room()
            self._errand = self._errands.start(self._fill(), "settings: find models")

    def stop(self) -> None:
        if self._errand is not None:
            self._errand.cancel()
            self._end()
            self._show_known()

    def _press(self) -> None:
        if self.is_busy:
            self.stop()
        elif self._needs.models.entries(self._id):
            self.picker.open_below(self.edit, self.model)
        else:
            self.ask()

    def _refresh(self) -> None:
        self.picker.hide()
        self.ask()

    async def _fill(self) -> None:
        try:
            await self._needs.models.refresh(self._id)
        except StudioError as error:
            if isValid(self):
                self._end()
                text = failure_text(error.failure)
                words = (text.title, error.failure.message, error.failure.url, text.advice)
                self._show_state("\n".join(filter(None, words)), "danger")
            return
        if isValid(self):
            self._end()
            self._show_known()

    def _end(self) -> None:
        self._errand = None
        self._name_button()

    def _name_button(self) -> None:
        count = len(self._needs.models.entries(self._id))
        found = self.tr("{0} found ▾").format(count)
        self.find_button.setText(found if count else self.tr("Find models"))
        name = self.tr("Choose among {0} models").format(count)
        self.find_button.setAccessibleName(name if count else "")
        self._make_room()

    def _make_room(self) -> None:
        """No text below the button."""
        width = self.find_button.sizeHint().width() + 2
        is_mirrored = self.isRightToLeft()
        self.edit.setTextMargins(width if is_mirrored else 0, 0, 0 if is_mirrored else width, 0)

    def _show_known(self) -> None:
        """The list as it was last found, and what is known of the chosen model."""
        if not isValid(self) or self.is_busy:
            return
        models = self._needs.models
        self._name_button()
        fetched = models.fetched_at(self._id)
        when = "" if fetched is None else ago(fetched, self._needs.clock())
        asked = self.tr("Asked {0}").format(when) if when else ""
        self.picker.show_entries(models.entries(self._id), asked)
        known = models.entry(self._id, self.model).abilities if self.model else None
        self._show_state("" if known is None else abilities_line(known), "muted")

    def _show_state(self, text: str, kind: str) -> None:
        self.state.setText(text)
        relook(self.state, kind)
        self.state.setVisible(bool(text))

    def _take(self, model: str) -> None:
        self.edit.setText(model)
        self._finish()
        self.edit.setFocus()

    def _finish(self) -> None:
        if self.model != self._shown:
            self._shown = self.model
            self._show_known()
            self.edited.emit(self.model)
