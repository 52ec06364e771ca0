"""Loads the catalogue of providers that comes with Callboard."""

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, field_validator

from studio.core.catalogue import Catalogue, CatalogueRow

_PACKAGE = Path(__file__).resolve().parent.parent


class _File(BaseModel):
    """The whole file. It is ours: a fault in it is a fault in Callboard, and a test finds it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: tuple[CatalogueRow, ...]

    @field_validator("provider")
    @classmethod
    def _each_once(cls, rows: tuple[CatalogueRow, ...]) -> tuple[CatalogueRow, ...]:
        for name in ("id", "name"):
            if len({getattr(row, name) for row in rows}) < len(rows):
                fault = f"two rows have the same {name}"
                raise ValueError(fault)
        return rows


def load_catalogue(path: Path | None = None) -> Catalogue:
    """Blocks: call it in a thread. Without a path the file that comes with Callboard."""
    text = (path or _own()).read_text(encoding="utf-8")
    return Catalogue(_File.model_validate(tomllib.loads(text)).provider)


def _own() -> Path:
    """Inside the package when installed, else in the checkout."""
    installed = _PACKAGE / "resources"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "resources"
    return folder / "providers.toml"
