"""Where a turn may be held: before a request, a call, a run and a result, and at a limit."""

from typing import Protocol

from studio.core.decisions import BudgetChoice, Decision
from studio.core.limits import Limits, Spending
from studio.core.messages import Limit, Origin, ToolResult
from studio.harness.toolbox import Ready


class Gate(Protocol):
    """Approvals, the trust of the chat, budgets; breakpoints too. All of it may wait for the user.

    Cancelled when the turn is stopped.
    """

    async def before_request(self, round_number: int, origin: Origin) -> None:
        """Raises `StudioError` (permission, code `trust`) where nothing may be sent there."""
        ...

    async def before_call(self, ready: Ready) -> Decision: ...

    async def before_run(self, ready: Ready) -> Decision:
        """The last word, when an allowed call's turn has come. With `arguments` it is asked again,
        of the call with these."""
        ...

    async def before_result(self, result: ToolResult) -> ToolResult: ...

    async def at_limit(self, limit: Limit, spent: Spending, limits: Limits) -> BudgetChoice:
        """How to go on. `STOP` is carried out by whoever says it; here it ends the tool rounds."""
        ...
