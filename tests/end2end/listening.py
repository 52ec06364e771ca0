"""A screen, a session bus and a screen reader's ear on it, for a Callboard in its own process."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.end2end.driven import JOURNAL

PYTHON = Path("/usr/bin/python3")
LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
_SECONDS = 60.0


def _can_listen() -> bool:
    if sys.platform != "linux" or not PYTHON.exists() or not LAUNCHER.exists():
        return False
    if not (shutil.which("Xvfb") and shutil.which("dbus-daemon")):
        return False
    tried = subprocess.run([PYTHON, "-c", "import pyatspi"], capture_output=True, check=False)
    return tried.returncode == 0


needs_ears = pytest.mark.skipif(
    not _can_listen(),
    reason="needs a screen and AT-SPI (apt-get install xvfb dbus at-spi2-core python3-pyatspi)",
)


@dataclass
class Ear:
    """What was heard, and what can be found in the window now."""

    process: asyncio.subprocess.Process
    events: list[dict[str, Any]] = field(default_factory=list)
    trees: asyncio.Queue[Any] = field(default_factory=asyncio.Queue)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            told = json.loads(line)
            if "ready" in told:
                self.ready.set()
            elif "tree" in told:
                self.trees.put_nowait(told["tree"])
            else:
                self.events.append(told)
                self.news.set()

    def announced(self) -> list[tuple[str, int]]:
        """What was said, and how urgently: 1 is polite, 2 assertive."""
        return [
            (each["text"], each["detail"])
            for each in self.events
            if each["event"].startswith("object:announcement")
        ]

    async def hears(self, text: str) -> int:
        """Waits until something like this was said; how urgently."""
        async with asyncio.timeout(_SECONDS):
            while True:
                for said, politeness in self.announced():
                    if text in said:
                        return politeness
                self.news.clear()
                await self.news.wait()

    async def is_quiet(self) -> None:
        """Waits until nothing new has come between two looks at everything."""
        async with asyncio.timeout(_SECONDS):
            before = -1
            while before != len(self.events):
                before = len(self.events)
                await self.look()
                await self.look()

    async def finds(self, wanted: Callable[["Node"], bool]) -> "Node":
        """Waits until there is such a thing in the window."""
        async with asyncio.timeout(_SECONDS):
            while True:
                for node in (await self.look()).walk():
                    if wanted(node):
                        return node
                await asyncio.sleep(0.1)

    async def look(self) -> "Node":
        """All that there is now."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"tree\n")
        await self.process.stdin.drain()
        async with asyncio.timeout(_SECONDS):
            applications = await self.trees.get()
        return Node({"role": "desktop", "name": "", "children": [a for a in applications if a]})


class Node:
    """A part of the window, as a screen reader finds it."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.role: str = told["role"]
        self.name: str = told["name"] or ""
        self.states: frozenset[str] = frozenset(told.get("states", ()))
        self.level: str = told.get("attributes", {}).get("level", "")
        self.children = [Node(child) for child in told["children"]]

    def walk(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            yield from child.walk()

    def text(self, depth: int = 0) -> str:
        """The whole tree, to be read when a test fails."""
        states = " ".join(sorted(self.states - {"enabled", "sensitive", "visible", "showing"}))
        line = f"{'  ' * depth}{self.role} {self.level} {self.name[:60]!r} ({states})\n"
        return line + "".join(child.text(depth + 1) for child in self.children)


@asynccontextmanager
async def listening(folder: Path) -> AsyncIterator[tuple[Ear, dict[str, str]]]:
    """The ear, and the variables that Callboard's process needs to be heard."""
    environment = _environment(folder)
    processes: list[subprocess.Popen[str]] = []
    try:
        environment["DISPLAY"] = _started_screen(environment, processes)
        environment["DBUS_SESSION_BUS_ADDRESS"] = _started_bus(environment, processes)
        processes.append(_started_launcher(environment))
        async with _hearing(environment) as ear:
            yield ear, environment
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _environment(folder: Path) -> dict[str, str]:
    for name in ("home", "run"):
        (folder / name).mkdir(mode=0o700)
    others = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return others | {
        "HOME": str(folder / "home"),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "CALLBOARD_HOME": str(folder / "callboard"),
        JOURNAL: str(folder / "journal"),
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "NO_AT_BRIDGE": "0",
    }


def _started_screen(environment: dict[str, str], processes: list["subprocess.Popen[str]"]) -> str:
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    processes.append(screen)
    assert screen.stdout is not None
    return f":{screen.stdout.readline().strip()}"


def _started_bus(environment: dict[str, str], processes: list["subprocess.Popen[str]"]) -> str:
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    processes.append(bus)
    assert bus.stdout is not None
    return bus.stdout.readline().strip()


def _started_launcher(environment: dict[str, str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [LAUNCHER, "--launch-immediately"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    )


@asynccontextmanager
async def _hearing(environment: dict[str, str]) -> AsyncIterator[Ear]:
    # A tree with all that it says is longer than a line usually is.
    process = await asyncio.create_subprocess_exec(
        PYTHON,
        ROOT / "tests" / "end2end" / "ear.py",
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        limit=1 << 24,
    )
    ear = Ear(process)
    listens = asyncio.create_task(ear.listen())
    try:
        async with asyncio.timeout(_SECONDS):
            await ear.ready.wait()
        yield ear
    finally:
        process.kill()
        await process.wait()
        listens.cancel()
        with suppress(asyncio.CancelledError):
            await listens
