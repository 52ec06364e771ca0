"""The first choice of the welcome page: what was pasted becomes a provider with a model."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from studio.core.pasted import Recognised
from studio.ui.settings.connect_form import ConnectForm
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import Form
from studio.ui.settings.model_field import ModelField
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled


class WelcomeConnect(QWidget):
    """Lives as long as the welcome page; hidden until something was pasted.

    Signals: `ready(profile_id)`, when the provider can be used; `given_up()`.
    """

    ready = Signal(str)
    given_up = Signal()

    def __init__(self, needs: Needs, errands: Errands) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._id = ""  # of the profile, once it is saved
        self.connecting = ConnectForm(needs, errands, self.tr("Connect"))
        self.note = labelled(self.tr("Connected. Choose the model to begin with."), "success")
        self.model_form = Form()
        self.model = ModelField(needs, errands)
        self.model_form.add(self.tr("Model"), self.model)
        self.chat = button(self.tr("Start chatting"), "primary")
        self.back = button(self.tr("Back"))
        self._place()
        self.connecting.saved.connect(self._go_on)
        self.connecting.given_up.connect(self.given_up)
        self.back.clicked.connect(self.given_up)
        self.chat.clicked.connect(self._start)
        self.model.edited.connect(lambda: self.chat.setEnabled(bool(self.model.model)))

    def show_found(self, found: Recognised) -> None:
        self._show_stage(is_saved=False)
        self.connecting.show_found(found)

    def forget(self) -> None:
        """Nothing of a key stays in a field."""
        self.connecting.forget()
        self.model.stop()

    def set_narrow(self, is_narrow: bool) -> None:
        for form in (self.connecting.form, self.model_form):
            form.set_narrow(is_narrow)

    def _place(self) -> None:
        buttons = QHBoxLayout()
        for one in (self.chat, self.back):
            buttons.addWidget(one)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for widget in (self.connecting, self.note, self.model_form):
            column.addWidget(widget)
        column.addLayout(buttons)

    def _show_stage(self, *, is_saved: bool) -> None:
        self.connecting.setVisible(not is_saved)
        for widget in (self.note, self.model_form, self.chat, self.back):
            widget.setVisible(is_saved)
        self.chat.setEnabled(bool(self.model.model))

    def _go_on(self, profile_id: str) -> None:
        self._id = profile_id
        profile = self._needs.profiles.profile(profile_id)
        if profile is not None and profile.model:
            self.ready.emit(profile_id)
            return
        self.model.begin(profile_id)
        self._show_stage(is_saved=True)
        self.model.ask()
        self.model.setFocus()

    def _start(self) -> None:
        work = self._choose_model(self.model.model)
        self._errands.start(work, "welcome: choose a model")

    async def _choose_model(self, model: str) -> None:
        await self._needs.profiles.change(self._id, model=model)
        self.ready.emit(self._id)
