"""What is not sent says so where it stands."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from studio.core.omissions import Omission, Omitted
from studio.ui.chat.note_blocks import FooterBlock
from studio.ui.chat.omission_marks import omitted_text
from studio.ui.chat.prompt_block import PromptBlock
from studio.ui.chat.tool_card import ToolCard
from tests.conftest import Until
from tests.ui.inspector.panel_stage import Glass, a_session, a_turn_of, glass_box


async def leave_out(glass: Glass, *omissions: Omission) -> None:
    chat = glass.session.chat
    settings = replace(chat.settings, omissions=omissions)
    await glass.session.update(replace(chat, settings=settings))


def notes(glass: Glass) -> list[tuple[str, str]]:
    """What the messages in sight say, from the top."""
    rows = sorted(glass.page.view.bound().items())
    found = [(type(each).__name__, each.note) for _, each in rows if hasattr(each, "note")]
    return [each for each in found if each[1]]


def words_of(card: ToolCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel)]


@pytest.mark.parametrize(
    ("hows", "said"),
    [
        ([], ""),
        ([None, None], ""),
        ([Omitted.DROP, Omitted.DROP], "Not sent"),
        ([Omitted.SHORTEN], "Sent shortened"),
        ([Omitted.DROP, None], "Not sent in full"),
        ([Omitted.DROP, Omitted.SHORTEN], "Not sent in full"),
    ],
)
def test_parts_together_say_what_is_left_of_a_message(
    hows: Sequence[Omitted | None], said: str
) -> None:
    assert omitted_text(hows) == said


async def test_a_prompt_and_a_result_that_are_not_sent_say_so(
    qapp: QApplication, until: Until
) -> None:
    async with glass_box(qapp, a_session(a_turn_of("t1"))) as glass:
        assert notes(glass) == []
        shortened = Omission("t1-u0/result", Omitted.SHORTEN)
        await leave_out(glass, Omission("t1/prompt"), shortened, Omission("gone/prompt"))
        assert notes(glass) == [("PromptBlock", "Not sent")]
        prompt = glass.page.view.viewport().findChild(PromptBlock)
        assert prompt is not None
        label = prompt.findChild(QLabel)
        assert label is not None
        await until(lambda: label.geometry().top() > prompt.bubble.bottom())
        assert label.geometry().bottom() < prompt.height()
        card = glass.page.view.findChild(ToolCard)
        assert card is not None
        assert card.accessibleName().endswith(", Done, Sent shortened")
        assert any(each.endswith(" · Sent shortened") for each in words_of(card))
        await leave_out(glass)
        assert notes(glass) == []
        assert card.accessibleName().endswith(", Done")
        assert label.isHidden()


async def test_a_turn_that_is_left_out_says_so_at_both_its_messages(qapp: QApplication) -> None:
    async with glass_box(qapp, a_session(a_turn_of("t1"))) as glass:
        await leave_out(glass, Omission("turn/t1"))
        assert notes(glass) == [("PromptBlock", "Not sent"), ("FooterBlock", "Not sent")]
        footer = glass.page.view.viewport().findChild(FooterBlock)
        assert footer is not None
        assert footer.findChildren(QLabel)[0].text().endswith(" · Not sent")
