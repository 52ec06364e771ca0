"""A key that a server repeats in its answer is neither shown nor saved, however it is cut."""

from hypothesis import assume, given
from hypothesis import strategies as st

from studio.adapters.event_masking import EventMasker, masked_state
from studio.adapters.masking import Masker
from studio.core.events import (
    RoundCompleted,
    RoundEvent,
    ServerToolReported,
    SourcesFound,
    TextDelta,
    ToolCallDelta,
)
from studio.core.messages import (
    Citation,
    Dialect,
    ServerToolUse,
    Stop,
    ToolCall,
    Usage,
    VendorState,
)

KEY = "sk-planted-0123456789"
DONE = RoundCompleted((), Usage(), Stop.END, "stop")


def _said(masker: Masker, pieces: list[str]) -> str:
    masking = EventMasker(masker)
    events: list[RoundEvent] = []
    for piece in pieces:
        events += masking.take(TextDelta(piece))
    events += masking.take(DONE)
    assert events[-1] == DONE
    return "".join(event.text for event in events if isinstance(event, TextDelta))


@given(st.data())
def test_a_key_in_an_answer_is_masked_in_any_cutting(data: st.DataObject) -> None:
    text = data.draw(
        st.sampled_from([f"Your key is {KEY}!", f"{KEY}{KEY}", f"s{KEY[:9]} sk-{KEY}"])
    )
    cuts = sorted(data.draw(st.sets(st.integers(1, len(text) - 1))))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    said = _said(Masker([KEY]), pieces)
    assert said == text.replace(KEY, "*" * len(KEY))


@given(st.lists(st.text("sk-planted0 é", max_size=6)))
def test_whatever_is_no_key_arrives_whole(pieces: list[str]) -> None:
    assume(KEY[:9] not in "".join(pieces))
    assert _said(Masker([KEY]), pieces) == "".join(pieces)


def test_a_short_key_may_be_a_word_of_any_answer() -> None:
    assert _said(Masker(["hello"]), ["hello ", "hello"]) == "hello hello"


def test_the_beginning_of_a_key_is_told_when_the_round_ends_there() -> None:
    masking = EventMasker(Masker([KEY]))
    assert masking.take(TextDelta("it is sk-pla")) == [TextDelta("it is ")]
    assert masking.flush() == [TextDelta("sk-pla")]
    assert masking.flush() == []


def test_what_a_cut_has_left_of_a_key_is_not_told() -> None:
    masking = EventMasker(Masker([KEY]))
    assert masking.take(TextDelta("it is sk-planted")) == [TextDelta("it is ")]
    assert masking.flush() == [TextDelta("*" * len("sk-planted"))]
    assert masking.has_masked


def test_calls_told_side_by_side_are_masked_each() -> None:
    masking = EventMasker(Masker([KEY]))
    told: list[RoundEvent] = []
    for at in range(0, len(KEY), 4):
        told += masking.take(ToolCallDelta("a", "", KEY[at : at + 4]))
        told += masking.take(ToolCallDelta("b", "", "x"))
    told += masking.flush()
    calls = [each for each in told if isinstance(each, ToolCallDelta)]
    words = {
        name: "".join(each.arguments for each in calls if each.tool_use_id == name)
        for name in ("a", "b")
    }
    assert words == {"a": "*" * len(KEY), "b": "xxxxxx"}


def test_a_key_in_letters_written_as_escapes_is_masked_in_any_cutting() -> None:
    written = "".join(f"\\u{ord(each):04x}" for each in KEY)
    for step in range(1, 30):
        pieces = [written[at : at + step] for at in range(0, len(written), step)]
        assert _said(Masker([KEY]), ["<", *pieces, ">"]) == f"<{'*' * len(written)}>"


def test_a_key_is_masked_in_whatever_field_a_host_puts_it() -> None:
    call = ToolCall("u", f"send {KEY}", "{}", KEY)
    use = ServerToolUse(KEY, KEY, KEY, output=KEY)
    for event in (
        RoundCompleted((call,), Usage(), Stop.OTHER, KEY),
        ServerToolReported(use),
        SourcesFound((Citation(KEY, KEY, KEY),)),
        ToolCallDelta("u", KEY, ""),
    ):
        assert KEY not in repr(EventMasker(Masker([KEY])).take(event))


def test_arguments_of_a_call_are_masked_and_its_name_comes_first() -> None:
    masking = EventMasker(Masker([KEY]))
    first = masking.take(ToolCallDelta("u", "send", "sk-planted"))
    assert first == [ToolCallDelta("u", "send", "")]
    rest = masking.take(ToolCallDelta("u", "", "-0123456789"))
    assert rest == [ToolCallDelta("u", "", "*" * len(KEY))]
    call = ToolCall("u", "send", f'{{"text": "{KEY}"}}')
    (done,) = masking.take(RoundCompleted((call,), Usage(), Stop.TOOL_CALLS, ""))
    assert isinstance(done, RoundCompleted)
    assert KEY not in done.calls[0].arguments


def test_what_goes_back_verbatim_is_kept_without_the_key() -> None:
    state = VendorState(Dialect.OPENAI_CHAT, "p", "m", f'{{"text":"{KEY}"}}')
    kept = masked_state(Masker([KEY]), state)
    assert kept is not None
    assert KEY not in kept.blob
    assert masked_state(Masker([]), state) is state
