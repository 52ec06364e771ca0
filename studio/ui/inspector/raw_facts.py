"""Facts in two columns, headers in two columns, and what is known of a connection."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from studio.core.recording import ConnectionFacts, Recording
from studio.ui.elided import ElidedLabel
from studio.ui.texts import duration
from studio.ui.theme import FontKind, Theme
from studio.ui.tips import plain_tip
from studio.ui.visible import visible

translate = QCoreApplication.translate

_NAME_WIDTH = 92
_MASKED = "****"


class FactGrid(QWidget):
    """Names beside what is known; what is not known has no line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnMinimumWidth(0, _NAME_WIDTH)
        self._grid.setColumnStretch(1, 1)
        self._pairs: tuple[tuple[str, str], ...] = ()

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return self._pairs

    def show_facts(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Replaces all lines."""
        self._pairs = tuple((name, value) for name, value in pairs if value)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for row, (name, value) in enumerate(self._pairs):
            label = QLabel(name)
            label.setProperty("kind", "secondary")
            shown = ElidedLabel(visible(value))
            shown.setProperty("kind", "small")
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setBuddy(shown)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(shown, row, 1)


class HeaderList(QTreeWidget):
    """Headers as they were sent, in their order; secrets show as the stars they are kept as."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._headers: tuple[tuple[str, str], ...] = ()
        self.setAccessibleName(name)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.header().setStretchLastSection(True)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_headers(self, headers: Sequence[tuple[str, str]]) -> None:
        self._headers = tuple(headers)
        self.clear()
        for name, value in headers:
            item = QTreeWidgetItem([visible(name), visible(value)])
            said = translate("inspector", "masked") if _MASKED in value else value
            item.setData(1, Qt.ItemDataRole.AccessibleTextRole, said)
            item.setToolTip(1, "" if len(value) < 40 else plain_tip(value))
            self.addTopLevelItem(item)
        self._restyle()

    def text(self) -> str:
        return "".join(f"{name}: {value}\n" for name, value in self._headers)

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())

    def _restyle(self) -> None:
        font = self._theme.font(FontKind.CODE)
        self.setFont(font)
        metrics = QFontMetrics(font)
        widest = max((metrics.horizontalAdvance(name) for name, _ in self._headers), default=80)
        self.header().resizeSection(0, min(widest + 24, 200))


def copy_button(text: str, name: str) -> QPushButton:
    """A small button; `name` is what a screen reader says."""
    button = QPushButton(text)
    button.setProperty("kind", "pill")
    button.setAccessibleName(name)
    button.setToolTip(name)
    button.setAutoDefault(False)
    return button


def connection_text(connection: ConnectionFacts, url: str) -> str:
    """Such as `reused · HTTP/2 · TLS 1.3 · no proxy`."""
    facts = []
    if connection.is_reused is not None:
        facts.append(
            translate("inspector", "reused")
            if connection.is_reused
            else translate("inspector", "new")
        )
    facts.append(connection.http_version)
    if connection.tls:
        facts.append(connection.tls)
    elif url.startswith("http://"):
        facts.append(translate("inspector", "not encrypted"))
    if connection.proxy:
        facts.append(translate("inspector", "by proxy {0}").format(connection.proxy))
    elif any(facts):
        facts.append(translate("inspector", "no proxy"))
    return " · ".join(each for each in facts if each)


def key_text(name: str, hint: str) -> str:
    """Which key went along: its name and last four."""
    if name and hint:
        return translate("inspector", "“{0}”, ends …{1}").format(name, hint)
    if hint:
        return translate("inspector", "ends …{0}").format(hint)
    return f"“{name}”" if name else translate("inspector", "none")


def moment_text(at: float) -> str:
    """Date and time of day to the millisecond, on this computer."""
    when = QDateTime.fromMSecsSinceEpoch(round(at * 1000))
    date = QLocale().toString(when.date(), QLocale.FormatType.ShortFormat)
    return f"{date} {QLocale.c().toString(when.time(), 'HH:mm:ss.zzz')}"


def milliseconds(nanoseconds: int) -> str:
    """Such as `8.2 ms`, `412 ms`, `4800 ms`."""
    places = 0 if nanoseconds >= 10_000_000 else 1
    amount = QLocale().toString(nanoseconds / 1e6, "f", places)
    return translate("inspector", "{0} ms").format(amount)


def span_text(nanoseconds: int) -> str:
    """Such as `412 ms`, `4.8 s`."""
    is_short = nanoseconds < 1_000_000_000
    return milliseconds(nanoseconds) if is_short else duration(nanoseconds / 1e9)


def status_text(recording: Recording) -> str:
    """The status, or that there was no reply."""
    if recording.status is None:
        return translate("inspector", "no reply")
    return str(recording.status)
