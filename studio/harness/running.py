"""One call while it runs: its time limit, and what it says and asks meanwhile."""

import asyncio
from collections.abc import Callable

from typing_extensions import override

from studio.core import events as ev
from studio.core.messages import Progress
from studio.core.questions import Answer, AnswerKind, Question
from studio.core.tools import Talk
from studio.harness.ports import Clock
from studio.harness.stopwatch import Stopwatch

Emit = Callable[[ev.Event], None]

_NEAR = 0.25  # of the time limit: from then on the user is offered to keep waiting
_NEAR_SECONDS = 15.0
_PROGRESS_SECONDS = 0.1  # a tool that counts to a million must not flood the window


class Running(Talk):
    """Made for one run. `seconds` without a sign of life are its limit, `longest` altogether.

    What the user takes to answer a question does not count.
    """

    def __init__(
        self,
        tool_use_id: str,
        limits: tuple[float, float | None],
        emit: Emit,
        clock: Clock,
        watch: Stopwatch,
    ) -> None:
        self._id = tool_use_id
        self._seconds, longest = limits
        self._emit = emit
        self._clock = clock
        self._watch = watch
        self._time = asyncio.get_running_loop().time
        self._deadline = self._time() + self._seconds
        self._end = None if longest is None else self._time() + longest
        self._changed = asyncio.Event()
        self._questions: list[asyncio.Future[Answer]] = []
        self._is_near = False
        self._is_over = False
        self._told_at = 0.0

    @override
    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        if self._is_over:
            return
        self._extend(self._end)
        now = self._time()
        if now - self._told_at >= _PROGRESS_SECONDS or done == total:
            self._told_at = now
            self._emit(ev.ToolProgressed(self._id, Progress(done, total, message)))

    @override
    async def ask(self, question: Question) -> Answer:
        if self._is_over:
            return Answer(AnswerKind.CANCEL)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        asked_at = self._time()
        self._questions.append(future)
        self._changed.set()
        self._emit(ev.InputRequested(self._id, question))
        answer = Answer(AnswerKind.CANCEL)
        try:
            with self._watch.paused():
                answer = await future
        finally:
            self._questions.remove(future)
            waited = self._time() - asked_at
            self._end = None if self._end is None else self._end + waited
            self._extend(self._end)
            self._emit(ev.InputSettled(self._id, answer.kind))
        return answer

    def answer(self, answer: Answer) -> None:
        """The user's, to the oldest question."""
        for future in self._questions:
            if not future.done():
                future.set_result(answer)
                return

    def keep_waiting(self) -> None:
        """The user wants to wait once more as long, whatever bound there was."""
        self._end = None
        self._extend(None)

    def finish(self) -> None:
        """Nothing is heard any more."""
        self._is_over = True

    async def time_is_up(self) -> None:
        """Returns when the limit has struck; tells the user some time before."""
        while True:
            self._changed.clear()
            if self._questions:
                await self._changed.wait()
                continue
            left = self._deadline - self._time()
            if left <= 0:
                return
            near = min(self._seconds * _NEAR, _NEAR_SECONDS)
            if left <= near and not self._is_near:
                self._tell_near(self._clock() + left)
            await self._wait(left if self._is_near else left - near)

    async def _wait(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(max(seconds, 0.0)):
                await self._changed.wait()
        except TimeoutError:
            return

    def _extend(self, end: float | None) -> None:
        deadline = self._time() + self._seconds
        self._deadline = deadline if end is None else min(deadline, end)
        if self._is_near:
            self._tell_near(None)
        self._changed.set()

    def _tell_near(self, at: float | None) -> None:
        self._is_near = at is not None
        self._emit(ev.DeadlineNear(self._id, at))
