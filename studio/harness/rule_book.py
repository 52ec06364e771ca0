"""The remembered decisions about calls, and whoever wants to hear of a change."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from studio.core.rules import ANY, Approved, Condition, Permission, Rule, Rules
from studio.core.tools import ToolDefinition
from studio.harness.ports import Clock, IdFactory
from studio.harness.watching import Changed, Watchers

_MOST_DESCRIPTION = 10_000
_MOST_SCHEMA = 40_000

Undo = Callable[[], Awaitable[None]]


class RuleStore(Protocol):
    """The file of rules. Raises `StorageError`. What it cannot read it never takes for allowed."""

    async def load(self) -> Rules: ...

    async def save(self, rules: Rules) -> None: ...


class RuleBook:
    """One lives as long as the application. A change counts at once and is saved behind it.

    Before it `is_loaded` nobody knows what is forbidden, and so nothing runs without being asked.
    """

    def __init__(
        self, store: RuleStore, clock: Clock, new_id: IdFactory, rules: Rules | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._watchers = Watchers()
        self._rules = rules or Rules()
        self.is_loaded = rules is not None

    @property
    def rules(self) -> Rules:
        return self._rules

    def watch(self, changed: Changed) -> Changed:
        return self._watchers.add(changed)

    async def load(self) -> None:
        self._rules = await self._store.load()
        self.is_loaded = True
        self._watchers.tell()

    def permission(self, tool: str, server_id: str = "") -> Permission | None:
        """What was set for the whole tool, or for the whole server where `tool` is empty."""
        found = (each for each in self._rules.rules if _is_whole(each, tool, server_id))
        return next((each.permission for each in found), None)

    async def remember(
        self, permission: Permission, tool: str, server_id: str = "", condition: Condition = ANY
    ) -> Rule:
        """Takes the place of what was decided about exactly the same calls."""
        if permission is Permission.ASK:
            condition = ANY
        rule = Rule(self._new_id(), permission, tool, server_id, condition, self._clock())
        others = tuple(each for each in self._rules.rules if _scope(each) != _scope(rule))
        await self._change(replace(self._rules, rules=(*others, rule)))
        return rule

    async def set_permission(
        self, permission: Permission | None, tool: str, server_id: str = ""
    ) -> None:
        """For a whole tool, or a whole server where `tool` is empty. None leaves it to the tool;
        what was decided about narrower calls stays."""
        if permission is not None:
            await self.remember(permission, tool, server_id)
            return
        left = tuple(each for each in self._rules.rules if not _is_whole(each, tool, server_id))
        if len(left) < len(self._rules.rules):
            await self._change(replace(self._rules, rules=left))

    async def forget(self, rule_id: str) -> Undo:
        """Returns what puts the rule back in its place, unless such calls were decided anew."""
        rules = self._rules.rules
        place = next((n for n, each in enumerate(rules) if each.id == rule_id), None)
        if place is None:
            return _nothing
        await self._change(replace(self._rules, rules=(*rules[:place], *rules[place + 1 :])))
        rule, followers = rules[place], frozenset(each.id for each in rules[place + 1 :])

        async def undo() -> None:
            now = self._rules.rules
            if all(_scope(each) != _scope(rule) for each in now):
                at = next((n for n, each in enumerate(now) if each.id in followers), len(now))
                await self._change(replace(self._rules, rules=(*now[:at], rule, *now[at:])))

        return undo

    async def approve(self, definition: ToolDefinition) -> None:
        """The user has let this tool run as it is now."""
        seen = Approved(
            definition.name,
            definition.fingerprint,
            definition.description[:_MOST_DESCRIPTION],
            json.dumps(definition.schema, indent=1, ensure_ascii=False, sort_keys=True)[
                :_MOST_SCHEMA
            ],
        )
        if seen in self._rules.approved:
            return
        others = tuple(each for each in self._rules.approved if each.tool != seen.tool)
        await self._change(replace(self._rules, approved=(*others, seen)))

    def changed(self, definition: ToolDefinition) -> Approved | None:
        """What the tool looked like when it was approved, if it is not that any more."""
        found = (each for each in self._rules.approved if each.tool == definition.name)
        approved = next(found, None)
        if approved is None or approved.fingerprint == definition.fingerprint:
            return None
        return approved

    async def _change(self, rules: Rules) -> None:
        self._rules = rules
        self._watchers.tell()
        await self._store.save(rules)


class _Forgetful:
    async def load(self) -> Rules:
        return Rules()

    async def save(self, rules: Rules) -> None:
        return


def forgetful_book() -> RuleBook:
    """Remembers until it is dropped; for chats that stand alone."""
    return RuleBook(_Forgetful(), lambda: 0.0, lambda: "", Rules())


def _is_whole(rule: Rule, tool: str, server_id: str) -> bool:
    return _scope(rule) == (tool, server_id, ANY)


def _scope(rule: Rule) -> tuple[str, str, Condition]:
    return rule.tool, rule.server_id, rule.condition


async def _nothing() -> None:
    return
