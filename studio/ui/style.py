"""The one style sheet, made from a palette.

Widgets ask for a look by the dynamic property `kind`. Buttons: `primary`, `danger`, `pill`, `flat`,
`link`, `cell`, `icon`, `inside`, `row`, `tab`, `new-chat`. Labels: `secondary`, `muted`, `caption`,
`label`, `title`, `heading`, `bold`, `small`, `code`, `mono`, `mono-danger`, `success`, `warning`,
`danger`, `danger-small`, `dot`, `sign`, `pill`, `pill-success`, `pill-warning`. Frames: `card`,
`card-danger`, `card-warning`, `composer`, `popup`, `header`, `banner`, `notice`, `reason`,
`bubble`, `code`, `rule`,
`inspector`.
Widgets: `sidebar`, `page`. Text fields of several lines: `field`, `code`.
"""

import re
from dataclasses import asdict
from string import Template

from studio.ui.palette import Palette
from studio.ui.resources import resource

_FONT_SIZE = re.compile(r"font-size: (\d+)px")


def style_sheet(palette: Palette, scale: float = 1.0) -> str:
    """The style sheet of the whole application, its letters larger by `scale`."""
    shade = "dark" if palette.is_dark else "light"
    sheet = _SHEET.substitute(
        asdict(palette),
        chevron=resource(f"icons/chevron-down-{shade}.svg").as_posix(),
        chevron_up=resource(f"icons/chevron-up-{shade}.svg").as_posix(),
        tick=resource(f"icons/tick-{shade}.svg").as_posix(),
    )
    if scale == 1.0:
        return sheet
    return _FONT_SIZE.sub(lambda found: f"font-size: {round(int(found[1]) * scale)}px", sheet)


_BASE = """
QWidget { color: $text; }
QMainWindow, QDialog { background: $window; }
QToolTip { background: $surface; color: $text; border: 1px solid $border_strong; padding: 4px 6px;
    font-size: 12px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
"""

_LABELS = """
QLabel { background: transparent; }
QLabel[kind="secondary"] { color: $text_secondary; font-size: 13px; }
QLabel[kind="muted"], QLabel[kind="caption"] { color: $text_muted; font-size: 12px; }
QLabel[kind="label"] { color: $text_muted; font-size: 11px; font-weight: 600; }
QLabel[kind="title"] { font-size: 20px; font-weight: 600; }
QLabel[kind="heading"] { font-size: 16px; font-weight: 600; }
QLabel[kind="bold"] { font-weight: 600; }
QLabel[kind="code"] { font-family: "JetBrains Mono"; font-size: 13px; }
QLabel[kind="success"] { color: $success; font-size: 13px; }
QLabel[kind="warning"] { color: $warning; font-size: 13px; }
QLabel[kind="danger"] { color: $danger; font-size: 13px; }
QLabel[kind="danger-small"] { color: $danger; font-size: 12px; }
QLabel[kind="small"], QLabel[kind="mono"] { font-size: 13px; }
QLabel[kind="mono-danger"] { color: $danger; font-size: 13px; }
QLabel[kind="dot"] { color: $text_muted; font-size: 13px; }
QLabel[kind="sign"] { color: $link; background: $selected; font-size: 11px; font-weight: 600;
    border-radius: 9px; }
QLabel[kind="pill"] { color: $text_secondary; font-size: 13px; border: 1px solid $border;
    border-radius: 13px; padding: 4px 10px; }
QLabel[kind="pill-success"] { color: $success; background: $success_soft; font-size: 13px;
    border: 1px solid $success_soft; border-radius: 13px; padding: 4px 10px; }
QLabel[kind="pill-warning"] { color: $warning; background: $warning_soft; font-size: 13px;
    border: 1px solid $warning_soft; border-radius: 13px; padding: 4px 10px; }
"""

_BUTTONS = """
QPushButton, QToolButton { background: $raised; color: $text; border: 1px solid $border;
    border-radius: 8px; padding: 6px 12px; font-size: 14px; font-weight: 500; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed { background: $border; }
QPushButton:focus, QToolButton:focus { border-color: $accent; }
QPushButton:disabled, QToolButton:disabled { color: $text_muted; background: $surface; }
QPushButton::menu-indicator, QToolButton::menu-indicator { image: none; width: 0; }
QPushButton[kind="primary"], QToolButton[kind="primary"] { background: $accent; color: $on_accent;
    border-color: $accent; }
QPushButton[kind="primary"]:hover, QToolButton[kind="primary"]:hover { background: $accent_hover;
    border-color: $accent_hover; }
QPushButton[kind="primary"]:focus, QToolButton[kind="primary"]:focus { border: 2px solid $text;
    padding: 5px 11px; }
QPushButton[kind="primary"]:disabled, QToolButton[kind="primary"]:disabled { background: $hover;
    color: $text_secondary; border-color: $border; }
QPushButton[kind="danger"] { color: $danger; border-color: $danger_border; }
QPushButton[kind="pill"], QToolButton[kind="pill"] { color: $text_secondary; font-size: 13px;
    font-weight: 400; border-radius: 13px; padding: 4px 10px; background: transparent; }
QPushButton[kind="pill"]:hover, QToolButton[kind="pill"]:hover { background: $hover;
    color: $text; }
QPushButton[kind="pill"]:focus, QToolButton[kind="pill"]:focus { border-color: $accent; }
QPushButton[kind="chip"] { color: $text_secondary; font-size: 13px; font-weight: 400;
    border-radius: 13px; padding: 4px 10px; background: transparent; }
QPushButton[kind="chip-success"] { color: $success; background: $success_soft; font-size: 13px;
    font-weight: 400; border-color: transparent; border-radius: 13px; padding: 4px 10px; }
QPushButton[kind="chip-warning"] { color: $warning; background: $warning_soft; font-size: 13px;
    font-weight: 400; border-color: transparent; border-radius: 13px; padding: 4px 10px; }
QPushButton[kind="chip"]:hover { background: $hover; color: $text; }
QPushButton[kind="chip"]:focus, QPushButton[kind="chip-success"]:focus,
QPushButton[kind="chip-warning"]:focus { border-color: $accent; }
QPushButton[kind="flat"], QToolButton[kind="flat"], QPushButton[kind="row"] {
    background: transparent; border-color: transparent; color: $text_secondary;
    font-weight: 400; padding: 4px 8px; }
QPushButton[kind="flat"]:hover, QToolButton[kind="flat"]:hover, QPushButton[kind="row"]:hover {
    background: $hover; color: $text; }
QPushButton[kind="flat"]:focus, QToolButton[kind="flat"]:focus, QPushButton[kind="row"]:focus {
    border-color: $accent; }
QToolButton[kind="icon"] { background: transparent; border-color: transparent; padding: 0; }
QToolButton[kind="icon"]:hover { background: $hover; }
QToolButton[kind="icon"]:checked { background: $selected; }
QToolButton[kind="icon"]:focus { border-color: $accent; }
QToolButton[kind="icon"]:disabled { background: transparent; }
QPushButton[kind="flat"]:checked, QToolButton[kind="flat"]:checked { background: $selected;
    color: $text; }
QPushButton[kind="tab"] { background: transparent; border-color: transparent; font-size: 13px;
    color: $text_secondary; font-weight: 400; padding: 4px 5px; outline: none; }
QPushButton[kind="tab"]:hover { background: $hover; color: $text; }
QPushButton[kind="tab"]:focus { border-color: $accent; }
QPushButton[kind="tab"]:checked { background: $selected; color: $text; }
QPushButton[kind="row"] { text-align: left; padding: 8px 10px; }
QPushButton[kind="new-chat"] { background: $raised; padding: 0; }
QPushButton[kind="new-chat"]:hover { background: $hover; }
QPushButton[kind="link"] { background: transparent; border-color: transparent; color: $link;
    font-weight: 400; padding: 2px 4px; }
QPushButton[kind="inside"] { background: transparent; border-color: transparent;
    color: $text_muted; font-size: 13px; font-weight: 400; padding: 2px 8px; border-radius: 6px; }
QPushButton[kind="inside"]:hover { background: $hover; color: $text; }
QPushButton[kind="inside"]:focus { border-color: $accent; }
QPushButton[kind="cell"] { background: transparent; border-color: transparent; color: $text;
    font-size: 13px; font-weight: 400; padding: 4px 5px; border-radius: 6px; }
QPushButton[kind="cell"]:hover { background: $hover; }
QPushButton[kind="cell"]:focus { border-color: $accent; }
QPushButton[kind="cell"]:disabled { color: $text_muted; }
QPushButton[kind="link"]:focus { border-color: $accent; }
"""

_INPUTS = """
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { background: $raised; color: $text;
    border: 1px solid $border; border-radius: 8px; padding: 6px 10px; min-height: 20px;
    selection-background-color: $selection; selection-color: $text; }
QLineEdit, QTextEdit, QPlainTextEdit { placeholder-text-color: $text_muted; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { background: transparent; border: none;
    padding: 0 8px; min-height: 0; }
QTextEdit, QPlainTextEdit, QTextBrowser { background: transparent; color: $text; border: none;
    selection-background-color: $selection; selection-color: $text; }
QPlainTextEdit[kind="field"], QTextEdit[kind="field"] { background: $raised;
    border: 1px solid $border; border-radius: 8px; padding: 4px 6px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus,
QPlainTextEdit[kind="field"]:focus, QTextEdit[kind="field"]:focus { border-color: $accent; }
QPlainTextEdit[kind="code"] { background: $code; border-radius: 8px; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled {
    color: $text_muted; background: $surface; }
QComboBox::drop-down { border: none; width: 26px; }
QComboBox::down-arrow { image: url("$chevron"); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border_strong;
    selection-background-color: $selected; selection-color: $text; outline: none; padding: 4px; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border;
    subcontrol-position: top right; border: none; width: 22px; background: transparent; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-origin: border;
    subcontrol-position: bottom right; border: none; width: 22px; background: transparent; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url("$chevron_up"); width: 10px;
    height: 10px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url("$chevron"); width: 10px;
    height: 10px; }
QCheckBox, QRadioButton { spacing: 8px; background: transparent; }
QCheckBox::indicator { width: 16px; height: 16px; border: 1px solid $border_strong;
    border-radius: 4px; background: $raised; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent;
    image: url("$tick"); }
QCheckBox::indicator:focus { border-color: $accent; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $border; }
QSlider::handle:horizontal { width: 16px; height: 16px; margin: -6px 0; border-radius: 8px;
    background: $accent; }
"""

_VIEWS = """
QAbstractScrollArea { background: transparent; border: none; }
QAbstractItemView { outline: none; selection-background-color: $selected;
    selection-color: $text; }
QListView::item, QTreeView::item { border-radius: 8px; padding: 6px 8px; }
QListView::item:selected, QTreeView::item:selected { background: $selected; color: $text; }
QListView::item:hover:!selected, QTreeView::item:hover:!selected { background: $hover; }
QHeaderView::section { background: transparent; color: $text_muted; border: none;
    border-bottom: 1px solid $border; padding: 6px 8px; font-size: 11px; font-weight: 600; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $border_strong; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $text_muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QMenu { background: $raised; border: 1px solid $border_strong; border-radius: 8px; padding: 5px; }
QMenu::item { padding: 6px 22px 6px 12px; border-radius: 6px; background: transparent; }
QMenu::item:selected { background: $selected; color: $text; }
QMenu::item:disabled { color: $text_muted; }
QMenu::separator { height: 1px; background: $border; margin: 5px 6px; }
QMenu::indicator { width: 14px; height: 14px; margin-left: 8px; border: 1px solid $border_strong;
    border-radius: 4px; background: $raised; }
QMenu::indicator:checked { background: $accent; border-color: $accent; image: url("$tick"); }
QProgressBar { background: $code; border: none; border-radius: 3px; max-height: 6px;
    text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QTabBar::tab { background: transparent; color: $text_secondary; padding: 8px 4px;
    margin-right: 14px; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $text; font-weight: 600; border-bottom-color: $accent; }
QTabWidget::pane { border: none; border-top: 1px solid $border; }
"""

_FRAMES = """
QFrame[kind="sidebar"] { background: $sidebar; border: none; }
QWidget[kind="page"] { background: $window; }
QFrame[kind="card"] { background: $surface; border: 1px solid $border; border-radius: 10px; }
QFrame[kind="card-danger"] { background: $surface; border: 1px solid $danger_border;
    border-radius: 10px; }
QFrame[kind="card-warning"] { background: $surface; border: 1px solid $warning_border;
    border-radius: 10px; }
QFrame[marked="true"] { border-color: $accent; }
QFrame[kind="composer"] { background: $raised; border: 1px solid $border; border-radius: 12px; }
QFrame[kind="composer"][focused="true"] { border-color: $border_strong; }
QFrame[kind="inspector"] { background: $window; border: none; }
QFrame[kind="popup"] { background: $raised; border: 1px solid $border_strong; }
QFrame[kind="header"] { background: $window; border: none; border-bottom: 1px solid $border; }
QFrame[kind="banner"] { background: $surface; border: 1px solid $border; border-radius: 10px; }
QFrame[kind="notice"] { background: $warning_soft; border: none;
    border-bottom: 1px solid $warning_border; }
QFrame[kind="reason"] { background: $warning_soft; border: 1px solid $warning_border;
    border-radius: 8px; }
QFrame[kind="file"] { background: $surface; border: 1px solid $border; border-radius: 10px; }
QFrame[kind="file"]:focus { border-color: $accent; }
QFrame[kind="file-error"] { background: $danger_soft; border: 1px solid $danger_border;
    border-radius: 10px; }
QFrame[kind="drop"] { background: $window; border: 2px dashed $accent; border-radius: 12px; }
QFrame[kind="bubble"] { background: $bubble; border: none; border-radius: 14px; }
QFrame[kind="code"] { background: $code; border: none; border-radius: 8px; }
QLabel[kind="code"] { background: transparent; }
QFrame[kind="rule"] { background: $border; border: none; max-height: 1px; min-height: 1px; }
"""

_SHEET = Template("".join((_BASE, _LABELS, _BUTTONS, _INPUTS, _VIEWS, _FRAMES)))
