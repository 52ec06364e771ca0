"""At the end of a run: how many attacks of which kind were refused or bounded.

A test says which kind it is of by `record_property("attack", kind)`.
"""

from collections import Counter

from _pytest.terminal import TerminalReporter

ATTACK = "attack"


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    passed, all_told = (_counted(terminalreporter, *kinds) for kinds in _STATES)
    if not all_told:
        return
    terminalreporter.section("attacks refused or bounded, of all that were tried")
    for kind in sorted(all_told):
        terminalreporter.line(f"{kind}: {passed[kind]} of {all_told[kind]}")
    terminalreporter.line(f"in all: {passed.total()} of {all_told.total()}")


_STATES = (("passed",), ("passed", "failed"))


def _counted(terminalreporter: TerminalReporter, *states: str) -> Counter[str]:
    reports = [each for state in states for each in terminalreporter.stats.get(state, [])]
    return Counter(
        str(value) for report in reports for name, value in report.user_properties if name == ATTACK
    )
