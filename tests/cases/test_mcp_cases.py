"""MCP servers that went wrong for others: one test a case, by its letter and number.

The servers are real children; what they do stands in `tests/tools/mcp/odd_server.py`.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import pytest

from studio.core import events as ev
from studio.core.messages import Outcome
from studio.core.results import Form
from studio.core.servers import StartMode
from studio.harness.server_ports import LogSource, ServerState, Trouble
from studio.harness.toolbox import Ready, Toolbox
from studio.tools.mcp.environment import Surroundings
from studio.tools.mcp.estate import Patience
from studio.tools.mcp.programs import found
from studio.tools.mcp.ways import WayError
from studio.tools.threads import ToolThreads
from tests.conftest import Until
from tests.fakes import call
from tests.tools.mcp.stage import QUICK, Heard, odd, staged

pytestmark = pytest.mark.slow
NOW = StartMode.WITH_CALLBOARD
_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="login shells are of POSIX")


async def test_m01_servers_are_closed_by_other_tasks_in_any_order_without_harm() -> None:
    async with staged(odd(id="a", start=NOW), odd(id="b", name="B", start=NOW)) as stage:
        await stage.ready("a")
        await stage.ready("b")
        neighbour = asyncio.create_task(stage.tool("ask", "b").run({}, Heard()))

        async def close(server_id: str) -> None:
            stage.host.stop(server_id)

        await asyncio.create_task(close("a"))
        assert not (await neighbour).is_error
        await asyncio.create_task(close("b"))
        await stage.until(ServerState.STOPPED, id="b")
        stage.host.start("b")
        await stage.ready("b")
        await asyncio.create_task(stage.host.close(5.0))


@_POSIX
async def test_m03_programs_of_the_login_shell_are_found_from_a_bare_path(tmp_path: Path) -> None:
    nvm = tmp_path / ".nvm/versions/node/v22.1.0/bin"
    _program(nvm / "npx22", 'exec node22 "$@"')
    _program(nvm / "node22", 'echo "node got $1"')
    shell = _program(
        tmp_path / "shell",
        f'export PATH=/from/login:$PATH NVM_DIR={tmp_path}; shift 2; exec sh "$@"',
    )
    bare = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "SHELL": str(shell), "HTTPS_PROXY": "p"}
    surroundings = Surroundings(ToolThreads(), bare)
    environment = await surroundings.complete()
    folders = environment["PATH"].split(os.pathsep)
    assert folders[:3] == ["/from/login", "/usr/bin", "/bin"]
    assert str(nvm) in folders
    assert environment["HTTPS_PROXY"] == "p"
    assert environment["NVM_DIR"] == str(tmp_path)
    assert found("npx22", environment, tmp_path) == [str(nvm / "npx22")]
    # The child gets the same PATH, so npx finds its node.
    child = await asyncio.create_subprocess_exec(
        str(nvm / "npx22"), "hello", env=environment, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await child.communicate()
    assert said == b"node got hello\n"
    with pytest.raises(WayError) as missing:
        found("uvx", environment, tmp_path)
    assert missing.value.failure.searched == tuple(folders)


@_POSIX
async def test_m03_a_path_in_the_servers_environment_wins(tmp_path: Path) -> None:
    _program(tmp_path / "mine" / "server", f"exec {sys.executable} -c 'print(1)'")
    entry = odd(start=NOW, environment={"PATH": str(tmp_path / "mine")})
    async with staged(entry.model_copy(update={"command": "python-of-nobody"})) as stage:
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert failure.searched == (str(tmp_path / "mine"),)
    async with staged(entry) as stage:
        await stage.ready()
        assert (await stage.call("env", name="PATH")).text == str(tmp_path / "mine")


@_POSIX
async def test_m03_a_login_shell_that_hangs_holds_up_a_start_only_so_long(tmp_path: Path) -> None:
    shell = _program(tmp_path / "shell", "sleep 600")
    bare = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "SHELL": str(shell)}
    surroundings = Surroundings(ToolThreads(), bare, shell_seconds=0.2)
    began = time.monotonic()
    environment = await surroundings.complete()
    assert time.monotonic() - began < 2
    assert environment["PATH"].startswith("/usr/bin:/bin")


async def test_m05_a_server_that_dies_in_a_call_fails_it_at_once_and_comes_back() -> None:
    async with staged(odd(start=NOW)) as stage:
        await stage.ready()
        began = time.monotonic()
        died = await stage.call("die")
        assert time.monotonic() - began < 1
        assert died.is_error
        assert "exited (code 1)" in died.text
        assert "it hurts" in died.text
        assert (await stage.call("ping")).text == "pong"
        sent = [each for each in stage.host.messages("a") if each.is_sent]
        assert len([each for each in sent if '"die"' in each.body]) == 1


async def test_m07_a_banner_and_200_kb_on_standard_error_do_no_harm(until: Until) -> None:
    async with staged(odd("banner", "noisy", start=NOW)) as stage:
        await stage.ready()
        assert len(stage.host.tools()) == 22
        await until(lambda: len(stage.lines(LogSource.STDOUT)) == 2)
        assert stage.lines(LogSource.STDOUT) == ["Sample server 1.0 ready", "WARN something"]
        assert stage.lines(LogSource.STDERR)[0] == "noise"
        assert (await stage.call("ping")).text == "pong"


async def test_m07_garbage_on_standard_output_is_skipped() -> None:
    async with staged(odd("garbage", start=NOW)) as stage:
        await stage.ready()
        assert (await stage.call("ping")).text == "pong"


async def test_m08_progress_is_asked_for_and_handed_on(until: Until) -> None:
    async with staged(odd(start=NOW, timeout=7, longest=70)) as stage:
        await stage.ready()
        talk = Heard()
        assert (await stage.call("slow", talk)).text == "done"
        assert talk.progressed == [(1.0, 3.0, "step"), (2.0, 3.0, "step"), (3.0, 3.0, "step")]
        definition = stage.tool("slow").definition
        assert (definition.timeout, definition.longest) == (7, 70)


async def test_m08_progress_keeps_a_long_call_alive_and_silence_ends_it_at_the_server() -> None:
    async with staged(odd(start=NOW, timeout=0.5, longest=30)) as stage:
        await stage.ready()
        told: list[ev.Event] = []
        toolbox = Toolbox(stage.host.tools(), 60.0)
        await toolbox.load()
        toolbox.listen(told.append, time.time)
        slow = toolbox.prepare(call("1", "odd__slow", '{"steps": 6, "pause": 0.2}'))
        assert isinstance(slow, Ready)
        began = time.monotonic()
        ended = await toolbox.run(slow)
        assert time.monotonic() - began > 1.0
        assert (ended.text, ended.outcome) == ("done", Outcome.DONE)
        assert [each for each in told if isinstance(each, ev.ToolProgressed)]
        silent = toolbox.prepare(call("2", "odd__hang", "{}"))
        assert isinstance(silent, Ready)
        assert (await toolbox.run(silent)).outcome is Outcome.TIMED_OUT
        assert len(json.loads((await stage.call("cancelled")).text)) == 1


async def test_m09_structured_content_alone_is_told_to_the_model() -> None:
    async with staged(odd(start=NOW)) as stage:
        await stage.ready()
        output = await stage.call("structured")
        assert json.loads(output.text) == {"count": 7}
        assert output.form is Form.JSON
        assert not output.is_error


async def test_m11_all_pages_are_read() -> None:
    async with staged(odd("paged", start=NOW)) as stage:
        await stage.ready()
        own = [tool.definition.own_name for tool in stage.host.tools()]
        assert own == [f"t{number}" for number in range(1, 10)]


async def test_m11_pages_that_lead_in_a_circle_end(until: Until) -> None:
    async with staged(odd("looping", start=NOW)) as stage:
        await stage.ready()
        assert [tool.definition.own_name for tool in stage.host.tools()] == ["echo"]
        assert [line for line in stage.lines(LogSource.CALLBOARD) if "does not end" in line]


async def test_m11_a_changed_list_is_read_anew_and_a_running_send_keeps_its_own(
    until: Until,
) -> None:
    async with staged(odd(start=NOW)) as stage:
        await stage.ready()
        running = stage.host.tools()
        assert (await stage.call("grow")).text == "grown"
        await until(lambda: stage.host.tool("a", "new"))
        assert len(stage.host.tools()) == len(running) + 1
        assert (await running[0].run({"text": "as before"})).text == "as before"


@pytest.mark.parametrize("mode", ["hang", "hang-list", "quiet-forever"])
async def test_m13_a_server_that_never_answers_holds_up_nobody(mode: str) -> None:
    patience = Patience(start=0.4)
    hanging = odd(mode, id="a", start=NOW)
    async with staged(hanging, odd(id="b", name="B", start=NOW), patience=patience) as stage:
        await stage.ready("b")
        assert stage.host.status("a").state is ServerState.STARTING
        names = [tool.definition.server_id for tool in stage.host.tools()]
        assert set(names) == {"b"}
        assert (await stage.tool("ping", "b").run({})).text == "pong"
        await stage.failed("a")
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.NO_REPLY, "0.4")
        stage.host.start("a")
        assert stage.host.status("a").state is ServerState.STARTING
        began = time.monotonic()
        await stage.host.close(3.0)
        assert time.monotonic() - began < 3.0


async def test_m13_time_limits_of_several_servers_run_side_by_side() -> None:
    entries = [odd("hang", id=f"s{each}", start=NOW) for each in range(5)]
    async with staged(*entries, patience=Patience(start=0.5)) as stage:
        began = time.monotonic()
        for entry in entries:
            await stage.failed(entry.id)
        assert time.monotonic() - began < 5


async def test_m14_blocks_of_every_kind_are_told_and_links_are_not_followed() -> None:
    async with staged(odd(start=NOW)) as stage:
        await stage.ready()
        text = (await stage.call("blocks")).text
        assert "Job done" in text
        assert "v.mp4: https://ex.org/v.mp4" in text
        assert "# Hi" in text
        assert "hologram" in text
        assert '"x": 1' in text


async def test_l08_megabytes_of_a_result_arrive_whole() -> None:
    async with staged(odd(start=NOW)) as stage:
        await stage.ready()
        output = await stage.call("big", size=5_000_000)
        assert len(output.text) == 5_000_000
        assert len(output.raw) < 300_000
        assert sum(len(each.body) for each in stage.host.messages("a")) < 1_000_000


async def test_l08_a_result_beyond_all_bounds_is_dropped_and_the_server_lives() -> None:
    async with staged(odd(start=NOW), message_limit=2_000_000) as stage:
        await stage.ready()
        # More would only take longer: no more than the limit is ever held.
        output = await stage.call("huge", blocks=100)
        assert output.is_error
        assert "too large (100" in output.text
        assert (await stage.call("ping")).text == "pong"


async def test_l09_a_stopped_call_is_cancelled_at_the_server_which_lives(until: Until) -> None:
    async with staged(odd(start=NOW)) as stage:
        await stage.ready()
        hanging = asyncio.create_task(stage.call("hang"))
        await until(lambda: '"hang"' in stage.host.messages("a")[-1].body)
        began = time.monotonic()
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        assert time.monotonic() - began < 0.2
        (cancelled,) = json.loads((await stage.call("cancelled")).text)
        asked = [json.loads(each.body) for each in stage.host.messages("a") if each.is_sent]
        ids = {each["id"]: each["params"]["name"] for each in asked if _is_call(each)}
        assert ids[cancelled] == "hang"
        assert (await stage.call("ping")).text == "pong"


async def test_l09_a_call_that_waits_for_a_start_can_be_stopped() -> None:
    async with staged(odd("hang", start=NOW), patience=QUICK) as stage:
        reaching = asyncio.create_task(stage.host.read_resource("a", "file:///x"))
        await stage.until(ServerState.STARTING)
        reaching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reaching


def _is_call(message: dict[str, object]) -> bool:
    return message.get("method") == "tools/call"


def _program(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path
