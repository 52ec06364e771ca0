"""What a probe asks a model to do: short, and so that the answer shows whether it could."""

import hashlib
from base64 import b64encode
from dataclasses import dataclass

from studio.adapters.probe_files import page, red_square
from studio.core.chats import Assignment, AttachedFile, ChatSettings, Effort, Turn
from studio.core.messages import Attachment, Part, Text
from studio.core.tools import ToolDefinition

RESULT = "9591"
SUM = "27"
NOTE = " ".join(f"{number} bottles stand on the wall." for number in range(100, 60, -1))

_CALCULATE = ToolDefinition(
    "calculate",
    "Calculates an arithmetic expression.",
    {
        "type": "object",
        "properties": {"expression": {"type": "string", "description": "Such as 2 + 3 * 4"}},
        "required": ["expression"],
    },
    is_read_only=True,
)
_TIME = ToolDefinition(
    "current_time", "Tells the current time.", {"type": "object", "properties": {}}, True
)
_WRITE = ToolDefinition(
    "write_note",
    "Keeps a note, word for word.",
    {
        "type": "object",
        "properties": {"text": {"type": "string", "description": "The whole note"}},
        "required": ["text"],
    },
    is_read_only=True,
)


@dataclass(frozen=True, slots=True)
class Task:
    """One prompt with its tools. `limit` bounds the output, `input_tokens` is the most it takes.

    `proof` is text that the request must hold, or nothing was asked.
    """

    prompt: str
    limit: int
    input_tokens: int
    tools: tuple[ToolDefinition, ...] = ()
    effort: Effort | None = None
    rounds: int = 1
    attachment: Attachment | None = None
    data: bytes = b""

    @property
    def proof(self) -> str:
        return b64encode(self.data).decode()

    def assignment(self) -> Assignment:
        parts: tuple[Part, ...] = (Text(self.prompt),)
        files = {}
        if self.attachment is not None:
            parts = (*parts, self.attachment)
            files = {self.attachment.digest: AttachedFile(self.data)}
        settings = ChatSettings(max_output_tokens=self.limit, effort=self.effort)
        return Assignment((), Turn("", "", None, 0.0, parts), self.tools, settings, files)


def _with_file(prompt: str, name: str, media_type: str, data: bytes, tokens: int) -> Task:
    digest = hashlib.sha256(data).hexdigest()
    attachment = Attachment(name, media_type, len(data), digest)
    return Task(prompt, 1024, tokens, attachment=attachment, data=data)


ANSWER = Task("Answer with one word: ready.", 1024, 100)
COUNT = Task("Count from 1 to 400 in digits, separated by commas.", 16, 100)
CALL = Task(
    "Calculate 417 * 23 with the tool calculate. Then say the result.",
    1024,
    1_000,
    (_CALCULATE,),
    rounds=2,
)
BARE_CALL = Task("What time is it? Use the tool current_time.", 1024, 800, (_TIME,))
LONG_CALL = Task(
    f"Keep this note with the tool write_note, word for word and whole:\n{NOTE}",
    2048,
    1_500,
    (_WRITE,),
)
PARALLEL = Task(
    "Make several calls at once, side by side, before you say anything: what time it is with "
    "current_time, and 355 / 113 with calculate.",
    1024,
    900,
    (_TIME, _CALCULATE),
)
REASONING = Task(
    "A farmer has 17 sheep, all but 9 run away, and each of the rest has 2 lambs. How many animals "
    "are there? Calculate 9 + 9 * 2 with the tool calculate to be sure, then say it.",
    4096,
    2_000,
    (_CALCULATE,),
    Effort.LOW,
    rounds=2,
)
IMAGE = _with_file(
    "Which colour is this picture? Answer with one word.",
    "red.png",
    "image/png",
    red_square(),
    1_600,
)
FILE = _with_file(
    "Which number does this document say? Answer with the number.",
    "number.pdf",
    "application/pdf",
    page(),
    3_500,
)
ALL = (ANSWER, ANSWER, COUNT, CALL, BARE_CALL, LONG_CALL, PARALLEL, REASONING, IMAGE, FILE)
