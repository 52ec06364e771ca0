"""How a provider is reached: certificates, proxy, and whether answers stream."""

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.profiles import ProviderProfile
from studio.ui.fields import LineEdit
from studio.ui.focus import focus_goes_to
from studio.ui.settings.checks import proxy_fault
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import Form, calm
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, policy_text
from studio.ui.theme import FontKind

_SYSTEM, _NONE, _OWN = "", "none", "own"


class CaFile(QWidget):
    """A path that is typed or picked.

    Signals: `edited(path)`, when the user is done with it.
    """

    edited = Signal(str)

    def __init__(self, needs: Needs, errands: Errands, path: str) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._shown = path
        self.edit = LineEdit(path)
        self.edit.setFont(needs.theme.font(FontKind.CODE))
        self.edit.setPlaceholderText(self.tr("The certificates of the system"))
        self.edit.setAccessibleName(self.tr("Certificate file"))
        self.pick = button(self.tr("Choose…"), name=self.tr("Choose a certificate file"))
        focus_goes_to(self, self.edit)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        row.addWidget(self.pick)
        self.edit.editingFinished.connect(self._finish)
        self.pick.clicked.connect(
            lambda: errands.start(self._pick(), "settings: pick a certificate file")
        )

    @property
    def path(self) -> str:
        return self.edit.text().strip()

    async def _pick(self) -> None:
        path = await self._needs.pick_file(self, self.tr("Certificates, as a PEM file"))
        if isinstance(path, Path):
            self.edit.setText(str(path))
            self._finish()

    def _finish(self) -> None:
        if self.path != self._shown:
            self._shown = self.path
            self.edited.emit(self.path)


class Proxy(QWidget):
    """The system's proxy, none, or one by its address.

    Signals: `edited(proxy)`; `refused(sentence)`, empty once the address is right.
    """

    edited = Signal(str)
    refused = Signal(str)

    def __init__(self, needs: Needs, proxy: str) -> None:
        super().__init__()
        self._shown = proxy
        self.choice = QComboBox()
        calm(self.choice)
        for value, text in (
            (_SYSTEM, self.tr("As the system says")),
            (_NONE, self.tr("None")),
            (_OWN, self.tr("This one:")),
        ):
            self.choice.addItem(text, value)
        self.address = LineEdit()
        self.address.setFont(needs.theme.font(FontKind.CODE))
        self.address.setPlaceholderText("http://proxy.example.com:3128")
        self.address.setAccessibleName(self.tr("Address of the proxy"))
        focus_goes_to(self, self.choice)
        row = QVBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.choice)
        row.addWidget(self.address)
        with QSignalBlocker(self.choice):
            is_own = proxy not in (_SYSTEM, _NONE)
            self.choice.setCurrentIndex(self.choice.findData(_OWN if is_own else proxy))
            self.address.setText(proxy if is_own else "")
        self.address.setVisible(is_own)
        self.choice.activated.connect(self._choose)
        self.address.editingFinished.connect(self._finish)

    def _choose(self) -> None:
        is_own = self.choice.currentData() == _OWN
        self.address.setVisible(is_own)
        if is_own:
            self.address.setFocus()
        else:
            self.refused.emit("")
            self._tell(str(self.choice.currentData()))

    def _finish(self) -> None:
        if self.choice.currentData() != _OWN:
            return
        text = self.address.text().strip()
        fault = proxy_fault(text)
        self.refused.emit(fault or "")
        if fault is None:
            self._tell(text)

    def _tell(self, proxy: str) -> None:
        if proxy != self._shown:
            self._shown = proxy
            self.edited.emit(proxy)


class ProxyLogin(QWidget):
    """Name and password of the proxy, which go where keys go and are not shown again."""

    def __init__(self, needs: Needs, errands: Errands, profile: ProviderProfile) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._id = profile.id
        self.user = LineEdit()
        self.user.setPlaceholderText(self.tr("Name"))
        self.user.setAccessibleName(self.tr("Name for the proxy"))
        self.password = LineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setAccessibleName(self.tr("Password for the proxy"))
        self.save = button(self.tr("Save"), name=self.tr("Save the login of the proxy"))
        self.forget = button(self.tr("Forget"), name=self.tr("Forget the login of the proxy"))
        focus_goes_to(self, self.user)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.user, 1)
        row.addWidget(self.password, 1)
        row.addWidget(self.save)
        row.addWidget(self.forget)
        self.save.clicked.connect(
            lambda: errands.start(self._save(), "settings: save a proxy's login")
        )
        self.forget.clicked.connect(
            lambda: errands.start(self._forget(), "settings: forget a proxy's login")
        )
        self._show_state(is_saved=profile.has_proxy_login)

    async def _save(self) -> None:
        user, password = self.user.text().strip(), self.password.text()
        if not user:
            self.user.setFocus()
            return
        await self._needs.profiles.save_proxy_login(self._id, user, password)
        if isValid(self):
            self._show_state(is_saved=True)

    async def _forget(self) -> None:
        await self._needs.profiles.forget_proxy_login(self._id)
        if isValid(self):
            self._show_state(is_saved=False)

    def _show_state(self, *, is_saved: bool) -> None:
        self.user.clear()
        self.password.clear()
        stored = self.tr("Saved in the keyring")
        self.password.setPlaceholderText(stored if is_saved else self.tr("Password"))
        self.forget.setVisible(is_saved)


class Ways(Form):
    """Lives as long as the form of its profile.

    Signals: `changed(changes)`, a dictionary of the profile's fields.
    """

    changed = Signal(object)

    def __init__(self, needs: Needs, errands: Errands, profile: ProviderProfile) -> None:
        super().__init__()
        policy = needs.profiles.policy
        self.ca_file = CaFile(needs, errands, policy.ca_file or profile.ca_file)
        self.proxy = Proxy(needs, policy.proxy or profile.proxy)
        self.ca_field = self.add(
            self.tr("Certificates"),
            self.ca_file,
            self.tr(
                "A PEM file with the certificates of a company or a lab, besides the system's."
            ),
        )
        self.proxy_field = self.add(
            self.tr("Proxy"),
            self.proxy,
            self.tr("The hosts of NO_PROXY are reached without it."),
        )
        self.login = ProxyLogin(needs, errands, profile)
        self.login_field = self.add(self.tr("Proxy login"), self.login)
        self._show_login(policy.proxy or profile.proxy)
        self.proxy.edited.connect(self._show_login)
        for field, is_set in ((self.ca_field, policy.ca_file), (self.proxy_field, policy.proxy)):
            if is_set:
                field.control.setEnabled(False)
                field.show_hint(policy_text(policy.organisation))
        self.ca_file.edited.connect(lambda path: self.changed.emit({"ca_file": path}))
        self.proxy.edited.connect(lambda proxy: self.changed.emit({"proxy": proxy}))
        self.proxy.refused.connect(self.proxy_field.show_fault)

    def _show_login(self, proxy: str) -> None:
        """Only a proxy of the profile's own has a login here."""
        self.set_row_visible(self.login_field, "://" in proxy and self.proxy.isEnabled())
