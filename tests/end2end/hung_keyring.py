"""A keyring that asks for a password which nobody types."""

import threading

import keyring.backend
from typing_extensions import override


class Keyring(keyring.backend.KeyringBackend):
    """Blocks its thread for twenty seconds, whatever it is asked."""

    priority = 9

    @override
    def get_password(self, service: str, username: str) -> str | None:
        threading.Event().wait(20)
        return None

    @override
    def set_password(self, service: str, username: str, password: str) -> None:
        threading.Event().wait(20)

    @override
    def delete_password(self, service: str, username: str) -> None:
        threading.Event().wait(20)
