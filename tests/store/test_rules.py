from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from studio.core.errors import StorageError
from studio.core.rules import ANY, Approved, Condition, ConditionKind, Permission, Rule, Rules
from studio.store.paths import Paths
from studio.store.rules import FileRules
from studio.store.set_aside import Reason
from studio.store.worker import Worker

DAY = 1_800_000_000.0
UNDER = Condition(ConditionKind.PATH_UNDER, "path", "/home/ä")
ALLOW = Rule("1", Permission.ALLOW, "read", "files", UNDER, 5.0)
NEVER = Rule("2", Permission.NEVER, "write", "files", ANY, 6.5)
ASK = Rule("3", Permission.ASK, "", "mail", ANY, 7.0)
SEEN = Approved("read", "f" * 64, "Reads.", "{}")
RULES = Rules(rules=(ALLOW, NEVER, ASK), approved=(SEEN,))


@pytest.fixture
def store(tmp_path: Path) -> FileRules:
    return FileRules(tmp_path / "rules.json", Worker("files"), lambda: DAY)


def row(rule: Rule, **changes: Any) -> dict[str, Any]:
    condition = {
        "kind": rule.condition.kind,
        "argument": rule.condition.argument,
        "value": rule.condition.value,
    }
    known = {
        "id": rule.id,
        "permission": rule.permission,
        "tool": rule.tool,
        "server_id": rule.server_id,
        "condition": condition,
        "made_at": rule.made_at,
    }
    return {**known, **changes}


def write(store: FileRules, rows: list[Any], approved: Any = None) -> bytes:
    content = json.dumps({"version": 1, "rules": rows, "approved": approved or []}).encode()
    store._path.write_bytes(content)
    return content


async def test_without_a_file_nothing_was_decided(store: FileRules) -> None:
    assert await store.load() == Rules()
    assert store.set_aside == ()
    assert not store._path.exists()


async def test_what_was_decided_comes_back(store: FileRules) -> None:
    await store.save(RULES)
    assert await store.load() == RULES
    assert store.set_aside == ()


async def test_whole_rows_are_read(store: FileRules) -> None:
    write(store, [row(ALLOW), row(NEVER), row(ASK)])
    assert (await store.load()).rules == RULES.rules


@pytest.mark.parametrize("content", [b"", b"{rules", b"[]", b"\xff\xfe\x00", b"[" * 100_000])
async def test_a_file_that_cannot_be_read_allows_nothing_and_is_told_of(
    store: FileRules, content: bytes
) -> None:
    store._path.write_bytes(content)
    assert await store.load() == Rules()
    (aside,) = store.set_aside
    assert (aside.reason, aside.original) == (Reason.DAMAGED, store._path)
    assert aside.path.read_bytes() == content


async def test_a_file_of_a_newer_version_allows_nothing_and_is_kept(store: FileRules) -> None:
    store._path.write_bytes(b'{"version": 2, "rules": {}}')
    assert await store.load() == Rules()
    assert [aside.reason for aside in store.set_aside] == [Reason.NEWER]


BAD: dict[str, Any] = {
    "no object": 3,
    "no tool": {key: value for key, value in row(ALLOW).items() if key != "tool"},
    "no server": {key: value for key, value in row(ALLOW).items() if key != "server_id"},
    "no condition": {key: value for key, value in row(ALLOW).items() if key != "condition"},
    "a condition of another kind": row(ALLOW, condition={"kind": "x", "argument": "", "value": ""}),
    "an unknown permission": row(ALLOW, permission="perhaps"),
    "a tool that is no text": row(ALLOW, tool=None),
    "an unknown name": row(ALLOW, unless="friday"),
    "a time that is none": row(ALLOW, made_at="yesterday"),
    "no id": row(ALLOW, id=""),
    "the same id twice": row(ALLOW, id="2"),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
async def test_with_one_bad_rule_nothing_is_allowed_any_more_and_what_is_forbidden_stays(
    store: FileRules, bad: object
) -> None:
    other = Rule("9", Permission.ALLOW, "look")
    content = write(store, [row(other), bad, row(NEVER), row(ASK)])
    assert (await store.load()).rules == (NEVER, ASK)
    (aside,) = store.set_aside
    assert aside.reason is Reason.DAMAGED
    assert aside.path.read_bytes() == content
    again = FileRules(store._path, Worker("files"), lambda: DAY)
    assert (await again.load()).rules == (NEVER, ASK)
    assert again.set_aside == ()


async def test_a_bad_rule_that_forbids_forbids_the_whole_tool(store: FileRules) -> None:
    write(store, [row(NEVER, condition="/secret"), row(ALLOW)])
    (rule,) = (await store.load()).rules
    assert (rule.permission, rule.tool, rule.condition) == (Permission.NEVER, "write", ANY)


async def test_a_ban_without_tool_and_server_bans_nothing_by_guess(store: FileRules) -> None:
    write(store, [{"permission": "never"}, row(ALLOW)])
    assert (await store.load()).rules == ()
    assert len(store.set_aside) == 1


@pytest.mark.parametrize("approved", [3, [3], [{"tool": "read"}], {"read": "x"}])
async def test_without_what_was_approved_nothing_is_allowed_unasked(
    store: FileRules, approved: object
) -> None:
    write(store, [row(ALLOW), row(NEVER)], approved)
    found = await store.load()
    assert found == Rules(rules=(NEVER,))
    assert [aside.reason for aside in store.set_aside] == [Reason.DAMAGED]


@pytest.mark.parametrize("rules", [3, None, {"1": {}}])
async def test_rules_that_are_no_list_are_told_of(store: FileRules, rules: object) -> None:
    store._path.write_text(json.dumps({"version": 1, "rules": rules}))
    assert await store.load() == Rules()
    assert len(store.set_aside) == 1


async def test_a_file_that_may_not_be_read_stays_and_nobody_knows_what_is_forbidden(
    store: FileRules,
) -> None:
    store._path.mkdir()
    with pytest.raises(StorageError):
        await store.load()


def test_the_file_is_among_the_data(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "config", tmp_path / "logs")
    assert paths.rules == tmp_path / "data" / "rules.json"
