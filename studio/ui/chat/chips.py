"""The chips below the prompt: which model, which tools, how hard to think."""

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import groupby
from typing import Any, Protocol

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from studio.core.abilities import Abilities
from studio.core.chats import ChatSettings, Effort
from studio.ui.chat.choices import Choices, ModelChoice
from studio.ui.chat.picker import Entry, Picker
from studio.ui.icons import Icon, icon
from studio.ui.theme import Theme
from studio.ui.tips import plain_tip

_PANEL = "studio.ui.chat.tools_panel"  # most chats never open it
_SEPARATOR = "\n"
_MOST_WORDS = 220
_NO_WIDTH = "\N{ZERO WIDTH SPACE}"
_AROUND = 44  # icon, gaps and padding
_ALONE = 38  # of an icon that has no words
_LEAST = 120


class Chip(QPushButton):
    """A pill with an icon. Where there is no room for its text it says less, then cuts it; it is
    then as wide as what it says."""

    def __init__(self, theme: Theme, symbol: Icon, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._symbol = symbol
        self._words = self._short = self._hint = ""
        self._is_brief = False
        self.setProperty("kind", "pill")
        self.setIconSize(QSize(14, 14))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._paint_icon()
        theme.changed.connect(self._paint_icon)

    def say(self, words: str, hint: str, short: str) -> None:
        self._words, self._hint, self._short = words, hint, short
        self.setAccessibleName(f"{hint}: {words}")
        self.updateGeometry()
        self._cut()

    @property
    def widths(self) -> tuple[int, int]:
        """In full, and where it says less."""
        return self._width_of(self._words), self._width_of(self._short)

    def be_brief(self, is_brief: bool) -> None:
        """Whether it says less."""
        if self._is_brief is not is_brief:
            self._is_brief = is_brief
            self.updateGeometry()
            self._cut()

    @override
    def sizeHint(self) -> QSize:
        whole, brief = self.widths
        return QSize(brief if self._is_brief else whole, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        least = min(self._width_of(self._short), _LEAST)
        return QSize(least, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        fits = not self._is_brief and self.width() >= self._width_of(self._words)
        words = self._words if fits else self._short
        room = max(self.width() - _AROUND, 0) + 1
        cut = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)
        # The space is the gap to the icon, which a style sheet cannot set. Without any text it
        # would be lower than its neighbours.
        self.setText(f" {cut}".replace("&", "&&") if cut else _NO_WIDTH)
        tip = self._hint if cut == self._words else f"{self._words}\n{self._hint}"
        self.setToolTip(plain_tip(tip))

    def _width_of(self, words: str) -> int:
        if not words:
            return _ALONE
        return min(self.fontMetrics().horizontalAdvance(words), _MOST_WORDS) + _AROUND

    def _paint_icon(self) -> None:
        self.setIcon(icon(self._symbol, self._theme.palette.text_secondary))


class ModelChip(Chip):
    """Signals: `picked(profile_id, model)`; `opened()`, when more models may be asked for."""

    picked = Signal(str, str)
    opened = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Icon.CLOUD)
        self._choices = Choices()
        self._chosen: ModelChoice | None = None
        self._picker: Picker | None = None
        self.clicked.connect(self.open)

    def show_choice(self, choices: Choices, settings: ChatSettings) -> None:
        if self._picker is not None and choices != self._choices:
            self._choices = choices
            self._picker.show_entries(self._entries())
        self._choices = choices
        self._chosen = choices.chosen(settings)
        self._symbol = Icon.COMPUTER if self._chosen and self._chosen.stays_here else Icon.CLOUD
        self._paint_icon()
        if self._chosen is None:
            self._tell(self.tr("Choose a model"))
        elif self._chosen.model:
            self._tell(self._chosen.model, f" · {self._chosen.profile_name}")
        else:
            self._tell(self._chosen.profile_name)

    def _tell(self, name: str, provider: str = "") -> None:
        self.say(f"{name}{provider}", self.tr("Model"), name)

    def open(self) -> None:
        """Shows what there is to choose, by provider."""
        chosen = _key(self._chosen) if self._chosen else ""
        self._picker = Picker(self._entries(), chosen, self.tr("Models"), self)
        self._picker.picked.connect(self._pick)
        self._picker.destroyed.connect(self._forget_picker)
        self._picker.open_at(self)
        self.opened.emit()

    def _entries(self) -> list[Entry]:
        return model_entries(self._choices, self.tr("Its default model"))

    def _forget_picker(self) -> None:
        self._picker = None

    def _pick(self, key: str) -> None:
        self.picked.emit(*picked_model(key))


class EffortChip(Chip):
    """Signals: `picked(Effort or None)`."""

    picked = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Icon.BULB)
        self.setMenu(QMenu(self))
        self._group = QActionGroup(self)
        for effort, name in self._names():
            action = QAction(name, self._group)
            action.setCheckable(True)
            action.setData(effort.value if effort else "")
        self.menu().addActions(self._group.actions())
        self._group.triggered.connect(self._pick)

    def show_choice(self, settings: ChatSettings) -> None:
        chosen = settings.effort.value if settings.effort else ""
        for action in self._group.actions():
            if action.data() == chosen:
                action.setChecked(True)
                words = self.tr("Reasoning: {0}").format(action.text())
                hint = self.tr("Reasoning effort")
                self.say(
                    words if chosen else self.tr("Reasoning"),
                    hint,
                    action.text() if chosen else "",
                )

    def _pick(self, action: QAction) -> None:
        self.picked.emit(Effort(action.data()) if action.data() else None)

    def _names(self) -> tuple[tuple[Effort | None, str], ...]:
        return (
            (None, self.tr("Provider's default")),
            (Effort.NONE, self.tr("off")),
            (Effort.LOW, self.tr("low")),
            (Effort.MEDIUM, self.tr("medium")),
            (Effort.HIGH, self.tr("high")),
        )


class _Panel(Protocol):
    """What the chip needs of the panel while it is open."""

    def show_choice(
        self, choices: Choices, settings: ChatSettings, abilities: Abilities
    ) -> None: ...


class ToolsChip(Chip):
    """Signals: `picked(frozenset of names that are off)`; `kept(the same)` for new chats; `left()`
    when the panel was closed by a key.
    """

    picked = Signal(object)
    kept = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Icon.TOOLS)
        self._choices = Choices()
        self._settings = ChatSettings()
        self._abilities: Callable[[], Abilities] = Abilities
        self._panel: _Panel | None = None
        self.clicked.connect(self.open)

    def weigh_by(self, abilities: Callable[[], Abilities]) -> None:
        """Asked while the panel is open: what the model of the chat can take."""
        self._abilities = abilities

    def show_choice(self, choices: Choices, settings: ChatSettings) -> None:
        self._choices, self._settings = choices, settings
        self.setVisible(bool(choices.tools))
        on = sum(tool.name not in settings.tools_off for tool in choices.tools)
        self.say(self._count(on), self.tr("Tools the model may use"), str(on))
        if self._panel is not None:
            self._panel.show_choice(choices, settings, self._abilities())

    def open(self) -> None:
        """Shows all tools with their switches."""
        made: Any = import_module(_PANEL).ToolsPanel(self._theme, self)
        made.picked.connect(self.picked)
        made.kept.connect(self.kept)
        made.left.connect(self.left)
        made.destroyed.connect(self._forget_panel)
        self._panel = made
        made.show_choice(self._choices, self._settings, self._abilities())
        made.open_at(self)

    def _forget_panel(self) -> None:
        self._panel = None

    def _count(self, on: int) -> str:
        if on == 0:
            return self.tr("No tools")
        return self.tr("1 tool") if on == 1 else self.tr("{0} tools").format(on)


def is_left_out(widget: QWidget) -> bool:
    """Hidden on purpose, and not only because its window does not stand yet."""
    return widget.isHidden() and widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)


def fit_chips(chips: Sequence[Chip], room: int, gap: int) -> None:
    """Lets the first of them say less, one after another, until all have room side by side."""
    shown = [chip for chip in chips if not is_left_out(chip)]
    over = sum(chip.widths[0] + gap for chip in shown) - gap - room
    for chip in shown:
        whole, brief = chip.widths
        chip.be_brief(over > 0 and brief < whole)
        over -= whole - brief if over > 0 else 0


def model_entries(choices: Choices, default: str) -> list[Entry]:
    """What there is to choose, by provider; `default` stands for a model that has no name."""
    entries: list[Entry] = []
    for name, models in groupby(choices.models, key=lambda choice: choice.profile_name):
        entries.append(Entry(name))
        entries += [Entry(choice.model or default, _key(choice), name) for choice in models]
    return entries


def picked_model(key: str) -> tuple[str, str]:
    """The profile's ID and the model of an entry."""
    profile_id, _, model = key.partition(_SEPARATOR)
    return profile_id, model


def _key(choice: ModelChoice) -> str:
    return f"{choice.profile_id}{_SEPARATOR}{choice.model}"
