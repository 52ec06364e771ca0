from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from typing_extensions import override

from studio.core.errors import StudioError
from studio.core.questions import Answer, AnswerKind
from studio.core.results import Form
from studio.core.servers import ServerEntry, StartMode, environment_key_id
from studio.core.trust import Level, Reach
from studio.harness.server_ports import (
    LogSource,
    ServerFailure,
    ServerState,
    StoredListing,
    Trouble,
)
from studio.tools.mcp.environment import Surroundings
from studio.tools.mcp.estate import Patience
from studio.tools.mcp.host import McpHost
from studio.tools.mcp.stdio_way import StdioWay
from studio.tools.mcp.ways import LoginNeededError, Streams, Way, WayError, WayNeeds
from studio.tools.threads import ToolThreads
from tests.conftest import Until
from tests.tools.mcp.stage import (
    QUICK,
    Files,
    Heard,
    Listings,
    Secrets,
    Stage,
    is_alive,
    odd,
    staged,
)

pytestmark = pytest.mark.slow
WITH_CALLBOARD = StartMode.WITH_CALLBOARD
_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")


def test_the_host_is_imported_without_the_sdk() -> None:
    program = "import sys, studio.tools.mcp.host; sys.exit('mcp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


async def test_a_server_starts_in_the_background_and_offers_its_tools() -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        assert stage.host.status("a").state is ServerState.STARTING
        assert stage.host.tools() == ()
        await stage.ready()
        status = stage.host.status("a")
        assert status.protocol == "2025-11-25"
        assert (status.server_name, status.server_version) == ("odd", "1.2")
        assert status.instructions == "Be odd."
        assert "tools" in status.capabilities
        assert status.pid is not None
        assert stage.host.tools()[0].definition.name == "odd__echo"
        assert [each.uri for each in status.resources] == ["file:///notes.txt", "file:///{path}"]
        assert status.resources[1].is_template
        assert [each.name for each in status.prompts] == ["greet"]
        assert status.prompts[0].arguments[0].is_required


async def test_what_is_not_needed_is_not_started() -> None:
    async with staged(odd()) as stage:
        assert stage.host.status("a").state is ServerState.STOPPED
        assert stage.host.status("a").pid is None


async def test_what_was_never_listed_is_started_when_a_chat_needs_tools(until: Until) -> None:
    kept = StoredListing(({"name": "known", "inputSchema": {"type": "object"}},))
    entries = (odd(id="a"), odd(id="b", name="Known"), odd(id="c", is_enabled=False))
    async with staged(*entries, store=Listings(b=kept)) as stage:
        stage.host.need()
        await stage.ready()
        assert stage.host.status("b").state is ServerState.STOPPED
        assert stage.host.status("c").state is ServerState.OFF
        names = [tool.definition.name for tool in stage.host.tools()]
        assert names[0] == "odd-5869__echo" or names[0].endswith("__echo")
        assert names[-1] == "known__known"


async def test_a_call_starts_a_server_that_does_not_run_and_says_so() -> None:
    kept = StoredListing(({"name": "ping", "inputSchema": {"type": "object"}},))
    async with staged(odd(), store=Listings(a=kept)) as stage:
        stage.host.need()
        await asyncio.sleep(0)
        talk = Heard()
        assert (await stage.call("ping", talk)).text == "pong"
        assert talk.progressed[0][2] == "starting Odd"
        assert stage.host.status("a").state is ServerState.READY


async def test_what_was_listed_is_kept_for_the_next_time(until: Until) -> None:
    store = Listings()
    async with staged(odd(start=WITH_CALLBOARD), store=store) as stage:
        await stage.ready()
        await until(lambda: store.kept)
    assert store.kept["a"].tools[0]["name"] == "echo"
    async with staged(odd(), store=store) as stage:
        await until(stage.host.tools)
        assert stage.host.status("a").state is ServerState.STOPPED


async def test_definitions_say_what_the_user_said_of_the_server() -> None:
    entry = odd(
        start=WITH_CALLBOARD,
        demands=Level.SECRET,
        reach=Reach.CHOSEN,
        timeout=5,
        longest=50,
        tools_off=("die",),
    )
    async with staged(entry) as stage:
        await stage.ready()
        echo = stage.tool("echo").definition
        assert (echo.demands, echo.reach) == (Level.SECRET, Reach.CHOSEN)
        assert (echo.timeout, echo.longest) == (5, 50)
        assert (echo.server_id, echo.server_name, echo.own_name) == ("a", "Odd", "echo")
        assert echo.is_outside
        assert echo.title == "Echo"
        assert echo.hints.read_only is True
        assert echo.asks_first
        assert not echo.is_read_only
        assert "die" not in [tool.definition.own_name for tool in stage.host.tools()]
        assert stage.host.tool("a", "die") is not None  # by hand it can still be called
        pid = stage.host.status("a").pid
        stage.host.configure((entry.model_copy(update={"is_trusted": True}),))
        believed = stage.tool("echo").definition
        assert believed.is_read_only
        assert not believed.asks_first
        assert stage.tool("ping").definition.asks_first
        assert stage.host.status("a").pid == pid


async def test_a_changed_entry_restarts_its_server_and_a_removed_one_ends_it(until: Until) -> None:
    entry = odd(start=WITH_CALLBOARD, environment={"X": "1"})
    async with staged(entry, odd(id="b", start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        await stage.ready("b")
        assert (await stage.call("env", name="X")).text == "1"
        before, other = stage.host.status("a").pid, stage.host.status("b").pid
        stage.host.configure((entry.model_copy(update={"environment": {"X": "2"}}),))
        await stage.ready()
        assert (await stage.call("env", name="X")).text == "2"
        assert before is not None
        assert other is not None
        await until(lambda: not is_alive(before) and not is_alive(other))
        assert stage.host.tool("b", "echo") is None
        assert stage.host.status("b").state is ServerState.OFF


async def test_a_server_that_is_switched_off_ends_and_one_switched_on_again_starts(
    until: Until,
) -> None:
    entry = odd(start=WITH_CALLBOARD)
    off = entry.model_copy(update={"is_enabled": False})
    async with staged(entry) as stage:
        await stage.ready()
        pid = stage.host.status("a").pid
        assert pid is not None
        stage.host.configure((off,))
        assert stage.host.status("a").state is ServerState.OFF
        assert stage.host.tools() == ()
        stage.host.start("a")
        assert stage.host.status("a").state is ServerState.OFF
        assert (await stage.call("ping")).is_error
        await until(lambda: not is_alive(pid))
        stage.host.configure((entry,))
        await stage.ready()


class _RemoteWay(StdioWay):
    """Wants a login until there was one; for its pipes it is as good as a remote one."""

    is_logged_in = False
    refuses = False

    @override
    def open(self) -> AbstractAsyncContextManager[Streams]:
        if not self.is_logged_in:
            raise LoginNeededError
        return super().open()

    @override
    async def login(self) -> None:
        if self.refuses:
            raise WayError(ServerFailure(Trouble.LOGIN_FAILED, "access_denied"))
        self.is_logged_in = True

    @override
    async def logout(self) -> None:
        self.is_logged_in = False

    def expire(self) -> None:
        self._needs.ears.login_needed()


async def test_a_server_that_wants_a_login_waits_for_the_user() -> None:
    made: list[_RemoteWay] = []

    def remote(entry: ServerEntry, needs: WayNeeds) -> Way:
        made.append(_RemoteWay(entry, needs, Surroundings(ToolThreads(), {"SHELL": ""})))
        return made[-1]

    store = Listings(a=StoredListing(({"name": "ping", "inputSchema": {"type": "object"}},)))
    host = McpHost(Secrets(), time.time, store, Files(), ways=remote, patience=QUICK)
    stage = Stage(host, store)
    host.configure((odd(start=WITH_CALLBOARD),))
    await stage.until(ServerState.NEEDS_LOGIN)
    assert "log in" in (await stage.call("ping")).text
    made[0].refuses = True
    with pytest.raises(StudioError) as refused:
        await host.login("a")
    assert refused.value.failure.code == Trouble.LOGIN_FAILED
    assert host.status("a").state is ServerState.NEEDS_LOGIN
    made[0].refuses = False
    await host.login("a")
    await stage.ready()
    assert (await stage.call("ping")).text == "pong"
    # A refresh that failed in mid-session: calls fail, and no browser opens by itself.
    hanging = asyncio.create_task(stage.call("hang"))
    made[0].is_logged_in = False
    made[0].expire()
    await stage.until(ServerState.NEEDS_LOGIN)
    assert (await hanging).is_error
    await host.login("a")
    await stage.ready()
    await host.logout("a")
    assert host.status("a").state is ServerState.NEEDS_LOGIN
    await host.close(5.0)


async def test_a_question_of_the_server_goes_to_the_call_that_runs() -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        talk = Heard(Answer(AnswerKind.ACCEPT, {"name": "Ada"}))
        output = await stage.call("ask", talk)
        assert json.loads(output.text) == {"action": "accept", "content": {"name": "Ada"}}
        assert talk.asked[0].message == "Who?"
        assert talk.asked[0].asker == "Odd"
        assert talk.asked[0].schema["properties"] == {"name": {"type": "string"}}
        linked = Heard(Answer(AnswerKind.ACCEPT))
        assert json.loads((await stage.call("ask", linked, url=True)).text) == {"action": "accept"}
        assert linked.asked[0].url == "https://ex.org/go"
        declined = Heard(Answer(AnswerKind.DECLINE))
        assert json.loads((await stage.call("ask", declined)).text) == {"action": "decline"}


async def test_a_server_of_the_newest_revision_alone_is_understood(until: Until) -> None:
    async with staged(odd("modern", start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        assert stage.host.status("a").protocol == "2026-07-28"
        talk = Heard(Answer(AnswerKind.ACCEPT, {"name": "Ada"}))
        answered, state = json.loads((await stage.call("ask_first", talk)).text)
        assert answered["who"]["content"] == {"name": "Ada"}
        assert state == "here"
        assert talk.asked[0].message == "Who first?"
        await until(lambda: '"notifications/subscriptions/acknowledged"' in _all(stage))
        await stage.call("grow")
        await until(lambda: stage.host.tool("a", "new"))


async def test_a_call_that_wants_the_user_somewhere_first_is_made_after_that() -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        talk = Heard(Answer(AnswerKind.ACCEPT))
        assert (await stage.call("go_there_first", talk)).text == "welcome"
        assert talk.asked[0].url == "https://ex.org/go"
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        declined = await stage.call("go_there_first", Heard(Answer(AnswerKind.DECLINE)))
        assert declined.is_error
        assert "go there first" in declined.text


async def test_roots_are_told_only_where_there_are_some(tmp_path: Path) -> None:
    async with staged(odd(start=WITH_CALLBOARD, roots=(str(tmp_path),))) as stage:
        await stage.ready()
        assert tmp_path.as_uri() in (await stage.call("roots")).text
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        assert "not supported" in (await stage.call("roots")).text


async def test_resources_prompts_and_suggestions_are_asked_for() -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        (read,) = await stage.host.read_resource("a", "file:///notes.txt")
        assert (read.attachment.name, read.file.data) == ("notes.txt", b"some notes")
        assert await stage.host.prompt("a", "greet", {"who": "Ada"}) == "Greet Ada."
        assert await stage.host.complete("a", "greet", "who", "A") == ("Ada", "Alan")
        with pytest.raises(StudioError):
            await stage.host.prompt("nobody", "greet", {})


async def test_its_log_is_kept_with_levels_and_messages_for_the_inspector(until: Until) -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        await stage.call("log")
        await until(lambda: stage.lines(LogSource.LOG))
        line = next(line for line in stage.host.log("a") if line.source is LogSource.LOG)
        assert (line.level, line.text) == ("warning", "odd: something is odd")
        bodies = [json.loads(each.body) for each in stage.host.messages("a")]
        assert bodies[0]["method"] == "initialize"
        assert stage.host.messages("a")[0].is_sent
        assert any("result" in body for body in bodies)


async def test_a_secret_reaches_the_server_and_nothing_that_is_kept(until: Until) -> None:
    secret = 's3cr3t-"quoted"-value'
    entry = odd(start=WITH_CALLBOARD, secret_environment=("SECRET",))
    secrets = {f"mcp-a/{environment_key_id('SECRET')}": secret}
    async with staged(entry, secrets=secrets) as stage:
        await stage.ready()
        output = await stage.call("leak")
        assert output.text == "the key is ***"
        assert "s3cr3t" not in output.raw
        await until(lambda: stage.lines(LogSource.STDERR))
        stage.tool("die")
        crashed = await stage.call("die")
        everything = [
            crashed.text,
            repr(stage.host.status("a")),
            *(line.text for line in stage.host.log("a")),
            *(message.body for message in stage.host.messages("a")),
        ]
        assert "the key is ***" in crashed.text
        assert not [text for text in everything if "s3cr3t" in text]


async def test_a_missing_secret_is_named_and_nothing_starts() -> None:
    async with staged(odd(start=WITH_CALLBOARD, secret_environment=("SECRET",))) as stage:
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.SECRET_MISSING, "SECRET")


@pytest.mark.parametrize(
    ("mode", "trouble", "detail"),
    [
        ("exit", Trouble.EXITED, "3"),
        ("gone", Trouble.EXITED, "5"),
        ("web-page", Trouble.EXITED, "0"),
        ("wrong-version", Trouble.NO_PROTOCOL, "1999-01-01"),
        ("refuse-greeting", Trouble.NO_PROTOCOL, "no"),
        ("bad-greeting", Trouble.NO_PROTOCOL, "InitializeResult"),
    ],
)
async def test_what_is_wrong_with_a_server_is_said(
    mode: str, trouble: Trouble, detail: str
) -> None:
    async with staged(odd(mode, start=WITH_CALLBOARD)) as stage:
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert failure.trouble is trouble
        assert detail in failure.detail
        assert stage.host.status("a").retry_at is None
        if mode == "exit":
            assert failure.stderr == ("no key was given",)


async def test_a_program_that_is_not_there_is_named_with_the_folders_searched() -> None:
    entry = odd(start=WITH_CALLBOARD).model_copy(update={"command": "no-such-program"})
    async with staged(entry) as stage:
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.NOT_FOUND, "no-such-program")
        assert failure.searched


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    async with staged(odd(start=WITH_CALLBOARD, folder=str(folder))) as stage:
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.NO_FOLDER, str(folder))


async def test_a_server_starts_in_its_folder(tmp_path: Path) -> None:
    async with staged(odd(start=WITH_CALLBOARD, folder=str(tmp_path))) as stage:
        await stage.ready()
        assert (await stage.call("cwd")).text == os.path.realpath(tmp_path)  # noqa: ASYNC240


async def test_calls_to_a_server_that_has_just_failed_do_not_wait_for_it_again() -> None:
    kept = StoredListing(({"name": "ping", "inputSchema": {"type": "object"}},))
    async with staged(odd("exit", start=WITH_CALLBOARD), store=Listings(a=kept)) as stage:
        await stage.failed()
        began = time.monotonic()
        output = await stage.call("ping")
        assert output.is_error
        assert "exited (code 3)" in output.text
        assert "no key was given" in output.text
        assert time.monotonic() - began < 0.1


async def test_a_server_that_always_crashes_is_given_up_and_can_be_tried_again() -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        for _ in range(5):
            assert (await stage.call("die")).is_error
        status = stage.host.status("a")
        await stage.until(ServerState.FAILED)
        assert stage.host.status("a").retry_at is None
        assert status.failure is None or status.failure.trouble is Trouble.EXITED
        stage.host.start("a")
        await stage.ready()


async def test_the_pause_after_a_crash_is_told_and_grows() -> None:
    patience = Patience(start=10.0, restarts=(60.0,))
    async with staged(odd(start=WITH_CALLBOARD), patience=patience) as stage:
        await stage.ready()
        await stage.call("die")
        await stage.failed()
        status = stage.host.status("a")
        assert status.retry_at is not None
        assert 50 < status.retry_at - time.time() <= 60
        # Who needs it does not wait for that.
        assert (await stage.call("ping")).text == "pong"
    pauses = Patience().restarts
    assert list(pauses) == sorted(pauses)


@_POSIX
async def test_a_killed_server_fails_its_calls_at_once_and_comes_back(until: Until) -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        pid = stage.host.status("a").pid
        assert pid is not None
        waiting = [asyncio.create_task(stage.call("hang")) for _ in range(3)]
        await until(lambda: len(_calls(stage.host.messages("a"))) == 3)
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(1):
            outputs = await asyncio.gather(*waiting)
        assert all("signal 9" in output.text and output.is_error for output in outputs)
        assert (await stage.call("ping")).text == "pong"


@_POSIX
async def test_what_a_server_has_started_ends_with_it(until: Until) -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        grandchild = int((await stage.call("grandchild")).text)
        assert is_alive(grandchild)
        stage.host.stop("a")
        await until(lambda: not is_alive(grandchild))
        assert stage.host.status("a").state is ServerState.STOPPED


async def test_closing_takes_no_longer_than_it_may() -> None:
    entries = [odd("stubborn", id=f"s{each}", start=WITH_CALLBOARD) for each in range(4)]
    entries.append(odd("hang", id="hang", start=WITH_CALLBOARD))
    async with staged(*entries) as stage:
        for entry in entries[:4]:
            await stage.ready(entry.id)
        pids = [stage.host.status(entry.id).pid for entry in entries]
        began = time.monotonic()
        await stage.host.close(0.5)
        assert time.monotonic() - began < 1.0
        assert not [pid for pid in pids if pid is not None and is_alive(pid)]


async def test_a_server_is_restarted_when_its_source_changes(tmp_path: Path, until: Until) -> None:
    source = tmp_path / "server.py"
    source.write_text("one")
    async with staged(odd(start=WITH_CALLBOARD, watches=str(source))) as stage:
        await stage.ready()
        before = stage.host.status("a").pid
        source.write_text("two, and longer")
        said = "its source has changed: it is started again"
        await until(lambda: said in stage.lines(LogSource.CALLBOARD))
        await stage.ready()
        assert stage.host.status("a").pid != before


async def test_watchers_are_told_of_changes_together() -> None:
    async with staged(odd("noisy", start=WITH_CALLBOARD)) as stage:
        told: list[str] = []
        end = stage.host.watch(told.append)
        await stage.ready()
        assert set(told) == {"a"}
        assert len(told) < 20
        end()
        before = len(told)
        stage.host.stop("a")
        await stage.until(ServerState.STOPPED)
        assert len(told) == before


async def test_a_refused_call_and_an_empty_result_are_told() -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        refused = await stage.call("refuse")
        assert refused.is_error
        assert refused.text.endswith("(code -32602): no such thing")
        assert (await stage.call("quiet")).text == "(no output)"


async def test_broken_tools_cost_nothing_but_themselves() -> None:
    async with staged(odd("broken-tools", start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        schemas = {each.own_name: each.schema for each in stage.host.status("a").tools}
        broken = {"no_schema", "bad_schema", "bad_properties", "huge_schema", "hidden"}
        assert {name for name, schema in schemas.items() if schema == {"type": "object"}} == broken
        assert {"deep", "self", "hidden"} <= set(schemas)
        hidden = stage.tool("hidden").definition
        assert hidden.description.startswith("abcd")
        assert len(hidden.description) == 8_000
        assert [line for line in stage.lines(LogSource.CALLBOARD) if "there twice" in line]


async def test_a_list_that_is_none_is_empty() -> None:
    async with staged(odd("no-list", start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        assert stage.host.tools() == ()


async def test_a_result_shown_as_json_says_so() -> None:
    async with staged(odd(start=WITH_CALLBOARD)) as stage:
        await stage.ready()
        assert (await stage.call("structured")).form is Form.JSON
        assert (await stage.call("echo", text="[1, 2]")).form is Form.JSON
        assert (await stage.call("echo", text="[1, 2")).form is Form.TEXT


def _all(stage: Stage) -> str:
    return "".join(each.body for each in stage.host.messages("a"))


def _calls(messages: tuple[object, ...]) -> list[object]:
    return [each for each in messages if '"tools/call"' in getattr(each, "body", "")]
