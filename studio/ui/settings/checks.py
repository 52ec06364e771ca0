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

from studio.core.curl import holds_secret
from studio.core.key_locators import clean_locator
from studio.core.key_text import InvalidKeyError, clean_key
from studio.core.profiles import KeySource

translate = QCoreApplication.translate

_LINE_BREAK = re.compile(r"[\r\n\x0b\x0c\x85\u2028\u2029]")
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# Narrower than for headers: `max_tokens`, `tokenizer` and `prompt_cache_key` hold no secret.
_SECRET_PARAMETER = re.compile(
    r"api[_-]?key|authorization|password|secret|credential|(access|auth|bearer)[_-]?token", re.I
)
_PROXIES = frozenset({"http", "https", "socks5", "socks5h"})
_OWN_HEADERS = frozenset(
    {"host", "content-length", "content-type", "transfer-encoding", "connection", "accept-encoding"}
)


@dataclass(frozen=True, slots=True)
class JsonFault:
    """What is wrong with a JSON text, and where it shows. `position` counts characters from 0."""

    sentence: str
    position: int


def cleaned_key(text: str) -> str:
    """Without what is pasted around a key by accident. Only for a text without a fault."""
    return clean_key(_bare(text))


def key_fault(text: str) -> str | None:
    try:
        key = clean_key(_bare(text))
    except InvalidKeyError as error:
        return _key_faults()[error.failure.code]
    if " " in key:
        return translate("settings", "There is a space inside the key. Paste the key alone.")
    return None


def _bare(text: str) -> str:
    return re.sub(r"^\s*bearer\s+", "", text, flags=re.I)


def _key_faults() -> dict[str, str]:
    return {
        "key_empty": translate("settings", "Type or paste the key."),
        "key_line_break": translate(
            "settings", "There is a line break inside the key. Paste the key alone."
        ),
        "key_character": translate(
            "settings", "A key has plain, visible letters and signs only. Copy the key again."
        ),
        "key_too_long": translate("settings", "This is too long for a key."),
    }


def address_fault(text: str, check: Callable[[str], str | None]) -> str | None:
    """What `check` finds; and a key in the address, which would be written to a file."""
    if holds_secret(text):
        return translate("settings", "A key does not belong in the address. Use the key field.")
    return check(text)


def locator_fault(text: str, source: KeySource) -> str | None:
    """Of the name of a variable, or of a command."""
    try:
        clean_locator(source, text)
    except InvalidKeyError as error:
        if error.failure.code == "key_locator_is_key":
            return translate(
                "settings", "This looks like a key itself, and would be kept in a file."
            )
        if source is KeySource.ENVIRONMENT:
            return translate("settings", "Write the name of a variable, such as OPENAI_API_KEY.")
        return translate("settings", "Write a command of one line, such as: pass show api/openai")
    return None


def proxy_fault(text: str) -> str | None:
    """Of a proxy's address. Its password would be kept in a file."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return translate("settings", "This is no address, such as http://proxy:3128.")
    if parts.scheme not in _PROXIES:
        return translate("settings", "Begin with http://, https:// or socks5://.")
    if not parts.hostname or port == 0:
        return translate("settings", "This is no address, such as http://proxy:3128.")
    if "@" in parts.netloc:
        return translate("settings", "Leave out name and password: this is kept in a file.")
    return None


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
    name = _secret_in(read)
    if name is not None:
        sentence = translate(
            "settings", "Parameters are kept in a file, where no key belongs. Use the key field."
        )
        return JsonFault(sentence, max(text.find(json.dumps(name)[1:-1]), 0))
    return read


def _secret_in(value: Any) -> str | None:
    """The name of a parameter, at any depth, that holds a key."""
    if isinstance(value, list):
        return next(filter(None, map(_secret_in, value)), None)
    if not isinstance(value, dict):
        return None
    for name, item in value.items():
        if isinstance(item, str) and item and _SECRET_PARAMETER.search(name):
            return str(name)
        inner = _secret_in(item)
        if inner is not None:
            return inner
    return None


def _refuse(constant: str) -> None:
    """NaN and Infinity, which Python reads and no provider does."""
    raise ValueError(constant)
