"""The composition root of the window: makes everything once and hands it to the next.

The window is painted first, from Qt and the standard library alone. What takes time to load (the
network, Markdown, validation) is imported afterwards, in a thread, while the window can be seen.
"""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from PySide6.QtCore import QDeadlineTimer, QLockFile
from PySide6.QtWidgets import QApplication

import studio.ui.plain_imports  # noqa: F401 - it acts on all that are imported after it
from studio.store import window_state
from studio.store.paths import Paths
from studio.ui.language import use_language
from studio.ui.main_window import MainWindow
from studio.ui.single_instance import take_lock
from studio.ui.theme import Theme

_PAINT_MS = 1_000
# Together 3.2 seconds: longer than an instance takes to end.
_ATTEMPTS = 16
_ASKING = 4
_SWITCH_SECONDS = 0.001  # between threads while modules load: else the window stutters


class Callboard:
    """The running application. Made by `start`; `run` lasts until the window has closed."""

    def __init__(
        self, qt: QApplication, paths: Paths, lock: QLockFile | None, trouble: OSError | None
    ) -> None:
        self.qt = qt
        self._paths = paths
        # Held until all is saved: it says that this instance is the only one.
        self._lock = lock
        self._trouble = trouble
        self._kept = window_state.load(paths.window_state)
        use_language(qt, self._kept.language)
        self.theme = Theme(qt, self._kept.theme, _percent(self._kept.zoom))
        self.window = MainWindow(self.theme, self._kept.geometry, self._kept.layout)
        self.window.places = self._kept.places

    def paint(self) -> None:
        """Shows the window and waits until it can be seen, but never long."""
        painted: list[bool] = []
        self.window.painted.connect(lambda: painted.append(True))
        self.window.show()
        deadline = QDeadlineTimer(_PAINT_MS)
        while not painted and not deadline.hasExpired():
            self.qt.processEvents()

    async def run(self, furnished: Callable[[Any], object] = id) -> int:
        """Everything behind the window, from its loading to its end. Gives the exit code.

        `furnished` is told of the `Desk` once it stands; its type is loaded too late to be named.
        """
        import asyncio

        from studio.ui.quit_signals import QuitSignals

        closing = asyncio.Event()
        self.window.closing.connect(closing.set)
        signals = QuitSignals(self.window.close, self.window)
        try:
            with _generators_closed_by(asyncio.get_running_loop()):
                return await self._live(closing, furnished)
        finally:
            signals.close()

    async def _live(self, closing: Any, furnished: Callable[[Any], object]) -> int:
        self.window.settle()
        self.theme.settle()
        await _load("studio.desk")
        from studio.desk import Desk

        if self._trouble is not None:
            return await self._give_up(self._trouble, closing)
        try:
            desk = await Desk.open(self.window, self.theme, self._paths)
        except Exception as error:
            return await self._give_up(error, closing)
        try:
            await desk.begin()
            furnished(desk)
            await closing.wait()
        finally:
            await desk.close()
            self._keep_window(desk.settings.theme, desk.settings.language, desk.settings.zoom)
            self._end()
        return 0

    async def _give_up(self, error: Exception, closing: Any) -> int:
        """Until the user has read it, or wants the end without."""
        import asyncio

        from studio.ui.no_start import tell_no_start

        telling = asyncio.create_task(tell_no_start(self.window, self._paths.data, error))
        leaving = asyncio.create_task(closing.wait())
        await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
        for task in (telling, leaving):
            task.cancel()
        await asyncio.wait({telling, leaving})
        self._end()
        return 1

    def _end(self) -> None:
        self.window.finish_close()
        if self._lock is not None:
            self._lock.unlock()

    def _keep_window(self, theme: str, language: str, zoom: int) -> None:
        window = self.window
        kept = window_state.WindowState(
            geometry=window.geometry_text(),
            layout=window.layout_text(),
            theme=theme,
            language=language,
            zoom=str(zoom),
            places=window.places,
        )
        # A window that opens elsewhere next time is not worth a message at exit.
        with suppress(OSError):
            window_state.save(self._paths.window_state, kept)


def start(arguments: Sequence[str], path: str = "") -> Callboard | None:
    """Paints the window. None when another instance has one, which is then raised, and opens the
    file of that path."""
    callboard = open_in(QApplication([sys.argv[0], *arguments]), path)
    if callboard is not None:
        callboard.paint()
    return callboard


def open_in(qt: QApplication, path: str = "") -> Callboard | None:
    """Makes the window, not shown yet. None when another instance has one, which then opens the
    file of that path."""
    qt.setApplicationName("callboard")
    qt.setApplicationDisplayName("Callboard")
    qt.setDesktopFileName("callboard")
    # The window stays until everything is saved: only then does the application end.
    qt.setQuitOnLastWindowClosed(False)
    paths = Paths.find()
    lock, trouble = _place(paths, path)
    if lock is None and trouble is None:
        return None
    return Callboard(qt, paths, lock, trouble)


def _percent(zoom: str) -> int:
    return min(max(int(zoom), 50), 300) if zoom.isdecimal() else 100


def _place(paths: Paths, path: str = "") -> tuple[QLockFile | None, OSError | None]:
    """The lock or what is in its way; neither when the first instance has shown its window.

    It may be ending, which takes three seconds at most: then its place becomes free.
    """
    for _ in range(_ATTEMPTS):
        lock, trouble = _home(paths)
        if lock is not None or trouble is not None:
            return lock, trouble
        try:
            if _is_raised(paths, path):
                return None, None
        except OSError as error:
            return None, error
    return None, BlockingIOError()


def _home(paths: Paths) -> tuple[QLockFile | None, OSError | None]:
    """Makes the folders and takes the lock. Trouble is told later, in the window."""
    try:
        paths.create()
        return take_lock(paths.data), None
    except OSError as error:
        return None, error


def _is_raised(paths: Paths, path: str) -> bool:
    """Asks the first instance to show its window, for a short while."""
    server = import_module("studio.ui.instance_server")
    return bool(server.raise_first(paths.data, attempts=_ASKING, path=path))


@contextmanager
def _generators_closed_by(loop: Any) -> Iterator[None]:
    """WORKAROUND: qasync sets no hooks for asynchronous generators, as asyncio's loops do. One that
    is dropped half read (httpx nests them) is then closed on the spot, where it cannot wait, and
    fails; its connection stays open. https://github.com/CabbageDevelopment/qasync
    """
    before = sys.get_asyncgen_hooks()

    def finalize(generator: Any) -> None:
        if not loop.is_closed():
            # It may be dropped in any thread: wherever the interpreter tidies up.
            loop.call_soon_threadsafe(loop.create_task, generator.aclose())

    sys.set_asyncgen_hooks(finalizer=finalize)
    try:
        yield
    finally:
        sys.set_asyncgen_hooks(*before)


async def _load(module: str) -> None:
    """Imports in a thread, while the window is drawn and answers."""
    import asyncio

    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        await asyncio.to_thread(import_module, module)
    finally:
        sys.setswitchinterval(before)
    # What modules hold stays to the end: ninety thousand objects that each search for waste would
    # look through, for 20 ms in which the window stands still.
    gc.freeze()
