"""Where a turn may be held: before a request, a call, a run and a result, and at a limit."""

from collections.abc import Callable
from typing import Protocol

from studio.core.decisions import BudgetChoice, Decision
from studio.core.errors import Failure
from studio.core.limits import Limits, Spending
from studio.core.messages import Limit, Origin, ToolResult
from studio.harness.toolbox import Ready

Draft = Callable[[], str]  # the body of the next request, JSON text


class Gate(Protocol):
    """Approvals, the trust of the chat, budgets; breakpoints too. All of it may wait for the user.

    Cancelled when the turn is stopped.
    """

    async def before_request(self, round_number: int, origin: Origin, draft: Draft) -> str | None:
        """The body to send instead of the draft, JSON text, or None for the draft.

        Raises `StudioError` (permission, code `trust`) where nothing may be sent there."""
        ...

    async def before_call(self, ready: Ready) -> Decision: ...

    async def before_run(self, ready: Ready) -> Decision:
        """The last word, when an allowed call's turn has come. With `arguments` it is asked again,
        of the call with these."""
        ...

    async def before_result(self, result: ToolResult, tool: str) -> ToolResult:
        """The result as it goes back. `tool` is the name of the call's."""
        ...

    async def after_error(self, round_number: int, failure: Failure) -> bool:
        """Whether a round that failed is asked again."""
        ...

    async def at_limit(self, limit: Limit, spent: Spending, limits: Limits) -> BudgetChoice:
        """How to go on. `STOP` is carried out by whoever says it; here it ends the tool rounds."""
        ...
