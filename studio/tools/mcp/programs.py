"""Finds the program that a server's entry names, as a terminal would."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from studio.harness.server_ports import ServerFailure, Trouble
from studio.tools.mcp.ways import WayError

_SHIMS = (".cmd", ".bat")


def found(command: str, environment: Mapping[str, str], folder: Path) -> list[str]:
    """How the program begins its command line. Raises `WayError`, naming where it was looked for.

    `environment` is the child's own: its PATH counts.
    """
    path = _variable(environment, "PATH")
    endings = _endings(environment)
    asked = os.path.expanduser(command.strip())  # noqa: PTH111 - a bare name stays one
    searched = _searched(asked, path, folder)
    is_there = False
    for place in searched:
        for ending in endings:
            candidate = os.path.join(place, asked + ending)  # noqa: PTH118 - `place` may be empty
            if not Path(candidate).is_file():
                continue
            is_there = True
            if os.access(candidate, os.X_OK):
                return _begun(candidate, environment)
    trouble = Trouble.NOT_ALLOWED if is_there else Trouble.NOT_FOUND
    raise WayError(ServerFailure(trouble, command.strip(), searched=tuple(filter(None, searched))))


def _searched(asked: str, path: str, folder: Path) -> list[str]:
    if Path(asked).is_absolute():
        return [""]
    if os.sep in asked or (os.altsep or os.sep) in asked:
        return [str(folder)]
    return list(dict.fromkeys(each for each in path.split(os.pathsep) if each))


def _endings(environment: Mapping[str, str]) -> list[str]:
    """On Windows what npm installs is `npx.cmd`, which no start without a shell finds."""
    if sys.platform != "win32":
        return [""]
    given = _variable(environment, "PATHEXT") or ".COM;.EXE;.BAT;.CMD"
    return ["", *(each.lower() for each in given.split(";") if each)]


def _begun(program: str, environment: Mapping[str, str]) -> list[str]:
    if sys.platform == "win32" and program.lower().endswith(_SHIMS):
        return [_variable(environment, "COMSPEC") or "cmd.exe", "/d", "/c", program]
    return [program]


def _variable(environment: Mapping[str, str], name: str) -> str:
    """Windows does not tell `Path` from `PATH`."""
    if sys.platform == "win32":
        return next((value for key, value in environment.items() if key.upper() == name), "")
    return environment.get(name, "")
