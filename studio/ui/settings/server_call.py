"""One call of a server's tool by hand, without a model: a form, a run, and the result as a card."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from itertools import count
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage
from shiboken6 import isValid

from studio.core.errors import StudioError
from studio.core.messages import (
    Attachment,
    Outcome,
    Progress,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
)
from studio.core.questions import Answer, AnswerKind, Question
from studio.core.tools import Tool, ToolOutput, ToolPicture
from studio.harness.ports import Clock
from studio.ui.failure_texts import failure_text

_MOST_CHARACTERS = 400_000


class HandCall(QObject):
    """One run after another. Lives as long as its panel.

    Signals: `changed(ToolUse)` at each step; `asked(Question)` when the tool wants to know
    something, to be answered by `answer`; `settled()` when the question is none any more.
    """

    changed = Signal(object)
    asked = Signal(object)
    settled = Signal()

    def __init__(self, clock: Clock, parent: QObject) -> None:
        super().__init__(parent)
        self._clock = clock
        self._numbers = count(1)
        self._use: ToolUse | None = None
        self._waiting: asyncio.Future[Answer] | None = None
        self._pictures: dict[str, bytes] = {}

    async def run(self, tool: Tool, arguments: Mapping[str, Any]) -> None:
        """Ends with a result, whatever the tool does."""
        written = json.dumps(arguments, ensure_ascii=False)
        name = tool.definition.own_name or tool.definition.name
        call = ToolCall(f"by-hand-{next(self._numbers)}", name, written)
        self._tell(ToolUse(call, ToolState.RUNNING, started_at=self._clock()))
        try:
            output = await tool.run(arguments, self)
        except asyncio.CancelledError:
            self._end("", Outcome.CANCELLED)
            raise
        except TimeoutError:
            self._end(self.tr("It took too long."), Outcome.TIMED_OUT)
        except StudioError as error:
            text = failure_text(error.failure)
            words = (text.title, error.failure.message, text.advice)
            self._end(" ".join(filter(None, words)), Outcome.FAILED)
        except Exception as error:  # a tool may raise anything
            self._end(f"{type(error).__name__}: {error}", Outcome.FAILED)
        else:
            self._finish(output)

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Of the tool, as it runs."""
        if self._use is not None and isValid(self):
            self._tell(replace(self._use, progress=Progress(done, total, message)))

    async def ask(self, question: Question) -> Answer:
        """The tool waits for the user."""
        if not isValid(self):
            return Answer(AnswerKind.CANCEL)
        self._waiting = asyncio.get_running_loop().create_future()
        self.asked.emit(question)
        try:
            return await self._waiting
        finally:
            self._waiting = None
            if isValid(self):
                self.settled.emit()

    def answer(self, answer: Answer) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(answer)

    def picture(self, attachment: Attachment) -> QImage:
        """One that came with the result."""
        return QImage.fromData(self._pictures.get(attachment.digest, b""))

    def _finish(self, output: ToolOutput) -> None:
        outcome = Outcome.FAILED if output.is_error else Outcome.DONE
        if isValid(self):
            files = tuple(self._kept(number, one) for number, one in enumerate(output.pictures, 1))
            self._end(output.text, outcome, files, output)

    def _kept(self, number: int, picture: ToolPicture) -> Attachment:
        digest = sha256(picture.data).hexdigest()
        self._pictures[digest] = picture.data
        name = picture.name or self.tr("Picture {0}").format(number)
        return Attachment(name, picture.media_type, len(picture.data), digest)

    def _end(
        self,
        text: str,
        outcome: Outcome,
        files: tuple[Attachment, ...] = (),
        output: ToolOutput | None = None,
    ) -> None:
        if self._use is None or not isValid(self):
            return
        result = ToolResult(self._use.call.id, text[:_MOST_CHARACTERS], outcome, len(text), files)
        if output is not None:
            result = replace(result, form=output.form)
        ended = replace(self._use, state=ToolState.ENDED, result=result, progress=None)
        self._tell(replace(ended, ended_at=self._clock()))

    def _tell(self, use: ToolUse) -> None:
        self._use = use
        self.changed.emit(use)
