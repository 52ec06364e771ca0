"""A second Callboard in the same home raises the first one's window."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from studio.ui.instance_server import InstanceServer, raise_first
from studio.ui.single_instance import take_lock
from tests.conftest import ROOT

SECOND = """
import sys
from pathlib import Path
from studio.ui.instance_server import raise_first
from studio.ui.single_instance import take_lock
home = Path(sys.argv[1])
assert take_lock(home) is None
sys.exit(0 if raise_first(home) else 1)
"""

CRASH = """
import os, sys
from pathlib import Path
from studio.ui.single_instance import take_lock
lock = take_lock(Path(sys.argv[1]))
assert lock is not None
os._exit(0)
"""


def test_a_second_instance_gets_no_lock_and_raises_the_first(
    qtbot: QtBot, callboard_home: Path
) -> None:
    lock = take_lock(callboard_home)
    assert lock is not None
    server = InstanceServer(callboard_home)
    assert server.is_listening
    with qtbot.waitSignal(server.raise_requested, timeout=10_000):
        second = subprocess.Popen([sys.executable, "-c", SECOND, str(callboard_home)], cwd=ROOT)
    assert second.wait(10) == 0
    server.close()
    lock.unlock()


def test_the_lock_of_a_crashed_instance_is_taken_over(callboard_home: Path) -> None:
    subprocess.run([sys.executable, "-c", CRASH, str(callboard_home)], cwd=ROOT, check=True)
    assert (callboard_home / "callboard.lock").exists()
    lock = take_lock(callboard_home)
    assert lock is not None
    lock.unlock()


def test_a_request_left_by_a_crash_is_in_nobodys_way(qtbot: QtBot, callboard_home: Path) -> None:
    assert not raise_first(callboard_home, attempts=1)
    (callboard_home / "instance" / "raise-1").write_text("")
    server = InstanceServer(callboard_home)
    assert server.is_listening
    assert not list((callboard_home / "instance").iterdir())
    server.close()


def test_nobody_there_is_told_and_leaves_nothing(qtbot: QtBot, callboard_home: Path) -> None:
    assert not raise_first(callboard_home, attempts=1)
    assert not list((callboard_home / "instance").iterdir())


def test_the_permission_to_take_the_focus_is_handed_over(
    qtbot: QtBot, callboard_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    server = InstanceServer(callboard_home)
    request = callboard_home / "instance" / "raise-7"
    with qtbot.waitSignal(server.raise_requested, timeout=10_000):
        request.write_text("token-of-the-desktop")
        request.rename(request.with_name("raise-8"))
    assert os.environ.pop("XDG_ACTIVATION_TOKEN") == "token-of-the-desktop"
    server.close()


def test_a_file_of_the_second_instance_is_opened_by_the_first(
    qtbot: QtBot, callboard_home: Path
) -> None:
    server = InstanceServer(callboard_home)
    path = "/somewhere/ü b.callboard-trace"
    code = (
        "import sys; from pathlib import Path; from studio.ui.instance_server import raise_first; "
    )
    code += "raise_first(Path(sys.argv[1]), path=sys.argv[2])"
    with qtbot.waitSignal(server.open_requested, timeout=10_000) as opened:
        second = subprocess.Popen([sys.executable, "-c", code, str(callboard_home), path], cwd=ROOT)
    assert opened.args == [path]
    assert second.wait(10) == 0
    server.close()
