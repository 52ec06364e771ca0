"""What to do when the keyring cannot be used: why, the remedy, and memory as the way out."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from studio.core.errors import KeyringError
from studio.ui.settings.parts import button, labelled

translate = QCoreApplication.translate


def remedy_text(platform: str) -> str:
    """How to get a working keyring on a platform, as `sys.platform` names it."""
    if platform == "darwin":
        return translate(
            "settings",
            "Open Keychain Access, make sure that the login keychain is unlocked, and choose Allow "
            "or Always Allow when macOS asks.",
        )
    if platform == "win32":
        return translate(
            "settings",
            "Check that the service Credential Manager is running. A very long key does not fit "
            "into it.",
        )
    return translate(
        "settings",
        "Install and unlock GNOME Keyring, KWallet or KeePassXC with its Secret Service switched "
        "on, within a desktop session, then try again.",
    )


def reason_text(error: KeyringError) -> str:
    """What is wrong with which keyring, by the code of the failure."""
    if not error.backend or error.failure.code == "no_backend":
        return translate(
            "settings", "The key was not saved: this computer has no keyring that can be used."
        ) + (f" ({error.backend})" if error.backend else "")
    known = {
        "null_backend": translate(
            "settings", "The key was not saved: the keyring “{0}” forgets all it is given."
        ),
        "plain_text_backend": translate(
            "settings", "The key was not saved: the keyring “{0}” would put it into a plain file."
        ),
        "locked": translate("settings", "The key was not saved: the keyring “{0}” is locked."),
        "refused": translate(
            "settings", "The key was not saved: the keyring “{0}” was not opened."
        ),
        "timeout": translate(
            "settings", "The key was not saved: the keyring “{0}” did not answer in time."
        ),
    }
    other = translate("settings", "The key was not saved: the keyring “{0}” cannot be used.")
    return known.get(error.failure.code, other).format(error.backend)


class KeyProblem(QFrame):
    """Hidden until there is a problem.

    Signals: `kept_until_exit()`, when the user takes the offer; `retried()`.
    """

    kept_until_exit = Signal()
    retried = Signal()

    def __init__(self, platform: str) -> None:
        super().__init__()
        self.setProperty("kind", "card-warning")
        self._title = labelled("", "")
        self._words = labelled("", "muted")
        self._remedy = labelled(remedy_text(platform), "secondary")
        self._promise = labelled(
            self.tr(
                "Callboard never writes a key to a file. It can keep this one in memory: the key "
                "works at once and is gone when Callboard closes."
            ),
            "secondary",
        )
        self.keep = button(self.tr("Keep it until Callboard closes"))
        self.retry = button(self.tr("Try the keyring again"), "flat")
        self.keep.clicked.connect(self.kept_until_exit)
        self.retry.clicked.connect(self.retried)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(6)
        for label in (self._title, self._words, self._remedy, self._promise):
            column.addWidget(label)
        column.addSpacing(4)
        column.addWidget(self.keep)
        column.addWidget(self.retry)
        self.hide()

    @property
    def text(self) -> str:
        labels = (self._title, self._words, self._remedy, self._promise)
        return "\n".join(label.text() for label in labels)

    def explain(self, error: KeyringError) -> None:
        """The keyring's name, and its own words where it had some."""
        self._title.setText(reason_text(error))
        self._words.setText(error.failure.message)
        self._words.setVisible(bool(error.failure.message))
        self.setAccessibleName(self._title.text())
        self.show()
