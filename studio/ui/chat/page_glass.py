"""What makes a chat page a glass box: where it offers to look into its chat and to change it."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.ui.chat.breaking_hook import BreakingHook
from studio.ui.chat.cards import Cards
from studio.ui.chat.chat_header import ChatHeader
from studio.ui.chat.export_hook import ExportHook
from studio.ui.chat.inspect_hook import InspectHook, PanelNeeds
from studio.ui.chat.omission_marks import OmissionMarks
from studio.ui.chat.omission_pill import OmissionPill
from studio.ui.chat.page_sides import PageSides
from studio.ui.chat.past_hook import PastHook
from studio.ui.chat.taking_hook import TakingHook, TakingNeeds
from studio.ui.chat.view import TranscriptView


class PageGlass(QObject):
    """Belongs to a chat page."""

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
        self._page, self._view, self._needs = page, view, needs
        self.inspecting = InspectHook(page, sides, view, cards, needs)
        self.breaking = BreakingHook(page, sides, view, cards, header, needs)
        self.past = PastHook(page, sides.foot, view, needs)
        self.past.listen(cards, self.inspecting)
        self.omissions = OmissionPill(needs.session)
        self.omissions.clicked.connect(self.inspecting.show_context)
        header.add_pill(self.omissions)
        self.omission_marks = OmissionMarks(needs.session, view, cards, self)
        header.inspect_requested.connect(self.inspecting.toggle)
        self.inspecting.shown.connect(header.show_inspecting)
        view.details_requested.connect(self.inspecting.show_turn)

    def take_along(self, exporting: ExportHook) -> None:
        """What went over the wire can be copied and saved, from menus and from the panel."""
        needs, looking = self._needs, self._needs.looking
        taking = TakingHook(
            self._page,
            TakingNeeds(
                needs.theme,
                self._view,
                needs.session,
                looking.inspection,
                looking.server,
                exporting.open_sink,
                needs.spawn,
                looking.quirks,
            ),
        )
        taking.trace_requested.connect(exporting.export_trace)
        self._view.extend_menu = taking.add_to
        self.inspecting.add_tool(lambda: taking.button(lambda: self.inspecting.subject))

    def leave(self) -> None:
        """The page goes."""
        self.inspecting.leave()
        self.breaking.leave()
        self.past.leave()
        self.omissions.leave()
        self.omission_marks.leave()
