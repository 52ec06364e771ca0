"""Starts the event loop; the only file that names qasync.

The window is painted before the loop's libraries are loaded: they cost a third of the start.
"""

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_WITHOUT_WINDOW = ("--selfcheck", "--version", "--help", "-h")
_COMMANDS = ("replay",)  # as the first word, of the same kind


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs Callboard and gives its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if set(given[:1]) & set(_COMMANDS) or any(each in _WITHOUT_WINDOW for each in given):
        # No Qt is loaded here: this must work on a computer without its system libraries.
        code: int = importlib.import_module("studio.cli").main(given)
        return code
    return _run_window(given)


def _run_window(arguments: list[str]) -> int:
    app = importlib.import_module("studio.app")
    path = _named_file(arguments)
    callboard = app.start(arguments, path)
    if callboard is None:
        return 0
    asyncio, qasync = importlib.import_module("asyncio"), importlib.import_module("qasync")
    loop = qasync.QEventLoop(callboard.qt)
    importlib.import_module("studio.ui.loop_timers").end_cancelled_timers(loop)
    asyncio.set_event_loop(loop)
    with loop:
        code: int = loop.run_until_complete(callboard.run(_opening(path)))
    sys.stdout.flush()
    sys.stderr.flush()
    # All is saved and ended. What still hangs (a thread at a dead network drive, a keyring that
    # waits for a password) would be waited for by a normal exit, for ever.
    os._exit(code)


def _named_file(arguments: list[str]) -> str:
    """The trace that is to be opened. Whole, since another instance has another folder."""
    named = [each for each in arguments if not each.startswith("-")]
    return str(Path(named[0]).absolute()) if named else ""


def _opening(path: str) -> Callable[[Any], None]:
    """Opens the file, if there is one, once the window is furnished."""

    def open_in(desk: Any) -> None:
        if path:
            desk.open_trace(path)

    return open_in


if __name__ == "__main__":
    sys.exit(main())
