"""The tools of a chat: searched, switched by hand and by key, weighed, and kept for new chats."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import thread_time

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from studio.core.abilities import Abilities
from studio.core.chats import ChatSettings
from studio.ui.chat.choices import Choices, ModelChoice, ToolChoice
from studio.ui.chat.composer import Composer
from studio.ui.chat.tools_panel import ToolsPanel
from studio.ui.theme import Appearance, Theme

# Qt's offscreen platform says so of a popup.
pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)

_PADDING = 10
_FRAME = 4
_FAST = 0.1  # seconds of the processor
MODELS = (ModelChoice("far", "Far away", "model-1"),)
TOOLS = (
    ToolChoice("add", "Adds two numbers.", tokens=120),
    ToolChoice("write", "Writes a file.", asks_first=True, tokens=80),
    ToolChoice("create_issue", "Opens an issue.", True, "GitHub", 1_000),
    ToolChoice("list_issues", "Lists issues.", False, "GitHub", 500),
)
MANY = tuple(
    ToolChoice(f"tool_{n}", f"Does number {n}.", False, f"Server {n // 50}", 100 + n)
    for n in range(300)
)
Open = Callable[..., ToolsPanel]


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def composer(qtbot: QtBot, theme: Theme) -> Composer:
    made = Composer(theme)
    qtbot.addWidget(made)
    made.resize(640, 200)
    made.move(10, 500)
    return made


@pytest.fixture
def opened(composer: Composer) -> Iterator[Open]:
    """Opens the panel, and answers as a chat does: what is picked is shown."""

    def open_panel(
        tools: tuple[ToolChoice, ...] = TOOLS,
        off: frozenset[str] = frozenset(),
        abilities: Abilities | None = None,
        models: tuple[ModelChoice, ...] = MODELS,
    ) -> ToolsPanel:
        choices = Choices(models, tools, "far")
        composer.show_settings(choices, ChatSettings(tools_off=off))
        composer.tools.weigh_by(lambda: abilities or Abilities())
        composer.tools_picked.connect(
            lambda names: composer.show_settings(choices, ChatSettings(tools_off=names))
        )
        composer.show()
        composer.tools.click()
        return panel_of(composer)

    yield open_panel
    for panel in composer.tools.findChildren(ToolsPanel):
        panel.close()


def panel_of(composer: Composer) -> ToolsPanel:
    """The newest: one that was closed goes with the next turn of the loop."""
    panel = composer.tools.findChildren(ToolsPanel)[-1]
    assert isinstance(panel, ToolsPanel)
    return panel


def lines(panel: ToolsPanel) -> list[str]:
    return [row.title for row in panel.list.rows]


def states(panel: ToolsPanel) -> str:
    """One letter a line: on, off, or mixed."""
    letters = {Qt.CheckState.Checked: "+", Qt.CheckState.Unchecked: "-"}
    return "".join(letters.get(row.state, "~") for row in panel.list.rows)


def spoken(panel: ToolsPanel, line: int) -> str:
    interface = QAccessible.queryAccessibleInterface(panel.list)
    child = interface.child(line)
    assert child is not None
    return child.text(QAccessible.Text.Name)


def in_hand(panel: ToolsPanel) -> str:
    return panel.list.rows[panel.list.currentIndex().row()].title


@contextmanager
def from_right_to_left(application: QApplication) -> Iterator[None]:
    application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_tools_stand_under_their_server_in_the_order_in_which_they_are_offered(
    opened: Open,
) -> None:
    panel = opened()
    assert lines(panel) == [
        "All tools",
        "Callboard",
        "add",
        "write",
        "GitHub",
        "create_issue",
        "list_issues",
    ]
    assert lines(opened(TOOLS[2:])) == ["GitHub", "create_issue", "list_issues"]


def test_a_press_on_a_line_switches_its_tool_and_the_panel_stays(
    qtbot: QtBot, composer: Composer, opened: Open
) -> None:
    panel = opened()
    spot = panel.list.visualRect(panel.list.model().index(3, 0)).center()
    with qtbot.waitSignal(composer.tools_picked) as picked:
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert picked.args == [frozenset({"write"})]
    assert states(panel) == "~~+-+++"
    assert composer.tools.accessibleName() == "Tools the model may use: 3 tools"
    with qtbot.waitSignal(composer.tools_picked) as picked:
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert picked.args == [frozenset()]
    assert panel.isVisible()


def test_two_quick_presses_are_two(qtbot: QtBot, composer: Composer, opened: Open) -> None:
    panel = opened()
    spot = panel.list.visualRect(panel.list.model().index(3, 0)).center()
    picked: list[frozenset[str]] = []
    composer.tools_picked.connect(picked.append)
    viewport, left = panel.list.viewport(), Qt.MouseButton.LeftButton
    QTest.mouseClick(viewport, left, pos=spot)
    QTest.mouseDClick(viewport, left, pos=spot)  # the second press only, as a desktop sends it
    QTest.mouseRelease(viewport, left, pos=spot)
    assert picked == [frozenset({"write"}), frozenset()]
    QTest.mouseClick(viewport, Qt.MouseButton.RightButton, pos=spot)
    assert len(picked) == 2


def test_a_group_is_switched_as_a_whole_and_mixed_ones_go_on_first(opened: Open) -> None:
    panel = opened(off=frozenset({"create_issue"}))
    assert states(panel) == "~+++~-+"
    panel.list.setCurrentIndex(panel.list.model().index(4, 0))
    panel.list.switch_current()
    assert states(panel) == "+++++++"
    panel.list.switch_current()
    assert states(panel) == "~+++---"
    panel.list.setCurrentIndex(panel.list.model().index(0, 0))
    panel.list.switch_current()
    panel.list.switch_current()
    assert states(panel) == "-------"


def test_tools_of_servers_that_are_away_stay_off(
    qtbot: QtBot, composer: Composer, opened: Open
) -> None:
    panel = opened(off=frozenset({"of_another_server"}))
    with qtbot.waitSignal(composer.tools_picked) as picked:
        QTest.keyClick(panel.list, Qt.Key.Key_Space)
    assert picked.args == [frozenset({"of_another_server", "add"})]


def test_all_of_it_goes_by_keyboard(qtbot: QtBot, composer: Composer, opened: Open) -> None:
    panel = opened()
    assert panel.focusWidget() is panel.list
    assert in_hand(panel) == "add"
    QTest.keyClick(panel.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(composer.tools_picked) as picked:
        QTest.keyClick(panel.list, Qt.Key.Key_Space)
    assert picked.args == [frozenset({"write"})]
    assert in_hand(panel) == "write", "a switch takes nobody to another line"
    QTest.keyClick(panel.list, Qt.Key.Key_Home)
    QTest.keyClick(panel.list, Qt.Key.Key_Up)
    assert panel.focusWidget() is panel.search
    QTest.keyClick(panel.search, Qt.Key.Key_Down)
    assert panel.focusWidget() is panel.list


def test_letters_go_to_the_search_and_return_switches_what_was_found(
    qtbot: QtBot, composer: Composer, opened: Open
) -> None:
    panel = opened()
    QTest.keyClicks(panel.list, "l")
    assert panel.focusWidget() is panel.search
    QTest.keyClicks(panel.search, "ists iss")
    assert panel.search.text() == "lists iss"
    assert lines(panel) == ["GitHub", "list_issues"]
    assert in_hand(panel) == "list_issues"
    with qtbot.waitSignal(composer.tools_picked) as picked:
        QTest.keyClick(panel.search, Qt.Key.Key_Return)
    assert picked.args == [frozenset({"list_issues"})]
    assert panel.isVisible()


def test_a_search_finds_words_of_names_descriptions_and_servers(opened: Open) -> None:
    panel = opened()
    panel.search.setText("github open")
    assert lines(panel) == ["GitHub", "create_issue"]
    panel.search.setText("callboard")
    assert lines(panel) == ["Callboard", "add", "write"]
    panel.search.setText("s")
    assert lines(panel)[0] == "All that match"


def test_the_switch_of_a_group_leaves_alone_what_the_search_hides(
    qtbot: QtBot, composer: Composer, opened: Open
) -> None:
    panel = opened()
    panel.search.setText("create")
    panel.list.setCurrentIndex(panel.list.model().index(0, 0))
    with qtbot.waitSignal(composer.tools_picked) as picked:
        panel.list.switch_current()
    assert picked.args == [frozenset({"create_issue"})]


def test_a_search_without_a_hit_says_so(qtbot: QtBot, composer: Composer, opened: Open) -> None:
    panel = opened()
    QTest.keyClicks(panel.search, "zzz")
    assert panel.nothing.isVisible()
    assert panel.nothing.text() == "No tools match"
    assert panel.focusWidget() is not panel.keep
    with qtbot.assertNotEmitted(composer.tools_picked):
        QTest.keyClick(panel.search, Qt.Key.Key_Return)
    panel.search.clear()
    assert panel.list.isVisible()
    assert not panel.nothing.isVisible()


@pytest.mark.parametrize("where", ["list", "search", "keep"])
def test_escape_closes_and_typing_goes_on_in_the_prompt(
    qtbot: QtBot, composer: Composer, opened: Open, where: str
) -> None:
    panel = opened()
    inside = getattr(panel, where)
    inside.setFocus()
    with qtbot.waitSignal(panel.destroyed):
        QTest.keyClick(inside, Qt.Key.Key_Escape)
    assert composer.focusWidget() is composer.field
    composer.tools.click()
    assert panel_of(composer).isVisible(), "it opens again"
    panel_of(composer).close()


def test_the_escape_of_an_input_method_does_not_close(opened: Open) -> None:
    panel = opened()
    panel.search.setFocus()
    QApplication.sendEvent(panel.search, QInputMethodEvent("にほん", []))
    QTest.keyClick(panel.search, Qt.Key.Key_Escape)
    assert panel.isVisible()


def test_what_tools_cost_is_told_as_an_estimate_and_summed(opened: Open) -> None:
    panel = opened(off=frozenset({"write"}))
    assert spoken(panel, 2) == "add, on, about 120 tokens"
    assert spoken(panel, 3) == "write, off, about 80 tokens"
    assert spoken(panel, 1) == "Callboard, 1 of 2 on · about 120 tokens"
    assert spoken(panel, 4) == "GitHub, 2 of 2 on · about 1500 tokens"
    assert panel.summary.text() == "3 of 4 on · about 1620 tokens"
    panel.list.setCurrentIndex(panel.list.model().index(1, 0))
    panel.list.switch_current()
    assert panel.summary.text() == "4 of 4 on · about 1700 tokens"
    panel.list.switch_current()
    assert spoken(panel, 1) == "Callboard, None of 2 on"


def test_names_and_states_reach_a_screen_reader(opened: Open) -> None:
    panel = opened(off=frozenset({"write"}))
    assert panel.accessibleName() == "Tools of this chat"
    assert panel.search.accessibleName() == "Search tools"
    interface = QAccessible.queryAccessibleInterface(panel.list)
    assert interface.text(QAccessible.Text.Name) == "Tools"
    on, off = interface.child(2), interface.child(3)
    assert on is not None
    assert off is not None
    assert on.state().checked
    assert not off.state().checked
    assert off.text(QAccessible.Text.Description) == "Asks first · Writes a file."


@pytest.mark.parametrize(
    ("count", "tokens", "abilities", "said"),
    [
        (4, 100, Abilities(), ""),
        (40, 100, Abilities(context_tokens=200_000), ""),
        (41, 10, Abilities(context_tokens=200_000), "41 tools are on; above 40 most models"),
        (4, 300, Abilities(context_tokens=8_000), "The tools take about 15 % of what model-1"),
        (50, 100, Abilities(context_tokens=8_000), "They take about 63 % of what model-1 reads"),
        (50, 100, Abilities(context_tokens=8_000, takes_tools=False), ""),
    ],
)
def test_more_than_is_sensible_is_said(
    opened: Open, count: int, tokens: int, abilities: Abilities, said: str
) -> None:
    tools = tuple(ToolChoice(f"t{n}", "", tokens=tokens) for n in range(count))
    panel = opened(tools, abilities=abilities)
    assert said in panel.warning.text()
    assert panel.warning.isVisible() is bool(said)


def test_the_sentence_goes_when_enough_is_switched_off(opened: Open) -> None:
    tools = tuple(ToolChoice(f"t{n}", "", tokens=10) for n in range(41))
    panel = opened(tools)
    assert panel.warning.isVisible()
    QTest.keyClick(panel.list, Qt.Key.Key_Space)
    assert not panel.warning.isVisible()


def test_a_model_that_takes_no_tools_is_named(opened: Open) -> None:
    panel = opened(abilities=Abilities(takes_tools=False))
    assert panel.refusal.isVisible()
    assert panel.refusal.text().startswith("model-1 takes no tools.")


def test_a_provider_that_is_set_to_offer_none_is_told_of(opened: Open) -> None:
    panel = opened(models=(ModelChoice("far", "Far away", "model-1", takes_tools=False),))
    assert panel.refusal.text().startswith("The settings of this provider offer no tools.")


def test_the_present_choice_is_kept_for_new_chats(
    qtbot: QtBot, composer: Composer, opened: Open
) -> None:
    panel = opened()
    assert panel.keep.text() == "Used for new chats"
    assert not panel.keep.isEnabled()
    QTest.keyClick(panel.list, Qt.Key.Key_Space)
    assert panel.keep.text() == "Use for new chats"
    with qtbot.waitSignal(composer.tools_kept) as kept:
        panel.keep.click()
    assert kept.args == [frozenset({"add"})]
    assert panel.focusWidget() is panel.list
    choices = Choices(MODELS, TOOLS, "far", off_in_new_chats=frozenset({"add"}))
    composer.show_settings(choices, ChatSettings(tools_off=frozenset({"add"})))
    assert panel.keep.text() == "Used for new chats"


def test_servers_that_come_and_go_are_shown_while_it_is_open(
    composer: Composer, opened: Open
) -> None:
    panel = opened()
    QTest.keyClick(panel.list, Qt.Key.Key_Down)
    composer.show_settings(Choices(MODELS, TOOLS[1:], "far"), ChatSettings())
    assert lines(panel)[:3] == ["All tools", "Callboard", "write"]
    assert in_hand(panel) == "write"


def test_the_tip_of_a_line_has_all_of_it_as_plain_text(opened: Open, qtbot: QtBot) -> None:
    name = "a_name_that_is_much_too_long_" * 4
    panel = opened((ToolChoice(name, "<b>Bold</b> words.", True, "", 70),))
    spot = panel.list.visualRect(panel.list.model().index(1, 0)).center()
    viewport = panel.list.viewport()
    event = QHelpEvent(QEvent.Type.ToolTip, spot, viewport.mapToGlobal(spot))
    QApplication.sendEvent(viewport, event)
    qtbot.waitUntil(lambda: bool(QToolTip.text()))
    tip = QToolTip.text()
    assert name in tip
    assert "&lt;b&gt;Bold" in tip
    assert "It asks you before it runs." in tip
    assert "about 70 tokens" in tip
    QToolTip.hideText()


@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize("shade", ["light", "dark"])
def test_it_stays_within_a_narrow_window_at_any_size(
    composer: Composer, opened: Open, theme: Theme, zoom: int, shade: str
) -> None:
    theme.choose(shade)
    theme.appear(Appearance(zoom=zoom))
    panel = opened(MANY, abilities=Abilities(context_tokens=8_000))
    assert panel.width() <= 640
    assert panel.geometry().left() >= composer.geometry().left()
    assert panel.geometry().right() <= composer.geometry().right()
    screen = composer.screen().availableGeometry()
    assert screen.contains(panel.geometry())
    shown = (panel.search, panel.list, panel.warning, panel.summary, panel.keep)
    for widget in shown:
        assert panel.rect().contains(widget.geometry())
    assert not panel.grab().isNull()
    theme.appear(Appearance())
    theme.choose("light")


def test_from_right_to_left_the_switch_is_at_the_left(
    qapp: QApplication, theme: Theme, composer: Composer, opened: Open
) -> None:
    with from_right_to_left(qapp):
        panel = opened(TOOLS[:2])
        row = panel.list.visualRect(panel.list.model().index(1, 0))
        picture = panel.list.viewport().grab(row).toImage()
        # Beside the knob, which is at the far end.
        assert picture.pixelColor(_PADDING + 22, row.height() // 2).name() == theme.palette.accent
        right = composer.tools.mapToGlobal(composer.tools.rect().topRight()).x()
        # A platform may add a frame, which it takes from the place asked for.
        assert abs(panel.geometry().right() - right) <= _FRAME
        panel.close()


def test_three_hundred_tools_open_at_once(composer: Composer, opened: Open) -> None:
    opened(MANY).close()  # what is loaded with the first one is measured by itself
    began = thread_time()
    panel = opened(MANY)
    panel.grab()
    took = thread_time() - began
    assert len(panel.list.rows) == 300 + 6 + 1
    assert took < _FAST
    began = thread_time()
    QTest.keyClicks(panel.search, "number 29")
    assert thread_time() - began < 9 * _FAST
    assert lines(panel)[-1] == "tool_299"


def test_the_panel_is_loaded_when_it_is_first_opened() -> None:
    program = (
        "import sys, studio.ui.chat.composer; sys.exit('studio.ui.chat.tools_panel' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
