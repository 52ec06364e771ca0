"""A copy of an assignment in which every part is a mark, so that a request tells where each went.

To look for the words themselves would find them twice, or not at all where a dialect changes them.
A request made of the copy has the same shape as that of the original.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from studio.core.chats import Assignment, AttachedFile, Turn
from studio.core.messages import (
    Attachment,
    Dialect,
    Outcome,
    Part,
    Reasoning,
    Round,
    ServerToolUse,
    Text,
    ToolResult,
    ToolUse,
    VendorState,
)
from studio.wire.calls import is_whole_call
from studio.wire.lenient import as_list, as_object, as_text, dumped, parsed

Path = tuple[str | int, ...]

_DIGITS = 9
_BEGINNING = "cbmk"  # with the number and the end 15 letters, so that its Base64 stands alone
_MARK = re.compile(rf"{_BEGINNING}(\d{{{_DIGITS}}})mk")
_CODED = re.compile(r"Y2Jta[A-Za-z0-9+/]{15}")
_TEXTS = ("refusal", "text")
_REASONINGS = ("reasoning_content", "reasoning", "thinking", "summary")
_OPAQUE = ("encrypted_content", "data")
_THOUGHT = ("thinking", "redacted_thinking", "reasoning")
_RECORDS = {
    Dialect.OPENAI_CHAT: "message",
    Dialect.OPENAI_RESPONSES: "items",
    Dialect.ANTHROPIC_MESSAGES: "content",
    Dialect.GOOGLE_GEMINI: "parts",
    Dialect.OLLAMA_CHAT: "thinking",
}


@dataclass(slots=True)
class Marks:
    """The marks of one copy. Every subject that there is has one, whether it travels or not."""

    subjects: list[str] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    def mark(self, subject: str) -> str:
        number = self._numbers.get(subject)
        if number is None:
            number = self._numbers[subject] = len(self.subjects)
            self.subjects.append(subject)
        return f"{_BEGINNING}{number:0{_DIGITS}}mk"

    def places(self, body: Mapping[str, Any]) -> Iterator[tuple[str, Path]]:
        """Pairs of subject and path, each once, in the order of the body."""
        seen: dict[tuple[str, Path], None] = {}
        coded = {b64encode(self.mark(each).encode()).decode(): each for each in self.subjects}
        for path, text in _strings(body, ()):
            for number in _MARK.findall(text):
                subject = self.subjects[int(number)]
                seen[subject, _whole(subject, path)] = None
            found = _CODED.search(text)
            if found is not None and found[0] in coded:
                seen[coded[found[0]], _element(path)] = None
        yield from seen


def marked(assignment: Assignment) -> tuple[Assignment, Marks]:
    """The copy, and what its marks mean. Of vendors' records those fields are marked that hold
    what was said and thought; the digest of a file is its subject."""
    marks = Marks()
    settings = assignment.settings
    if settings.system_prompt.strip():
        settings = replace(settings, system_prompt=marks.mark("system"))
    tools = tuple(
        replace(tool, description=marks.mark(f"tools/{tool.name}")) for tool in assignment.tools
    )
    files: dict[str, AttachedFile] = {}
    copying = _Copying(marks, assignment.files, files)
    earlier = tuple(copying.turn(turn) for turn in assignment.earlier)
    turn = copying.turn(assignment.turn)
    return Assignment(earlier, turn, tools, settings, files), marks


@dataclass(slots=True)
class _Copying:
    marks: Marks
    files: Mapping[str, AttachedFile]
    copied: dict[str, AttachedFile]

    def turn(self, turn: Turn) -> Turn:
        prompt = tuple(self._said(turn.id, part) for part in turn.prompt)
        return replace(turn, prompt=prompt, rounds=tuple(self._round(each) for each in turn.rounds))

    def _said(self, turn_id: str, part: Part) -> Part:
        match part:
            case Text(text) if text.strip():
                return Text(self.marks.mark(f"{turn_id}/prompt"))
            case Attachment():
                # The same file beside two prompts is two parts, so its digest is the subject here.
                digest = f"{turn_id}/file/{part.digest}"
                mark = self.marks.mark(digest)
                file = self.files.get(part.digest)
                if file is not None:
                    self.copied[digest] = _marked_file(file, mark)
                return replace(part, name=mark, digest=digest)
            case _:
                return part

    def _round(self, round_: Round) -> Round:
        text, reasoning = (f"{round_.id}/{kind}" for kind in ("text", "reasoning"))
        parts = tuple(self._part(round_, part, text, reasoning) for part in round_.parts)
        state = round_.vendor_state
        if state is not None:
            state = self._state(state, text, reasoning)
        return replace(round_, parts=parts, vendor_state=state)

    def _part(self, round_: Round, part: Part, text: str, reasoning: str) -> Part:
        match part:
            case Text(words) if words.strip():
                return Text(self.marks.mark(text))
            case Reasoning(words) if words.strip():
                return replace(part, text=self.marks.mark(reasoning))
            case ToolUse():
                return self._use(part, is_whole=round_.stop is not None)
            case ServerToolUse():
                self.marks.mark(f"{part.id}/call")  # stands in its vendor's record alone
                return part
            case _:
                return part

    def _use(self, use: ToolUse, *, is_whole: bool) -> ToolUse:
        """A call that was cut off or never answered stays so where that decides about it."""
        call, result = use.call, use.result
        if is_whole or is_whole_call(call.arguments):
            arguments = dumped({"": self.marks.mark(f"{call.id}/call")})
            call = replace(call, arguments=arguments)
        if is_whole or result is not None:
            text = self.marks.mark(f"{call.id}/result")
            known = result or ToolResult(call.id, text, Outcome.INTERRUPTED, len(text))
            result = replace(known, content=text)
        return replace(use, call=call, result=result)

    def _state(self, state: VendorState, text: str, reasoning: str) -> VendorState:
        try:
            record = as_object(parsed(state.blob))
        except ValueError:
            return state
        name = _RECORDS[state.dialect]
        if name not in record:
            return state
        value = record[name]
        if isinstance(value, str):  # Ollama's whole thinking
            made: Any = self.marks.mark(reasoning) if value.strip() else value
        elif isinstance(value, dict):
            made = self._message(value, text, reasoning)
        else:
            made = [self._item(as_object(item), text, reasoning) for item in as_list(value)]
        return replace(state, blob=json.dumps({**record, name: made}))

    def _message(self, message: Mapping[str, Any], text: str, reasoning: str) -> dict[str, Any]:
        """Chat Completions: of the text only what has its reasoning in it goes back from here."""
        made = self._item(message, text, reasoning)
        if as_text(message.get("tagged")).strip():
            made["tagged"] = self.marks.mark(text) + self.marks.mark(reasoning)
        made["reasoning_details"] = [
            self._item({**as_object(item), "thought": True}, text, reasoning)
            for item in as_list(message.get("reasoning_details"))
        ]
        return made

    def _item(self, item: Mapping[str, Any], text: str, reasoning: str) -> dict[str, Any]:
        is_thought = item.get("type") in _THOUGHT or item.get("thought") is True
        made = dict(item)
        for name, value in item.items():
            if name in ("summary", "content") and isinstance(value, list):
                inner = {"thought": True} if is_thought else {}
                items = (self._item({**inner, **as_object(one)}, text, reasoning) for one in value)
                made[name] = list(items)
            elif isinstance(value, str) and value.strip():
                if name in _REASONINGS or (is_thought and name in (*_TEXTS, *_OPAQUE)):
                    made[name] = self.marks.mark(reasoning)
                elif name in _TEXTS:
                    made[name] = self.marks.mark(text)
        return made


def _marked_file(file: AttachedFile, mark: str) -> AttachedFile:
    """As long as it was, since its length decides how it travels."""
    data = mark.encode().ljust(len(file.data)) if file.data.strip() else file.data
    return AttachedFile(data, mark if file.text.strip() else file.text)


def _strings(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _strings(item, (*path, key))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _strings(item, (*path, number))


def _whole(subject: str, path: Path) -> Path:
    """Calls, results and tools are objects, of which a mark stands somewhere inside."""
    is_object = subject.startswith("tools/") or subject.endswith(("/call", "/result"))
    return _element(path) if is_object else path


def _element(path: Path) -> Path:
    """The innermost element of a list on the way."""
    for length in range(len(path), 0, -1):
        if isinstance(path[length - 1], int):
            return path[:length]
    return path
