"""What a chat has seen and where its data went, as the user sees it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QTreeWidget
from pytestqt.qtbot import QtBot

from studio.core.chats import Turn
from studio.core.messages import Dialect, Origin, Round, Stop, Text
from studio.core.profiles import ProviderProfile
from studio.core.trust import Cause, ChatTrust, Level, Override, OverrideKind, Seen
from studio.harness.receipts import ReceiptBook, receipt_book
from studio.harness.trust import chip
from studio.ui.chat.choices import ModelChoice
from studio.ui.chat.trust_chip import TrustChip
from studio.ui.chat.trust_window import TrustWindow

NOW = 1_796_210_520.0
ORIGIN = Origin("p", "Cloud", Dialect.OPENAI_CHAT, "m", host="api.example.com", key_hint="7xYz")
CLOUD = ProviderProfile(id="p", name="Cloud", base_url="https://api.example.com")
HERE = ProviderProfile(id="h", name="Mine", base_url="http://127.0.0.1")
SECRET = ChatTrust(
    (Seen(Cause.RESULT, Level.SECRET, NOW, "read_text_file", "/home/x/private"),),
    (Override(OverrideKind.SEND, "p", Level.SECRET, NOW, is_for_chat=True),),
)
INTERNAL = ChatTrust((Seen(Cause.RESULT, Level.INTERNAL, NOW, "list_directory", "/home/x"),))


def book() -> ReceiptBook:
    answer = Round("r", ORIGIN, NOW, (Text("**It is noon.**"),), Stop.END, ended_at=NOW + 1)
    turn = Turn("t", "c", None, NOW, (Text("What time is it?"),), (answer,))
    return receipt_book((turn,), (), SECRET)


def words(tree: QTreeWidget) -> str:
    lines: list[str] = []
    for number in range(tree.topLevelItemCount()):
        item = tree.topLevelItem(number)
        assert item is not None
        lines += [item.text(column) for column in range(tree.columnCount())]
        lines += [child.text(0) for at in range(item.childCount()) if (child := item.child(at))]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("trust", "profile", "said"),
    [
        (SECRET, HERE, "Secret data stays on this computer"),
        (INTERNAL, CLOUD, "Internal data may go to Cloud"),
        (ChatTrust(SECRET.seen), CLOUD, "Secret data may not go to Cloud"),
        (SECRET, CLOUD, "Secret data may go to Cloud"),
        (ChatTrust(), CLOUD, "Goes to Cloud"),
        (ChatTrust(), HERE, "Stays on this computer"),
    ],
)
def test_the_chip_says_in_words_what_may_go_where(
    qtbot: QtBot, trust: ChatTrust, profile: ProviderProfile, said: str
) -> None:
    shown = TrustChip()
    qtbot.addWidget(shown)
    choice = ModelChoice(profile.id, profile.name, "m", profile.stays_here)
    shown.show_place(choice, chip(trust, profile))
    assert shown.told == said
    assert shown.accessibleName() == said


def test_the_window_names_who_received_each_message_and_by_which_key(qtbot: QtBot) -> None:
    window = TrustWindow(SECRET, book(), {"p": "Cloud"}.__getitem__)
    qtbot.addWidget(window)
    went = words(window.went)
    assert "Your message: What time is it?" in went
    assert "Answer: It is noon." in went
    assert "Cloud · api.example.com · key …7xYz" in went
    assert "/home/x/private" in words(window.seen)
    labels = [label.text() for label in window.findChildren(QLabel)]
    assert any("You let everything here be sent to Cloud, for this chat" in each for each in labels)


def test_the_ledger_is_copied_as_text(qtbot: QtBot, qapp: QApplication) -> None:
    window = TrustWindow(SECRET, book(), {"p": "Cloud"}.__getitem__)
    qtbot.addWidget(window)
    window.copy.click()
    assert "api.example.com" in qapp.clipboard().text()


def test_a_chat_can_be_made_stricter_and_only_that(qtbot: QtBot) -> None:
    window = TrustWindow(INTERNAL, ReceiptBook(), str)
    qtbot.addWidget(window)
    assert [window.level.itemData(at) for at in range(window.level.count())] == [Level.SECRET]
    with qtbot.waitSignal(window.marked) as caught:
        window.mark.click()
    assert caught.args == [Level.SECRET]


def test_a_chat_that_is_secret_has_nothing_stricter(qtbot: QtBot) -> None:
    window = TrustWindow(SECRET, ReceiptBook(), str)
    qtbot.addWidget(window)
    labels = [label.text() for label in window.findChildren(QLabel)]
    assert "This chat is as private as can be." in labels
    assert "Nothing was sent yet." in labels
