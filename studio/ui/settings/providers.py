"""Providers and keys: a list of them, and the form of the chosen one."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.core.profiles import ProviderProfile
from studio.ui.settings.add_panel import AddPanel
from studio.ui.settings.arranged_list import RowText
from studio.ui.settings.doctor_view import DoctorView
from studio.ui.settings.errands import Errands
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import rule
from studio.ui.settings.policy_banner import PolicyBanner
from studio.ui.settings.provider_form import Draft, ProviderForm
from studio.ui.settings.provider_list import ProviderList
from studio.ui.settings.provider_rows import RowFacts, row_text

_LIST_WIDTH = 300
_NARROW_LIST_WIDTH = 214
_NARROW = 820
_TINY = 500  # the list above the form
_TINY_LIST_HEIGHT = 170
_NO_LIMIT = 16_777_215


class ProvidersPage(QWidget):
    """Lives as long as the settings. Nothing is read from the keyring by showing it.

    Signals: `chat_requested(profile_id)`.
    """

    chat_requested = Signal(str)

    def __init__(self, needs: Needs, errands: Errands, notices: Notices) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._drafts: dict[str, Draft] = {}
        self._going: set[str] = set()  # profiles whose removal can still be undone
        self._wanted = ""  # the profile to choose once it is there
        self.form: ProviderForm | None = None
        self.list = ProviderList(needs.theme)
        self.forms = QStackedWidget()
        self.adding = AddPanel(needs, errands)
        self.doctor = DoctorView(needs, errands)
        for widget in (self.adding, self.doctor):
            self.forms.addWidget(widget)
        self.policy = PolicyBanner(needs.profiles.policy)
        self._beside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._place()
        self._connect()
        self._refresh()

    def _place(self) -> None:
        self._beside.setContentsMargins(0, 0, 0, 0)
        self._beside.setSpacing(0)
        self._beside.addWidget(self.list)
        self._beside.addWidget(rule(is_vertical=True))
        self._beside.addWidget(self.forms, 1)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.setSpacing(0)
        around.addWidget(self.policy)
        around.addLayout(self._beside, 1)

    def _connect(self) -> None:
        self.list.chosen.connect(self._show_form)
        self.list.list.itemClicked.connect(self._show_front)
        self.list.add_requested.connect(self.open_add)
        self.list.arranged.connect(self._arrange)
        self.adding.saved.connect(self._take_added)
        self.adding.closed.connect(self._leave_add)
        self.doctor.closed.connect(self._leave_doctor)
        needs = self._needs
        for changes in (needs.profiles, needs.preferences, needs.models, needs.ledger):
            self.destroyed.connect(changes.watch(self._refresh))

    def choose(self, profile_id: str) -> None:
        """Shows a provider, at once or as soon as it is there."""
        self._wanted = profile_id
        self._refresh()

    def open_add(self) -> None:
        """Adding one, in the place of the form."""
        self.flush()
        self.forms.setCurrentWidget(self.adding)
        self.adding.open_panel()

    def open_doctor(self, profile_id: str) -> None:
        self.forms.setCurrentWidget(self.doctor)
        self.doctor.open_for(profile_id)

    def flush(self) -> None:
        """What is typed and right is saved, though its field still has the focus."""
        if self.form is not None:
            self.form.flush()

    def _shown(self) -> tuple[ProviderProfile, ...]:
        """In the user's order; what has no place in it comes last."""
        shown = [one for one in self._needs.profiles.profiles if one.id not in self._going]
        order = self._needs.preferences.settings.provider_order
        places = {profile_id: place for place, profile_id in enumerate(order)}
        return tuple(sorted(shown, key=lambda one: places.get(one.id, len(places))))

    def _arrange(self, order: tuple[str, ...]) -> None:
        work = self._needs.preferences.change(provider_order=order)
        self._errands.start(work, "settings: order of providers")

    def _refresh(self) -> None:
        if not isValid(self):
            return
        profiles = self._shown()
        rows = tuple((one.id, self._row(one)) for one in profiles)
        self.list.show_rows(rows)
        if any(one.id == self._wanted for one in profiles):
            self.list.choose(self._wanted)
            self._wanted = ""
        current = self._needs.profiles.profile(self.list.current())
        if current is None:
            self._drop_form()
        elif self.form is None or self.form.id != current.id:
            self._show_form(current.id)
        else:
            self.form.show_profile(current)

    def _row(self, profile: ProviderProfile) -> RowText:
        needs, entry = self._needs, profile.key()
        facts = RowFacts(
            now=needs.clock(),
            test=needs.models.last_test(profile.id),
            has_kept_key=needs.profiles.kept_hint(profile.id) is not None,
            models=len(needs.models.entries(profile.id)),
            last_used=needs.ledger.last_used(profile.id, "" if entry is None else entry.id),
            is_managed=needs.profiles.is_managed(profile.id),
        )
        return row_text(profile, facts)

    def _show_form(self, profile_id: str) -> None:
        profile = self._needs.profiles.profile(profile_id)
        if profile is None or (self.form is not None and self.form.id == profile_id):
            return
        self._drop_form()
        form = ProviderForm(self._needs, self._errands, self._notices, profile)
        form.tested.connect(self._refresh)
        form.doctor_requested.connect(self.open_doctor)
        form.remove_requested.connect(self._remove)
        form.chat_requested.connect(self.chat_requested)
        form.take_draft(self._drafts.pop(profile_id, Draft()))
        self.forms.addWidget(form)
        self.forms.setCurrentWidget(form)
        self.form = form

    def _drop_form(self) -> None:
        form, self.form = self.form, None
        if form is not None:
            form.flush()
            self._drafts[form.id] = form.draft()
            self.forms.removeWidget(form)
            form.deleteLater()

    def _show_front(self) -> None:
        """A click on the chosen row brings its form back from Add or the doctor."""
        if self.form is not None:
            self.forms.setCurrentWidget(self.form)

    def _take_added(self, profile_id: str) -> None:
        """At once to its form, where the models are asked for."""
        self.choose(profile_id)
        self._show_front()
        if self.form is not None and self.form.id == profile_id:
            self.form.model.ask()
            self.form.model.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_add(self) -> None:
        self._show_front()
        self.list.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_doctor(self) -> None:
        self._show_front()
        if self.form is not None:
            self.form.key.why.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self, profile_id: str) -> None:
        profile = self._needs.profiles.profile(profile_id)
        if profile is None:
            return
        with_key = self.tr("{0} and its key were removed.")
        text = (with_key if profile.has_key else self.tr("{0} was removed.")).format(profile.name)

        def undo() -> None:
            self._going.discard(profile_id)
            self.choose(profile_id)

        self._going.add(profile_id)
        self._notices.offer(Offer(text, lambda: self._remove_now(profile_id), undo))
        self._refresh()
        self.list.list.setFocus()

    async def _remove_now(self, profile_id: str) -> None:
        try:
            await self._needs.profiles.remove(profile_id)
        finally:
            # One that could not be removed is there again.
            self._going.discard(profile_id)
            self._refresh()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.width() < _TINY:
            self._beside.setDirection(QBoxLayout.Direction.TopToBottom)
            self.list.setFixedHeight(_TINY_LIST_HEIGHT)
            # As wide as the page, and never wider: it must be able to become narrower again.
            self.list.setMinimumWidth(0)
            self.list.setMaximumWidth(_NO_LIMIT)
            return
        is_narrow = self.width() < _NARROW
        self._beside.setDirection(QBoxLayout.Direction.LeftToRight)
        self.list.setFixedWidth(_NARROW_LIST_WIDTH if is_narrow else _LIST_WIDTH)
        self.list.setMinimumHeight(0)
        self.list.setMaximumHeight(_NO_LIMIT)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # which it is when the window is only minimised
            self.flush()
