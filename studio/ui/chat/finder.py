"""Finds in the path shown of one chat, a little at a time, and goes from hit to hit.

Turns are looked at from where the reader is. A cheap look drops most of them; the others are read
into rows, which is what makes the count exact. Nothing takes longer than a part of a frame.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QObject, QRect, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from studio.core.finding import Pattern, Query
from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.card_block import CardBlock, Findable
from studio.ui.chat.cards import Cards
from studio.ui.chat.column import Place
from studio.ui.chat.find_texts import (
    Known,
    Passage,
    Sieve,
    Spot,
    count_at,
    part_of,
    passages,
    read_turn,
    section_of,
    spot_at,
)
from studio.ui.chat.heights import Heights
from studio.ui.chat.marking import Found, Marks, mark_colours, mark_widgets
from studio.ui.chat.prompt_block import PromptBlock
from studio.ui.chat.rows import CardRow
from studio.ui.chat.sections import Prompt, Prose, SourceList
from studio.ui.chat.sources_block import SourcesBlock
from studio.ui.chat.turn_rows import TurnRows
from studio.ui.chat.view import TranscriptView
from studio.ui.chat.wide_block import WideBlock
from studio.ui.theme import Theme

_SLICE_MS = 7
_NEWS_MS = 150  # a turn that streams is looked at again at most so often
_ROOM = 48  # pixels around a hit
_END = object()


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """The n-th hit in one row of one turn."""

    turn: int
    spot: Spot
    number: int


class Finder(QObject):
    """Made when the reader begins to look for something, and ended by `close`.

    Signals: `changed()` when the count, or which hit is the current one, is another.
    """

    changed = Signal()

    def __init__(self, view: TranscriptView, cards: Cards, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._cards = cards
        self._theme = theme
        self._pattern = Pattern(Query(""))
        self._read: dict[int, list[Passage | Known]] = {}
        self._sieves: dict[int, Sieve] = {}
        self._hits: dict[int, list[tuple[Spot, int]]] = {}
        self._counts = Heights()
        self._current: Hit | None = None
        self._from = Hit(0, spot_at(0, 0), 0)
        self._goes_on_its_own = False
        self._waiting: deque[int] = deque()
        self._step: Iterator[None] | None = None
        self._news: set[int] = set()
        self._timer = _timer(self, 0, self._work)
        self._news_timer = _timer(self, _NEWS_MS, self._take_news)
        view.marker = self._mark
        view.turn_changed.connect(self._hear)
        view.opened.connect(self._begin_again)
        cards.unfolded.connect(self._remark_later)
        theme.changed.connect(self._mark_all)

    @property
    def total(self) -> int:
        """How many hits are known by now."""
        return self._counts.total

    @property
    def number(self) -> int:
        """Which of them is the current one, from 1; 0 where none is."""
        if self._current is None:
            return 0
        turn, spot, number = self._current.turn, self._current.spot, self._current.number
        before = sum(count for each, count in self._hits.get(turn, []) if each < spot)
        return self._counts.before(turn) + before + number + 1

    @property
    def is_done(self) -> bool:
        """Whether everything was looked at."""
        return not self._waiting and self._step is None

    def search(self, query: Query, turn: int | None = None) -> None:
        """Looks for something else, from where the reader is or from a turn."""
        self._pattern = Pattern(query)
        self._from = self._current or self._top()
        if turn is not None:
            self._from = Hit(turn, spot_at(0, 0), 0)
        self._goes_on_its_own = True
        self._look()

    def next(self) -> None:
        """Goes to the hit below, and from the last to the first."""
        self._go_by(1)

    def previous(self) -> None:
        """Goes to the hit above, and from the first to the last."""
        self._go_by(-1)

    def close(self) -> None:
        """Takes all marks away and looks for nothing any more."""
        self._timer.stop()
        self._news_timer.stop()
        self._view.marker = None
        self._view.turn_changed.disconnect(self._hear)
        self._view.opened.disconnect(self._begin_again)
        self._cards.unfolded.disconnect(self._remark_later)
        self._theme.changed.disconnect(self._mark_all)
        self._view.visit(_unmark)

    def _look(self) -> None:
        count = len(self._view.column)
        self._hits.clear()
        self._counts = Heights([0] * count)
        self._current = None
        self._step = None
        first = min(self._from.turn, count)
        order = () if self._pattern.is_empty else (*range(first, count), *range(first))
        self._waiting = deque(order)
        # The first slice at once: what is in sight is found while the key goes up again.
        self._work()
        self._mark_all()

    def _begin_again(self) -> None:
        """Another path is shown, or another chat."""
        self._read.clear()
        self._sieves.clear()
        self._current = None
        self._from = self._top()
        self._goes_on_its_own = False
        self._look()

    def _work(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        total = self.total
        while not self.is_done and clock.elapsed() < _SLICE_MS:
            if self._step is None:
                self._step = self._scan(self._waiting.popleft())
            if next(self._step, _END) is _END:
                self._step = None
        if not self.is_done:
            self._timer.start()
        elif self._goes_on_its_own and self.total:
            self._go_to(self._hit_at(0))
        if total != self.total or self.is_done:
            self.changed.emit()

    def _scan(self, turn: int) -> Iterator[None]:
        column = self._view.column
        known = self._read.get(turn)
        rows = column.known_rows(turn)
        if rows is None:
            sieve = self._sieves.get(turn)
            if sieve is None:
                sieve = self._sieves[turn] = Sieve(column.turn(turn))
            if not sieve.may_hold(self._pattern):
                return
        if known is None:
            if rows is None:
                rows = TurnRows()
                for _ in read_turn(column.turn(turn), rows):
                    yield
            known = []
            for passage in passages(rows, self._cards.texts):
                known.append(passage)
                yield
            self._read[turn] = known
        hits: list[tuple[Spot, int]] = []
        for index in range(len(known)):
            spot, count = count_at(known, index, self._pattern)
            if count:
                hits.append((spot, count))
            yield
        self._take(turn, hits)

    def _take(self, turn: int, hits: list[tuple[Spot, int]]) -> None:
        while len(self._counts) <= turn:
            self._counts.append(0)
        self._counts.set(turn, sum(count for _, count in hits))
        self._hits[turn] = hits
        if self._current is not None and self._current.turn == turn:
            self._current = self._still_there(self._current)
        if self._goes_on_its_own:
            first = self._first_from(turn, hits)
            if first is not None:
                self._go_to(first)

    def _first_from(self, turn: int, hits: list[tuple[Spot, int]]) -> Hit | None:
        """The first hit of a turn that is not above where the reader began."""
        for spot, count in hits:
            if turn != self._from.turn or spot > self._from.spot:
                return Hit(turn, spot, 0)
            if spot == self._from.spot:
                return Hit(turn, spot, min(self._from.number, count - 1))
        return None

    def _still_there(self, hit: Hit) -> Hit | None:
        count = next((n for spot, n in self._hits.get(hit.turn, []) if spot == hit.spot), 0)
        return hit if hit.number < count else None

    def _hit_at(self, index: int) -> Hit:
        turn = self._counts.find(index)
        rest = index - self._counts.before(turn)
        for spot, count in self._hits[turn]:
            if rest < count:
                return Hit(turn, spot, rest)
            rest -= count
        raise IndexError(index)

    def _go_by(self, step: int) -> None:
        if not self.total:
            return
        if self._current is not None:
            index = self.number - 1 + step
        else:
            before = self._counts.before(min(self._from.turn, len(self._counts)))
            index = before if step > 0 else before - 1
        self._go_to(self._hit_at(index % self.total))
        self.changed.emit()

    def _go_to(self, hit: Hit) -> None:
        self._goes_on_its_own = False
        self._current = hit
        place = self._reveal(hit)
        if place is not None:
            self._view.sticks_to_end = False
            self._view.show_place(place)
            # Code that was folded has its full height from now on.
            self._view.arrange()
            self._mark_all()
            self._show_hit(place)

    def _reveal(self, hit: Hit) -> Place | None:
        """Unfolds what hides a hit; where its row stands then."""
        rows = self._view.column.rows_of(hit.turn)
        stretches = rows.stretches()
        if section_of(hit.spot) >= len(stretches):
            return None
        section = stretches[section_of(hit.spot)][1]
        changed: int | None = None
        match section:
            case Prose() if section.is_reasoning and not section.is_unfolded:
                changed = rows.toggle_reasoning(section.number or 0)
            case Prompt() if not section.shows(part_of(hit.spot)):
                changed = rows.show_whole_prompt()
            case SourceList() if not section.is_unfolded:
                changed = rows.toggle_sources(section.number)
            case _:
                for row in section.rows:
                    if isinstance(row, CardRow):
                        self._cards.unfold(row.tool_use_id)
        if changed is not None:
            self._view.sticks_to_end = False
            self._view.take_change(hit.turn, changed)
        return self._place(hit)

    def _place(self, hit: Hit) -> Place | None:
        first, section = self._view.column.rows_of(hit.turn).stretches()[section_of(hit.spot)]
        lead = 1 if isinstance(section, Prose) and section.is_reasoning else 0
        part = part_of(hit.spot) + lead
        return Place(hit.turn, first + part) if part < len(section.rows) else None

    def _show_hit(self, place: Place) -> None:
        """Moves page, block and box so that the hit itself is in sight."""
        widget = self._view.bound().get(place)
        if widget is None:
            return
        found = self._mark(place, widget)
        if found is None and isinstance(widget, CardBlock) and isinstance(widget.card, Findable):
            widget.card.show_whole()
            found = self._mark(place, widget)
        if found is None:
            return
        rect = _rect_of(found, widget)
        if isinstance(widget, WideBlock) and widget.text_view is not None:
            widget.bring_into_sight(rect.left() - widget.text_view.x())
        top = widget.y() + rect.top()
        if top < _ROOM or top + rect.height() > self._view.viewport().height() - _ROOM:
            self._view.scroll_by(top - self._view.viewport().height() // 3)

    def _mark(self, place: Place, widget: RowWidget) -> Found | None:
        if self._pattern.is_empty:
            return mark_widgets(_texts(widget), None)
        current = -1
        hit = self._current
        if hit is not None and hit.turn == place.turn and self._place(hit) == place:
            current = hit.number
        marks = Marks(self._pattern, mark_colours(self._theme.palette), current)
        return mark_widgets(_texts(widget), marks)

    def _mark_all(self) -> None:
        for place, widget in self._view.bound().items():
            self._mark(place, widget)

    def _remark_later(self, _: str) -> None:
        self._news_timer.start()

    def _hear(self, turn: int) -> None:
        self._news.add(turn)
        if not self._news_timer.isActive():
            self._news_timer.start()

    def _take_news(self) -> None:
        """What has arrived meanwhile is counted too."""
        for turn in self._news:
            self._read.pop(turn, None)
            self._sieves.pop(turn, None)
            if not self._pattern.is_empty and turn not in self._waiting:
                self._waiting.appendleft(turn)
        self._news.clear()
        self._work()
        self._mark_all()

    def _top(self) -> Hit:
        """Where the reader is."""
        place = min(self._view.bound(), default=None)
        if place is None or place.turn >= len(self._view.column):
            return Hit(0, spot_at(0, 0), 0)
        stretches = self._view.column.rows_of(place.turn).stretches()
        at = [number for number, (first, _) in enumerate(stretches) if first <= place.row]
        if not at:
            return Hit(place.turn, spot_at(0, 0), 0)
        first, section = stretches[at[-1]]
        lead = 1 if isinstance(section, Prose) and section.is_reasoning else 0
        return Hit(place.turn, spot_at(at[-1], max(0, place.row - first - lead)), 0)


def _unmark(widget: RowWidget) -> None:
    mark_widgets(_texts(widget), None)


def _texts(widget: RowWidget) -> list[QWidget]:
    if isinstance(widget, CardBlock | SourcesBlock | PromptBlock):
        return widget.texts()
    return [widget.text_view] if widget.text_view is not None else []


def _rect_of(found: Found, widget: RowWidget) -> QRect:
    """Where the hit is in its row. A box that scrolls on its own shows it first."""
    inner = found.widget
    rect = inner.rect()
    if isinstance(inner, QTextEdit | QPlainTextEdit):
        cursor = QTextCursor(inner.document())
        cursor.setPosition(min(found.begin, inner.document().characterCount() - 1))
        if isinstance(inner, QPlainTextEdit):
            inner.setTextCursor(cursor)
            inner.ensureCursorVisible()
        rect = inner.cursorRect(cursor).translated(inner.viewport().pos())
    return QRect(inner.mapTo(widget, rect.topLeft()), rect.size())


def _timer(owner: QObject, wait: int, act: Callable[[], None]) -> QTimer:
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(wait)
    timer.timeout.connect(act)
    return timer
