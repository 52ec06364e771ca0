"""What an installation takes on the disk, without the small model and the developer's tools."""

import importlib.metadata as metadata
from collections.abc import Iterator
from pathlib import Path

from figure import Figure
from packaging.requirements import Requirement

_DISTRIBUTION = "callboard-studio"


def measure() -> Iterator[Figure]:
    """Sums the files that the distribution and all it requires have recorded."""
    sizes = {name: _size(name) for name in _closure(_DISTRIBUTION)}
    own = Path(__file__).resolve().parents[2]
    checkout = sum(_tree(own / folder) for folder in ("studio", "resources", "translations"))
    yield Figure("size: Callboard itself", checkout / 1e6, "MB")
    yield Figure("size: everything installed", (checkout + sum(sizes.values())) / 1e6, "MB")


def _closure(root: str) -> set[str]:
    found: set[str] = set()
    waiting = [root]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        waiting += _required(name)
    return found


def _required(name: str) -> list[str]:
    needed = []
    for line in metadata.requires(name) or []:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            needed.append(requirement.name)
    return needed


def _size(name: str) -> int:
    paths = (Path(str(file.locate())) for file in metadata.files(name) or [])
    return sum(path.stat().st_size for path in paths if path.is_file())


def _tree(folder: Path) -> int:
    return sum(
        path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
