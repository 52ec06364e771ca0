"""What the practice provider sees of a conversation when it makes up its mind."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from studio.adapters.practice_reply import (
    Answered,
    Call,
    Called,
    Conversation,
    Prompt,
)

CURRENT_TIME = "current_time"
CALCULATE = "calculate"
LIST_DIRECTORY = "list_directory"
READ_TEXT_FILE = "read_text_file"
WRITE_TEXT_FILE = "write_text_file"


@dataclass(frozen=True, slots=True)
class Done:
    """A call of this turn and its result."""

    name: str
    arguments: Mapping[str, Any]
    text: str

    @property
    def line(self) -> str:
        """The first paragraph of the result in one line, shortened.

        Chat Completions says in words what is an error, and puts instructions below a result.
        """
        first = self.text.strip().partition("\n\n")[0].removeprefix("Error: ")
        return " ".join(first.split())[:300]


@dataclass(frozen=True, slots=True)
class Scene:
    """The last prompt, the ones before it, and what was done for it since."""

    prompt: str
    earlier: tuple[str, ...]
    done: tuple[Done, ...]
    tools: Mapping[str, Mapping[str, Any]]
    may_call: bool

    def can(self, *names: str) -> bool:
        return self.may_call and all(name in self.tools for name in names)

    def call(self, name: str, **arguments: Any) -> Call:
        """A call whose arguments are named as the tool's schema has them, by position if not."""
        properties = list(self.tools.get(name, {}).get("properties", {}))
        named = {
            key if key in properties or position >= len(properties) else properties[position]: value
            for position, (key, value) in enumerate(arguments.items())
        }
        return Call(name, named)


def scene_of(conversation: Conversation) -> Scene:
    """The conversation as the script sees it.

    An instruction that follows a result while no tool is on offer is the harness's, not the
    user's: the turn goes on with the prompt before it.
    """
    items = conversation.items
    starts = [index for index, item in enumerate(items) if isinstance(item, Prompt)]
    if (
        len(starts) > 1
        and not conversation.may_call
        and isinstance(items[starts[-1] - 1], Answered)
    ):
        starts.pop()
    prompts = (
        tuple(item.text for item in items[: starts[-1] + 1] if isinstance(item, Prompt))
        if starts
        else ("",)
    )
    since = items[starts[-1] + 1 :] if starts else ()
    calls = {item.id: item for item in since if isinstance(item, Called)}
    done = tuple(
        Done(calls[item.id].name, _arguments(calls[item.id].arguments), item.text)
        for item in since
        if isinstance(item, Answered) and item.id in calls
    )
    return Scene(prompts[-1], prompts[:-1], done, conversation.tools, conversation.may_call)


def _arguments(text: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text or "{}")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
