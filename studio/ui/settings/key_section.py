"""The keys of a provider: their table, and everything that can be done with them."""

from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.errors import KeyringError, StudioError
from studio.core.profiles import KeyEntry, ProviderProfile
from studio.ui.failure_texts import failure_text
from studio.ui.settings.errands import Errands
from studio.ui.settings.import_banner import ImportBanner
from studio.ui.settings.key_dialogs import asked_cap, asked_name
from studio.ui.settings.key_editor import Entered, KeyEditor
from studio.ui.settings.key_import import KeyImport
from studio.ui.settings.key_rows import KeyFacts, KeyRow, key_row
from studio.ui.settings.key_saving import KeySaving, NotAcceptedError
from studio.ui.settings.keys_table import KeyAction, KeysTable
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Link, Notices, Offer
from studio.ui.settings.parts import button, group_label, labelled
from studio.ui.settings.test_lines import failure_lines

_Keep = Callable[[Entered], Awaitable[None]]


class KeySection(QWidget):
    """Lives as long as the form of its profile.

    Signals: `saved()`, when a key came to it; `test_requested(key_id)`; `doctor_requested()`.
    """

    saved = Signal()
    test_requested = Signal(str)
    doctor_requested = Signal()

    def __init__(
        self, needs: Needs, errands: Errands, notices: Notices, profile: ProviderProfile
    ) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._profile = profile
        self._saving = KeySaving(needs, profile.id)
        self._going: set[str] = set()  # keys whose removal can still be undone
        self._build(profile)
        self._connect()
        self.destroyed.connect(needs.ledger.watch(self._refresh))
        errands.start(self._name_keyring(), "settings: name of the keyring")

    def _build(self, profile: ProviderProfile) -> None:
        self.title = group_label(self._needs.theme, self.tr("Keys"))
        self.why = button(self.tr("Why can't a key be read?"), "link")
        self.add = button(self.tr("+ Add key"), name=self.tr("Add a key"))
        self.none = labelled("", "secondary")
        self.key_page = button(self.tr("Get a key"), "link")
        self.table = KeysTable(self._needs.theme)
        self.editor = KeyEditor(self._needs)
        self.banner = ImportBanner(self._needs, self._errands, profile)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.why)
        buttons.addWidget(self.add)
        buttons.addStretch(0)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(8)
        self._head.addWidget(self.title, 1, Qt.AlignmentFlag.AlignVCenter)
        self._head.addLayout(buttons)
        empty = QHBoxLayout()
        empty.addWidget(self.none, 1)
        empty.addWidget(self.key_page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(self._head)
        column.addWidget(self.table)
        column.addLayout(empty)
        column.addWidget(self.editor)
        column.addWidget(self.banner)

    def _connect(self) -> None:
        self.why.clicked.connect(self.doctor_requested)
        self.add.clicked.connect(self._begin)
        self.key_page.clicked.connect(lambda: self._needs.open_address(self._link("key_page")))
        self.table.asked.connect(self._do)
        self.editor.entered.connect(lambda entered: self._start(self._saving.save, entered))
        self.editor.kept_until_exit.connect(
            lambda entered: self._start(self._saving.keep_until_exit, entered)
        )
        self.editor.left.connect(self.add.setFocus)
        self.banner.import_requested.connect(self.open_import)

    @property
    def typed(self) -> str:
        """A key that was typed and not saved yet, for a test of the connection."""
        return self.editor.typed

    def show_profile(self, profile: ProviderProfile) -> None:
        self._profile = profile
        self.banner.show_profile(profile)
        self._refresh()

    def set_narrow(self, is_narrow: bool) -> None:
        self.table.set_narrow(is_narrow)
        direction = QBoxLayout.Direction
        self._head.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    def close_editor(self) -> None:
        self.editor.close_editor()

    def open_import(self) -> None:
        dialog = KeyImport(self._needs, self._errands, self._profile, self.window())
        dialog.imported.connect(self._tell_saved)
        dialog.open()

    def rows(self) -> tuple[KeyRow, ...]:
        profile = self._needs.profiles.usable(self._profile.id)
        entries = () if profile is None else profile.keys
        shown = (entry for entry in entries if entry.id not in self._going)
        return tuple(self._row(profile, entry) for entry in shown if profile is not None)

    def _row(self, profile: ProviderProfile, entry: KeyEntry) -> KeyRow:
        ledger, kept = self._needs.ledger, self._needs.profiles.kept_hint(profile.id, entry.id)
        facts = KeyFacts(
            spent=ledger.month_of_key(profile.id, entry.id),
            last_used=ledger.last_used(profile.id, entry.id),
            kept=kept is not None,
        )
        if kept is not None:
            entry = entry.model_copy(update={"hint": kept})
        return key_row(profile, entry, facts, self._needs.clock())

    def _refresh(self) -> None:
        if not isValid(self):
            return
        rows = self.rows()
        self.table.show_rows(rows)
        self.table.setVisible(bool(rows))
        self.none.setText(self._none_text())
        self.none.setVisible(not rows and self.editor.isHidden())
        has_page = bool(self._link("key_page"))
        self.key_page.setVisible(has_page and not rows and self.editor.isHidden())

    def _none_text(self) -> str:
        row = self._needs.catalogue.row_of(self._profile)
        if (row is not None and not row.needs_key) or self._profile.stays_here:
            return self.tr("No key, and none is needed here.")
        return self.tr("No key yet.")

    def _link(self, name: str) -> str:
        row = self._needs.catalogue.row_of(self._profile)
        return str(getattr(row, name)) if row is not None else ""

    async def _name_keyring(self) -> None:
        """Asks for the name only: nothing is read until a key is used."""
        try:
            name = await self._needs.profiles.keyring()
        except KeyringError as error:
            # No reason to alarm anybody who only looks: it counts when a key is saved.
            if isValid(self):
                reason = failure_text(error.failure).title
                self.title.setText(self.tr("Keys · {0}").format(reason))
            return
        if name and isValid(self):
            self.title.setText(self.tr("Keys · kept in the system keyring ({0})").format(name))

    def _begin(self) -> None:
        count = len(self._profile.keys)
        name = self.tr("key {0}").format(count + 1) if count else self.tr("main")
        self.editor.open_new(name)
        self._refresh()

    def _do(self, action: KeyAction, key_id: str) -> None:
        entry = next((one for one in self._profile.keys if one.id == key_id), None)
        if action is KeyAction.TEST:
            self.test_requested.emit(key_id)
        elif entry is None:
            # One that is kept until exit alone: it can be typed again.
            self._begin()
        elif action is KeyAction.REPLACE:
            self.editor.open_for(entry)
        elif action is KeyAction.REMOVE:
            self._remove(entry)
        else:
            work = {
                KeyAction.RENAME: self._rename,
                KeyAction.DEFAULT: self._make_default,
                KeyAction.CAP: self._set_cap,
            }[action]
            self._errands.start(work(entry), "settings: change a key")

    async def _rename(self, entry: KeyEntry) -> None:
        name = await asked_name(self.window(), entry.name)
        if name:
            await self._needs.profiles.rename_key(self._profile.id, entry.id, name)

    async def _make_default(self, entry: KeyEntry) -> None:
        await self._needs.profiles.set_default_key(self._profile.id, entry.id)

    async def _set_cap(self, entry: KeyEntry) -> None:
        changes, cap = await asked_cap(self.window(), entry)
        if changes and cap != entry.monthly_cap:
            await self._needs.profiles.set_cap(self._profile.id, entry.id, cap or None)

    def _remove(self, entry: KeyEntry) -> None:
        def undo() -> None:
            self._going.discard(entry.id)
            self._refresh_if_there()

        self._going.add(entry.id)
        revoke = self._link("revoke_page") or self._link("key_page")
        link = Link(self.tr("Revoke it there"), revoke) if revoke else None
        text = self.tr("“{0}” was deleted here. It is still valid at the provider.")
        offer = Offer(text.format(entry.name), lambda: self._remove_now(entry.id), undo, link)
        self._notices.offer(offer)
        self._refresh()
        self.add.setFocus()

    async def _remove_now(self, key_id: str) -> None:
        try:
            await self._needs.profiles.remove_key(self._profile.id, key_id)
        finally:
            # One that could not be removed is there again.
            self._going.discard(key_id)
            self._refresh_if_there()

    def _refresh_if_there(self) -> None:
        if isValid(self):
            self._refresh()

    def _start(self, keep: _Keep, entered: Entered) -> None:
        is_tested = entered.is_tested
        busy = self.tr("Testing the new key…") if is_tested else self.tr("Saving in the keyring…")
        self.editor.show_busy(busy)
        self._errands.start(self._store(keep, entered), "settings: save a key")

    async def _store(self, keep: _Keep, entered: Entered) -> None:
        """Goes on when the form is left meanwhile; a failure is then told by the notices."""
        try:
            await keep(entered)
        except StudioError as error:
            if not isValid(self):
                raise
            self.editor.show_busy("")
            self._explain(error)
        else:
            if isValid(self):
                self.editor.show_busy("")
                self.editor.close_editor()
                self._tell_saved()

    def _explain(self, error: StudioError) -> None:
        if isinstance(error, KeyringError):
            self.editor.problem.explain(error)
        else:
            is_kept = isinstance(error, NotAcceptedError)
            self.editor.show_refusal(failure_lines(error.failure), is_kept=is_kept)

    def _tell_saved(self) -> None:
        self._refresh()
        self.saved.emit()
