"""What is known of a host beforehand, which may explain a failure: whose it is, and whose key."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from studio.core.addresses import bare_address, names_scheme
from studio.core.catalogue import Catalogue, CatalogueRow
from studio.core.key_text import is_placeholder
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.core.quirks import Quirks

_NO_QUIRKS = Quirks()

# So many hosts' keys begin with `sk-` that it says nothing.
_TELLING = 4


@dataclass(frozen=True, slots=True)
class Hints:
    """Lives as long as its endpoint. Holds no key.

    `row` is the host's of the profile's dialect, `rows` all of that host. `key_row` is whose key
    it looks like. `models` are the names that the host has listed.
    """

    quirks: Quirks = _NO_QUIRKS
    dialect: Dialect = Dialect.OPENAI_CHAT
    base_url: str = field(default="", repr=False)
    row: CatalogueRow | None = None
    rows: tuple[CatalogueRow, ...] = ()
    site_row: CatalogueRow | None = None
    siblings: tuple[CatalogueRow, ...] = ()
    has_key: bool = False
    is_placeholder: bool = False
    key_row: CatalogueRow | None = None
    fits_row: bool = True  # the key begins as those of `row` do
    model: str = ""
    models: tuple[str, ...] = ()


# Of the practice provider and the engine nothing is known that could be wrong: they ask for no key
# of the user's.
NO_HINTS = Hints(has_key=True)


def hints_of(
    profile: ProviderProfile,
    key: str | None,
    catalogue: Catalogue,
    models: tuple[str, ...] = (),
) -> Hints:
    key = key or ""
    row = catalogue.row_for_address(profile.base_url, profile.dialect)
    key_row = catalogue.row_for_key(key)
    if key_row is not None and not _is_telling(key_row, key):
        key_row = None
    prefixes = row.key_prefixes if row is not None else ()
    return Hints(
        quirks=catalogue.quirks(profile),
        dialect=profile.dialect,
        base_url=plain_address(profile.base_url),
        row=row,
        rows=catalogue.rows_at(profile.base_url),
        site_row=row or catalogue.row_for_site(profile.base_url),
        siblings=catalogue.siblings(row) if row is not None else (),
        has_key=bool(key),
        is_placeholder=bool(key) and is_placeholder(key),
        key_row=key_row,
        fits_row=not prefixes or key.startswith(prefixes),
        model=profile.model,
        models=models,
    )


def plain_address(address: str) -> str:
    """What can be shown and suggested: no query, no user, no slash at its end."""
    address = bare_address(address)
    try:
        parts = urlsplit(address if names_scheme(address) else f"https://{address}")
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}".rstrip("/") if host else ""


def _is_telling(row: CatalogueRow, key: str) -> bool:
    return any(len(prefix) >= _TELLING and key.startswith(prefix) for prefix in row.key_prefixes)
