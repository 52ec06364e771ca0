"""What is taken out of a trace is nowhere in it, and it still plays."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from studio.core.chats import AttachedFile
from studio.core.literals import any_of
from studio.core.messages import Dialect, TurnState
from studio.core.recording import Chunk
from studio.core.trace import Trace, TraceError, TraceTrouble
from studio.core.trace_lines import trace_lines
from studio.harness.redacted_turns import recut, without_files
from studio.harness.redaction import Found
from studio.harness.redaction_json import edits, redacted_body, strings_of
from studio.harness.trace_ports import Choice, Matter
from studio.harness.tracing import preview, write_trace
from tests.harness.real_chat import ALLOW, real_chat
from tests.loopback import DONE, chat_delta, chat_end, sse
from tests.traces.taken import Held, TextSinkInMemory, differences, played, redacted_trace, trace_of

ALL = frozenset(Matter)
TYPED_KEY = f"sk-{'made0up0' * 4}"  # into a prompt: no vault knows it
TEXT = (
    "Write to jane.doe@corp.example (or JANE.DOE@corp.example), look at /home/jane/work/plan.txt "
    r"and C:\Users\jane\plan.txt, ask 10.1.2.3 and fe80::1ff:2 and https://wiki.corp.example/x, "
    "and tell nobody of Project Bluebird. 127.0.0.1 and 1.2 and a/b and 12:30 stay. "
    f"The key is {TYPED_KEY}."
)


def _all(text: str, choice: Choice) -> str:
    found = Found(choice)
    found.look(text)
    return found.redactor().text(text)


def test_each_kind_is_found_and_has_one_placeholder_for_each_value() -> None:
    safe = _all(TEXT, Choice(ALL, ("bluebird",)))
    assert safe == (
        "Write to <email 1> (or <email 1>), look at <path 1> and <path 2>, ask <address 1> and "
        "<address 2> and https://<host 1>/x, and tell nobody of Project <word 1>. 127.0.0.1 and "
        "1.2 and a/b and 12:30 stay. The key is <key 1>."
    )


def test_in_a_long_text_everything_is_found_once() -> None:
    names = [f"heron{number}@corp.example" for number in range(20_000)]
    found = Found(Choice(frozenset({Matter.EMAIL}), ("two words",)))
    found.look(" ".join(names) + " two words" + "x" * 500_000 + " and two words")
    assert found.values(Matter.EMAIL) == tuple(names)
    assert found.values(Matter.WORD) == ("two words",)


def test_only_what_is_chosen_goes() -> None:
    safe = _all(TEXT, Choice())
    assert "<home>/work/plan.txt" in safe
    assert r"<home 2>\plan.txt" in safe
    assert "jane.doe@corp.example" in safe
    assert TYPED_KEY not in safe
    assert _all(TEXT, Choice(frozenset())) == TEXT


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("is_ascii", [True, False])
def test_what_is_escaped_is_found_and_json_stays_json(depth: int, is_ascii: bool) -> None:
    value = TEXT
    for _ in range(depth):
        value = json.dumps({"töxt": value, "n": 42}, ensure_ascii=is_ascii)
    words = ("bluebird", "42") if depth == 1 else ("bluebird",)
    safe = _all(value, Choice(ALL, words))
    for word in ("jane", "10.1.2.3", "luebird", "corp"):
        assert word not in safe
    for _ in range(depth):
        row = json.loads(safe)
        assert row["n"] == 42
        safe = row["töxt"]
    assert safe == _all(TEXT, Choice(ALL, words))


def _found(*words: str) -> Found:
    return Found(Choice(frozenset(), words))


@pytest.mark.parametrize("size", range(1, 12))
def test_a_word_that_is_cut_by_deltas_and_chunks_is_gone(size: int) -> None:
    said = "Das ist Müller-Lüdenscheidt, ja."
    parts = [said[at : at + size] for at in range(0, len(said), size)]
    body = b"".join([*(chat_delta(content=part) for part in parts), chat_end(), DONE])
    found = _found("müller-lüdenscheidt")
    found.look(said)
    redactor = found.redactor()
    chunks = tuple(Chunk(at, body[at : at + 7]) for at in range(0, len(body), 7))
    safe = recut(chunks, edits(body, redactor))
    assert [chunk.offset_ns for chunk in safe] == [chunk.offset_ns for chunk in chunks]
    whole = b"".join(chunk.data for chunk in safe).decode()
    events = [json.loads(line[6:]) for line in whole.splitlines() if line.startswith("data: {")]
    deltas = [event["choices"][0]["delta"].get("content", "") for event in events]
    assert "".join(deltas) == "Das ist <word 1>, ja."
    assert len(deltas) == len(parts) + 1


def test_a_reply_in_which_nothing_is_found_is_the_same_bytes() -> None:
    body = b'data: {"a" : 1.0,\t"content":"x"}\r\n\r\nevent: odd\rdata: [DONE]\n\n: comment\n'
    found = _found("secret")
    found.look("secret")
    assert edits(body, found.redactor()) == []


def test_words_of_the_protocol_stay_where_the_protocol_says_them() -> None:
    words = ("content", "text", "user", "function", "string", "type", "tool", "role", "properties")
    parameters = {"type": "object", "properties": {"user": {"type": "string"}}}
    body = {
        "messages": [{"role": "user", "content": "a user says text"}],
        "tools": [{"type": "function", "function": {"name": "t", "parameters": parameters}}],
    }
    found = _found(*words)
    found.look(json.dumps(body))
    safe = json.loads(redacted_body(json.dumps(body).encode(), found.redactor()))
    assert safe["messages"][0]["role"] == "user"
    assert safe["messages"][0]["content"].startswith("a <word ")
    assert safe["tools"][0]["type"] == "function"
    schema = safe["tools"][0]["function"]["parameters"]
    assert schema["type"] == "object"
    assert "user" not in schema["properties"]


def test_many_literals_are_one_pattern_that_finds_the_longest() -> None:
    pattern = any_of(["ab", "abc", "b", "abcd.e", "x*"])
    assert pattern is not None
    assert pattern.findall("abcd.e abc ab xb x*") == ["abcd.e", "abc", "ab", "b", "x*"]
    assert any_of([]) is None


async def _private(folder: Path, dialect: Dialect) -> Trace:
    async with real_chat(folder, dialect) as chat:
        settings = replace(chat.session.chat.settings, system_prompt=f"I am {TEXT}")
        await chat.session.update(replace(chat.session.chat, settings=settings, title=TEXT))
        chat.answers = [ALLOW]
        for prompt in (f"time in Tokyo. {TEXT}", "write a file /home/jane/work/plan.txt", TEXT):
            turn = await chat.send(prompt)
            assert turn.state is TurnState.COMPLETED
        return await trace_of(chat)


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_a_redacted_trace_plays_and_holds_nothing_of_it(
    dialect: Dialect, tmp_path: Path
) -> None:
    trace = await _private(tmp_path, dialect)
    before = "".join(trace_lines(trace))
    words = ("Bluebird", "Tokyo", "current_time", "Practice", "practice-tour", "calculate")
    safe = await redacted_trace(trace, Choice(ALL, words))
    after = "".join(trace_lines(safe))
    for private in ("jane", "10.1.2.3", "fe80::", "corp.example", TYPED_KEY, *words[:3]):
        assert private.lower() in before.lower()
        assert private.lower() not in after.lower(), private
    assert differences(await played(safe)) == []
    assert safe.head.redacted == tuple(sorted(Matter))
    assert "<word" in safe.turns[0].turn.prompt_text


async def test_the_preview_counts_and_shows_what_would_go(tmp_path: Path) -> None:
    trace = await _private(tmp_path, Dialect.OPENAI_CHAT)
    seen = await preview(Held(trace), Choice(words=("bluebird",)))
    assert (seen.turns, seen.recordings, seen.files) == (3, 5, 0)
    assert seen.size > 1_000
    by_matter = {each.matter: each for each in seen.sightings}
    assert by_matter[Matter.EMAIL].samples == ("jane.doe@corp.example", "JANE.DOE@corp.example")
    assert by_matter[Matter.EMAIL].times > 2
    assert by_matter[Matter.HOME].values == 2
    assert by_matter[Matter.KEY].samples == (f"…{TYPED_KEY[-4:]}",)
    assert by_matter[Matter.WORD].samples == ("Bluebird",)


async def test_attachments_that_are_left_out_are_in_no_request_either(tmp_path: Path) -> None:
    trace = await _private(tmp_path, Dialect.OPENAI_CHAT)
    file = AttachedFile(b"\x89PNG secret picture", "the secret text")
    traced = trace.turns[0]
    body = b'{"image":"data:image/png;base64,iVBORyBzZWNyZXQgcGljdHVyZQ==","t":"the secret text"}'
    body = body.replace(b"iVBORyBzZWNyZXQgcGljdHVyZQ==", b"iVBORyBzZWNyZXQgcGljdHVyZQ==")
    recording = replace(traced.recordings[0], request_body=body)
    file = replace(file, data=b"\x89PNG\x20secret picture")
    traced = replace(traced, recordings=(recording,), files=(("d", file),))
    safe = without_files(traced, {"d": file})
    assert safe.files[0][1].data == b"<file 1>"
    assert b"<text of file 1>" in safe.recordings[0].request_body


async def test_nothing_recorded_is_nothing_to_write(tmp_path: Path) -> None:
    trace = await _private(tmp_path, Dialect.OPENAI_CHAT)
    turns = tuple(replace(each, recordings=()) for each in trace.turns)
    sink = TextSinkInMemory()
    with pytest.raises(TraceError) as caught:
        await write_trace(Held(replace(trace, turns=turns)), sink)
    assert caught.value.failure.code == TraceTrouble.NOTHING
    assert sink.is_abandoned


def test_a_reply_that_is_no_json_is_redacted_as_text() -> None:
    found = _found("secret")
    found.look("secret")
    body = b"<html>a secret page</html>\ndata: {half of a secret"
    (first, second) = edits(body, found.redactor())
    assert first == (0, 26, b"<html>a <word 1> page</html>")
    assert second[2] == b"{half of a <word 1>"
    assert sse({"x": 1}).startswith(b"data: ")


@pytest.mark.parametrize("depth", [90, 400, 5_000, 100_000])
def test_what_is_nested_without_end_is_redacted_as_well(depth: int) -> None:
    body = b'{"a":' * depth + b'"a secret"' + b"}" * depth
    found = _found("secret")
    found.look(body.decode())
    redactor = found.redactor()
    assert b"<word 1>" in redacted_body(body, redactor)
    assert b"<word 1>" in recut((Chunk(1, body),), edits(body, redactor))[0].data
    assert any("secret" in text for text in strings_of(body))
