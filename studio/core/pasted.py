"""What a pasted text says of a provider: its row, address, dialect, key, model and headers.

Pasted text holds secrets: it goes into no error, no log and no `repr`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from studio.core.catalogue import Catalogue, CatalogueRow
from studio.core.curl import read_pasted
from studio.core.messages import Dialect


@dataclass(frozen=True, slots=True)
class Recognised:
    """Empty where neither the text nor the catalogue says. `row` is None for an unknown host."""

    row: CatalogueRow | None = None
    base_url: str = ""
    dialect: Dialect | None = None
    key: str = field(default="", repr=False)
    model: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    parameters: Mapping[str, Any] = field(default_factory=dict, repr=False)
    name: str = ""


def recognised(text: str, catalogue: Catalogue) -> Recognised | None:
    """None for anything that is neither a key, nor an address, nor a request."""
    pasted = read_pasted(text)
    if pasted is None:
        return None
    row = (
        catalogue.row_for_address(pasted.base_url, pasted.dialect)
        if pasted.base_url
        else catalogue.row_for_key(pasted.key)
    )
    return Recognised(
        row=row,
        base_url=pasted.base_url or (row.base_url if row is not None else ""),
        dialect=pasted.dialect or (row.dialect if row is not None else None),
        key=pasted.key,
        model=pasted.model,
        headers=dict(pasted.headers),
        name=row.name if row is not None else "",
    )
