"""Where a chat page offers to stop its turns. The strip and the menu are loaded when needed."""

from importlib import import_module
from typing import Any

from PySide6.QtCore import QEvent, QLocale, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from typing_extensions import override

from studio.core.breakpoints import Breakpoint, Hit, Resume, ResumeKind, held_calls
from studio.core.events import BreakpointHit, BreakpointSettled, Event
from studio.ui.chat.cards import Cards
from studio.ui.chat.chat_header import ChatHeader
from studio.ui.chat.inspect_hook import PanelNeeds
from studio.ui.chat.page_sides import PageSides
from studio.ui.chat.prompt_field import PromptField
from studio.ui.chat.view import TranscriptView
from studio.ui.icons import Icon, icon
from studio.ui.parts import WindowPart

_STRIP = "studio.ui.chat.stop_strip"
_MENU = "studio.ui.chat.breakpoint_menu"
_SHARE_OF_PAGE = 0.45
_AROUND_IT = 380  # pixels of the page that are not the body's: header, a few lines, composer
_LEAST_ROOM = 120


class BreakingHook(QObject):
    """Lives as long as its page; `leave` ends its listening. Its strip is above the composer."""

    def __init__(
        self,
        page: QWidget,
        sides: PageSides,
        view: TranscriptView,
        cards: Cards,
        header: ChatHeader,
        needs: PanelNeeds,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._sides = sides
        self._view = view
        self._cards = cards
        self._header = header
        self._needs = needs
        self._session = needs.session
        self._settled: frozenset[str] = frozenset()  # answered, and not yet told
        self._menu: Any = None
        self.strip: Any = None
        self.pill = self._make_pill()
        header.menu_button.menu().aboutToShow.connect(self._put_into_menu)
        view.card_menus.append(self._add_to_card)
        self._keys = [self._key("F8", ResumeKind.CONTINUE), self._key("F10", ResumeKind.STEP)]
        self._ends = (
            self._session.subscribe(self._hear),
            self._session.watch(self._show_pill),
        )
        needs.theme.changed.connect(self._paint)
        self._paint()
        self._show_pill()
        self._show_hits()

    @property
    def parts(self) -> tuple[WindowPart, ...]:
        """What of the window is the strip's, for the key that goes through its parts."""
        is_shown = self.strip is not None and not self.strip.isHidden()
        return (WindowPart(self.strip, self.strip.entry),) if is_shown else ()

    def leave(self) -> None:
        """The page goes. What is held stays so."""
        for end in self._ends:
            end()

    def _make_pill(self) -> QPushButton:
        pill = QPushButton()
        pill.setProperty("kind", "pill")
        pill.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        pill.setAccessibleDescription(self.tr("Shows where this chat stops."))
        pill.setIconSize(QSize(14, 14))
        pill.clicked.connect(self._open_menu)
        pill.hide()
        self._header.add_pill(pill)
        return pill

    def _key(self, keys: str, kind: ResumeKind) -> QShortcut:
        shortcut = QShortcut(QKeySequence(keys), self._page)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.setEnabled(False)
        shortcut.activated.connect(lambda: self._press(kind))
        return shortcut

    def _press(self, kind: ResumeKind) -> None:
        if self.strip is not None:
            self.strip.resume(kind)

    def _hear(self, _turn_id: str, event: Event) -> None:
        if isinstance(event, BreakpointHit | BreakpointSettled):
            self._show_hits()

    def _show_hits(self) -> None:
        hits = tuple(each for each in self._session.hits if each.id not in self._settled)
        self._cards.hold(held_calls(hits))
        if not hits and self.strip is None:
            return
        if self.strip is None:
            self._make_strip()
        had_focus = self.strip.has_focus
        self.strip.show_hits(hits)
        for key in self._keys:
            key.setEnabled(bool(hits))
        if had_focus and not self.strip.has_focus:
            self._give_focus(hits)

    def _give_focus(self, hits: tuple[Hit, ...]) -> None:
        """What had the focus is gone: it stays near."""
        if hits:
            self.strip.entry.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._go_to_composer()

    def _go_to_composer(self) -> None:
        field = self._page.findChild(PromptField)
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_strip(self) -> None:
        strip = self.strip = import_module(_STRIP).StopStrip(self._needs.theme)
        # The composer is the last.
        self._sides.foot.insertWidget(self._sides.foot.count() - 1, strip)
        strip.appeared.connect(self._order_tabs)
        strip.resumed.connect(self._resume)
        strip.left.connect(self._go_to_composer)
        strip.enlarged.connect(self._take_room)
        self._give_room()

    def _order_tabs(self) -> None:
        """It was made last, and is gone to before the composer."""
        before: QWidget = self._view
        for widget in self.strip.buttons():
            QWidget.setTabOrder(before, widget)
            before = widget

    def _resume(self, hit_id: str, resume: Resume) -> None:
        if not self._session.resume(hit_id, resume):
            self._show_hits()
            return
        # It is told when the turn goes on, a moment later; until then nobody answers it twice.
        held = {each.id for each in self._session.hits}
        self._settled = frozenset((self._settled & held) | {hit_id})
        self._show_hits()

    def _take_room(self, is_large: bool) -> None:
        if is_large:
            self._page.installEventFilter(self)
            self._give_room()
        else:
            self._page.removeEventFilter(self)

    def _give_room(self) -> None:
        height = self._page.height()
        room = min(round(height * _SHARE_OF_PAGE), height - _AROUND_IT)
        self.strip.set_room(max(room, _LEAST_ROOM))

    def _show_pill(self) -> None:
        count = len(self._session.chat.settings.breakpoints)
        number = QLocale().toString(count)
        said = self.tr("Breakpoints: {0}").format(number)
        self.pill.setText(number)
        self.pill.setAccessibleName(said)
        self.pill.setToolTip(said)
        self.pill.setVisible(count > 0)

    def _breakpoints(self) -> tuple[Breakpoint, ...]:
        return self._session.chat.settings.breakpoints

    def _choose(self, breakpoints: tuple[Breakpoint, ...]) -> None:
        self._needs.spawn(self._session.set_breakpoints(breakpoints), "set breakpoints")

    def _made_menu(self) -> QMenu:
        if self._menu is None:
            menu = import_module(_MENU).BreakpointMenu(self._breakpoints, self._header)
            menu.chosen.connect(self._choose)
            self._menu = menu
        made: QMenu = self._menu
        return made

    def _put_into_menu(self) -> None:
        """Before what deletes the chat."""
        whole = self._header.menu_button.menu()
        menu = self._made_menu()
        if menu.menuAction() not in whole.actions():
            separators = [each for each in whole.actions() if each.isSeparator()]
            whole.insertMenu(separators[-1], menu)

    def _open_menu(self) -> None:
        self._made_menu().popup(self.pill.mapToGlobal(QPoint(0, self.pill.height())))

    def _add_to_card(self, menu: QMenu, tool_use_id: str) -> None:
        use = self._cards.use(tool_use_id)
        if use is not None:
            module: Any = import_module(_MENU)
            module.add_card_actions(menu, use.call.name, self._breakpoints(), self._choose)

    def _paint(self) -> None:
        self.pill.setIcon(icon(Icon.PAUSE, self._needs.theme.palette.text_secondary))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._give_room()
        return super().eventFilter(watched, event)
