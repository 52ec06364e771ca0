"""Finds in a text of megabytes, a little at a time: how often, and where the n-th hit is."""

from collections.abc import Iterator

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from studio.core.finding import Pattern, Query, length
from studio.ui.chat.big_lines import chunks
from studio.ui.chat.heights import Heights

_SLICE_MS = 7


class TextFinder(QObject):
    """Belongs to the window of its text. Only counts are kept, however many hits there are.

    Signals: `changed()` when the count has grown or the current hit is another.
    """

    changed = Signal()

    def __init__(self, text: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._pattern = Pattern(Query(""))
        self._chunks: list[tuple[int, int]] = []
        self._counts = Heights()
        self._waiting: Iterator[tuple[int, int]] | None = None
        self._index = -1
        self._known: tuple[int, tuple[int, int]] | None = None  # the current hit, once it is found
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
        return self._counts.total

    @property
    def number(self) -> int:
        """Which hit is the current one, from 1; 0 where none is."""
        return self._index + 1

    @property
    def is_done(self) -> bool:
        return self._waiting is None

    @property
    def current(self) -> tuple[int, int] | None:
        """Where the current hit is in the text."""
        if not 0 <= self._index < self.total:
            return None
        if self._known is None or self._known[0] != self._index:
            chunk = self._counts.find(self._index)
            hits = self._hits(*self._chunks[chunk])
            self._known = (self._index, hits[self._index - self._counts.before(chunk)])
        return self._known[1]

    def search(self, query: Query, start: int) -> None:
        """Looks for something else; the first hit from `start` on becomes the current one."""
        self._pattern = Pattern(query)
        self._chunks, self._counts = [], Heights()
        self._index, self._from, self._known = -1, start, None
        self._waiting = None if self._pattern.is_empty else chunks(self._text)
        self._work()

    def go_by(self, step: int) -> None:
        """Goes on by so many hits, round the ends."""
        if self.total:
            self._index = (max(self._index, 0 if step < 0 else -1) + step) % self.total
            self.changed.emit()

    def hits_between(self, begin: int, end: int) -> list[tuple[int, int]]:
        """The hits of some visible rows."""
        return self._hits(begin, end) if not self._pattern.is_empty else []

    def _work(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        while self._waiting is not None and clock.elapsed() < _SLICE_MS:
            chunk = next(self._waiting, None)
            if chunk is None:
                self._waiting = None
                if self._index < 0 and self.total:
                    self._index = 0
                break
            self._count(chunk)
        if self._waiting is not None:
            self._timer.start()
        self.changed.emit()

    def _count(self, chunk: tuple[int, int]) -> None:
        begin, end = chunk
        wants_first = self._index < 0 and end > self._from
        hits = self._hits(begin, end) if wants_first else []
        count = len(hits) if wants_first else self._pattern.count(self._stretch(begin, end))
        if not wants_first and self._reaches_over(end):
            count = len(self._hits(begin, end))
        before = self._counts.total
        self._chunks.append(chunk)
        self._counts.append(count)
        for number, (at, _) in enumerate(hits):
            if at >= self._from:
                self._index = before + number
                break

    def _reaches_over(self, end: int) -> bool:
        """Whether a chunk ends within a line, where a hit may lie across its edge."""
        return 0 < end < len(self._text) and self._text[end - 1] != "\n"

    def _stretch(self, begin: int, end: int) -> str:
        return self._text[begin:end]

    def _hits(self, begin: int, end: int) -> list[tuple[int, int]]:
        over = 2 * len(self._pattern.query.text) if self._reaches_over(end) else 0
        piece = self._text[begin : end + over]
        found = self._pattern.find(piece)
        if found and length(piece) != len(piece):
            found = _in_letters(piece, found)
        return [(begin + at, begin + to) for at, to in found if begin + at < end]


def _in_letters(text: str, hits: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places counted as Qt counts them become places in the text."""
    wide = text.encode("utf-16-le", "surrogatepass")
    places: list[tuple[int, int]] = []
    seen = letters = 0
    for begin, end in hits:
        letters += len(wide[2 * seen : 2 * begin].decode("utf-16-le", "surrogatepass"))
        size = len(wide[2 * begin : 2 * end].decode("utf-16-le", "surrogatepass"))
        places.append((letters, letters + size))
        letters, seen = letters + size, end
    return places
