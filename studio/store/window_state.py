"""How the window looked last time: read before the first paint, hence by plain `json`.

Nothing in it is worth a message: a file that cannot be read gives the defaults, and the next save
replaces it.
"""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from studio.store.files import write_atomically


@dataclass(frozen=True, slots=True)
class WindowState:
    """`geometry` and `layout` are whatever the window made of them, as text.

    `places` are where chats were left by their reader, in the window's words too.
    `theme`, `language` and `zoom` (percent) repeat the settings, which are read only after the
    first paint.
    """

    geometry: str = ""
    layout: str = ""
    theme: str = "system"
    language: str = ""
    zoom: str = "100"
    places: str = ""


def load(path: Path) -> WindowState:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return WindowState()
    if not isinstance(found, dict):
        return WindowState()
    names = [field.name for field in fields(WindowState)]
    return WindowState(**{name: found[name] for name in names if isinstance(found.get(name), str)})


def save(path: Path, state: WindowState) -> None:
    """Raises `OSError`."""
    write_atomically(path, json.dumps(asdict(state), indent=1).encode())
