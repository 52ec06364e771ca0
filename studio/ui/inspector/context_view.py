"""What fills the model's window with the next request, and what of it is left out by the user."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from decimal import Decimal

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.core.abilities import Abilities
from studio.core.context_parts import Context, ContextKind
from studio.core.messages import Dialect, Origin, Usage
from studio.core.omissions import Omitted
from studio.ui.chat.card_parts import wrapping_label
from studio.ui.chat.inspect_hook import PanelNeeds
from studio.ui.flow_row import flow_widget
from studio.ui.inspector.context_bar import ContextBar, KindSwatch
from studio.ui.inspector.context_entries import Entry, Filled, Group, changed, filled
from studio.ui.inspector.context_texts import (
    entry_text,
    group_text,
    kinds_text,
    source_text,
    tokens_text,
    total_text,
)
from studio.ui.inspector.raw_facts import copy_button
from studio.ui.inspector.raw_page import scrolling
from studio.ui.moments import money

translate = QCoreApplication.translate

_ENTRY = Qt.ItemDataRole.UserRole
_NAME, _TOKENS, _MONEY = range(3)
_SHOWN = QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator
_AT_END = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ContextView(QWidget):
    """A tab of the inspector; lives as long as its panel."""

    def __init__(self, needs: PanelNeeds) -> None:
        super().__init__()
        self._needs = needs
        self.filled = Filled(Context(), ())
        self._unfolded: set[str] = set()
        self._whom: Origin | None = None  # is asked next
        self.total = wrapping_label("small")
        self.source = wrapping_label("muted")
        self.bar = ContextBar(needs.theme)
        self.legend, self._legend_row = flow_widget(at_end=False)
        self.tree = self._make_tree()
        self.drop = copy_button(self.tr("Leave out"), self.tr("Leave it out of what is sent"))
        self.shorten = copy_button(self.tr("Shorten"), self.tr("Send only its beginning"))
        self.restore = copy_button(self.tr("Send again"), self.tr("Send it as it was again"))
        self.restore_all = copy_button(self.tr("Send all again"), self.tr("Leave nothing out"))
        self.drop.clicked.connect(lambda: self._change(Omitted.DROP))
        self.shorten.clicked.connect(lambda: self._change(Omitted.SHORTEN))
        self.restore.clicked.connect(lambda: self._change(None))
        self.restore_all.clicked.connect(self._restore_all)
        self.note = wrapping_label("muted")
        self.note.setText(
            self.tr("What is left out stays in the chat. It is not sent until you take that back.")
        )
        self._build()
        needs.theme.changed.connect(self._fill_tree)

    def refresh(self) -> None:
        """The chat as it is now."""
        session = self._needs.session
        settings = session.chat.settings
        tools = [each for each in self._needs.tools() if each.name not in settings.tools_off]
        choice = self._needs.choices().chosen(settings)
        abilities = Abilities()
        self._whom = None
        if choice is not None:
            dialect = Dialect.OPENAI_CHAT
            self._whom = Origin(choice.profile_id, choice.name, dialect, choice.model)
            abilities = self._needs.measures.abilities(choice.profile_id, choice.model)
        if abilities.takes_tools is False:
            tools = []
        self.filled = filled(
            settings.system_prompt,
            tools,
            session.turns,
            settings.omissions,
            abilities.context_tokens,
        )
        context = self.filled.context
        self.total.setText(total_text(context, self._usd(context.tokens)))
        self.source.setText(source_text(context))
        self.bar.show_context(context)
        self._fill_legend(context)
        self.tree.setColumnHidden(_MONEY, not self._usd(context.tokens))
        self._fill_tree()

    def chosen(self) -> list[Entry]:
        """Of a group its parts."""
        found: dict[str, Entry] = {}
        for item in self.tree.selectedItems():
            held = item.data(_NAME, _ENTRY)
            entries = held.entries if isinstance(held, Group) else (held,)
            found |= {entry.part.subject: entry for entry in entries}
        return list(found.values())

    def _usd(self, tokens: int) -> Decimal | None:
        whom = self._whom
        return None if whom is None else self._needs.looking.price(whom, Usage(tokens, 0))

    def _change(self, how: Omitted | None) -> None:
        subjects = [each.part.subject for each in self.chosen() if _fits(each, how)]
        turns = {each.part.group for each in self.chosen()} if how is None else set()
        if subjects:
            self._omit([*subjects, *(f"turn/{turn}" for turn in turns)], how)

    def _restore_all(self) -> None:
        session = self._needs.session
        subjects = [each.subject for each in session.chat.settings.omissions]
        if subjects:
            self._omit(subjects, None)

    def _omit(self, subjects: Sequence[str], how: Omitted | None) -> None:
        session = self._needs.session
        settings = session.chat.settings
        left_out = changed(settings.omissions, subjects, how)
        chat = replace(session.chat, settings=replace(settings, omissions=left_out))
        self._needs.spawn(session.update(chat), "leave out of what is sent")

    def _fill_legend(self, context: Context) -> None:
        while (item := self._legend_row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for kind in ContextKind:
            if context.of(kind):
                self._legend_row.addWidget(self._legend_entry(kind, context.of(kind)))

    def _legend_entry(self, kind: ContextKind, tokens: int) -> QWidget:
        entry = QWidget()
        row = QHBoxLayout(entry)
        row.setContentsMargins(0, 0, 4, 0)
        row.setSpacing(5)
        row.addWidget(KindSwatch(self._needs.theme, kind))
        label = QLabel(f"{kinds_text(kind)} {tokens_text(tokens)}")
        label.setProperty("kind", "muted")
        row.addWidget(label)
        return entry

    def _fill_tree(self) -> None:
        """What was chosen and unfolded stays so."""
        chosen = {each.part.subject for each in self.chosen()}
        turns = {turn.id: (at, turn) for at, turn in enumerate(self._needs.session.turns, start=1)}
        items = []
        for group in self.filled.groups:
            number, turn = turns.get(group.key, (0, None))
            prompt = turn.prompt_text if turn is not None else ""
            items.append(self._item(group_text(group, number, prompt), group.tokens, group))
        # Each that is chosen would be told alone, and thousands put in one by one take seconds.
        self.tree.blockSignals(True)
        self.tree.clear()
        self.tree.addTopLevelItems(items)
        for item, group in zip(items, self.filled.groups, strict=True):
            is_unfolded = group.key in self._unfolded
            is_chosen = any(each.part.subject in chosen for each in group.entries)
            if is_unfolded or is_chosen:
                self._fill_group(item, group, chosen)
            elif not group.is_system:
                item.setChildIndicatorPolicy(_SHOWN)
            item.setExpanded(is_unfolded)
        self.tree.blockSignals(False)
        self._offer()

    def _fill_group(
        self, item: QTreeWidgetItem, group: Group, chosen: Collection[str] = ()
    ) -> None:
        """The parts stand below it from when they are first seen: a long chat has thousands."""
        if group.is_system or item.childCount():
            return
        rows = [self._item(entry_text(each), each.tokens, each) for each in group.entries]
        item.addChildren(rows)
        for row, entry in zip(rows, group.entries, strict=True):
            if entry.part.subject in chosen:
                row.setSelected(True)

    def _item(self, text: str, tokens: int, held: Entry | Group) -> QTreeWidgetItem:
        usd = self._usd(tokens)
        cost = money(usd) if usd is not None and usd else ""
        item = QTreeWidgetItem([text, tokens_text(tokens), cost])
        item.setData(_NAME, _ENTRY, held)
        for column in (_TOKENS, _MONEY):
            item.setTextAlignment(column, _AT_END)
        is_out = held.how is not None if isinstance(held, Entry) else held.is_left_out
        muted = QColor(self._needs.theme.palette.text_muted)
        for column in (_NAME, _TOKENS, _MONEY):
            if is_out or column != _NAME:
                item.setForeground(column, muted)
        said = ", ".join(part for part in (text, tokens_text(tokens), cost) if part)
        item.setData(_NAME, Qt.ItemDataRole.AccessibleTextRole, said)
        item.setToolTip(_NAME, text)
        return item

    def _offer(self) -> None:
        chosen = self.chosen()
        self.drop.setEnabled(any(each.may_be_dropped for each in chosen))
        self.shorten.setEnabled(any(each.may_be_shortened for each in chosen))
        self.restore.setEnabled(any(each.how is not None for each in chosen))
        self.restore_all.setVisible(bool(self._needs.session.chat.settings.omissions))

    def _remember(self, item: QTreeWidgetItem, *, is_unfolded: bool) -> None:
        group = item.data(_NAME, _ENTRY)
        if isinstance(group, Group):
            self._fill_group(item, group)
            (self._unfolded.add if is_unfolded else self._unfolded.discard)(group.key)

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setAccessibleName(self.tr("What fills the window"))
        tree.setColumnCount(3)
        tree.setHeaderLabels([self.tr("What"), self.tr("Tokens"), self.tr("Money")])
        tree.setUniformRowHeights(True)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        for column in (_TOKENS, _MONEY):
            tree.headerItem().setTextAlignment(column, _AT_END)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        tree.itemSelectionChanged.connect(self._offer)
        tree.itemExpanded.connect(lambda item: self._remember(item, is_unfolded=True))
        tree.itemCollapsed.connect(lambda item: self._remember(item, is_unfolded=False))
        return tree

    def _build(self) -> None:
        buttons, row = flow_widget(at_end=False)
        for button in (self.drop, self.shorten, self.restore, self.restore_all):
            row.addWidget(button)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(16, 8, 16, 12)
        column.setSpacing(8)
        for widget in (self.total, self.bar, self.legend, self.source):
            column.addWidget(widget)
        column.addWidget(self.tree, 1)
        column.addWidget(buttons)
        column.addWidget(self.note)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolling(content))


def _fits(entry: Entry, how: Omitted | None) -> bool:
    if how is None:
        return entry.how is not None
    return entry.may_be_dropped if how is Omitted.DROP else entry.may_be_shortened
