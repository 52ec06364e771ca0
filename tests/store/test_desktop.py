from pathlib import Path

import pytest

from studio.harness.key_ports import Desktop, Sandbox
from studio.store.desktop import find_desktop

SEAT = {"DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"}


@pytest.mark.parametrize(
    ("named", "desktop"),
    [
        ("GNOME", "gnome"),
        ("ubuntu:GNOME", "gnome"),
        ("X-Cinnamon", "gnome"),
        ("KDE", "kde"),
        ("XFCE", "xfce"),
        ("sway", "sway"),
        ("", ""),
    ],
)
def test_the_desktop_is_told_by_its_name(named: str, desktop: str) -> None:
    found = find_desktop(SEAT | {"XDG_CURRENT_DESKTOP": named}, "linux")
    assert found == Desktop("linux", desktop)


def test_a_server_has_neither_screen_nor_bus(tmp_path: Path) -> None:
    found = find_desktop({"XDG_RUNTIME_DIR": str(tmp_path)}, "linux")
    assert (found.has_screen, found.has_bus) == (False, False)
    (tmp_path / "bus").touch()
    assert find_desktop({"XDG_RUNTIME_DIR": str(tmp_path)}, "linux").has_bus


@pytest.mark.parametrize(
    ("variables", "sandbox", "is_wsl"),
    [
        ({"FLATPAK_ID": "org.callboard"}, Sandbox.FLATPAK, False),
        ({"SNAP_NAME": "callboard"}, Sandbox.SNAP, False),
        ({"WSL_DISTRO_NAME": "Debian"}, Sandbox.NONE, True),
    ],
)
def test_what_keeps_a_program_apart_is_told(
    variables: dict[str, str], sandbox: Sandbox, is_wsl: bool
) -> None:
    found = find_desktop(SEAT | variables, "linux")
    assert (found.sandbox, found.is_wsl) == (sandbox, is_wsl)


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_the_others_need_no_more_than_their_name(platform: str) -> None:
    assert find_desktop({}, platform) == Desktop(platform)
