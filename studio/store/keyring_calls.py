"""The real calls into `keyring`: the only module that imports it.

Loaded by `keys.py` when a key is first needed, on the thread that may block: the import alone looks
for backends, and takes as long as the rest of Callboard's start.
"""

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
    match error:
        case errors.KeyringLocked():
            return Refusal.LOCKED
        case errors.InitError():
            return Refusal.REFUSED
        case errors.NoKeyringError():
            return Refusal.NO_BACKEND
        case _:
            return Refusal.FAILED
