"""Nobody forgets that parts of a chat are not sent."""

from dataclasses import replace

from PySide6.QtWidgets import QApplication

from studio.core.omissions import Omission
from studio.ui.inspector.panel_tabs import Tab
from tests.ui.inspector.panel_stage import a_session, glass_box


async def test_what_is_left_out_stands_in_the_header_and_leads_to_it(qapp: QApplication) -> None:
    async with glass_box(qapp, a_session()) as glass:
        pill = glass.page.glass.omissions
        assert pill.isHidden()
        chat = glass.session.chat
        left_out = (Omission("t1/prompt"), Omission("t1-u0/result"), Omission("gone/prompt"))
        await glass.session.update(
            replace(chat, settings=replace(chat.settings, omissions=left_out))
        )
        assert pill.isVisible()
        assert pill.text() == "Left out: 2"
        pill.click()
        await glass.settled()
        assert glass.is_open
        assert glass.panel.tab is Tab.CONTEXT
        await glass.session.update(chat)
        assert pill.isHidden()
