"""Where did my data go?"""

from __future__ import annotations

from studio.core.chats import Turn
from studio.core.messages import (
    Attachment,
    Dialect,
    Origin,
    Outcome,
    Part,
    Retry,
    Round,
    ServerToolUse,
    Stop,
    Text,
    ToolCall,
    ToolResult,
    ToolState,
    ToolUse,
)
from studio.core.tools import ToolDefinition
from studio.core.trust import NO_TRUST, OverrideKind, Reach
from studio.harness.receipts import (
    Delivery,
    Matter,
    Place,
    Receipt,
    Recipient,
    receipt_book,
    receipts,
    totals,
)
from studio.harness.trust import overridden

CLOUD = Origin(
    "p1", "Cloud", Dialect.OPENAI_CHAT, "m", "work", host="api.example.com", key_hint="4567"
)
HOME = Origin("p2", "Home", Dialect.OLLAMA_CHAT, "m", stays_here=True, host="localhost:11434")
TO_CLOUD = Recipient(Place.PROVIDER, "Cloud", "api.example.com", "p1", "work", "4567")
TO_HOME = Recipient(Place.PROVIDER, "Home", "localhost:11434", "p2", stays_here=True)
FILE = Attachment("taxes.pdf", "application/pdf", 10, "d")
FETCH = ToolDefinition("fetch", "Fetches.", reach=Reach.CHOSEN)
MAIL = ToolDefinition(
    "mail__send",
    "Sends.",
    server_id="mail",
    server_name="Mail",
    reach=Reach.SERVICE,
    host="mail.example",
)
LOOK = ToolDefinition("look", "Looks.")
TOOLS = (FETCH, MAIL, LOOK)


def use(
    call_id: str, name: str, arguments: str = "{}", at: float | None = 1.0, ran: str | None = None
) -> ToolUse:
    result = ToolResult(call_id, "said", Outcome.DONE, 4)
    return ToolUse(ToolCall(call_id, name, arguments), ToolState.ENDED, result, at, ran=ran)


def round_(at: float, *parts: Part, origin: Origin = CLOUD) -> Round:
    return Round(f"r{at:g}", origin, at, parts, Stop.END)


def turn(
    name: str, *rounds: Round, parent: str | None = None, prompt: tuple[Part, ...] | None = None
) -> Turn:
    at = rounds[0].started_at if rounds else 0.0
    return Turn(name, "chat", parent, at, prompt or (Text(f"ask {name}"),), rounds)


def of(found: tuple[Receipt, ...], matter: Matter) -> list[Receipt]:
    return [receipt for receipt in found if receipt.matter is matter]


def went(receipt: Receipt) -> list[tuple[str, float, int]]:
    return [(each.recipient.name, each.first_at, each.times) for each in receipt.deliveries]


def test_a_prompt_and_its_files_go_to_whoever_answers() -> None:
    found = receipts([turn("t1", round_(5.0, Text("hello")), prompt=(FILE, Text("look at this")))])
    assert [(each.matter, each.words) for each in found] == [
        (Matter.PROMPT, "look at this"),
        (Matter.ATTACHMENT, "taxes.pdf"),
        (Matter.ANSWER, "hello"),
    ]
    for receipt in found[:2]:
        assert receipt.deliveries == (Delivery(TO_CLOUD, 5.0, 5.0),)


def test_an_answer_is_known_to_its_author_and_goes_out_with_the_next_request() -> None:
    first = turn("t1", round_(5.0, Text("hello")))
    (answer,) = of(receipts([first]), Matter.ANSWER)
    assert (answer.author, answer.deliveries) == (TO_CLOUD, ())
    second = turn("t2", round_(9.0, Text("again"), origin=HOME), parent="t1")
    answers = of(receipts([first, second]), Matter.ANSWER)
    assert [went(each) for each in answers] == [[("Home", 9.0, 1)], []]


def test_another_provider_gets_all_that_was_said_before() -> None:
    turns = [
        turn("t1", round_(5.0, Text("a")), round_(6.0, Text("b"))),
        turn("t2", round_(9.0, Text("c"), origin=HOME), parent="t1"),
        turn("t3", round_(12.0, Text("d")), parent="t2"),
    ]
    prompts = of(receipts(turns), Matter.PROMPT)
    assert [went(each) for each in prompts] == [
        [("Cloud", 5.0, 3), ("Home", 9.0, 1)],
        [("Home", 9.0, 1), ("Cloud", 12.0, 1)],
        [("Cloud", 12.0, 1)],
    ]


def test_two_keys_of_a_provider_are_two_recipients() -> None:
    other = Origin("p1", "Cloud", Dialect.OPENAI_CHAT, "m", "home", key_hint="9999")
    found = receipts([turn("t1", round_(5.0), round_(6.0, origin=other))])
    assert [each.recipient.key_hint for each in found[0].deliveries] == ["4567", "9999"]


def test_a_result_goes_to_the_rounds_after_it_and_no_other() -> None:
    look = use("c1", "look")
    (result,) = of(receipts([turn("t1", round_(5.0, look))], TOOLS), Matter.RESULT)
    assert (result.tool_use_id, result.words, result.deliveries) == ("c1", "look", ())
    later = [turn("t1", round_(5.0, look), round_(6.0, Text("b"), origin=HOME))]
    (result,) = of(receipts(later, TOOLS), Matter.RESULT)
    assert went(result) == [("Home", 6.0, 1)]


def test_arguments_go_to_the_server_or_to_the_address_that_the_model_wrote() -> None:
    uses = (
        use("c1", "mail__send", at=2.0),
        use("c2", "fetch", '{"n": 1, "url": "https://evil.example/x"}', at=3.0),
        use("c3", "fetch", '{"url": "https://a.example"}', 4.0, '{"url": "https://b.example"}'),
        use("c4", "look"),
        use("c5", "mail__send", at=None),
        use("c6", "fetch", "no json", at=7.0),
    )
    found = of(receipts([turn("t1", round_(1.0, *uses))], TOOLS), Matter.ARGUMENTS)
    said = [(each.tool_use_id, each.deliveries[0].recipient) for each in found]
    assert [(name, there.name, there.host, there.reach) for name, there in said] == [
        ("c1", "Mail", "mail.example", Reach.SERVICE),
        ("c2", "fetch", "evil.example", Reach.CHOSEN),
        ("c3", "fetch", "b.example", Reach.CHOSEN),
        ("c6", "fetch", "", Reach.CHOSEN),
    ]
    assert found[0].deliveries[0].first_at == 2.0


def test_of_a_tool_that_is_gone_its_name_is_told() -> None:
    found = of(receipts([turn("t1", round_(1.0, use("c1", "gone__tool")))]), Matter.ARGUMENTS)
    assert [each.deliveries[0].recipient for each in found] == [Recipient(Place.TOOL, "gone__tool")]


def test_what_a_provider_runs_itself_is_told() -> None:
    part = ServerToolUse("s1", "web_search", '{"q": "x"}')
    (found,) = of(receipts([turn("t1", round_(1.0, part))]), Matter.ARGUMENTS)
    recipient = found.deliveries[0].recipient
    assert (recipient.place, recipient.name) == (Place.PROVIDER_TOOL, "web_search")
    assert (recipient.host, recipient.key_hint) == ("api.example.com", "4567")


def test_a_request_that_nobody_answered_may_have_arrived_all_the_same() -> None:
    silent = Round("r1", CLOUD, 5.0)
    (prompt,) = receipts([turn("t1", silent)])
    assert not prompt.deliveries[0].is_sure
    answered = receipts([turn("t1", silent, round_(6.0, Text("hello")))])
    assert answered[0].deliveries == (Delivery(TO_CLOUD, 5.0, 6.0, 2, is_sure=True),)


def test_attempts_that_failed_count_too() -> None:
    tried = Round("r1", CLOUD, 5.0, (Text("x"),), Stop.END, retries=(Retry(1.0, 1, "rate_limit"),))
    assert receipts([turn("t1", tried)])[0].deliveries[0].times == 2


def test_before_anything_is_sent_nobody_has_received_anything() -> None:
    (prompt,) = receipts([turn("t1")])
    assert prompt.deliveries == ()
    assert receipts([]) == ()
    assert totals([]) == ()


def test_in_a_tree_each_branch_sends_only_what_leads_to_it() -> None:
    turns = [
        turn("t1", round_(1.0, Text("a"))),
        turn("t2", round_(2.0, Text("b")), parent="t1"),
        turn("t3", round_(3.0, Text("c"), origin=HOME), parent="t1"),
    ]
    prompts = of(receipts(turns), Matter.PROMPT)
    assert [went(each) for each in prompts] == [
        [("Cloud", 1.0, 2), ("Home", 3.0, 1)],
        [("Cloud", 2.0, 1)],
        [("Home", 3.0, 1)],
    ]


def test_what_a_fork_took_over_was_sent_once() -> None:
    first = turn("t1", round_(1.0, Text("a")))
    whole = turn("t2", round_(5.0, Text("b")), round_(6.0, Text("c")), parent="t1")
    fork = Turn(
        "t3",
        "chat",
        "t1",
        9.0,
        whole.prompt,
        (round_(5.0, Text("b")), round_(10.0, Text("d"))),
        forked_from=("t2", "r5"),
    )
    (prompt, *_) = of(receipts([first, whole, fork]), Matter.PROMPT)
    assert went(prompt) == [("Cloud", 1.0, 4)]
    # Of the fork alone, what was sent before it began counts.
    (prompt, *_) = of(receipts([first, fork]), Matter.PROMPT)
    assert went(prompt) == [("Cloud", 1.0, 3)]


def test_one_row_for_each_recipient_says_what_it_has() -> None:
    turns = [
        turn(
            "t1", round_(5.0, Text("a"), use("c1", "mail__send", at=5.5)), prompt=(FILE, Text("x"))
        ),
        turn("t2", round_(9.0, Text("b"), origin=HOME), parent="t1"),
    ]
    rows = totals(receipts(turns, TOOLS))
    assert [(row.recipient.name, row.first_at, row.last_at) for row in rows] == [
        ("Cloud", 5.0, 5.0),
        ("Mail", 5.5, 5.5),
        ("Home", 9.0, 9.0),
    ]
    assert [row.counts for row in rows] == [
        ((Matter.PROMPT, 1), (Matter.ATTACHMENT, 1)),
        ((Matter.ARGUMENTS, 1),),
        ((Matter.PROMPT, 2), (Matter.ATTACHMENT, 1), (Matter.ANSWER, 1), (Matter.RESULT, 1)),
    ]
    assert rows[2].recipient == TO_HOME


def test_what_the_user_let_happen_against_the_rules_is_told_beside() -> None:
    trust = overridden(NO_TRUST, OverrideKind.SEND, "p1", 1.0, is_for_chat=False)
    book = receipt_book([turn("t1", round_(5.0))], TOOLS, trust)
    assert book.overrides == trust.overrides
    assert book.totals == totals(book.receipts)


def test_long_words_are_shown_in_one_short_line() -> None:
    (prompt, *_) = receipts([turn("t1", prompt=(Text("a\n b " * 1_000),))])
    assert len(prompt.words) == 120
    assert "\n" not in prompt.words


def test_a_chat_of_thousands_of_turns_is_told_quickly() -> None:
    turns = [
        turn(f"t{n}", round_(float(n), Text("a"), use(f"c{n}", "look")), parent=f"t{n - 1}")
        for n in range(1, 1_001)
    ]
    found = receipts(turns, TOOLS)
    assert len(found) == 3_000
    assert found[0].deliveries[0].times == 1_000
