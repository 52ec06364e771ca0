"""What all chats took: tokens and money by day, and by provider, key, model and chat."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
)
from typing_extensions import override

from studio.core.spending import Spent, UsageRow, day_of, month_start, total
from studio.ui.moments import money, token_count
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices
from studio.ui.settings.parts import button, group_label, labelled
from studio.ui.settings.sheet import Page
from studio.ui.settings.usage_chart import Bar, UsageChart
from studio.ui.texts import profile_name

translate = QCoreApplication.translate

_DAY = 86_400.0
_ROW_HEIGHT = 32
_MOST_ROWS = 200
_NUMBER_WIDTH = 82
_NUMBER = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter

Label = Callable[[UsageRow], str]


class UsagePage(Page):
    """Lives as long as the settings. Reads the ledger when it is shown, and while it is."""

    def __init__(self, needs: Needs, errands: Errands, notices: Notices) -> None:
        super().__init__(self.tr("Usage"))
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._rows: tuple[UsageRow, ...] = ()
        self._reading: Errand | None = None
        promise = self.tr(
            "Tokens as the providers reported them. Money is worked out from a price list and is "
            "no bill; what has no known price is not counted as zero."
        )
        self.body.addWidget(labelled(promise, "secondary"))
        self._build_choices()
        self.summary = labelled("", "bold")
        self.summary.setWordWrap(True)
        self.unpriced = labelled("", "muted")
        self.body.addWidget(self.summary)
        self.body.addWidget(self.unpriced)
        self.chart = UsageChart(needs.theme)
        self.chart.setAccessibleName(self.tr("Usage by day"))
        self.body.addWidget(self.chart)
        self._build_table()
        self.finish()
        self.destroyed.connect(needs.ledger.watch(self._refresh_if_shown))

    def refresh(self) -> None:
        """Reads the ledger anew."""
        if self._reading is not None:
            self._reading.cancel()
        self._reading = self._errands.start(self._read(), "read usage")

    def _build_choices(self) -> None:
        self.period = QComboBox()
        self.period.setAccessibleName(self.tr("Stretch of time"))
        for text, days in (
            (self.tr("This month"), 0),
            (self.tr("Last 30 days"), 30),
            (self.tr("Last 90 days"), 90),
            (self.tr("Last 365 days"), 365),
        ):
            self.period.addItem(text, days)
        self.measure = QComboBox()
        self.measure.setAccessibleName(self.tr("What the bars show"))
        self.measure.addItem(self.tr("Tokens"), False)
        self.measure.addItem(self.tr("Money"), True)
        self.export = button(self.tr("Export as CSV…"))
        self.export.clicked.connect(self._ask_export)
        choices = QHBoxLayout()
        choices.setSpacing(8)
        choices.addWidget(self.period)
        choices.addWidget(self.measure)
        choices.addStretch(1)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(8)
        self._head.addLayout(choices, 1)
        self._head.addWidget(self.export)
        self.body.addLayout(self._head)
        self.adopt_form(self)
        self.period.currentIndexChanged.connect(self.refresh)
        self.measure.currentIndexChanged.connect(self._show_chart)

    def set_narrow(self, is_narrow: bool) -> None:
        """The button goes below where there is little room."""
        direction = QBoxLayout.Direction
        self._head.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    def _build_table(self) -> None:
        self.group = QComboBox()
        self.group.setAccessibleName(self.tr("Sums for each"))
        labels: tuple[tuple[str, Label], ...] = (
            (self.tr("Model"), lambda row: row.model),
            (self.tr("Provider"), lambda row: profile_name(row.profile_name)),
            (self.tr("Key"), self._key_label),
            (self.tr("Chat"), self._chat_label),
        )
        for text, label in labels:
            self.group.addItem(text, label)
        self.group.currentIndexChanged.connect(self._show_table)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(group_label(self._needs.theme, self.tr("Sums for each")))
        line.addWidget(self.group)
        line.addStretch(1)
        self.body.addLayout(line)
        self.table = QTableWidget(0, 5)
        self.table.setAccessibleName(self.tr("Sums"))
        self.table.setHorizontalHeaderLabels(
            [
                "",
                self.tr("Rounds"),
                self.tr("Tokens in"),
                self.tr("Tokens out"),
                self.tr("Money"),
            ]
        )
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        for column in range(1, self.table.columnCount()):
            head = self.table.horizontalHeaderItem(column)
            if head is not None:
                head.setTextAlignment(_NUMBER)
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, _NUMBER_WIDTH)
        self.body.addWidget(self.table)
        self.empty = labelled(self.tr("Nothing was used in this time."), "secondary")
        self.body.addWidget(self.empty)

    async def _read(self) -> None:
        since, until = self._span()
        self._rows = await self._needs.ledger.rows(since, until)
        self._show()

    def _span(self) -> tuple[float, float]:
        now = self._needs.clock()
        days = int(self.period.currentData())
        return (month_start(now) if days == 0 else now - days * _DAY), now + _DAY

    def _show(self) -> None:
        spent = total(self._rows)
        has_any = spent.rounds > 0
        for widget in (self.summary, self.chart, self.table):
            widget.setVisible(has_any)
        self.empty.setVisible(not has_any)
        self.export.setEnabled(has_any)
        self.summary.setText(_summary(spent))
        self.unpriced.setText(self._unpriced(spent))
        self.unpriced.setVisible(spent.has_unpriced)
        self._show_chart()
        self._show_table()

    def _unpriced(self, spent: Spent) -> str:
        if spent.usd is None:
            return self.tr("No price is known for any of it.")
        without = sum(1 for row in self._rows if row.usd is None)
        return self.tr("{0} of the rounds have no known price and are left out of the sum.").format(
            QLocale().toString(without)
        )

    def _show_chart(self) -> None:
        is_money = bool(self.measure.currentData())
        by_day: dict[date, Spent] = {}
        for row in self._rows:
            day = day_of(row.at)
            by_day[day] = by_day.get(day, Spent()).plus(row)
        since, _ = self._span()
        first = min([day_of(since), *by_day])
        last = max([day_of(self._needs.clock()), *by_day])
        bars = []
        for number in range((last - first).days + 1):
            day = first + timedelta(days=number)
            bars.append(_bar(day, by_day.get(day, Spent()), is_money=is_money))
        highest = max((bar.height for bar in bars), default=0.0)
        scale = money(Decimal(str(highest))) if is_money else token_count(round(highest))
        self.chart.show_bars(bars, scale if highest else "")

    def _show_table(self) -> None:
        label: Label = self.group.currentData()
        sums: dict[str, Spent] = {}
        for row in self._rows:
            name = label(row)
            sums[name] = sums.get(name, Spent()).plus(row)
        ordered = sorted(sums.items(), key=_by_weight)[:_MOST_ROWS]
        self.table.setRowCount(len(ordered))
        for number, (name, spent) in enumerate(ordered):
            for column, text in enumerate(_cells(name, spent)):
                item = QTableWidgetItem(text)
                if column:
                    item.setTextAlignment(_NUMBER)
                else:
                    item.setToolTip(text)
                self.table.setItem(number, column, item)
            self.table.setRowHeight(number, _ROW_HEIGHT)
        height = self.table.horizontalHeader().sizeHint().height() + 4
        self.table.setFixedHeight(height + _ROW_HEIGHT * len(ordered))

    def _key_label(self, row: UsageRow) -> str:
        profile = self._needs.profiles.profile(row.profile_id)
        entry = profile.key(row.key_id) if profile is not None and row.key_id else None
        provider = profile_name(row.profile_name)
        if entry is None:
            return provider if not row.key_id else self.tr("{0} · removed key").format(provider)
        return f"{provider} · {entry.name}"

    def _chat_label(self, row: UsageRow) -> str:
        if not row.chat_id:
            return self.tr("Chats that were not kept")
        return self._needs.chat_titles().get(row.chat_id) or self.tr("Deleted chats")

    def _ask_export(self) -> None:
        self._errands.start(self._export(), "export usage")

    async def _export(self) -> None:
        since, until = self._span()
        name = f"callboard-usage-{day_of(self._needs.clock()).isoformat()}.csv"
        path = await self._needs.pick_new_file(self, self.tr("Export as CSV"), name)
        if path is None:
            return
        text = await self._needs.ledger.csv(since, until)
        await self._needs.save_text(path, text)
        self._notices.tell(self.tr("Saved as {0}").format(path))

    def _refresh_if_shown(self) -> None:
        if self.isVisible():
            self.refresh()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.refresh()


def _summary(spent: Spent) -> str:
    facts = [
        translate("settings", "{0} tokens in").format(token_count(spent.input_tokens)),
        translate("settings", "{0} out").format(token_count(spent.output_tokens)),
        translate("settings", "{0} rounds").format(QLocale().toString(spent.rounds)),
    ]
    if spent.cached_tokens:
        cached = translate("settings", "{0} from a cache").format(token_count(spent.cached_tokens))
        facts.insert(1, cached)
    if spent.usd is not None:
        facts.insert(0, money(spent.usd))
    return " · ".join(facts)


def _bar(day: date, spent: Spent, *, is_money: bool) -> Bar:
    height = float(spent.usd or 0) if is_money else spent.input_tokens + spent.output_tokens
    shown = QDate(day.year, day.month, day.day)
    name = QLocale().toString(shown, QLocale.FormatType.ShortFormat)
    label = QLocale().toString(shown, translate("settings", "d MMM"))
    told = _summary(spent) if spent.rounds else translate("settings", "nothing")
    return Bar(float(height), label, f"{name}: {told}")


def _cells(name: str, spent: Spent) -> tuple[str, ...]:
    worth = translate("settings", "unknown") if spent.usd is None else money(spent.usd)
    if spent.usd is not None and spent.has_unpriced:
        worth = translate("settings", "over {0}").format(worth)
    return (
        name or translate("settings", "(no name)"),
        QLocale().toString(spent.rounds),
        token_count(spent.input_tokens),
        token_count(spent.output_tokens),
        worth,
    )


def _by_weight(pair: tuple[str, Spent]) -> tuple[Decimal, int, str]:
    name, spent = pair
    return -(spent.usd or Decimal(0)), -(spent.input_tokens + spent.output_tokens), name
