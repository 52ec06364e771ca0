"""The real calls into `keyring`: the only module that imports it.

Loaded by `keys.py` when a key is first needed, on the thread that may block: the import alone looks
for backends, and takes as long as the rest of Callboard's start.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import keyring
from keyring import errors
from keyring.backend import KeyringBackend
from keyring.backends import chainer, fail, null

from studio.store.keyring_port import Refusal, RefusedError

# One entry in the user's own overview of passwords says whose it is by this name.
SERVICE = "callboard"

_PLAIN_TEXT = "keyrings.alt"
_NAMES = {
    "keyring.backends.SecretService": "Secret Service",
    "keyring.backends.libsecret": "Secret Service (libsecret)",
    "keyring.backends.kwallet": "KWallet",
    "keyring.backends.macOS": "macOS Keychain",
    "keyring.backends.Windows": "Windows Credential Manager",
}
# Of the library behind the Secret Service.
_KINDS = {
    "PromptDismissedException": Refusal.REFUSED,
    "LockedException": Refusal.LOCKED,
    "SecretServiceNotAvailableException": Refusal.NO_BACKEND,
}
# The daemon was there when it was asked, and died before it answered. Keys may lie with it; the
# library calls it by the same name as a daemon that never was.
_NO_REPLY = "org.freedesktop.DBus.Error.NoReply"
_MACOS = "keyring.backends.macOS"
_MACOS_STATUS = {
    -128: Refusal.REFUSED,  # the user said Deny, or closed the window
    -25293: Refusal.REFUSED,  # the password was wrong
    -25308: Refusal.LOCKED,  # and no window may ask for the password, as over SSH
}
# Without a session to keep secrets in, or forbidden by a group policy; access denied.
_WINDOWS_STATUS: dict[object, Refusal] = {1312: Refusal.REFUSED, 5: Refusal.REFUSED}
_KWALLET_CANCELLED = "Cancelled by user"


@dataclass(frozen=True, slots=True)
class SystemKeyring:
    """The backend in use. All methods may block, and raise `RefusedError`."""

    name: str
    _backend: KeyringBackend

    def read(self, entry: str) -> str | None:
        try:
            return self._backend.get_password(SERVICE, entry)
        except Exception as error:  # backends raise what their system raises
            raise self._refused(error) from None

    def write(self, entry: str, secret: str) -> None:
        try:
            self._backend.set_password(SERVICE, entry, secret)
        except Exception as error:
            raise self._refused(error, secret) from None

    def delete(self, entry: str) -> None:
        try:
            self._backend.delete_password(SERVICE, entry)
        except Exception as error:
            raise self._refused(error) from None

    def _refused(self, error: Exception, secret: str = "") -> RefusedError:
        detail = str(error)
        if secret and secret in detail:
            detail = ""
        return RefusedError(_refusal(error), self.name, detail)


def open_keyring() -> SystemKeyring:
    """Chooses the backend, without touching a key. Raises `RefusedError`."""
    try:
        backend = _first_usable(keyring.get_keyring())
    except Exception as error:  # a backend named by a setting may be missing, or fail to load
        if isinstance(error, RefusedError):
            raise
        raise RefusedError(Refusal.NO_BACKEND, "", str(error)) from None
    return SystemKeyring(_name(backend), backend)


def _first_usable(backend: KeyringBackend) -> KeyringBackend:
    # The chain reads from every backend there is and writes to the first that takes it, files in
    # plain text included. One backend, always the same, is what a user can understand.
    candidates = backend.backends if isinstance(backend, chainer.ChainerBackend) else [backend]
    refused = RefusedError(Refusal.NO_BACKEND)
    for candidate in candidates:
        refusal = _unusable(candidate)
        if refusal is None:
            return candidate
        refused = RefusedError(refusal, _name(candidate))
    raise refused


def _unusable(backend: KeyringBackend) -> Refusal | None:
    if isinstance(backend, fail.Keyring):
        return Refusal.NO_BACKEND
    if isinstance(backend, null.Keyring):
        return Refusal.NULL_BACKEND
    if type(backend).__module__.startswith(_PLAIN_TEXT):
        return Refusal.PLAIN_TEXT_BACKEND
    return None


def _name(backend: KeyringBackend) -> str:
    if isinstance(backend, fail.Keyring):
        return ""
    module = type(backend).__module__
    return _NAMES.get(module, f"{module}.{type(backend).__name__}")


def _refusal(error: Exception) -> Refusal:
    """Backends give one name to many things: what their system said is asked first."""
    if any(getattr(each, "name", None) == _NO_REPLY for each in _causes(error)):
        return Refusal.FAILED
    cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
    said = _KINDS.get(type(cause).__name__)
    if said is None and type(cause).__module__.startswith(_MACOS) and cause.args:
        said = _MACOS_STATUS.get(cause.args[0])
    if said is None:
        said = _WINDOWS_STATUS.get(getattr(cause, "winerror", None))
    if said is None and str(error) == _KWALLET_CANCELLED:
        said = Refusal.REFUSED
    return _refusal_of_kind(error) if said is None else said


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _refusal_of_kind(error: Exception) -> Refusal:
    match error:
        case errors.KeyringLocked():
            return Refusal.LOCKED
        case errors.InitError():
            return Refusal.REFUSED
        case errors.NoKeyringError():
            return Refusal.NO_BACKEND
        case _:
            return Refusal.FAILED
