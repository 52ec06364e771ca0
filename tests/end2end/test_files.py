"""Files through the whole of Callboard: attached, told of, sent, and there after a restart."""

import json
from base64 import b64encode
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from studio.core.messages import Dialect, TurnState
from studio.ui.chat.file_tile import FileTile
from studio.ui.pictures import png_of
from tests.conftest import Until
from tests.end2end.seat import Seat, seated
from tests.end2end.voices import answers
from tests.files import made
from tests.loopback import loopback, stream
from tests.wire.validators import check

pytestmark = pytest.mark.slow


def _files(folder: Path) -> tuple[str, str]:
    """The paths of a picture and of a document."""
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(0x3366AA)
    (folder / "dot.png").write_bytes(png_of(image))
    (folder / "report.docx").write_bytes(made.docx("The sensor drifted by 4 mm"))
    return str(folder / "dot.png"), str(folder / "report.docx")


def _bytes_of(path: str) -> bytes:
    return Path(path).read_bytes()


def _tiles(user: Seat) -> list[str]:
    return sorted(tile.attachment.name for tile in user.page.findChildren(FileTile))


@pytest.mark.parametrize("dialect", list(Dialect))
async def test_a_picture_and_a_document_reach_the_model_now_and_after_a_restart(
    qapp: QApplication, until: Until, tmp_path: Path, dialect: Dialect
) -> None:
    paths = _files(tmp_path)
    picture = b64encode(_bytes_of(paths[0])).decode()
    scripts = (stream(answers(dialect, "A dot.")), stream(answers(dialect, "Four.")))
    async with loopback(*scripts) as server:
        async with seated(qapp, until) as user:
            await user.has_host(server.url, dialect)
            user.page.files.attaching.add_paths(paths)
            await user.sees("report.docx is sent as text, 6 words")
            await until(lambda: not user.page.files.attaching.is_reading)
        async with seated(qapp, until) as user:
            # Nothing was sent: the files stand where they were left.
            await user.sees("dot.png", "report.docx")
            turn = await user.gets_answer("What is this?")
            assert turn.state is TurnState.COMPLETED
            assert _tiles(user) == ["dot.png", "report.docx"]
        async with seated(qapp, until) as user:
            await until(lambda: _tiles(user) == ["dot.png", "report.docx"])
            await user.gets_answer("How many?")
    for heard in server.heard:
        sent = json.dumps(heard.json)
        assert picture in sent
        assert "The sensor drifted by 4 mm" in sent
        check(dialect, heard.json)


async def test_a_file_alone_is_sent_with_return(
    qapp: QApplication, until: Until, tmp_path: Path
) -> None:
    dialect = Dialect.ANTHROPIC_MESSAGES
    async with loopback(stream(answers(dialect, "A dot."))) as server, seated(qapp, until) as user:
        await user.has_host(server.url, dialect)
        user.page.files.attaching.add_paths(_files(tmp_path)[:1])
        await until(lambda: user.page.composer.send.isEnabled())
        user.page.composer.field.setFocus()
        user.press(Qt.Key.Key_Return)
        await user.sees("A dot.")
        await user.rests()
        assert user.session.chat.title == "dot.png"
