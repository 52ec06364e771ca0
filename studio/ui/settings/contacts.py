"""Everything that Callboard ever contacts, and what makes it do so."""

from PySide6.QtWidgets import QFrame, QVBoxLayout

from studio.core.addresses import host_of
from studio.core.profiles import Kind
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import group_label, labelled
from studio.ui.settings.sheet import Page


class ContactsPage(Page):
    """Lives as long as the settings."""

    def __init__(self, needs: Needs) -> None:
        super().__init__(self.tr("Privacy"))
        self._needs = needs
        self.body.addWidget(group_label(needs.theme, self.tr("Contacted unasked")))
        self.unasked = labelled(
            self.tr(
                "Nothing. Callboard looks for no updates, sends no statistics and reports no "
                "crashes. Prices and what models can do come with it, in a file."
            ),
            "",
        )
        self.body.addWidget(self.unasked)
        self.body.addWidget(group_label(needs.theme, self.tr("Contacted when you ask for it")))
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        self.body.addLayout(self._list)
        self.finish()
        self.destroyed.connect(needs.profiles.watch(self.refresh))
        self.destroyed.connect(needs.preferences.watch(self.refresh))
        self.refresh()

    def refresh(self) -> None:
        """The providers as they are now."""
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for what, when in self.contacts():
            self._list.addWidget(_row(what, when))

    def contacts(self) -> tuple[tuple[str, str], ...]:
        """Who is contacted, and when."""
        asked = self.tr("When you send, test it, look for its models or check what they can do.")
        providers = tuple(
            (f"{profile.name} · {profile.base_url}", asked)
            for profile in self._needs.profiles.profiles
            if profile.kind is Kind.HTTP
        )
        return (
            *providers,
            *self._collector(),
            (
                self.tr("Ollama, LM Studio, llama.cpp, vLLM and LiteLLM on this computer"),
                self.tr("When you open Add: their usual ports on 127.0.0.1 are tried once."),
            ),
            (
                self.tr("Links in answers and sources"),
                self.tr("When you click one: it opens in your browser, not in Callboard."),
            ),
            (
                self.tr("A command that a key comes from"),
                self.tr("When its key is first needed. What it contacts is its own affair."),
            ),
        )

    def _collector(self) -> tuple[tuple[str, str], ...]:
        url = self._needs.preferences.settings.spans_url
        if not url:
            return ()
        what = self.tr("A collector of traces · {0}").format(host_of(url))
        return ((what, self.tr("When a turn ends. It is named in Data, and gets no words.")),)


def _row(what: str, when: str) -> QFrame:
    card = QFrame()
    card.setProperty("kind", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(14, 10, 14, 10)
    column.setSpacing(2)
    title = labelled(what, "bold")
    title.setWordWrap(True)
    column.addWidget(title)
    column.addWidget(labelled(when, "secondary"))
    return card
