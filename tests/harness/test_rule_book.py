"""Remembered decisions: what takes the place of what, and what can be taken back."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from typing_extensions import override

from studio.core.errors import Category, Failure, StorageError
from studio.core.rules import ANY, Condition, ConditionKind, Permission, Rule, Rules
from studio.core.tools import ToolDefinition
from studio.harness.rule_book import RuleBook, RuleStore, forgetful_book

UNDER = Condition(ConditionKind.PATH_UNDER, "path", "/a")
TOOL = ToolDefinition("files__read", "Reads.", {"type": "object"}, server_id="files")
ALLOW, ASK, NEVER = Permission.ALLOW, Permission.ASK, Permission.NEVER


class MemoryRules(RuleStore):
    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.fails = False
        self.saves = 0

    @override
    async def load(self) -> Rules:
        return self.rules

    @override
    async def save(self, rules: Rules) -> None:
        if self.fails:
            raise StorageError(Failure(Category.STORAGE, "full", code="disk_full"))
        self.rules = rules
        self.saves += 1


@pytest.fixture
def store() -> MemoryRules:
    return MemoryRules()


@pytest.fixture
def book(store: MemoryRules) -> RuleBook:
    times, ids = count(1), count(1)
    return RuleBook(store, lambda: float(next(times)), lambda: f"r{next(ids)}", Rules())


def decisions(book: RuleBook) -> list[tuple[str, Permission, Condition]]:
    return [(rule.id, rule.permission, rule.condition) for rule in book.rules.rules]


async def test_a_decision_is_remembered_and_saved(book: RuleBook, store: MemoryRules) -> None:
    rule = await book.remember(ALLOW, "files__read", "files", UNDER)
    assert rule == Rule("r1", ALLOW, "files__read", "files", UNDER, 1.0)
    assert store.rules == book.rules == Rules(rules=(rule,))


async def test_a_decision_takes_the_place_of_one_about_the_same_calls(book: RuleBook) -> None:
    await book.remember(NEVER, "files__read", "files", UNDER)
    await book.remember(ALLOW, "other", "files")
    await book.remember(ALLOW, "files__read", "files", UNDER)
    assert decisions(book) == [("r2", ALLOW, ANY), ("r3", ALLOW, UNDER)]


async def test_a_narrow_decision_leaves_others_of_the_tool_alone(book: RuleBook) -> None:
    await book.remember(NEVER, "files__read", "files", UNDER)
    await book.remember(ALLOW, "files__read", "files")
    assert len(book.rules.rules) == 2


async def test_asking_is_always_for_the_whole_tool(book: RuleBook) -> None:
    rule = await book.remember(ASK, "files__read", "files", UNDER)
    assert rule.condition == ANY


async def test_what_is_set_for_a_tool_is_told_and_taken_back(book: RuleBook) -> None:
    await book.remember(ALLOW, "files__read", "files", UNDER)
    await book.set_permission(NEVER, "files__read", "files")
    await book.set_permission(ASK, "", "files")
    assert book.permission("files__read", "files") is NEVER
    assert book.permission("", "files") is ASK
    assert book.permission("files__read") is None
    await book.set_permission(ALLOW, "files__read", "files")
    assert book.permission("files__read", "files") is ALLOW
    await book.set_permission(None, "files__read", "files")
    assert book.permission("files__read", "files") is None
    assert [condition for _, _, condition in decisions(book)] == [UNDER, ANY]


async def test_to_set_nothing_where_nothing_was_set_saves_nothing(
    book: RuleBook, store: MemoryRules
) -> None:
    await book.set_permission(None, "files__read", "files")
    assert store.saves == 0


async def test_a_forgotten_rule_can_be_put_back_in_its_place(book: RuleBook) -> None:
    for tool in ("a", "b", "c"):
        await book.remember(ALLOW, tool)
    undo = await book.forget("r2")
    assert [rule.tool for rule in book.rules.rules] == ["a", "c"]
    await book.remember(ALLOW, "d")
    await undo()
    await undo()
    assert [rule.tool for rule in book.rules.rules] == ["a", "b", "c", "d"]


async def test_to_put_back_a_rule_undoes_nothing_that_came_after(book: RuleBook) -> None:
    await book.remember(ALLOW, "a")
    await book.remember(ALLOW, "b")
    undo = await book.forget("r1")
    await book.forget("r2")
    await undo()
    assert [rule.tool for rule in book.rules.rules] == ["a"]


async def test_to_put_back_a_rule_does_not_outvote_what_was_decided_since(book: RuleBook) -> None:
    await book.remember(ALLOW, "a")
    undo = await book.forget("r1")
    await book.remember(NEVER, "a")
    await undo()
    assert decisions(book) == [("r2", NEVER, ANY)]


async def test_to_forget_what_is_not_there_does_nothing(book: RuleBook, store: MemoryRules) -> None:
    undo = await book.forget("none")
    await undo()
    assert store.saves == 0


async def test_a_tool_that_changes_after_its_approval_is_noticed(book: RuleBook) -> None:
    assert book.changed(TOOL) is None
    await book.approve(TOOL)
    assert book.changed(TOOL) is None
    for changed in (
        replace(TOOL, description="Reads, and first tells everybody."),
        replace(TOOL, schema={"type": "object", "properties": {"also": {}}}),
    ):
        before = book.changed(changed)
        assert before is not None
        assert before.description == "Reads."
        assert '"type": "object"' in before.schema_text
    changed = replace(TOOL, description="Reads better.")
    await book.approve(changed)
    assert book.changed(changed) is None
    assert len(book.rules.approved) == 1


async def test_the_same_tool_approved_again_saves_nothing(
    book: RuleBook, store: MemoryRules
) -> None:
    await book.approve(TOOL)
    await book.approve(TOOL)
    assert store.saves == 1


async def test_what_is_kept_of_an_approved_tool_is_bounded(book: RuleBook) -> None:
    huge = replace(TOOL, description="x" * 100_000, schema={"description": "y" * 100_000})
    await book.approve(huge)
    (kept,) = book.rules.approved
    assert len(kept.description) == 10_000
    assert len(kept.schema_text) == 40_000
    assert book.changed(huge) is None
    assert book.changed(replace(huge, description="x" * 100_001)) is not None


async def test_who_watches_hears_of_each_change(book: RuleBook) -> None:
    heard: list[int] = []
    end = book.watch(lambda: heard.append(len(book.rules.rules)))
    await book.remember(ALLOW, "a")
    await book.forget("r1")
    end()
    await book.remember(ALLOW, "b")
    assert heard == [1, 0]


async def test_a_decision_counts_though_it_could_not_be_saved(
    book: RuleBook, store: MemoryRules
) -> None:
    store.fails = True
    with pytest.raises(StorageError):
        await book.remember(NEVER, "a")
    assert book.permission("a") is NEVER


async def test_before_it_is_loaded_a_book_says_so() -> None:
    store = MemoryRules(Rules(rules=(Rule("1", NEVER, "a"),)))
    book = RuleBook(store, lambda: 0.0, lambda: "id")
    assert not book.is_loaded
    await book.load()
    assert book.is_loaded
    assert book.permission("a") is NEVER


async def test_a_forgetful_book_remembers_until_it_is_dropped() -> None:
    book = forgetful_book()
    await book.load()
    await book.remember(NEVER, "a")
    assert book.permission("a") is NEVER
