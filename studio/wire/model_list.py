"""Reads the list of models that a provider offers, in whatever shape it comes."""

from typing import Any

from studio.core.errors import RoundError
from studio.core.messages import Dialect
from studio.core.models import ListedModel
from studio.wire.failures import failure_from_payload, unreadable
from studio.wire.lenient import as_object, as_text, beginning, clean_text, parsed
from studio.wire.model_facts import abilities_of, is_for_chat

_GEMINI_PREFIX = "models/"


def read(dialect: Dialect, body: bytes) -> tuple[ListedModel, ...]:
    """The models that can be talked to, sorted by ID, each once, with what the host says of them.

    All dialects say `data`; hosts that speak several say `models`, or send the bare list. Raises
    `RoundError` for a body that is no list of models.
    """
    payload = _payload(body)
    listed = _listed(payload)
    if listed is None:
        raise RoundError(failure_from_payload(payload))
    found: dict[str, ListedModel] = {}
    for item in listed:
        model = _model(dialect, item)
        if model.id and is_for_chat(item):
            found.setdefault(model.id, model)
    return tuple(found[name] for name in sorted(found))


def next_page(dialect: Dialect, body: bytes) -> tuple[str, str] | None:
    """The query parameter that asks for the next page, and its value; None after the last one."""
    payload = as_object(_payload(body))
    if dialect is Dialect.GOOGLE_GEMINI:
        token = as_text(payload.get("nextPageToken"))
        return ("pageToken", token) if token else None
    after = as_text(payload.get("last_id"))
    return ("after_id", after) if payload.get("has_more") is True and after else None


def makers(body: bytes) -> frozenset[str]:
    """Who made the models, as the list has it: local servers are known by it."""
    return frozenset(
        as_text(as_object(item).get("owned_by")) for item in _listed(_payload(body)) or ()
    )


def _payload(body: bytes) -> Any:
    text = body.decode("utf-8", "replace")
    try:
        return parsed(text)
    except ValueError:
        raise RoundError(unreadable(beginning(text))) from None


def _listed(payload: Any) -> list[Any] | None:
    if isinstance(payload, list):
        return payload
    for name in ("data", "models"):
        listed = as_object(payload).get(name)
        if isinstance(listed, list):
            return listed
    return None


def _model(dialect: Dialect, item: Any) -> ListedModel:
    if isinstance(item, str):
        return ListedModel(clean_text(item))
    known = as_object(item)
    # LM Studio's own list calls it a key.
    words = (as_text(known.get(name)) for name in ("id", "name", "model", "key"))
    name = next((word for word in words if word), "")
    if dialect is Dialect.GOOGLE_GEMINI:
        name = name.removeprefix(_GEMINI_PREFIX)
    shown = next(
        (
            as_text(known.get(field))
            for field in ("display_name", "displayName", "name")
            if as_text(known.get(field))
        ),
        "",
    )
    is_name = shown.removeprefix(_GEMINI_PREFIX) != name
    return ListedModel(
        clean_text(name), clean_text(shown.strip()) if is_name else "", abilities_of(known)
    )
