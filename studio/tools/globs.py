"""Patterns of file names such as `*.py` and `src/**/test_*`. Pure, and never slow."""

import fnmatch
from pathlib import PurePosixPath

from studio.tools.refusals import RefusedError


class Glob:
    """Without a slash it is about the name alone; capital letters count nowhere."""

    def __init__(self, pattern: str) -> None:
        if pattern.count("*") > 20:  # each may be tried at each character
            raise RefusedError("name has more than 20 stars.")
        parts = pattern.replace("\\", "/").casefold().removeprefix("./").split("/")
        if ".." in parts or not parts[0]:
            raise RefusedError("name is a pattern below the folder searched, not a path.")
        self._parts = [part for part in parts if part]

    def fits(self, path: PurePosixPath) -> bool:
        names = [name.casefold() for name in path.parts]
        if len(self._parts) == 1 and self._parts[0] != "**":
            return _fits(names[-1], self._parts[0])
        # What the pattern's parts so far can reach, part by part: no backtracking.
        reached = {0}
        for part in self._parts:
            if part == "**":
                reached = set(range(min(reached), len(names) + 1))
            else:
                reached = {at + 1 for at in reached if at < len(names) and _fits(names[at], part)}
            if not reached:
                return False
        return len(names) in reached


def _fits(name: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(name, pattern)
