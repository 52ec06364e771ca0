"""What the list of providers says about each: one line, and what the last test found."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from studio.core.errors import Category, Failure
from studio.core.messages import Dialect
from studio.core.profiles import Kind, ProviderProfile
from studio.harness.ports import Step, StepResult
from studio.ui.chat.card_parts import Tone
from studio.ui.failure_texts import failure_text
from studio.ui.texts import profile_name

translate = QCoreApplication.translate

_UNDECIDED = frozenset(
    {Category.NETWORK, Category.TIMEOUT, Category.TLS, Category.OVERLOADED, Category.NO_MODEL}
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one connection test came to. `tested_at` is a time of day, ready to be shown."""

    tested_at: str
    steps: tuple[StepResult, ...]

    @property
    def failure(self) -> Failure | None:
        """Of the answer, if it failed: a missing model list or tools alone are no failure."""
        answers = [step for step in self.steps if step.step is Step.ANSWER]
        return answers[0].failure if answers else self._first_failure()

    @property
    def milliseconds(self) -> float:
        return max((step.milliseconds for step in self.steps if step.failure is None), default=0.0)

    def _first_failure(self) -> Failure | None:
        return next((step.failure for step in self.steps if step.failure is not None), None)


@dataclass(frozen=True, slots=True)
class RowText:
    """One row: its name, the line below, and the icon before."""

    name: str
    line: str
    tone: Tone = Tone.NEUTRAL
    asks: bool = False


def row_text(profile: ProviderProfile, verdict: Verdict | None, kept_hint: str | None) -> RowText:
    name = profile_name(profile.name)
    if verdict is None:
        return RowText(name, facts_line(profile, kept_hint))
    failure = verdict.failure
    if failure is None:
        speed = translate("settings", "{0} ms").format(round(verdict.milliseconds))
        line = " · ".join((facts_line(profile, kept_hint), speed))
        return RowText(name, line, Tone.SUCCESS)
    title = failure_text(failure).title
    if failure.category in _UNDECIDED:
        return RowText(name, title, Tone.WARNING, asks=True)
    return RowText(name, title, Tone.DANGER)


def facts_line(profile: ProviderProfile, kept_hint: str | None) -> str:
    """Such as `Messages · key …9f2c`."""
    if profile.kind is Kind.PRACTICE:
        return translate("settings", "Built in · offline · no model")
    if profile.kind is Kind.ENGINE:
        return translate("settings", "Runs on this computer")
    return " · ".join((dialect_name(profile.dialect), _key_fact(profile, kept_hint)))


def _key_fact(profile: ProviderProfile, kept_hint: str | None) -> str:
    if kept_hint is not None:
        return translate("settings", "key until exit")
    if not profile.has_key:
        return translate("settings", "no key")
    if not profile.key_hint:
        return translate("settings", "key saved")
    return translate("settings", "key …{0}").format(profile.key_hint)


def dialect_name(dialect: Dialect) -> str:
    """Short, for a line of facts."""
    return {
        Dialect.OPENAI_CHAT: translate("settings", "Chat Completions"),
        Dialect.OPENAI_RESPONSES: translate("settings", "Responses"),
        Dialect.ANTHROPIC_MESSAGES: translate("settings", "Messages"),
        Dialect.GOOGLE_GEMINI: translate("settings", "Gemini"),
        Dialect.OLLAMA_CHAT: translate("settings", "Ollama"),
    }[dialect]


def dialect_title(dialect: Dialect) -> str:
    """In full, for a choice."""
    return {
        Dialect.OPENAI_CHAT: translate("settings", "OpenAI Chat Completions"),
        Dialect.OPENAI_RESPONSES: translate("settings", "OpenAI Responses"),
        Dialect.ANTHROPIC_MESSAGES: translate("settings", "Anthropic Messages"),
        Dialect.GOOGLE_GEMINI: translate("settings", "Google Gemini"),
        Dialect.OLLAMA_CHAT: translate("settings", "Ollama"),
    }[dialect]


def free_name(name: str, profiles: tuple[ProviderProfile, ...]) -> str:
    """The name, with a number behind it where it is taken."""
    names = {profile.name for profile in profiles}
    free, number = name, 2
    while free in names:
        free, number = f"{name} {number}", number + 1
    return free
