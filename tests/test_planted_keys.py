"""Keys are planted wherever a key can come from. They reach the provider, and nothing else."""

from __future__ import annotations

import json
import logging
import shlex
import sys
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from studio.core.chats import ChatSettings, Turn
from studio.core.errors import StudioError
from studio.core.messages import TurnState
from studio.core.profiles import KeySource, ProviderProfile
from studio.harness.key_finds import KeyFinds
from studio.store.key_places import SystemKeyPlaces
from studio.store.paths import Paths
from studio.wiring import Works, open_works
from tests.loopback import DONE, Loopback, answer, chat_delta, chat_end, loopback, sse, stream

pytestmark = pytest.mark.slow
# Not written whole, so that nobody takes them for lost ones.
KEYS = {
    name: f"sk-{name}-" + middle
    for name, middle in {
        "variable": "0123456789abcdefWXYZ",
        "command": "1123456789abcdefWXYZ",
        "stderr": "2123456789abcdefWXYZ",
        "dotenv": "3123456789abcdefWXYZ",
        "program": "4123456789abcdefWXYZ",
        "memory": "5123456789abcdefWXYZ",
    }.items()
}
USAGE = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
ANSWER = stream(
    chat_delta(content="hello") + chat_end() + sse({"choices": [], "usage": USAGE}) + DONE
)
REFUSED = answer(
    json.dumps({"error": {"message": f"Incorrect API key: {KEYS['command']}"}}),
    401,
    content_type="application/json",
)


def assert_secret(*texts: str | bytes) -> None:
    for text in texts:
        data = text.encode() if isinstance(text, str) else text
        for key in KEYS.values():
            # A part of it tells as much.
            assert key[-16:-4].encode() not in data


def python(program: str) -> str:
    return shlex.join([sys.executable, "-I", "-c", program])


@asynccontextmanager
async def opened(server: Loopback) -> AsyncIterator[Works]:
    works = await open_works(Paths.find())
    try:
        there = ProviderProfile(id="p", name="There", base_url=server.url, model="m")
        await works.profiles.save(there)
        yield works
    finally:
        await works.close()


async def answered(works: Works, key_id: str) -> Turn:
    session = await works.library.create(ChatSettings("p", key_id))
    await session.send("Hi")
    return session.turns[-1]


async def everything(works: Works) -> tuple[str, ...]:
    """What can be shown, exported or found by who looks for it."""
    await works.recorder.settled()
    csv = await works.ledger.csv(0, float("inf"))
    return csv, repr(works), repr(works.profiles.profiles), repr(vars(works.profiles))


def files_below(home: Path) -> list[bytes]:
    return [path.read_bytes() for path in home.rglob("*") if path.is_file()]


async def test_keys_from_outside_reach_the_provider_and_nothing_else(
    callboard_home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("MY_KEY", KEYS["variable"])
    # The key is not in the command line, which is kept in a file: a password manager's is not.
    secret = tmp_path / "elsewhere" / "secret"
    secret.parent.mkdir()
    secret.write_text(KEYS["command"])
    reads = python(f"print(open({str(secret)!r}).read())")
    complaint = secret.with_name("complaint")
    complaint.write_text(f"cannot use {KEYS['stderr']}")
    fails = python(f"import sys; sys.exit(open({str(complaint)!r}).read())")
    async with loopback(ANSWER, REFUSED) as server, opened(server) as works:
        add = works.profiles.add_key_from
        variable = await add("p", "Variable", KeySource.ENVIRONMENT, "MY_KEY")
        command = await add("p", "Command", KeySource.COMMAND, reads)
        failing = await add("p", "Failing", KeySource.COMMAND, fails)
        turns = [await answered(works, entry.id) for entry in (variable, command, failing)]
        assert [turn.state for turn in turns] == [
            TurnState.COMPLETED,
            TurnState.FAILED,
            TurnState.FAILED,
        ]
        assert turns[2].failure is not None
        assert turns[2].failure.message == "cannot use •••\n(exit status 1)"
        findings = [finding async for finding in works.doctor.examine("p")]
        assert len(findings) >= 4
        shown = await everything(works)
        assert "There" in shown[0]
        kept = [each for turn in turns for each in await works.recordings.recordings(turn.id)]
        assert len(kept) == 2
        assert_secret(*shown, repr(turns), repr(findings), repr(kept), caplog.text)
        assert_secret(*(each.request_body + each.response_body for each in kept))
    assert_secret(*files_below(callboard_home))
    sent = [heard.headers["authorization"] for heard in server.heard]
    assert sent == [f"Bearer {KEYS['variable']}", f"Bearer {KEYS['command']}"]


async def test_found_keys_are_listed_and_refused_without_being_shown(
    callboard_home: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    home = tmp_path / "home"
    auth = home / ".codex" / "auth.json"
    auth.parent.mkdir(parents=True)
    auth.write_text(json.dumps({"OPENAI_API_KEY": KEYS["program"]}))
    dotenv = home / "project.env"
    dotenv.write_text(f'OPENAI_API_KEY="{KEYS["dotenv"]}"\nBROKEN="{KEYS["dotenv"]}\n')
    async with loopback(ANSWER) as server, opened(server) as works:
        finds = KeyFinds(SystemKeyPlaces(home, {}, "linux"), works.catalogue, works.profiles)
        found = (*await finds.dotenv(dotenv), *await finds.other_programs())
        assert [(one.row_id, one.hint) for one in found] == [("openai", "WXYZ")] * 2
        errors: list[StudioError] = []
        for one in (*found, replace(found[0], id="unknown")):
            # The tests' computer has no keyring: nothing is kept, and nothing is said of the key.
            with pytest.raises(StudioError) as caught:
                await finds.import_(one, "p")
            errors.append(caught.value)
        told = "".join("".join(traceback.format_exception(error)) for error in errors)
        assert_secret(told, repr(found), repr(vars(finds)), *await everything(works), caplog.text)
        assert works.profiles.profiles[0].keys == ()
    assert_secret(*files_below(callboard_home))


async def test_a_key_kept_until_exit_is_in_no_file_and_no_export(
    callboard_home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with loopback(ANSWER) as server, opened(server) as works:
        await works.profiles.keep_key_until_exit("p", KEYS["memory"])
        turn = await answered(works, "")
        assert turn.state is TurnState.COMPLETED
        assert_secret(*await everything(works), repr(turn), caplog.text)
    assert_secret(*files_below(callboard_home))
    assert server.heard[0].headers["authorization"] == f"Bearer {KEYS['memory']}"
