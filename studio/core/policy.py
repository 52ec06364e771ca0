"""What an organisation sets for everybody on a computer, as pure rules.

The file is written in the organisation's name and read only; see `store/policy.py` for its place.
"""

import re
from typing import Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator

from studio.core.addresses import is_loopback
from studio.core.errors import Category, Failure
from studio.core.messages import Dialect
from studio.core.profiles import Kind, ProviderProfile
from studio.core.secret_names import names_secret
from studio.core.settings import Settings

_HOST = re.compile(r"(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_-]+)*(:[0-9]{1,5})?")
_V6_HOST = re.compile(r"\[[0-9a-f:.]+\](:[0-9]{1,5})?")
_HTTP_URL = re.compile(r"https?://[^/?#@\\\s]+(/[^?#\s]*)?", re.IGNORECASE)
_LOCAL = "localhost"
_PORTS = {"http": 80, "https": 443}


class Policy(BaseModel):
    """None and empty mean that the organisation sets nothing. One that is `fault`y allows nothing.

    `allowed_hosts` are names such as `api.example.com`, `*.example.com` (every host below it, not
    itself), with or without a port; `localhost` is this computer by whatever name. What runs inside
    Callboard (practice provider, model files) is not sent anywhere and needs no permission.
    `spans_url` is the collector of everybody's spans, empty for none at all.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    organisation: str = Field(default="", max_length=200)
    allowed_hosts: tuple[str, ...] | None = None
    allowed_dialects: tuple[Dialect, ...] | None = None
    profiles: tuple[ProviderProfile, ...] = ()
    records: bool | None = None
    recordings_days: int | None = Field(default=None, ge=0, le=36_500)
    recordings_bytes: int | None = Field(default=None, ge=0)
    spans_url: str | None = Field(default=None, max_length=2048)
    spans_header: str | None = Field(default=None, max_length=200)
    forbids_always_allow: bool = False
    blocks_trust: bool = False
    forbids_trust_override: bool = False
    ca_file: str = Field(default="", max_length=4096)
    proxy: str = Field(default="", max_length=2048)
    fault: str = ""

    @field_validator("allowed_hosts")
    @classmethod
    def _hosts(cls, hosts: tuple[str, ...] | None) -> tuple[str, ...] | None:
        if hosts is None:
            return None
        small = tuple(_ascii(host.strip()) for host in hosts)
        for host in small:
            if not (_HOST.fullmatch(host) or _V6_HOST.fullmatch(host)):
                fault = f"{host[:80]!r} is not the name of a host, without scheme and path"
                raise ValueError(fault)
        return small

    @field_validator("profiles")
    @classmethod
    def _ready_profiles(cls, profiles: tuple[ProviderProfile, ...]) -> tuple[ProviderProfile, ...]:
        faults = [f"profile {one.id!r}: {fault}" for one in profiles if (fault := _fault_of(one))]
        if len({profile.id for profile in profiles}) < len(profiles):
            faults.append("two profiles have the same id")
        if faults:
            raise ValueError("; ".join(faults))
        return profiles

    @field_validator("spans_url")
    @classmethod
    def _spans_url(cls, url: str | None) -> str | None:
        if url and not _HTTP_URL.fullmatch(url):
            fault = "spans_url is no address, or holds a user"
            raise ValueError(fault)
        return url

    @field_validator("proxy")
    @classmethod
    def _proxy(cls, proxy: str) -> str:
        if "@" in proxy:
            fault = "a proxy is given without user and password"
            raise ValueError(fault)
        return proxy

    @property
    def is_empty(self) -> bool:
        return self == NO_POLICY

    @property
    def managed_settings(self) -> frozenset[str]:
        """Names of fields of `Settings` that the user cannot change."""
        names = ("recordings_days", "recordings_bytes", "spans_url", "spans_header")
        return frozenset(name for name in names if getattr(self, name) is not None)

    def settings(self, settings: Settings) -> Settings:
        """The user's settings as they count."""
        managed = {name: getattr(self, name) for name in self.managed_settings}
        return settings.model_copy(update=managed) if managed else settings

    def applied(self, profile: ProviderProfile) -> ProviderProfile:
        """A profile with the organisation's certificates and proxy."""
        if profile.kind is not Kind.HTTP:
            return profile
        ways = {"ca_file": self.ca_file, "proxy": self.proxy}
        return profile.model_copy(update={name: way for name, way in ways.items() if way})

    def managed(self, stored: ProviderProfile) -> ProviderProfile:
        """The ready profile of that ID, of which only keys and model are the user's own."""
        ready = next((one for one in self.profiles if one.id == stored.id), None)
        if ready is None:
            return stored
        own = {"keys": stored.keys, "default_key_id": stored.default_key_id}
        return ready.model_copy(update={**own, "model": stored.model or ready.model})

    def refuses_spans(self, url: str) -> bool:
        """Whether spans may not be sent there; never to a collector of the organisation's own."""
        if self.fault:
            return True
        if self.allowed_hosts is None or url == self.spans_url:
            return False
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port or _PORTS.get(parts.scheme)
        except ValueError:
            return True
        return not any(_fits(allowed, host, port) for allowed in self.allowed_hosts)

    def refusal(self, profile: ProviderProfile, host: str, port: int | None) -> Failure | None:
        """Why nothing may be sent there; `host` without brackets, as it will be connected to."""
        if profile.kind is not Kind.HTTP:
            return None
        if self.fault:
            return Failure(Category.PERMISSION, self.fault, code="policy_broken")
        if self.allowed_dialects is not None and profile.dialect not in self.allowed_dialects:
            return Failure(Category.PERMISSION, profile.dialect, code="policy_dialect")
        if self.allowed_hosts is None or any(
            _fits(allowed, host, port) for allowed in self.allowed_hosts
        ):
            return None
        return Failure(Category.PERMISSION, host, code="policy")


NO_POLICY = Policy()


def broken_policy(fault: str) -> Policy:
    """Fails closed: what the organisation wanted is not known, so nothing is sent or kept."""
    return Policy(
        fault=fault,
        records=False,
        forbids_always_allow=True,
        blocks_trust=True,
        forbids_trust_override=True,
    )


def _fault_of(profile: ProviderProfile) -> str:
    if profile.kind is not Kind.HTTP:
        return "only a provider that is reached by HTTP can be made ready"
    if profile.keys or profile.default_key_id:
        return "no key belongs into this file"
    if not _HTTP_URL.fullmatch(profile.base_url):
        return "its base_url is no address"
    secret = next((name for name in profile.extra_headers if names_secret(name)), "")
    return f"the header {secret!r} would hold a secret" if secret else ""


def _fits(allowed: str, host: str, port: int | None) -> bool:
    name, _, wanted_port = _split_port(allowed)
    if wanted_port and (port is None or int(wanted_port) != port):
        return False
    host = _ascii(host)
    if name == _LOCAL:
        return is_loopback(f"[{host}]" if ":" in host else host)
    if name.startswith("*."):
        return host.endswith(name[1:])
    return host == name.strip("[]")


def _split_port(allowed: str) -> tuple[str, str, str]:
    if allowed.endswith("]"):
        return allowed, "", ""
    return allowed.rpartition(":") if ":" in allowed else (allowed, "", "")


def _ascii(host: str) -> str:
    """As it goes over the wire: small letters, other alphabets encoded, without a last dot."""
    host = host.lower().removesuffix(".")
    try:
        return host if host.isascii() else host.encode("idna").decode()
    except UnicodeError:
        return host
