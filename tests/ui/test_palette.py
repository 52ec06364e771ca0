"""Contrast by the formula of WCAG 2, for every pair that the style sheet or a painter lets meet."""

from itertools import product

import pytest

from studio.ui.palette import DARK, LIGHT, Palette
from studio.ui.style import style_sheet

BACKGROUNDS = (
    "window",
    "sidebar",
    "surface",
    "raised",
    "hover",
    "code",
    "bubble",
    "selected",
)
TEXTS = ("text", "text_secondary", "text_muted", "link", "success", "warning", "danger", "accent")
OWN_PAIRS = (
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("success", "success_soft"),
    ("warning", "warning_soft"),
    ("danger", "danger_soft"),
    ("text", "success_soft"),
    ("text", "warning_soft"),
    ("text", "danger_soft"),
    ("text", "selection"),
    ("text", "border"),
)
PAIRS = (*product(TEXTS, BACKGROUNDS), *OWN_PAIRS)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_all_text_can_be_read_on_every_background_it_meets(palette: Palette) -> None:
    too_low = {
        pair: round(contrast(getattr(palette, pair[0]), getattr(palette, pair[1])), 2)
        for pair in PAIRS
        if contrast(getattr(palette, pair[0]), getattr(palette, pair[1])) < 4.5
    }
    assert not too_low


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_the_style_sheet_has_no_colour_of_its_own(palette: Palette) -> None:
    known = {
        value for name in palette.__slots__ if isinstance(value := getattr(palette, name), str)
    }
    sheet = style_sheet(palette)
    used = {sheet[i : i + 7] for i in range(len(sheet)) if sheet[i] == "#"}
    assert used <= known


def test_contrast_is_reckoned_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
