"""What is known of providers before anything is set up: one row each, read from a file of ours."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cached_property
from urllib.parse import SplitResult, urlsplit

from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    field_validator,
    model_validator,
)

from studio.core.addresses import bare_address, is_loopback, names_scheme
from studio.core.messages import Dialect
from studio.core.profiles import Kind, ProviderProfile
from studio.core.quirks import Quirks

_NO_QUIRKS = Quirks()
_PORTS = {"http": 80, "https": 443}


class Region(StrEnum):
    """Where a provider works from, or where its servers of this address stand."""

    US = "us"
    EU = "eu"
    CN = "cn"
    SG = "sg"
    GLOBAL = "global"
    LOCAL = "local"


class CatalogueRow(BaseModel):
    """One host: everything in which it differs from others.

    `base_url` is empty where only the user knows it. `hosts` are further names under which the
    same API answers, `*.` before a name for every host below it. `key_prefixes` are what its keys
    begin with. `models_url` is empty where the dialect says where the list of models is.
    `environment` are the variables that its own documentation names for a key. `source` is the
    page that was read; the address `is_verified` where that page could be opened. `hint` is said
    beside the address, in English, such as what to put into it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")
    name: str = Field(min_length=1, max_length=80)
    dialect: Dialect = Dialect.OPENAI_CHAT
    base_url: str = ""
    hosts: tuple[str, ...] = ()
    region: Region
    needs_key: bool = True
    key_prefixes: tuple[str, ...] = ()
    key_page: str = ""
    revoke_page: str = ""
    models_url: str = ""
    environment: tuple[str, ...] = ()
    quirks: Quirks = _NO_QUIRKS
    is_local: bool = False
    source: str = ""
    is_verified: bool = Field(
        default=False, validation_alias=AliasChoices("verified", "is_verified")
    )
    hint: str = ""

    @field_validator("base_url", "key_page", "revoke_page", "models_url", "source")
    @classmethod
    def _address(cls, address: str) -> str:
        parts = urlsplit(address)
        is_whole = parts.scheme in ("http", "https") and parts.hostname
        if address and (not is_whole or address != bare_address(address) or "@" in parts.netloc):
            fault = f"{address!r} is no address"
            raise ValueError(fault)
        return address

    @model_validator(mode="after")
    def _whole(self) -> "CatalogueRow":
        if self.is_verified and not self.source:
            fault = "a verified row names the page that was read"
            raise ValueError(fault)
        if self.base_url and self.base_url.startswith("http:") != is_loopback(self.base_url):
            fault = "https for all the world, http for this computer"
            raise ValueError(fault)
        if self.models_url and _host(urlsplit(self.models_url)) != _host(urlsplit(self.base_url)):
            fault = "the key goes to one host only: the list of models is on the same one"
            raise ValueError(fault)
        return self

    def answers_at(self, address: SplitResult) -> bool:
        """Whether this host is asked at that address, by name and port."""
        own = urlsplit(self.base_url)
        if self.is_local:
            return is_loopback(address.geturl()) and _port(own) == _port(address) is not None
        host = _host(address)
        if host == _host(own) and host:
            return _port(own) == _port(address)
        return any(_fits(pattern, host) for pattern in self.hosts)


class Catalogue:
    """All rows, in the order of the file. Lives while the program does."""

    def __init__(self, rows: Iterable[CatalogueRow] = ()) -> None:
        self.rows = tuple(rows)
        self._by_id = {row.id: row for row in self.rows}

    def row(self, row_id: str) -> CatalogueRow | None:
        return self._by_id.get(row_id)

    def row_for_key(self, key: str) -> CatalogueRow | None:
        """Whose key this looks like: the longest prefix wins, as `sk-` begins many."""
        best, length = None, 0
        for row in self.rows:
            for prefix in row.key_prefixes:
                if len(prefix) > length and key.startswith(prefix):
                    best, length = row, len(prefix)
        return best

    def row_for_address(self, base_url: str, dialect: Dialect | None = None) -> CatalogueRow | None:
        """Who is asked there; of a host's rows the one of that dialect, and of the nearest path."""
        address = _split(base_url)
        if address is None:
            return None
        fitting = self.rows_at(base_url)
        return max(fitting, key=lambda row: _likeness(row, address, dialect), default=None)

    def rows_at(self, base_url: str) -> tuple[CatalogueRow, ...]:
        """All rows of the host that is asked there."""
        address = _split(base_url)
        if address is None:
            return ()
        return tuple(row for row in self.rows if row.answers_at(address))

    def row_for_site(self, address: str) -> CatalogueRow | None:
        """Whose web site this is: people paste the address of the page on which they got a key."""
        asked = _split(address)
        if asked is None or is_loopback(address):
            return None
        host = _host(asked)
        for row in self.rows:
            pages = {_host(urlsplit(page)) for page in (row.key_page, row.revoke_page) if page}
            if host in pages or (row.base_url and not row.is_local and _is_kin(row, host)):
                return row
        return None

    def row_of(self, profile: ProviderProfile) -> CatalogueRow | None:
        """The row a profile was made of, while its address still belongs to it; else by address.

        A server that anybody may run is wherever the user says it is.
        """
        if profile.kind is not Kind.HTTP:
            return None
        at_address = self.row_for_address(profile.base_url, profile.dialect)
        made_of = self.row(profile.catalogue_id)
        if made_of is None or made_of == at_address:
            return at_address
        address = _split(profile.base_url)
        if address is not None and made_of.answers_at(address):
            return made_of if made_of.dialect is profile.dialect else at_address
        is_anywhere = made_of.is_local or not made_of.base_url
        if is_anywhere and (at_address is None or at_address.is_local):
            return made_of
        return at_address

    def quirks(self, profile: ProviderProfile) -> Quirks:
        """In what a profile's host differs from its dialect; nothing for an unknown one."""
        row = self.row_of(profile)
        if row is None:
            return _NO_QUIRKS
        if not row.models_url:
            return row.quirks
        return row.quirks.model_copy(update={"models_url": row.models_url})

    def siblings(self, row: CatalogueRow) -> tuple[CatalogueRow, ...]:
        """Rows of the same provider for another region: their keys look the same."""
        family = row.id.partition("-")[0]
        return tuple(
            other
            for other in self.rows
            if other is not row and other.id.partition("-")[0] == family and other.base_url
        )

    def variables(self) -> dict[str, str]:
        """Names of environment variables, each with the ID of the row whose key it holds."""
        return dict(self._variables)

    def row_of_key(self, key: str) -> str | None:
        row = self.row_for_key(key)
        return row.id if row is not None else None

    def row_ids(self) -> tuple[str, ...]:
        return tuple(self._by_id)

    @cached_property
    def _variables(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for row in self.rows:
            for name in row.environment:
                found.setdefault(name, row.id)
        return found


def _split(address: str) -> SplitResult | None:
    address = bare_address(address)
    try:
        parts = urlsplit(address if names_scheme(address) else f"https://{address}")
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.hostname else None


def _likeness(
    row: CatalogueRow, address: SplitResult, dialect: Dialect | None
) -> tuple[bool, int, int]:
    own, asked = _segments(urlsplit(row.base_url)), _segments(address)
    common = 0
    while common < min(len(own), len(asked)) and own[common] == asked[common]:
        common += 1
    return row.dialect is dialect, common, common - len(own)


def _segments(address: SplitResult) -> list[str]:
    return [segment for segment in address.path.lower().split("/") if segment]


def _host(address: SplitResult) -> str:
    return (address.hostname or "").removesuffix(".")


def _port(address: SplitResult) -> int | None:
    return address.port or _PORTS.get(address.scheme.lower())


def _is_kin(row: CatalogueRow, host: str) -> bool:
    """`www.host.test` and `host.test` beside `api.host.test`."""
    own = _host(urlsplit(row.base_url)).split(".")
    return len(own) == 3 and host.removeprefix("www.") == ".".join(own[1:])


def _fits(pattern: str, host: str) -> bool:
    return host.endswith(pattern[1:]) if pattern.startswith("*.") else host == pattern
