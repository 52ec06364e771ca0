"""Where chats are, how much of the wire is kept, and files that had to be set aside."""

from PySide6.QtCore import QCoreApplication, QLocale, QSignalBlocker
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
)
from typing_extensions import override

from studio.core.settings import Settings
from studio.ui.elided import ElidedLabel
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import Field, calm
from studio.ui.settings.needs import AsideFile, Needs
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import button, bytes_text, group_label, labelled, policy_text
from studio.ui.settings.sheet import Page
from studio.ui.settings.spans import SpansSection
from studio.ui.theme import FontKind

translate = QCoreApplication.translate

_GIGA = 1_000_000_000
_MOST_DAYS = 36_500
_MOST_GIGA = 1_000.0


class StoragePage(Page):
    """Lives as long as the settings."""

    def __init__(self, needs: Needs, errands: Errands, notices: Notices) -> None:
        super().__init__(self.tr("Data"))
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._is_going = False
        self._build_chats()
        self._build_recordings()
        self.spans = SpansSection(self, needs, errands, notices)
        self._build_aside()
        self.finish()
        self.destroyed.connect(needs.preferences.watch(self.refresh))
        self.refresh()

    def refresh(self) -> None:
        """What is set now."""
        settings = self._needs.preferences.settings
        with QSignalBlocker(self.days), QSignalBlocker(self.giga):
            self.days.setValue(settings.recordings_days)
            self._show_days(settings.recordings_days)
            self.giga.setValue(settings.recordings_bytes / _GIGA)

    def _build_chats(self) -> None:
        self.body.addWidget(group_label(self._needs.theme, self.tr("Chats")))
        promise = self.tr("All chats are on this computer, in this folder, and nowhere else.")
        self.body.addWidget(labelled(promise, "secondary"))
        folder = self._needs.places.chats
        self.open = button(self.tr("Open folder"))
        self.open.clicked.connect(lambda: self._needs.open_folder(folder))
        self.body.addLayout(self._path_row(folder, self.open))

    def _build_recordings(self) -> None:
        self.body.addWidget(group_label(self._needs.theme, self.tr("Recordings")))
        what = self.tr(
            "What went over the wire is kept beside each answer, with keys masked, for the "
            "inspector. The oldest goes first."
        )
        self.body.addWidget(labelled(what, "secondary"))
        form = self.add_form()
        self.days = QSpinBox()
        self.days.setRange(0, _MOST_DAYS)
        self.days.setSpecialValueText(self.tr("Keep none"))
        self.giga = QDoubleSpinBox()
        self.giga.setRange(0.0, _MOST_GIGA)
        self.giga.setDecimals(1)
        self.giga.setSingleStep(0.5)
        self.giga.setSuffix(self.tr(" GB"))
        for box in (self.days, self.giga):
            box.setKeyboardTracking(False)
            calm(box)
        defaults = Settings()
        days = self.tr("{0} days").format(QLocale().toString(defaults.recordings_days))
        giga = bytes_text(defaults.recordings_bytes)
        days_field = form.add(self.tr("Keep for"), self.days, self.tr("Default: {0}").format(days))
        giga_field = form.add(
            self.tr("Keep at most"), self.giga, self.tr("Default: {0}").format(giga)
        )
        self._mark_managed({"recordings_days": days_field, "recordings_bytes": giga_field})
        self.days.valueChanged.connect(self._show_days)
        self.days.valueChanged.connect(lambda days: self._change("recordings_days", days))
        self.giga.valueChanged.connect(
            lambda giga: self._change("recordings_bytes", round(giga * _GIGA))
        )
        self.used = labelled("", "secondary")
        self.delete = button(self.tr("Delete now"), "danger", self.tr("Delete all recordings now"))
        self.delete.clicked.connect(self._delete)
        row = QHBoxLayout()
        row.addWidget(self.used, 1)
        row.addWidget(self.delete)
        self.body.addLayout(row)

    def _mark_managed(self, fields: dict[str, Field]) -> None:
        """What the organisation sets is shown and cannot be changed."""
        policy = self._needs.profiles.policy
        for name, field in fields.items():
            is_set = name in self._needs.preferences.managed or policy.records is False
            if is_set:
                field.control.setEnabled(False)
                field.show_hint(policy_text(policy.organisation))
        if policy.records is False:
            said = self.tr("Nothing that goes over the wire is recorded.")
            self.body.addWidget(labelled(said, "secondary"))

    def _build_aside(self) -> None:
        files = self._needs.places.set_aside
        if not files:
            return
        self.body.addWidget(group_label(self._needs.theme, self.tr("Files set aside")))
        what = self.tr(
            "These could not be used. Nothing in them was changed; they only have another name."
        )
        self.body.addWidget(labelled(what, "secondary"))
        for file in files:
            card = QFrame()
            card.setProperty("kind", "card-warning")
            column = QVBoxLayout(card)
            column.setContentsMargins(14, 10, 14, 10)
            column.setSpacing(2)
            column.addLayout(self._path_row(file.path))
            column.addWidget(labelled(reason_text(file), "secondary"))
            self.body.addWidget(card)

    def _path_row(self, path: str, *buttons: QPushButton) -> QHBoxLayout:
        label = ElidedLabel(path)
        label.setFont(self._needs.theme.font(FontKind.CODE))
        row = QHBoxLayout()
        row.addWidget(label, 1)
        for one in buttons:
            row.addWidget(one)
        return row

    def _change(self, name: str, value: object) -> None:
        work = self._needs.preferences.change(**{name: value})
        self._errands.start(work, f"settings: {name}")

    def _show_days(self, days: int) -> None:
        self.days.setSuffix(self.tr(" day") if days == 1 else self.tr(" days"))

    def _delete(self) -> None:
        self._is_going = True
        self._show_used(0)
        self.delete.setEnabled(False)
        text = self.tr("All recordings are deleted. Chats stay.")
        self._notices.offer(Offer(text, self._delete_now, self._put_back))

    async def _delete_now(self) -> None:
        try:
            await self._needs.recordings.delete_recordings()
        finally:
            self._is_going = False
            await self._measure()

    def _put_back(self) -> None:
        self._is_going = False
        self._errands.start(self._measure(), "settings: size of recordings")

    async def _measure(self) -> None:
        used = await self._needs.recordings.recorded_bytes()
        if not self._is_going:
            self._show_used(used)
            self.delete.setEnabled(used > 0)

    def _show_used(self, used: int) -> None:
        self.used.setText(self.tr("{0} in use").format(bytes_text(used)))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._errands.start(self._measure(), "settings: size of recordings")


def reason_text(file: AsideFile) -> str:
    """Why a file was set aside."""
    known = {
        "damaged": translate("settings", "It was damaged."),
        "newer": translate("settings", "It was written by a newer version of Callboard."),
        "foreign": translate("settings", "It is no file of Callboard's."),
    }
    return known.get(file.reason, file.reason)
