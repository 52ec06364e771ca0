"""Keys that lie in plain text on this computer: listed, and taken over when the user says so."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from studio.core.errors import StudioError
from studio.core.profiles import ProviderProfile
from studio.harness.key_ports import FoundKey
from studio.ui.elided import ElidedLabel
from studio.ui.failure_texts import failure_text
from studio.ui.settings.errands import Errands, Work
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled
from studio.ui.theme import FontKind


class KeyImport(QDialog):
    """Lives while it is open. Nothing is taken over that is not ticked.

    Signals: `imported(count)`.
    """

    imported = Signal(int)

    def __init__(
        self, needs: Needs, errands: Errands, profile: ProviderProfile, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._needs = needs
        self._errands = errands
        self._profile = profile
        mine = needs.catalogue.row_of(profile)
        self._row_id = "" if mine is None else mine.id
        self.boxes: list[tuple[QCheckBox, FoundKey]] = []
        self.setWindowTitle(self.tr("Import keys into {0}").format(profile.name))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.state = labelled("", "muted")
        self.fault = labelled("", "danger")
        self.fault.hide()
        self.dotenv = button(self.tr("Choose a .env file…"))
        self.take = button(self.tr("Import"), "primary")
        self.cancel = button(self.tr("Cancel"))
        self._place()
        self.dotenv.clicked.connect(lambda: self._start(self._read_file()))
        self.take.clicked.connect(lambda: self._start(self._import()))
        self.cancel.clicked.connect(self.reject)
        self._show_state()
        self._start(self._look())

    def _place(self) -> None:
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 12, 0)
        self._list.setSpacing(6)
        self._list.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        intro = self.tr(
            "These keys lie in plain text: in the environment, or in the settings of other "
            "programs. What you tick is copied into the system keyring. What is there stays there."
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.dotenv)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.take)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(labelled(intro, "secondary"))
        column.addWidget(area, 1)
        for widget in (self.state, self.fault):
            column.addWidget(widget)
        column.addLayout(buttons)
        self.resize(580, 440)

    def _start(self, work: Work) -> None:
        self._errands.start(work, "settings: import keys")

    async def _look(self) -> None:
        self.state.setText(self.tr("Looking in the environment and in other programs' settings…"))
        self._add(await self._needs.finds.environment())
        found = await self._needs.finds.other_programs()
        if isValid(self):
            self._add(found)
            self._show_state()

    async def _read_file(self) -> None:
        path = await self._needs.pick_file(self, self.tr("A .env file"))
        if path is None or not isValid(self):
            return
        try:
            found = await self._needs.finds.dotenv(path)
        except StudioError as error:
            self._show_fault(error)
            return
        if isValid(self):
            self._add(found)
            self._show_state()
            if not found:
                self.state.setText(self.tr("There is no key in {0}.").format(path.name))

    async def _import(self) -> None:
        """One after another: the keyring may ask for a password with the first."""
        self.take.setEnabled(False)
        self.state.setText(self.tr("Saving in the keyring…"))
        count = 0
        for box, found in tuple(self.boxes):
            if not box.isChecked():
                continue
            try:
                await self._needs.finds.import_(found, self._profile.id)
            except StudioError as error:
                self._show_fault(error)
                return
            count += 1
            if isValid(self):
                box.setChecked(False)
                box.setEnabled(False)
        if isValid(self):
            self.imported.emit(count)
            self.accept()

    def _add(self, found: tuple[FoundKey, ...]) -> None:
        known = {one.id for _, one in self.boxes}
        for one in found:
            if one.id in known or not isValid(self):
                continue
            box = QCheckBox()
            box.setAccessibleName(f"{one.name}, {one.where}")
            box.setChecked(one.row_id is not None and one.row_id == self._row_id)
            box.toggled.connect(lambda _: self._show_state())
            self.boxes.append((box, one))
            self._list.insertWidget(self._list.count() - 1, self._row(box, one))

    def _row(self, box: QCheckBox, found: FoundKey) -> QFrame:
        card = QFrame()
        card.setProperty("kind", "card")
        row = self._needs.catalogue.row(found.row_id) if found.row_id else None
        owner = self.tr("whose it is, is not known") if row is None else row.name
        name = ElidedLabel(found.name)
        name.setFont(self._needs.theme.font(FontKind.CODE))
        ends = f"…{found.hint}" if found.hint else ""
        where = ElidedLabel(" · ".join(filter(None, (owner, ends, found.program, found.where))))
        where.setProperty("kind", "muted")
        lines = QVBoxLayout()
        lines.setSpacing(1)
        lines.addWidget(name)
        lines.addWidget(where)
        inside = QHBoxLayout(card)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.setSpacing(10)
        inside.addWidget(box)
        inside.addLayout(lines, 1)
        return card

    def _show_fault(self, error: StudioError) -> None:
        if isValid(self):
            text = failure_text(error.failure)
            words = (text.title, error.failure.message, text.advice)
            self.fault.setText(" ".join(filter(None, words)))
            self.fault.show()
            self._show_state()

    def _show_state(self) -> None:
        ticked = sum(box.isChecked() for box, _ in self.boxes)
        self.take.setEnabled(ticked > 0)
        found = self.tr("{0} found").format(len(self.boxes))
        self.state.setText(found if self.boxes else self.tr("No key was found yet."))
