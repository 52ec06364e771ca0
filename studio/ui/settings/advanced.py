"""What few providers need: extra headers and parameters, the time limit, and quirks."""

import json

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from studio.core.profiles import Kind, ProviderProfile
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import CheckLine, Form, calm
from studio.ui.settings.headers import Headers
from studio.ui.settings.json_field import JsonField
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled

_LONGEST_IDLE = 86_400


class Advanced(QWidget):
    """Lives as long as the form of its profile; folded until the user opens it.

    Signals: `changed(changes)`, a dictionary of the profile's fields.
    """

    changed = Signal(object)

    def __init__(self, needs: Needs, errands: Errands, profile: ProviderProfile) -> None:
        super().__init__()
        self.fold = button("", "flat")
        self.fold.setCheckable(True)
        self.form = Form()
        self.headers = Headers(needs, errands, profile)
        self.parameters = JsonField(needs.theme, _json_text(profile))
        self.idle = QSpinBox()
        self.think = CheckLine(
            self.tr("Reasoning arrives as <think> within the text: split it off")
        )
        self.tools = CheckLine(self.tr("This model can call tools"))
        if profile.kind is Kind.HTTP:
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
        self.form.add_wide(self.think)
        self.form.add_wide(self.tools)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self.fold)
        top.addWidget(labelled(self.tr("headers, parameters, time limit"), "muted"), 1)
        column.addLayout(top)
        column.addWidget(self.form)
        self._fill(profile)
        self._connect()
        self._unfold(is_open=False)

    def _fill(self, profile: ProviderProfile) -> None:
        self.idle.setRange(1, _LONGEST_IDLE)
        self.idle.setSuffix(self.tr(" s"))
        self.idle.setKeyboardTracking(False)
        self.idle.setValue(round(profile.idle_timeout))
        calm(self.idle)
        self.think.set_on(is_on=profile.splits_think_tags)
        self.tools.set_on(is_on=profile.offers_tools)

    def _connect(self) -> None:
        self.fold.toggled.connect(lambda is_open: self._unfold(is_open=is_open))
        self.parameters.accepted.connect(lambda read: self.changed.emit({"extra_parameters": read}))
        self.parameters.refused.connect(self.parameters_field.show_fault)
        self.idle.valueChanged.connect(
            lambda seconds: self.changed.emit({"idle_timeout": float(seconds)})
        )
        self.think.toggled.connect(lambda on: self.changed.emit({"splits_think_tags": on}))
        self.tools.toggled.connect(lambda on: self.changed.emit({"offers_tools": on}))

    def _unfold(self, *, is_open: bool) -> None:
        text = self.tr("Advanced")
        folded = "◂" if self.isRightToLeft() else "▸"
        self.fold.setText(f"{'▾' if is_open else folded} {text}")
        self.fold.setAccessibleName(text)
        self.form.setVisible(is_open)


def _json_text(profile: ProviderProfile) -> str:
    parameters = profile.extra_parameters
    return json.dumps(parameters, indent=2, ensure_ascii=False) if parameters else ""
