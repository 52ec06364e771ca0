"""Judges the input items of a Responses request: pairing, order, and what is not stored."""

from dataclasses import dataclass, field
from typing import Any

from studio.adapters.practice_check import TOOL_NAME, a_list, a_text, an_object
from studio.adapters.practice_reply import (
    Answered,
    Called,
    Fault,
    Item,
    Prompt,
    Refused,
    RefusedError,
    Said,
    refuse,
    unsealed,
)

_PARTS = {"user": "input_text", "system": "input_text", "developer": "input_text"}


def read_history(value: Any, *, is_stored: bool) -> tuple[Item, ...]:
    """The input as neutral items. Raises `RefusedError` where the real service would."""
    if isinstance(value, str):
        if not value:
            refuse("Invalid 'input': empty string.", "input")
        return (Prompt(value),)
    items = a_list(value, "input")
    if not items:
        refuse("Invalid 'input': empty array.", "input")
    history = _History(is_stored)
    for index, item in enumerate(items):
        history.take(an_object(item, f"input[{index}]"), f"input[{index}]")
    return history.finish()


@dataclass(slots=True)
class _History:
    """Reads items in order. Reasoning waits for the item that it led to."""

    is_stored: bool
    items: list[Item] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    waiting: str = ""

    def take(self, item: dict[str, Any], where: str) -> None:
        kind = item.get("type", "message")
        if kind == "reasoning":
            self._reasoning(item, where)
            return
        if self.waiting and (kind != "message" or item.get("role") != "assistant"):
            self._led_to(kind)
        self.waiting = ""
        match kind:
            case "message":
                self._message(item, where)
            case "function_call":
                self._call(item, where)
            case "function_call_output":
                self._result(item, where)
            case _:
                refuse(f"Invalid value: '{kind}'.", f"{where}.type")

    def finish(self) -> tuple[Item, ...]:
        if self.waiting:
            self._led_to("")
        for call_id in self.calls:
            if call_id not in self.answered:
                refuse(f"No tool output found for function call {call_id}.", "input")
        if not any(isinstance(item, Prompt) for item in self.items):
            refuse("There is no user message.", "input")
        return tuple(self.items)

    def _led_to(self, kind: str) -> None:
        if kind != "function_call":
            refuse(
                f"Item '{self.waiting}' of type 'reasoning' was provided without its required "
                "following item.",
                "input",
            )

    def _reasoning(self, item: dict[str, Any], where: str) -> None:
        name = a_text(item.get("id", ""), f"{where}.id") or where
        a_list(item.get("summary"), f"{where}.summary")
        content = item.get("encrypted_content")
        if content is None:
            self._check_stored(item)
        elif unsealed(a_text(content, f"{where}.encrypted_content")) is None:
            refuse(f"The encrypted content for item {name} could not be verified.", where)
        self.waiting = name

    def _check_stored(self, item: dict[str, Any]) -> None:
        name = item.get("id")
        if name and not self.is_stored:
            raise RefusedError(
                Refused(
                    Fault.UNKNOWN_ITEM,
                    f"Item with id '{name}' not found. Items are not persisted when `store` is set "
                    "to false. Try again with `store` set to true, or remove this item from your "
                    "input.",
                    "input",
                )
            )

    def _message(self, item: dict[str, Any], where: str) -> None:
        role = item.get("role")
        if role not in ("user", "assistant", "system", "developer"):
            refuse(f"Invalid value: '{role}'.", f"{where}.role")
        self._check_stored(item)
        text = _content(item.get("content"), where, _PARTS.get(role, "output_text"))
        if role == "user":
            self.items.append(Prompt(text))
        if role == "assistant":
            self.items.append(Said(text))

    def _call(self, item: dict[str, Any], where: str) -> None:
        self._check_stored(item)
        call_id = a_text(item.get("call_id"), f"{where}.call_id")
        name = a_text(item.get("name"), f"{where}.name")
        arguments = a_text(item.get("arguments"), f"{where}.arguments")
        if not call_id or len(call_id) > 64 or not TOOL_NAME.fullmatch(name):
            refuse(f"Invalid '{where}': call_id or name.", where)
        if call_id in self.calls:
            refuse(f"Duplicate function call id: {call_id}", where)
        self.calls.append(call_id)
        self.items.append(Called(call_id, name, arguments))

    def _result(self, item: dict[str, Any], where: str) -> None:
        call_id = a_text(item.get("call_id"), f"{where}.call_id")
        if call_id not in self.calls or call_id in self.answered:
            refuse(f"No tool call found for function call output with call_id {call_id}.", "input")
        self.answered.append(call_id)
        output = item.get("output")
        text = output if isinstance(output, str) else _content(output, where, "input_text")
        self.items.append(Answered(call_id, text))


def _content(value: Any, where: str, kind: str) -> str:
    if isinstance(value, str):
        return value
    parts = a_list(value, f"{where}.content")
    texts = []
    for part in parts:
        found = an_object(part, f"{where}.content").get("type")
        if found == "refusal" and kind == "output_text":
            texts.append(a_text(part.get("refusal"), f"{where}.content.refusal"))
        elif found == kind:
            texts.append(a_text(part.get("text"), f"{where}.content.text"))
        else:
            refuse(
                f"Invalid value: '{found}'. Supported values are: '{kind}'.",
                f"{where}.content[0].type",
            )
    return "\n".join(texts)
