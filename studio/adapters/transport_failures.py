"""What went wrong below HTTP, as one category and plain facts.

The text of an exception is never passed on: one about an illegal header quotes the key in it.
"""

import socket
import ssl
from collections.abc import Iterator

import httpx

from studio.core.errors import Category, Failure

CONNECT_TIMEOUT = 10.0
_NO_TLS = "the TLS handshake failed"

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
    match error:
        case httpx.ConnectTimeout():
            category, code = Category.NETWORK, "connect_timeout"
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
            category, code = Category.NETWORK, "proxy"
            message = "the proxy refused the connection"
        case _:
            category, code, message = _network(error)
    return Failure(category, message, code=code, url=url)


def _network(error: Exception) -> tuple[Category, str, str]:
    for cause in _causes(error):
        match cause:
            case ssl.SSLCertVerificationError():
                return Category.TLS, "certificate", cause.verify_message
            case ssl.SSLError():
                return Category.TLS, "tls", getattr(cause, "reason", "") or _NO_TLS
            case socket.gaierror() | UnicodeError():
                return Category.NETWORK, "host_not_found", "the host name was not found"
            case ConnectionRefusedError():
                return Category.NETWORK, "refused", "the connection was refused"
            case ConnectionResetError() | BrokenPipeError():
                return Category.NETWORK, "reset", "the connection was reset"
    if isinstance(error, httpx.RemoteProtocolError):
        return Category.NETWORK, "closed", "the connection was closed before the reply was whole"
    if isinstance(error, httpx.ConnectError):
        return Category.NETWORK, "no_connection", "no connection"
    return Category.NETWORK, "connection_lost", "the connection was lost"


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
