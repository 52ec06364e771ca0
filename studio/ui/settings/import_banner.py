"""Says that a key lies in the environment, which Callboard does not use unless it is told to."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel
from shiboken6 import isValid

from studio.core.profiles import KeySource, ProviderProfile
from studio.harness.key_ports import FoundKey
from studio.ui.settings.errands import Errands
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled


class ImportBanner(QFrame):
    """Lives as long as the form of its profile. Hidden while there is nothing to say.

    Signals: `import_requested()`.
    """

    import_requested = Signal()

    def __init__(self, needs: Needs, errands: Errands, profile: ProviderProfile) -> None:
        super().__init__()
        self._needs = needs
        row = needs.catalogue.row_of(profile)
        self._row_id = "" if row is None else row.id
        self._found: tuple[FoundKey, ...] = ()
        self._profile = profile
        self.setProperty("kind", "banner")
        sign = QLabel("i")
        sign.setTextFormat(Qt.TextFormat.PlainText)
        sign.setProperty("kind", "sign")
        sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        sign.setFixedSize(18, 18)
        self.text = labelled("", "secondary")
        self.button = button(self.tr("Import…"), name=self.tr("Import keys"))
        self.button.clicked.connect(self.import_requested)
        line = QHBoxLayout(self)
        line.setContentsMargins(10, 8, 8, 8)
        line.setSpacing(8)
        line.addWidget(sign)
        line.addWidget(self.text, 1)
        line.addWidget(self.button)
        self.hide()
        if self._row_id:
            errands.start(self._look(), "settings: keys in the environment")

    def show_profile(self, profile: ProviderProfile) -> None:
        """Quiet where a key was taken from there already, or is read from there."""
        self._profile = profile
        taken = {entry.hint for entry in profile.keys if entry.hint}
        taken |= {e.locator for e in profile.keys if e.source is KeySource.ENVIRONMENT}
        mine = [
            found
            for found in self._found
            if found.row_id == self._row_id and not {found.hint, found.name} & taken
        ]
        self.setVisible(bool(mine))
        if mine:
            said = self.tr(
                "{0} is set in your environment. Callboard does not use it unless you import it."
            )
            self.text.setText(said.format(mine[0].name))

    async def _look(self) -> None:
        found = await self._needs.finds.environment()
        if isValid(self):
            self._found = found
            self.show_profile(self._profile)
