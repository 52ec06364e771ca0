"""A real Secret Service daemon on a bus of its own, and `keyring` speaking to it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import keyring
import pytest
from keyring.backends import SecretService

needs_daemon = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("gnome-keyring-daemon"),
    reason="needs gnome-keyring and dbus (apt-get install gnome-keyring dbus)",
)


@contextmanager
def secret_service(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Unlocked, empty, and gone afterwards."""
    for name in ("home", "run"):
        (folder / name).mkdir(mode=0o700)
    places = {"HOME": str(folder / "home"), "XDG_RUNTIME_DIR": str(folder / "run")}
    others = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        env=others | places,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert bus.stdout is not None
    address = {"DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
    daemon = subprocess.Popen(
        ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
        env=others | places | address,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert daemon.stdin is not None
    assert daemon.stdout is not None
    daemon.stdin.write(b"test-password\n")
    daemon.stdin.close()
    daemon.stdout.readline()  # it says where it listens when it does
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address["DBUS_SESSION_BUS_ADDRESS"])
    monkeypatch.setattr(keyring, "get_keyring", SecretService.Keyring)
    try:
        yield
    finally:
        for process in (daemon, bus):
            process.terminate()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
