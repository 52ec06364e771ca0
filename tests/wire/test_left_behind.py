"""Before a send it is said what of the chat does not travel, and only that."""

import pytest

from studio.core.messages import Dialect, Part, Text, TurnState, VendorState
from studio.core.notices import Notice, NoticeKind
from studio.wire.left_behind import signatures
from tests.wire.conversations import ATTACHED, SIGNED, TARGETS, Asked, Planned, drive
from tests.wire.spoken import Spoken, SpokenCall

_PLACES = {dialect: place for place, dialect in enumerate(Dialect)}
_BLIND = {dialect: place + len(Dialect) for place, dialect in enumerate(Dialect)}
_SIGNING = [dialect for dialect in Dialect if dialect is not Dialect.OLLAMA_CHAT]
_CALLS = (SpokenCall("call_1", "get_time", "{}"), SpokenCall("call_2", "get_time", "{}"))
_LOOK = Asked(Spoken("Hm.", SIGNED, "Let me look.", _CALLS))
_DONE = Asked(Spoken("Well.", SIGNED, "Done."))


def _turn(who: int, *rounds: Asked, prompt: tuple[Part, ...] = (Text("Go on."),)) -> Planned:
    return Planned(who, prompt, rounds, TurnState.COMPLETED, "", True, None)


def _notices(*turns: Planned) -> tuple[Notice, ...]:
    """Of the last request."""
    return drive(list(turns)).sent[-1].notices


def _other(dialect: Dialect) -> Dialect:
    return Dialect.OLLAMA_CHAT if dialect is not Dialect.OLLAMA_CHAT else Dialect.OPENAI_CHAT


@pytest.mark.parametrize("dialect", _SIGNING)
def test_signed_reasoning_of_another_provider_is_counted(dialect: Dialect) -> None:
    first = _turn(_PLACES[dialect], _LOOK, _DONE)
    stays = Notice(NoticeKind.REASONING_STAYS, 2)
    assert _notices(first, _turn(_PLACES[_other(dialect)])) == (stays,)
    assert _notices(first, _turn(_BLIND[dialect])) == (stays,), "another profile is another owner"
    assert _notices(first, _turn(_PLACES[dialect])) == ()


@pytest.mark.parametrize("dialect", list(Dialect))
def test_reasoning_that_nobody_signed_is_not_counted(dialect: Dialect) -> None:
    first = _turn(_PLACES[dialect], Asked(Spoken("Hm.", "", "Let me look.", _CALLS)))
    assert _notices(first, _turn(_PLACES[_other(dialect)])) == ()


def test_a_round_that_is_not_sent_at_all_leaves_nothing_behind() -> None:
    first = _turn(_PLACES[Dialect.ANTHROPIC_MESSAGES], Asked(Spoken("Hm.", SIGNED)))
    assert _notices(first, _turn(_PLACES[Dialect.OPENAI_CHAT])) == ()


def test_what_another_provider_ran_itself_is_named() -> None:
    searched = Asked(Spoken(text="Found.", runs_tool=True))
    first = _turn(_PLACES[Dialect.ANTHROPIC_MESSAGES], searched, _DONE)
    second = _turn(_PLACES[Dialect.GOOGLE_GEMINI], searched)
    told = _notices(first, second, _turn(_PLACES[Dialect.OPENAI_CHAT]))
    names = ("web_search", "code_execution")
    assert Notice(NoticeKind.SERVER_TOOLS_STAY, 2, names) in told
    assert _notices(first, _turn(_PLACES[Dialect.ANTHROPIC_MESSAGES])) == ()


@pytest.mark.parametrize("dialect", list(Dialect))
def test_files_that_do_not_travel_as_they_are_are_named(dialect: Dialect) -> None:
    prompt = tuple(ATTACHED[kind] for kind in ("png", "pdf", "csv", "bin", "gone"))
    assert set(_notices(_turn(_BLIND[dialect], prompt=prompt))) == {
        Notice(NoticeKind.IMAGES_STAY, 1, ("a png",)),
        Notice(NoticeKind.FILES_AS_TEXT, 1, ("a pdf",)),
        Notice(NoticeKind.FILES_STAY, 1, ("a bin",)),
        Notice(NoticeKind.GONE, 1, ("a gone",)),
    }


def test_a_bound_that_was_met_is_told() -> None:
    small = next(n for n, target in enumerate(TARGETS) if target.quirks.image_bytes == 3)
    told = _notices(_turn(small, prompt=(ATTACHED["png"], ATTACHED["png"])))
    assert told == (Notice(NoticeKind.TOO_LARGE, 2, ("a png",), 3),)


@pytest.mark.parametrize("dialect", list(Dialect))
@pytest.mark.parametrize("blob", ["", "nope", "[1]", '{"content": [3], "items": 1, "parts": {}}'])
def test_a_record_that_nobody_can_read_counts_for_nothing(dialect: Dialect, blob: str) -> None:
    assert signatures(VendorState(dialect, "here", "model", blob)) == 0
