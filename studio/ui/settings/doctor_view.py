"""Why can't a key be read? Each finding as it comes, with its remedy, and Stop."""

from contextlib import aclosing

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.harness.doctor import Finding, Health
from studio.ui.chat.card_parts import StateIcon, Tone
from studio.ui.settings.doctor_texts import finding_text, remedy_text
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.form import WIDE_CONTENT_WIDTH
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled, rule
from studio.ui.settings.sheet import Page
from studio.ui.settings.test_lines import speed_text

_TONES = {Health.OK: Tone.SUCCESS, Health.SLOW: Tone.WARNING, Health.LOCKED: Tone.WARNING}


class DoctorView(Page):
    """Lives as long as the providers page. It begins when it is opened.

    Signals: `closed()`.
    """

    closed = Signal()

    def __init__(self, needs: Needs, errands: Errands) -> None:
        super().__init__(self.tr("Why can't a key be read?"), width=WIDE_CONTENT_WIDTH)
        self._needs = needs
        self._errands = errands
        self._errand: Errand | None = None
        self._ids: tuple[str, ...] = ()
        self.findings: list[Finding] = []
        intro = self.tr(
            "Callboard tries the keyring out with an entry of its own, then reads the keys of this "
            "provider. No key is shown, and none leaves this computer."
        )
        self.body.addWidget(labelled(intro, "secondary"))
        self._frame = QFrame()
        self._frame.setProperty("kind", "card")
        self._lines = QVBoxLayout(self._frame)
        self._lines.setContentsMargins(16, 6, 16, 6)
        self._lines.setSpacing(0)
        self.body.addWidget(self._frame)
        self.summary = labelled("", "bold")
        self.summary.setWordWrap(True)
        self.body.addWidget(self.summary)
        self.stop_button = button(self.tr("Stop"), name=self.tr("Stop examining"))
        self.again_button = button(self.tr("Examine again"))
        self.close_button = button(self.tr("Close"), "flat")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for one in (self.stop_button, self.again_button, self.close_button):
            buttons.addWidget(one)
        buttons.addStretch(1)
        self.body.addLayout(buttons)
        self.stop_button.clicked.connect(self.stop)
        self.again_button.clicked.connect(lambda: self.open_for(*self._ids))
        self.close_button.clicked.connect(self.closed)
        self.finish()

    @property
    def text(self) -> str:
        """All that was found, for tests and screen readers."""
        rows = self._frame.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return "\n".join(row.accessibleName() for row in rows if not row.isHidden())

    def open_for(self, *profile_ids: str) -> None:
        self.stop()
        self._ids = profile_ids
        self.findings = []
        self._empty()
        self._lines.addWidget(_Line(self._needs, None, ""))
        self._errand = self._errands.start(self._examine(), "settings: keyring doctor")
        self._show_state()
        self.stop_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop(self) -> None:
        if self._errand is not None:
            self._errand.cancel()
            self._end(self.tr("Stopped."))

    async def _examine(self) -> None:
        async with aclosing(self._needs.doctor.examine(*self._ids)) as findings:
            async for finding in findings:
                if isValid(self):
                    self._take(finding)
        if isValid(self):
            ill = [one for one in self.findings if one.state is not Health.OK]
            well = self.tr("Nothing is wrong: the keyring and the keys can be read.")
            found = self.tr("Look at what is marked above.")
            self._end(found if ill else well)

    def _take(self, finding: Finding) -> None:
        self.findings.append(finding)
        self._drop_waiting()
        if len(self.findings) > 1:
            self._lines.addWidget(rule())
        self._lines.addWidget(_Line(self._needs, finding, self._name(finding)))
        self._lines.addWidget(_Line(self._needs, None, ""))

    def _name(self, finding: Finding) -> str:
        profile = self._needs.profiles.usable(finding.profile_id)
        entry = profile.key(finding.key_id) if profile is not None and finding.key_id else None
        return self.tr("The key “{0}”").format(finding.key_id if entry is None else entry.name)

    def _end(self, said: str) -> None:
        self._errand = None
        self._drop_waiting()
        self.summary.setText(said)
        self._show_state()
        if not self.isHidden():
            self.again_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_state(self) -> None:
        is_running = self._errand is not None
        self.stop_button.setVisible(is_running)
        self.again_button.setVisible(not is_running)
        self.summary.setVisible(not is_running)

    def _drop_waiting(self) -> None:
        item = self._lines.itemAt(self._lines.count() - 1)
        row = None if item is None else item.widget()
        if isinstance(row, _Line) and row.is_waiting:
            self._lines.removeWidget(row)
            row.hide()
            row.deleteLater()

    def _empty(self) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.stop()


class _Line(QWidget):
    """One finding; None for the step that is being tried."""

    def __init__(self, needs: Needs, finding: Finding | None, name: str) -> None:
        super().__init__()
        self.is_waiting = finding is None
        icon = StateIcon(needs.theme)
        words: list[str] = []
        speed = ""
        if finding is None:
            icon.show_tone(Tone.RUNNING, asks=False)
            words.append(self.tr("Looking…"))
        else:
            icon.show_tone(_TONES.get(finding.state, Tone.DANGER), asks=False)
            words += [finding_text(finding, name), remedy_text(finding.remedy)]
            speed = speed_text(finding.milliseconds) if finding.milliseconds >= 1 else ""
            if finding.state is not Health.OK and finding.detail:
                words.append(self.tr("The system said: {0}").format(finding.detail))
        words = [line for line in words if line]
        self.setAccessibleName("\n".join(words))
        lines = QVBoxLayout()
        lines.setSpacing(3)
        for number, line in enumerate(words):
            lines.addWidget(labelled(line, "secondary" if number else ""))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 10, 0, 10)
        row.setSpacing(12)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)
        time = labelled(speed, "muted")
        time.setWordWrap(False)
        row.addWidget(time, 0, Qt.AlignmentFlag.AlignTop)
