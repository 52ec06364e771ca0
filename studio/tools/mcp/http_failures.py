"""What goes wrong with a connection, as a failure that the window has a sentence for."""

import ssl
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx2

from studio.harness.server_ports import ServerFailure, Trouble
from studio.tools.mcp.ways import LoginNeededError, WayError


def way_error(error: BaseException, url: str) -> WayError | LoginNeededError | None:
    """None for what is no fault of a connection. Never holds more than a host or a number."""
    leaves = list(_leaves(error))
    ours = next((each for each in leaves if isinstance(each, WayError | LoginNeededError)), None)
    if ours is not None:
        return ours
    for leaf in leaves:
        if (failure := _failure(leaf, host_of(url))) is not None:
            return WayError(failure)
    return None


def host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def unreachable(url: str) -> WayError:
    return WayError(ServerFailure(Trouble.UNREACHABLE, host_of(url)))


def _failure(error: BaseException, host: str) -> ServerFailure | None:
    match error:
        case httpx2.HTTPStatusError():
            return ServerFailure(Trouble.STATUS, str(error.response.status_code))
        case httpx2.TransportError() if _is_about_trust(error):
            return ServerFailure(Trouble.NOT_TRUSTED, host)
        case httpx2.RemoteProtocolError() | httpx2.SSEError() | httpx2.DecodingError():
            return ServerFailure(Trouble.NO_PROTOCOL, type(error).__name__)
        case httpx2.InvalidURL() | httpx2.UnsupportedProtocol() | httpx2.TransportError():
            return ServerFailure(Trouble.UNREACHABLE, host)
        case ValueError() if "origin" in str(error):
            # The SDK's word for an older server that sends messages to another host.
            return ServerFailure(Trouble.NO_PROTOCOL, "its messages would go to another host")
        case _:
            return None


def _is_about_trust(error: BaseException) -> bool:
    following: BaseException | None = error
    for _ in range(8):
        if following is None:
            return False
        if isinstance(following, ssl.SSLCertVerificationError):
            return True
        if "CERTIFICATE_VERIFY_FAILED" in str(following):
            return True
        following = following.__cause__ or following.__context__
    return False


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    else:
        yield error
