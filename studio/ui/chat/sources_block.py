"""The sources of an answer: one calm line that unfolds to a list of links."""

from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication, Qt, QUrl, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from studio.core.messages import Citation
from studio.ui.chat.blocks import RowWidget
from studio.ui.chat.documents import Writer
from studio.ui.chat.marking import MarkedLabel
from studio.ui.chat.mirroring import fold_sign, reads_from_right
from studio.ui.chat.rows import SourcesRow
from studio.ui.elided import ElidedLabel
from studio.ui.tips import plain_tip
from studio.ui.visible import visible

translate = QCoreApplication.translate

_HOSTS_NAMED = 3
_SHOWN = 50
_QUOTE_CHARACTERS = 400


class SourcesBlock(RowWidget):
    """Signals: `toggled(number)`; `opened(QUrl, label)` for a source that was clicked."""

    toggled = Signal(int)
    opened = Signal(QUrl, str)

    def __init__(self, parent: QWidget, writer: Writer) -> None:
        super().__init__(parent, writer)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        line = QHBoxLayout()
        # The text of a flat button stands in line with the column's edge.
        is_left = reads_from_right(self)
        line.setContentsMargins(0 if is_left else -8, 0, -8 if is_left else 0, 0)
        line.setSpacing(6)
        self._fold = QPushButton()
        self._fold.setProperty("kind", "flat")
        self._fold.setCursor(Qt.CursorShape.PointingHandCursor)
        self._fold.clicked.connect(self._toggle)
        self._hosts = ElidedLabel()
        self._hosts.setProperty("kind", "secondary")
        line.addWidget(self._fold)
        line.addWidget(self._hosts, 1)
        self._layout.addLayout(line)
        self._list = QWidget()
        self._texts: list[QWidget] = []
        self._rows = QVBoxLayout(self._list)
        self._rows.setContentsMargins(0 if is_left else 18, 0, 18 if is_left else 0, 4)
        self._rows.setSpacing(2)
        self._layout.addWidget(self._list)

    def texts(self) -> list[QWidget]:
        """What of the list can be found, in the order of `source_texts`."""
        return self._texts

    @override
    def _show(self) -> None:
        row = self.row
        if not isinstance(row, SourcesRow):
            return
        self._clear()
        count = len(row.citations)
        label = _count(count)
        self._fold.setText(f"{fold_sign(self, is_unfolded=row.is_unfolded)}  {label}")
        state = (
            translate("Transcript", "unfolded")
            if row.is_unfolded
            else translate("Transcript", "folded")
        )
        self._fold.setAccessibleName(f"{label}, {state}")
        self._hosts.setText("" if row.is_unfolded else _hosts(row.citations))
        self._list.setVisible(row.is_unfolded)
        if row.is_unfolded:
            for number, citation in enumerate(row.citations[:_SHOWN], start=1):
                self._rows.addWidget(self._source(number, citation))
            if count > _SHOWN:
                rest = _plain("secondary")
                rest.setText(translate("Transcript", "… and {0} more").format(count - _SHOWN))
                self._rows.addWidget(rest)

    @override
    def _fit(self, width: int) -> int:
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()
        for index in range(self._rows.count()):
            item = self._rows.itemAt(index)
            shown = item.widget() if item is not None else None
            if shown is not None:
                shown.show()
        self._layout.invalidate()
        if self._layout.hasHeightForWidth():
            return self._layout.totalHeightForWidth(width)
        return self._layout.totalSizeHint().height()

    def _source(self, number: int, citation: Citation) -> QWidget:
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(1)
        title, host = _title(citation), _host(citation.url)
        line = QHBoxLayout()
        line.setSpacing(8)
        count = _plain("caption")
        count.setText(str(number))
        line.addWidget(count)
        link = self._link(citation, visible(title))
        self._texts.append(link)
        line.addWidget(link)
        if host and host != title:
            name = _plain("secondary")
            name.setText(host)
            line.addWidget(name)
            self._texts.append(name)
        line.addStretch(1)
        column.addLayout(line)
        if citation.quote.strip():
            quote = _quote(citation.quote)
            column.addWidget(quote)
            self._texts.append(quote)
        return place

    def _link(self, citation: Citation, title: str) -> QWidget:
        url = QUrl(citation.url)
        if url.scheme().lower() not in ("http", "https"):
            label = ElidedLabel()
            label.setText(title)
            label.setProperty("said", title)
            return label
        link = QPushButton()
        link.setProperty("kind", "link")
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        # A button would ask for the width of all its words.
        metrics = link.fontMetrics()
        link.setText(metrics.elidedText(title, Qt.TextElideMode.ElideRight, 420).replace("&", "&&"))
        link.setProperty("said", title)
        link.setAccessibleName(translate("Transcript", "Source: {0}").format(title))
        link.setToolTip(plain_tip(citation.url))
        link.clicked.connect(lambda: self.opened.emit(url, title))
        return link

    def _clear(self) -> None:
        self._texts.clear()
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()

    def _toggle(self) -> None:
        if isinstance(self.row, SourcesRow):
            self.toggled.emit(self.row.number)


def source_texts(citations: tuple[Citation, ...]) -> tuple[str, ...]:
    """What the unfolded list says of its sources, from the top."""
    texts: list[str] = []
    for each in citations[:_SHOWN]:
        title, host = _title(each), _host(each.url)
        texts.append(visible(title))
        if host and host != title:
            texts.append(host)
        if each.quote.strip():
            texts.append(_quoted(each.quote))
    return tuple(texts)


def _title(citation: Citation) -> str:
    return " ".join(citation.title.split()) or _host(citation.url) or citation.url


def _quoted(text: str) -> str:
    words = " ".join(text.split())
    return visible(words[:_QUOTE_CHARACTERS]) + ("…" if len(words) > _QUOTE_CHARACTERS else "")


def _count(count: int) -> str:
    if count == 1:
        return translate("Transcript", "1 source")
    return translate("Transcript", "{0} sources").format(count)


def _hosts(citations: tuple[Citation, ...]) -> str:
    hosts = list(dict.fromkeys(_host(each.url) or each.title for each in citations))
    more = len(hosts) - _HOSTS_NAMED
    named = ", ".join(visible(host) for host in hosts[:_HOSTS_NAMED] if host)
    return translate("Transcript", "{0} and {1} more").format(named, more) if more > 0 else named


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _quote(text: str) -> MarkedLabel:
    label = _plain("secondary")
    label.setText(_quoted(text))
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setContentsMargins(16, 0, 0, 0)
    return label


def _plain(kind: str) -> MarkedLabel:
    label = MarkedLabel()
    label.setProperty("kind", kind)
    return label
