"""The line on top of the panel: what is looked at, ways to its neighbours, and what may be done."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.ui.buttons import icon_button
from studio.ui.elided import ElidedLabel
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme

translate = QCoreApplication.translate

_ARROWS = 4  # widgets behind the tools


class PanelHead(QWidget):
    """Belongs to its panel, which listens to the buttons."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.place = ElidedLabel()
        self.place.setProperty("kind", "bold")
        self.again = icon_button(
            translate("inspector", "Ask again…"),
            "flat",
            translate("inspector", "Ask again from this round, of another model or otherwise"),
        )
        self.earlier = icon_button(translate("inspector", "Round before"), "flat")
        self.later = icon_button(translate("inspector", "Next round"), "flat")
        self.close_button = icon_button(translate("inspector", "Close the inspector"), "flat")
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 8, 0)
        row.setSpacing(2)
        row.addWidget(self.place, 1)
        for button in (self.again, self.earlier, self.later, self.close_button):
            row.addWidget(button)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def add_tool(self, widget: QWidget) -> None:
        """Left of the arrows."""
        self._row.insertWidget(self._row.count() - _ARROWS, widget)

    def _paint_icons(self) -> None:
        colour = self._theme.palette.text_secondary
        muted = self._theme.palette.border_strong
        self.again.setIcon(icon(Icon.AGAIN, colour, muted))
        self.earlier.setIcon(icon(Icon.CHEVRON_LEFT, colour, muted))
        self.later.setIcon(icon(Icon.CHEVRON_RIGHT, colour, muted))
        self.close_button.setIcon(icon(Icon.CLOSE, colour))
