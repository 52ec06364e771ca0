"""Runs a call again with other arguments: the form of its tool's schema, or JSON."""

import asyncio
import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from studio.core.messages import ToolUse
from studio.core.tools import ToolDefinition
from studio.ui.chat.card_parts import CodeBox
from studio.ui.chat.card_texts import SHOWN_CHARACTERS
from studio.ui.chat.past_dialog import DialogNeeds, PastDialog, said_label
from studio.ui.json_paths import shown_path
from studio.ui.schema_form import SchemaForm
from studio.ui.visible import visible

_FITTING = "studio.harness.fitting"
_RAW_LINES = 5
_MOST_FAULTS = 3
_AROUND = 230  # pixels of the dialog that are not the form


class RunAgain(PastDialog):
    """Asks for the arguments; they are checked against the schema while they are written.

    `tool` is as it is offered now, None where nobody offers it any more. `draft` is what was
    filled in when it was last left.
    """

    def __init__(
        self,
        needs: DialogNeeds,
        use: ToolUse,
        tool: ToolDefinition | None,
        draft: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(needs)
        name = visible(use.call.name) or self.tr("(no name)")
        self.name(
            self.tr("Run {0} again").format(name),
            self.tr(
                "The answer goes on from there, beside the one there is, which stays. A call with "
                "side effects asks again before it runs."
            ),
            self.tr("Run"),
        )
        self._use = use
        self._tool = tool
        self._own = _object_in(use.call.arguments)
        ran = use.call.arguments if use.ran is None else use.ran
        given = _object_in(ran)
        self.form = SchemaForm(needs.theme, tool.schema if tool is not None else {}, self)
        self.form.set_value(draft if draft is not None else given or {})
        self.form.setAccessibleName(self.tr("The arguments"))
        self._first = given or {}
        if given is None:
            self._show_raw(ran)
        self.content.addWidget(self._scrolling(self.form), 1)
        self.form.changed.connect(self._judge)
        self.form.submitted.connect(self.take)
        self.open_sized(580, min(560, self.form.sizeHint().height() + _AROUND))
        self.form.focus_first()
        self._judge()

    @property
    def arguments(self) -> str | None:
        """As JSON; None where they are the model's own."""
        value = self.form.value()
        return None if value == self._own else json.dumps(value, ensure_ascii=False)

    @property
    def draft(self) -> Mapping[str, Any] | None:
        """What was changed, to be taken up again; None where nothing was."""
        value = self.form.value()
        return None if value == self._first else value

    @override
    def problem(self) -> str:
        if self._tool is None:
            return self.tr("This tool is not there any more, so it cannot run.")
        return " ".join(self.form.problems()[:1])

    @override
    def take(self) -> None:
        """Runs it, if the arguments fit."""
        fault = self.problem()
        if fault:
            self.say(fault)
            self.form.focus_first()
        else:
            self._needs.spawn(self._take_checked(), "check arguments")

    def _judge(self) -> None:
        """What is wrong is said at once: by the form itself, then by the schema."""
        fault = self.problem()
        if fault:
            self.say("" if self._tool is not None else fault)
        else:
            self._needs.spawn(self._check(), "check arguments")

    async def _take_checked(self) -> None:
        if await self._check():
            super().take()

    async def _check(self) -> bool:
        """Whether the arguments fit, which is shown; of other ones than now nothing is said."""
        value = self.form.value()
        schema = self._tool.schema if self._tool is not None else {}
        # In a thread: it loads what judges schemas, and some take their time.
        faults = await asyncio.to_thread(_faults, self._use.call.name, value, schema)
        if not isValid(self) or self.form.value() != value or self.problem():
            return False
        self.say("\n".join(_fault_text(*fault) for fault in faults[:_MOST_FAULTS]))
        return not faults

    def _show_raw(self, ran: str) -> None:
        """What the model wrote where it is no object, to be read while a right one is written."""
        self.content.addWidget(
            said_label("warning", self.tr("The model's own arguments are no JSON object:"))
        )
        box = CodeBox(self._needs.theme, _RAW_LINES)
        box.setAccessibleName(self.tr("What the model wrote"))
        box.show_text(ran[:SHOWN_CHARACTERS])
        self.content.addWidget(box)

    def _scrolling(self, form: QWidget) -> QScrollArea:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(form)
        column.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inside)
        return area


def _faults(
    name: str, value: dict[str, Any], schema: Mapping[str, Any]
) -> tuple[tuple[str, str], ...]:
    """What the harness would refuse, with its place."""
    fitting = import_module(_FITTING)
    _, problems = fitting.fitted(name, value, schema)
    if not problems:
        return ()
    found: tuple[tuple[str, str], ...] = fitting.faults(json.dumps(value), schema)
    return found or tuple(("", problem) for problem in problems)


def _fault_text(pointer: str, why: str) -> str:
    steps = tuple(
        int(step) if step.isdecimal() else step.replace("~1", "/").replace("~0", "~")
        for step in pointer.split("/")[1:]
    )
    return f"{shown_path(steps)}: {visible(why)}" if steps else visible(why)


def _object_in(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
