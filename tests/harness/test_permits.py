"""Whether a call may run, and why: policy, rules, chat, trust and the tool together."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import pytest
from typing_extensions import override

from studio.core.policy import NO_POLICY, Policy
from studio.core.rules import (
    ANY,
    Approved,
    Condition,
    ConditionKind,
    Permission,
    Rule,
    Rules,
    Why,
)
from studio.core.settings import Settings
from studio.core.tools import Preview, ToolDefinition
from studio.core.trust import (
    NO_TRUST,
    Cause,
    ChatTrust,
    Level,
    OverrideKind,
    Reach,
    Seen,
)
from studio.harness.permits import Permit, Permits
from studio.harness.rule_book import RuleBook, forgetful_book
from studio.harness.toolbox import Ready
from studio.harness.trust import overridden, tightened
from tests.fakes import FakeTool, call
from tests.harness.test_rule_book import MemoryRules

ASK, ALLOW, NEVER = Permission
READ = ToolDefinition("read", "Reads.", is_read_only=True)
WRITE = ToolDefinition("write", "Writes.", asks_first=True)
SEND = ToolDefinition("send", "Sends.", asks_first=True, reach=Reach.CHOSEN, host="a.example")
SEARCH = ToolDefinition("search", "Searches.", is_read_only=True, reach=Reach.QUERIES)
PRIVATE = tightened(NO_TRUST, (Seen(Cause.RESULT, Level.SECRET, 10.0, "read", "/taxes"),))
STRANGER = Seen(Cause.RESULT, Level.PUBLIC, 20.0, "fetch", "b.example", is_untrusted=True)


@dataclass
class World:
    """All that a permit depends on, to be changed at will."""

    rules: tuple[Rule, ...] = ()
    approved: tuple[Approved, ...] = ()
    in_chat: frozenset[str] = frozenset()
    trust: ChatTrust = NO_TRUST
    settings: Settings = field(default_factory=Settings)
    policy: Policy = NO_POLICY
    tools: tuple[ToolDefinition, ...] = ()
    is_loaded: bool = True

    def judge(
        self, definition: ToolDefinition, preview: Preview | None = None, **arguments: Any
    ) -> Permit:
        known = Rules(rules=self.rules, approved=self.approved) if self.is_loaded else None
        permits = Permits(
            RuleBook(MemoryRules(), lambda: 0.0, lambda: "id", known),
            lambda: self.in_chat,
            lambda: self.trust,
            lambda: self.settings,
            self.policy,
            lambda: self.tools,
        )
        return permits.judge(ready(definition, arguments), preview)


def ready(definition: ToolDefinition, arguments: dict[str, Any]) -> Ready:
    tool = _Shown(definition)
    return Ready(call("c1", definition.name, json.dumps(arguments)), tool, arguments)


class _Shown(FakeTool):
    def __init__(self, definition: ToolDefinition) -> None:
        super().__init__(definition.name)
        self._shown = definition

    @property
    @override
    def definition(self) -> ToolDefinition:
        return self._shown


def rule(permission: Permission, tool: str, condition: Condition = ANY, server: str = "") -> Rule:
    return Rule("r", permission, tool, server, condition)


def found(permit: Permit) -> tuple[Permission, Why]:
    return permit.ruling.permission, permit.ruling.why


def test_a_tool_that_reads_here_runs_and_says_why() -> None:
    assert found(World().judge(READ)) == (ALLOW, Why.HARMLESS)


def test_a_tool_that_only_searches_runs_and_says_how_far_it_reaches() -> None:
    permit = World().judge(SEARCH, query="weather")
    assert found(permit) == (ALLOW, Why.HARMLESS)
    assert permit.ruling.detail == "queries"


def test_a_tool_that_asks_first_asks() -> None:
    assert found(World().judge(WRITE)) == (ASK, Why.TOOL_ASKS)


def test_a_servers_tool_runs_unasked_only_where_it_reads_only() -> None:
    foreign = replace(READ, server_id="s")
    assert found(World().judge(foreign)) == (ALLOW, Why.HARMLESS)
    assert found(World().judge(replace(foreign, is_read_only=False))) == (ASK, Why.TOOL_ASKS)


def test_what_was_allowed_in_the_chat_runs() -> None:
    assert found(World(in_chat=frozenset({"write"})).judge(WRITE)) == (ALLOW, Why.IN_CHAT)


def test_what_a_rule_allows_runs_and_the_rule_is_named() -> None:
    under = Condition(ConditionKind.EQUALS, "path", '"/a"')
    world = World((rule(ALLOW, "write", under),))
    permit = world.judge(WRITE, path="/a")
    assert found(permit) == (ALLOW, Why.RULE)
    assert permit.ruling.rule == world.rules[0]
    assert found(world.judge(WRITE, path="/b")) == (ASK, Why.TOOL_ASKS)


def test_what_a_rule_forbids_never_runs_not_even_where_it_was_allowed_in_the_chat() -> None:
    world = World((rule(NEVER, "read"),), in_chat=frozenset({"read"}))
    assert found(world.judge(READ)) == (NEVER, Why.RULE)


def test_a_harmless_tool_asks_where_the_user_wants_it() -> None:
    assert found(World((rule(ASK, "read"),)).judge(READ)) == (ASK, Why.RULE)


def test_a_tool_that_changed_after_its_approval_asks_and_shows_what_it_was() -> None:
    before = Approved("write", "another fingerprint", "Writes nicely.", "{}")
    world = World((rule(ALLOW, "write"),), (before,), frozenset({"write"}))
    permit = world.judge(WRITE)
    assert (found(permit), permit.before) == ((ASK, Why.CHANGED), before)
    same = Approved("write", WRITE.fingerprint)
    assert found(replace_world(world, approved=(same,)).judge(WRITE)) == (ALLOW, Why.RULE)


def replace_world(world: World, **changes: Any) -> World:
    return replace(world, **changes)


def test_a_tool_that_changed_and_is_forbidden_stays_forbidden() -> None:
    world = World((rule(NEVER, "write"),), (Approved("write", "other"),))
    assert found(world.judge(WRITE)) == (NEVER, Why.RULE)


def test_a_tool_that_insists_is_asked_about_whatever_was_allowed() -> None:
    world = World((rule(ALLOW, "write"),), in_chat=frozenset({"write"}))
    permit = world.judge(WRITE, Preview("", always_asks=True), path="/a")
    assert (found(permit), permit.narrowings) == ((ASK, Why.ALWAYS_ASKS), ())
    assert found(world.judge(WRITE, Preview(""))) == (ALLOW, Why.RULE)


def test_where_always_is_forbidden_nothing_remembered_lets_a_call_run() -> None:
    strict = Policy(forbids_always_allow=True)
    for world in (World((rule(ALLOW, "write"),)), World(in_chat=frozenset({"write"}))):
        permit = replace_world(world, policy=strict).judge(WRITE, path="/a/b")
        assert (found(permit), permit.narrowings) == ((ASK, Why.POLICY), ())
    assert found(World(policy=strict).judge(READ)) == (ALLOW, Why.HARMLESS)
    forbidden = World((rule(NEVER, "write"),), policy=strict)
    assert found(forbidden.judge(WRITE)) == (NEVER, Why.RULE)


def test_private_data_makes_a_tool_that_sends_ask_whatever_was_allowed() -> None:
    world = World((rule(ALLOW, "send"),), in_chat=frozenset({"send"}), trust=PRIVATE)
    permit = world.judge(SEND, Preview(""))
    assert (found(permit), permit.is_blocked) == ((ASK, Why.TRUST_LEVEL), False)
    assert permit.ruling.detail == "/taxes"


def test_private_data_strangers_and_a_way_out_ask_whatever_was_allowed_before() -> None:
    trust = tightened(PRIVATE, (STRANGER,))
    early = overridden(PRIVATE, OverrideKind.CALL, "send", 15.0, is_for_chat=True)
    for each in (trust, tightened(early, (STRANGER,))):
        world = World((rule(ALLOW, "send"),), in_chat=frozenset({"send"}), trust=each)
        assert found(world.judge(SEND)) == (ASK, Why.TRUST_THREE)


def test_the_users_word_for_the_chat_lets_such_calls_run_and_is_named() -> None:
    trust = overridden(
        tightened(PRIVATE, (STRANGER,)), OverrideKind.CALL, "send", 25.0, is_for_chat=True
    )
    assert found(World(trust=trust).judge(SEND)) == (ALLOW, Why.OVERRIDE)
    assert found(World(trust=trust, in_chat=frozenset({"send"})).judge(SEND)) == (
        ALLOW,
        Why.OVERRIDE,
    )


def test_the_users_word_for_the_chat_undoes_no_rule_that_asks_or_forbids() -> None:
    trust = overridden(PRIVATE, OverrideKind.CALL, "send", 25.0, is_for_chat=True)
    asks = World((rule(ASK, "send"),), trust=trust)
    assert found(asks.judge(SEND)) == (ASK, Why.RULE)
    forbids = World((rule(NEVER, "send"),), trust=trust)
    assert found(forbids.judge(SEND)) == (NEVER, Why.RULE)
    changed = World(approved=(Approved("send", "other"),), trust=trust)
    assert found(changed.judge(SEND)) == (ASK, Why.CHANGED)


def test_the_users_word_for_the_chat_does_not_count_where_always_is_forbidden() -> None:
    trust = overridden(PRIVATE, OverrideKind.CALL, "send", 25.0, is_for_chat=True)
    world = World(trust=trust, policy=Policy(forbids_always_allow=True))
    assert found(world.judge(SEND)) == (ASK, Why.TRUST_LEVEL)


def test_where_the_user_or_the_organisation_blocks_the_call_is_blocked_and_may_be_let_through() -> (
    None
):
    for world in (
        World(trust=PRIVATE, settings=Settings(blocks_trust=True)),
        World(trust=PRIVATE, policy=Policy(blocks_trust=True)),
    ):
        permit = world.judge(SEND, url="https://a.example")
        assert (found(permit), permit.is_blocked) == ((ASK, Why.TRUST_LEVEL), True)
        assert permit.narrowings == ()


def test_where_the_organisation_forbids_the_override_a_blocked_call_never_runs() -> None:
    policy = Policy(blocks_trust=True, forbids_trust_override=True)
    permit = World(trust=PRIVATE, policy=policy).judge(SEND)
    assert (found(permit), permit.is_blocked) == ((NEVER, Why.TRUST_LEVEL), False)


def test_an_order_that_was_found_makes_writing_ask() -> None:
    order = Seen(Cause.INSTRUCTION, Level.PUBLIC, 5.0, "fetch", "ignores", is_untrusted=True)
    world = World((rule(ALLOW, "write"),), trust=tightened(NO_TRUST, (order,)))
    assert found(world.judge(WRITE)) == (ASK, Why.TRUST_INSTRUCTION)
    assert found(world.judge(READ)) == (ALLOW, Why.HARMLESS)


def test_what_came_from_a_service_may_go_back_to_it() -> None:
    load = ToolDefinition("mail__load", "x", server_id="mail", is_read_only=True)
    load = replace(load, reach=Reach.SERVICE, demands=Level.SECRET)
    other = replace(load, name="mail__list")
    trust = tightened(NO_TRUST, (Seen(Cause.RESULT, Level.SECRET, 1.0, "mail__list"),))
    assert found(World(trust=trust, tools=(load, other)).judge(load)) == (ALLOW, Why.HARMLESS)
    foreign = replace(load, server_id="calendar", name="calendar__load")
    world = World(trust=trust, tools=(load, other, foreign))
    assert found(world.judge(foreign)) == (ASK, Why.TRUST_LEVEL)


def test_two_tools_of_callboards_own_are_no_one_service() -> None:
    own = replace(SEARCH, reach=Reach.SERVICE)
    trust = tightened(NO_TRUST, (Seen(Cause.RESULT, Level.SECRET, 1.0, "read"),))
    assert found(World(trust=trust, tools=(own, READ)).judge(own)) == (ASK, Why.TRUST_LEVEL)


def test_before_the_rules_are_known_everything_is_asked_about() -> None:
    assert found(World(is_loaded=False).judge(READ)) == (ASK, Why.TOOL_ASKS)


def test_what_is_asked_comes_with_conditions_that_fit() -> None:
    permit = World().judge(SEND, url="https://a.example/x")
    assert [each.kind for each in permit.narrowings] == [
        ConditionKind.EQUALS,
        ConditionKind.HOST,
        ConditionKind.ANY,
    ]
    assert World().judge(READ, path="/a/b").narrowings == ()


async def test_what_is_decided_meanwhile_counts_at_once() -> None:
    book = forgetful_book()
    trust = [NO_TRUST]
    permits = Permits(book, frozenset[str], lambda: trust[0], Settings)
    one = ready(SEND, {})
    assert found(permits.judge(one)) == (ASK, Why.TOOL_ASKS)
    await book.remember(ALLOW, "send")
    assert found(permits.judge(one)) == (ALLOW, Why.RULE)
    trust[0] = PRIVATE
    assert found(permits.judge(one)) == (ASK, Why.TRUST_LEVEL)
    await book.remember(NEVER, "send")
    assert found(permits.judge(one)) == (NEVER, Why.RULE)


ORDER = replace(STRANGER, cause=Cause.INSTRUCTION)
TRUSTS = (NO_TRUST, PRIVATE, tightened(PRIVATE, (STRANGER,)), tightened(NO_TRUST, (ORDER,)))


@pytest.mark.parametrize("permission", [None, *Permission])
def test_each_allowance_is_explained(permission: Permission | None) -> None:
    rules = () if permission is None else (rule(permission, "send"),)
    worlds = product(TRUSTS, (False, True), (False, True), (False, True))
    for trust, in_chat, blocks, forbids in worlds:
        world = World(
            rules,
            in_chat=frozenset({"send"} if in_chat else ()),
            trust=trust,
            policy=Policy(blocks_trust=blocks, forbids_trust_override=forbids),
        )
        permit = world.judge(SEND)
        if permit.ruling.permission is ALLOW:
            assert trust is NO_TRUST
            assert permission is ALLOW or in_chat
            assert permit.ruling.why in (Why.RULE, Why.IN_CHAT)
            assert (permit.ruling.rule is not None) is (permit.ruling.why is Why.RULE)
        if permission is NEVER:
            assert found(permit) == (NEVER, Why.RULE)
