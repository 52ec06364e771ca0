"""What a tool said becomes the result that the chat keeps: its form, and what strangers wrote."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

from studio.core.messages import ToolResult
from studio.core.results import Finding, Form
from studio.core.tools import ToolDefinition, ToolOutput

# Text in; what in it reads like an instruction, and the text as the model may have it.
Screen = Callable[[str], tuple[tuple[Finding, ...], str]]

_SCREENING = "studio.harness.screening"
_SMALL = 20_000  # characters that are screened at once, without a thread


def screen_nothing(text: str) -> tuple[tuple[Finding, ...], str]:
    return (), text


def late_screen(neutralises: Callable[[], bool]) -> Screen:
    """The real one. `neutralises` tells whether what was found is taken out."""

    def screen(text: str) -> tuple[tuple[Finding, ...], str]:
        # By name: some hundred patterns, which no chat without tools from outside needs.
        screening: Any = import_module(_SCREENING)
        found: tuple[Finding, ...] = screening.findings(text)
        is_altered = found and neutralises()
        return found, screening.neutralised(text, found) if is_altered else text

    return screen


async def as_result(
    result: ToolResult, tool: ToolDefinition, output: ToolOutput, screen: Screen
) -> ToolResult:
    """The result with its form; screened and marked where it was written by strangers.

    A result that was shortened has no form but text: half a table is none.
    """
    form = Form.TEXT if result.is_shortened and output.form is Form.JSON else output.form
    result = replace(result, form=form)
    if not tool.is_outside:
        return result
    text = result.content
    if len(text) <= _SMALL:
        findings, safe = screen(text)
    else:
        findings, safe = await asyncio.to_thread(screen, text)
    return replace(result, content=safe, findings=findings, outside=tool.title or tool.name)
