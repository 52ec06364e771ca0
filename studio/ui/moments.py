"""Times, money and token counts, as the settings write them."""

from decimal import Decimal

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

translate = QCoreApplication.translate

_MINUTE = 60
_HOUR = 3_600
_THOUSAND = 1_000
_MILLION = 1_000_000
_CENT = Decimal("0.01")
_FEW_CENTS = Decimal("0.1")
_LEAST = Decimal("0.0001")


def ago(moment: float, now: float) -> str:
    """Such as `2 min ago`, `today 11:42`, `yesterday`, `12 Nov`."""
    seconds = now - moment
    if 0 <= seconds < _MINUTE:
        return translate("settings", "just now")
    if 0 <= seconds < _HOUR:
        return translate("settings", "{0} min ago").format(int(seconds // _MINUTE))
    if is_today(moment, now):
        return translate("settings", "today {0}").format(clock_text(moment))
    return day_text(moment, now)


def day_text(moment: float, now: float) -> str:
    """Such as `today`, `yesterday`, `12 Nov`; with the year where it is another."""
    day, today = _date(moment), _date(now)
    if day == today:
        return translate("settings", "today")
    if day.addDays(1) == today:
        return translate("settings", "yesterday")
    if day.year() == today.year():
        # The form of a day within this year, as QLocale reads it.
        return QLocale().toString(day, translate("settings", "d MMM"))
    return QLocale().toString(day, translate("settings", "d MMM yyyy"))


def clock_text(moment: float) -> str:
    """The time of day, such as `11:42`."""
    when = QDateTime.fromSecsSinceEpoch(int(moment))
    return QLocale().toString(when.time(), QLocale.FormatType.ShortFormat)


def moment(seconds: float) -> str:
    """Day and time, such as `02/12/2026 11:42`."""
    when = QDateTime.fromSecsSinceEpoch(int(seconds))
    return QLocale().toString(when, QLocale.FormatType.ShortFormat)


def is_today(moment: float, now: float) -> bool:
    return _date(moment) == _date(now)


def money(usd: Decimal) -> str:
    """US dollars: two places, and four of less than ten cents, where those say more."""
    if usd and usd < _LEAST:
        return translate("settings", "less than {0}").format(_dollars(_LEAST, 4))
    says_more = usd < _FEW_CENTS and usd.quantize(_LEAST) % _CENT
    return _dollars(usd, 4 if says_more else 2)


def round_money(usd: Decimal) -> str:
    """Without the cents where there are none, as in a cap of `$20`."""
    return _dollars(usd, 0 if usd == usd.to_integral_value() else 2)


def token_count(count: int) -> str:
    """Such as `950`, `12.3k`, `1.2M`."""
    locale = QLocale()
    if count < _THOUSAND:
        return locale.toString(count)
    unit, sign = (_MILLION, "M") if count >= _MILLION else (_THOUSAND, "k")
    amount = count / unit
    places = 0 if amount == int(amount) or amount >= 100 else 1
    return locale.toString(amount, "f", places) + sign


def _dollars(usd: Decimal, places: int) -> str:
    return translate("settings", "${0}").format(QLocale().toString(float(usd), "f", places))


def _date(moment: float) -> QDate:
    return QDateTime.fromSecsSinceEpoch(int(moment)).date()
