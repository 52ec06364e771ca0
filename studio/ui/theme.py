"""Light or dark, and the fonts: one `Theme` that every widget is given.

Widgets are coloured by one style sheet; only what paints itself reads `theme.palette`, and does so
again on `changed`. Part of the first paint: see `main_window` for what that forbids.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import Enum, auto

from PySide6 import QtCore
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from studio.ui.palette import DARK, LIGHT, Palette
from studio.ui.resources import resource
from studio.ui.style import style_sheet

__all__ = ["Appearance", "FontKind", "Palette", "Theme"]

# Loaded before the first paint: what the frame of the window is written in.
_FIRST_FONTS = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf")
_LATER_FONTS = ("Inter-Bold.otf", "Inter-Italic.otf", "JetBrainsMono-Regular.ttf")
_HALF = 128
_TEXT_FAMILIES = ("Inter",)
# Points of the system's font and dots to an inch where nobody changed anything. Desktops of Linux
# begin with 9 to 11 points.
_USUAL = {"win32": (9.0, 96.0), "darwin": (13.0, 72.0), "linux": (11.0, 96.0)}
_CODE_FAMILIES = ("JetBrains Mono", "Menlo", "Consolas", "DejaVu Sans Mono", "monospace")


class FontKind(Enum):
    """What a piece of writing is for. Sizes are in device-independent pixels."""

    TEXT = auto()
    SMALL = auto()
    CAPTION = auto()
    LABEL = auto()  # the small capitals above a group
    CODE = auto()
    TITLE = auto()
    HEADING = auto()  # the name at the top of a page
    BOLD = auto()


_SIZES = {
    FontKind.TEXT: 14,
    FontKind.SMALL: 13,
    FontKind.CAPTION: 12,
    FontKind.LABEL: 11,
    FontKind.CODE: 13,
    FontKind.TITLE: 20,
    FontKind.HEADING: 16,
    FontKind.BOLD: 14,
}
_WEIGHTS = {
    FontKind.LABEL: QFont.Weight.DemiBold,
    FontKind.TITLE: QFont.Weight.DemiBold,
    FontKind.HEADING: QFont.Weight.DemiBold,
    FontKind.BOLD: QFont.Weight.DemiBold,
}


@dataclass(frozen=True, slots=True)
class Appearance:
    """How text is set, as the user chose; the words and units of `core.settings.Settings`."""

    zoom: int = 100
    text_family: str = ""
    code_family: str = ""
    text_size: int = 14
    code_size: int = 13
    line_width: str = "normal"
    density: str = "normal"
    code_theme: str = ""
    wraps_code: bool = False
    numbers_code: bool = False


class Theme(QtCore.QObject):
    """Lives as long as the application, which it colours. `choice` is system, light or dark.

    Signals: `changed()` when colours, fonts or sizes are others.
    """

    changed = QtCore.Signal()

    def __init__(self, application: QApplication, choice: str = "system", zoom: int = 100) -> None:
        super().__init__(application)
        self._application = application
        self._choice = choice
        self._appearance = Appearance(zoom=zoom)
        self._system_scale = _system_scale(application)
        if application.style().name() != "fusion":
            application.setStyle("fusion")
        # Asking for the colour scheme itself would build the `Qt` namespace: see `settle`.
        self._is_system_dark = application.palette().window().color().lightness() < _HALF
        self._palette = self._wanted()
        _load_fonts(_FIRST_FONTS)
        application.setFont(self.font(FontKind.TEXT))
        self._colour()

    @property
    def palette(self) -> Palette:
        return self._palette

    @property
    def appearance(self) -> Appearance:
        return self._appearance

    @property
    def scale(self) -> float:
        """How much larger than designed everything written is: the system's wish, and the zoom."""
        return self._system_scale * self._appearance.zoom / 100

    def appear(self, appearance: Appearance) -> None:
        """Sets text as the user chose."""
        if appearance == self._appearance:
            return
        before, self._appearance = self._appearance, appearance
        if before.zoom != appearance.zoom:
            self._application.setFont(self.font(FontKind.TEXT))
            self._colour()
        self.changed.emit()

    def choose(self, choice: str) -> None:
        """Follows the system, or holds to light or dark."""
        self._choice = choice
        self._apply()

    def settle(self) -> None:
        """After the first paint: the other fonts, and what the system says of light and dark."""
        _load_fonts(_LATER_FONTS)
        hints = self._application.styleHints()
        hints.colorSchemeChanged.connect(self._follow)
        if hints.colorScheme() is not QtCore.Qt.ColorScheme.Unknown:
            self._follow(hints.colorScheme())

    def font(self, kind: FontKind) -> QFont:
        font = QFont()
        is_code = kind is FontKind.CODE
        font.setFamilies(_CODE_FAMILIES if is_code else _TEXT_FAMILIES)
        if is_code:
            font.setStyleHint(QFont.StyleHint.Monospace)
            # Ligatures would show "!=" as one sign: what a model wrote is shown as written.
            font.setFeature(QFont.Tag("liga"), 0)
            font.setFeature(QFont.Tag("calt"), 0)
        font.setPixelSize(max(1, round(_SIZES[kind] * self.scale)))
        font.setWeight(_WEIGHTS.get(kind, QFont.Weight.Normal))
        if kind is FontKind.LABEL:
            font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 104)
        return font

    def _follow(self, scheme: QtCore.Qt.ColorScheme) -> None:
        self._is_system_dark = scheme is QtCore.Qt.ColorScheme.Dark
        self._apply()

    def _apply(self) -> None:
        if self._palette is not self._wanted():
            self._palette = self._wanted()
            self._colour()
            self.changed.emit()

    def _wanted(self) -> Palette:
        is_dark = self._is_system_dark if self._choice == "system" else self._choice == "dark"
        return DARK if is_dark else LIGHT

    def _colour(self) -> None:
        self._application.setPalette(_qt_palette(self._palette))
        self._application.setStyleSheet(style_sheet(self._palette, self.scale))


def _system_scale(application: QApplication) -> float:
    """How large the system wants its text, against what is usual there; in steps of 5 %.

    Where Qt scales the whole window (a monitor of high density) that is none of it.
    """
    font = application.font()
    points, dots = font.pointSizeF(), application.primaryScreen().logicalDotsPerInch()
    if points <= 0 or dots <= 0:
        return 1.0
    usual_points, usual_dots = _USUAL.get(sys.platform, _USUAL["linux"])
    larger = points / usual_points if points > usual_points else 1.0
    return min(max(round(larger * dots / usual_dots * 20) / 20, 0.8), 2.5)


def _load_fonts(names: tuple[str, ...]) -> None:
    """A font that cannot be read is no reason not to start: Qt falls back to the system's."""
    for name in names:
        QFontDatabase.addApplicationFont(str(resource(f"fonts/{name}")))


def _qt_palette(palette: Palette) -> QPalette:
    """For what the style draws by itself: check boxes, menus, text selections."""
    roles = {
        QPalette.ColorRole.Window: palette.window,
        QPalette.ColorRole.WindowText: palette.text,
        QPalette.ColorRole.Base: palette.raised,
        QPalette.ColorRole.AlternateBase: palette.surface,
        QPalette.ColorRole.Text: palette.text,
        QPalette.ColorRole.PlaceholderText: palette.text_muted,
        QPalette.ColorRole.Button: palette.raised,
        QPalette.ColorRole.ButtonText: palette.text,
        QPalette.ColorRole.ToolTipBase: palette.surface,
        QPalette.ColorRole.ToolTipText: palette.text,
        QPalette.ColorRole.Highlight: palette.selection,
        QPalette.ColorRole.HighlightedText: palette.text,
        QPalette.ColorRole.Accent: palette.accent,
        QPalette.ColorRole.Link: palette.link,
        QPalette.ColorRole.LinkVisited: palette.link,
        QPalette.ColorRole.BrightText: palette.danger,
        QPalette.ColorRole.Light: palette.border,
        QPalette.ColorRole.Midlight: palette.border,
        QPalette.ColorRole.Mid: palette.border_strong,
        QPalette.ColorRole.Dark: palette.border_strong,
    }
    made = QPalette()
    for role, colour in roles.items():
        made.setColor(role, QColor(colour))
    disabled = QPalette.ColorGroup.Disabled
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        made.setColor(disabled, role, QColor(palette.text_muted))
    return made
