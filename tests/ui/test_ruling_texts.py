"""Every reason is a sentence, and a rule reads as a person would say it."""

import pytest

from studio.core.rules import ANY, Condition, ConditionKind, Permission, Rule, Ruling, Why
from studio.core.tools import Hints, ToolDefinition
from studio.core.trust import Reach
from studio.ui.ruling_texts import (
    asked_text,
    because_text,
    claims_text,
    condition_text,
    narrowing_texts,
    rule_text,
)

_TOOL = ToolDefinition(
    "m__post",
    "Posts.",
    server_id="m",
    server_name="Messenger",
    own_name="post",
    hints=Hints(read_only=True),
    reach=Reach.CHOSEN,
)


@pytest.mark.parametrize("permission", list(Permission))
@pytest.mark.parametrize("why", list(Why))
def test_every_reason_is_a_whole_sentence(permission: Permission, why: Why) -> None:
    ruling = Ruling(permission, why, detail="/private/{0}")
    said = asked_text(ruling, _TOOL) if permission is Permission.ASK else because_text(ruling)
    assert said.endswith(".")
    assert "{tool}" not in said
    assert "{data}" not in said


def test_a_trust_reason_says_what_was_read_and_where_it_could_go() -> None:
    said = asked_text(Ruling(Permission.ASK, Why.TRUST_LEVEL, detail="/contracts"), _TOOL)
    assert "/contracts" in said
    assert "post could carry it to whatever address the model writes" in said


@pytest.mark.parametrize("kind", list(ConditionKind))
def test_every_condition_can_be_read(kind: ConditionKind) -> None:
    said = condition_text(Condition(kind, "argument", "the value"))
    assert ("the value" in said) is (kind is not ConditionKind.ANY)


def test_always_is_narrowed_in_plain_words() -> None:
    conditions = (
        Condition(ConditionKind.PATH_UNDER, "path", "/home/ida"),
        Condition(ConditionKind.HOST, "url", "example.com"),
        Condition(ConditionKind.SQL_VERB, "sql", "SELECT"),
        ANY,
    )
    assert narrowing_texts(conditions, "Always") == [
        "Always, for files under /home/ida",
        "Always, on example.com",
        "Always, when the query is SELECT",
        "Always",
    ]


def test_two_conditions_of_one_kind_name_their_arguments() -> None:
    conditions = (
        Condition(ConditionKind.PATH_UNDER, "source", "/a"),
        Condition(ConditionKind.PATH_UNDER, "target", "/b"),
    )
    first, second = narrowing_texts(conditions, "Always")
    assert "source" in first
    assert "target" in second


def test_a_rule_that_allowed_is_told_with_its_condition() -> None:
    rule = Rule(
        "r", Permission.ALLOW, "query", "", Condition(ConditionKind.SQL_VERB, "sql", "SELECT")
    )
    said = because_text(Ruling(Permission.ALLOW, Why.RULE, rule))
    assert rule_text(rule) in said
    assert "SELECT" in said


def test_a_rule_for_a_whole_server_names_it() -> None:
    rule = Rule("r", Permission.ALLOW, "", "g")
    assert rule_text(rule, "Greenhouse") == "always allow all tools of Greenhouse"
    assert rule_text(rule) == "always allow all tools of a server"
    said = because_text(Ruling(Permission.ALLOW, Why.RULE, rule), "Greenhouse")
    assert said.endswith("always allow all tools of Greenhouse.")


def test_what_a_server_claims_is_marked_as_its_claim() -> None:
    assert "Messenger says, and nobody has checked: reads only" in claims_text(_TOOL)


def test_hidden_signs_in_a_value_are_written_out() -> None:
    assert "\\u202e" in condition_text(Condition(ConditionKind.HOST, "url", "a\u202eb"))


def test_a_rule_against_a_call_that_may_not_fit_says_so_when_it_asks() -> None:
    under = Condition(ConditionKind.PATH_UNDER, "path", "/home/ida")
    never = Rule("1", Permission.NEVER, "m__post", "m", under)
    said = asked_text(Ruling(Permission.ASK, Why.RULE, never), _TOOL)
    assert said == (
        "Your rule may be against this call, which cannot be told for sure: "
        "never allow m__post, for files under /home/ida (path)."
    )
    asks = Rule("2", Permission.ASK, "m__post", "m", ANY)
    assert asked_text(Ruling(Permission.ASK, Why.RULE, asks), _TOOL) == "Your rules ask about post."
