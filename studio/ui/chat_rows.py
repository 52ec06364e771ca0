"""The lines of the sidebar: chats by recency under headings, each with its state."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from studio.core.chats import Chat

_WEEK = 7


class Activity(Enum):
    """What goes on in a chat."""

    NONE = auto()
    RUNNING = auto()
    WAITING = auto()  # a call waits for the user's answer


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a group."""

    text: str


@dataclass(frozen=True, slots=True)
class ChatRow:
    """One chat. `line` is what stands below its title."""

    chat_id: str
    title: str
    line: str
    activity: Activity


Row = Heading | ChatRow


def rows(
    chats: Iterable[Chat],
    activity_of: Callable[[str], Activity],
    name_of: Callable[[Chat], str],
    now: float,
) -> tuple[Row, ...]:
    """All rows. `chats` come with the most recent first; `name_of` says who answers in a chat."""
    today = datetime.fromtimestamp(now).astimezone().date()
    made: list[Row] = []
    group = ""
    for chat in chats:
        changed = datetime.fromtimestamp(chat.updated_at).astimezone()
        if (name := _group(changed.date(), today)) != group:
            group = name
            made.append(Heading(name))
        activity = activity_of(chat.id)
        line = _line(activity, name_of(chat), _when(changed, today))
        made.append(ChatRow(chat.id, title_of(chat), line, activity))
    return tuple(made)


def title_of(chat: Chat) -> str:
    """One line, also when the title was taken from a prompt of many."""
    title = " ".join(chat.title.split())
    return title or QCoreApplication.translate("chats", "New chat")


def _line(activity: Activity, name: str, when: str) -> str:
    if activity is Activity.WAITING:
        return QCoreApplication.translate("chats", "Waiting for your answer")
    if activity is Activity.RUNNING:
        return QCoreApplication.translate("chats", "Answering…")
    return " · ".join(part for part in (name, when) if part)


def _group(day: date, today: date) -> str:
    if day >= today:
        return QCoreApplication.translate("chats", "Today")
    if day == today - timedelta(days=1):
        return QCoreApplication.translate("chats", "Yesterday")
    if day > today - timedelta(days=_WEEK):
        return QCoreApplication.translate("chats", "Last 7 days")
    return QLocale().toString(_qt_date(day), "MMMM yyyy")


def _when(changed: datetime, today: date) -> str:
    if changed.date() >= today - timedelta(days=1):
        time = QTime(changed.hour, changed.minute)
        return QLocale().toString(time, QLocale.FormatType.ShortFormat)
    form = QCoreApplication.translate("chats", "d MMM", "a date, in Qt's letters")
    return QLocale().toString(_qt_date(changed.date()), form)


def _qt_date(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)
