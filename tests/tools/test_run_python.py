"""Python runs apart from everything, and what it does is bounded."""

from __future__ import annotations

import ast
import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from studio.core.results import Form
from studio.core.tools import EffectKind, ToolOutput
from studio.core.trust import Level, Reach
from studio.tools import python_child
from studio.tools.isolation import WAYS, Isolation, Way
from studio.tools.run_python import RunPython
from studio.tools.threads import ToolThreads
from tests.conftest import Until


def tool(python_path: str = "", isolation: Isolation | None = None) -> RunPython:
    return RunPython(lambda: python_path, ToolThreads(), isolation)


async def ran(code: str, seconds: int = 20) -> ToolOutput:
    return await tool().run({"code": code, "seconds": seconds})


async def test_what_is_printed_and_the_last_value_come_back() -> None:
    output = await ran("print('größe')\nx = 6\nx * 7")
    assert (output.text, output.is_error, output.form) == ("größe\n42", False, Form.TEXT)


async def test_code_without_a_word_says_so() -> None:
    assert (await ran("x = 1")).text == "(no output)"


async def test_an_error_shows_the_code_and_nothing_of_ours() -> None:
    output = await ran("def f():\n    return 1 / 0\nf()")
    assert output.is_error
    assert 'File "<code>", line 2, in f' in output.text
    assert output.text.endswith("ZeroDivisionError: division by zero")
    assert "python_child" not in output.text


@pytest.mark.parametrize("code", ["def", "import sys; sys.exit(3)", "x = 'a' * 10 ** 12"])
async def test_what_fails_is_an_error_result(code: str) -> None:
    assert (await ran(code)).is_error


async def test_a_table_comes_back_as_one() -> None:
    frame = (
        "class Frame:\n"
        "    columns = ['a']\n"
        "    def head(self, n): return self\n"
        "    def to_csv(self): return ',a\\n0,1\\n'\n"
        "Frame()"
    )
    output = await ran(frame)
    assert (output.form, output.text) == (Form.TABLE, ",a\n0,1\n")


async def test_pictures_of_the_scratch_folder_come_back_and_links_do_not(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"secret")
    code = (
        "open('plot.png', 'wb').write(b'\\x89PNG')\n"
        f"import os; os.symlink({str(secret)!r}, 'link.png')\nNone"
    )
    output = await ran(code)
    assert [(each.name, each.data) for each in output.pictures] == [("plot.png", b"\x89PNG")]
    assert "[1 picture, shown" in output.text


async def test_the_scratch_folder_is_gone_afterwards() -> None:
    output = await ran("import os; os.getcwd()")
    folder = Path(output.text.strip("'"))
    assert not folder.exists()  # noqa: ASYNC240  # one look


async def test_an_endless_loop_ends_in_time_and_what_it_printed_is_kept() -> None:
    output = await ran("print('begun', flush=True)\nwhile True: pass", 1)
    assert output.is_error
    assert output.text.startswith("begun")


async def test_endless_output_is_cut() -> None:
    output = await ran("while True: print('x' * 1000)", 1)
    assert output.is_error
    assert len(output.text) < 70_000
    assert "the rest was left out" in output.text


async def test_a_call_that_is_cancelled_leaves_no_process(tmp_path: Path) -> None:
    running = asyncio.create_task(ran("import time\nwhile True: time.sleep(1)", 60))
    await asyncio.wait({running}, timeout=1.0)
    running.cancel()
    await asyncio.wait({running})
    assert running.cancelled()


async def test_no_variable_of_ours_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
    assert "sk-planted" not in (await ran("import os; dict(os.environ)")).text


async def test_a_python_that_is_none_is_refused_in_words() -> None:
    output = await tool("/no/such/python").run({"code": "1"})
    assert output.is_error
    assert "Settings, Tools" in output.text


async def test_the_users_own_interpreter_runs_it() -> None:
    output = await tool(sys.executable).run({"code": "1 + 1"})
    assert output.text == "2"


def test_where_nothing_is_kept_apart_the_tool_says_so_and_asks_every_time() -> None:
    bare = tool(isolation=Isolation("plan9"))
    preview = bare.preview({"code": "1"})
    assert preview.always_asks
    assert preview.effect is not None
    assert preview.effect.kind is EffectKind.NOT_ISOLATED
    assert bare.definition.reach is Reach.CHOSEN
    assert bare.definition.asks_first


async def test_where_nothing_is_kept_apart_it_runs_within_its_limits() -> None:
    bare = tool(isolation=Isolation("plan9"))
    assert (await bare.run({"code": "6 * 7"})).text == "42"


def apart(way: Way) -> RunPython:
    isolation = Isolation(ways=(way,))
    if isolation.way is not way:
        pytest.skip(f"this computer has no {way}")
    return tool(isolation=isolation)


EACH_WAY = pytest.mark.parametrize("way", WAYS.get(sys.platform, ()))


@EACH_WAY
def test_what_is_kept_apart_says_so(way: Way) -> None:
    kept = apart(way)
    preview = kept.preview({"code": "1"})
    assert not preview.always_asks
    assert preview.effect is not None
    assert preview.effect.kind is EffectKind.ISOLATED
    assert (kept.definition.reach, kept.definition.demands) == (Reach.NOWHERE, Level.PUBLIC)


def test_a_way_that_is_not_there_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert Isolation(ways=(Way.BUBBLEWRAP, Way.SEATBELT)).way is Way.NONE


@EACH_WAY
@pytest.mark.parametrize(
    "code",
    [
        "import socket; socket.create_connection(('127.0.0.1', 9), 2)",
        "import socket; socket.getaddrinfo('example.org', 80)",
        "open('/etc/passwd').read()",
        "import os; os.listdir(os.path.expanduser('~root'))[0] and open('/root/.bashrc').read()",
        "open('/usr/planted', 'w')",
        "import subprocess; subprocess.run(['/usr/bin/id'], check=True); open('/home/x', 'w')",
    ],
)
async def test_nothing_outside_is_reached(way: Way, code: str) -> None:
    output = await apart(way).run({"code": code})
    assert output.is_error
    assert "rror: " in output.text


@EACH_WAY
async def test_files_of_the_user_are_not_there(way: Way, tmp_path: Path) -> None:
    private = tmp_path / "private.txt"
    private.write_text("hunter2")
    output = await apart(way).run({"code": f"open({str(private)!r}).read()"})
    assert output.is_error
    assert "hunter2" not in output.text


@EACH_WAY
@pytest.mark.slow
async def test_what_forks_leaves_nothing_behind(way: Way, until: Until) -> None:
    code = "import os, time\nfor _ in range(50): os.fork() or time.sleep(987654)"
    await apart(way).run({"code": code, "seconds": 1})
    await until(lambda: "987654" not in _processes())


@EACH_WAY
@pytest.mark.slow
async def test_plots_and_tables_of_real_libraries_come_back(way: Way) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    kept = apart(way)
    plot = await kept.run({"code": "import matplotlib.pyplot as p\np.plot([1, 2])\nNone"})
    assert [each.name for each in plot.pictures] == ["figure-1.png"]
    assert plot.pictures[0].data.startswith(b"\x89PNG")
    table = await kept.run({"code": "import pandas as p\np.DataFrame({'a': [1, 2]})"})
    assert (table.form, table.text) == (Form.TABLE, ",a\n0,1\n1,2\n")


def test_what_runs_in_the_other_python_is_read_by_an_old_one() -> None:
    ast.parse(Path(python_child.__file__).read_text("utf-8"), feature_version=(3, 8))


def _processes() -> str:
    return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
