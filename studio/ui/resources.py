"""Where the files that come with Callboard are: fonts, icons, the catalogue."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(name: str) -> Path:
    """The path of `resources/<name>`: inside the package when installed, else in the checkout."""
    installed = _PACKAGE / "resources"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "resources"
    return folder / name
