"""Language, look, notifications, what new chats begin with, and the limits of a turn."""

from decimal import Decimal

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSpinBox
from typing_extensions import override

from studio.core.settings import Theme
from studio.ui.language import languages
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import CheckLine, Form, calm
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, group_label, labelled
from studio.ui.settings.preference_page import PreferencePage, default
from studio.ui.texts import profile_name

_LEAST_TOKENS = 1_000  # fewer are no round
_Box = QSpinBox | QDoubleSpinBox


class GeneralPage(PreferencePage):
    """Lives as long as the settings. Each change counts at once."""

    names = (
        "rounds",
        "calls",
        "result_characters",
        "turn_seconds",
        "turn_tokens",
        "turn_usd",
        "tool_timeout",
    )

    def __init__(self, needs: Needs, errands: Errands) -> None:
        super().__init__(self.tr("General"), needs, errands)
        self.boxes: dict[str, _Box] = {}
        self._build_look()
        self._build_chats()
        self._build_limits()
        self.finish()
        self.destroyed.connect(needs.preferences.watch(self.refresh))
        self.destroyed.connect(needs.profiles.watch(self.refresh))
        self.refresh()

    def refresh(self) -> None:
        """What is set now."""
        settings = self._needs.preferences.settings
        self._is_filling = True
        self._fill_profiles(settings.default_profile_id)
        for box, value in (
            (self.language, settings.language),
            (self.theme, settings.theme),
            (self.profile, settings.default_profile_id),
        ):
            box.setCurrentIndex(max(box.findData(value), 0))
        self.notifies.set_on(is_on=settings.notifies)
        for name, spin in self.boxes.items():
            # Where there may be no bound, the least that can be shown stands for none.
            number = float(getattr(settings, name) or 0)
            if isinstance(spin, QSpinBox):
                spin.setValue(int(number))
            else:
                spin.setValue(number)
        self.reset.setEnabled(self.differs)
        self._is_filling = False

    def _build_look(self) -> None:
        form = self.add_form()
        self.language = self._add_choice(form, "language", self.tr("Language"))
        self.language_field = form.fields[-1]
        self.language.addItem(self.tr("As the system"), "")
        for code in languages():
            self.language.addItem(_language_name(code), code)
        self.theme = self._add_choice(form, "theme", self.tr("Theme"))
        self.theme.addItem(self.tr("As the system"), Theme.SYSTEM)
        self.theme.addItem(self.tr("Light"), Theme.LIGHT)
        self.theme.addItem(self.tr("Dark"), Theme.DARK)
        self.theme.activated.connect(lambda: self._needs.theme.choose(self.theme.currentData()))
        self.notifies = CheckLine(
            self.tr("Notify when a chat waits or has finished behind other windows")
        )
        self.notifies.toggled.connect(lambda on: self._change("notifies", on))
        form.add_wide(self.notifies)

    def _build_chats(self) -> None:
        self.body.addWidget(group_label(self._needs.theme, self.tr("New chats")))
        form = self.add_form()
        self.profile = self._add_choice(form, "default_profile_id", self.tr("Begin with"))

    def _build_limits(self) -> None:
        self.body.addWidget(group_label(self._needs.theme, self.tr("Limits of one turn")))
        asks = self.tr("A turn that reaches one of them pauses and asks how to go on.")
        self.body.addWidget(labelled(asks, "secondary"))
        form = self.add_form()
        self._add_number(form, "rounds", self.tr("Rounds"), QSpinBox(), (1, 1_000))
        self._add_number(form, "calls", self.tr("Tool calls"), QSpinBox(), (1, 10_000))
        self._add_number(
            form,
            "result_characters",
            self.tr("Characters of results"),
            QSpinBox(),
            (1_000, 100_000_000),
        )
        self._add_bounds(form)
        seconds = QDoubleSpinBox()
        seconds.setDecimals(0)
        seconds.setSuffix(self.tr(" s"))
        self._add_number(form, "tool_timeout", self.tr("Time for one tool"), seconds, (1, 86_400))
        self.reset = button(self.tr("Back to the defaults"))
        self.reset.clicked.connect(self._reset)
        row = QHBoxLayout()
        row.addWidget(self.reset)
        row.addStretch(1)
        self.body.addLayout(row)

    def _add_bounds(self, form: Form) -> None:
        """Limits that may be left out: the lowest step means none."""
        time, tokens, money = QDoubleSpinBox(), QSpinBox(), QDoubleSpinBox()
        time.setDecimals(0)
        time.setSuffix(self.tr(" s"))
        tokens.setSingleStep(10_000)
        money.setPrefix("$")
        money.setSingleStep(0.5)
        for name, label, box, most in (
            ("turn_seconds", self.tr("Time, without yours"), time, 86_400),
            ("turn_tokens", self.tr("Tokens"), tokens, 1_000_000_000),
            ("turn_usd", self.tr("Money, where prices are known"), money, 10_000),
        ):
            box.setSpecialValueText(self.tr("No limit"))
            self._add_number(form, name, label, box, (0, most))

    def _add_number(
        self, form: Form, name: str, label: str, box: _Box, bounds: tuple[int, int]
    ) -> None:
        box.setRange(*bounds)
        box.setGroupSeparatorShown(True)
        box.setKeyboardTracking(False)
        calm(box)
        box.valueChanged.connect(lambda value: self._change(name, _read(name, value)))
        usual = self._usual(box, default(name))
        form.add(label, box, self.tr("Default: {0}").format(usual))
        self.boxes[name] = box

    def _usual(self, box: _Box, value: object) -> str:
        if value is None:
            return self.tr("No limit")
        return f"{box.prefix()}{box.textFromValue(round(float(str(value))))}{box.suffix()}"

    def _fill_profiles(self, chosen: str) -> None:
        wanted = [("", self.tr("The one used last"))]
        wanted += [(one.id, profile_name(one.name)) for one in self._needs.profiles.profiles]
        if chosen and chosen not in (profile_id for profile_id, _ in wanted):
            wanted.append((chosen, self.tr("A provider that is gone")))
        self.profile.clear()
        for profile_id, name in wanted:
            self.profile.addItem(name, profile_id)

    @override
    def _change(self, name: str, value: object) -> None:
        if name == "language" and not self._is_filling:
            self.language_field.show_hint(self.tr("Counts from the next start of Callboard."))
        super()._change(name, value)


def _language_name(code: str) -> str:
    """Each in its own language, as whoever looks for it reads that one."""
    name = QLocale(code).nativeLanguageName()
    return "English" if code == "en" else name[:1].upper() + name[1:]


def _read(name: str, value: float) -> float | int | Decimal | None:
    """As the settings have it."""
    if name.startswith("turn_") and not value:
        return None
    if name == "turn_usd":
        return Decimal(str(round(value, 2)))
    return max(value, _LEAST_TOKENS) if name == "turn_tokens" else value
