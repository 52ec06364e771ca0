"""Reads what an organisation sets for everybody on this computer.

The place is the system's own, which only its administrator can write:

- Linux: `/etc/callboard/policy.toml`
- macOS: `/Library/Application Support/Callboard/policy.toml`
- Windows: `%PROGRAMDATA%\\Callboard\\policy.toml`

`CALLBOARD_POLICY` names another file for tests and for trying a policy out. It counts only where
the system's place is empty: whoever sets it can bind himself, and nobody can get out of a policy by
it. Where the file is there and cannot be used nothing is guessed: nothing is sent or recorded.
"""

import os
import sys
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from studio.core.policy import NO_POLICY, Policy, broken_policy

POLICY_VARIABLE = "CALLBOARD_POLICY"
_MAX_BYTES = 1024 * 1024
_LIST_WANTED = "Input should be a list"  # what Python calls it is in no TOML file


def policy_place(platform: str = sys.platform) -> Path:
    """The system's place, by no variable that a user could set."""
    if platform == "darwin":
        return Path("/Library/Application Support/Callboard/policy.toml")
    if platform == "win32":
        # By name: elsewhere it would load ctypes for nothing.
        folders = import_module("platformdirs.windows")
        common = folders.get_win_folder_via_ctypes("CSIDL_COMMON_APPDATA")
        return Path(common) / "Callboard" / "policy.toml"
    return Path("/etc/callboard/policy.toml")


def load_policy(place: Path | None = None, environment: Mapping[str, str] = os.environ) -> Policy:
    """Never raises: a file that cannot be used becomes a policy with a `fault`, in one sentence."""
    system = policy_place() if place is None else place
    policy = _read(system)
    if policy is not None:
        return policy
    other = environment.get(POLICY_VARIABLE, "").strip()
    if not other:
        return NO_POLICY
    named = Path(other)
    return _read(named) or broken_policy(f"{named}: there is no such file")


def _read(path: Path) -> Policy | None:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return broken_policy(f"{path}: {error.strerror or type(error).__name__}")
    if len(content) > _MAX_BYTES:
        return broken_policy(f"{path}: more than {_MAX_BYTES} bytes")
    return _parsed(path, content)


def _parsed(path: Path, content: bytes) -> Policy:
    try:
        rows = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return broken_policy(f"{path}: not UTF-8")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return broken_policy(f"{path}: {str(error) or type(error).__name__}")
    return _validated(path, rows)


def _validated(path: Path, rows: dict[str, Any]) -> Policy:
    if "fault" in rows:
        return broken_policy(f"{path}: fault: no such setting")
    try:
        return Policy.model_validate(rows)
    except ValidationError as error:
        # Without the values: whoever wrote a key into it must not find it in a log.
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        said = _LIST_WANTED if first["type"] == "tuple_type" else first["msg"]
        return broken_policy(f"{path}: {where}: {said}" if where else f"{path}: {said}")
