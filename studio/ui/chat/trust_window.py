"""What a chat has seen, and where its data went: a window of its own beside the chat."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.core.trust import ChatTrust, Level, Override, OverrideKind, Seen
from studio.harness.receipts import ReceiptBook
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.chat.ledger_texts import (
    delivery_text,
    ledger_text,
    nobody_text,
    receipt_text,
    total_text,
)
from studio.ui.moments import moment
from studio.ui.trust_texts import level_text, seen_text
from studio.ui.visible import visible

translate = QCoreApplication.translate

_SIZE = (720, 560)
_MOST_ROWS = 5_000


class TrustWindow(QDialog):
    """Opened for one chat and thrown away. Signals: `marked(Level)`, when the user makes the chat
    stricter."""

    marked = Signal(object)

    def __init__(
        self,
        trust: ChatTrust,
        ledger: ReceiptBook,
        provider_name: Callable[[str], str],
        parent: QWidget | None = None,
    ) -> None:
        """`provider_name` is that of a profile, by its ID."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Where did my data go?"))
        self.resize(*_SIZE)
        self._trust = trust
        self._ledger = ledger
        self._provider_name = provider_name
        self.tabs = QTabWidget()
        self.went = self._went()
        self.seen = self._seen()
        self.tabs.addTab(self._went_page(), self.tr("Where it went"))
        self.tabs.addTab(self._seen_page(), self.tr("What was seen"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.tabs, 1)
        layout.addLayout(self._buttons())

    def _went_page(self) -> QWidget:
        page, column = _page()
        if not self._ledger.receipts:
            column.addWidget(_said(self.tr("Nothing was sent yet.")))
            column.addStretch(1)
            return page
        for total in self._ledger.totals:
            column.addWidget(_said(visible(total_text(total))))
        column.addWidget(self.went, 1)
        return page

    def _went(self) -> QTreeWidget:
        tree = _tree(self.tr("Messages and results, and who received them"))
        receipts = self._ledger.receipts
        for receipt in receipts[-_MOST_ROWS:]:
            item = QTreeWidgetItem([visible(receipt_text(receipt))])
            words = [delivery_text(each) for each in receipt.deliveries] or [nobody_text()]
            for said in words:
                item.addChild(QTreeWidgetItem([visible(said)]))
            tree.addTopLevelItem(item)
        tree.expandAll()
        return tree

    def _seen_page(self) -> QWidget:
        page, column = _page()
        if self._trust.seen:
            column.addWidget(self.seen, 1)
        else:
            column.addWidget(_said(self.tr("Nothing private, and nothing that strangers wrote.")))
            column.addStretch(1)
        for override in self._trust.overrides:
            column.addWidget(_said(self._override_text(override)))
        column.addLayout(self._marking())
        return page

    def _seen(self) -> QTreeWidget:
        tree = _tree(self.tr("What this chat has seen"), 3)
        tree.setHeaderLabels([self.tr("What"), self.tr("How private"), self.tr("When")])
        for seen in self._trust.seen:
            row = [visible(seen_text(seen)), _marks(seen), moment(seen.at) if seen.at else ""]
            tree.addTopLevelItem(QTreeWidgetItem(row))
        tree.setRootIsDecorated(False)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        return tree

    def _marking(self) -> QHBoxLayout:
        """Only stricter: what was seen cannot be unseen."""
        stricter = [level for level in Level if level.rank > self._trust.level.rank]
        row = QHBoxLayout()
        row.setSpacing(8)
        if not stricter:
            row.addWidget(_said(self.tr("This chat is as private as can be.")), 1)
            return row
        self.level = QComboBox()
        self.level.setAccessibleName(self.tr("How private this chat is"))
        for level in stricter:
            self.level.addItem(level_text(level), level)
        mark = self.mark = QPushButton(self.tr("Mark"))
        mark.setAutoDefault(False)
        mark.setAccessibleName(self.tr("Mark this chat as that private"))
        mark.clicked.connect(self._mark)
        label = QLabel(self.tr("Make this chat stricter:"))
        label.setBuddy(self.level)
        row.addWidget(label)
        row.addWidget(self.level)
        row.addWidget(mark)
        row.addStretch(1)
        return row

    def _mark(self) -> None:
        self.marked.emit(Level(self.level.currentData()))
        self.accept()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        copy = self.copy = QPushButton(self.tr("Copy as text"))
        copy.setAutoDefault(False)
        copy.clicked.connect(self._copy)
        close = QPushButton(self.tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row.addWidget(copy)
        row.addStretch(1)
        row.addWidget(close)
        return row

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(ledger_text(self._ledger.receipts))

    def _override_text(self, override: Override) -> str:
        is_send = override.kind is OverrideKind.SEND
        name = self._provider_name(override.subject) if is_send else override.subject
        if is_send and override.is_for_chat:
            said = self.tr("You let everything here be sent to {0}, for this chat ({1}).")
        elif is_send:
            said = self.tr("You let everything here be sent to {0}, once ({1}).")
        elif override.is_for_chat:
            said = self.tr("You let {0} run against the rules, for this chat ({1}).")
        else:
            said = self.tr("You let {0} run against the rules, once ({1}).")
        return visible(said.format(name, moment(override.at)))


def _page() -> tuple[QFrame, QVBoxLayout]:
    page = QFrame()
    column = QVBoxLayout(page)
    column.setContentsMargins(12, 12, 12, 12)
    column.setSpacing(8)
    return page, column


def _said(text: str) -> QLabel:
    label = wrapping_label("secondary")
    label.setText(text)
    return label


def _tree(name: str, columns: int = 1) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setColumnCount(columns)
    tree.setAccessibleName(name)
    tree.setHeaderHidden(columns == 1)
    tree.setUniformRowHeights(True)
    tree.setTextElideMode(Qt.TextElideMode.ElideRight)
    return tree


def _marks(seen: Seen) -> str:
    marks: Sequence[str] = [level_text(seen.level)]
    if seen.is_untrusted:
        marks = [*marks, _stranger()]
    return ", ".join(marks)


def _stranger() -> str:
    return translate("trust", "from outside")
