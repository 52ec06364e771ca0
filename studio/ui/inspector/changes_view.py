"""What a request adds to the one before, as marks in its tree, and where the cache ended."""

import asyncio
from dataclasses import dataclass

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from studio.core.chats import Turn
from studio.core.json_difference import ChangeKind
from studio.core.messages import Dialect, Round, Usage
from studio.core.recording import Recording
from studio.core.spending import comparable
from studio.harness.inspection_ports import Inspection, JsonPath
from studio.ui.buttons import icon_button
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.icons import Icon, icon
from studio.ui.inspector.changes_bar import CacheBar
from studio.ui.inspector.changes_reading import CacheEnd, Changes, changes_between
from studio.ui.inspector.json_model import Mark
from studio.ui.inspector.json_view import JsonView
from studio.ui.inspector.raw_page import RawPage, Spawn, not_recorded
from studio.ui.inspector.raw_switch import RawSwitch
from studio.ui.json_paths import shown_path
from studio.ui.settings.parts import relook
from studio.ui.texts import size
from studio.ui.theme import Theme

_MARKS = {
    ChangeKind.ADDED: Mark.ADDED,
    ChangeKind.REMOVED: Mark.REMOVED,
    ChangeKind.CHANGED: Mark.CHANGED,
}
_AFTER, _BEFORE = range(2)


@dataclass(frozen=True, slots=True)
class _Compared:
    before: Recording | None
    after: Recording | None
    changes: Changes | None
    usage: tuple[Dialect, Usage] | None


class ChangesView(QWidget):
    """A tab of the inspector; lives as long as its panel.

    Signals: `path_selected(path)` in this request.
    """

    path_selected = Signal(object)

    def __init__(self, theme: Theme, inspection: Inspection, spawn: Spawn) -> None:
        super().__init__()
        self._theme = theme
        self._inspection = inspection
        self._places: list[tuple[int, JsonPath]] = []  # the page and place of each change
        self._at = -1
        self._wanted: JsonPath | None = None
        self.bar = CacheBar(theme)
        self.shared = wrapping_label("small")
        self.cached = wrapping_label("muted")
        self.cache_end = wrapping_label("small")
        self.show_break = self._break_button()
        self.counts = wrapping_label("secondary")
        self.after = JsonView(theme, self.tr("This request"))
        self.before = JsonView(theme, self.tr("The request before"))
        self.after.path_selected.connect(self.path_selected)
        self.switch = RawSwitch(self.tr("Which request"))
        self.switch.add(self.tr("This request"), self.after)
        self._before_button = self.switch.add(self.tr("The one before"), self.before)
        self.previous = self._step_button(self.tr("Previous change"), -1)
        self.next = self._step_button(self.tr("Next change"), 1)
        self.page = RawPage(self._build(), spawn)
        self._broken: JsonPath | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.page)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def show_round(self, turn: Turn, round_id: str, earlier: Turn | None = None) -> None:
        """Compares a round's request with that of the round before: of this turn or, for its first
        round, the last of `earlier`."""
        self._wanted = None
        place = next((at for at, each in enumerate(turn.rounds) if each.id == round_id), None)
        if place is None:
            self.page.say(not_recorded())
            return
        before = turn.rounds[place - 1] if place > 0 else None
        if place == 0 and earlier is not None and earlier.rounds:
            before = earlier.rounds[-1]
        now = turn.rounds[place]
        self.page.ask(lambda: self._compare(before, now), self._show, "compare requests")

    def clear(self) -> None:
        self.page.say(self.tr("Choose a round to see what it adds."))

    def reveal(self, path: JsonPath) -> bool:
        """Goes to a place in this request, as soon as it is there."""
        self.switch.show_page(_AFTER)
        if not self.page.is_content:
            self._wanted = path
            return True
        return self.after.reveal(path)

    async def _compare(self, before: Round | None, now: Round) -> _Compared:
        after = await self._last_attempt(now)
        usage = (now.origin.dialect, now.usage)
        older = None if before is None or after is None else await self._last_attempt(before)
        if after is None or older is None:
            return _Compared(older, after, None, usage)
        changes = await asyncio.to_thread(changes_between, older.request_body, after.request_body)
        return _Compared(older, after, changes, usage)

    async def _last_attempt(self, round_: Round) -> Recording | None:
        found = await self._inspection.round_recordings(round_.id)
        return found[-1] if found else None

    def _show(self, compared: _Compared) -> None:
        if compared.after is None:
            self.page.say(not_recorded())
            return
        self._places, self._at, self._broken = [], -1, None
        self.after.show_body(compared.after.request_body)
        if self._wanted is not None:
            self.after.reveal(self._wanted)
        changes = compared.changes
        has_before = changes is not None and compared.before is not None
        self._before_button.setVisible(has_before)
        self.switch.show_page(_AFTER)
        self._show_usage(compared.usage)
        for each in (self.bar, self.shared, self.previous, self.next):
            each.setVisible(has_before)
        if changes is None or compared.before is None:
            self.cache_end.setText(self.tr("There is no request before it to compare with."))
            relook(self.cache_end, "secondary")
            self.show_break.hide()
            self.counts.hide()
            return
        self.before.show_body(compared.before.request_body)
        self._show_changes(changes)
        self._show_cache(changes)

    def _show_changes(self, changes: Changes) -> None:
        after: dict[JsonPath, Mark] = {}
        before: dict[JsonPath, Mark] = {}
        for change in changes.changes:
            mark = _MARKS[change.kind]
            if change.before is not None:
                before[change.before] = mark
            if change.after is not None:
                after[change.after] = mark
                self._places.append((_AFTER, change.after))
            elif change.before is not None:
                self._places.append((_BEFORE, change.before))
        self.before.set_marks(before)
        if changes.broken is not None and changes.broken.kind is not ChangeKind.REMOVED:
            after[changes.broken.path] = Mark.BROKEN
        self.after.set_marks(after)
        self._tell_counts(changes)
        for each in (self.previous, self.next):
            each.setEnabled(bool(self._places))
        first = next((path for page, path in self._places if page == _AFTER), None)
        if first is not None and self._wanted is None:
            self.after.reveal(first, select=False)

    def _tell_counts(self, changes: Changes) -> None:
        number = QLocale().toString
        said = [
            text.format(number(count))
            for text, count in (
                (self.tr("{0} added"), changes.count(ChangeKind.ADDED)),
                (self.tr("{0} changed"), changes.count(ChangeKind.CHANGED)),
                (self.tr("{0} removed"), changes.count(ChangeKind.REMOVED)),
            )
            if count
        ]
        self.counts.setText(" · ".join(said) or self.tr("No value differs."))
        self.counts.show()

    def _show_cache(self, changes: Changes) -> None:
        share = changes.shared / changes.length if changes.length else 0.0
        percent = QLocale().toString(share * 100, "f", 0 if share in (0.0, 1.0) else 1)
        said = self.tr("The first {0} of {1} ({2} %) are those of the request before.")
        text = said.format(size(changes.shared), size(changes.length), percent)
        self.shared.setText(text)
        is_broken = changes.cache is CacheEnd.BROKEN
        self.bar.show_share(share, text, is_broken=is_broken)
        self.cache_end.setText(self._cache_text(changes))
        relook(self.cache_end, "danger" if is_broken else "secondary")
        self._broken = None if changes.broken is None else changes.broken.path
        self._broken_page = _AFTER
        if changes.broken is not None and changes.broken.kind is ChangeKind.REMOVED:
            self._broken_page = _BEFORE
        self.show_break.setVisible(is_broken)

    def _cache_text(self, changes: Changes) -> str:
        broken = changes.broken
        if broken is None:
            return {
                CacheEnd.WHOLE: self.tr("The request is the same, byte for byte."),
                CacheEnd.GROWN: self.tr(
                    "What the model read before comes first and unchanged: a cache can serve it."
                ),
                CacheEnd.UNKNOWN: self.tr("One of the two is no JSON: only bytes are compared."),
                CacheEnd.BROKEN: "",
            }[changes.cache]
        said = {
            ChangeKind.ADDED: self.tr(
                "The cache ends at byte {0}: {1} was put in before the end. All after it is read "
                "anew."
            ),
            ChangeKind.REMOVED: self.tr(
                "The cache ends at byte {0}: {1} is there no longer. All after it is read anew."
            ),
            ChangeKind.CHANGED: self.tr(
                "The cache ends at byte {0}: {1} has changed. All after it is read anew."
            ),
        }[broken.kind]
        return said.format(QLocale().toString(broken.offset), shown_path(broken.path))

    def _show_usage(self, told: tuple[Dialect, Usage] | None) -> None:
        if told is None or told[1].cached_tokens is None:
            self.cached.setText(self.tr("The provider says nothing of its cache."))
            return
        counted, number = comparable(told[1], told[0]), QLocale().toString
        said = self.tr("{0} of {1} input tokens came from the provider's cache.")
        whole = counted.input + counted.cached + counted.written
        self.cached.setText(said.format(number(counted.cached), number(whole)))

    def _go_to_break(self) -> None:
        if self._broken is not None:
            self._go_to(self._broken_page, self._broken)

    def _step(self, step: int) -> None:
        if self._places:
            self._at = (max(self._at, 0 if step < 0 else -1) + step) % len(self._places)
            self._go_to(*self._places[self._at])

    def _go_to(self, page: int, path: JsonPath) -> None:
        self.switch.show_page(page)
        (self.after if page == _AFTER else self.before).reveal(path)

    def _build(self) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(self.bar)
        for each in (self.shared, self.cached):
            column.addWidget(each)
        ending = QHBoxLayout()
        ending.setSpacing(6)
        ending.addWidget(self.cache_end, 1)
        ending.addWidget(self.show_break, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(ending)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.counts, 1)
        row.addWidget(self.previous)
        row.addWidget(self.next)
        column.addLayout(row)
        column.addWidget(self.switch, 1)
        return content

    def _break_button(self) -> QPushButton:
        button = QPushButton(self.tr("Show"))
        button.setProperty("kind", "link")
        button.setAutoDefault(False)
        button.setAccessibleName(self.tr("Show where the cache ended"))
        button.clicked.connect(self._go_to_break)
        return button

    def _step_button(self, name: str, step: int) -> QToolButton:
        button = icon_button(name)
        button.setFixedSize(28, 28)
        button.clicked.connect(lambda: self._step(step))
        return button

    def _paint_icons(self) -> None:
        colour, off = self._theme.palette.text_secondary, self._theme.palette.border_strong
        self.previous.setIcon(icon(Icon.CHEVRON_UP, colour, off))
        self.next.setIcon(icon(Icon.CHEVRON_DOWN, colour, off))
