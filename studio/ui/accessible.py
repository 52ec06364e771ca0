"""What a screen reader is told beyond what the widgets say by themselves.

The roles are loaded when somebody first asks for one: without a screen reader nobody does.
"""

from functools import cache
from importlib import import_module

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QWidget

_ROLES = "studio.ui.chat.accessible"
_KINDS = frozenset(
    {"TranscriptView", "RowWidget", "ToolCard", "ServerToolCard", "MessageHead", "TextView"}
)


@cache
def install_accessible_roles() -> None:
    """Gives the transcript and its parts their roles. Once per process is enough."""
    QAccessible.installFactory(_make)


def announce(widget: QWidget, text: str, *, is_urgent: bool = False) -> None:
    """Has a screen reader say something, now or when it has finished its sentence."""
    if not QAccessible.isActive() or not text:
        return
    politeness = QAccessible.AnnouncementPoliteness
    event = QAccessibleAnnouncementEvent(widget, text)
    event.setPoliteness(politeness.Assertive if is_urgent else politeness.Polite)
    QAccessible.updateAccessibility(event)


def _make(kind: str, widget: QObject) -> QAccessibleInterface | None:
    """Called by Qt with each class of a widget in turn, the most special one first."""
    if kind not in _KINDS:
        return None
    made: QAccessibleInterface | None = import_module(_ROLES).interface_for(kind, widget)
    return made
