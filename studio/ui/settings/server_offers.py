"""What a server offers besides tools: resources, templates and prompts."""

from collections.abc import Iterable

from PySide6.QtWidgets import QFrame, QVBoxLayout

from studio.harness.server_ports import ListedPrompt, ListedResource, ServerStatus
from studio.ui.elided import ElidedLabel
from studio.ui.settings.form import WIDE_CONTENT_WIDTH
from studio.ui.settings.parts import group_label, labelled, rule
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.settings.sheet import Page
from studio.ui.texts import size
from studio.ui.theme import FontKind
from studio.ui.visible import visible

_MOST_SHOWN = 300


class ServerOffers(Page):
    """Lives as long as its server's page."""

    def __init__(self, needs: ServerNeeds) -> None:
        super().__init__("", width=WIDE_CONTENT_WIDTH)
        self.setAccessibleName(self.tr("Resources and prompts"))
        self.heading.hide()
        self._theme = needs.theme
        self._shown: tuple[object, ...] = ()
        self._cards: list[QFrame] = []
        resources = self.tr(
            "Files and data that it offers. In a chat, Attach, From a server puts one beside your "
            "message."
        )
        self.body.addWidget(group_label(needs.theme, self.tr("Resources")))
        self.body.addWidget(labelled(resources, "secondary"))
        self._resources = self._room()
        prompts = self.tr("Ready-made prompts. In a chat, type / to use one.")
        self.body.addWidget(group_label(needs.theme, self.tr("Prompts")))
        self.body.addWidget(labelled(prompts, "secondary"))
        self._prompts = self._room()
        self.finish()

    def show_status(self, status: ServerStatus) -> None:
        shown = (status.resources, status.prompts)
        if shown == self._shown:
            return
        self._shown = shown
        for card in self._cards:
            card.hide()
            card.deleteLater()
        self._cards = [
            self._card(map(self._resource, status.resources), len(status.resources)),
            self._card(map(self._prompt, status.prompts), len(status.prompts)),
        ]
        for room, card in zip((self._resources, self._prompts), self._cards, strict=True):
            room.addWidget(card)

    def _room(self) -> QVBoxLayout:
        room = QVBoxLayout()
        self.body.addLayout(room)
        return room

    def _card(self, rows: Iterable[QVBoxLayout], count: int) -> QFrame:
        card = QFrame()
        card.setProperty("kind", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(8)
        if not count:
            column.addWidget(labelled(self.tr("It offers none."), "muted"))
        for number, row in enumerate(rows):
            if number == _MOST_SHOWN:
                more = self.tr("{0} more").format(count - _MOST_SHOWN)
                column.addWidget(labelled(more, "muted"))
                break
            if number:
                column.addWidget(rule())
            column.addLayout(row)
        return card

    def _resource(self, resource: ListedResource) -> QVBoxLayout:
        kind = self.tr("template") if resource.is_template else resource.media_type
        facts = [kind, "" if resource.size is None else size(resource.size), resource.description]
        return self._row(resource.name or resource.uri, resource.uri, facts)

    def _prompt(self, prompt: ListedPrompt) -> QVBoxLayout:
        blanks = ", ".join(
            each.name if each.is_required else self.tr("{0} (may be empty)").format(each.name)
            for each in prompt.arguments
        )
        return self._row(f"/{prompt.name}", blanks, [prompt.description])

    def _row(self, name: str, code: str, facts: list[str]) -> QVBoxLayout:
        lines = QVBoxLayout()
        lines.setSpacing(2)
        lines.addWidget(ElidedLabel(visible(name)))
        if code:
            written = ElidedLabel(visible(code))
            written.setFont(self._theme.font(FontKind.CODE))
            lines.addWidget(written)
        said = " · ".join(filter(None, facts))
        if said:
            lines.addWidget(labelled(visible(said[:600]), "muted"))
        return lines
