"""Notices that the file or folder a server is made from has changed."""

import os
from pathlib import Path

from studio.harness.ports import Sleep
from studio.tools.threads import ToolThreads

_MOST_FILES = 5_000
# What builds and tools write by themselves.
_IGNORED = {".git", "node_modules", "__pycache__", ".venv", "venv", ".mypy_cache", ".ruff_cache"}

Print = tuple[tuple[str, int, int], ...]


async def changed(path: str, seconds: float, sleep: Sleep, threads: ToolThreads) -> None:
    """Returns when it has changed, and is at rest again: an editor writes in several steps."""

    def look() -> Print:
        return footprint(Path(path).expanduser())

    first = await threads.run(look)
    last = first
    while True:
        await sleep(seconds)
        now = await threads.run(look)
        if now != first and now == last:
            return
        last = now


def footprint(target: Path) -> Print:
    """Names, times and sizes. A folder is looked through to a bound."""
    if not target.is_dir():
        return _of(target)
    found: list[tuple[str, int, int]] = []
    for folder, folders, files in os.walk(target):
        folders[:] = sorted(name for name in folders if name not in _IGNORED)
        for name in sorted(files):
            found += _of(Path(folder, name))
        if len(found) >= _MOST_FILES:
            break
    return tuple(found)


def _of(file: Path) -> Print:
    try:
        facts = file.stat()
    except OSError:
        return ()
    return ((str(file), facts.st_mtime_ns, facts.st_size),)
