"""A provider profile: what the user set up, without its secrets."""

from decimal import Decimal
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from studio.core.addresses import is_loopback
from studio.core.messages import Dialect
from studio.core.trust import Level

PROFILES_VERSION = 1
KEY_ID = "default"
PROXY_LOGIN_ID = "proxy-login"  # the keyring entry: user and password, with a colon between
PRACTICE_ID = "practice"
SMALL_MODEL_ID = "small-model"


class Kind(StrEnum):
    """Where a profile's answers come from."""

    HTTP = "http"
    PRACTICE = "practice"
    ENGINE = "engine"  # a model file run on this computer by a child process of ours


class KeySource(StrEnum):
    """Where a key comes from at each start."""

    KEYRING = "keyring"
    ENVIRONMENT = "environment"  # `locator` is the name of a variable
    COMMAND = "command"  # `locator` is a command line whose output is the key (1Password, pass)


class KeyEntry(BaseModel):
    """One key of a profile, without the key. `id` names its keyring entry.

    `hint` is the last four characters, empty for short keys. `monthly_cap` is in US dollars.
    `tested_at` in seconds since the epoch; `test_failure` is a failure category, empty where the
    last test passed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9-]{1,64}$")
    name: str = Field(min_length=1, max_length=100)
    source: KeySource = KeySource.KEYRING
    locator: str = Field(default="", max_length=1000)
    hint: str = Field(default="", max_length=4)
    created_at: float = 0.0
    tested_at: float | None = None
    test_failure: str = ""
    monthly_cap: Decimal | None = Field(default=None, gt=0)


class EngineSettings(BaseModel):
    """How a model file is loaded. `context_length` in tokens; `gpu_layers` 0 is CPU only."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model_path: str
    context_length: int = Field(default=4096, ge=256, le=1_048_576)
    gpu_layers: int = Field(default=0, ge=-1, le=999)


class ProviderProfile(BaseModel):
    """Name, dialect, address, model, keys, and how to connect.

    `catalogue_id` names the row it was made of. That there are keys is known without reading the
    keyring; `default_key_id` is empty for the first of them. `secret_headers` are names whose
    values are in the keyring too. `idle_timeout` is in seconds. `ca_file` is a path. `proxy` is
    empty for the system's, `none`, or a URL without user and password, which are in the keyring
    where `has_proxy_login`. `keep_alive` (seconds, -1
    for ever) and `context_length` (tokens) are what an Ollama server is asked for. `may_receive` is
    the user's answer to what may be sent here, None for the default.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str = Field(min_length=1, max_length=200)
    kind: Kind = Kind.HTTP
    dialect: Dialect = Dialect.OPENAI_CHAT
    base_url: str = ""
    model: str = ""
    catalogue_id: str = ""
    keys: tuple[KeyEntry, ...] = ()
    default_key_id: str = ""
    extra_headers: dict[str, str] = {}
    secret_headers: tuple[str, ...] = ()
    extra_parameters: dict[str, Any] = {}
    engine: EngineSettings | None = None
    idle_timeout: float = Field(default=300.0, gt=0, le=86_400)
    splits_think_tags: bool = False
    offers_tools: bool = True
    streams: bool = True
    ca_file: str = ""
    proxy: str = ""
    has_proxy_login: bool = False
    keep_alive: int | None = Field(default=None, ge=-1, le=31_536_000)
    context_length: int | None = Field(default=None, ge=256, le=100_000_000)
    may_receive: Level | None = None

    @property
    def clearance(self) -> Level:
        """How private what is sent here may be. What stays on this computer may be anything."""
        if self.may_receive is not None:
            return self.may_receive
        return Level.SECRET if self.stays_here else Level.INTERNAL

    @property
    def has_key(self) -> bool:
        return bool(self.keys)

    @property
    def key_hint(self) -> str:
        """Of the default key."""
        entry = self.key()
        return entry.hint if entry is not None else ""

    def key(self, key_id: str = "") -> KeyEntry | None:
        """The entry of that ID; the default one for an empty ID."""
        wanted = key_id or self.default_key_id
        found = next((entry for entry in self.keys if entry.id == wanted), None)
        if found is None and not key_id and self.keys:
            return self.keys[0]
        return found

    @model_validator(mode="before")
    @classmethod
    def _from_version_1(cls, fields: Any) -> Any:
        """Before there were several keys a profile said only whether it had one."""
        if not isinstance(fields, dict) or "has_key" not in fields:
            return fields
        fields = dict(fields)
        hint = fields.pop("key_hint", "")
        if fields.pop("has_key"):
            fields["keys"] = ({"id": KEY_ID, "name": KEY_ID, "hint": hint},)
        return fields

    @property
    def stays_here(self) -> bool:
        """Nothing that is sent leaves this computer."""
        return self.kind is not Kind.HTTP or is_loopback(self.base_url)


def header_key_id(name: str) -> str:
    """The keyring entry of a secret header."""
    return f"header-{name.lower()}"
