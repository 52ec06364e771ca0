"""`callboard replay FILE`: what it prints, and its exit code."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from studio import cli
from studio.core.trace import SUFFIX, Trace
from studio.core.trace_lines import trace_lines
from studio.store.traces import load_trace
from tests.conftest import ROOT
from tests.traces.taken import packed

SAMPLE = Path(__file__).with_name("version-1.jsonl")


def _file(folder: Path, trace: Trace) -> Path:
    path = folder / f"chat{SUFFIX}"
    path.write_bytes(packed(trace))
    return path


def test_a_trace_that_plays_the_same_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(SAMPLE)]) == 0
    said = capsys.readouterr().out
    assert "What time is it?: 1 turns, Callboard 0.1.0, redacted: home" in said
    assert "Turn 1   2 rounds  1 calls  ok" in said


def test_the_first_difference_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = load_trace(SAMPLE)
    (traced,) = trace.turns
    last = traced.recordings[1]
    chunks = (*last.chunks[:1], replace(last.chunks[1], data=b"\n\ndata: \x1b[31m\n\n"))
    changed = replace(traced, recordings=(traced.recordings[0], replace(last, chunks=chunks)))
    path = _file(tmp_path, replace(trace, turns=(changed,)))
    assert cli.main(["replay", str(path), "--speed", "1000"]) == 1
    said = capsys.readouterr().out
    assert "DIFFERENT: round 2, " in said
    assert "    expected: " in said
    assert "\x1b" not in said


@pytest.mark.parametrize("content", [None, b"", b"garbage", b"\x1f\x8bgarbage"])
def test_what_cannot_be_read_is_told_in_one_line(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x"
    if content is not None:
        path.write_bytes(content)
    assert cli.main(["replay", str(path)]) == 2
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 1
    assert said.out.count(str(path)) == 1
    assert said.err == ""


def test_a_trace_of_what_was_not_recorded_has_nothing_to_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = load_trace(SAMPLE)
    turns = tuple(replace(each, recordings=()) for each in trace.turns)
    path = tmp_path / "plain"
    path.write_text("".join(trace_lines(replace(trace, turns=turns))), "utf-8")
    assert cli.main(["replay", str(path)]) == 2
    assert "not played: it is not recorded" in capsys.readouterr().out


@pytest.mark.slow
def test_it_needs_no_screen_no_qt_and_no_folder_of_the_user(callboard_home: Path) -> None:
    code = (
        "import sys; from studio.__main__ import main; "
        f"print(main(['replay', {str(SAMPLE)!r}])); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "none", "CALLBOARD_HOME": str(callboard_home)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "ok\n0\n" in done.stdout
    assert "PySide6" not in done.stdout
    assert "keyring.backends" not in done.stdout
    assert done.stderr == ""
    assert not callboard_home.exists()
