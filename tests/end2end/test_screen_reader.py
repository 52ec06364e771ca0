"""What somebody who cannot see the window is told of it: read from the desktop's own bus."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from studio.core.errors import Category, Failure
from studio.core.messages import Dialect
from studio.ui.failure_texts import failure_text
from tests.conftest import ROOT
from tests.end2end.listening import Ear, Node, listening, needs_ears
from tests.end2end.processes import host, sends
from tests.end2end.seat import HOST
from tests.end2end.voices import Voice, answers, asks
from tests.loopback import loopback, stream

pytestmark = [pytest.mark.slow, needs_ears]
CHAT = Dialect.OPENAI_CHAT
ANSWER = """## The plan

First a [link](https://a.example/).

1. one
2. two

```python
print("hello")
```

| a | b |
|---|---|
| 1 | 2 |
"""


@contextmanager
def callboard(environment: dict[str, str], url: str, *prompts: str) -> Iterator[None]:
    """The real window, in which these prompts are sent."""
    order: dict[str, Any] = {
        "profiles": [host(url)],
        "sends": sends(*prompts),
        "settings": {"default_profile_id": HOST},
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.end2end.driven", json.dumps(order)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def the_document(ear: Ear) -> Node:
    return await ear.finds(lambda node: node.role.startswith("document"))


async def test_an_answer_is_read_as_a_document_and_told_of_once_when_it_is_there(
    tmp_path: Path,
) -> None:
    voice, gates = Voice(CHAT), [asyncio.Event() for _ in range(8)]
    grows: list[bytes | asyncio.Event] = []
    for number, gate in enumerate(gates):
        grows += [gate, *(voice.says(f"word{number} ") for _ in range(5))]
    first, rest = voice.says("Once there were "), voice.says(f"\n\n{ANSWER}")
    reply = stream(voice.begins() + first, *grows, gates[-1], rest + voice.ends())
    async with loopback(reply) as server, listening(tmp_path) as (ear, environment):
        with callboard(environment, server.url, "What is the plan?"):
            await ear.finds(lambda node: node.name == "Paragraph")
            await ear.is_quiet()
            before = len(ear.events)
            for gate in gates[:-1]:
                gate.set()
                await ear.look()
            chatter = [(each["event"], each["source"]) for each in ear.events[before:]]
            assert not chatter, "nothing is said while words come"
            gates[-1].set()
            assert await ear.hears("model-a answered: ") == 1, "politely"
            assert len([said for said, _ in ear.announced() if "answered" in said]) == 1
            await ear.finds(lambda node: node.name == "Table, 2 columns, 2 rows")
            document = await the_document(ear)
            _is_read_in_order(document)
            everything = await ear.look()
            _has_a_name_everywhere(everything)
            await ear.finds(lambda node: node.role == "frame" and "What is the plan?" in node.name)


def _is_read_in_order(document: Node) -> None:
    assert document.name == "Conversation", document.text()
    told = [(each.role, each.level, each.name) for each in document.children]
    wanted = [
        ("heading", "1", "You"),
        ("heading", "1", "model-a"),
        ("heading", "3", "The plan"),
        ("paragraph", "", ""),
        ("list item", "", "List item 1."),
        ("list item", "", "List item 2."),
        ("section", "", "Code: python"),
        ("section", "", "Table, 2 columns, 2 rows"),
    ]
    at = 0
    for each in told:
        if at < len(wanted) and each == wanted[at]:
            at += 1
    assert at == len(wanted), f"not there: {wanted[at:]}\n{document.text()}"


def _has_a_name_everywhere(everything: Node) -> None:
    focusable = [node for node in everything.walk() if {"focusable", "showing"} <= node.states]
    assert len(focusable) > 5
    nameless = [node for node in focusable if not node.name]
    assert not nameless, "".join(node.text() for node in nameless) + everything.text()


async def test_a_call_that_waits_is_urgent_and_its_card_tells_its_state(tmp_path: Path) -> None:
    path = str(tmp_path / "a.txt")
    call = stream(asks(CHAT, "write_text_file", {"path": path, "text": "x"}))
    async with loopback(call) as server, listening(tmp_path) as (ear, environment):
        with callboard(environment, server.url, "Write it down"):
            assert await ear.hears("write_text_file waits for your approval") == 2
            card = await ear.finds(lambda node: node.name.startswith("Tool call write_text_file"))
            assert card.role in ("panel", "grouping"), card.text()
            assert {"focusable", "expandable", "expanded"} <= card.states, card.text()
            buttons = {node.name for node in card.walk() if "button" in node.role}
            assert any("Allow" in name for name in buttons), card.text()


async def test_a_call_that_is_done_says_so_on_its_card(tmp_path: Path) -> None:
    replies = (
        stream(asks(CHAT, "calculate", {"expression": "17 + 4"})),
        stream(answers(CHAT, "It is 21.")),
    )
    async with loopback(*replies) as server, listening(tmp_path) as (ear, environment):
        with callboard(environment, server.url, "Calculate"):
            await ear.hears("It is 21.")
            card = await ear.finds(lambda node: node.name.startswith("Tool call calculate"))
            assert "done" in card.name.lower(), card.text()
            assert "expandable" in card.states
            assert "expanded" not in card.states


async def test_an_answer_that_breaks_off_is_told_of_at_once(tmp_path: Path) -> None:
    voice = Voice(CHAT)
    broken = stream(voice.begins() + voice.says("Once there"))
    title = failure_text(Failure(Category.CUT_OFF, "")).title
    async with loopback(broken) as server, listening(tmp_path) as (ear, environment):
        with callboard(environment, server.url, "Tell me"):
            assert await ear.hears(title) == 2
