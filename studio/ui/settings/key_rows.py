"""What the table of keys says about each: values and words, no widgets."""

from dataclasses import dataclass
from decimal import Decimal

from PySide6.QtCore import QCoreApplication

from studio.core.errors import Category
from studio.core.profiles import KeyEntry, KeySource, ProviderProfile
from studio.core.spending import Spent
from studio.ui.moments import ago, day_text, is_today, money, round_money, token_count

translate = QCoreApplication.translate

_NEAR = Decimal("0.8")


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One line of the table, in words. The kinds are looks of the style sheet."""

    id: str
    name: str
    is_default: bool
    ends: str
    source: KeySource
    last_used: str
    month: str
    month_kind: str
    month_note: str
    state: str
    state_kind: str

    @property
    def sentence(self) -> str:
        """All of it, for a screen reader."""
        default = translate("settings", "default key") if self.is_default else ""
        words = (self.name, default, self.ends, self.last_used, self.month, self.state)
        return ", ".join(filter(None, words))


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What is known beside the entry itself. `kept` says it is in memory only."""

    spent: Spent | None = None
    last_used: float | None = None
    kept: bool = False


def key_row(profile: ProviderProfile, entry: KeyEntry, facts: KeyFacts, now: float) -> KeyRow:
    default = profile.key()
    month, month_kind, note = month_text(facts.spent, entry.monthly_cap)
    state, state_kind = state_text(entry, facts, now)
    used = facts.last_used
    return KeyRow(
        id=entry.id,
        name=entry.name,
        is_default=default is not None and default.id == entry.id,
        ends=ends_text(entry),
        source=entry.source,
        last_used=translate("settings", "never") if used is None else ago(used, now),
        month=month,
        month_kind=month_kind,
        month_note=note,
        state=state,
        state_kind=state_kind,
    )


def ends_text(entry: KeyEntry) -> str:
    """The last characters; for a key from elsewhere, where it comes from."""
    if entry.source is KeySource.ENVIRONMENT:
        return f"${entry.locator}"
    if entry.source is KeySource.COMMAND:
        return translate("settings", "from {0}").format(entry.locator.partition(" ")[0])
    return f"…{entry.hint}" if entry.hint else translate("settings", "not shown")


def month_text(spent: Spent | None, cap: Decimal | None) -> tuple[str, str, str]:
    """Words, look and a note. What has no price is counted in tokens and never called nothing."""
    if spent is None or not spent.rounds:
        nothing = translate("settings", "nothing yet")
        return (_of_cap(nothing, cap), "muted", "")
    tokens = spent.input_tokens + spent.output_tokens
    counted = translate("settings", "{0} tokens").format(token_count(tokens))
    if spent.usd is None:
        note = translate("settings", "{0}; what they cost is unknown.").format(counted)
        return (counted, "", note)
    shown = money(spent.usd)
    note = counted
    if spent.has_unpriced:
        shown = translate("settings", "{0} and unknown").format(shown)
        note = translate("settings", "{0}; some of them have no known price.").format(counted)
    return (_of_cap(shown, cap), _cap_kind(spent.usd, cap), note)


def state_text(entry: KeyEntry, facts: KeyFacts, now: float) -> tuple[str, str]:
    """Words and look."""
    if facts.kept:
        return (translate("settings", "until Callboard closes"), "warning")
    if entry.tested_at is None:
        return (translate("settings", "not tested"), "secondary")
    day = day_text(entry.tested_at, now)
    if entry.test_failure:
        return (f"{short_failure(entry.test_failure)}, {day}", "danger")
    if is_today(entry.tested_at, now):
        return (translate("settings", "works, tested today"), "success")
    return (translate("settings", "not tested since {0}").format(day), "secondary")


def short_failure(category: str) -> str:
    """A failure in two or three words, for a cell of a table."""
    known = {
        Category.AUTHENTICATION: translate("settings", "rejected"),
        Category.PERMISSION: translate("settings", "not allowed"),
        Category.QUOTA: translate("settings", "quota used up"),
        Category.RATE_LIMIT: translate("settings", "too many requests"),
        Category.NETWORK: translate("settings", "not reached"),
        Category.TIMEOUT: translate("settings", "no answer"),
        Category.TLS: translate("settings", "no secure connection"),
        Category.KEYRING: translate("settings", "cannot be read"),
        Category.KEY_MISSING: translate("settings", "not there"),
        Category.MODEL_NOT_FOUND: translate("settings", "model not found"),
        Category.ADDRESS: translate("settings", "wrong address"),
    }
    return {str(one): text for one, text in known.items()}.get(
        category, translate("settings", "failed")
    )


def _of_cap(shown: str, cap: Decimal | None) -> str:
    if cap is None:
        return shown
    return translate("settings", "{0} of {1}").format(shown, round_money(cap))


def _cap_kind(usd: Decimal, cap: Decimal | None) -> str:
    if cap is None or usd < cap * _NEAR:
        return ""
    return "danger" if usd >= cap else "warning"
