"""Keys are planted in every position of every dialect, and looked for in everything that comes of
it: the files on the disk to the byte, logs, exports, traces, the clipboard, the inspector."""

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from studio.core.chats import ChatSettings
from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from studio.core.servers import ServerEntry, environment_key_id
from studio.harness.session import SessionController
from studio.store.logs import open_log
from studio.store.paths import Paths
from studio.wiring import open_works
from studio.works import Works
from tests.loopback import Loopback, answer, loopback
from tests.planted.keys import (
    AUTH,
    EXTRA,
    HEADER,
    KEYS,
    LOOKS,
    PARAMETER,
    PASSWORD,
    PATH,
    QUERY,
    SERVER,
    found_in,
)
from tests.planted.outcomes import Outcome, files_below, outcomes
from tests.planted.replies import Named, cuts, ending, replies
from tests.tools.mcp.stage import ODD

pytestmark = pytest.mark.slow
# What the user typed into the settings of a provider is kept there as it was typed.
_TYPED = ("profiles.json",)
_commands: list[str] = []


def _note_command(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.spawn", "os.system"):
        _commands.append(repr(arguments[:2]))


sys.addaudithook(_note_command)


def _profile(dialect: Dialect, url: str) -> ProviderProfile:
    return ProviderProfile(
        id="p",
        name="Planted",
        dialect=dialect,
        base_url=f"{url}/{PATH}/v1?api_key={quote(QUERY, safe='')}",
        model="m",
        secret_headers=("x-gateway",),
        extra_headers={"x-auth-token": EXTRA, "x-tenant": LOOKS, "x-password": PASSWORD},
        extra_parameters={"metadata": {"api_token": PARAMETER}},
    )


@asynccontextmanager
async def _opened(dialect: Dialect, server: Loopback) -> AsyncIterator[Works]:
    works = await open_works(Paths.find())
    works.paths.create()
    handler = open_log(works.paths.logs)
    try:
        await works.profiles.save(_profile(dialect, server.url))
        await works.profiles.keep_key_until_exit("p", AUTH)
        await works.profiles.keep_header_until_exit("p", "x-gateway", HEADER)
        await _with_server(works)
        yield works
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()
        await works.close()


async def _with_server(works: Works) -> None:
    """One of tools, which says its secret in results and beside them."""
    entry = ServerEntry(
        id="odd",
        name="Odd",
        command=sys.executable,
        arguments=("-I", "-S", str(ODD)),
        secret_environment=("SECRET",),
        is_trusted=True,
    )
    vault = works.servers_of_tools._vault
    await vault.remember_until_exit(entry.vault_id, environment_key_id("SECRET"), SERVER)
    await works.servers_of_tools.save(entry)
    works.host.begin()


async def _asked(
    works: Works, server: Loopback, dialect: Dialect, scripts: Iterator[Named]
) -> dict[str, SessionController]:
    """A chat for each reply, by its name."""
    chats = {}
    for name, script in scripts:
        session = await works.library.create(
            ChatSettings("p", allowed_tools=frozenset({"odd__leak"}))
        )
        server.scripts[:] = [script, ending(dialect)]
        async with asyncio.timeout(30):
            await session.send("Tell me.")
        chats[name] = session
    await works.recorder.settled()
    await works.call_records.settled()
    return chats


def _leaks(found: list[Outcome]) -> dict[str, str]:
    """Which outcome holds which key, and what came of it first."""
    leaks: dict[str, str] = {}
    for name, data in found:
        outcome, _, reply = name.partition(" of ")
        for key in found_in(data):
            leaks.setdefault(f"{key[:8]} in {outcome}", reply)
    return leaks


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_no_key_is_in_anything_that_comes_of_a_reply(
    dialect: Dialect,
    callboard_home: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    _commands.clear()
    async with loopback(answer()) as server, _opened(dialect, server) as works:
        chats = await _asked(works, server, dialect, replies(dialect, "odd__leak"))
        found = [
            (f"{outcome} of {name}", data)
            for name, session in chats.items()
            for outcome, data in await outcomes(works, session, tmp_path)
        ]
        found += files_below(callboard_home, _TYPED)  # while it is open: what was not moved yet too
        sent = server.heard[0]
        assert AUTH in str(sent.headers)
        assert HEADER in str(sent.headers)
        assert SERVER not in str(server.heard[1].body)
    found += files_below(callboard_home, _TYPED)
    found += [("log", caplog.text.encode()), ("command line", "\n".join(_commands).encode())]
    assert _leaks(found) == {}
    counts = Counter(name.partition(" of ")[0] for name, _ in found)
    _told(
        capsys,
        f"{dialect}: {len(chats)} replies",
        counts,
        sum(len(data) for _, data in found),
    )


async def test_a_key_cut_at_any_letter_is_found(callboard_home: Path, tmp_path: Path) -> None:
    dialect = Dialect.OPENAI_CHAT
    async with loopback(answer()) as server, _opened(dialect, server) as works:
        chats = await _asked(works, server, dialect, cuts(dialect, AUTH))
        assert len(chats) == 2 * (len(AUTH) - 1)
        found = [
            (f"recording of {name}", each.request_body + each.response_body)
            for name, session in chats.items()
            for each in await works.recordings.recordings(session.turns[0].id)
        ]
        found += [
            (f"turn of {name}", repr(session.turns).encode()) for name, session in chats.items()
        ]
    assert _leaks([*found, *files_below(callboard_home, _TYPED)]) == {}


async def test_what_the_user_typed_into_a_prompt_stays_there_and_is_recorded_without_it() -> None:
    dialect = Dialect.OPENAI_CHAT
    async with loopback(ending(dialect)) as server:
        async with _opened(dialect, server) as works:
            session = await works.library.create(ChatSettings("p"))
            await session.send(f"My key is {AUTH}.")
            (turn,) = session.turns
            assert turn.prompt_text == f"My key is {AUTH}."
            (recording,) = await works.inspection.recordings(turn.id)
            assert found_in(recording.request_body) == set()
        assert AUTH.encode() in server.heard[0].body


def _told(capsys: pytest.CaptureFixture[str], what: str, counts: Counter[str], size: int) -> None:
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    with capsys.disabled():
        sys.stdout.write(
            f"\n{what}, {len(KEYS)} keys; looked into {counts.total()} texts, {size} bytes, "
            f"no key in any of them: {kinds}\n"
        )
