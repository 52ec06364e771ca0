"""The file of remembered decisions. What it cannot read is never taken for allowed."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from typing_extensions import override

from studio.core.rules import (
    ANY,
    RULES_VERSION,
    Approved,
    Condition,
    ConditionKind,
    Permission,
    Rule,
    Rules,
)
from studio.harness.ports import Clock
from studio.harness.rule_book import RuleStore
from studio.store import json_file
from studio.store.set_aside import Reason, SetAside
from studio.store.worker import Worker


class FileRules(RuleStore):
    """Lives as long as the program. `set_aside` tells of a file that could not be used, or of which
    a part could not.

    A file with one bad rule has lost what that rule forbade, and maybe all that was forbidden: then
    nothing in it counts as allowed, and what it forbids still does.
    """

    def __init__(self, path: Path, worker: Worker, clock: Clock) -> None:
        self._path = path
        self._worker = worker
        self._clock = clock
        self.set_aside: tuple[SetAside, ...] = ()

    @override
    async def load(self) -> Rules:
        return await self._worker.run(self._load)

    @override
    async def save(self, rules: Rules) -> None:
        await self._worker.run(lambda: json_file.write(self._path, _content(rules)))

    def _load(self) -> Rules:
        content = json_file.read(self._path, RULES_VERSION)
        if content is None:
            return Rules()
        if isinstance(content, Reason):
            self._report(json_file.put_aside(self._path, content, self._clock()))
            return Rules()
        found, is_whole = _read(content)
        if not is_whole:
            # Written anew at once: a rule that was dropped must not come back by an old copy.
            self._report(json_file.keep_copy(self._path, Reason.DAMAGED, self._clock()))
            json_file.write(self._path, _content(found))
        return found

    def _report(self, aside: SetAside) -> None:
        self.set_aside = (*self.set_aside, aside)


class _ConditionRow(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    kind: ConditionKind = Field(strict=False)
    argument: str
    value: str


class _RuleRow(BaseModel):
    """No defaults: a rule without its tool would be one for all tools."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str = Field(min_length=1)
    permission: Permission = Field(strict=False)
    tool: str
    server_id: str
    condition: _ConditionRow
    made_at: float

    def rule(self) -> Rule:
        row = self.condition
        condition = Condition(row.kind, row.argument, row.value)
        return Rule(self.id, self.permission, self.tool, self.server_id, condition, self.made_at)


class _ApprovedRow(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    tool: str
    fingerprint: str
    description: str
    schema_text: str


def _content(rules: Rules) -> dict[str, Any]:
    return {
        "version": RULES_VERSION,
        "rules": [asdict(rule) for rule in rules.rules],
        "approved": [asdict(approved) for approved in rules.approved],
    }


def _read(content: dict[str, Any]) -> tuple[Rules, bool]:
    """What can be read, and whether that is all there was."""
    rows, seen = content.get("rules", []), content.get("approved", [])
    is_whole = isinstance(rows, list) and content.keys() <= {"version", "rules", "approved"}
    rows = rows if isinstance(rows, list) else []
    rules = [rule for row in rows if (rule := _rule(row)) is not None]
    is_whole = is_whole and len({rule.id for rule in rules}) == len(rows)
    if not is_whole:
        broken = [rule for row in rows if _rule(row) is None and (rule := _ban(row)) is not None]
        kept = [rule for rule in rules if rule.permission is not Permission.ALLOW]
        rules = list({rule.id: rule for rule in (*kept, *broken)}.values())
    approved = _approved(seen)
    if approved is None:
        # All tools count as new then, and those that were allowed before are asked about.
        rules = [rule for rule in rules if rule.permission is not Permission.ALLOW]
    return Rules(rules=tuple(rules), approved=approved or ()), is_whole and approved is not None


def _rule(row: object) -> Rule | None:
    try:
        return _RuleRow.model_validate(row).rule()
    except ValidationError:
        return None


def _ban(row: object) -> Rule | None:
    """Of a broken rule that forbids: all calls of that tool, rather than none."""
    if not isinstance(row, dict) or row.get("permission") != Permission.NEVER:
        return None
    tool, server_id = row.get("tool"), row.get("server_id", "")
    if not isinstance(tool, str) or not isinstance(server_id, str) or not (tool or server_id):
        return None
    return Rule(str(row.get("id") or f"mended-{tool}"), Permission.NEVER, tool, server_id, ANY)


def _approved(rows: object) -> tuple[Approved, ...] | None:
    if not isinstance(rows, list):
        return None
    try:
        checked = [_ApprovedRow.model_validate(row) for row in rows]
    except ValidationError:
        return None
    return tuple(Approved(**row.model_dump()) for row in checked)
