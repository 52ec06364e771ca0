"""What the list of providers says about each: one line, and what the last test found."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from studio.core.errors import Category, Failure
from studio.core.profiles import Kind, ProviderProfile
from studio.harness.ports import LastTest, Step
from studio.ui.chat.card_parts import Tone
from studio.ui.dialect_texts import dialect_name
from studio.ui.failure_texts import failure_text
from studio.ui.moments import ago, day_text
from studio.ui.settings.arranged_list import RowText
from studio.ui.settings.test_lines import models_text, speed_text
from studio.ui.texts import profile_name

translate = QCoreApplication.translate

_UNDECIDED = frozenset(
    {Category.NETWORK, Category.TIMEOUT, Category.TLS, Category.OVERLOADED, Category.NO_MODEL}
)


def failure_of(test: LastTest) -> Failure | None:
    """Of the answer, if it failed: a missing model list or tools alone are no failure."""
    answers = [step for step in test.steps if step.step is Step.ANSWER]
    if answers:
        return answers[0].failure
    return next((step.failure for step in test.steps if step.failure is not None), None)


def speed_of(test: LastTest) -> str:
    """Of the first request that passed; empty where none did."""
    speeds = [step.milliseconds for step in test.steps if step.failure is None]
    return speed_text(speeds[0]) if speeds else ""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """What is known beside the profile. `models` is a count."""

    now: float
    test: LastTest | None = None
    has_kept_key: bool = False
    models: int = 0
    last_used: float | None = None
    is_managed: bool = False


def row_text(profile: ProviderProfile, facts: RowFacts) -> RowText:
    name = profile_name(profile.name)
    test = facts.test
    if test is None:
        return RowText(name, facts_line(profile, facts), _tone_of_key(profile))
    failure = failure_of(test)
    if failure is None:
        return RowText(name, facts_line(profile, facts, speed_of(test)), Tone.SUCCESS)
    said = _failed_text(failure.category, failure.status, test.at, facts)
    is_open = failure.category in _UNDECIDED
    return RowText(name, said, Tone.WARNING if is_open else Tone.DANGER, asks=is_open)


def _tone_of_key(profile: ProviderProfile) -> Tone:
    """Where the provider itself was not tested, its default key may have been."""
    if profile.kind is not Kind.HTTP:
        return Tone.SUCCESS
    entry = profile.key()
    if entry is None or entry.tested_at is None:
        return Tone.NEUTRAL
    return Tone.DANGER if entry.test_failure else Tone.SUCCESS


def _failed_text(category: Category, status: int | None, tested_at: float, facts: RowFacts) -> str:
    """Such as `Key rejected (401), yesterday` or `Not reached · last used 28 Nov`."""
    if category in _UNDECIDED:
        words = [_undecided_text(category)]
        if facts.last_used is not None:
            used = ago(facts.last_used, facts.now)
            words.append(translate("settings", "last used {0}").format(used))
        return " · ".join(words)
    if category is Category.AUTHENTICATION:
        said = translate("settings", "Key rejected")
        said = said if status is None else f"{said} ({status})"
    else:
        said = failure_text(Failure(category)).title.rstrip(".")
    return f"{said}, {day_text(tested_at, facts.now)}"


def _undecided_text(category: Category) -> str:
    if category is Category.NETWORK:
        return translate("settings", "Not reached")
    return failure_text(Failure(category)).title.rstrip(".")


def facts_line(profile: ProviderProfile, facts: RowFacts, *more: str) -> str:
    """Such as `Messages · 2 keys · 214 ms`."""
    if profile.kind is Kind.PRACTICE:
        return translate("settings", "Built in · offline · no model")
    if profile.kind is Kind.ENGINE:
        return translate("settings", "Runs on this computer")
    words = [dialect_name(profile.dialect), _key_fact(profile, facts)]
    if facts.models and not profile.keys:
        words.append(models_text(facts.models))
        more = ()
    if facts.is_managed:
        words.append(translate("settings", "set by your organisation"))
    return " · ".join((*words, *more))


def _key_fact(profile: ProviderProfile, facts: RowFacts) -> str:
    if facts.has_kept_key:
        return translate("settings", "key until exit")
    if not profile.keys:
        return translate("settings", "no key")
    if len(profile.keys) == 1:
        return translate("settings", "1 key")
    return translate("settings", "{0} keys").format(len(profile.keys))


def free_name(name: str, profiles: tuple[ProviderProfile, ...]) -> str:
    """The name, with a number behind it where it is taken."""
    names = {profile.name for profile in profiles}
    free, number = name, 2
    while free in names:
        free, number = f"{name} {number}", number + 1
    return free
