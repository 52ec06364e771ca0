"""What few providers need: headers and parameters, certificates, proxy, time limits, quirks."""

import json

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from studio.core.messages import Dialect
from studio.core.profiles import Kind, ProviderProfile
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import LABEL_WIDTH, CheckLine, Form, calm
from studio.ui.settings.headers import Headers
from studio.ui.settings.json_field import JsonField
from studio.ui.settings.needs import Needs
from studio.ui.settings.ollama_fields import OllamaFields
from studio.ui.settings.parts import button
from studio.ui.settings.ways import Ways

_LONGEST_IDLE = 86_400


class Fold(QWidget):
    """The line that opens and closes what is below it.

    Signals: `toggled(is_open)`.
    """

    toggled = Signal(bool)

    def __init__(self, text: str, short: str) -> None:
        super().__init__()
        self._text = text
        self._short = short
        self._is_narrow = False
        self.button = button("", "flat", text)
        self.button.setCheckable(True)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(0)
        self._row.addWidget(self.button)
        self._row.addStretch(1)
        self.button.toggled.connect(self._show_text)
        self.button.toggled.connect(self.toggled)
        self.set_narrow(is_narrow=False)

    def set_narrow(self, is_narrow: bool) -> None:
        self._is_narrow = is_narrow
        # Below the fields, whose text begins where the button's own frame does.
        self._row.setContentsMargins(0 if is_narrow else LABEL_WIDTH + 6, 0, 0, 0)
        self._show_text()

    def _show_text(self) -> None:
        folded = "◂" if self.isRightToLeft() else "▸"
        text = self._short if self._is_narrow else self._text
        self.button.setText(f"{'▾' if self.button.isChecked() else folded} {text}")


class Advanced(QWidget):
    """Lives as long as the form of its profile; folded until the user opens it.

    Signals: `changed(changes)`, a dictionary of the profile's fields.
    """

    changed = Signal(object)

    def __init__(self, needs: Needs, errands: Errands, profile: ProviderProfile) -> None:
        super().__init__()
        is_remote = profile.kind is Kind.HTTP
        whole = self.tr("Advanced: headers, parameters, certificates, proxy, time limits")
        few = self.tr("Advanced: parameters, time limit")
        self.fold = Fold(whole if is_remote else few, self.tr("Advanced"))
        self.form = Form()
        self.headers = Headers(needs, errands, profile)
        self.parameters = JsonField(needs.theme, _json_text(profile))
        self.idle = QSpinBox()
        self.think = CheckLine(
            self.tr("Reasoning arrives as <think> within the text: split it off")
        )
        self.tools = CheckLine(self.tr("This model can call tools"))
        self.streams = CheckLine(self.tr("Answers arrive piece by piece, as a stream"))
        self.ways = Ways(needs, errands, profile) if is_remote else None
        is_ollama = profile.dialect is Dialect.OLLAMA_CHAT
        self.ollama = OllamaFields(profile) if is_ollama else None
        self._add_fields()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.fold)
        column.addWidget(self.form)
        self._fill(profile)
        self._connect()
        self.form.hide()

    def set_narrow(self, is_narrow: bool) -> None:
        for form in (self.form, self.ways, self.ollama):
            if form is not None:
                form.set_narrow(is_narrow)

    def _add_fields(self) -> None:
        if self.ways is not None:
            self.form.add(self.tr("Extra headers"), self.headers)
        self.parameters_field = self.form.add(
            self.tr("Extra parameters"),
            self.parameters,
            self.tr("A JSON object that is added to every request."),
        )
        self.form.add(
            self.tr("Idle time limit"),
            self.idle,
            self.tr("How long the provider may say nothing at all. The default is 300 s."),
        )
        for form in (self.ways, self.ollama):
            if form is not None:
                self.form.add_bare(form)
                form.changed.connect(self.changed)
        for line in (self.streams, self.think, self.tools):
            self.form.add_wide(line)

    def _fill(self, profile: ProviderProfile) -> None:
        self.idle.setRange(1, _LONGEST_IDLE)
        self.idle.setSuffix(self.tr(" s"))
        self.idle.setKeyboardTracking(False)
        self.idle.setValue(round(profile.idle_timeout))
        calm(self.idle)
        self.think.set_on(is_on=profile.splits_think_tags)
        self.tools.set_on(is_on=profile.offers_tools)
        self.streams.set_on(is_on=profile.streams)

    def _connect(self) -> None:
        self.fold.toggled.connect(self.form.setVisible)
        self.parameters.accepted.connect(lambda read: self.changed.emit({"extra_parameters": read}))
        self.parameters.refused.connect(self.parameters_field.show_fault)
        self.idle.valueChanged.connect(
            lambda seconds: self.changed.emit({"idle_timeout": float(seconds)})
        )
        self.think.toggled.connect(lambda on: self.changed.emit({"splits_think_tags": on}))
        self.tools.toggled.connect(lambda on: self.changed.emit({"offers_tools": on}))
        self.streams.toggled.connect(lambda on: self.changed.emit({"streams": on}))


def _json_text(profile: ProviderProfile) -> str:
    parameters = profile.extra_parameters
    return json.dumps(parameters, indent=2, ensure_ascii=False) if parameters else ""
