"""The extra headers of a provider. A value that looks secret goes to the keyring, not to a file."""

from collections.abc import Awaitable, Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.errors import KeyringError
from studio.core.profiles import ProviderProfile
from studio.ui.settings.errands import Errands
from studio.ui.settings.header_row import HeaderRow
from studio.ui.settings.key_problem import KeyProblem
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, labelled

_Store = Callable[[str, str, str], Awaitable[None]]


class Headers(QWidget):
    """Lives as long as the form of its profile."""

    def __init__(self, needs: Needs, errands: Errands, profile: ProviderProfile) -> None:
        super().__init__()
        self._profiles = needs.profiles
        self._errands = errands
        self._id = profile.id
        self.rows: list[HeaderRow] = []
        self._unsaved: HeaderRow | None = None
        self._lines = QVBoxLayout()
        self._lines.setSpacing(6)
        self.add = button(self.tr("+ Add header"), name=self.tr("Add a header"))
        self.add.clicked.connect(self._add_empty)
        hint = self.tr(
            "Values of headers named after a key, token, secret or cookie are kept in the keyring."
        )
        self.problem = KeyProblem(needs.platform)
        self.problem.retried.connect(lambda: self._store_again(needs.profiles.save_header))
        self.problem.kept_until_exit.connect(
            lambda: self._store_again(needs.profiles.keep_header_until_exit)
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(self._lines)
        column.addWidget(self.problem)
        column.addWidget(self.add)
        column.addWidget(labelled(hint, "muted"))
        for name, value in profile.extra_headers.items():
            self._insert(HeaderRow(name, value))
        for name in profile.secret_headers:
            self._insert(HeaderRow(name, is_stored=True))

    def _add_empty(self) -> None:
        row = HeaderRow()
        self._insert(row)
        row.name_edit.setFocus()

    def _insert(self, row: HeaderRow) -> None:
        self.rows.append(row)
        self._lines.addWidget(row)
        row.edited.connect(lambda: self._save(row))
        row.removed.connect(lambda: self._remove(row))

    def _save(self, row: HeaderRow) -> None:
        if self._is_double(row):
            row.show_fault(self.tr("There is a header of this name already."))
        elif row.is_secret and row.value:
            self._start_storing(row, self._profiles.save_header)
        else:
            self._start_writing()

    def _start_storing(self, row: HeaderRow, store: _Store) -> None:
        work = self._store(row, store, (row.name, row.value), self._plain())
        self._errands.start(work, "settings: save a secret header")

    def _start_writing(self) -> None:
        self._errands.start(self._write(*self._written()), "settings: save headers")

    def _is_double(self, row: HeaderRow) -> bool:
        names = [other.name.lower() for other in self.rows if other is not row]
        return row.name.lower() in names

    async def _store(
        self, row: HeaderRow, store: _Store, header: tuple[str, str], plain: dict[str, str]
    ) -> None:
        """Goes on when the form is left meanwhile; a failure is then told by the notices."""
        name, value = header
        try:
            await store(self._id, name, value)
        except KeyringError as error:
            if not isValid(self):
                raise
            self._unsaved = row
            self.problem.explain(error)
            return
        if isValid(self):
            self.problem.hide()
            row.show_stored()
        profile = self._profiles.profile(self._id)
        known = () if profile is None else profile.secret_headers
        await self._write(plain, tuple(dict.fromkeys((*known, name))))

    def _store_again(self, store: _Store) -> None:
        if self._unsaved is not None and self._unsaved in self.rows:
            self._start_storing(self._unsaved, store)

    async def _write(self, plain: dict[str, str], secret: tuple[str, ...]) -> None:
        await self._profiles.change(self._id, extra_headers=plain, secret_headers=secret)

    def _written(self) -> tuple[dict[str, str], tuple[str, ...]]:
        stored = (row.name for row in self.rows if row.is_complete and row.is_stored)
        return self._plain(), tuple(stored)

    def _plain(self) -> dict[str, str]:
        """What is written to the file: never a secret, whether or not the keyring took it."""
        whole = (row for row in self.rows if row.is_complete)
        return {row.name: row.value for row in whole if not row.is_secret}

    def _remove(self, row: HeaderRow) -> None:
        self.rows.remove(row)
        self._lines.removeWidget(row)
        row.deleteLater()
        self.add.setFocus()
        if row.is_stored:
            work = self._profiles.forget_header(self._id, row.name)
            self._errands.start(work, "settings: forget a secret header")
        self._start_writing()
