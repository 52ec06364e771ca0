"""The default model: typed, or picked from the provider's own list."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.errors import StudioError
from studio.harness.profiles import Profiles
from studio.ui.failure_texts import failure_text
from studio.ui.fields import LineEdit
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.form import calm
from studio.ui.settings.parts import button, labelled, relook


class ModelField(QWidget):
    """Asks the provider only when the user says so: asking may read the keyring.

    Signals: `edited(model)`, when the user is done with it.
    """

    edited = Signal(str)

    def __init__(self, profiles: Profiles, errands: Errands, profile_id: str = "") -> None:
        super().__init__()
        self._profiles = profiles
        self._errands = errands
        self._id = profile_id
        self._shown = ""
        self._errand: Errand | None = None
        self.box = QComboBox()
        self.box.setEditable(True)
        self.edit = LineEdit()
        self.box.setLineEdit(self.edit)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.setAccessibleName(self.tr("Default model"))
        self.edit.setPlaceholderText(self.tr("Type a model, or find one"))
        calm(self.box)
        self.find_button = button(self.tr("Find models"))
        self.state = labelled("", "muted")
        self.state.hide()
        self.setFocusProxy(self.box)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.box, 1)
        row.addWidget(self.find_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.state)
        self.box.activated.connect(self._finish)
        self.edit.editingFinished.connect(self._finish)
        self.find_button.clicked.connect(self._find_or_stop)

    @property
    def model(self) -> str:
        return self.box.currentText().strip()

    @property
    def is_busy(self) -> bool:
        return self._errand is not None

    def begin(self, profile_id: str) -> None:
        """For another profile."""
        self._id = profile_id
        self._shown = ""
        self.forget()

    def show_model(self, model: str) -> None:
        """Leaves alone what is being typed."""
        if self.model == self._shown or not self.edit.hasFocus():
            self._shown = model
            self.box.setEditText(model)

    def forget(self) -> None:
        """The address or the key changed: another list may come."""
        self.box.clear()
        self.box.setEditText(self._shown)
        self.state.hide()

    def ask(self) -> None:
        """Asks for the list, unless that is being done."""
        if self._errand is None:
            self._show_state(self.tr("Asking the provider…"), "muted")
            self.find_button.setText(self.tr("Stop"))
            self._errand = self._errands.start(self._fill(), "settings: find models")

    def stop(self) -> None:
        if self._errand is not None:
            self._errand.cancel()
            self.state.hide()
            self._end()

    def _find_or_stop(self) -> None:
        if self.is_busy:
            self.stop()
        else:
            self.ask()

    async def _fill(self) -> None:
        try:
            models = await self._profiles.models(self._id)
        except StudioError as error:
            if not isValid(self):
                return
            text = failure_text(error.failure)
            words = (text.title, error.failure.message, error.failure.url, text.advice)
            self._show_state("\n".join(filter(None, words)), "danger")
        else:
            if not isValid(self):
                return
            self._show_list(models)
        self._end()

    def _end(self) -> None:
        self._errand = None
        self.find_button.setText(self.tr("Find models"))

    def _show_list(self, models: tuple[str, ...]) -> None:
        typed = self.box.currentText()
        self.box.clear()
        self.box.addItems(models)
        self.box.setEditText(typed)
        completer = QCompleter(models, self.box)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.box.setCompleter(completer)
        self._show_state(self.tr("{0} found").format(len(models)), "muted")

    def _show_state(self, text: str, kind: str) -> None:
        self.state.setText(text)
        relook(self.state, kind)
        self.state.show()

    def _finish(self) -> None:
        if self.model != self._shown:
            self._shown = self.model
            self.edited.emit(self.model)
