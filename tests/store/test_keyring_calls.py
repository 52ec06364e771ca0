"""Real backends of `keyring`, and a real Secret Service daemon on a session bus of its own."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import textwrap
import types
from collections.abc import Callable
from pathlib import Path

import keyring
import keyring.backend
import pytest
from keyring.backends import chainer, fail, null
from typing_extensions import override

from studio.core.errors import KeyringError
from studio.store import keyring_calls
from studio.store.keyring_port import Refusal, RefusedError
from studio.store.keys import OsKeyVault
from tests.conftest import ROOT

KEY = "sk-real-0123456789-wxyz"

Choose = Callable[[keyring.backend.KeyringBackend], None]


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> Choose:
    """Makes `keyring` choose a given backend."""

    def choose(backend: keyring.backend.KeyringBackend) -> None:
        monkeypatch.setattr(keyring, "get_keyring", lambda: backend)

    return choose


class Fake(keyring.backend.KeyringBackend):
    priority = 1

    def __init__(self, error: Exception | None = None) -> None:
        # Not its base's, which only reads the environment.
        self.error = error

    @override
    def get_password(self, service: str, username: str) -> str | None:
        if self.error:
            raise self.error
        return f"{service} {username}"

    @override
    def set_password(self, service: str, username: str, password: str) -> None:
        raise keyring.errors.PasswordSetError(password)

    @override
    def delete_password(self, service: str, username: str) -> None:
        raise keyring.errors.PasswordDeleteError("no")


def plain_text_backend() -> keyring.backend.KeyringBackend:
    """As `keyrings.alt` brings it, which need not be installed to be recognised."""
    kind: type[Fake] = types.new_class("PlaintextKeyring", (Fake,))
    kind.__module__ = "keyrings.alt.file"
    return kind()


def chain_of(*backends: keyring.backend.KeyringBackend) -> keyring.backend.KeyringBackend:
    # A class of its own: the backends of a chain are an attribute of its class.
    chain: keyring.backend.KeyringBackend = types.new_class(
        "Chain", (chainer.ChainerBackend,), exec_body=lambda body: body.update(backends=backends)
    )()
    return chain


@pytest.mark.parametrize(
    ("backend", "refusal"),
    [
        (fail.Keyring(), Refusal.NO_BACKEND),
        (null.Keyring(), Refusal.NULL_BACKEND),
        (plain_text_backend(), Refusal.PLAIN_TEXT_BACKEND),
        (chain_of(), Refusal.NO_BACKEND),
        (chain_of(plain_text_backend()), Refusal.PLAIN_TEXT_BACKEND),
    ],
)
def test_a_keyring_that_keeps_no_secret_is_refused(
    chosen: Choose, backend: keyring.backend.KeyringBackend, refusal: Refusal
) -> None:
    chosen(backend)
    with pytest.raises(RefusedError) as caught:
        keyring_calls.open_keyring()
    assert caught.value.refusal is refusal


def test_of_a_chain_the_first_that_keeps_secrets_is_used(chosen: Choose) -> None:
    chosen(chain_of(plain_text_backend(), Fake()))
    opened = keyring_calls.open_keyring()
    assert opened.name.endswith("Fake")
    assert opened.read("p1/default") == "callboard p1/default"


@pytest.mark.parametrize(
    ("error", "refusal"),
    [
        (keyring.errors.KeyringLocked("Failed to unlock"), Refusal.LOCKED),
        (keyring.errors.InitError("Failed to create"), Refusal.REFUSED),
        (keyring.errors.NoKeyringError("none"), Refusal.NO_BACKEND),
        (keyring.errors.KeyringError("odd"), Refusal.FAILED),
        (OSError(1783, "The stub received bad data"), Refusal.FAILED),
    ],
)
def test_each_error_of_a_backend_has_its_reason(
    chosen: Choose, error: Exception, refusal: Refusal
) -> None:
    chosen(Fake(error))
    with pytest.raises(RefusedError) as caught:
        keyring_calls.open_keyring().read("p1/default")
    assert caught.value.refusal is refusal
    assert caught.value.detail == str(error)


def of_system(kind: str, module: str, *arguments: object, **facts: object) -> Exception:
    """As a backend of another system raises it, which cannot be loaded here."""
    made: type[Exception] = types.new_class(kind, (Exception,))
    made.__module__ = module
    error = made(*arguments)
    vars(error).update(facts)
    return error


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


MACOS = "keyring.backends.macOS.api"
SECRETS = "secretstorage.exceptions"
DENIED = of_system("KeychainDenied", MACOS, -128, "Keychain Access Denied")
DIED = of_system("DBusErrorResponse", "jeepney.wrappers", name="org.freedesktop.DBus.Error.NoReply")
NO_WINDOW = of_system("Error", MACOS, -25308, "Unknown Error")


@pytest.mark.parametrize(
    ("error", "refusal"),
    [
        (caused(keyring.errors.KeyringLocked("Can't get password"), DENIED), Refusal.REFUSED),
        (caused(keyring.errors.KeyringError("Can't get password"), NO_WINDOW), Refusal.LOCKED),
        (of_system("error", "pywintypes", 1312, "CredWrite", winerror=1312), Refusal.REFUSED),
        (of_system("error", "pywintypes", 1783, "CredWrite", winerror=1783), Refusal.FAILED),
        (of_system("PromptDismissedException", SECRETS), Refusal.REFUSED),
        (of_system("SecretServiceNotAvailableException", SECRETS), Refusal.NO_BACKEND),
        (caused(of_system("SecretServiceNotAvailableException", SECRETS), DIED), Refusal.FAILED),
        (
            caused(
                keyring.errors.InitError("no"),
                caused(of_system("SecretServiceNotAvailableException", SECRETS), DIED),
            ),
            Refusal.FAILED,
        ),
        (keyring.errors.PasswordSetError("Cancelled by user"), Refusal.REFUSED),
    ],
)
def test_denied_is_told_from_locked_by_what_the_system_said(
    chosen: Choose, error: Exception, refusal: Refusal
) -> None:
    chosen(Fake(error))
    with pytest.raises(RefusedError) as caught:
        keyring_calls.open_keyring().read("p1/default")
    assert caught.value.refusal is refusal


def test_a_backend_that_repeats_the_secret_is_not_quoted(chosen: Choose) -> None:
    chosen(Fake())
    with pytest.raises(RefusedError) as caught:
        keyring_calls.open_keyring().write("p1/default", KEY)
    assert KEY not in repr(caught.value)


def test_a_backend_that_cannot_be_loaded_is_no_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ModuleNotFoundError(name="nowhere")

    monkeypatch.setattr(keyring, "get_keyring", broken)
    with pytest.raises(RefusedError) as caught:
        keyring_calls.open_keyring()
    assert caught.value.refusal is Refusal.NO_BACKEND


async def test_without_a_keyring_the_reason_is_said_and_memory_still_works() -> None:
    """The tests run with the fail backend, as a computer without a desktop does."""
    vault = OsKeyVault()
    for call in (vault.key("p", "k"), vault.set_key("p", "k", KEY), vault.backend()):
        with pytest.raises(KeyringError) as caught:
            await call
        assert caught.value.failure.code == "no_backend"
    await vault.remember_until_exit("p", "k", KEY)
    assert await vault.key("p", "k") == KEY
    await vault.remove_keys("p", ("k",))


# From here on with a real daemon.

daemon = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("gnome-keyring-daemon"),
    reason="needs gnome-keyring and dbus (apt-get install gnome-keyring dbus)",
)
UNLOCK = (
    'printf "test-password\\n" | gnome-keyring-daemon --unlock --components=secrets --daemonize'
)
WRONG = UNLOCK.replace("test-password", "wrong-password")
START = "gnome-keyring-daemon --start --components=secrets"
PRELUDE = f"""
import asyncio, os, signal, time
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection
from studio.core.errors import KeyringError
from studio.store.keys import OsKeyVault
KEY = {KEY!r}
def daemon_pid():
    # The one on this session's own bus, and no other.
    bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    question = ("GetConnectionUnixProcessID", "s", ("org.freedesktop.secrets",))
    with open_dbus_connection() as connection:
        return connection.send_and_get_reply(new_method_call(bus, *question)).body[0]
async def refused(call):
    try:
        await call
    except KeyringError as error:
        print(error.failure.code, error.backend)
    else:
        print("accepted")
"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


class Desk:
    """A home folder with its own keyring files. Each `session` is one login."""

    def __init__(self, folder: Path) -> None:
        home, runtime = folder / "home", folder / "run"
        for path in (home, runtime):
            path.mkdir(mode=0o700)
        dropped = ("DISPLAY", "DBUS_", "XDG_", "PYTHON_KEYRING", "WAYLAND", "GNOME_KEYRING")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
        self._environment = kept | {"HOME": str(home), "XDG_RUNTIME_DIR": str(runtime)}

    async def session(self, start: str, program: str) -> list[str]:
        """Runs the body of an `async def` after starting the daemon; gives the lines it printed."""
        body = textwrap.indent(textwrap.dedent(program), "    ")
        code = f"{PRELUDE}\nasync def main():\n{body}\nasyncio.run(main())"
        # The daemon belongs to this session and ends with its bus.
        script = f'{start} >/dev/null 2>&1; "$0" -c "$1"'
        command = ["dbus-run-session", "--", "bash", "-c", script, sys.executable, code]
        ended = await asyncio.to_thread(self._run, command)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout.splitlines()

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, env=self._environment, cwd=ROOT, capture_output=True, text=True, timeout=60
        )


@daemon
@pytest.mark.slow
async def test_a_real_daemon_keeps_keys_from_one_login_to_the_next(desk: Desk) -> None:
    printed = await desk.session(
        UNLOCK,
        """
        vault = OsKeyVault()
        print(await vault.backend())
        print(await vault.key("p1", "default"))
        await vault.set_key("p1", "default", KEY)
        await vault.set_key("p1", "long", "x" * 5000)
        """,
    )
    assert printed == ["Secret Service", "None"]
    printed = await desk.session(
        UNLOCK,
        """
        print(await OsKeyVault().key("p1", "default") == KEY)
        print(await OsKeyVault().key("p1", "long") == "x" * 5000)
        vault = OsKeyVault()
        await vault.set_key("p1", "long", "short-now-0123")
        await vault.remove_keys("p1", ("default", "never-there"))
        print(await OsKeyVault().key("p1", "default"), await OsKeyVault().key("p1", "long"))
        """,
    )
    assert printed == ["True", "True", "None short-now-0123"]


@daemon
@pytest.mark.slow
async def test_a_locked_keyring_is_an_error_that_harms_nothing(desk: Desk) -> None:
    await desk.session(UNLOCK, 'await OsKeyVault().set_key("p1", "default", KEY)')
    # Without a screen nobody can be asked for the password.
    printed = await desk.session(
        WRONG,
        """
        vault = OsKeyVault()
        await refused(vault.key("p1", "default"))
        await refused(vault.set_key("p1", "default", "another-key-0123"))
        await refused(vault.remove_keys("p1", ("default",)))
        await vault.remember_until_exit("p1", "default", "for-now-0123456")
        print(await vault.key("p1", "default"))
        """,
    )
    assert printed == ["locked Secret Service"] * 3 + ["for-now-0123456"]
    printed = await desk.session(UNLOCK, 'print(await OsKeyVault().key("p1", "default") == KEY)')
    assert printed == ["True"]


@daemon
@pytest.mark.slow
async def test_a_keyring_that_was_never_set_up_is_an_error(desk: Desk) -> None:
    printed = await desk.session(START, 'await refused(OsKeyVault().key("p1", "default"))')
    assert printed == ["refused Secret Service"]


@daemon
@pytest.mark.slow
async def test_a_bus_without_a_daemon_is_no_keyring(desk: Desk) -> None:
    printed = await desk.session("true", 'await refused(OsKeyVault().key("p1", "default"))')
    assert printed in (["no_backend "], ["refused Secret Service"])  # the bus may start one itself


@daemon
@pytest.mark.slow
async def test_a_daemon_that_stops_answering_is_left_behind(desk: Desk) -> None:
    printed = await desk.session(
        UNLOCK,
        """
        daemon = daemon_pid()
        vault = OsKeyVault(timeout=3)  # a busy computer may need one to load the library
        await vault.set_key("p1", "default", KEY)
        os.kill(daemon, signal.SIGSTOP)
        try:
            await refused(vault.key("p1", "other"))
            # What was known is still at hand.
            print(await vault.key("p1", "default") == KEY)
        finally:
            os.kill(daemon, signal.SIGCONT)
        """,
    )
    assert printed == ["timeout Secret Service", "True"]


@daemon
@pytest.mark.slow
async def test_a_daemon_that_is_killed_in_mid_call_is_an_error_and_no_absence(desk: Desk) -> None:
    printed = await desk.session(
        UNLOCK,
        """
        from jeepney import HeaderFields
        from jeepney.io.blocking import DBusConnection
        loop, asked = asyncio.get_running_loop(), asyncio.Event()
        send = DBusConnection.send_message
        def telling(connection, message, serial=None):
            send(connection, message, serial)
            if message.header.fields[HeaderFields.destination] == "org.freedesktop.secrets":
                loop.call_soon_threadsafe(asked.set)
        vault, daemon = OsKeyVault(timeout=5), daemon_pid()
        await vault.set_key("p1", "default", KEY)
        os.kill(daemon, signal.SIGSTOP)
        DBusConnection.send_message = telling
        waiting = asyncio.create_task(refused(vault.key("p1", "other")))
        await asked.wait()
        # Once the bus answers this it has handed on what was asked before.
        assert daemon_pid() == daemon
        start = time.monotonic()
        os.kill(daemon, signal.SIGKILL)
        await waiting
        # The bus says at once that nobody will answer.
        print(time.monotonic() - start < 4)
        print(await vault.key("p1", "default") == KEY)
        """,
    )
    assert printed == ["failed Secret Service", "True", "True"]
    printed = await desk.session(UNLOCK, 'print(await OsKeyVault().key("p1", "default") == KEY)')
    assert printed == ["True"]


DOCTOR = """
        from studio.harness.doctor import KeyringDoctor
        from studio.store.desktop import find_desktop
        from tests.harness.key_world import key_world
        world = await key_world()
        entry = await world.profiles.add_key_from("p", "Mine", "environment", "MY_KEY")
        world.outside.keys["MY_KEY"] = KEY
        vault = OsKeyVault(timeout=3)
        async for found in KeyringDoctor(vault, world.profiles, find_desktop).examine("p"):
            print(found.step, found.state, found.remedy or "-", found.code or "-")
        """


@daemon
@pytest.mark.slow
async def test_the_doctor_tells_real_daemons_apart(desk: Desk) -> None:
    well = ["backend ok - -", "round_trip ok - -", "key ok - -"]
    assert await desk.session(UNLOCK, DOCTOR) == well
    # The entry of the test does not stay.
    left = await desk.session(
        UNLOCK,
        """
        import secretstorage
        with secretstorage.dbus_init() as connection:
            print(len(list(secretstorage.search_items(connection, {"service": "callboard"}))))
        """,
    )
    assert left == ["0"]
    locked = await desk.session(WRONG, DOCTOR)
    assert locked == ["backend ok - -", "round_trip locked headless locked", "key ok - -"]


@daemon
@pytest.mark.slow
async def test_the_doctor_finds_a_keyring_that_was_never_set_up_and_one_that_is_not_there(
    desk: Desk,
) -> None:
    refusing = await desk.session(START, DOCTOR)
    assert refusing == ["backend ok - -", "round_trip denied headless refused", "key ok - -"]
    absent = await desk.session("true", DOCTOR)
    assert absent[-1] == "key ok - -"
    assert "headless" in absent[-2]


@daemon
@pytest.mark.slow
async def test_the_doctor_does_not_wait_for_a_daemon_that_stopped(desk: Desk) -> None:
    program = DOCTOR.replace(
        "vault = OsKeyVault(timeout=3)",
        "vault, daemon = OsKeyVault(timeout=3), daemon_pid(); os.kill(daemon, signal.SIGSTOP)",
    )
    printed = await desk.session(UNLOCK, program + "\n        os.kill(daemon, signal.SIGCONT)\n")
    assert printed == [
        "backend ok - -",
        "round_trip slow wait_and_retry timeout",
        "key ok - -",
    ]
