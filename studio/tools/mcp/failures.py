"""Why a server does not run, read from whatever was raised."""

import logging
from collections.abc import Iterable

from studio.core.errors import Category, Failure, StudioError
from studio.harness.server_ports import LogLine, LogSource, ServerFailure, Trouble
from studio.tools.mcp.links import GoneError, NoProtocolError, RefusedError
from studio.tools.mcp.ways import LoginNeededError, WayError

_log = logging.getLogger(__name__)
_LINES = 20
_DETAIL = 500


class ServerError(StudioError):
    """A server could not do what it was asked for. The message is in its own words, masked."""

    def __init__(self, message: str, trouble: str = "") -> None:
        super().__init__(Failure(Category.SERVER, message[:_DETAIL], code=trouble))


def leaf_of(error: BaseException) -> BaseException:
    """What is wrong inside groups of errors: a word of ours before anything else."""
    leaves = list(_leaves(error))
    ours = (WayError, LoginNeededError, NoProtocolError, RefusedError, GoneError)
    return next((leaf for leaf in leaves if isinstance(leaf, ours)), leaves[0])


def failure_of(error: BaseException) -> ServerFailure:
    match error:
        case WayError():
            return error.failure
        case NoProtocolError():
            return ServerFailure(Trouble.NO_PROTOCOL, str(error))
        case RefusedError():
            return ServerFailure(Trouble.NO_PROTOCOL, error.message)
        case _:
            # Its text may hold anything; the type is for whoever mends it.
            _log.warning("an MCP server failed: %s", type(error).__name__)
            return ServerFailure(Trouble.BROKEN, type(error).__name__)


def last_words(lines: Iterable[LogLine], since: float) -> tuple[str, ...]:
    """The last lines of standard error since then."""
    said = [line.text for line in lines if line.source is LogSource.STDERR and line.at >= since]
    return tuple(said[-_LINES:])


def _leaves(error: BaseException) -> Iterable[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    else:
        yield error
