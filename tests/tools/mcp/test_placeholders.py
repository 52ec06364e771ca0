"""`${NAME}` in the settings of a server that is a program."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from studio.core.servers import ServerEntry, StartMode
from studio.harness.server_ports import Trouble
from tests.tools.mcp.stage import ODD, staged

pytestmark = pytest.mark.slow


def _entry(*arguments: str, **fields: Any) -> ServerEntry:
    given: dict[str, Any] = {"command": sys.executable, "start": StartMode.WITH_CALLBOARD} | fields
    return ServerEntry(id="a", name="Odd", arguments=("-I", "-S", *arguments), **given)


@pytest.fixture
def home(tmp_path: Path) -> str:
    return str(tmp_path.resolve())


async def test_program_arguments_folder_and_variables_take_what_they_name(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALLBOARD_TEST_PYTHON", sys.executable)
    monkeypatch.setenv("CALLBOARD_TEST_HOME", home)
    entry = _entry(
        "${TOOLS}/odd_server.py",
        command="${CALLBOARD_TEST_PYTHON}",
        folder="${CALLBOARD_TEST_HOME}",
        environment={
            "TOOLS": str(ODD.parent),
            "WHERE": "${CALLBOARD_TEST_HOME}/x",
            "LATER": "${WHERE}/${UNSET:-y}",
        },
    )
    async with staged(entry) as stage:
        await stage.ready()
        assert (await stage.call("cwd")).text == home
        assert (await stage.call("env", name="WHERE")).text == f"{home}/x"
        assert (await stage.call("env", name="LATER")).text == f"{home}/x/y"


async def test_a_secret_stands_where_it_is_named_and_is_shown_nowhere() -> None:
    entry = _entry(
        str(ODD),
        secret_environment=("TOKEN",),
        environment={"SECRET": "Bearer ${TOKEN}"},
    )
    async with staged(entry, secrets={"mcp-a/env-TOKEN": "planted-4711"}) as stage:
        await stage.ready()
        # It was put in: what the server says of it is masked.
        assert (await stage.call("leak")).text == "the key is Bearer ***"
        shown = f"{stage.host.log('a')}{stage.host.messages('a')}{stage.host.status('a')}"
        assert "planted-4711" not in shown


async def test_a_secret_of_an_argument_reaches_the_program() -> None:
    """As settings that are pasted in become: what was a key there is a name here."""
    entry = _entry(
        "-c", "raise SystemExit('${KEY}' != 'planted-4711')", secret_environment=("KEY",)
    )
    async with staged(entry, secrets={"mcp-a/env-KEY": "planted-4711"}) as stage:
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.EXITED, "0")
        assert "planted-4711" not in f"{failure}{stage.host.log('a')}"


@pytest.mark.parametrize(
    "fields", [{"command": "${NO_SUCH_NAME}"}, {"environment": {"X": "${NO_SUCH_NAME}"}}]
)
async def test_a_name_that_nobody_knows_is_told(fields: dict[str, Any]) -> None:
    async with staged(_entry(str(ODD), **fields)) as stage:
        await stage.failed()
        failure = stage.host.status("a").failure
        assert failure is not None
        assert (failure.trouble, failure.detail) == (Trouble.SECRET_MISSING, "NO_SUCH_NAME")


async def test_values_are_not_looked_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLBOARD_TEST_PRICE", "${HOME}")
    entry = _entry(str(ODD), environment={"X": "${CALLBOARD_TEST_PRICE}"})
    async with staged(entry) as stage:
        await stage.ready()
        assert (await stage.call("env", name="X")).text == "${HOME}"
