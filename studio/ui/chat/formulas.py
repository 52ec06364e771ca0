"""Formulas as pictures: asked for by the page, drawn in a thread, kept while there is room.

What draws them is loaded with the first formula. The thread ends when nothing is left to draw.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from threading import Lock, Thread
from time import sleep
from typing import Any, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage

_log = logging.getLogger(__name__)

# By name: it loads ziamath and QtSvg.
_DRAWING = "studio.ui.chat.math_drawing"
MOST_CHARS = 20_000  # a longer formula is never tried
_MOST_BYTES = 24_000_000  # of pictures that are kept
_MOST_WAITING = 300
_MOST_FAILED = 500
_PATIENCE_MS = 4_000
_BATCH_MS = 15


@dataclass(frozen=True, slots=True)
class Formula:
    """What makes one picture: TeX without its delimiters, size in pixels, `#rrggbb`, sharpness."""

    tex: str
    is_display: bool
    font_px: int
    colour: str
    device_ratio: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn formula; `ascent` and `descent` are above and below the line that text stands on."""

    image: QImage
    width: float
    ascent: float
    descent: float


class Drawing(Protocol):
    """What is loaded late."""

    def draw(self, formula: Formula) -> Picture | None: ...


class _InterruptedError(Exception):
    """Thrown into a thread that takes too long."""


class _Line:
    """Formulas that wait for one thread, the last asked first: that is what one looks at."""

    def __init__(self, tell: Callable[[Formula, Picture | None], None]) -> None:
        self._tell = tell
        self._lock = Lock()
        self._waiting: OrderedDict[Formula, None] = OrderedDict()
        self._thread: Thread | None = None
        self.current: Formula | None = None
        self._is_given_up = False

    def add(self, formula: Formula) -> Formula | None:
        """Returns one that is dropped for it, since nobody looks at it any more."""
        with self._lock:
            self._waiting[formula] = None
            dropped = None
            if len(self._waiting) > _MOST_WAITING:
                dropped, _ = self._waiting.popitem(last=False)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="callboard-formulas", daemon=True)
                self._thread.start()
        return dropped

    def give_up(self) -> list[Formula]:
        """Ends the thread in the middle of its work; returns what still waits."""
        with self._lock:
            self._is_given_up = True
            rest = list(self._waiting)
            self._waiting.clear()
            # Only while it draws: what is thrown into it later would find it at its end.
            if self.current is not None and self._thread is not None and self._thread.ident:
                _interrupt(self._thread.ident)
        return rest

    def _next(self) -> Formula | None:
        with self._lock:
            if not self._waiting or self._is_given_up:
                self._thread = self.current = None
                return None
            self.current, _ = self._waiting.popitem()
            return self.current

    def _run(self) -> None:
        try:
            _load()
            while (formula := self._next()) is not None:
                picture = _drawn(formula)
                if self._is_given_up:
                    # What was thrown is here once the lock is free: it must not find the thread
                    # at its end, where nobody would catch it.
                    with self._lock:
                        sleep(0)
                    return
                self._tell(formula, picture)
        except _InterruptedError:
            # Thrown in when the work was done already: nobody waits for this thread any more.
            return


class Formulas(QObject):
    """One for all chats: their pictures are few and small. Lives in the window's thread.

    Signals: `drawn()` when formulas that were asked for are drawn, or cannot be.
    """

    drawn = Signal()
    _done = Signal(object, object)

    def __init__(self, parent: QObject | None = None, *, patience_ms: int = _PATIENCE_MS) -> None:
        super().__init__(parent)
        self._pictures: OrderedDict[Formula, Picture] = OrderedDict()
        self._bytes = 0
        self._failed: OrderedDict[tuple[str, bool], None] = OrderedDict()
        self._asked: set[Formula] = set()
        self._line = _Line(self._done.emit)
        self._done.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._batch = QTimer(self)
        self._batch.setSingleShot(True)
        self._batch.setInterval(_BATCH_MS)
        self._batch.timeout.connect(self.drawn)
        self._watch = QTimer(self)
        self._watch.setSingleShot(True)
        self._watch.setInterval(patience_ms)
        self._watch.timeout.connect(self._look_after)
        self._watched: Formula | None = None
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    def picture(
        self, tex: str, is_display: bool, font_px: int, colour: str, device_ratio: float
    ) -> Picture | None:
        """None while it is being drawn, and where it cannot be."""
        formula = Formula(tex, is_display, font_px, colour, device_ratio)
        picture = self._pictures.get(formula)
        if picture is not None:
            self._pictures.move_to_end(formula)
            return picture
        if not self.failed(tex, is_display) and formula not in self._asked:
            self._ask(formula)
        return None

    def failed(self, tex: str, is_display: bool) -> bool:
        """Whether it cannot be drawn: its source is shown instead."""
        return len(tex) > MOST_CHARS or (tex, is_display) in self._failed

    @property
    def is_idle(self) -> bool:
        """Whether all that was asked for is drawn, and told."""
        return not self._asked and not self._batch.isActive()

    @Slot()
    def stop(self) -> None:
        """Nothing more is drawn."""
        self._watch.stop()
        self._batch.stop()
        self._asked.clear()
        self._line.give_up()
        self._line = _Line(self._done.emit)

    def _ask(self, formula: Formula) -> None:
        self._asked.add(formula)
        dropped = self._line.add(formula)
        if dropped is not None:
            self._asked.discard(dropped)
        if not self._watch.isActive():
            self._watched = None
            self._watch.start()

    @Slot(object, object)
    def _take(self, formula: Formula, picture: Picture | None) -> None:
        if formula not in self._asked:
            return
        self._asked.discard(formula)
        if picture is None:
            self._fail(formula)
        else:
            self._keep(formula, picture)
        if not self._asked:
            self._watch.stop()
        if not self._batch.isActive():
            self._batch.start()

    def _keep(self, formula: Formula, picture: Picture) -> None:
        self._pictures[formula] = picture
        self._bytes += picture.image.sizeInBytes()
        while self._bytes > _MOST_BYTES and len(self._pictures) > 1:
            _, old = self._pictures.popitem(last=False)
            self._bytes -= old.image.sizeInBytes()

    def _fail(self, formula: Formula) -> None:
        self._failed[formula.tex, formula.is_display] = None
        if len(self._failed) > _MOST_FAILED:
            self._failed.popitem(last=False)

    def _look_after(self) -> None:
        """One formula that takes for ever must not keep the others waiting."""
        current = self._line.current
        if current is None or current != self._watched:
            self._watched = current
            if self._asked:
                self._watch.start()
            return
        _log.warning("a formula of %s characters takes too long and is left", len(current.tex))
        rest = self._line.give_up()
        self._line = _Line(self._done.emit)
        self._watched = None
        self._take(current, None)
        for formula in rest:
            self._line.add(formula)
        if rest:
            self._watch.start()


@cache
def shared() -> Formulas:
    """The one that all transcripts ask."""
    return Formulas()


def _drawing() -> Drawing:
    drawing: Drawing = import_module(_DRAWING)
    return drawing


def _load() -> None:
    """Before the first formula is timed: loading is no formula's fault."""
    try:
        _drawing()
    except Exception:
        _log.exception("what draws formulas cannot be loaded; their sources are shown")


def _interrupt(thread: int) -> None:
    """Ends the work of a thread at its next line of Python."""
    loaded: Any = import_module("ctypes")
    throw = loaded.pythonapi.PyThreadState_SetAsyncExc
    throw(loaded.c_ulong(thread), loaded.py_object(_InterruptedError))


def _drawn(formula: Formula) -> Picture | None:
    try:
        return _drawing().draw(formula)
    except Exception as error:  # whatever it is, the reader sees the source
        # Its words may quote what was said.
        _log.debug("a formula cannot be drawn: %s", type(error).__name__)
        return None
