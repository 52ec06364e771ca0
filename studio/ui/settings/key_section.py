"""The key of a provider: typed once, then only its last characters are seen."""

from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.errors import KeyringError
from studio.core.profiles import ProviderProfile
from studio.ui.failure_texts import failure_text
from studio.ui.fields import LineEdit
from studio.ui.settings.checks import cleaned_key, key_fault
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import Field
from studio.ui.settings.key_problem import KeyProblem
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import button, group_label, labelled

_LONGEST = 200_000  # more than any key, so that one too long is refused and not cut
_Keep = Callable[[str, str], Awaitable[None]]


class KeySection(QWidget):
    """Lives as long as the form of its profile.

    Signals: `saved()`, when a key was put into the keyring or into memory.
    """

    saved = Signal()

    def __init__(self, needs: Needs, errands: Errands, notices: Notices, profile_id: str) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._id = profile_id
        self._is_going = False
        self._build()
        self._connect()
        self.show_typing(is_typing=False)
        errands.start(self._name_keyring(), "settings: name of the keyring")

    def _build(self) -> None:
        self.title = group_label(self._needs.theme, self.tr("Key"))
        self.state = labelled("", "secondary")
        self.start = button("")
        self.remove = button(self.tr("Remove"), name=self.tr("Remove the key"))
        self.edit = LineEdit()
        self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.edit.setMaxLength(_LONGEST)
        self.edit.setPlaceholderText(self.tr("Paste the key"))
        self.edit.setAccessibleName(self.tr("Key"))
        self.field = Field(self.edit)
        self.save = button(self.tr("Save"), "primary", self.tr("Save the key"))
        self.cancel = button(self.tr("Cancel"))
        self.problem = KeyProblem(self._needs.platform)
        resting = QHBoxLayout()
        resting.addWidget(self.state, 1)
        resting.addWidget(self.start)
        resting.addWidget(self.remove)
        typing = QHBoxLayout()
        typing.addWidget(self.field, 1)
        for one in (self.save, self.cancel):
            typing.addWidget(one, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addLayout(resting)
        column.addLayout(typing)
        column.addWidget(self.problem)

    def _connect(self) -> None:
        self.start.clicked.connect(self._begin)
        self.remove.clicked.connect(self._remove)
        self.cancel.clicked.connect(self._cancel)
        self.save.clicked.connect(self._save)
        self.edit.returnPressed.connect(self._save)
        self.problem.retried.connect(self._save)
        self.problem.kept_until_exit.connect(self._keep)

    @property
    def typed(self) -> str:
        """A key that was typed and not saved yet, for a test of the connection."""
        return "" if key_fault(self.edit.text()) else cleaned_key(self.edit.text())

    def show_profile(self, profile: ProviderProfile) -> None:
        hint = self._needs.profiles.kept_hint(self._id)
        has_key = (profile.has_key or hint is not None) and not self._is_going
        self.state.setText(self._state_text(profile, hint) if has_key else self.tr("No key"))
        self.start.setText(self.tr("Replace") if has_key else self.tr("Add key"))
        self.start.setAccessibleName(self.tr("Replace the key") if has_key else "")
        self.remove.setVisible(has_key and self.edit.isHidden())

    def show_typing(self, *, is_typing: bool) -> None:
        """The field is there only while a key is typed, and is empty whenever it goes."""
        if not is_typing:
            self.edit.clear()
            self.problem.hide()
        self.field.show_fault(None)
        for shown in (self.edit, self.field, self.save, self.cancel):
            shown.setVisible(is_typing)
        self.state.setVisible(not is_typing)
        self.start.setVisible(not is_typing)
        profile = self._needs.profiles.profile(self._id)
        if profile is not None:
            self.show_profile(profile)

    def _state_text(self, profile: ProviderProfile, kept_hint: str | None) -> str:
        if kept_hint is not None:
            ends = self.tr("Kept until Callboard closes · ends …{0}")
            return ends.format(kept_hint) if kept_hint else self.tr("Kept until Callboard closes")
        if not profile.key_hint:
            return self.tr("Saved")
        return self.tr("Saved · ends …{0}").format(profile.key_hint)

    async def _name_keyring(self) -> None:
        """Asks for the name only: nothing is read until the key is used."""
        try:
            name = await self._needs.profiles.keyring()
        except KeyringError as error:
            # No reason to alarm anybody who only looks: it counts when a key is saved.
            if isValid(self):
                reason = failure_text(error.failure).title
                self.title.setText(self.tr("Key · {0}").format(reason))
            return
        if name and isValid(self):
            self.title.setText(self.tr("Key · kept in the system keyring ({0})").format(name))

    def _begin(self) -> None:
        self.show_typing(is_typing=True)
        self.edit.setFocus()

    def _cancel(self) -> None:
        self.show_typing(is_typing=False)
        self.start.setFocus()

    def _save(self) -> None:
        self._check_and(self._needs.profiles.save_key)

    def _keep(self) -> None:
        self._check_and(self._needs.profiles.keep_key_until_exit)

    def _check_and(self, keep: _Keep) -> None:
        fault = key_fault(self.edit.text())
        self.field.show_fault(fault)
        if fault is None and self.save.isEnabled():
            self._show_busy(is_busy=True)
            work = self._store(keep, cleaned_key(self.edit.text()))
            self._errands.start(work, "settings: save a key")

    async def _store(self, keep: _Keep, key: str) -> None:
        """Goes on when the form is left meanwhile; a failure is then told by the notices."""
        try:
            await keep(self._id, key)
        except KeyringError as error:
            if not isValid(self):
                raise
            self._show_busy(is_busy=False)
            self.problem.explain(error)
        else:
            if isValid(self):
                self._show_busy(is_busy=False)
                self.show_typing(is_typing=False)
                self.saved.emit()

    def _show_busy(self, *, is_busy: bool) -> None:
        """The keyring may ask the user for a password meanwhile, and takes its time."""
        for widget in (self.edit, self.save, self.problem.keep, self.problem.retry):
            widget.setEnabled(not is_busy)
        self.field.show_hint(self.tr("Saving in the keyring…") if is_busy else "")

    def _remove(self) -> None:
        self._is_going = True
        self.show_typing(is_typing=False)
        self._notices.offer(Offer(self.tr("The key was removed."), self._forget, self._put_back))

    async def _forget(self) -> None:
        self._is_going = False
        await self._needs.profiles.forget_key(self._id)

    def _put_back(self) -> None:
        self._is_going = False
        self.show_typing(is_typing=False)
