"""From the words of an answer to the picture in its window, over the real page."""

from dataclasses import replace

from PySide6.QtWidgets import QApplication, QPushButton

from studio.core.chats import Turn
from studio.core.messages import Round, Text
from studio.ui.chat.image_block import ImageBlock
from studio.ui.chat.picture_button import PictureButton
from studio.ui.chat.picture_view import PictureView
from tests.conftest import Until
from tests.ui.chat.test_chat_page import ORIGIN, new_session, page_of
from tests.ui.chat.test_pictures import Fetching, png
from tests.ui.fake_chats import FakeSession

ADDRESS = "https://pictures.example/on-the-page.png"
SAID = f"Look:\n\n![a cat]({ADDRESS})\n"


async def test_a_picture_is_fetched_when_the_reader_asks_and_opens_in_a_window(
    qapp: QApplication, until: Until
) -> None:
    round_ = Round("r", ORIGIN, 0.0, (Text(SAID),))
    turn = Turn("t", "c", None, 0.0, (Text("Hello"),), (round_,))
    session = FakeSession(new_session().chat, (turn,))
    fetching = Fetching(png(300, 200))
    async with page_of(session, qapp) as page:
        page._needs = replace(page._needs, fetch_picture=fetching)
        await until(lambda: page.view.findChildren(ImageBlock))
        block = page.view.findChildren(ImageBlock)[0]
        assert fetching.asked == []
        block.findChildren(QPushButton)[0].click()
        await until(lambda: block.findChildren(PictureButton)[0].isVisible())
        assert fetching.asked == [ADDRESS]
        block.findChildren(PictureButton)[0].click()
        await until(lambda: page.findChildren(PictureView))
        view = page.findChildren(PictureView)[0]
        assert view.windowTitle() == "cat.png"
        view.close()
