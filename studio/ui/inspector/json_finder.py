"""Finds names and values in a JSON document, a little at a time, folded away or not."""

from array import array
from bisect import bisect_left

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from studio.core.finding import Pattern, Query
from studio.ui.inspector.json_index import JsonIndex

_SLICE_MS = 7
_AT_A_TIME = 50
_PIECE = 32_000  # bytes of a long value that are looked through at once


class JsonFinder(QObject):
    """Belongs to a view. A hit is a value that holds the words in its name or in itself.

    Signals: `changed()` when the count has grown or the current hit is another.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._json: JsonIndex | None = None
        self._pattern = Pattern(Query(""))
        self._hits = array("L")
        self._next = 0  # the value that is looked at next
        # Where the rest of a long value begins, and what was before it, for a hit over the edge.
        self._inside: tuple[int, str] | None = None
        self._place = -1
        self._from = 0
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._work)

    @property
    def pattern(self) -> Pattern:
        return self._pattern

    @property
    def total(self) -> int:
        return len(self._hits)

    @property
    def number(self) -> int:
        """Which hit is the current one, from 1; 0 where none is."""
        return self._place + 1

    @property
    def current(self) -> int | None:
        """The value that is the current hit."""
        return self._hits[self._place] if 0 <= self._place < len(self._hits) else None

    @property
    def is_done(self) -> bool:
        return self._json is None or self._pattern.is_empty or self._next >= len(self._json)

    def is_hit(self, node: int) -> bool:
        at = bisect_left(self._hits, node)
        return at < len(self._hits) and self._hits[at] == node

    def look_in(self, index: JsonIndex | None) -> None:
        """Another document; the words stay."""
        self._json = index
        self.search(self._pattern.query, 0)

    def search(self, query: Query, start: int) -> None:
        """Looks for something else; the first hit from value `start` on becomes the current one."""
        self._pattern = Pattern(query)
        self._hits, self._next, self._inside = array("L"), 0, None
        self._place, self._from = -1, start
        self._work()

    def go_by(self, step: int) -> None:
        """Goes on by so many hits, round the ends."""
        if self.total:
            self._place = (max(self._place, 0 if step < 0 else -1) + step) % self.total
            self.changed.emit()

    def stop(self) -> None:
        self._timer.stop()

    def _work(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        while not self.is_done and clock.elapsed() < _SLICE_MS:
            for _ in range(_AT_A_TIME):
                if self.is_done or self._inside is not None:
                    break
                self._look()
            if self._inside is not None:
                self._look_on(*self._inside)
        if not self.is_done:
            self._timer.start()
        elif self._place < 0 and self.total:
            self._place = 0
        self.changed.emit()

    def _look(self) -> None:
        node, json = self._next, self._json
        if json is None:
            return
        # Places in an array are no words, and finding them takes time.
        if json.is_named(node) and self._pattern.count(str(json.name(node))):
            self._note(node)
        elif not json.is_branch(node):
            begin, end = json.span(node)
            if end - begin > _PIECE:
                self._inside = (begin + 1, "")
                return
            if self._pattern.count(json.text(node)):
                self._note(node)
        self._next += 1

    def _look_on(self, at: int, before: str) -> None:
        """A piece of a long value, after so much of the last as a hit over the edge takes."""
        if self._json is None:
            return
        text, following = self._json.piece(self._next, at, _PIECE)
        text = before + text
        if self._pattern.count(text):
            self._note(self._next)
        elif following is not None:
            self._inside = (following, text[-2 * len(self._pattern.query.text) :])
            return
        self._inside = None
        self._next += 1

    def _note(self, node: int) -> None:
        self._hits.append(node)
        if self._place < 0 and node >= self._from:
            self._place = len(self._hits) - 1
