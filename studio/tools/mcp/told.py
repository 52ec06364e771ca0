"""What the model is told where there is no result. English, and facts only."""

from studio.harness.server_ports import ServerFailure, Trouble
from studio.tools.mcp.links import RefusedError

_LINES = 12


def refused(error: RefusedError) -> str:
    return f"The server answered with an error (code {error.code}): {error.message}"


def gone(server: str, failure: ServerFailure | None) -> str:
    """The call had been sent: whatever it does may have happened."""
    why = f"The server {server} was stopped" if failure is None else _why(server, failure)
    return (
        f"{why} before it answered. The call is not repeated by itself, as it may have had "
        f"effects.{_last_words(failure)}"
    )


def not_reached(server: str, failure: ServerFailure | None) -> str:
    why = f"The server {server} does not run" if failure is None else _why(server, failure)
    return f"{why}. The call was not made.{_last_words(failure)}"


def login_needed(server: str) -> str:
    return f"The server {server} wants the user to log in, in the settings. The call was not made."


def _why(server: str, failure: ServerFailure) -> str:
    detail = failure.detail
    match failure.trouble:
        case Trouble.EXITED:
            code = int(detail) if detail.lstrip("-").isdigit() else None
            how = f"signal {-code}" if code is not None and code < 0 else f"code {detail}"
            return f"The server {server} exited ({how})"
        case Trouble.NO_REPLY:
            return f"The server {server} did not reply in {detail} seconds"
        case Trouble.NOT_FOUND:
            return f"The program {detail} of the server {server} was not found"
        case Trouble.NO_FOLDER:
            return f"The folder that the server {server} is to start in does not exist"
        case Trouble.SECRET_MISSING:
            return f"A secret of the server {server} is missing: {detail}"
        case Trouble.STATUS:
            return f"The server {server} answered with the HTTP status {detail}"
        case _:
            facts = f": {detail}" if detail else ""
            return f"The server {server} failed ({failure.trouble.value}{facts})"


def _last_words(failure: ServerFailure | None) -> str:
    if failure is None or not failure.stderr:
        return ""
    return "\nIts last words:\n" + "\n".join(failure.stderr[-_LINES:])
