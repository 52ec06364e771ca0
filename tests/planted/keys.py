"""Keys to plant, and whether anything of one is in a text, however it is written there."""

import base64
import html
import re
from collections.abc import Callable
from hashlib import sha256
from urllib.parse import quote, unquote_to_bytes

_LEAST = 9  # letters; less of a key is of no use
_ESCAPE = re.compile(rb"\\+u00([0-9a-fA-F]{2})")


def _key(name: str, signs: str = "/+=-_") -> str:
    """Made anew, so that nobody takes it for a lost one; no two have letters in common."""
    digest = sha256(name.encode()).hexdigest()
    middle = "".join(
        f"{digest[at : at + 6]}{sign}" for at, sign in zip(range(0, 30, 6), signs, strict=True)
    )
    return f"sk-{name}-{middle}{digest[30:36]}"


AUTH, HEADER, EXTRA = _key("auth"), _key("header"), _key("extra")
LOOKS = _key("looks", "AAAAA")  # nothing but its looks says that it is one
PARAMETER, QUERY, PATH = _key("extras"), _key("query", "/--=_"), _key("path", "AAAAA")
PASSWORD, SERVER = _key("password", "-----"), _key("server")
OF_HOST = (AUTH, HEADER, EXTRA, LOOKS, PARAMETER, QUERY, PATH, PASSWORD)
KEYS = (*OF_HOST, SERVER)

WRITINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "JSON": lambda key: key.replace("/", r"\/"),
    "JSON of Java": lambda key: key.replace("=", r"\u003d"),
    "every letter for JSON": lambda key: "".join(f"\\u{ord(each):04x}" for each in key),
    "address": lambda key: quote(key, safe=""),
    "every letter for an address": lambda key: "".join(f"%{ord(each):02x}" for each in key),
    "page": lambda key: "".join(f"&#{ord(each)};" for each in key),
    "Base64": lambda key: base64.b64encode(f"me:{key}".encode()).decode(),
    "Base64 of addresses": lambda key: base64.urlsafe_b64encode(f"?{key}!".encode()).decode(),
    "hexadecimal": lambda key: key.encode().hex(),
}


def everywhere(keys: tuple[str, ...] = OF_HOST) -> str:
    """All keys that a host knows, in all writings."""
    return " ".join(write(key) for key in keys for write in WRITINGS.values())


def found_in(data: bytes) -> set[str]:
    """The keys of which more than eleven letters are in it, or so much of one in code."""
    read = {data}
    if b"%" in data:
        read.add(unquote_to_bytes(data))
    if b"&" in data:
        read.add(html.unescape(data.decode("latin-1")).encode("latin-1", "replace"))
    if b"\\" in data:
        plain = _ESCAPE.sub(lambda found: bytes((int(found[1], 16),)), data)
        read.add(plain.replace(b"\\/", b"/"))
    return {
        key for key, parts in _PARTS.items() if any(part in each for each in read for part in parts)
    }


def _parts(key: str) -> set[bytes]:
    own = key.encode()
    parts = _windows(own, _LEAST, 3)
    for before in range(3):
        coded = base64.b64encode(bytes(before) + own)[4:-4]
        parts |= _windows(coded, 12, 8)
        parts |= _windows(coded.translate(bytes.maketrans(b"+/", b"-_")), 12, 8)
    hexadecimal = own.hex().encode()
    return parts | _windows(hexadecimal, 18, 18) | _windows(hexadecimal.upper(), 18, 18)


def _windows(data: bytes, size: int, step: int) -> set[bytes]:
    return {data[at : at + size] for at in range(0, len(data) - size + 1, step)}


_PARTS = {key: tuple(_parts(key)) for key in KEYS}
