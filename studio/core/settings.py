"""What the user set for the whole program. One small validated file, no secrets in it."""

from decimal import Decimal
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from studio.core.limits import Limits
from studio.core.trust import Level

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

    `turn_seconds`, `turn_tokens` and `turn_usd` are what one turn may take before it pauses, None
    for no bound. `folder_levels` are how private granted folders are, where that is not `internal`.
    `blocks_trust`: what the trust rules would warn of is blocked. `neutralises`: instructions found
    in results from outside are taken out for the model. `private_hosts` may be reached by the tools
    of the web though they are not public. `searches` are the search services in the order in which
    they are tried, `search_urls` their addresses where those are the user's own,
    `search_keys` those whose key is in the keyring. `python_path` is
    the interpreter of `run_python`, empty for Callboard's own. `tools_off` are names of tools that
    new chats begin without. `spans_url` is the collector that spans of turns are sent to
    (OTLP/HTTP), empty for none; `spans_header` the name of the header with its key, which is in the
    keyring where `spans_has_key`.
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
    turn_seconds: float | None = Field(default=None, ge=1, le=86_400)
    turn_tokens: int | None = Field(default=None, ge=1_000)
    turn_usd: Decimal | None = Field(default=Decimal(1), gt=0)
    folder_levels: dict[str, Level] = {}
    blocks_trust: bool = False
    neutralises: bool = False
    private_hosts: tuple[str, ...] = ()
    searches: tuple[str, ...] = ("searxng", "tavily")
    search_urls: dict[str, str] = {}
    search_keys: tuple[str, ...] = ()
    python_path: str = ""
    tools_off: tuple[str, ...] = ()
    spans_url: str = ""
    spans_header: str = ""
    spans_has_key: bool = False
    notifies: bool = True
    has_seen_welcome: bool = False

    @property
    def limits(self) -> Limits:
        return Limits(
            self.rounds,
            self.calls,
            self.result_characters,
            seconds=self.turn_seconds,
            tokens=self.turn_tokens,
            usd=self.turn_usd,
        )
