"""Every category, outcome, state and limit has words, and a provider cannot choose them."""

import pytest

from studio.core.errors import Category, Diagnosis, Failure
from studio.core.messages import Limit, Outcome, ToolState
from studio.core.tools import Effect, EffectKind, Preview
from studio.ui.failure_texts import failure_text
from studio.ui.texts import (
    countdown,
    duration,
    limit_text,
    outcome_text,
    preview_note,
    set_aside_text,
    size,
    state_text,
)


@pytest.mark.parametrize("category", list(Category))
def test_each_category_says_what_happened_and_what_to_do(category: Category) -> None:
    said = failure_text(Failure(category))
    assert said.title.endswith(".")
    assert said.advice.endswith(".")


@pytest.mark.parametrize(
    ("category", "code"),
    [
        (Category.NETWORK, "refused"),
        (Category.TIMEOUT, "list_timeout"),
        (Category.TIMEOUT, "trial_timeout"),
        (Category.UNREADABLE_REPLY, "list_too_long"),
    ],
)
def test_a_code_of_ours_says_more_than_its_category(category: Category, code: str) -> None:
    said = failure_text(Failure(category, code=code))
    assert said != failure_text(Failure(category))
    assert said.title.endswith(".")
    assert said.advice.endswith(".")


SUGGESTED = {
    Diagnosis.WRONG_DIALECT: ("anthropic_messages", "Anthropic Messages"),
    Diagnosis.FOREIGN_KEY: ("Groq", "Groq"),
}
SUGGESTING = (
    Diagnosis.DOUBLED_VERSION,
    Diagnosis.MISSING_VERSION,
    Diagnosis.FULL_ENDPOINT,
    Diagnosis.TRAILING_GARBAGE,
    Diagnosis.OTHER_ADDRESS,
    Diagnosis.WEB_PAGE,
    Diagnosis.NEEDS_HTTPS,
    Diagnosis.NEEDS_HTTP,
    Diagnosis.WRONG_DIALECT,
    Diagnosis.FOREIGN_KEY,
    Diagnosis.KEY_SHAPE,
    Diagnosis.KEY_REGION,
    Diagnosis.MODEL_NAME,
    Diagnosis.NOT_PULLED,
)


@pytest.mark.parametrize("code", list(Diagnosis))
def test_each_diagnosis_says_what_happened_and_what_to_do(code: Diagnosis) -> None:
    for status in (None, 404):
        said = failure_text(Failure(Category.ADDRESS, "Somebody.", status, code))
        assert said.title.endswith(".")
        assert said.advice.endswith(".")
        assert "{" not in said.title + said.advice


@pytest.mark.parametrize("code", SUGGESTING)
def test_what_may_be_right_instead_is_in_the_advice(code: Diagnosis) -> None:
    told, shown = SUGGESTED.get(code, ("https://h.test/v1", "https://h.test/v1"))
    bare = failure_text(Failure(Category.ADDRESS, status=404, code=code))
    said = failure_text(Failure(Category.ADDRESS, status=404, code=code, suggestions=(told,)))
    assert said.title == bare.title
    assert shown not in bare.advice
    assert shown in said.advice


def test_who_signed_and_which_proxy_is_named() -> None:
    for code in (Diagnosis.TLS_INTERCEPTION, Diagnosis.SELF_SIGNED, Diagnosis.PROXY_UNREACHABLE):
        assert (
            "Zscaler {Root}"
            in failure_text(Failure(Category.TLS, "Zscaler {Root}", code=code)).title
        )


def test_a_providers_code_never_chooses_our_words() -> None:
    plain = failure_text(Failure(Category.BAD_REQUEST, status=400))
    assert failure_text(Failure(Category.BAD_REQUEST, status=400, code="locked")) == plain


def test_a_rate_limit_says_how_long_to_wait() -> None:
    assert "171" not in failure_text(Failure(Category.RATE_LIMIT)).advice
    said = failure_text(Failure(Category.RATE_LIMIT, retry_after=171.0))
    assert "2 min 51 s" in said.advice


def test_every_state_has_words() -> None:
    words = [outcome_text(each) for each in Outcome]
    words += [state_text(each) for each in ToolState]
    words += [limit_text(each) for each in Limit]
    assert all(words)
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.04, "0.0 s"), (0.16, "0.2 s"), (9.94, "9.9 s"), (31.4, "31 s"), (245, "4 min 5 s")],
)
def test_durations_are_short(seconds: float, said: str) -> None:
    assert duration(seconds) == said


@pytest.mark.parametrize(
    ("characters", "said"), [(0, "0 B"), (312, "312 B"), (1_440, "1.4 kB"), (5_000_000, "5.0 MB")]
)
def test_sizes_are_short(characters: int, said: str) -> None:
    assert size(characters) == said


@pytest.mark.parametrize("reason", ["damaged", "newer", "foreign"])
def test_a_file_set_aside_is_named(reason: str) -> None:
    assert "/data/x.json" in set_aside_text(reason, "/data/x.json")


@pytest.mark.parametrize("kind", list(EffectKind))
def test_what_a_call_would_do_is_said_in_our_own_words(kind: EffectKind) -> None:
    preview = Preview("text", "the tool's own words", Effect(kind, "/home/me/a.txt", 312))
    said = preview_note(preview)
    assert said.strip()
    if kind is not EffectKind.REFUSED:
        assert said != preview.note


def test_a_tool_without_an_effect_speaks_for_itself() -> None:
    assert preview_note(Preview("text", "sends a letter")) == "sends a letter"


@pytest.mark.parametrize(("seconds", "said"), [(3.2, "4 s"), (0.0, "0 s"), (171.0, "2 min 51 s")])
def test_a_countdown_counts_whole_seconds(seconds: float, said: str) -> None:
    assert countdown(seconds) == said
