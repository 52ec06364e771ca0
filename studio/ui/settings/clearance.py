"""What may be sent to a provider: the user's answer, or what comes by itself."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox

from studio.core.profiles import ProviderProfile
from studio.core.trust import Level
from studio.ui.settings.form import calm
from studio.ui.trust_texts import may_receive_text

translate = QCoreApplication.translate


class Clearance(QComboBox):
    """Lives as long as the form of its profile. Signals: `chosen(Level or None)`."""

    chosen = Signal(object)

    def __init__(self, profile: ProviderProfile) -> None:
        super().__init__()
        calm(self)
        by_itself = profile.model_copy(update={"may_receive": None}).clearance
        said = translate("settings", "As it comes: {0}").format(may_receive_text(by_itself))
        self.addItem(said, None)
        for level in Level:
            self.addItem(may_receive_text(level), level)
        self.activated.connect(self._tell)
        self.show_profile(profile)

    def show_profile(self, profile: ProviderProfile) -> None:
        self.setCurrentIndex(self.findData(profile.may_receive))

    def _tell(self) -> None:
        data = self.currentData()  # Qt makes plain text of a level
        self.chosen.emit(None if data is None else Level(data))
