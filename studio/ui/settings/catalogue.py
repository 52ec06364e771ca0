"""Reads the catalogue of ready rows that comes with Callboard."""

import tomllib
from pathlib import Path
from typing import Any

from studio.core.catalogue import ReadyRow
from studio.core.messages import Dialect
from studio.ui.resources import resource


def ready_rows(path: Path | None = None) -> tuple[ReadyRow, ...]:
    """All rows, in the order of the file. It is ours: a fault in it is a fault in Callboard."""
    text = (path or resource("providers.toml")).read_text(encoding="utf-8")
    return tuple(_row(fields) for fields in tomllib.loads(text)["provider"])


def _row(fields: dict[str, Any]) -> ReadyRow:
    return ReadyRow(
        id=fields["id"],
        name=fields["name"],
        base_url=fields["base_url"],
        dialect=Dialect(fields["dialect"]),
        needs_key=fields.get("needs_key", True),
        key_prefixes=tuple(fields.get("key_prefixes", ())),
        is_supported=fields.get("supported", True),
        is_verified=fields["verified"],
    )
