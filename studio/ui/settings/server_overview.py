"""How one server stands: what is wrong, and what it says of itself."""

from PySide6.QtCore import Qt

from studio.harness.server_ports import ServerState, ServerStatus
from studio.ui.settings.form import WIDE_CONTENT_WIDTH, Field, Form
from studio.ui.settings.parts import group_label, labelled
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.settings.server_texts import tokens_text, tools_count
from studio.ui.settings.server_trouble_card import TroubleCard
from studio.ui.settings.sheet import Page
from studio.ui.visible import visible

_MOST_CHARACTERS = 20_000


class ServerOverview(Page):
    """Lives as long as its server's page."""

    def __init__(self, needs: ServerNeeds) -> None:
        super().__init__("", width=WIDE_CONTENT_WIDTH)
        self.setAccessibleName(self.tr("State of the server"))
        self.heading.hide()
        self.trouble = TroubleCard(needs.theme, needs.platform)
        self.hint = labelled("", "secondary")
        self.body.addWidget(self.trouble)
        self.body.addWidget(self.hint)
        self.facts = self.add_form()
        self._fields = {
            name: self._fact(self.facts, label)
            for name, label in (
                ("offers", self.tr("Offers")),
                ("server", self.tr("Server")),
                ("protocol", self.tr("Protocol")),
                ("capabilities", self.tr("Capabilities")),
                ("process", self.tr("Process")),
            )
        }
        self._caption = group_label(needs.theme, self.tr("What it tells the model"))
        self.instructions = labelled("", "secondary")
        self.instructions.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(self._caption)
        self.body.addWidget(self.instructions)
        self.finish()

    def fact(self, name: str) -> str:
        """What is shown of it, for whoever tests."""
        label = self._fields[name].control
        return str(label.property("text") or "")

    def show_status(self, status: ServerStatus) -> None:
        self.trouble.show_failure(status.failure if status.state is ServerState.FAILED else None)
        self.hint.setText(self._hint(status.state))
        self.hint.setVisible(bool(self.hint.text()))
        offers = ""
        if status.tools:
            offers = f"{tools_count(len(status.tools))} · {tokens_text(status.tools)}"
        known = {
            "offers": offers,
            "server": " ".join(filter(None, (status.server_name, status.server_version))),
            "protocol": status.protocol,
            "capabilities": " · ".join(status.capabilities),
            "process": str(status.pid or ""),
        }
        for name, text in known.items():
            field = self._fields[name]
            field.control.setProperty("text", visible(text))
            self.facts.set_row_visible(field, bool(text))
        self.instructions.setText(visible(status.instructions[:_MOST_CHARACTERS]))
        for widget in (self._caption, self.instructions):
            widget.setVisible(bool(status.instructions))

    def _fact(self, form: Form, label: str) -> Field:
        value = labelled("", "small")
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        value.setContentsMargins(0, 8, 0, 0)
        return form.add(label, value)

    def _hint(self, state: ServerState) -> str:
        return {
            ServerState.OFF: self.tr("It is switched off: no chat can use it."),
            ServerState.STOPPED: self.tr(
                "It starts by itself, in the background, when a chat needs it. What is shown is "
                "from the last time."
            ),
            ServerState.STARTING: self.tr("A first start may fetch packages and take a while."),
            ServerState.NEEDS_LOGIN: self.tr(
                "It wants to know who you are. Log in opens your browser; what it gives is kept "
                "in the keyring."
            ),
            ServerState.LOGGING_IN: self.tr("Finish in the browser, then come back."),
        }.get(state, "")
