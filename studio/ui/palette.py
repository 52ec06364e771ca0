"""The colours of the window, one set for light and one for dark.

Every pair of text and background that can meet has a contrast of at least 4.5; a test computes
them all, so a colour is changed here and nowhere else.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`. The `_soft` ones are backgrounds for text of their own colour."""

    is_dark: bool
    window: str
    sidebar: str
    surface: str  # cards
    raised: str  # buttons, inputs, menus
    hover: str  # a flat button or row under the pointer
    code: str
    bubble: str  # the user's prompt
    selected: str  # a chosen row
    selection: str  # chosen text
    border: str
    border_strong: str
    text: str
    text_secondary: str
    text_muted: str  # times, captions
    accent: str
    accent_hover: str
    on_accent: str
    link: str
    success: str
    success_soft: str
    success_border: str
    warning: str
    warning_soft: str
    warning_border: str
    danger: str
    danger_soft: str
    danger_border: str


LIGHT = Palette(
    is_dark=False,
    window="#ffffff",
    sidebar="#f6f6f4",
    surface="#fafaf8",
    raised="#ffffff",
    hover="#efeeeb",
    code="#f3f2ee",
    bubble="#eef0f4",
    selected="#e9edfc",
    selection="#cfd8fb",
    border="#e4e3df",
    border_strong="#c9c8c2",
    text="#1d1d1b",
    text_secondary="#5d5c57",
    text_muted="#68675f",
    accent="#3559e0",
    accent_hover="#2a4ac4",
    on_accent="#ffffff",
    link="#3155d8",
    success="#2a7147",
    success_soft="#e6f3ea",
    success_border="#9fc4ad",
    warning="#8f5a00",
    warning_soft="#fbf1dc",
    warning_border="#c5ad81",
    danger="#b3261e",
    danger_soft="#fbe9e7",
    danger_border="#d19b96",
)

DARK = Palette(
    is_dark=True,
    window="#17181a",
    sidebar="#111213",
    surface="#1d1f21",
    raised="#17181a",
    hover="#26282b",
    code="#202225",
    bubble="#232529",
    selected="#232b47",
    selection="#36457c",
    border="#2b2d30",
    border_strong="#44474c",
    text="#ececea",
    text_secondary="#b0b0aa",
    text_muted="#9a9a94",
    accent="#8ba4ff",
    accent_hover="#a3b7ff",
    on_accent="#111213",
    link="#8ba4ff",
    success="#7bc796",
    success_soft="#1c2c22",
    success_border="#3f6650",
    warning="#e5b567",
    warning_soft="#332a18",
    warning_border="#796647",
    danger="#f28b82",
    danger_soft="#371f1d",
    danger_border="#77514f",
)
