"""At the end of a run: how much of the shared recordings was read rightly, and how many random
chats made how many valid requests."""

import os
from pathlib import Path

from _pytest.terminal import TerminalReporter

from tests.wire.corpus_score import scores

CHATS = "random chats"
_ROOT = Path(os.environ.get("CALLBOARD_SHARED", Path(__file__).parents[3] / "shared")) / "wire"


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    _tell_of_recordings(terminalreporter)
    _tell_of_chats(terminalreporter)


def _tell_of_chats(terminalreporter: TerminalReporter) -> None:
    passed = terminalreporter.stats.get("passed", [])
    told = [value for report in passed for name, value in report.user_properties if name == CHATS]
    if told:
        terminalreporter.section("random chats, each request held against the rules")
        for line in told:
            terminalreporter.line(str(line))


def _tell_of_recordings(terminalreporter: TerminalReporter) -> None:
    if not _ROOT.is_dir():
        return
    stats = terminalreporter.stats
    failed = [report.nodeid for kind in ("failed", "error") for report in stats.get(kind, [])]
    passed = [report.nodeid for report in stats.get("passed", [])]
    found = scores(_ROOT, passed, failed)
    if found:
        terminalreporter.section("shared recordings, passed of all")
        for score in found:
            terminalreporter.line(str(score))
