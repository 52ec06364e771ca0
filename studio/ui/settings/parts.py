"""The small pieces that all settings pages are made of."""

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from studio.ui.texts import size
from studio.ui.theme import FontKind, Theme

_GIGA = 1_000_000_000


def labelled(text: str, kind: str) -> QLabel:
    """A label of plain text that wraps; `kind` is a look of the style sheet."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("kind", kind)
    label.setWordWrap(kind not in ("label", "pill", "pill-warning", "pill-success", "bold", "dot"))
    return label


def group_label(theme: Theme, text: str) -> QLabel:
    """The small capitals above a group."""
    label = labelled(text, "label")
    font = theme.font(FontKind.LABEL)
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    label.setFont(font)
    label.setContentsMargins(0, 12, 0, 0)
    label.setWordWrap(True)
    return label


def button(text: str, kind: str = "", name: str = "") -> QPushButton:
    """`name` is what a screen reader says where the text alone is not clear."""
    made = QPushButton(text)
    if kind:
        made.setProperty("kind", kind)
    if name:
        made.setAccessibleName(name)
    made.setAutoDefault(False)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made


def rule(*, is_vertical: bool = False) -> QFrame:
    """A hairline."""
    line = QFrame()
    line.setProperty("kind", "rule")
    if is_vertical:
        line.setStyleSheet("max-width: 1px; min-width: 1px; max-height: 16777215px;")
        line.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
    return line


def painted(widget: QWidget, kind: str) -> None:
    """A plain widget that shows the background which the style sheet has for it."""
    widget.setProperty("kind", kind)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def relook(widget: QWidget, kind: str) -> None:
    """Another look of the style sheet for a widget that is shown already."""
    if widget.property("kind") != kind:
        widget.setProperty("kind", kind)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def bytes_text(count: int) -> str:
    """Such as `98.0 MB` or `1.4 GB`, in powers of ten as disks are sold."""
    if count >= _GIGA:
        amount = QLocale().toString(count / _GIGA, "f", 1)
        return QCoreApplication.translate("settings", "{0} GB").format(amount)
    return size(count)


def policy_text(organisation: str) -> str:
    """The mark on everything that the user cannot change here."""
    if organisation:
        return QCoreApplication.translate("settings", "Set by {0}").format(organisation)
    return QCoreApplication.translate("settings", "Set by your organisation")
