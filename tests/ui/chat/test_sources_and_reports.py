"""Sources and the provider's own tools: shown calmly, opened only by a click, never run."""

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from studio.core import events as ev
from studio.core.messages import Citation, ServerToolUse, Stop, Usage
from studio.ui.chat.card_parts import CodeBox
from studio.ui.chat.cards import Cards
from studio.ui.chat.server_card import ServerToolCard
from studio.ui.chat.sources_block import SourcesBlock
from studio.ui.chat.view import TranscriptView
from studio.ui.theme import Theme
from tests.ui.chat.transcripts import ORIGIN


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


_SEARCH = ServerToolUse("s1", "web_search", '{"query": "qt"}')
_FOUND = ServerToolUse("s1", "web_search", '{"query": "qt"}', "found it", is_done=True)


def _shown(qtbot: QtBot, theme: Theme, *citations: Citation) -> TranscriptView:
    view = TranscriptView(theme, lambda _: QWidget())
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    view.show_event("t", ev.RoundStarted("r", ORIGIN, 1.0))
    view.show_event("t", ev.TextDelta("So it is."))
    view.show_event("t", ev.SourcesFound(citations))
    view.show_event("t", ev.RoundCompleted((), Usage(), Stop.END, "stop"))
    qtbot.waitUntil(lambda: bool(view.findChildren(SourcesBlock)))
    return view


def _fold(view: TranscriptView) -> QPushButton:
    (block,) = view.findChildren(SourcesBlock)
    return block.findChildren(QPushButton)[0]


def _links(view: TranscriptView) -> list[QPushButton]:
    (block,) = view.findChildren(SourcesBlock)
    return [each for each in block.findChildren(QPushButton) if each.property("kind") == "link"]


def test_sources_unfold_to_links_that_say_where_they_go(qtbot: QtBot, theme: Theme) -> None:
    view = _shown(qtbot, theme, Citation("https://doc.qt.io/a", "Qt docs", "It is said"))
    assert not _links(view)
    QTest.mouseClick(_fold(view), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(_links(view)) == 1)
    (link,) = _links(view)
    assert "https://doc.qt.io/a" in link.toolTip()
    with qtbot.waitSignal(view.link_activated) as opened:
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert opened.args == [QUrl("https://doc.qt.io/a")]


def test_a_title_that_reads_like_another_address_is_asked_about(qtbot: QtBot, theme: Theme) -> None:
    view = _shown(qtbot, theme, Citation("https://evil.example/", "https://bank.example/login"))
    QTest.mouseClick(_fold(view), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(_links(view)) == 1)
    with qtbot.waitSignal(view.link_doubtful), qtbot.assertNotEmitted(view.link_activated):
        QTest.mouseClick(_links(view)[0], Qt.MouseButton.LeftButton)


def test_a_source_that_is_no_web_page_is_no_link(qtbot: QtBot, theme: Theme) -> None:
    cited = (Citation("file:///etc/passwd", "A"), Citation("javascript:alert(1)"), Citation(""))
    view = _shown(qtbot, theme, *cited)
    QTest.mouseClick(_fold(view), Qt.MouseButton.LeftButton)
    assert not _links(view)


def _card(qtbot: QtBot, cards: Cards) -> ServerToolCard:
    card = cards.factory("s1")
    assert isinstance(card, ServerToolCard)
    qtbot.addWidget(card)
    card.show()
    return card


def test_a_report_becomes_a_card_that_only_unfolds(qtbot: QtBot, theme: Theme) -> None:
    cards = Cards(theme)
    cards.apply(ev.ServerToolReported(_SEARCH))
    card = _card(qtbot, cards)
    cards.apply(ev.ServerToolReported(_FOUND))
    assert not card.findChildren(QPushButton)
    QTest.keyClick(card, Qt.Key.Key_Return)
    texts = [box.toPlainText() for box in card.findChildren(CodeBox)]
    assert texts == ['{\n  "query": "qt"\n}', "found it"]
    assert "Web search" in card.accessibleName()


def test_a_card_that_was_unfolded_is_so_when_it_comes_back(qtbot: QtBot, theme: Theme) -> None:
    cards = Cards(theme)
    cards.apply(ev.ServerToolReported(_FOUND))
    _card(qtbot, cards).toggle()
    assert _card(qtbot, cards).is_unfolded
