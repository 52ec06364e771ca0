"""Knows what Qt, and the tests of a real window and a real keyring, need from a Linux system."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from dev_steps import StepFailedError, give_up, run_step, say


class Need(NamedTuple):
    """A library or program, and the package that brings it in each family of systems."""

    name: str
    apt: str
    dnf: str
    pacman: str
    zypper: str


# What Qt loads even when it draws to memory only.
_QT_CORE = (
    Need("libGL.so.1", "libgl1", "libglvnd-glx", "libglvnd", "libglvnd"),
    Need("libEGL.so.1", "libegl1", "libglvnd-egl", "libglvnd", "libglvnd"),
    Need("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon", "libxkbcommon", "libxkbcommon0"),
    Need("libdbus-1.so.3", "libdbus-1-3", "dbus-libs", "dbus", "libdbus-1-3"),
    Need("libfontconfig.so.1", "libfontconfig1", "fontconfig", "fontconfig", "fontconfig"),
    Need("libglib-2.0.so.0", "libglib2.0-0", "glib2", "glib2", "libglib-2_0-0"),
)

# What a window on an X server needs beyond that.
_QT_X11 = (
    Need("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor",
         "libxcb-cursor0"),
    Need("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm", "xcb-util-wm", "libxcb-icccm4"),
    Need("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms",
         "libxcb-keysyms1"),
    Need("libxcb-randr.so.0", "libxcb-randr0", "libxcb", "libxcb", "libxcb-randr0"),
    Need("libxcb-sync.so.1", "libxcb-sync1", "libxcb", "libxcb", "libxcb-sync1"),
    Need("libxcb-xfixes.so.0", "libxcb-xfixes0", "libxcb", "libxcb", "libxcb-xfixes0"),
    Need("libX11-xcb.so.1", "libx11-xcb1", "libX11-xcb", "libx11", "libX11-xcb1"),
    Need("libxcb-shape.so.0", "libxcb-shape0", "libxcb", "libxcb", "libxcb-shape0"),
    Need("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb", "libxcb", "libxcb-xkb1"),
    Need("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11",
         "libxkbcommon-x11-0"),
)  # fmt: skip

# A module of the system's own Python: what a screen reader knows of a window is read with it.
_PYATSPI = "pyatspi"

# Programs for the tests of a real window, of a real keyring, and of what a screen reader is told.
_TEST_PROGRAMS = (
    Need("Xvfb", "xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb", "xorg-x11-server-Xvfb"),
    Need("xauth", "xauth", "xorg-x11-xauth", "xorg-xauth", "xauth"),
    Need("gnome-keyring-daemon", "gnome-keyring", "gnome-keyring", "gnome-keyring",
         "gnome-keyring"),
    Need("dbus-run-session", "dbus", "dbus-daemon", "dbus", "dbus-1"),
    Need("secret-tool", "libsecret-tools", "libsecret", "libsecret", "libsecret-tools"),
    Need("/usr/libexec/at-spi-bus-launcher", "at-spi2-core", "at-spi2-core", "at-spi2-core",
         "at-spi2-core"),
    Need(_PYATSPI, "python3-pyatspi", "python3-pyatspi", "python-atspi", "python3-pyatspi"),
)  # fmt: skip

EVERYTHING = (*_QT_CORE, *_QT_X11, *_TEST_PROGRAMS)

_INSTALLERS = {
    "apt": ("apt-get", "apt-get install -y"),
    "dnf": ("dnf", "dnf install"),
    "pacman": ("pacman", "pacman -S --needed"),
    "zypper": ("zypper", "zypper install"),
}


def ensure_for_window() -> None:
    """Brings what a window needs, or ends with the command that would."""
    _ensure(required=(*_QT_CORE, *_QT_X11), wanted=())


def ensure_for_tests() -> None:
    """Brings what the tests need; without the programs, the tests that use them say so and skip."""
    _ensure(required=_QT_CORE, wanted=(*_QT_X11, *_TEST_PROGRAMS))


def has_display() -> bool:
    if sys.platform != "linux":
        return True
    # QT_QPA_PLATFORM=offscreen, vnc and the like need no display.
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def install_command(needs: Iterable[Need]) -> str:
    """The one line that installs them here, for a person to paste."""
    family = _family()
    if family is None:
        return "install, with your system's package tool: " + ", ".join(n.name for n in needs)
    return f"{'' if _is_root() else 'sudo '}{_INSTALLERS[family][1]} {packages(needs, family)}"


def python_venv_package() -> str:
    return f"python{sys.version_info.major}.{sys.version_info.minor}-venv"


def can_install() -> bool:
    return sys.platform == "linux" and _is_root() and _family() == "apt"


def apt_install(names: str) -> None:
    """Installs Debian packages as root, quietly."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run_step("Reading the system's package lists", ["apt-get", "update", "-q"], env=env)
    command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *names.split()]
    run_step(f"Installing {names}", command, env=env)


def _ensure(required: tuple[Need, ...], wanted: tuple[Need, ...]) -> None:
    if sys.platform != "linux":
        return
    lacking = missing((*required, *wanted))
    if lacking and can_install():
        try:
            apt_install(packages(lacking, "apt"))
        except StepFailedError as error:
            say(f"note: {error}")
        lacking = missing((*required, *wanted))
    if not lacking:
        return
    text = f"Missing on this system: {', '.join(need.name for need in lacking)}"
    text += f"\n  {install_command(lacking)}"
    if set(lacking) & set(required):
        give_up(f"{text}\nThe window cannot start without these.")
    say(f"note: {text}\n  Tests that need them are skipped.")


def missing(needs: Iterable[Need]) -> list[Need]:
    return [need for need in needs if not _is_present(need)]


def _is_present(need: Need) -> bool:
    if need.name == _PYATSPI:
        return any(Path("/usr/lib").glob(f"python3*/*-packages/{_PYATSPI}"))
    if ".so" not in need.name:
        return shutil.which(need.name) is not None
    try:
        ctypes.CDLL(need.name)
    except OSError:
        return False
    return True


def packages(needs: Iterable[Need], family: str) -> str:
    return " ".join(dict.fromkeys(getattr(need, family) for need in needs))


def _family() -> str | None:
    for family, (program, _) in _INSTALLERS.items():
        # Another system may have a program called apt-get, but not Debian's lists behind it.
        foreign = family == "apt" and not Path("/etc/debian_version").exists()
        if shutil.which(program) and not foreign:
            return family
    return None


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0
