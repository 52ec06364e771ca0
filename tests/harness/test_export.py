"""A chat as a file for people or for programs: all of it, every path, and no key."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from studio.core.chats import Chat, ChatSettings, Turn
from studio.core.errors import Category, Failure, StorageError
from studio.core.messages import (
    Attachment,
    Citation,
    Dialect,
    Origin,
    Outcome,
    Part,
    Reasoning,
    Round,
    ServerToolUse,
    Sources,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
    TurnState,
    VendorState,
)
from studio.harness.export import ExportKind, export
from studio.harness.exported_json import FORMAT, VERSION

ORIGIN = Origin("p", "Practice", Dialect.OPENAI_CHAT, "model-x", "key-id-never-told")
SECRET = "planted-vendor-secret"
WHOLE = "the whole result, longer than what the model got"


@dataclass
class Paper:
    """Takes what is written, or refuses it."""

    pieces: list[str] = field(default_factory=list)
    is_finished: bool = False
    is_abandoned: bool = False
    fails_after: int = 1_000

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    async def write(self, make: Callable[[], str]) -> None:
        if len(self.pieces) >= self.fails_after:
            raise StorageError(Failure(Category.STORAGE, code="disk_full"))
        self.pieces.append(make())

    async def finish(self) -> None:
        self.is_finished = True

    async def abandon(self) -> None:
        self.is_abandoned = True


@dataclass
class Source:
    """An open chat with two paths."""

    chat: Chat
    turns: tuple[Turn, ...]
    others: tuple[Turn, ...] = ()

    async def all_turns(self) -> tuple[Turn, ...]:
        return tuple(sorted((*self.turns, *self.others), key=lambda turn: turn.created_at))

    async def full_output(self, tool_use_id: str) -> str:
        return WHOLE


def a_turn(id_: str, parent: str | None, at: float, *parts: Part, prompt: str = "") -> Turn:
    state = VendorState(Dialect.OPENAI_CHAT, "p", "model-x", SECRET)
    made = Round(f"r-{id_}", ORIGIN, at, parts, Stop.END, "stop", vendor_state=state)
    asked = (Text(prompt or f"Question {id_}"),)
    return Turn(id_, "c", parent, at, asked, (made,), TurnState.COMPLETED, None, None, at + 1)


def a_use() -> ToolUse:
    result = ToolResult("u", "the whole result", Outcome.DONE, len(WHOLE))
    return ToolUse(ToolCall("u", "look_up", '{"a":1}'), ToolState.ENDED, result, 1.0, 2.0)


def a_chat() -> Source:
    settings = ChatSettings(profile_id="p", key_id="key-id-never-told", model="model-x")
    chat = Chat("c", "Herons &\n storks", 0.0, 9.0, settings, "b")
    cited = Sources((Citation("https://heron.example", "On [herons]", "A heron."),))
    first = a_turn(
        "a", None, 1.0, Reasoning("Hm.\nWell.", 1.25), a_use(), Text("An **answer**."), cited
    )
    file = Attachment("heron.pdf", "application/pdf", 5, "d" * 64)
    first = replace(first, prompt=(file, *first.prompt))
    return Source(
        chat,
        (first, a_turn("b", "a", 2.0, Text("Shown."))),
        (
            a_turn("x", "a", 3.0, Text("Elsewhere.")),
            a_turn("y", "x", 4.0, ServerToolUse("s", "web_search", "{}", "found")),
            a_turn("z", None, 5.0, Text("Another beginning.")),
        ),
    )


async def written(kind: ExportKind, source: Source | None = None) -> str:
    paper = Paper()
    await export(source or a_chat(), kind, paper, lambda done, total: None)
    assert paper.is_finished
    assert not paper.is_abandoned
    return paper.text


async def as_json(source: Source | None = None) -> Any:
    return json.loads(await written(ExportKind.JSON, source))


async def test_markdown_reads_from_top_to_bottom() -> None:
    text = await written(ExportKind.MARKDOWN)
    order = [
        "# Herons & storks",
        "## You",
        "*Attached: heron.pdf (application/pdf)*",
        "Question a",
        "## model-x",
        "> **Reasoning (1.2 s)**",
        "> Well.",
        "**Tool call: look_up**",
        "**Result**",
        WHOLE,
        "An **answer**.",
        "1. [On \\[herons\\]](<https://heron.example>)",
        "Question b",
        "Shown.",
    ]
    places = [text.index(each) for each in order]
    assert places == sorted(places)
    assert "Elsewhere." not in text


async def test_markdown_of_every_path_has_each_turn_once() -> None:
    text = await written(ExportKind.MARKDOWN_ALL)
    for word in ("An **answer**.", "Shown.", "Elsewhere.", "web_search", "Another beginning."):
        assert text.count(word) == 1
    assert "# Path 2, after “Question a”" in text
    assert "# Path 3, from the beginning" in text


async def test_a_fence_in_a_result_does_not_end_its_block() -> None:
    source = a_chat()
    result = ToolResult("v", "```\ncode\n```", Outcome.DONE, 12)
    use = ToolUse(ToolCall("v", "read", ""), ToolState.ENDED, result)
    source.turns = (a_turn("a", None, 1.0, use),)
    source.others = ()
    assert "````\n```\ncode\n```\n````" in await written(ExportKind.MARKDOWN, source)


async def test_json_has_every_turn_of_every_path() -> None:
    file = await as_json()
    assert (file["format"], file["version"]) == (FORMAT, VERSION)
    assert [turn["id"] for turn in file["turns"]] == ["a", "b", "x", "y", "z"]
    assert [turn["parent"] for turn in file["turns"]] == [None, "a", "a", "x", None]
    assert file["path"] == ["a", "b"]


async def test_json_has_results_whole_and_what_the_model_got() -> None:
    parts = (await as_json())["turns"][0]["rounds"][0]["parts"]
    assert [part["kind"] for part in parts] == ["reasoning", "tool_use", "text", "sources"]
    assert parts[1]["result"] == {
        "outcome": "done",
        "content": WHOLE,
        "is_replaced": False,
        "model_got": "the whole result",
    }


async def test_edited_arguments_are_there_beside_what_the_model_asked_for() -> None:
    turn = a_turn("a", None, 1.0, replace(a_use(), ran='{"a":2}'))
    source = replace(a_chat(), turns=(turn,), others=())
    part = (await as_json(source))["turns"][0]["rounds"][0]["parts"][0]
    assert (part["arguments"], part["ran_with"]) == ('{"a":1}', '{"a":2}')
    text = await written(ExportKind.MARKDOWN, source)
    assert text.index('"a": 1') < text.index("The user edited this") < text.index('"a": 2')
    assert (await as_json())["turns"][0]["rounds"][0]["parts"][1]["ran_with"] is None


async def test_a_result_that_the_user_wrote_is_told_as_theirs() -> None:
    use = a_use()
    assert use.result is not None
    written_by_hand = replace(use.result, content="by hand", is_replaced=True)
    turn = a_turn("a", None, 1.0, replace(use, result=written_by_hand))
    source = replace(a_chat(), turns=(turn,), others=())
    (part, *_) = (await as_json(source))["turns"][0]["rounds"][0]["parts"]
    result = part["result"]
    assert result["is_replaced"]
    assert result.get("model_got", result["content"]) == "by hand"
    text = await written(ExportKind.MARKDOWN, source)
    assert text.index("The user wrote this") < text.index("by hand")


@pytest.mark.parametrize("kind", list(ExportKind))
async def test_no_key_and_nothing_of_the_vendor_s_own_is_written(kind: ExportKind) -> None:
    text = await written(kind)
    assert "key-id-never-told" not in text
    assert SECRET not in text


async def test_half_a_surrogate_pair_can_be_written() -> None:
    source = a_chat()
    source.turns = (a_turn("a", None, 1.0, Text("half \ud83d")),)
    source.others = ()
    text = await written(ExportKind.JSON, source)
    assert json.loads(text)["turns"][0]["rounds"][0]["parts"][0]["text"] == "half \ud83d"
    assert text.encode()


async def test_an_empty_chat_is_a_whole_file() -> None:
    source = Source(a_chat().chat, ())
    assert (await as_json(source))["turns"] == []
    assert "# Herons" in await written(ExportKind.MARKDOWN_ALL, source)


@pytest.mark.parametrize("kind", list(ExportKind))
async def test_an_error_leaves_nothing_behind(kind: ExportKind) -> None:
    paper = Paper(fails_after=1)
    with pytest.raises(StorageError):
        await export(a_chat(), kind, paper, lambda done, total: None)
    assert paper.is_abandoned
    assert not paper.is_finished


async def test_how_far_it_is_can_be_heard() -> None:
    heard: list[tuple[int, int]] = []
    await export(a_chat(), ExportKind.JSON, Paper(), lambda *told: heard.append(told))
    assert heard[0] == (0, 5)
    assert heard[-1] == (5, 5)
