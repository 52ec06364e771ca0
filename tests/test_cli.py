"""Callboard without a window."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studio import cli
from studio.adapters.engine_files import small_model_profile
from studio.core.messages import Dialect
from tests.conftest import ROOT


def studio(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "studio", *arguments],
        cwd=ROOT,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
def test_the_self_check_sends_through_every_dialect_and_touches_nothing(
    callboard_home: Path,
) -> None:
    begun = time.monotonic()
    # A screen that is not there: no Qt may be asked for one.
    done = studio("--selfcheck", QT_QPA_PLATFORM="none", CALLBOARD_HOME=str(callboard_home))
    assert done.returncode == 0, done.stdout + done.stderr
    assert time.monotonic() - begun < 30
    lines = [line for line in done.stdout.splitlines() if line.endswith("  ok")]
    dialects = ("openai_chat", "openai_responses", "anthropic_messages")
    for line, dialect in zip(lines, dialects, strict=False):
        assert dialect in line
        assert "2 rounds  1 calls" in line
    assert len(lines) == len(Dialect) + (small_model_profile() is not None)
    assert done.stderr == ""
    assert not callboard_home.exists()


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("Callboard ")


def test_an_unknown_option_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--selfcheck", "--nonsense"])
    assert ended.value.code == 2
    assert "--nonsense" in capsys.readouterr().err


@pytest.mark.slow
def test_no_qt_is_loaded_without_a_window() -> None:
    code = "import sys; from studio.__main__ import main; main(['--version']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "PySide6" not in done.stdout
