"""How a transcript looks: fonts, colours and distances, read once from the theme."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QFont, QFontMetricsF

from studio.ui.theme import FontKind, Palette, Theme

COLUMN_WIDTH = 676
SIDE_MARGIN = 28
TURN_GAP = 32
LINE_HEIGHT = 22
CODE_LINE_HEIGHT = 18
QUOTE_INDENT = 16
ITEM_INDENT = 26
_HEADING_SIZES = {1: 22, 2: 19, 3: 17, 4: 15, 5: 14, 6: 14}


@dataclass(frozen=True, slots=True)
class Look:
    """One theme's fonts and colours. Made anew when the theme changes."""

    palette: Palette
    text: QFont
    small: QFont
    caption: QFont
    code: QFont
    bold_weight: QFont.Weight
    text_width: float

    def heading(self, level: int) -> QFont:
        """The font of a heading of this level."""
        font = QFont(self.text)
        font.setPixelSize(_HEADING_SIZES[min(max(level, 1), 6)])
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def colour(self, name: str) -> QColor:
        """A colour of the palette by its field's name."""
        return QColor(str(getattr(self.palette, name)))


def read_look(theme: Theme) -> Look:
    """The look of a theme now."""
    text, code = theme.font(FontKind.TEXT), theme.font(FontKind.CODE)
    return Look(
        palette=theme.palette,
        text=text,
        small=theme.font(FontKind.SMALL),
        caption=theme.font(FontKind.CAPTION),
        code=code,
        bold_weight=QFont.Weight.DemiBold,
        text_width=QFontMetricsF(text).averageCharWidth(),
    )
