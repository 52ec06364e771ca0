"""How a transcript looks: fonts, colours and distances, read once from the theme."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QFont, QFontMetricsF

from studio.ui.theme import Appearance, FontKind, Palette, Theme

SIDE_MARGIN = 28
_COLUMN_WIDTHS = {"narrow": 560, "normal": 676, "wide": 900, "full": 1 << 20}
_DENSITIES = {"compact": 0.88, "normal": 1.0, "roomy": 1.16}
_HEADING_SIZES = {1: 22, 2: 19, 3: 17, 4: 15, 5: 14, 6: 14}
_TEXT_SIZE = 14


@dataclass(frozen=True, slots=True)
class Look:
    """One theme's fonts, colours and distances in pixels. Made anew when the theme changes.

    `scale` is what everything is larger than designed: zoom, system, and the size of the text.
    """

    palette: Palette
    appearance: Appearance
    scale: float
    text: QFont
    small: QFont
    caption: QFont
    code: QFont
    bold_weight: QFont.Weight
    text_width: float

    def px(self, length: float) -> int:
        """A length of the design at this zoom."""
        return round(length * self.scale)

    @property
    def airiness(self) -> float:
        """What distances between lines and blocks are multiplied by."""
        return _DENSITIES.get(self.appearance.density, 1.0)

    @property
    def column_width(self) -> int:
        """As wide as the column may become."""
        return self.px(_COLUMN_WIDTHS.get(self.appearance.line_width, _COLUMN_WIDTHS["normal"]))

    @property
    def line_height(self) -> int:
        return self.px(22 * self.airiness)

    @property
    def code_line_height(self) -> int:
        return round(self.code.pixelSize() * 18 / 13 * self.airiness)

    @property
    def turn_gap(self) -> int:
        return self.px(32 * self.airiness)

    @property
    def quote_indent(self) -> int:
        return self.px(16)

    @property
    def item_indent(self) -> int:
        return self.px(26)

    def gap(self, distance: int) -> int:
        """A distance between blocks, as airy as the user likes it."""
        return self.px(distance * self.airiness)

    def heading(self, level: int) -> QFont:
        """The font of a heading of this level."""
        font = QFont(self.text)
        font.setPixelSize(self.px(_HEADING_SIZES[min(max(level, 1), 6)]))
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def colour(self, name: str) -> QColor:
        """A colour of the palette by its field's name."""
        return QColor(str(getattr(self.palette, name)))


def read_look(theme: Theme) -> Look:
    """The look of a theme now."""
    appearance = theme.appearance
    text, code = theme.font(FontKind.TEXT), theme.font(FontKind.CODE)
    text.setPixelSize(max(1, round(appearance.text_size * theme.scale)))
    code.setPixelSize(max(1, round(appearance.code_size * theme.scale)))
    if appearance.text_family:
        text.setFamilies([appearance.text_family, *text.families()])
    if appearance.code_family:
        code.setFamilies([appearance.code_family, *code.families()])
    return Look(
        palette=theme.palette,
        appearance=appearance,
        scale=theme.scale * appearance.text_size / _TEXT_SIZE,
        text=text,
        small=theme.font(FontKind.SMALL),
        caption=theme.font(FontKind.CAPTION),
        code=code,
        bold_weight=QFont.Weight.DemiBold,
        text_width=QFontMetricsF(text).averageCharWidth(),
    )
