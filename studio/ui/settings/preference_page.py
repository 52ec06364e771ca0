"""A page of settings that count as soon as they are changed."""

from PySide6.QtWidgets import QComboBox

from studio.core.settings import Settings
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import Form, calm
from studio.ui.settings.needs import Needs
from studio.ui.settings.sheet import Page


class PreferencePage(Page):
    """Lives as long as the settings. `names` are those that "back to the defaults" is about."""

    names: tuple[str, ...] = ()

    def __init__(self, title: str, needs: Needs, errands: Errands) -> None:
        super().__init__(title)
        self._needs = needs
        self._errands = errands
        self._is_filling = False

    @property
    def differs(self) -> bool:
        """Whether one of them is not as it comes."""
        settings = self._needs.preferences.settings
        return any(getattr(settings, name) != default(name) for name in self.names)

    def _add_choice(self, form: Form, name: str, label: str) -> QComboBox:
        box = QComboBox()
        calm(box)
        box.activated.connect(lambda: self._change(name, box.currentData()))
        form.add(label, box)
        return box

    def _change(self, name: str, value: object) -> None:
        if self._is_filling or getattr(self._needs.preferences.settings, name) == value:
            return
        work = self._needs.preferences.change(**{name: value})
        self._errands.start(work, f"settings: {name}")

    def _reset(self) -> None:
        defaults = {name: default(name) for name in self.names}
        self._errands.start(self._needs.preferences.change(**defaults), "settings: defaults")


def default(name: str) -> object:
    """A setting as it comes."""
    return Settings.model_fields[name].default
