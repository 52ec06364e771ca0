"""What a chat has seen, and what may therefore go where."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.policy import NO_POLICY, Policy, broken_policy
from studio.core.profiles import Kind, ProviderProfile
from studio.core.results import Finding
from studio.core.rules import Why
from studio.core.settings import Settings
from studio.core.tools import ToolDefinition
from studio.core.trust import NO_TRUST, Cause, ChatTrust, Level, OverrideKind, Reach, Seen
from studio.harness.trust import (
    CallVerdict,
    Stance,
    Strictness,
    call_verdict,
    chip,
    marked_by_user,
    overridden,
    seen_of,
    send_verdict,
    strictness,
    tightened,
)

PUBLIC, INTERNAL, SECRET = Level
NOWHERE, SERVICE, QUERIES, CHOSEN = Reach
THREE, LEVEL, ORDERS = Why.TRUST_THREE, Why.TRUST_LEVEL, Why.TRUST_INSTRUCTION


class Case(NamedTuple):
    """One combination of all that counts. `own`: what is private came from the tool's service."""

    level: Level
    reach: Reach
    untrusted: bool
    orders: bool
    writes: bool
    blocks: bool
    override: str  # none, before or after the chat saw what it saw, or once
    forbids: bool
    own: bool


EVERY = [
    Case(*values)
    for values in product(
        Level,
        Reach,
        (False, True),
        (False, True),
        (False, True),
        (False, True),
        ("none", "before", "after", "once"),
        (False, True),
        (False, True),
    )
]

# What speaks against a call, as it was agreed on, row by row: level, where the arguments go, whose
# words were read (nobody's, strangers', strangers' with an order in them). The rows are for a tool
# that only reads; `own` for one whose service the private data came from, where that matters.
ROWS: dict[tuple[Level, Reach, str], tuple[Why, ...]] = {
    (PUBLIC, NOWHERE, "nobody"): (),
    (PUBLIC, NOWHERE, "strangers"): (),
    (PUBLIC, NOWHERE, "orders"): (),
    (PUBLIC, SERVICE, "nobody"): (),
    (PUBLIC, SERVICE, "strangers"): (),
    (PUBLIC, SERVICE, "orders"): (ORDERS,),
    (PUBLIC, QUERIES, "nobody"): (),
    (PUBLIC, QUERIES, "strangers"): (),
    (PUBLIC, QUERIES, "orders"): (ORDERS,),
    (PUBLIC, CHOSEN, "nobody"): (),
    (PUBLIC, CHOSEN, "strangers"): (),
    (PUBLIC, CHOSEN, "orders"): (ORDERS,),
    (INTERNAL, NOWHERE, "nobody"): (),
    (INTERNAL, NOWHERE, "strangers"): (),
    (INTERNAL, NOWHERE, "orders"): (),
    (INTERNAL, SERVICE, "nobody"): (),
    (INTERNAL, SERVICE, "strangers"): (THREE,),
    (INTERNAL, SERVICE, "orders"): (THREE, ORDERS),
    (INTERNAL, QUERIES, "nobody"): (LEVEL,),
    (INTERNAL, QUERIES, "strangers"): (THREE, LEVEL),
    (INTERNAL, QUERIES, "orders"): (THREE, LEVEL, ORDERS),
    (INTERNAL, CHOSEN, "nobody"): (LEVEL,),
    (INTERNAL, CHOSEN, "strangers"): (THREE, LEVEL),
    (INTERNAL, CHOSEN, "orders"): (THREE, LEVEL, ORDERS),
    (SECRET, NOWHERE, "nobody"): (),
    (SECRET, NOWHERE, "strangers"): (),
    (SECRET, NOWHERE, "orders"): (),
    (SECRET, SERVICE, "nobody"): (LEVEL,),
    (SECRET, SERVICE, "strangers"): (THREE, LEVEL),
    (SECRET, SERVICE, "orders"): (THREE, LEVEL, ORDERS),
    (SECRET, QUERIES, "nobody"): (LEVEL,),
    (SECRET, QUERIES, "strangers"): (THREE, LEVEL),
    (SECRET, QUERIES, "orders"): (THREE, LEVEL, ORDERS),
    (SECRET, CHOSEN, "nobody"): (LEVEL,),
    (SECRET, CHOSEN, "strangers"): (THREE, LEVEL),
    (SECRET, CHOSEN, "orders"): (THREE, LEVEL, ORDERS),
}
SEEN_AT, BEFORE, AFTER = 100.0, 50.0, 150.0


def expected(case: Case) -> tuple[Stance, tuple[Why, ...]]:
    words = "orders" if case.orders else "strangers" if case.untrusted else "nobody"
    reasons = ROWS[case.level, case.reach, words]
    if case.own and case.reach is SERVICE:
        reasons = tuple(why for why in reasons if why is not LEVEL)
    if case.writes and words == "orders" and ORDERS not in reasons:
        reasons = (*reasons, ORDERS)
    if not reasons:
        return Stance.ALLOW, ()
    if case.override == "after" and not case.forbids:
        return Stance.ALLOW, reasons
    return (Stance.BLOCK if case.blocks else Stance.ASK), reasons


def chat_of(case: Case) -> ChatTrust:
    trust = NO_TRUST
    if case.level is not PUBLIC:
        trust = tightened(trust, (Seen(Cause.RESULT, case.level, SEEN_AT, "read", "/folder"),))
    if case.untrusted:
        stranger = Seen(Cause.RESULT, PUBLIC, SEEN_AT, "fetch", "a.example", is_untrusted=True)
        trust = tightened(trust, (stranger,))
    if case.orders:
        order = Seen(Cause.INSTRUCTION, PUBLIC, SEEN_AT, "fetch", "ignores", is_untrusted=True)
        trust = tightened(trust, (order,))
    if case.override != "none":
        at = BEFORE if case.override == "before" else AFTER
        for_chat = case.override != "once"
        trust = overridden(trust, OverrideKind.CALL, "send", at, is_for_chat=for_chat)
    return trust


def verdict_of(case: Case) -> CallVerdict:
    tool = ToolDefinition("send", "Sends.", is_read_only=not case.writes, reach=case.reach)
    siblings = {"send", "read"} if case.own else {"send"}
    return call_verdict(chat_of(case), tool, Strictness(case.blocks, case.forbids), siblings)


def test_every_combination_is_ruled_as_agreed() -> None:
    assert len(EVERY) == 3 * 4 * 2**4 * 4 * 2**2
    wrong = [
        (case, found.stance, found.reasons)
        for case in EVERY
        if ((found := verdict_of(case)).stance, found.reasons) != expected(case)
    ]
    assert wrong == []


def test_private_data_strangers_and_a_way_out_are_never_silently_together() -> None:
    for case in EVERY:
        together = case.level is not PUBLIC and (case.untrusted or case.orders)
        if together and case.reach is not NOWHERE and case.override != "after":
            assert verdict_of(case).stance is not Stance.ALLOW, case


def test_nothing_is_asked_about_a_tool_that_reads_here() -> None:
    for case in EVERY:
        if case.reach is NOWHERE and not case.writes:
            assert verdict_of(case) == CallVerdict(Stance.ALLOW), case


def test_what_is_blocked_finally_is_blocked_by_both() -> None:
    for case in EVERY:
        found = verdict_of(case)
        is_blocked = found.stance is Stance.BLOCK
        assert found.is_final is (is_blocked and case.forbids)
        assert not is_blocked or case.blocks


def test_seeing_more_never_makes_a_call_freer() -> None:
    gravity = list(Stance)
    for case in EVERY:
        stricter = case._replace(level=SECRET, untrusted=True, orders=True)
        assert gravity.index(verdict_of(stricter).stance) >= gravity.index(verdict_of(case).stance)


FETCH = ToolDefinition("fetch", "Fetches.", is_read_only=True, reach=CHOSEN, is_outside=True)
CLOUD = ProviderProfile(id="p1", name="Cloud", base_url="https://api.example.com")
HERE = ProviderProfile(id="p2", name="Here", kind=Kind.PRACTICE)


def private(level: Level = SECRET, at: float = SEEN_AT) -> ChatTrust:
    return tightened(NO_TRUST, (Seen(Cause.RESULT, level, at, "read", "/taxes", "use-1"),))


def test_the_verdict_names_what_made_the_chat_private() -> None:
    assert call_verdict(private(), FETCH).detail == "/taxes"
    bare = tightened(NO_TRUST, (Seen(Cause.RESULT, SECRET, 1.0, "read"),))
    assert call_verdict(bare, FETCH).detail == "read"


def test_the_verdict_names_the_tool_that_brought_an_order() -> None:
    order = Seen(Cause.INSTRUCTION, PUBLIC, 1.0, "fetch", "ignores", is_untrusted=True)
    found = call_verdict(tightened(NO_TRUST, (order,)), FETCH)
    assert (found.why, found.detail) == (ORDERS, "fetch")


def test_a_word_for_the_chat_counts_no_more_when_something_more_private_is_seen() -> None:
    trust = overridden(private(INTERNAL), OverrideKind.CALL, "fetch", 200.0, is_for_chat=True)
    assert call_verdict(trust, FETCH).is_overridden
    trust = tightened(trust, (Seen(Cause.RESULT, SECRET, 150.0, "read"),))
    assert call_verdict(trust, FETCH).stance is Stance.ASK


def test_a_word_for_the_chat_counts_no_more_when_a_new_order_is_found() -> None:
    trust = overridden(private(), OverrideKind.CALL, "fetch", 200.0, is_for_chat=True)
    order = Seen(Cause.INSTRUCTION, PUBLIC, 300.0, "fetch", "ignores", is_untrusted=True)
    assert call_verdict(tightened(trust, (order,)), FETCH).stance is Stance.ASK


def test_a_word_for_one_tool_says_nothing_of_another() -> None:
    trust = overridden(private(), OverrideKind.CALL, "post", 200.0, is_for_chat=True)
    assert call_verdict(trust, FETCH).stance is Stance.ASK
    trust = overridden(private(), OverrideKind.SEND, "fetch", 200.0, is_for_chat=True)
    assert call_verdict(trust, FETCH).stance is Stance.ASK


def test_where_each_call_needs_a_yes_of_its_own_no_word_counts_for_the_chat() -> None:
    trust = overridden(private(), OverrideKind.CALL, "fetch", 200.0, is_for_chat=True)
    found = call_verdict(trust, FETCH, Strictness(needs_own_yes=True))
    assert (found.stance, found.is_final) == (Stance.ASK, False)


SENDS = [
    # what the provider may receive, level of the chat, word for the chat, blocks, forbids; stance
    *((clearance, PUBLIC, w, b, f, "allow") for clearance in Level
      for w, b, f in product((False, True), repeat=3)),
    *((SECRET, level, w, b, f, "allow") for level in (INTERNAL, SECRET)
      for w, b, f in product((False, True), repeat=3)),
    *((INTERNAL, INTERNAL, w, b, f, "allow") for w, b, f in product((False, True), repeat=3)),
    *(row for clearance, level in ((PUBLIC, INTERNAL), (PUBLIC, SECRET), (INTERNAL, SECRET))
      for row in (
        (clearance, level, False, False, False, "ask"),
        (clearance, level, False, True, False, "block"),
        (clearance, level, False, False, True, "final"),
        (clearance, level, False, True, True, "final"),
        (clearance, level, True, False, False, "allow"),
        (clearance, level, True, True, False, "allow"),
        (clearance, level, True, False, True, "final"),
        (clearance, level, True, True, True, "final"),
      )),
]  # fmt: skip


def test_the_table_of_sends_has_every_combination() -> None:
    assert len({row[:5] for row in SENDS}) == len(SENDS) == 3 * 3 * 2**3


@pytest.mark.parametrize(("clearance", "level", "word", "blocks", "forbids", "stance"), SENDS)
def test_a_provider_gets_what_it_may_receive_or_the_user_knowingly_sends(
    clearance: Level, level: Level, word: bool, blocks: bool, forbids: bool, stance: str
) -> None:
    trust = private(level) if level is not PUBLIC else NO_TRUST
    if word:
        trust = overridden(trust, OverrideKind.SEND, CLOUD.id, AFTER, is_for_chat=True)
    profile = CLOUD.model_copy(update={"may_receive": clearance})
    found = send_verdict(trust, profile, Strictness(blocks, forbids))
    assert found.stance is (Stance.BLOCK if stance == "final" else Stance(stance))
    assert found.is_final is (stance == "final")
    assert (found.level, found.clearance) == (level, clearance)


def test_a_word_for_one_send_does_not_count_for_the_next() -> None:
    trust = overridden(private(), OverrideKind.SEND, CLOUD.id, AFTER, is_for_chat=False)
    assert send_verdict(trust, CLOUD).stance is Stance.ASK
    assert len(trust.overrides) == 1


def test_a_word_for_internal_data_says_nothing_of_secret_data() -> None:
    strict = CLOUD.model_copy(update={"may_receive": PUBLIC})
    trust = overridden(private(INTERNAL), OverrideKind.SEND, CLOUD.id, AFTER, is_for_chat=True)
    assert send_verdict(trust, strict).is_overridden
    assert send_verdict(tightened(trust, private(SECRET).seen), strict).stance is Stance.ASK


def test_by_default_a_cloud_provider_gets_internal_data_and_this_computer_all() -> None:
    assert send_verdict(private(INTERNAL), CLOUD).stance is Stance.ALLOW
    assert send_verdict(private(SECRET), CLOUD).stance is Stance.ASK
    assert send_verdict(private(SECRET), HERE).stance is Stance.ALLOW


def test_the_chip_says_what_may_go_where() -> None:
    facts = chip(private(), CLOUD)
    assert (facts.level, facts.provider, facts.clearance) == (SECRET, "Cloud", INTERNAL)
    assert (facts.may_go, facts.is_overridden, facts.stays_here) == (False, False, False)
    assert [each.detail for each in facts.because] == ["/taxes"]
    fresh = chip(NO_TRUST, HERE)
    assert (fresh.level, fresh.may_go, fresh.stays_here, fresh.because) == (PUBLIC, True, True, ())
    trust = overridden(private(), OverrideKind.SEND, CLOUD.id, AFTER, is_for_chat=True)
    assert (chip(trust, CLOUD).may_go, chip(trust, CLOUD).is_overridden) == (True, True)


READ = ToolDefinition("read", "Reads.", is_read_only=True, demands=INTERNAL, host="files.example")


def test_a_result_counts_as_private_as_its_tool_says_unless_it_knows_better_itself() -> None:
    (seen,) = seen_of(READ, SECRET, "/taxes", "use-1", 5.0)
    assert seen == Seen(Cause.RESULT, SECRET, 5.0, "read", "/taxes", "use-1")
    assert seen_of(READ, PUBLIC, "", "use-1", 5.0) == ()
    (seen,) = seen_of(READ, None, "", "use-1", 5.0)
    assert (seen.level, seen.detail) == (INTERNAL, "files.example")


def test_a_public_result_of_ones_own_is_nothing_to_remember() -> None:
    assert seen_of(ToolDefinition("now", "Time."), None, "", "use-1", 5.0) == ()


def test_words_of_strangers_are_remembered_though_they_are_public() -> None:
    (seen,) = seen_of(FETCH, None, "a.example", "use-1", 5.0)
    assert (seen.level, seen.is_untrusted) == (PUBLIC, True)


def test_each_kind_of_order_in_a_result_is_remembered_once() -> None:
    findings = (
        Finding("ignores", 0, 3, "x"),
        Finding("ignores", 5, 9, "y"),
        Finding("sends", 1, 2, "z"),
    )
    seen = seen_of(FETCH, None, "a.example", "use-1", 5.0, findings)
    assert [(each.cause, each.detail) for each in seen] == [
        (Cause.RESULT, "a.example"),
        (Cause.INSTRUCTION, "ignores"),
        (Cause.INSTRUCTION, "sends"),
    ]
    assert all(each.is_untrusted for each in seen)


def test_the_same_seen_again_is_kept_once_with_its_first_time() -> None:
    trust = tightened(private(at=1.0), private(at=2.0).seen)
    assert [each.at for each in trust.seen] == [1.0]
    assert tightened(trust, ()) is trust


def test_a_chat_that_sees_very_much_stays_small_and_forgets_nothing_that_counts() -> None:
    trust = NO_TRUST
    for number in range(2_000):
        trust = tightened(trust, (Seen(Cause.RESULT, INTERNAL, number, "read", f"/{number}"),))
    assert len(trust.seen) <= 301
    trust = tightened(trust, (Seen(Cause.RESULT, SECRET, 1.0, "read", "/taxes"),))
    assert trust.level is SECRET


def test_the_user_can_make_a_chat_stricter_and_never_less_strict() -> None:
    trust = marked_by_user(NO_TRUST, SECRET, 1.0)
    assert trust.level is SECRET
    assert marked_by_user(trust, PUBLIC, 2.0) is trust
    assert marked_by_user(trust, INTERNAL, 2.0).level is SECRET


def test_what_the_user_marked_is_asked_about_too() -> None:
    assert call_verdict(marked_by_user(NO_TRUST, SECRET, 1.0), FETCH).why is LEVEL


SEEN = st.builds(
    Seen,
    st.sampled_from(Cause),
    st.sampled_from(Level),
    st.floats(0, 100),
    st.sampled_from(["read", "fetch", ""]),
    st.sampled_from(["/a", "/b", ""]),
    is_untrusted=st.booleans(),
)


@given(st.lists(SEEN, max_size=8), st.lists(SEEN, max_size=8))
def test_a_chat_only_tightens(first: list[Seen], then: list[Seen]) -> None:
    before = tightened(NO_TRUST, first)
    after = tightened(before, then)
    assert after.seen[: len(before.seen)] == before.seen
    assert after.level.covers(before.level)
    assert after.level is tightened(NO_TRUST, (*first, *then)).level
    assert after.has_untrusted >= before.has_untrusted
    assert after.has_instruction >= before.has_instruction
    assert after.has_untrusted == any(each.is_untrusted for each in (*first, *then))
    assert tightened(after, then) == after


@pytest.mark.parametrize(
    ("settings", "policy", "strict"),
    [
        (Settings(), NO_POLICY, Strictness()),
        (Settings(blocks_trust=True), NO_POLICY, Strictness(blocks=True)),
        (Settings(), Policy(blocks_trust=True), Strictness(blocks=True)),
        (Settings(), Policy(forbids_trust_override=True), Strictness(forbids_override=True)),
        (Settings(), Policy(forbids_always_allow=True), Strictness(needs_own_yes=True)),
        (Settings(), broken_policy("x"), Strictness(True, True, True)),
    ],
)
def test_user_and_organisation_can_only_make_the_rules_stricter(
    settings: Settings, policy: Policy, strict: Strictness
) -> None:
    assert strictness(settings, policy) == strict
