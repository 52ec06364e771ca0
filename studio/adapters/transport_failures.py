"""What went wrong below HTTP, as one category and plain facts.

The text of an exception is never passed on: one about an illegal header quotes the key in it.
"""

import errno
import re
import socket
import ssl
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

import httpx

from studio.adapters.certificates import Certificate
from studio.core.addresses import is_near
from studio.core.errors import Category, Diagnosis, Failure

CONNECT_TIMEOUT = 10.0
_NO_TLS = "the TLS handshake failed"
_UNTRUSTED = "certificate"
# OpenSSL's numbers for what is wrong with a certificate.
_VERIFY_CODES = {
    9: Diagnosis.CLOCK,  # not yet valid: ours is behind
    10: Diagnosis.CERTIFICATE_EXPIRED,
    62: Diagnosis.CERTIFICATE_NAME,
    64: Diagnosis.CERTIFICATE_NAME,
}
# What a server says to TLS, or rather how OpenSSL reads it, that speaks plain HTTP.
_PLAIN = frozenset(
    {"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE"}
)
_UNREACHABLE = frozenset(
    getattr(errno, name)
    for name in (
        *("ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "EHOSTDOWN", "EADDRNOTAVAIL"),
        *("WSAENETUNREACH", "WSAEHOSTUNREACH", "WSAENETDOWN", "WSAEHOSTDOWN"),
    )
    if hasattr(errno, name)
)
# Before anything has gone to the host itself: with a proxy these are about the proxy.
_BEFORE_HOST = frozenset(
    {
        Diagnosis.HOST_NOT_FOUND,
        Diagnosis.NO_NAME_SERVER,
        Diagnosis.REFUSED,
        Diagnosis.UNREACHABLE,
        Diagnosis.CONNECT_TIMEOUT,
    }
)
_STATUS = re.compile(r"\s*(\d{3})\b")
_NO_HTTP = re.compile(r"illegal status line.*\\x15\\x03", re.DOTALL)  # a TLS alert

# OSError and the value errors come through httpx as they are, e.g. from a host name like `a..b`.
TRANSPORT_ERRORS = (
    httpx.HTTPError,
    httpx.InvalidURL,
    httpx.StreamError,
    OSError,
    ValueError,
)


def transport_failure(error: Exception, url: str, idle_timeout: float) -> Failure:
    """`url` must be fit to be shown."""
    code: str
    match error:
        case httpx.ConnectTimeout():
            category, code = Category.NETWORK, Diagnosis.CONNECT_TIMEOUT
            message = f"no connection within {CONNECT_TIMEOUT:g} s"
        case httpx.ReadTimeout():
            category, code = Category.TIMEOUT, "idle_timeout"
            message = f"not a byte for {idle_timeout:g} s"
        case httpx.WriteTimeout():
            category, code = Category.TIMEOUT, "write_timeout"
            message = "the request could not be delivered: the other side stopped reading"
        case httpx.DecodingError():
            category, code = Category.UNREADABLE_REPLY, "content_encoding"
            message = "the compressed reply is damaged"
        case httpx.LocalProtocolError():
            category, code = Category.BAD_REQUEST, "illegal_request"
            message = "the request holds something that HTTP cannot carry"
        case httpx.UnsupportedProtocol() | httpx.InvalidURL():
            category, code = Category.ADDRESS, "address"
            message = "not an address that can be asked"
        case httpx.ProxyError():
            category, code = Category.NETWORK, Diagnosis.PROXY_REFUSED
            message = "the proxy refused the connection"
        case _:
            category, code, message = _network(error)
    return Failure(category, message, code=code, url=url)


def with_way(failure: Failure, error: Exception, url: str, proxy: str) -> Failure:
    """The failure as the way to the host explains it. `proxy` is fit to be shown."""
    address = _base(url)
    if failure.code == "closed" and url.startswith("http:") and _NO_HTTP.search(str(error)):
        better = (address.replace("http:", "https:", 1),)
        return replace(
            failure, category=Category.ADDRESS, code=Diagnosis.NEEDS_HTTPS, suggestions=better
        )
    if failure.code == Diagnosis.NEEDS_HTTP:
        # Nobody is told to speak to all the world in plain text.
        plain = address.replace("https:", "http:", 1)
        return replace(failure, suggestions=(plain,) if is_near(url) else ())
    if not proxy:
        return failure
    if failure.code == Diagnosis.PROXY_REFUSED:
        said = _STATUS.match(str(error))
        is_login = said is not None and said[1] == "407"
        code = Diagnosis.PROXY_LOGIN if is_login else Diagnosis.PROXY_REFUSED
        return replace(failure, message=proxy, code=code)
    if failure.code in _BEFORE_HOST:
        return replace(failure, message=proxy, code=Diagnosis.PROXY_UNREACHABLE)
    return failure


def is_untrusted(failure: Failure) -> bool:
    """Whether it would help to see who signed the certificate."""
    return failure.category is Category.TLS and failure.code == _UNTRUSTED


def untrusted(failure: Failure, url: str, seen: Certificate | None) -> Failure:
    """A certificate that nobody here vouches for, named by who issued it."""
    if seen is None:
        return failure
    is_own = is_near(url) or seen.is_self_signed
    code = Diagnosis.SELF_SIGNED if is_own else Diagnosis.TLS_INTERCEPTION
    return replace(failure, message=seen.issuer, code=code)


def _base(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _network(error: Exception) -> tuple[Category, str, str]:
    for cause in _causes(error):
        found = _tls(cause) if isinstance(cause, ssl.SSLError) else _socket(cause)
        if found is not None:
            return found
    if isinstance(error, httpx.RemoteProtocolError):
        return Category.NETWORK, "closed", "the connection was closed before the reply was whole"
    if isinstance(error, httpx.ConnectError):
        return Category.NETWORK, "no_connection", "no connection"
    return Category.NETWORK, "connection_lost", "the connection was lost"


def _tls(cause: ssl.SSLError) -> tuple[Category, str, str]:
    if isinstance(cause, ssl.SSLCertVerificationError):
        code = _VERIFY_CODES.get(getattr(cause, "verify_code", 0), _UNTRUSTED)
        return Category.TLS, code, getattr(cause, "verify_message", "") or _NO_TLS
    reason = getattr(cause, "reason", "") or ""
    return Category.TLS, Diagnosis.NEEDS_HTTP if reason in _PLAIN else "tls", reason or _NO_TLS


def _socket(cause: BaseException) -> tuple[Category, str, str] | None:
    match cause:
        case socket.gaierror() if cause.errno == socket.EAI_AGAIN:
            return Category.NETWORK, Diagnosis.NO_NAME_SERVER, "no name server answers"
        case socket.gaierror() | UnicodeError():
            return Category.NETWORK, Diagnosis.HOST_NOT_FOUND, "the host name was not found"
        case ConnectionRefusedError():
            return Category.NETWORK, Diagnosis.REFUSED, "the connection was refused"
        case ConnectionResetError() | BrokenPipeError():
            return Category.NETWORK, "reset", "the connection was reset"
        case OSError() if cause.errno in _UNREACHABLE:
            return Category.NETWORK, Diagnosis.UNREACHABLE, "no way leads to the host"
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and all that led to it, groups opened."""
    waiting, seen = [error], set[int]()
    while waiting:
        cause = waiting.pop(0)
        if id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        if isinstance(cause, BaseExceptionGroup):
            waiting.extend(cause.exceptions)
        waiting.extend(next_ for next_ in (cause.__cause__, cause.__context__) if next_)
