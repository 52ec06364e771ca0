"""What a screen reader gets to know, told line by line. Runs under the system's own Python.

    /usr/bin/python3 ear.py

Each event comes out as a line of JSON. `tree` on the standard input is answered with all that can
be found in Callboard's window then.
"""

import json
import sys
from typing import Any

import pyatspi  # type: ignore[import-not-found]  # the system's own
from gi.repository import Atspi, GLib  # type: ignore[import-not-found]  # the system's own

_HEARD = (
    "object:announcement",
    "object:text-changed",
    "object:text-caret-moved",
    "object:state-changed:focused",
)
_DEEPEST = 40
_PATIENCE_MS = 30_000
_MOST = 300


def say(**line: Any) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def hear(event: Any) -> None:
    try:
        source = event.source.name
    except GLib.Error:
        source = ""  # it is gone by now
    text = event.any_data if isinstance(event.any_data, str) else ""
    say(event=str(event.type), source=source, text=text, detail=event.detail1)


def found(node: Any, depth: int = 0) -> dict[str, Any] | None:
    """A part of the window with all that is in it; None when it goes while one looks."""
    try:
        node.clear_cache()  # it would go on telling what was once
        children = [node.getChildAtIndex(at) for at in range(min(node.childCount, _MOST))]
        known = {
            "role": node.getRoleName(),
            "name": node.name,
            "states": [pyatspi.stateToString(each) for each in node.getState().getStates()],
            "attributes": dict(each.split(":", 1) for each in node.getAttributes() or ()),
        }
    except (GLib.Error, AttributeError):
        return None
    deeper = children if depth < _DEEPEST else ()
    known["children"] = [
        each
        for child in deeper
        if child is not None and (each := found(child, depth + 1)) is not None
    ]
    return known


def answer(channel: Any, _condition: Any) -> bool:
    if not channel.readline():
        pyatspi.Registry.stop()
        return False
    desktop = pyatspi.Registry.getDesktop(0)
    say(tree=[found(desktop.getChildAtIndex(at)) for at in range(desktop.childCount)])
    return True


def run() -> None:
    # Whoever is not answered in time takes the window for dead, and it may just be starting.
    Atspi.set_timeout(_PATIENCE_MS, _PATIENCE_MS)
    pyatspi.Registry.registerEventListener(hear, *_HEARD)
    # What was heard while one looked waits until there is time: it is told before one looks again.
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_LOW, GLib.IO_IN | GLib.IO_HUP, answer)
    say(ready=True)
    pyatspi.Registry.start(gil=False)  # else it would never be idle


if __name__ == "__main__":
    run()
