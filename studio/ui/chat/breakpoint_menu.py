"""Where the turns of a chat stop, as a menu. Loaded when it is opened."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QMenu, QWidget

from studio.core.breakpoints import Breakpoint, Point
from studio.ui.chat.stop_texts import short_name

translate = QCoreApplication.translate

Breakpoints = tuple[Breakpoint, ...]

_POINTS = (Point.BEFORE_REQUEST, Point.BEFORE_CALL, Point.BEFORE_RESULT, Point.ON_ERROR)


class BreakpointMenu(QMenu):
    """Looks up what is set each time it opens. Signals: `chosen(breakpoints)`, then all of them."""

    chosen = Signal(object)

    def __init__(self, present: Callable[[], Breakpoints], parent: QWidget | None = None) -> None:
        super().__init__(translate("Breakpoints", "Breakpoints"), parent)
        self._present = present
        self.aboutToShow.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Shows what is set now."""
        self.clear()
        for point in _POINTS:
            self._add(Breakpoint(point))
        of_tools = [each for each in self._present() if each.tool]
        if of_tools:
            self.addSection(translate("Breakpoints", "Of single tools"))
        for each in of_tools:
            self._add(each)
        self.addSeparator()
        remove = self.addAction(translate("Breakpoints", "Remove all"))
        remove.setEnabled(bool(self._present()))
        remove.triggered.connect(lambda: self.chosen.emit(()))

    def _add(self, each: Breakpoint) -> None:
        action = self.addAction(breakpoint_text(each))
        action.setCheckable(True)
        action.setChecked(each in self._present())
        action.triggered.connect(partial(self._toggle, each))

    def _toggle(self, each: Breakpoint, _is_set: bool = False) -> None:
        self.chosen.emit(toggled(self._present(), each))


def add_card_actions(
    menu: QMenu, tool: str, present: Breakpoints, choose: Callable[[Breakpoints], None]
) -> None:
    """Adds the breakpoints of one tool to the menu of its card."""
    pairs = (
        (Point.BEFORE_CALL, translate("Breakpoints", "Pause before this tool")),
        (Point.BEFORE_RESULT, translate("Breakpoints", "Pause before this tool's result")),
    )
    menu.addSeparator()
    for point, text in pairs:
        each = Breakpoint(point, tool)
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(each in present)
        action.triggered.connect(lambda _=False, each=each: choose(toggled(present, each)))


def toggled(breakpoints: Breakpoints, each: Breakpoint) -> Breakpoints:
    """With this one where it was not set, without it where it was."""
    if each in breakpoints:
        return tuple(other for other in breakpoints if other != each)
    return (*breakpoints, each)


def breakpoint_text(each: Breakpoint) -> str:
    """Where it stops, as the user reads it."""
    # An ampersand would be read as the mark of a key.
    tool = short_name(each.tool).replace("&", "&&")
    match each.point:
        case Point.BEFORE_REQUEST:
            return translate("Breakpoints", "Before each request")
        case Point.BEFORE_CALL if tool:
            return translate("Breakpoints", "Before {0} runs").format(tool)
        case Point.BEFORE_CALL:
            return translate("Breakpoints", "Before each call")
        case Point.BEFORE_RESULT if tool:
            return translate("Breakpoints", "Before the result of {0} goes back").format(tool)
        case Point.BEFORE_RESULT:
            return translate("Breakpoints", "Before each result goes back")
        case Point.ON_ERROR if tool:
            return translate("Breakpoints", "On errors of {0}").format(tool)
        case Point.ON_ERROR:
            return translate("Breakpoints", "On errors")
