"""Other packages bring tools; none of them can bring Callboard down."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from studio.store.paths import Paths
from studio.tools.extensions import ExtensionTools
from studio.tools.threads import ToolThreads
from studio.wiring import open_works

_MODULE = """
from studio.core.tools import NO_TALK, Preview, ToolDefinition, ToolOutput


class Greet:
    definition = ToolDefinition("greet", "Greets.", {"type": "object"}, is_read_only=True)

    def preview(self, arguments):
        return Preview("")

    async def run(self, arguments, talk=NO_TALK):
        return ToolOutput("Hello from a package.")


def both():
    return [Greet()]


def ill_named():
    tool = Greet()
    tool.definition = ToolDefinition("read this\\n", "Greets.", {"type": "object"})
    return tool


def own():
    tool = Greet()
    tool.definition = ToolDefinition("calculate", "Sums.", {"type": "object"})
    return tool


def broken():
    raise SystemExit(1)


nothing = 7
"""


def install(folder: Path, **points: str) -> None:
    (folder / "greeting_tools.py").write_text(_MODULE)
    info = folder / "greeting_tools-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: greeting-tools\nVersion: 1.0\n")
    lines = "\n".join(f"{name} = {target}" for name, target in points.items())
    (info / "entry_points.txt").write_text(f"[callboard.tools]\n{lines}\n")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "greeting_tools", raising=False)
    return tmp_path


@pytest.mark.parametrize("target", ["greeting_tools:Greet", "greeting_tools:both"])
async def test_a_package_brings_a_tool_that_asks_first(packages: Path, target: str) -> None:
    install(packages, greet=target)
    told: list[str] = []
    extensions = ExtensionTools(ToolThreads(), lambda: told.append("changed"))
    assert extensions.tools() == ()
    await extensions.load()
    (tool,) = extensions.tools()
    assert tool.definition.asks_first
    assert tool.definition.server_name == "greeting-tools"
    assert (await tool.run({})).text == "Hello from a package."
    assert told == ["changed"]


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("greeting_tools:broken", "SystemExit"),
        ("greeting_tools:nothing", "AttributeError"),
        ("greeting_tools:gone", "AttributeError"),
        ("no_such_module:it", "ModuleNotFoundError"),
    ],
)
async def test_a_broken_package_costs_nothing_else(
    packages: Path, target: str, reason: str
) -> None:
    install(packages, good="greeting_tools:Greet", bad=target)
    extensions = ExtensionTools(ToolThreads())
    await extensions.load()
    assert [tool.definition.name for tool in extensions.tools()] == ["greet"]
    (broken,) = extensions.broken
    assert (broken.name, broken.package, broken.reason) == ("bad", "greeting-tools", reason)


@pytest.mark.parametrize(
    ("points", "taken", "names", "reason"),
    [
        ({"a": "greeting_tools:Greet", "b": "greeting_tools:both"}, (), ["greet"], "greet"),
        ({"a": "greeting_tools:Greet"}, ("greet",), [], "greet"),
        ({"a": "greeting_tools:ill_named"}, (), [], "read this\\x0a"),
    ],
)
async def test_a_name_that_is_taken_or_none_is_reported(
    packages: Path, points: dict[str, str], taken: tuple[str, ...], names: list[str], reason: str
) -> None:
    install(packages, **points)
    extensions = ExtensionTools(ToolThreads(), taken=lambda: frozenset(taken))
    await extensions.load()
    assert [tool.definition.name for tool in extensions.tools()] == names
    assert [broken.reason for broken in extensions.broken] == [reason]


async def test_no_package_takes_the_name_of_a_tool_of_callboard(packages: Path) -> None:
    """As the program builds them."""
    (packages / "own").mkdir()
    install(packages, greet="greeting_tools:Greet", own="greeting_tools:own")
    works = await open_works(Paths(*(packages / "own" for _ in range(3))), pace=0)
    try:
        await works.extensions.load()
        assert [tool.definition.name for tool in works.extensions.tools()] == ["greet"]
        assert [broken.reason for broken in works.extensions.broken] == ["calculate"]
        names = [tool.definition.name for tool in works.tools.tools()]
        assert names.count("calculate") == 1
    finally:
        await works.close()
