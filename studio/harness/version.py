"""Which Callboard this is, as the installed package says."""

from importlib.metadata import PackageNotFoundError, version

_DISTRIBUTION = "callboard-studio"


def callboard_version() -> str:
    """Reads the package's metadata; for a checkout that was never installed there is none."""
    try:
        return version(_DISTRIBUTION)
    except PackageNotFoundError:
        return "(not installed)"
