"""A provider profile: what the user set up, without its secrets."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from studio.core.addresses import is_loopback
from studio.core.messages import Dialect

PROFILES_VERSION = 1
KEY_ID = "default"
PRACTICE_ID = "practice"
SMALL_MODEL_ID = "small-model"


class Kind(StrEnum):
    """Where a profile's answers come from."""

    HTTP = "http"
    PRACTICE = "practice"
    ENGINE = "engine"  # a model file run on this computer by a child process of ours


class EngineSettings(BaseModel):
    """How a model file is loaded. `context_length` in tokens; `gpu_layers` 0 is CPU only."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model_path: str
    context_length: int = Field(default=4096, ge=256, le=1_048_576)
    gpu_layers: int = Field(default=0, ge=-1, le=999)


class ProviderProfile(BaseModel):
    """Name, dialect, address, model, and which quirks to honour.

    `key_hint` is the last four characters of the key, empty for short keys; `has_key` is known
    without reading the keyring. `secret_headers` are names whose values are in the keyring too.
    `idle_timeout` is in seconds.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str = Field(min_length=1, max_length=200)
    kind: Kind = Kind.HTTP
    dialect: Dialect = Dialect.OPENAI_CHAT
    base_url: str = ""
    model: str = ""
    has_key: bool = False
    key_hint: str = Field(default="", max_length=4)
    extra_headers: dict[str, str] = {}
    secret_headers: tuple[str, ...] = ()
    extra_parameters: dict[str, Any] = {}
    engine: EngineSettings | None = None
    idle_timeout: float = Field(default=300.0, gt=0, le=86_400)
    splits_think_tags: bool = False
    offers_tools: bool = True

    @property
    def stays_here(self) -> bool:
        """Nothing that is sent leaves this computer."""
        return self.kind is not Kind.HTTP or is_loopback(self.base_url)


def header_key_id(name: str) -> str:
    """The keyring entry of a secret header."""
    return f"header-{name.lower()}"
