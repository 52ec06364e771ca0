"""Reads the list of models that a provider offers, in whatever shape it comes."""

from typing import Any

from studio.core.errors import RoundError
from studio.core.messages import Dialect
from studio.wire.failures import failure_from_payload, unreadable
from studio.wire.lenient import as_object, as_text, beginning, clean_text, parsed


def read(dialect: Dialect, body: bytes) -> tuple[str, ...]:
    """Model IDs, sorted. Raises `RoundError` for a body that is no list of models.

    All dialects say `data`; hosts that speak several say `models`, or send the bare list.
    """
    text = body.decode("utf-8", "replace")
    try:
        payload = parsed(text)
    except ValueError:
        raise RoundError(unreadable(beginning(text))) from None
    listed = _listed(payload)
    if listed is None:
        raise RoundError(failure_from_payload(payload))
    ids = {_id(item) for item in listed}
    return tuple(sorted(clean_text(name) for name in ids if name))


def _listed(payload: Any) -> list[Any] | None:
    if isinstance(payload, list):
        return payload
    for name in ("data", "models"):
        listed = as_object(payload).get(name)
        if isinstance(listed, list):
            return listed
    return None


def _id(item: Any) -> str:
    if isinstance(item, str):
        return item
    known = as_object(item)
    return as_text(known.get("id")) or as_text(known.get("name")) or as_text(known.get("model"))
