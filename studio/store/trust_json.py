"""What a chat has seen, as JSON text for a row, and back."""

import logging

from pydantic import TypeAdapter, ValidationError

from studio.core.trust import Cause, ChatTrust, Level, Seen

_log = logging.getLogger(__name__)

_TRUST = TypeAdapter(ChatTrust)
# Fails closed: what was seen is not known, so it may have been anything.
_UNKNOWN = ChatTrust((Seen(Cause.USER, Level.SECRET, 0.0, is_untrusted=True),))


def write_trust(trust: ChatTrust) -> str:
    return _TRUST.dump_json(trust).decode()


def read_trust(text: str) -> ChatTrust:
    try:
        return _TRUST.validate_json(text)
    except ValidationError as error:
        _log.warning("what a chat has seen cannot be read: %s errors", error.error_count())
        return _UNKNOWN
