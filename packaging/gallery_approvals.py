"""Draws what asks, waits, runs and warns: every state of a card, the strips above the prompt, and
the panel of tools.

`python packaging/gallery_approvals.py FOLDER [SCENE ...]`, as `gallery.py`.
"""

import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_ROOT))
sys.path.insert(0, str(_ROOT / "packaging"))

from PySide6.QtCore import QLocale, Qt  # noqa: E402
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget  # noqa: E402

from gallery import SCENES, Scene  # noqa: E402 - the checkout has to be found first
from studio.core.abilities import Abilities  # noqa: E402
from studio.core.chats import ChatSettings  # noqa: E402
from studio.ui.chat.budget_meter import BudgetMeter  # noqa: E402
from studio.ui.chat.budget_strip import BudgetStrip  # noqa: E402
from studio.ui.chat.choices import Choices, ModelChoice, ToolChoice  # noqa: E402
from studio.ui.chat.tool_card import ToolCard  # noqa: E402
from studio.ui.chat.tools_panel import ToolsPanel  # noqa: E402
from studio.ui.chat.waiting_strip import WaitingStrip  # noqa: E402
from studio.ui.theme import Theme  # noqa: E402
from tests.ui.chat.approvals_chat import Show, budget, shows  # noqa: E402

_MARGIN = 24
_LIST = 330
_ROUNDS = 6  # of events until all is laid out


def draw(application: QApplication, scene: Scene, folder: Path) -> list[Path]:
    """One picture for each card, one for the strips, and one for the panel of tools."""
    directions = Qt.LayoutDirection
    application.setLayoutDirection(
        directions.RightToLeft if scene.is_right_to_left else directions.LeftToRight
    )
    theme = Theme(application, scene.shade)
    theme.settle()
    pictures: list[tuple[str, QWidget]] = [
        (show.name, _card(theme, show)) for show in (*shows(), _edited())
    ]
    pictures.append(("strips", _strips(theme)))
    pictures.append(("tools", _tools(theme)))
    paths = []
    for name, widget in pictures:
        path = folder / f"approvals-{name}-{scene.name}.png"
        _shoot(application, widget, scene.width, path)
        paths.append(path)
    return paths


def _edited() -> Show:
    plain = next(each for each in shows() if each.name == "plain")
    return Show("form", plain.use, plain.asked)


def _card(theme: Theme, show: Show) -> QWidget:
    card = ToolCard(theme, show.use.call.id)
    card.show_state(show.use, show.asked, is_unfolded=show.is_unfolded)
    card.setProperty("edits", show.name == "form")
    return card


def _strips(theme: Theme) -> QWidget:
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    pause = budget()
    meter, stop, waiting = BudgetMeter(theme), BudgetStrip(theme), WaitingStrip(theme)
    for strip in (waiting, stop, meter):
        column.addWidget(strip)
    waiting.show_waiting([each.state for each in shows()])
    stop.ask(pause)
    meter.show_spent(pause.spent, pause.limits)
    return both


def _tools(theme: Theme) -> QWidget:
    """As one widget among others, where it is a popup in the window."""
    own = tuple(
        ToolChoice(name, f"{does}.", does.startswith("Writes"), tokens=tokens)
        for name, does, tokens in (
            ("read_web_page", "Reads the main content of a web page", 212),
            ("write_text_file", "Writes a text file into a granted folder", 132),
        )
    )
    of_server = tuple(
        ToolChoice(f"tool_{n}_of_the_tracker", f"Does thing {n}.", False, "Tracker", 300 + n)
        for n in range(42)
    )
    choices = Choices((ModelChoice("p", "Cloud", "model-64k"),), own + of_server, "p")
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    panel = ToolsPanel(theme, holder)
    panel.setWindowFlags(Qt.WindowType.Widget)
    column.addWidget(panel)
    settings = ChatSettings(tools_off=frozenset({of_server[0].name}))
    panel.show_choice(choices, settings, Abilities(context_tokens=64_000))
    panel.list.setFixedHeight(panel.list.height_of_rows(_LIST))
    return holder


def _shoot(application: QApplication, widget: QWidget, width: int, path: Path) -> None:
    page = QWidget()
    page.setProperty("kind", "page")
    page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    column = QVBoxLayout(page)
    column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    column.addWidget(widget)
    column.addStretch(1)
    page.resize(width, 400)
    page.show()
    if widget.property("edits") and isinstance(widget, ToolCard):
        widget.edit()
    for _ in range(_ROUNDS):
        application.processEvents()
        page.resize(width, max(column.totalHeightForWidth(width), 60))
    page.grab().save(str(path))
    page.close()
    page.deleteLater()


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
