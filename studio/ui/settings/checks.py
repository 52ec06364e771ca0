"""What is wrong with what was typed, as a sentence for the field. None where nothing is.

No sentence repeats what was typed: it may be a key in the wrong field.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate

LONGEST_KEY = 16_384
_SPACE = re.compile(r"\s")
_LINE_BREAK = re.compile(r"[\r\n\x0b\x0c\x85\u2028\u2029]")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_SECRET_NAME = re.compile(r"authorization|key|token|secret|cookie|password|credential", re.I)
_OWN_HEADERS = frozenset(
    {"host", "content-length", "content-type", "transfer-encoding", "connection", "accept-encoding"}
)


@dataclass(frozen=True, slots=True)
class JsonFault:
    """What is wrong with a JSON text, and where it shows. `position` counts characters from 0."""

    sentence: str
    position: int


def cleaned_key(text: str) -> str:
    """Without what is pasted around a key by accident."""
    return re.sub(r"^bearer\s+", "", text.strip(), flags=re.I).strip()


def key_fault(text: str) -> str | None:
    key = cleaned_key(text)
    if not key:
        return translate("settings", "Type or paste the key.")
    if _LINE_BREAK.search(key):
        return translate("settings", "There is a line break inside the key. Paste the key alone.")
    if _SPACE.search(key):
        return translate("settings", "There is a space inside the key. Paste the key alone.")
    if not key.isprintable():
        return translate(
            "settings", "There is an invisible character inside the key. Copy the key again."
        )
    if not key.isascii():
        return translate(
            "settings", "A key has plain letters, digits and signs only. Copy the key again."
        )
    if len(key) > LONGEST_KEY:
        return translate("settings", "This is too long for a key.")
    return None


def address_fault(text: str, check: Callable[[str], str | None]) -> str | None:
    """What is plainly wrong first, then whatever `check` finds."""
    address = text.strip()
    if not address:
        return translate("settings", "Type the address, such as https://host/v1.")
    if _SPACE.search(address) or not address.isprintable():
        return translate("settings", "An address has no spaces or line breaks.")
    if not _SCHEME.match(address):
        return translate("settings", "The address must begin with https:// or http://.")
    return _parts_fault(address) or _checked(address, check)


def _parts_fault(address: str) -> str | None:
    try:
        parts = urlsplit(address)
        port_is_usable = parts.port != 0
    except ValueError:
        return translate("settings", "This is no usable address. Look at the host and the port.")
    if parts.scheme.lower() not in ("http", "https"):
        return translate("settings", "The address must begin with https:// or http://.")
    if not parts.hostname or not port_is_usable:
        return translate("settings", "This is no usable address. Look at the host and the port.")
    if parts.username is not None or parts.password is not None:
        return translate("settings", "A name or password does not belong here. Use the key below.")
    if parts.query or parts.fragment:
        return translate(
            "settings", "An address ends before ? and #. Such values go to the headers."
        )
    return None


def _checked(address: str, check: Callable[[str], str | None]) -> str | None:
    if check(address) is None:
        return None
    return translate("settings", "This is no usable address. Write it as https://host/v1.")


def is_secret_header(name: str) -> bool:
    """Whether a header's value looks like one to keep in the keyring."""
    return _SECRET_NAME.search(name) is not None


def header_name_fault(name: str) -> str | None:
    if not _HEADER_NAME.fullmatch(name):
        return translate("settings", "A header's name has letters, digits and hyphens only.")
    if name.lower() in _OWN_HEADERS:
        return translate("settings", "Callboard sets this header itself.")
    return None


def header_value_fault(value: str) -> str | None:
    if _LINE_BREAK.search(value) or not value.isprintable():
        return translate("settings", "A header's value is one line without invisible characters.")
    if not value.isascii():
        return translate("settings", "A header's value has plain letters, digits and signs only.")
    return None


def read_parameters(text: str) -> dict[str, Any] | JsonFault:
    """The JSON object that was typed; nothing at all is an empty one."""
    if not text.strip():
        return {}
    try:
        read = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        sentence = translate("settings", "This is no JSON: look at line {0}, column {1}.")
        return JsonFault(sentence.format(error.lineno, error.colno), error.pos)
    except (ValueError, RecursionError):
        return JsonFault(
            translate("settings", "There is a value in it that JSON does not have."), 0
        )
    if not isinstance(read, dict):
        sentence = translate("settings", 'Write an object in braces, such as {"top_k": 40}.')
        return JsonFault(sentence, 0)
    return read


def _refuse(constant: str) -> None:
    """NaN and Infinity, which Python reads and no provider does."""
    raise ValueError(constant)
