"""What was decided about calls, each in a sentence, and taken back with a click."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.rules import Rule
from studio.ui.fields import LineEdit
from studio.ui.moments import moment
from studio.ui.ruling_texts import rule_text
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import CheckLine
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import button, group_label, labelled, policy_text, rule
from studio.ui.settings.sheet import Page

_SEARCHED_FROM = 6  # rules: fewer are seen at a glance


class PermissionsPage(Page):
    """Lives as long as the settings. Taking back counts at once; Undo brings the decision back."""

    def __init__(self, needs: Needs, errands: Errands, notices: Notices) -> None:
        super().__init__(self.tr("Permissions"))
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self.body.addWidget(group_label(needs.theme, self.tr("Private data")))
        self.body.addWidget(labelled(self._trust_text(), "secondary"))
        self.blocks = CheckLine(self.tr("Block it instead of asking"))
        self.blocks.toggled.connect(self._set_blocks)
        self.body.addWidget(self.blocks)
        self._say_managed()
        self.body.addWidget(group_label(needs.theme, self.tr("What you decided about tools")))
        self.nothing = labelled(
            self.tr(
                "Nothing yet. Choose Always… or Never… on a call that waits, or set a tool's "
                "permission under Tools."
            ),
            "muted",
        )
        self.search = LineEdit()
        self.search.setPlaceholderText(self.tr("Search decisions"))
        self.search.setAccessibleName(self.tr("Search decisions"))
        self.search.textChanged.connect(self._fill)
        self._card = QFrame()
        self._card.setProperty("kind", "card")
        self._rows = QVBoxLayout(self._card)
        self._rows.setContentsMargins(16, 6, 16, 6)
        self._rows.setSpacing(0)
        for widget in (self.nothing, self.search, self._card):
            self.body.addWidget(widget)
        self.finish()
        self.destroyed.connect(needs.rules.watch(self._fill))
        self.destroyed.connect(needs.preferences.watch(self._show_blocks))
        self._fill()
        self._show_blocks()

    def _trust_text(self) -> str:
        return self.tr(
            "A chat remembers what it has seen: files from folders that you marked, results of "
            "servers, pages that strangers wrote. When private data could leave by a tool or to a "
            "provider that may not receive it, Callboard says so and asks."
        )

    def _say_managed(self) -> None:
        policy = self._needs.policy
        self.blocks.setEnabled(not policy.blocks_trust)
        if policy.blocks_trust or policy.forbids_trust_override or policy.forbids_always_allow:
            self.body.addWidget(labelled(policy_text(policy.organisation), "muted"))

    def _show_blocks(self) -> None:
        is_own = self._needs.preferences.settings.blocks_trust
        self.blocks.set_on(is_on=is_own or self._needs.policy.blocks_trust)

    def _set_blocks(self, is_on: bool) -> None:
        if is_on != self._needs.preferences.settings.blocks_trust:
            work = self._needs.preferences.change(blocks_trust=is_on)
            self._errands.start(work, "settings: blocks_trust")

    def _fill(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        rules = tuple(reversed(self._needs.rules.rules.rules))
        wanted = self.search.text().casefold().split()
        shown = [each for each in rules if _holds(self._sentence(each), wanted)]
        for number, each in enumerate(shown):
            if number:
                self._rows.addWidget(rule())
            self._rows.addWidget(self._row(each))
        self.search.setVisible(len(rules) >= _SEARCHED_FROM or bool(wanted))
        self.nothing.setVisible(not rules)
        self._card.setVisible(bool(shown))

    def _row(self, decided: Rule) -> QWidget:
        line = QWidget()
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(labelled(self._sentence(decided), ""))
        words.addWidget(labelled(self.tr("Since {0}").format(moment(decided.made_at)), "muted"))
        revoke = button(
            self.tr("Take back"), name=self.tr("Take back: {0}").format(self._sentence(decided))
        )
        revoke.clicked.connect(
            lambda: self._errands.start(self._revoke(decided), "settings: take a decision back")
        )
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 10, 0, 10)
        row.setSpacing(12)
        row.addLayout(words, 1)
        row.addWidget(revoke)
        return line

    def _sentence(self, decided: Rule) -> str:
        server = self._needs.tool_servers.entry(decided.server_id) if decided.server_id else None
        said = rule_text(decided, server.name if server is not None else "")
        if server is not None and decided.tool:
            said = self.tr("{0} ({1})").format(said, server.name)
        return said[:1].upper() + said[1:]

    async def _revoke(self, decided: Rule) -> None:
        undo = await self._needs.rules.forget(decided.id)
        text = self.tr("Taken back: {0}.").format(self._sentence(decided))

        async def decide_again() -> None:
            await undo()

        def put_back() -> None:
            self._errands.start(decide_again(), "settings: decide again")

        self._notices.offer(Offer(text, _nothing_more, put_back))


def _holds(sentence: str, wanted: list[str]) -> bool:
    folded = sentence.casefold()
    return all(word in folded for word in wanted)


async def _nothing_more() -> None:
    """What was offered to be undone is done already."""
