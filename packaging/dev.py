#!/usr/bin/env python3
"""The one command of a developer: run, test, check, bench. Needs Python 3.11 and nothing else.

    python3 packaging/dev.py run [--no-local] [arguments for callboard]
    python3 packaging/dev.py test [--no-local] [arguments for pytest]
    python3 packaging/dev.py test --interop     against other people's servers, fetched for it
    python3 packaging/dev.py check [--fix]
    python3 packaging/dev.py bench [NAME ...] [--json FILE]

Everything is installed in .venv beside this folder, or where CALLBOARD_VENV says. The tests fetch
other people's MCP servers into .servers, or where CALLBOARD_MCP_SERVERS says.
"""

import itertools
import sys

if sys.version_info < (3, 11):  # noqa: UP036  # the message is for whoever starts an older one
    sys.exit(
        "Callboard needs Python 3.11 or newer; this is "
        + sys.version.split()[0]
        + " ("
        + sys.executable
        + ").\nStart this file with a newer one, such as python3.12 packaging/dev.py."
    )

import dev_conformance
import dev_interop
import dev_servers
import dev_system
from dev_environment import Environment
from dev_steps import ROOT, StepFailedError, give_up, replace_with, run_step, run_through, say

# With these Callboard opens no window, so that no display is needed.
_WINDOWLESS = {"--selfcheck", "--version", "--help", "-h", "replay", "selfcheck"}
_CHECKED = ("studio", "tests", "packaging")


def run(arguments: list[str]) -> int:
    local, arguments = _take(arguments, "--no-local")
    opens_window = not _WINDOWLESS.intersection(arguments)
    if opens_window and not dev_system.has_display():
        give_up(
            "There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.\n"
            "On a machine without a screen: xvfb-run -a python3 packaging/dev.py run"
        )
    environment = Environment()
    dev_system.ensure_for_window()
    environment.prepare(dev=False, local=not local)
    environment.compile_translations()
    command = [environment.python, "-m", "studio", *arguments]
    return replace_with(command, env=environment.variables())


def test(arguments: list[str]) -> int:
    no_local, arguments = _take(arguments, "--no-local")
    interop, arguments = _take(arguments, "--interop")
    environment = Environment()
    dev_system.ensure_for_tests()
    environment.prepare(dev=True, local=not no_local)
    environment.compile_translations()
    if interop:
        return _interop(environment, arguments)
    failed = _failed_checks(environment)
    variables = {**environment.variables(), dev_servers.VARIABLE: str(dev_servers.prepare())}
    dev_conformance.prepare()
    code = run_through([environment.python, "-m", "pytest", *arguments], env=variables)
    return code or _verdict(failed)


def _interop(environment: Environment, arguments: list[str]) -> int:
    variables = {**environment.variables(), "CALLBOARD_INTEROP": str(dev_interop.prepare())}
    command = [environment.python, "-m", "pytest", "tests/interop", *arguments]
    return run_through(command, env=variables)


def check(arguments: list[str]) -> int:
    fix, rest = _take(arguments, "--fix")
    if rest:
        give_up(f"check does not know {' '.join(rest)}; it knows --fix.", code=2)
    environment = Environment()
    environment.prepare(dev=True, local=False)
    if fix:
        ruff = [environment.program("ruff")]
        run_through([*ruff, "format", *_CHECKED], env=environment.variables())
        run_through([*ruff, "check", "--fix", "-q", *_CHECKED], env=environment.variables())
    return _verdict(_failed_checks(environment))


def bench(arguments: list[str]) -> int:
    environment = Environment()
    dev_system.ensure_for_tests()
    environment.prepare(dev=True, local=True, bench=_measures_wire(arguments))
    environment.compile_translations()
    command = [environment.python, str(ROOT / "packaging" / "bench"), *arguments]
    return run_through(command, env=environment.variables())


def _measures_wire(arguments: list[str]) -> bool:
    """Asked for by name, or with everything. What follows `--json` is a file's name."""
    pairs = itertools.pairwise(["", *arguments])
    named = [name for before, name in pairs if before != "--json" and not name.startswith("-")]
    return "wire" in named or not named


def _failed_checks(environment: Environment) -> list[str]:
    """Runs all four, so that one look shows everything there is to do."""
    ruff = environment.program("ruff")
    checks = {
        "format": [ruff, "format", "--check", *_CHECKED],
        "lint": [ruff, "check", *_CHECKED],
        "types": [environment.program("mypy")],
        "contracts": [environment.program("lint-imports")],
    }
    failed = []
    for name, command in checks.items():
        try:
            run_step(f"Checking {name}", command, env=environment.variables())
        except StepFailedError:
            failed.append(name)
    return failed


def _verdict(failed: list[str]) -> int:
    if failed:
        say(f"These checks failed; what they said stands above: {', '.join(failed)}")
    return 1 if failed else 0


def _take(arguments: list[str], flag: str) -> tuple[bool, list[str]]:
    return flag in arguments, [argument for argument in arguments if argument != flag]


_COMMANDS = {"run": run, "test": test, "check": check, "bench": bench}


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        say((__doc__ or "").strip())
        return 0 if arguments else 2
    command = _COMMANDS.get(arguments[0])
    if command is None:
        give_up(f"There is no command {arguments[0]!r}; there are {', '.join(_COMMANDS)}.", code=2)
    return command(arguments[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
