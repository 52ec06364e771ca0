from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typing_extensions import override

from studio.core.errors import Category, Failure, StudioError
from studio.harness.server_ports import StoredListing, Trouble
from studio.tools.mcp.environment import Surroundings, completed
from studio.tools.mcp.keeping import Keeping
from studio.tools.mcp.programs import found
from studio.tools.mcp.source_watch import footprint
from studio.tools.mcp.ways import WayError
from studio.tools.threads import ToolThreads
from tests.tools.mcp.stage import Listings

_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="modes of files are of POSIX")


def test_an_order_that_holds_all_of_the_login_shells_is_kept() -> None:
    sep = os.pathsep
    own = {"PATH": sep.join(("/venv", "/b", "/a")), "HOME": "/nowhere"}
    path = completed(own, {"PATH": sep.join(("/a", "/b"))})["PATH"]
    assert path.split(sep)[:3] == ["/venv", "/b", "/a"]


def test_variables_of_ours_win_and_those_of_the_shell_alone_are_left() -> None:
    both = completed({"A": "ours", "HOME": "/x"}, {"A": "theirs", "B": "b", "SHLVL": "2", "_": "x"})
    assert (both["A"], both["B"]) == ("ours", "b")
    assert not {"SHLVL", "_"} & set(both)


@_POSIX
def test_the_newest_of_several_versions_comes_first(tmp_path: Path) -> None:
    for version in ("v9.1.0", "v22.3.1", "v22.10.0"):
        (tmp_path / f".nvm/versions/node/{version}/bin").mkdir(parents=True)
    path = completed({"HOME": str(tmp_path), "PATH": "/usr/bin"}, {})["PATH"]
    versions = [Path(each).parent.name for each in path.split(os.pathsep) if "nvm" in each]
    assert versions == ["v22.10.0", "v22.3.1", "v9.1.0"]


@_POSIX
@pytest.mark.parametrize("shell", ["", "/no/such/shell", "/bin/false", "/bin/cat"])
async def test_a_shell_that_is_none_leaves_our_own_environment(shell: str, tmp_path: Path) -> None:
    own = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "SHELL": shell or "/no"}
    environment = await Surroundings(ToolThreads(), own, shell_seconds=2.0).complete()
    assert environment["PATH"].startswith("/usr/bin:/bin")


@_POSIX
async def test_bash_itself_is_understood(tmp_path: Path) -> None:
    (tmp_path / ".bash_profile").write_text("export PATH=/mine:$PATH\nexport MANY=$'a\\nB=c'\n")
    own = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "SHELL": "/bin/bash"}
    environment = await Surroundings(ToolThreads(), own).complete()
    assert "/mine" in environment["PATH"].split(os.pathsep)
    assert environment["MANY"] == "a\nB=c"


@_POSIX
def test_a_file_that_may_not_be_run_is_not_said_to_be_missing(tmp_path: Path) -> None:
    (tmp_path / "tool").write_text("#!/bin/sh\n")
    with pytest.raises(WayError) as refused:
        found("tool", {"PATH": str(tmp_path)}, tmp_path)
    assert refused.value.failure.trouble is Trouble.NOT_ALLOWED


@_POSIX
def test_paths_are_taken_as_they_are_and_relative_ones_from_the_folder(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "tool"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert found(str(program), {"PATH": ""}, Path("/")) == [str(program)]
    assert found("bin/tool", {"PATH": ""}, tmp_path) == [str(program)]


def test_a_change_in_a_folder_is_seen_and_what_tools_write_is_not(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a")
    before = footprint(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("a")
    assert footprint(tmp_path) == before
    (tmp_path / "b.py").write_text("b")
    assert footprint(tmp_path) != before
    assert footprint(tmp_path / "gone") == ()


class _Broken(Listings):
    @override
    async def listings(self) -> dict[str, StoredListing]:
        raise StudioError(Failure(Category.STORAGE))

    @override
    async def save_listing(self, server_id: str, listing: StoredListing | None) -> None:
        raise StudioError(Failure(Category.STORAGE))


async def test_a_store_that_fails_harms_nothing() -> None:
    loaded: list[object] = []
    keeping = Keeping(_Broken())
    keeping.load(_append(loaded))
    keeping.keep("a", StoredListing())
    await keeping.close(1.0)
    assert loaded == [{}]


def _append(to: list[object]) -> Callable[[object], None]:
    return to.append
