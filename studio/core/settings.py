"""What the user set for the whole program. One small validated file, no secrets in it."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from studio.core.limits import Limits

SETTINGS_VERSION = 1


class Theme(StrEnum):
    """Light or dark; `SYSTEM` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class LineWidth(StrEnum):
    """How wide the column of a chat may become; `FULL` as wide as the window."""

    NARROW = "narrow"
    NORMAL = "normal"
    WIDE = "wide"
    FULL = "full"


class Density(StrEnum):
    """How much room stands between lines and between paragraphs."""

    COMPACT = "compact"
    NORMAL = "normal"
    ROOMY = "roomy"


class Settings(BaseModel):
    """All settings with their defaults. `language` is empty (system) or a code such as `de`.

    `zoom` is in percent, `text_size` and `code_size` in pixels at 100 %; the families are empty for
    Callboard's own, `code_theme` is empty for its own colours or the name of a Pygments style.

    `tool_timeout` and `idle_timeout` are in seconds, `recordings_days` in days,
    `recordings_bytes` in bytes; folders are absolute paths. `provider_order` has IDs
    of profiles, in the order in which the user put them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = SETTINGS_VERSION
    theme: Theme = Theme.SYSTEM
    language: str = ""
    zoom: int = Field(default=100, ge=50, le=300)
    text_family: str = ""
    code_family: str = ""
    text_size: int = Field(default=14, ge=9, le=32)
    code_size: int = Field(default=13, ge=8, le=32)
    line_width: LineWidth = LineWidth.NORMAL
    density: Density = Density.NORMAL
    code_theme: str = ""
    wraps_code: bool = False
    numbers_code: bool = False
    default_profile_id: str = ""
    rounds: int = Field(default=25, ge=1, le=1_000)
    calls: int = Field(default=50, ge=1, le=10_000)
    result_characters: int = Field(default=300_000, ge=1_000, le=100_000_000)
    tool_timeout: float = Field(default=60.0, gt=0, le=86_400)
    recordings_days: int = Field(default=30, ge=0, le=36_500)
    recordings_bytes: int = Field(default=2_000_000_000, ge=0)
    granted_folders: tuple[str, ...] = ()
    model_folders: tuple[str, ...] = ()
    provider_order: tuple[str, ...] = ()
    notifies: bool = True
    has_seen_welcome: bool = False

    @property
    def limits(self) -> Limits:
        return Limits(self.rounds, self.calls, self.result_characters)
