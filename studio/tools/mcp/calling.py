"""A call to one server, from the toolbox to a result: whatever goes wrong is a result too."""

import asyncio

from studio.core.tools import NO_TALK, Arguments, Talk, ToolOutput
from studio.tools.mcp import told
from studio.tools.mcp.links import GoneError, RefusedError
from studio.tools.mcp.owner import NotReachedError, Owner
from studio.tools.mcp.results import output_of
from studio.tools.mcp.run import Run

_REFUSED = 4_000  # characters
_GONE_SECONDS = 0.9  # for the reason why an answer will not come


async def called(
    owner: Owner, own_name: str, arguments: Arguments, talk: Talk = NO_TALK
) -> ToolOutput:
    """Starts the server first where it does not run. A crashed call is never made again."""
    name = owner.entry.name
    masked = owner.journal.masked
    try:
        reached = await owner.reach(talk)
    except NotReachedError as error:
        text = told.not_reached(name, error.failure)
        text = told.login_needed(name) if error.needs_login else text
        return ToolOutput(masked(text), is_error=True)
    try:
        return output_of(await reached.link.call(own_name, arguments, talk), masked)
    except RefusedError as error:
        return ToolOutput(masked(told.refused(error))[:_REFUSED], is_error=True)
    except GoneError:
        return ToolOutput(masked(await _reason(name, reached.run)), is_error=True)


async def _reason(name: str, run: Run) -> str:
    await asyncio.wait({run.over}, timeout=_GONE_SECONDS)
    return told.gone(name, run.over.result() if run.over.done() else None)
