"""Small buttons as they are all over the window."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from studio.ui.icons import SIZE


def icon_button(
    name: str, kind: str = "icon", tip: str = "", parent: QWidget | None = None
) -> QToolButton:
    """Reached by Tab; `name` is what a screen reader says. Whoever makes it gives it its icon, in
    the colours of the theme. `kind` is `icon` or, with a frame under the pointer, `flat`."""
    button = QToolButton(parent)
    button.setProperty("kind", kind)
    button.setIconSize(QSize(SIZE, SIZE))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(name)
    button.setToolTip(tip or name)
    return button
