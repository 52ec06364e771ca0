"""Draws one chat with everything in it: both themes, narrow and wide, and from right to left.

`python packaging/gallery.py FOLDER [SCENE ...]` from a clone with its development packages. With
QT_SCALE_FACTOR=2 the pictures are as on a monitor of high density. Without a screen:
`QT_QPA_PLATFORM=offscreen`.
"""

import sys
import time
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_ROOT))

from PySide6.QtCore import QLocale, Qt  # noqa: E402 - the checkout has to be found first
from PySide6.QtGui import QColor, QImage, QPixmap  # noqa: E402
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget  # noqa: E402

from studio.core.chats import Turn  # noqa: E402
from studio.ui.chat.cards import Cards  # noqa: E402
from studio.ui.chat.formulas import shared  # noqa: E402
from studio.ui.chat.view import TranscriptView  # noqa: E402
from studio.ui.theme import Theme  # noqa: E402
from tests.ui.chat.gallery_chat import gallery  # noqa: E402

_WIDE, _NARROW = 820, 420
_HEIGHT = 900
_MOST_SECONDS = 8.0  # for formulas and colours, which come from other threads
_CALM_SECONDS = 0.15


@dataclass(frozen=True, slots=True)
class Scene:
    """One look at the chat."""

    name: str
    shade: str
    width: int = _WIDE
    is_right_to_left: bool = False


SCENES = (
    Scene("wide-light", "light"),
    Scene("wide-dark", "dark"),
    Scene("narrow-light", "light", _NARROW),
    Scene("narrow-dark", "dark", _NARROW),
    Scene("rtl-light", "light", is_right_to_left=True),
    Scene("rtl-dark", "dark", is_right_to_left=True),
)


def draw(application: QApplication, scene: Scene, folder: Path) -> list[Path]:
    """One picture for each turn, which shows all of it."""
    directions = Qt.LayoutDirection
    application.setLayoutDirection(
        directions.RightToLeft if scene.is_right_to_left else directions.LeftToRight
    )
    theme = Theme(application, scene.shade)
    theme.settle()
    page = QWidget()
    page.setProperty("kind", "page")
    page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    cards = Cards(theme, page)
    view = TranscriptView(theme, cards.factory)
    view.thumbnail_wanted.connect(lambda _, take: take(_picture()))
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(view)
    page.show()
    paths = []
    for number, turn in enumerate(gallery()):
        cards.load((turn,))
        path = folder / f"{scene.name}-{number}.png"
        _shoot(application, page, view, turn, scene.width).save(str(path))
        paths.append(path)
    page.close()
    page.deleteLater()
    return paths


def _shoot(
    application: QApplication, page: QWidget, view: TranscriptView, turn: Turn, width: int
) -> QPixmap:
    page.resize(width, _HEIGHT)
    view.open_chat((turn,))
    view.scroll_to_start()
    _rest(application, view)
    page.resize(width, min(max(view.column.total + 60, 200), 4_000))
    _rest(application, view)
    return page.grab()


def _rest(application: QApplication, view: TranscriptView) -> None:
    """Until nothing has been laid out or drawn for a while."""
    calm_since = time.monotonic()
    end = calm_since + _MOST_SECONDS
    while time.monotonic() < min(calm_since + _CALM_SECONDS, end):
        application.processEvents()
        if not (view.is_settled and view.is_coloured and shared().is_idle):
            calm_since = time.monotonic()


def _picture() -> QImage:
    image = QImage(320, 200, QImage.Format.Format_RGB32)
    for x in range(320):
        for y in range(200):
            image.setPixelColor(x, y, QColor(60 + x // 4, 90 + y // 3, 150))
    return image


def main() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    application = QApplication([])
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:] or [scene.name for scene in SCENES]
    for scene in SCENES:
        if scene.name in wanted:
            for path in draw(application, scene, folder):
                print(path)


if __name__ == "__main__":
    main()
