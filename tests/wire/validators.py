"""What every test holds a request against."""

from collections.abc import Mapping
from typing import Any

from studio.core.messages import Dialect
from studio.core.quirks import Quirks
from studio.wire.history import violations

_NO_QUIRKS = Quirks()


def check(dialect: Dialect, body: Mapping[str, Any], quirks: Quirks = _NO_QUIRKS) -> None:
    assert violations(dialect, body, quirks) == ()
