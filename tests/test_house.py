"""What no linter checks: the rules of the house that are about Qt, imports, size and leftovers."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.conftest import ROOT

STUDIO = ROOT / "studio"
TESTS = ROOT / "tests"
PACKAGING = ROOT / "packaging"
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 50

# `app.py` may import late, so that the window is on screen before the network libraries load.
MAY_IMPORT_LATE = {"studio/app.py"}

# Split, so that this file does not find itself.
LEFTOVERS = [first + second for first, second in (("TO", "DO"), ("FIX", "ME"), ("XX", "X"))]
EVASIONS = [
    "Not" + "ImplementedError",
    "breakpoint" + "()",
    "pytest.mark." + "skip(",
    "unittest" + ".mock",
]

NESTING = ("exec", "exec_", "processEvents")

Found = Iterator[tuple[int, str]]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def modules(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def everywhere(find: Callable[[ast.Module], Found], *folders: Path) -> list[str]:
    """Where it was found, as lines an editor can open."""
    return [
        f"{path.relative_to(ROOT).as_posix()}:{line}: {what}"
        for path in modules(*folders)
        for line, what in find(parsed(path))
    ]


def nested_event_loops(tree: ast.Module) -> Found:
    for node in ast.walk(tree):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in NESTING:
            yield called.lineno, f"{called.attr}()"


def nested_in_coroutines(tree: ast.Module) -> Found:
    """Inside a running task a nested loop wakes the others, which asyncio refuses: they hang."""
    for function in ast.walk(tree):
        if isinstance(function, ast.AsyncFunctionDef):
            yield from nested_event_loops(ast.Module([function], []))


def late_imports(tree: ast.Module) -> Found:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    yield node.lineno, f"import in {getattr(function, 'name', 'lambda')}"


def type_only_imports(tree: ast.Module) -> Found:
    for node in ast.walk(tree):
        name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
        if name == "TYPE_CHECKING" and isinstance(node, ast.Name | ast.Attribute):
            yield node.lineno, "TYPE_CHECKING"


def ownerless_tasks(tree: ast.Module) -> Found:
    """Tasks started past the bridge: qasync's slots, and the loop's own functions in the window."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name in ("asyncSlot", "asyncClose", "ensure_future"):
                yield node.lineno, name


def long_functions(tree: ast.Module) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MAX_FUNCTION_LINES:
                yield node.lineno, f"{node.name} has {length} lines"


def vague_names(tree: ast.Module) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            words = re.findall(r"[A-Z][a-z0-9]*", node.name)
            if set(words) & {
                "Manager",
                "Helper",
                "Helpers",
                "Util",
                "Utils",
                "Data",
                "Info",
                "Base",
            }:
                yield node.lineno, node.name


def swallowed_exceptions(tree: ast.Module) -> Found:
    """A bare `pass` after `except`: suppress() says the same and names what it means to swallow."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and all(isinstance(n, ast.Pass) for n in node.body):
            yield node.lineno, "except: pass"


def sleeps(tree: ast.Module) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            called = ast.unparse(node.func)
            if called in ("time.sleep", "QTest.qWait", "QThread.msleep", "qtbot.wait"):
                yield node.lineno, called


@pytest.mark.parametrize(
    ("find", "code"),
    [
        (nested_event_loops, "QMenu().exec()"),
        (nested_in_coroutines, "async def f():\n    qapp.processEvents()"),
        (late_imports, "def f():\n    if True:\n        import httpx"),
        (type_only_imports, "if typing.TYPE_CHECKING:\n    import x"),
        (ownerless_tasks, "@asyncSlot()\nasync def f(): ..."),
        (ownerless_tasks, "asyncio.ensure_future(f())"),
        (long_functions, "def f():\n" + "    x = 1\n" * MAX_FUNCTION_LINES),
        (vague_names, "class ChatManager: ..."),
        (swallowed_exceptions, "try:\n    f()\nexcept OSError:\n    pass"),
        (sleeps, "time.sleep(1)"),
    ],
)
def test_each_of_these_looks_finds_what_it_looks_for(
    find: Callable[[ast.Module], Found], code: str
) -> None:
    assert len(list(find(ast.parse(code)))) == 1


def test_nothing_nests_an_event_loop() -> None:
    # Under qasync a nested loop kills the task next door; ui/dialogs.py uses open() and a future.
    # The first paint comes before the loop, which is not even loaded then.
    # A drag knows no other way; it begins with the mouse and never in a coroutine.
    allowed = ("studio/app.py", "studio/ui/chat/reading.py")
    found = everywhere(nested_event_loops, STUDIO)
    assert [place for place in found if not place.startswith(allowed)] == []
    assert len(found) <= len(allowed)


def test_no_coroutine_of_a_test_nests_an_event_loop() -> None:
    assert everywhere(nested_in_coroutines, TESTS) == []


def test_imports_stand_at_the_top() -> None:
    late = everywhere(late_imports, STUDIO)
    assert [line for line in late if line.partition(":")[0] not in MAY_IMPORT_LATE] == []


def test_no_import_is_for_types_only() -> None:
    assert everywhere(type_only_imports, STUDIO, TESTS, PACKAGING) == []


def test_every_task_has_an_owner() -> None:
    assert everywhere(ownerless_tasks, STUDIO) == []


def test_functions_can_be_read_at_a_glance() -> None:
    assert everywhere(long_functions, STUDIO, PACKAGING) == []


def test_files_stay_short() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in modules(STUDIO, PACKAGING)
    }
    assert {name: lines for name, lines in lengths.items() if lines > MAX_FILE_LINES} == {}


def test_names_say_what_a_thing_is() -> None:
    assert everywhere(vague_names, STUDIO) == []


def test_no_exception_vanishes() -> None:
    assert everywhere(swallowed_exceptions, STUDIO, PACKAGING) == []


def test_tests_wait_for_events_and_never_sleep() -> None:
    assert everywhere(sleeps, TESTS) == []


def test_nothing_is_left_unfinished() -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{number}: {line.strip()}"
        for path in modules(STUDIO, TESTS, PACKAGING)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if any(re.search(rf"\b{word}\b", line) for word in LEFTOVERS)
        or any(evasion in line for evasion in EVASIONS)
    ]
    assert found == []


def test_every_ignored_rule_carries_its_code() -> None:
    bare = re.compile(r"#\s*(noqa(?!:)|type:\s*ignore(?!\[))")
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for path in modules(STUDIO, TESTS, PACKAGING)
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if bare.search(line)
    ]
    assert found == []


def test_packaging_is_no_package() -> None:
    # It would shadow the package of that name from PyPI, which pip, pytest and hatchling need.
    assert not (PACKAGING / "__init__.py").exists()


def test_qt_stays_below_the_release_that_aborts_on_python_311() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    qt = [line for line in project["dependencies"] if line.startswith("PySide6")]
    assert any("<6.12;" in line and "python_version < '3.12'" in line for line in qt)
    assert len(qt) == 2


def test_void_qt_calls_leave_the_reference_count_of_none_alone(qtbot: QtBot) -> None:
    # PySide6 6.12.0 on Python 3.11 loses one with each call and aborts after some thousand. From
    # Python 3.12 on None is immortal: its count never moves, and the loss does no harm.
    widget = QWidget()
    qtbot.addWidget(widget)
    calls = 3000
    before = sys.getrefcount(None)
    for number in range(calls):
        widget.setToolTip(str(number))
    assert abs(sys.getrefcount(None) - before) < calls // 10


@pytest.mark.slow
def test_the_package_imports_without_qt_or_network() -> None:
    """`import studio` alone costs nothing; what is heavy is loaded by the module that needs it."""
    heavy = ("PySide6", "httpx", "keyring", "mcp", "pygments", "pydantic", "markdown_it")
    code = f"import sys, studio; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
