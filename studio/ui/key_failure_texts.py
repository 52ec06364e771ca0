"""Sentences for keys that cannot be had, and for what an organisation does not allow."""

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def key_particulars() -> dict[str, tuple[str, str]]:
    """Title and advice by failure code."""
    return _outside() | _found() | _limits()


def _outside() -> dict[str, tuple[str, str]]:
    keys = translate("texts", "Settings, Providers and keys, shows where this key comes from.")
    return {
        "key_gone": (
            translate("texts", "The key that was chosen for this chat has been removed."),
            translate("texts", "Choose another one in the chat's options, or the default key."),
        ),
        "variable_missing": (
            translate("texts", "The environment variable of this key is not set."),
            translate("texts", "Set it and start Callboard again, or enter the key in Settings."),
        ),
        "command_missing": (
            translate("texts", "The program that gives this key is not installed."),
            translate("texts", "Install it, or write its whole path in Settings."),
        ),
        "command_invalid": (
            translate("texts", "The command of this key cannot be run without a shell."),
            translate("texts", "Name a program instead of a batch file."),
        ),
        "command_failed": (translate("texts", "The command that gives this key failed."), keys),
        "command_timeout": (
            translate("texts", "The command that gives this key did not answer in time."),
            translate("texts", "It may wait for a password. Unlock it, then choose Retry."),
        ),
        "command_empty": (
            translate("texts", "The command that gives this key printed nothing."),
            keys,
        ),
        "key_locator_empty": (translate("texts", "Nothing says where the key is."), ""),
        "key_locator_invalid": (
            translate("texts", "This is not the name of a variable, or not a command."),
            translate("texts", "Names have letters, digits and _. Quotes in a command must end."),
        ),
        "key_locator_is_key": (
            translate("texts", "This looks like a key itself."),
            translate("texts", "It would be kept in a file. Add it as a key for the keyring."),
        ),
    }


def _found() -> dict[str, tuple[str, str]]:
    again = translate("texts", "Look for keys again.")
    return {
        "find_gone": (translate("texts", "The key is no longer where it was found."), again),
        "find_changed": (translate("texts", "The key has changed since it was found."), again),
        "file_missing": (translate("texts", "The file is not there."), ""),
        "file_too_large": (translate("texts", "The file is too large for settings."), ""),
        "file_unreadable": (
            translate("texts", "The file cannot be read."),
            translate("texts", "Check its permissions."),
        ),
    }


def _limits() -> dict[str, tuple[str, str]]:
    ask = translate("texts", "Ask whoever manages this computer.")
    return {
        "cap": (
            translate("texts", "The monthly cap of this key is reached."),
            translate("texts", "Raise the cap in Settings, or choose another key for this chat."),
        ),
        "policy": (
            translate("texts", "Your organisation does not allow this host."),
            translate("texts", "Choose another provider.") + " " + ask,
        ),
        "policy_dialect": (
            translate("texts", "Your organisation does not allow this kind of interface."),
            translate("texts", "Choose another provider.") + " " + ask,
        ),
        "policy_broken": (
            translate("texts", "Your organisation's policy file cannot be read."),
            translate("texts", "Nothing is sent until it is mended.") + " " + ask,
        ),
    }
