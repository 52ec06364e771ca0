"""A granted folder with a secret beside it, and the tools that must not find it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema

from studio.core.tools import Tool, ToolOutput
from studio.core.trust import Level
from studio.tools.built_in import BuiltInTools

SECRET = "the-secret-outside"
NOON = 1_700_000_000.0  # 2023-11-14T22:13:20Z, a Tuesday


class Desk:
    """`inside` is granted, `outside` is not."""

    def __init__(self, folder: Path) -> None:
        self.inside = folder / "granted"
        self.outside = folder / "private"
        self.inside.mkdir()
        self.outside.mkdir()
        (self.outside / "secret.txt").write_text(SECRET)
        self.granted: tuple[str, ...] = (str(self.inside),)
        self.levels: dict[str, Level] = {}
        self.source = BuiltInTools(lambda: self.granted, lambda: NOON, lambda: self.levels)

    def tool(self, name: str) -> Tool:
        return next(tool for tool in self.source.tools() if tool.definition.name == name)

    async def run(self, name: str, **arguments: Any) -> ToolOutput:
        tool = self.tool(name)
        jsonschema.validate(arguments, tool.definition.schema)
        return await tool.run(arguments)

    async def text(self, name: str, **arguments: Any) -> str:
        """The text of a result that must be none of an error."""
        output = await self.run(name, **arguments)
        assert not output.is_error, output.text
        return output.text

    async def refusal(self, name: str, **arguments: Any) -> str:
        output = await self.run(name, **arguments)
        assert output.is_error, output.text
        assert SECRET not in output.text
        return output.text

    def file(self, name: str, content: str | bytes = "") -> Path:
        path = self.inside / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def everything_outside(self) -> Mapping[str, bytes]:
        return {
            str(Path(folder) / name): (Path(folder) / name).read_bytes()
            for folder, _, names in os.walk(self.outside)
            for name in names
        }
