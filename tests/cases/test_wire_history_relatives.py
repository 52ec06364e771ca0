"""Relatives of the histories that killed a chat elsewhere: the same kinds in other clothes."""

import json
from dataclasses import replace
from typing import Any

import pytest

from studio.core.abilities import Abilities
from studio.core.chats import Assignment, AttachedFile, ChatSettings, Turn
from studio.core.messages import (
    Attachment,
    Dialect,
    Origin,
    Outcome,
    Part,
    Reasoning,
    Round,
    Stop,
    Text,
    TurnState,
    VendorState,
)
from studio.core.quirks import CallIdStyle, Quirks, ReasoningReturn
from studio.core.tools import ToolDefinition
from studio.wire.dialects import exchange_for
from studio.wire.exchange import Exchange, Target
from tests.wire.replies import TOOLS, counter, exchange, profile, read
from tests.wire.spoken import Spoken, SpokenCall, spoken
from tests.wire.streams import (
    ANTHROPIC,
    CHAT,
    EVERY_DIALECT,
    GEMINI,
    OLLAMA,
    RESPONSES,
    body_of,
    history,
)
from tests.wire.turns import answered, turn, use
from tests.wire.validators import check

_LOOK = SpokenCall("call_1", "get_time", "{}")
_PNG = Attachment("cat.png", "image/png", 3, "png")
_PDF = Attachment("law.pdf", "application/pdf", 4, "pdf")
_FILES = {"png": AttachedFile(b"png"), "pdf": AttachedFile(b"%PDF", "All of the law.")}
_MISTRAL = Quirks(call_ids=CallIdStyle.NINE_ALPHANUMERIC)


def _recorded(made: Exchange, dialect: Dialect, reply: Spoken, *, model: str = "model") -> Round:
    """The round as it is stored, its calls answered with 'seen'."""
    reading = read(made.begin_round(""), [spoken(dialect, reply)])
    assert reading.completed is not None
    state = made.record_round()
    uses = tuple(
        use(call.id, name=call.name, arguments=call.arguments, result="seen")
        for call in reading.completed.calls
    )
    prose = (Reasoning(reading.reasoning), Text(reading.text))
    told: tuple[Part, ...] = tuple(part for part in prose if part.text)
    origin = Origin("here", "Here", dialect, model)
    stop = reading.completed.stop
    return Round("round", origin, 0.0, told + uses, stop, vendor_state=state)


def _sent(dialect: Dialect, *turns: Turn, **known: Any) -> dict[str, Any]:
    *earlier, last = turns
    chat = Assignment(tuple(earlier), last, TOOLS, ChatSettings(), _FILES)
    body = body_of(exchange(dialect, assignment=chat, **known))
    check(dialect, body, known.get("quirks", Quirks()))
    return body


def _asked(*prompt: Part) -> Turn:
    return Turn("last", "chat", None, 0.0, prompt)


@EVERY_DIALECT
@pytest.mark.parametrize("state", list(TurnState))
def test_h01_calls_left_open_in_two_rounds_by_any_ending_are_answered(
    dialect: Dialect, state: TurnState
) -> None:
    rounds = (
        answered(use("a"), use("b", result="b seen"), stop=Stop.TOOL_CALLS),
        answered(use("c"), stop=Stop.TOOL_CALLS),
    )
    sent = json.dumps(history(dialect, turn("find it", *rounds, state=state), turn("and now?")))
    assert sent.count("Error: ") == 2
    assert "b seen" in sent


@EVERY_DIALECT
def test_h01_a_call_that_a_crash_cut_off_is_not_told_of(dialect: Dialect) -> None:
    half = use("a", arguments='{"path": "/et')
    sent = history(dialect, turn("find", answered(half, stop=None)), turn("and now?"))
    assert "/et" not in json.dumps(sent)


@EVERY_DIALECT
def test_h01_one_id_for_every_call_still_gives_each_its_own_result(dialect: Dialect) -> None:
    uses = [use(f"u{n}", provider_call_id="call_0", result=f"result {n}.") for n in range(4)]
    rounds = [answered(*uses[:2], stop=Stop.TOOL_CALLS), answered(*uses[2:], stop=Stop.TOOL_CALLS)]
    sent = json.dumps(history(dialect, turn("find", *rounds), turn("and now?")))
    assert [sent.count(f"result {n}.") for n in range(4)] == [1] * 4


@pytest.mark.parametrize("dialect", [CHAT, RESPONSES, ANTHROPIC, GEMINI])
def test_h02_signed_reasoning_is_back_with_its_owner_after_a_detour(dialect: Dialect) -> None:
    reply = Spoken("Plan.", "c2lnbmF0dXJl", "Let me look.", (_LOOK,))
    first = replace(turn("Hi"), rounds=(_recorded(exchange(dialect), dialect, reply),))
    aside = turn("And?", answered(Text("Then."), stop=Stop.END))
    for other in Dialect:
        elsewhere = json.dumps(_sent(other, first, aside, turn("Go on."), model="another"))
        assert "c2lnbmF0dXJl" not in elsewhere
        assert "Let me look." in elsewhere
        assert "seen" in elsewhere
    assert "c2lnbmF0dXJl" in json.dumps(_sent(dialect, first, aside, turn("Go on.")))


@EVERY_DIALECT
def test_h04_a_round_that_only_thought_is_not_an_empty_answer(dialect: Dialect) -> None:
    thought = _recorded(exchange(dialect), dialect, Spoken("Hm.", "c2ln", stop=Stop.LENGTH))
    sent = json.dumps(history(dialect, replace(turn("a"), rounds=(thought,)), turn("b")))
    assert "a\\n\\nb" in sent


@EVERY_DIALECT
@pytest.mark.parametrize("output", ["", " ", "\n\n", "\u00a0"])
def test_h04_a_result_of_nothing_but_space_is_told_as_no_output(
    dialect: Dialect, output: str
) -> None:
    called = answered(use("a", result=output), stop=Stop.TOOL_CALLS)
    assert "(no output)" in json.dumps(history(dialect, turn("ls", called)))


@EVERY_DIALECT
def test_h06_pictures_of_failed_turns_go_with_the_next_prompt(dialect: Dialect) -> None:
    failed = replace(_asked(_PNG), state=TurnState.FAILED)
    body = _sent(dialect, failed, failed, _asked(Text("Which is it?")))
    sent = json.dumps(body)
    assert sent.count("cG5n") == 2
    assert "Which is it?" in sent


@EVERY_DIALECT
def test_h06_a_prompt_that_a_model_cannot_see_at_all_is_still_one(dialect: Dialect) -> None:
    body = _sent(dialect, _asked(_PNG), abilities=Abilities(takes_images=False))
    assert "cat.png" in json.dumps(body)
    assert "cG5n" not in json.dumps(body)


def test_h07_reasoning_that_a_cut_left_alone_is_not_sent() -> None:
    items = [
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "A"}]},
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "b3BhcXVl"},
    ]
    state = VendorState(RESPONSES, "here", "model", json.dumps({"calls": [], "items": items}))
    cut = answered(Text("A"), stop=Stop.LENGTH, vendor_state=state)
    sent = history(RESPONSES, turn("a", cut), turn("b"))
    assert [item["type"] for item in sent] == ["message"] * 3


def test_h07_a_tool_that_only_the_api_knows_is_not_left_waiting_for_us() -> None:
    shell = {"type": "local_shell_call", "id": "ls_1", "call_id": "c1", "action": {}}
    ran = {"type": "shell_call", "call_id": "c2"}
    output = {"type": "shell_call_output", "call_id": "c2", "output": []}
    message = {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "refusal", "refusal": "A"}],
    }
    items = [ran, output, shell, message]
    state = VendorState(RESPONSES, "here", "model", json.dumps({"calls": [], "items": items}))
    sent = history(RESPONSES, turn("a", answered(Text("A"), vendor_state=state)), turn("b"))
    assert [i["type"] for i in sent] == ["message", "shell_call", "shell_call_output"] + [
        "message"
    ] * 2


def test_h08_what_one_profile_had_encrypted_stays_out_of_anothers_requests() -> None:
    reply = Spoken("Plan.", "b3BhcXVl", "Hi.")
    round_ = _recorded(exchange(RESPONSES), RESPONSES, reply)
    chat = Assignment((replace(turn("a"), rounds=(round_,)),), turn("b"), TOOLS, ChatSettings())
    work = profile(RESPONSES).model_copy(update={"id": "work"})
    body = body_of(exchange_for(Target(work, "model"), chat, counter()))
    check(RESPONSES, body)
    assert "b3BhcXVl" not in json.dumps(body)
    assert "Hi." in json.dumps(body)


@EVERY_DIALECT
@pytest.mark.parametrize("kept", range(4))
def test_h10_any_number_of_last_turns_is_a_whole_chat(dialect: Dialect, kept: int) -> None:
    called = answered(use("a", result="1"), use("b"), stop=Stop.TOOL_CALLS)
    turns = [turn(f"m{n}", called, answered(Text("Fine."))) for n in range(3)]
    headless = [replace(one, prompt=()) for one in turns]
    for chat in (turns, headless):
        assert history(dialect, *chat[len(chat) - kept :], turn("last"))


def test_h11_what_another_model_thought_fills_the_field_that_is_demanded() -> None:
    foreign = answered(Reasoning("Need the date."), use("c1", result="x"), stop=Stop.TOOL_CALLS)
    demands = Quirks(reasoning_return=ReasoningReturn.REQUIRED_BESIDE_CALLS)
    message = history(CHAT, turn("a", foreign), turn("b"), quirks=demands)[1]
    assert message["reasoning_content"] == "Need the date."
    assert history(OLLAMA, turn("a", foreign), turn("b"))[1]["thinking"] == "Need the date."
    never = Quirks(reasoning_return=ReasoningReturn.NEVER)
    assert "Need the date." not in json.dumps(history(CHAT, turn("a", foreign), quirks=never))


@pytest.mark.parametrize(
    ("dialect", "quirks", "longest"),
    [
        (CHAT, Quirks(), 40),
        (CHAT, _MISTRAL, 9),
        (RESPONSES, Quirks(), 64),
        (ANTHROPIC, Quirks(), 64),
    ],
)
def test_h13_ids_that_differ_only_beyond_the_limit_stay_apart(
    dialect: Dialect, quirks: Quirks, longest: int
) -> None:
    ids = ["x" * 90 + end for end in "abc"] + ["ü", "ö", ""]
    uses = [use(f"u{n}", provider_call_id=i, result="r") for n, i in enumerate(ids)]
    body = _sent(
        dialect, turn("a", answered(*uses, stop=Stop.TOOL_CALLS)), turn("b"), quirks=quirks
    )
    found = set(_ids(body))
    assert len(found) == len(ids)
    assert max(map(len, found)) <= longest


def _ids(value: Any) -> list[str]:
    if isinstance(value, list):
        return [found for item in value for found in _ids(item)]
    if not isinstance(value, dict):
        return []
    own = [value[name] for name in ("tool_call_id", "tool_use_id") if name in value]
    if str(value.get("type", "")).endswith("_output"):
        own.append(value["call_id"])
    return own + [found for item in value.values() for found in _ids(item)]


def test_h13_a_host_gets_its_own_strange_ids_back_and_another_host_plain_ones() -> None:
    strange = use("u1", provider_call_id="functions.ls:0", result="x")
    own = answered(strange, stop=Stop.TOOL_CALLS)
    other = replace(own, origin=Origin("kimi", "Kimi", CHAT, "kimi-k2"))
    assert history(CHAT, turn("a", own))[1]["tool_calls"][0]["id"] == "functions.ls:0"
    made = history(CHAT, turn("a", other))[1]["tool_calls"][0]["id"]
    assert made.replace("_", "").isalnum()


@pytest.mark.parametrize("dialect", [ANTHROPIC, GEMINI])
def test_h16_a_picture_sent_while_tools_ran_comes_after_their_results(dialect: Dialect) -> None:
    called = answered(use("A", result="1"), use("B"), stop=Stop.TOOL_CALLS)
    stopped = turn("in miles", called, state=TurnState.CANCELLED)
    body = _sent(dialect, stopped, _asked(Text("also this"), _PNG))
    last = body["messages" if dialect is ANTHROPIC else "contents"][-1]
    kinds = [
        block.get("type") or next(iter(block)) for block in last.get("content") or last["parts"]
    ]
    assert kinds in (
        ["tool_result", "tool_result", "image", "text"],
        ["functionResponse", "functionResponse", "inlineData", "text"],
    )


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_providers_own_tool_that_was_not_done_is_told_of_only_where_it_goes_on(
    goes_on: bool,
) -> None:
    paused = _recorded(exchange(ANTHROPIC), ANTHROPIC, Spoken(runs_tool=True, stop=Stop.PAUSE))
    asked = replace(turn("search"), rounds=(paused,))
    sent = history(ANTHROPIC, asked) if goes_on else history(ANTHROPIC, asked, turn("stop"))
    assert ("server_tool_use" in json.dumps(sent)) is goes_on
    assert sent[-1]["role"] == ("assistant" if goes_on else "user")


@EVERY_DIALECT
def test_a_call_cut_off_by_the_limit_is_answered_as_such_everywhere(dialect: Dialect) -> None:
    cut = SpokenCall("call_1", "write_file", '{"text": "Dear')
    for speaker in Dialect:
        round_ = _recorded(exchange(speaker), speaker, Spoken(calls=(cut,), stop=Stop.LENGTH))
        parts = tuple(replace(part, result=None) for part in round_.tool_uses)
        asked = replace(turn("write"), rounds=(replace(round_, parts=parts),))
        assert "cut off" in json.dumps(history(dialect, asked, turn("and now?")))


@EVERY_DIALECT
def test_a_tool_whose_name_begins_with_a_digit_is_called_by_a_legal_one(dialect: Dialect) -> None:
    tool = ToolDefinition("3d_print", "Prints.", {"type": "object"})
    called = answered(use("a", name="3d_print", result="ok"), stop=Stop.TOOL_CALLS)
    chat = Assignment((), turn("print", called), (tool,), ChatSettings())
    body = body_of(exchange(dialect, assignment=chat))
    check(dialect, body)
    assert '"3d_print"' not in json.dumps(body)


def test_gemini_3_never_sees_a_call_without_a_signature() -> None:
    model = "gemini-3-pro-preview"
    own = _recorded(
        exchange(GEMINI, model=model), GEMINI, Spoken(calls=(_LOOK, _LOOK)), model=model
    )
    foreign = answered(use("a", result="1"), use("b", result="2"), stop=Stop.TOOL_CALLS)
    for round_ in (own, foreign):
        sent = history(GEMINI, replace(turn("a"), rounds=(round_,)), model=model)
        signed = ["thoughtSignature" in part for part in sent[1]["parts"]]
        assert signed == [True, False]


@EVERY_DIALECT
def test_a_document_is_read_by_every_model_in_the_form_it_takes(dialect: Dialect) -> None:
    blind = Abilities(takes_files=False)
    as_text = json.dumps(_sent(dialect, _asked(_PDF, Text("Read.")), abilities=blind))
    assert "All of the law." in as_text
    as_file = json.dumps(
        _sent(dialect, _asked(_PDF, Text("Read.")), quirks=Quirks(reads_documents=True))
    )
    assert ("All of the law." in as_file) is (dialect is OLLAMA)
    gone = Attachment("gone.pdf", "application/pdf", 4, "nowhere")
    assert "no longer there" in json.dumps(_sent(dialect, _asked(gone)))


@EVERY_DIALECT
def test_a_refused_call_is_an_error_in_every_dialect(dialect: Dialect) -> None:
    denied = use("c1", result="The user refused.", outcome=Outcome.DENIED)
    sent = json.dumps(history(dialect, turn("a", answered(denied, stop=Stop.TOOL_CALLS))))
    assert "The user refused." in sent
    assert "is_error" in sent or "Error: " in sent or '"error"' in sent
