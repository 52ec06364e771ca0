"""Why can't a key be read? Tries the keyring out, step by step, and names the remedy."""

import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from studio.core.errors import KeyringError, StudioError
from studio.core.profiles import KeySource, ProviderProfile
from studio.harness.key_ports import Desktop, FindDesktop, RoundTrip, Sandbox
from studio.harness.profiles import Profiles

_SLOW_SECONDS = 2.0


class Examined(StrEnum):
    """One thing that is looked at."""

    BACKEND = "backend"
    ROUND_TRIP = "round_trip"
    KEY = "key"


class Health(StrEnum):
    """What was found."""

    OK = "ok"
    MISSING = "missing"  # no keyring, or no such key in it
    LOCKED = "locked"
    DENIED = "denied"
    SLOW = "slow"
    FAILED = "failed"


class Remedy(StrEnum):
    """What to do, per desktop; sentences are made by the window."""

    NONE = ""
    INSTALL_GNOME = "install_gnome"  # gnome-keyring, and log in again
    INSTALL_KDE = "install_kde"  # turn on the KDE wallet, or its Secret Service
    INSTALL_OTHER = "install_other"  # gnome-keyring or KeePassXC with Secret Service; autostart it
    UNLOCK_GNOME = "unlock_gnome"  # "Passwords and Keys" (Seahorse)
    UNLOCK_KDE = "unlock_kde"  # KWalletManager
    UNLOCK_OTHER = "unlock_other"
    SET_UP_GNOME = "set_up_gnome"  # there is no login keyring yet: make one, make it the default
    SET_UP_KDE = "set_up_kde"
    SET_UP_OTHER = "set_up_other"
    HEADLESS = "headless"  # nobody can be asked: environment variable or command
    WSL = "wsl"  # Linux inside Windows has no keyring of its own
    FLATPAK = "flatpak"  # permission to talk to org.freedesktop.secrets
    SNAP = "snap"  # snap connect ...:password-manager-service
    UNLOCK_MACOS = "unlock_macos"  # Keychain Access: unlock "login"
    ALLOW_MACOS = "allow_macos"  # Always Allow in the window that asks; after an update once more
    REPAIR_MACOS = "repair_macos"
    REPAIR_WINDOWS = "repair_windows"  # the service "Credential Manager" must run
    ALLOW_WINDOWS = "allow_windows"  # group policy forbids to store credentials
    CHANGE_BACKEND = "change_backend"  # PYTHON_KEYRING_BACKEND or keyringrc.cfg names a useless one
    ADD_KEY_AGAIN = "add_key_again"
    WAIT_AND_RETRY = "wait_and_retry"
    CHECK_VARIABLE = "check_variable"
    CHECK_COMMAND = "check_command"


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one step. `detail` is a fact: the keyring's name, or the system's own words.

    `profile_id` and `key_id` are empty except for `Examined.KEY`. `code` is the failure's.
    """

    step: Examined
    state: Health
    detail: str = ""
    remedy: Remedy = Remedy.NONE
    milliseconds: float = 0.0
    code: str = ""
    profile_id: str = ""
    key_id: str = ""


class KeyringDoctor:
    """Lives as long as the program. Closing the generator is Stop.

    The vault bounds each call to ten seconds on a thread of its own, and reads no secret twice.
    """

    def __init__(
        self,
        vault: RoundTrip,
        profiles: Profiles,
        find_desktop: FindDesktop,
        seconds: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._vault = vault
        self._profiles = profiles
        self._find_desktop = find_desktop
        self._seconds = seconds

    async def examine(self, *profile_ids: str) -> AsyncGenerator[Finding]:
        """The keyring, an entry of our own in it, then the keys of these profiles.

        Where the keyring itself is ill its keys are not asked for: each would fail the same way, or
        open one more window.
        """
        desktop = self._find_desktop()
        backend = await self._step(Examined.BACKEND, desktop, self._vault.backend)
        yield backend
        is_well = backend.state in (Health.OK, Health.SLOW) and not backend.code
        if is_well:
            trip = await self._step(Examined.ROUND_TRIP, desktop, self._try_round_trip)
            yield trip
            is_well = not trip.code
        for profile_id in profile_ids:
            profile = self._profiles.usable(profile_id)
            for entry in profile.keys if profile is not None else ():
                if profile is not None and (is_well or entry.source is not KeySource.KEYRING):
                    yield await self._key(profile, entry.id, desktop)

    async def _try_round_trip(self) -> str:
        await self._vault.try_round_trip()
        return ""

    async def _key(self, profile: ProviderProfile, key_id: str, desktop: Desktop) -> Finding:
        async def read() -> str:
            # Only whether it is there goes on from here.
            return "found" if await self._profiles.key_text(profile, key_id) else ""

        found = await self._step(Examined.KEY, desktop, read)
        if not found.code and not found.detail:
            found = _missing_key(found.milliseconds)
        return _of_key(found, profile.id, key_id)

    async def _step(
        self, step: Examined, desktop: Desktop, work: Callable[[], Awaitable[str]]
    ) -> Finding:
        start = self._seconds()
        try:
            detail = await work()
        except KeyringError as error:
            code = error.failure.code
            state = _STATES.get(code, Health.FAILED)
            said = error.failure.message or error.backend
            remedy = remedy_of(code, desktop)
            return Finding(step, state, said, remedy, self._since(start), code)
        except StudioError as error:
            code = error.failure.code
            state, remedy = _OUTSIDE.get(code, (Health.FAILED, Remedy.CHECK_COMMAND))
            return Finding(step, state, error.failure.message, remedy, self._since(start), code)
        took = self._since(start)
        if took > _SLOW_SECONDS * 1000:
            return Finding(step, Health.SLOW, detail, Remedy.WAIT_AND_RETRY, took)
        return Finding(step, Health.OK, detail, milliseconds=took)

    def _since(self, start: float) -> float:
        return (self._seconds() - start) * 1000


def _missing_key(milliseconds: float) -> Finding:
    return Finding(
        Examined.KEY, Health.MISSING, "", Remedy.ADD_KEY_AGAIN, milliseconds, "not_found"
    )


def _of_key(found: Finding, profile_id: str, key_id: str) -> Finding:
    detail = "" if found.state is Health.OK else found.detail
    return Finding(
        found.step,
        found.state,
        detail,
        found.remedy,
        found.milliseconds,
        found.code,
        profile_id,
        key_id,
    )


_STATES = {
    "no_backend": Health.MISSING,
    "null_backend": Health.MISSING,
    "plain_text_backend": Health.MISSING,
    "locked": Health.LOCKED,
    "refused": Health.DENIED,
    "timeout": Health.SLOW,
    "failed": Health.FAILED,
}
_OUTSIDE = {
    "variable_missing": (Health.MISSING, Remedy.CHECK_VARIABLE),
    "command_missing": (Health.MISSING, Remedy.CHECK_COMMAND),
    "command_empty": (Health.MISSING, Remedy.CHECK_COMMAND),
    "command_timeout": (Health.SLOW, Remedy.CHECK_COMMAND),
    "command_failed": (Health.FAILED, Remedy.CHECK_COMMAND),
}


def remedy_of(code: str, desktop: Desktop) -> Remedy:
    """The remedy for a refusal of the keyring on this desktop."""
    if code in ("null_backend", "plain_text_backend"):
        return Remedy.CHANGE_BACKEND
    if code == "timeout":
        return Remedy.WAIT_AND_RETRY
    if desktop.platform == "darwin":
        return _MACOS.get(code, Remedy.REPAIR_MACOS)
    if desktop.platform == "win32":
        return Remedy.ALLOW_WINDOWS if code == "refused" else Remedy.REPAIR_WINDOWS
    return _on_linux(code, desktop)


_MACOS = {"locked": Remedy.UNLOCK_MACOS, "refused": Remedy.ALLOW_MACOS}


def _on_linux(code: str, desktop: Desktop) -> Remedy:
    """What keeps us apart from the desktop comes first: nothing on the desktop would help."""
    if code != "locked":
        apart = _APART.get(desktop.sandbox) or (Remedy.WSL if desktop.is_wsl else None)
        if apart is not None:
            return apart
    if not desktop.has_bus or not desktop.has_screen:
        return Remedy.HEADLESS
    index = {"gnome": 0, "kde": 1}.get(desktop.desktop, 2)
    return _LINUX.get(code, _SET_UP)[index]


_APART = {Sandbox.FLATPAK: Remedy.FLATPAK, Sandbox.SNAP: Remedy.SNAP}
_SET_UP = (Remedy.SET_UP_GNOME, Remedy.SET_UP_KDE, Remedy.SET_UP_OTHER)
_LINUX = {
    "no_backend": (Remedy.INSTALL_GNOME, Remedy.INSTALL_KDE, Remedy.INSTALL_OTHER),
    "locked": (Remedy.UNLOCK_GNOME, Remedy.UNLOCK_KDE, Remedy.UNLOCK_OTHER),
}
