"""The tool that runs Python, in a process kept apart where this computer can do that."""

import asyncio
import json
import stat
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import TimeoutExpired

from pydantic import Field
from typing_extensions import override

from studio.core.results import Form
from studio.core.tools import (
    Arguments,
    Effect,
    EffectKind,
    Preview,
    ToolDefinition,
    ToolOutput,
    ToolPicture,
)
from studio.core.trust import Level, Reach
from studio.tools.arguments import ToolArguments, schema_of
from studio.tools.isolation import COUNTS_ALONE, Interpreter, Isolation, Way
from studio.tools.python_child import RESULT
from studio.tools.python_process import (
    MOST_DISK,
    MOST_FILES,
    Bound,
    Finished,
    PythonProcess,
)
from studio.tools.refusals import RefusedError
from studio.tools.threads import ToolThreads
from studio.tools.tool import BuiltInTool

MAX_CODE = 100_000
MAX_SECONDS = 300
MEMORY = 4_000_000_000  # bytes of address space; libraries for numbers take much and use little
FILE_BYTES = 200_000_000
PROCESSES = 256
_PREFIX = "callboard-python-"
_MOST_PICTURES = 10
_MOST_RESULT = 1_000_000
_MOST_PICTURE = 10_000_000
_EXPLANATION = (
    "Runs Python code and gives what it prints, the value of a last expression (tables as CSV), "
    "and figures of matplotlib or picture files as pictures that the user sees. Each call is a new "
    "process in an empty scratch folder that is gone afterwards. There is no network, no keyboard, "
    "and no access to the user's files where the computer can prevent it. At most "
    f"{MAX_SECONDS} s and 4 GB of memory."
)


class RunPythonArguments(ToolArguments):
    """What the model gives."""

    code: str = Field(min_length=1, max_length=MAX_CODE, description="The code, whole.")
    seconds: int = Field(
        default=30, ge=1, le=MAX_SECONDS, description="How long it may run at most."
    )


class RunPython(BuiltInTool[RunPythonArguments]):
    """`python_path` gives the interpreter that the user chose, empty for Callboard's own."""

    model = RunPythonArguments

    def __init__(
        self,
        python_path: Callable[[], str],
        threads: ToolThreads,
        isolation: Isolation | None = None,
    ) -> None:
        super().__init__(
            ToolDefinition(
                "run_python",
                _EXPLANATION,
                schema_of(RunPythonArguments),
                asks_first=True,
                timeout=MAX_SECONDS + 30.0,
                # Until it is known better: what is not kept apart may read anything, and send it
                # anywhere.
                demands=Level.INTERNAL,
                reach=Reach.CHOSEN,
            )
        )
        self._python_path = python_path
        self._threads = threads
        self._isolation = isolation or Isolation()

    @property
    @override
    def definition(self) -> ToolDefinition:
        isolation = self._isolation
        if isolation.is_known and isolation.way is not Way.NONE:
            return replace(self._definition, reach=Reach.NOWHERE, demands=Level.PUBLIC)
        return self._definition

    @override
    def preview(self, arguments: Arguments) -> Preview:
        """Runs in a thread; finding out what this computer can do takes a moment once."""
        is_apart = self._isolation.way is not Way.NONE
        kind = EffectKind.ISOLATED if is_apart else EffectKind.NOT_ISOLATED
        code = str(arguments.get("code", ""))
        return Preview(code, effect=Effect(kind), always_asks=not is_apart)

    @override
    async def _answer(self, arguments: RunPythonArguments) -> ToolOutput:
        running = PythonProcess()
        try:
            return await self._threads.run(lambda: self._ran(arguments, running))
        except asyncio.CancelledError:
            # In a thread: nothing here may hold the window.
            self._threads.start(running.end)
            raise

    def _ran(self, arguments: RunPythonArguments, running: PythonProcess) -> ToolOutput:
        python = self._interpreter()
        folder = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
        with folder as name:
            scratch = Path(name).resolve()
            child = Path(__file__).with_name("python_child.py").read_text(encoding="utf-8")
            command = self._isolation.command(python, scratch, ["-B", "-c", child])
            job = {"code": arguments.code, "limits": self._limits(arguments.seconds)}
            seconds, base = arguments.seconds, python.user_base
            finished = running.run(command, scratch, json.dumps(job), seconds, base)
            return _told(finished, scratch, seconds)

    def _limits(self, seconds: int) -> dict[str, int]:
        limits = {
            "RLIMIT_AS": MEMORY,
            "RLIMIT_CPU": seconds,
            "RLIMIT_FSIZE": FILE_BYTES,
            "RLIMIT_CORE": 0,
        }
        if self._isolation.way in COUNTS_ALONE:
            # Elsewhere all processes of the user would count.
            limits["RLIMIT_NPROC"] = PROCESSES
        return limits

    def _interpreter(self) -> Interpreter:
        chosen = self._python_path().strip()
        program = chosen or sys.executable
        try:
            return self._isolation.interpreter(program)
        except (OSError, ValueError, TimeoutExpired):
            which = "the Python chosen in Settings, Tools" if chosen else "Callboard's own Python"
            raise RefusedError(f"{which} cannot be started. Tell the user.") from None


def _told(finished: Finished, scratch: Path, seconds: int) -> ToolOutput:
    if finished.bound is not None:
        why = {
            Bound.TIME: f"it ran longer than {seconds} s",
            Bound.DISK: f"it filled the scratch folder with more than {MOST_DISK:,} bytes or "
            f"{MOST_FILES:,} files",
        }[finished.bound]
        return ToolOutput(_joined(finished, f"Stopped: {why}."), is_error=True)
    result = _result(scratch)
    if result is None:
        how = f"signal {-finished.status}" if finished.status < 0 else f"status {finished.status}"
        why = f"The process ended early ({how}); it may have used too much memory or time."
        return ToolOutput(_joined(finished, why), is_error=True)
    value, is_table = str(result.get("value", "")), bool(result.get("is_table"))
    printed = _joined(finished, "")
    text = "\n".join(part for part in (printed, value) if part) or "(no output)"
    form = Form.TABLE if is_table and not printed else Form.TEXT
    pictures = _pictures(scratch, result.get("pictures"))
    if pictures:
        what = "1 picture" if len(pictures) == 1 else f"{len(pictures)} pictures"
        text += f"\n\n[{what}, shown to the user]"
        form = Form.TEXT
    return ToolOutput(text, is_error=bool(result.get("failed")), pictures=pictures, form=form)


def _joined(finished: Finished, note: str) -> str:
    parts = (finished.output.rstrip(), finished.complaint.rstrip(), note)
    return "\n".join(part for part in parts if part)


def _result(scratch: Path) -> dict[str, object] | None:
    """Whatever the code left under that name: it may have written the file itself."""
    path = scratch / RESULT
    try:
        # No link, and no pipe, which would never end.
        if not stat.S_ISREG(path.lstat().st_mode) or path.stat().st_size > _MOST_RESULT:
            return None
        result = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError, RecursionError):
        return None
    return result if isinstance(result, dict) else None


def _pictures(scratch: Path, names: object) -> tuple[ToolPicture, ...]:
    """Plain files of the scratch folder alone: a link could lead to the user's own."""
    pictures: list[ToolPicture] = []
    for name in names if isinstance(names, list) else ():
        path = scratch / Path(str(name)).name
        try:
            is_plain = path.is_file() and not path.is_symlink()
            if is_plain and path.stat().st_size <= _MOST_PICTURE and len(pictures) < _MOST_PICTURES:
                pictures.append(ToolPicture(path.read_bytes(), name=path.name))
        except OSError:
            continue
    return tuple(pictures)
