"""What kind of desktop this is, for advice about its keyring. Read from the environment alone."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from studio.harness.key_ports import Desktop, Sandbox

_FLATPAK_FILE = Path("/.flatpak-info")
_DESKTOPS = {
    "gnome": "gnome",
    "unity": "gnome",
    "cinnamon": "gnome",
    "budgie": "gnome",
    "pantheon": "gnome",
    "kde": "kde",
    "plasma": "kde",
}


def find_desktop(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Desktop:
    """Never fails: what cannot be told is told as nothing special."""
    if platform in ("darwin", "win32"):
        return Desktop(platform)
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    has_bus = bool(environment.get("DBUS_SESSION_BUS_ADDRESS")) or (
        bool(runtime) and (Path(runtime) / "bus").exists()
    )
    return Desktop(
        platform,
        _desktop(environment.get("XDG_CURRENT_DESKTOP", "")),
        has_bus,
        bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")),
        bool(environment.get("WSL_DISTRO_NAME") or environment.get("WSL_INTEROP")),
        _sandbox(environment),
    )


def _desktop(named: str) -> str:
    """`ubuntu:GNOME` names the kind last; the first that is known counts."""
    names = [name.strip().lower() for name in named.split(":") if name.strip()]
    known = (kind for name in names for part, kind in _DESKTOPS.items() if part in name)
    return next(known, names[-1] if names else "")


def _sandbox(environment: Mapping[str, str]) -> Sandbox:
    if environment.get("FLATPAK_ID") or _FLATPAK_FILE.exists():
        return Sandbox.FLATPAK
    return Sandbox.SNAP if environment.get("SNAP_NAME") else Sandbox.NONE
