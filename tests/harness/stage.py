"""A loop with everything around it that it needs, and what was heard of it."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core import events as ev
from studio.core.chats import Turn
from studio.core.decisions import BudgetChoice, Decision, Verdict
from studio.core.errors import Failure
from studio.core.limits import Limits, Spending
from studio.core.messages import Limit, Origin, Text, ToolCall, ToolResult
from studio.core.tools import Tool
from studio.core.transcript import TurnFold
from studio.harness.gate import Draft
from studio.harness.loop import Surroundings, TurnRun
from studio.harness.toolbox import Ready, Toolbox
from tests.fakes import FakeAdapter, FakeTime, Script, ids

ALLOW = Decision(Verdict.ALLOW_ONCE)


class OpenGate:
    """Lets everything through, or answers as told by tool name."""

    def __init__(self, answers: dict[str, Decision]) -> None:
        self._answers = answers
        self.asked: list[str] = []
        self.reached: list[Limit] = []
        self.choices: list[BudgetChoice] = []  # at the limits to come; then it finishes

    async def before_request(self, round_number: int, origin: Origin, draft: Draft) -> None:
        return

    async def before_call(self, ready: Ready) -> Decision:
        self.asked.append(ready.call.id)
        return self._answers.get(ready.call.name, ALLOW)

    async def before_run(self, ready: Ready) -> Decision:
        return ALLOW

    async def before_result(self, result: ToolResult, tool: str) -> ToolResult:
        return result

    async def after_error(self, round_number: int, failure: Failure) -> bool:
        return False

    async def at_limit(self, limit: Limit, spent: Spending, limits: Limits) -> BudgetChoice:
        self.reached.append(limit)
        return self.choices.pop(0) if self.choices else BudgetChoice.FINISH


class Stage:
    """One turn of a loop; `run` plays it."""

    def __init__(
        self,
        *rounds: Script,
        tools: Sequence[Tool] = (),
        limits: Limits | None = None,
        answers: dict[str, Decision] | None = None,
    ) -> None:
        self.adapter = FakeAdapter(rounds)
        self.toolbox = Toolbox(tuple(tools), 60.0)
        self.gate = OpenGate(answers or {})
        self.time = FakeTime()
        self.events: list[ev.Event] = []
        self.committed: list[Turn] = []
        self.kept: dict[str, str] = {}
        self._limits = limits or Limits()
        self._fold = TurnFold(Turn("t1", "c1", None, self.time.now, (Text("Hello"),)))

    @property
    def turn(self) -> Turn:
        return self._fold.turn()

    @property
    def results(self) -> list[ToolResult]:
        """As the model gets them."""
        return self.adapter.results

    def heard(self, kind: type[ev.Event]) -> list[ev.Event]:
        return [event for event in self.events if isinstance(event, kind)]

    async def run(self, pending: tuple[ToolCall, ...] = ()) -> None:
        around = Surroundings(
            self.gate, self._emit, self._commit, self._keep, self.time.clock, ids("round")
        )
        await TurnRun(self.adapter, self.toolbox, self._limits, around).run(pending)

    def _emit(self, event: ev.Event) -> None:
        self.events.append(event)
        self._fold.apply(event)

    async def _commit(self) -> None:
        self.committed.append(self.turn)

    async def _keep(self, tool_use_id: str, text: str) -> None:
        self.kept[tool_use_id] = text
