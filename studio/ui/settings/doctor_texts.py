"""What the keyring doctor found, in words, and what to do about it on this desktop."""

from PySide6.QtCore import QCoreApplication

from studio.core.errors import Category, Failure
from studio.harness.doctor import Examined, Finding, Health, Remedy
from studio.ui.failure_texts import failure_text

translate = QCoreApplication.translate


def finding_text(finding: Finding, key_name: str) -> str:
    """One sentence. `key_name` names the key where it is about one."""
    match finding.step:
        case Examined.BACKEND:
            return _backend_text(finding)
        case Examined.ROUND_TRIP:
            return _round_trip_text(finding.state)
        case Examined.KEY:
            return _key_text(finding, key_name)


def _backend_text(finding: Finding) -> str:
    if finding.state is Health.OK:
        return translate("settings", "The keyring is “{0}”.").format(finding.detail)
    if finding.state is Health.SLOW:
        return translate("settings", "The keyring takes long to answer.")
    return failure_text(Failure(Category.KEYRING, code=finding.code)).title


def _round_trip_text(state: Health) -> str:
    return {
        Health.OK: translate(
            "settings", "A test entry was written, read back the same, and removed."
        ),
        Health.MISSING: translate("settings", "The keyring forgets what it is given."),
        Health.LOCKED: translate("settings", "The keyring is locked."),
        Health.DENIED: translate("settings", "The keyring refused, or you did not open it."),
        Health.SLOW: translate("settings", "The keyring did not answer in time."),
        Health.FAILED: translate("settings", "A test entry could not be kept in the keyring."),
    }[state]


def _key_text(finding: Finding, name: str) -> str:
    elsewhere = {
        "variable_missing": translate("settings", "{0}: its environment variable is not set."),
        "command_missing": translate("settings", "{0}: the program of its command is not there."),
        "command_empty": translate("settings", "{0}: its command gave nothing out."),
        "command_timeout": translate("settings", "{0}: its command did not end in time."),
        "command_failed": translate("settings", "{0}: its command failed."),
        "command_invalid": translate("settings", "{0}: its command is none."),
    }
    known = {
        Health.OK: translate("settings", "{0}: it is there and can be read."),
        Health.MISSING: translate("settings", "{0}: it is not in the keyring."),
        Health.LOCKED: translate("settings", "{0}: its keyring is locked."),
        Health.DENIED: translate("settings", "{0}: the keyring does not hand it out."),
        Health.SLOW: translate("settings", "{0}: reading it takes long."),
        Health.FAILED: translate("settings", "{0}: it cannot be read."),
    }
    return elsewhere.get(finding.code, known[finding.state]).format(name)


def remedy_text(remedy: Remedy) -> str:
    """What to do; empty where nothing is wrong."""
    return (_linux() | _contained() | _others() | _keys()).get(remedy, "")


def _linux() -> dict[Remedy, str]:
    return {
        Remedy.INSTALL_GNOME: translate(
            "settings", "Install the package gnome-keyring, then log out and in again."
        ),
        Remedy.INSTALL_KDE: translate(
            "settings",
            "Open System Settings, KDE Wallet, and switch the wallet and its Secret Service on.",
        ),
        Remedy.INSTALL_OTHER: translate(
            "settings",
            "Install gnome-keyring, or KeePassXC with its Secret Service switched on, and let it "
            "start with your desktop.",
        ),
        Remedy.UNLOCK_GNOME: translate(
            "settings", "Open Passwords and Keys, choose the login keyring, and unlock it."
        ),
        Remedy.UNLOCK_KDE: translate("settings", "Open KWalletManager and open the wallet."),
        Remedy.UNLOCK_OTHER: translate(
            "settings", "Unlock the keyring in the program that keeps it, such as KeePassXC."
        ),
        Remedy.SET_UP_GNOME: translate(
            "settings",
            "There is no default keyring yet. In Passwords and Keys make one named Login, and "
            "choose Set as default.",
        ),
        Remedy.SET_UP_KDE: translate(
            "settings", "Make a wallet in KWalletManager, and let it answer the Secret Service."
        ),
        Remedy.SET_UP_OTHER: translate(
            "settings", "Make a keyring in the program that keeps it, and make it the default."
        ),
        Remedy.HEADLESS: translate(
            "settings",
            "There is no desktop session that could ask for a password. Let the key come from an "
            "environment variable or a command.",
        ),
    }


def _contained() -> dict[Remedy, str]:
    return {
        Remedy.WSL: translate(
            "settings",
            "Linux within Windows has no keyring. Let the key come from an environment variable "
            "or a command.",
        ),
        Remedy.FLATPAK: translate(
            "settings",
            "Allow it: flatpak override --user --talk-name=org.freedesktop.secrets "
            "followed by Callboard's application ID.",
        ),
        Remedy.SNAP: translate(
            "settings", "Allow it: snap connect callboard:password-manager-service"
        ),
    }


def _others() -> dict[Remedy, str]:
    return {
        Remedy.UNLOCK_MACOS: translate(
            "settings", "Open Keychain Access, choose the keychain login, and unlock it."
        ),
        Remedy.ALLOW_MACOS: translate(
            "settings",
            "Choose Always Allow when macOS asks. After an update of Callboard it asks once more.",
        ),
        Remedy.REPAIR_MACOS: translate(
            "settings", "Open Keychain Access and see whether the keychain login can be opened."
        ),
        Remedy.REPAIR_WINDOWS: translate(
            "settings", "Open Services and see that Credential Manager is running."
        ),
        Remedy.ALLOW_WINDOWS: translate(
            "settings", "A group policy forbids storing credentials. Ask whoever manages this PC."
        ),
    }


def _keys() -> dict[Remedy, str]:
    return {
        Remedy.CHANGE_BACKEND: translate(
            "settings",
            "PYTHON_KEYRING_BACKEND or the file keyringrc.cfg names a keyring that keeps nothing "
            "safely. Remove that line, and start Callboard again.",
        ),
        Remedy.ADD_KEY_AGAIN: translate(
            "settings", "Choose Replace and paste the key once more, or remove it here."
        ),
        Remedy.WAIT_AND_RETRY: translate(
            "settings",
            "It may be waiting for your answer in another window. Look for one, and try again.",
        ),
        Remedy.CHECK_VARIABLE: translate(
            "settings",
            "Set the variable where your desktop starts programs, and start Callboard again.",
        ),
        Remedy.CHECK_COMMAND: translate(
            "settings", "Run the command in a terminal: its output must be the key and no more."
        ),
    }
