"""Language, look, notifications, what new chats begin with, and the limits of a turn."""

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSpinBox
from typing_extensions import override

from studio.core.settings import Theme
from studio.ui.language import languages
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import CheckLine, Form, calm
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, group_label
from studio.ui.settings.preference_page import PreferencePage, default
from studio.ui.texts import profile_name

_Box = QSpinBox | QDoubleSpinBox


class GeneralPage(PreferencePage):
    """Lives as long as the settings. Each change counts at once."""

    names = ("rounds", "calls", "result_characters", "tool_timeout")

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
            spin.setValue(getattr(settings, name))
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

    def _add_number(
        self, form: Form, name: str, label: str, box: _Box, bounds: tuple[int, int]
    ) -> None:
        box.setRange(*bounds)
        box.setGroupSeparatorShown(True)
        box.setKeyboardTracking(False)
        calm(box)
        box.valueChanged.connect(lambda value: self._change(name, value))
        usual = f"{box.textFromValue(round(float(str(default(name)))))}{box.suffix()}"
        form.add(label, box, self.tr("Default: {0}").format(usual))
        self.boxes[name] = box

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
