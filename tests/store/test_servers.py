"""The file of servers, their listings, and other clients' files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from studio.core.server_json import LARGEST
from studio.core.servers import ServerEntry
from studio.harness.server_ports import FoundServers, StoredListing
from studio.store.other_clients import SystemOtherClients
from studio.store.servers import LARGEST_LISTING, FileServers
from studio.store.set_aside import Reason
from studio.store.worker import Worker

TIME = ServerEntry(id="time", name="Time", command="uvx", arguments=("mcp-server-time",))
CON = ServerEntry(id="con", name="Con", command="x")


def store(folder: Path) -> FileServers:
    worker = Worker("test-servers")
    return FileServers(folder / "servers.json", folder / "listings", worker, lambda: 0.0)


async def test_what_was_saved_is_there_after_a_restart(tmp_path: Path) -> None:
    await store(tmp_path).save_servers((TIME, CON))
    assert await store(tmp_path).servers() == (TIME, CON)


async def test_a_damaged_file_is_put_aside_and_one_bad_server_costs_no_other(
    tmp_path: Path,
) -> None:
    (tmp_path / "servers.json").write_text("{", encoding="utf-8")
    damaged = store(tmp_path)
    assert await damaged.servers() == ()
    assert [each.reason for each in damaged.set_aside] == [Reason.DAMAGED]
    rows = [TIME.model_dump(mode="json"), {"id": "!"}]
    content = json.dumps({"version": 1, "servers": rows})
    (tmp_path / "servers.json").write_text(content, encoding="utf-8")
    partly = store(tmp_path)
    assert await partly.servers() == (TIME,)
    assert len(partly.set_aside) == 1


async def test_whoever_writes_first_loses_nothing_unread(tmp_path: Path) -> None:
    (tmp_path / "servers.json").write_text("{", encoding="utf-8")
    files = store(tmp_path)
    await files.save_servers((TIME,))
    assert len(files.set_aside) == 1


async def test_listings_are_known_after_a_restart_and_only_of_servers_that_are(
    tmp_path: Path,
) -> None:
    listing = StoredListing(({"name": "now", "inputSchema": {}},))
    files = store(tmp_path)
    await files.save_servers((TIME, CON))
    for server_id in ("time", "con", "gone"):
        await files.save_listing(server_id, listing)
    assert await store(tmp_path).listings() == {"con": listing, "time": listing}
    await files.save_listing("con", None)
    await files.save_listing("con", None)
    (tmp_path / "listings" / "mcp-time.json").write_text("[", encoding="utf-8")
    assert await store(tmp_path).listings() == {}


async def test_a_listing_without_bounds_is_not_kept(tmp_path: Path) -> None:
    files = store(tmp_path)
    await files.save_servers((TIME,))
    await files.save_listing("time", StoredListing(({"name": "x" * LARGEST_LISTING},)))
    assert await files.listings() == {}


PLACES = {
    "linux": {
        "Claude Desktop": ".config/Claude/claude_desktop_config.json",
        "Cursor": ".cursor/mcp.json",
        "VS Code": ".config/Code/User/mcp.json",
        "Windsurf": ".codeium/windsurf/mcp_config.json",
        "Zed": ".config/zed/settings.json",
        "LM Studio": ".lmstudio/mcp.json",
        "Gemini CLI": ".gemini/settings.json",
        "Continue": ".continue/mcpServers/one.json",
    },
    "darwin": {
        "Claude Desktop": "Library/Application Support/Claude/claude_desktop_config.json",
        "VS Code": "Library/Application Support/Code/User/mcp.json",
        "Jan": "Library/Application Support/Jan/data/mcp_config.json",
        "Zed": ".config/zed/settings.json",
    },
    "win32": {
        "Claude Desktop": "AppData/Roaming/Claude/claude_desktop_config.json",
        "VS Code": "AppData/Roaming/Code/User/mcp.json",
        "Cline": (
            "AppData/Roaming/Code/User/globalStorage/saoudrizwan.claude-dev/settings/"
            "cline_mcp_settings.json"
        ),
        "Zed": "AppData/Roaming/Zed/settings.json",
    },
}


def put(home: Path, path: str, content: str) -> None:
    place = home / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(content, encoding="utf-8")


async def find(home: Path, platform: str = "linux") -> dict[str, FoundServers]:
    found = await SystemOtherClients(home, {}, platform).find()
    return {each.program: each for each in found}


@pytest.mark.parametrize("platform", list(PLACES))
async def test_other_clients_servers_are_found_where_they_lie(
    tmp_path: Path, platform: str
) -> None:
    servers = {"a": {"command": "x", "env": {"API_KEY": "abcdefgh1"}}}
    for program, path in PLACES[platform].items():
        under = {"VS Code": "servers", "Zed": "context_servers"}.get(program, "mcpServers")
        put(tmp_path, path, json.dumps({"theme": "dark", under: servers}))
    found = await find(tmp_path, platform)
    assert set(found) == set(PLACES[platform])
    for each in found.values():
        assert [entry.name for entry in each.entries] == ["a"]
        assert dict(each.secrets) == {"a/env-API_KEY": "abcdefgh1"}
        assert "abcdefgh1" not in repr(each)


async def test_toml_and_lists_are_read_too(tmp_path: Path) -> None:
    put(tmp_path, ".codex/config.toml", '[mcp_servers.a]\ncommand = "x"\nargs = ["y"]\n')
    old = {"transport": {"type": "stdio", "command": "x"}}
    content = json.dumps({"experimental": {"modelContextProtocolServers": [old]}})
    put(tmp_path, ".continue/config.json", content)
    found = await find(tmp_path)
    assert found["Codex"].entries[0].arguments == ("y",)
    assert found["Continue"].entries[0].command == "x"


async def test_what_cannot_be_read_says_why_and_what_holds_none_is_not_named(
    tmp_path: Path,
) -> None:
    put(tmp_path, ".cursor/mcp.json", "{ no")
    put(tmp_path, ".gemini/settings.json", '{"theme": "dark"}')
    put(tmp_path, ".lmstudio/mcp.json", " " * (LARGEST + 300_000))
    put(tmp_path, ".codex/config.toml", "= no")
    (tmp_path / ".claude.json").mkdir()
    found = await find(tmp_path)
    problems = {name: each.problem for name, each in found.items()}
    assert problems == {"Cursor": "no_json", "LM Studio": "too_large", "Codex": "no_json"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
async def test_a_pipe_in_the_place_of_a_file_holds_nobody(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    os.mkfifo(tmp_path / ".cursor" / "mcp.json")
    assert await find(tmp_path) == {}
