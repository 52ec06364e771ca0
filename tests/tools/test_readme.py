"""The tool that README shows how to write works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from studio.core.tools import Tool

README = Path(__file__).parents[2] / "README.md"


def dice() -> Tool:
    code = re.search(r"### Add a tool.*?```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert code is not None
    made: dict[str, Any] = {"__name__": "dice"}
    exec(code.group(1), made)  # noqa: S102  # what README shows
    tool: Tool = made["Dice"]()
    return tool


async def test_the_tool_of_the_readme_runs() -> None:
    tool = dice()
    assert tool.definition.name == "dice"
    assert 1 <= int((await tool.run({"sides": 6})).text) <= 6


async def test_the_tool_of_the_readme_refuses_what_does_not_fit() -> None:
    output = await dice().run({"sides": 1})
    assert output.is_error
    assert "sides" in output.text
