"""What a card shows while its call waits for the user: why, what would be done, and the answers."""

import json
from collections.abc import Callable
from difflib import unified_diff
from importlib import import_module
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from studio.core.decisions import Decision, Verdict
from studio.core.events import ApprovalRequested
from studio.core.results import Form
from studio.core.rules import ANY, Approved, Condition, Why
from studio.core.tools import Preview, ToolDefinition
from studio.ui.chat.card_draft import CardDraft
from studio.ui.chat.card_parts import CodeBox, restyle, wrapping_label
from studio.ui.fields import LineEdit
from studio.ui.flow_row import flow_widget
from studio.ui.ruling_texts import TRUST_REASONS, asked_text, claims_text, narrowing_texts
from studio.ui.texts import preview_note
from studio.ui.theme import Theme

# Few arguments are edited.
_FORM = "studio.ui.schema_form"
_PREVIEW_LINES = 24
_CHANGE_LINES = 12
_MOST_CHANGED = 40_000  # characters of a description or a schema that are compared
_FORMS = {Form.DIFF: "diff", Form.JSON: "json", Form.MARKDOWN: "markdown"}
_GRAVE = TRUST_REASONS | {Why.CHANGED, Why.ALWAYS_ASKS}


class ApprovalPart(QWidget):
    """Part of a card's body; hidden while nothing waits.

    `offers_always` and `offers_override` are false where that is forbidden. Signals:
    `decided(Decision)`, `height_changed()`.
    """

    decided = Signal(object)
    height_changed = Signal()

    def __init__(
        self, theme: Theme, draft: CardDraft, *, offers_always: bool, offers_override: bool
    ) -> None:
        super().__init__()
        self._theme = theme
        self._draft = draft
        self._offers_always = offers_always
        self._offers_override = offers_override
        self._asked: ApprovalRequested | None = None
        self._arguments: object = {}
        self._form: Any = None
        self._reason_box, self._why = _reason_box()
        self._claims = wrapping_label("muted")
        self._changed_caption = wrapping_label("label")
        self._changed_caption.setText(self.tr("What has changed").upper())
        self._changed = self._box(_CHANGE_LINES, self.tr("What has changed"))
        self._preview = self._box(_PREVIEW_LINES, self.tr("What would be done"))
        # A line of its own: a long path beside the buttons would leave them no room.
        self._note = wrapping_label("secondary")
        self._edited = wrapping_label("muted")
        self._edited.setText(self.tr("The model will be told what you changed."))
        self._reason = LineEdit()
        self._reason.setPlaceholderText(self.tr("Reason, if you like: the model will read it"))
        self._reason.setAccessibleName(self.tr("Reason for denying"))
        self._reason.returnPressed.connect(self._deny)
        self._reason.hide()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        for widget in (
            self._reason_box,
            self._changed_caption,
            self._changed,
            self._preview,
            self._note,
            self._claims,
            self._edited,
            self._reason,
            self._build_buttons(),
        ):
            self._layout.addWidget(widget)

    @property
    def is_blocked(self) -> bool:
        """Whether only a knowing override lets the call run."""
        return self._asked is not None and self._asked.is_blocked

    @property
    def offers_in_chat(self) -> bool:
        """Whether a word for the whole chat would count: some tools ask whatever was said."""
        ruling = self._asked.ruling if self._asked is not None else None
        asks_anyway = ruling is not None and ruling.why is Why.ALWAYS_ASKS
        return self._offers_always and not asks_anyway

    def show_asked(self, asked: ApprovalRequested | None, arguments: object) -> None:
        """Shows what waits; `asked` is None where only that is known."""
        self._asked, self._arguments = asked, arguments
        tool = asked.tool if asked is not None else None
        self._show_why(asked)
        claims = claims_text(tool) if tool is not None else ""
        self._claims.setText(claims)
        self._claims.setVisible(bool(claims))
        self._show_change(asked.before if asked is not None else None, tool)
        self._show_preview(asked)
        if self._draft.arguments is not None and self._form is None and tool is not None:
            self._open_form()
        self._show_buttons()

    def ask_reason(self) -> None:
        """Opens the line for the reason of a denial; Return denies."""
        self._reason.show()
        self._reason.setFocus()
        self._show_buttons()
        self._tell_height()

    def close_reason(self) -> None:
        """The user thought better of denying, or nothing waits any more."""
        self._reason.hide()
        self._show_buttons()
        self._tell_height()

    def edit(self) -> None:
        """Opens the form of the arguments, where the schema is known."""
        if self._asked is None or self._asked.tool is None or self.is_blocked:
            return
        if self._form is None:
            self._open_form()
        self._form.focus_first()
        self._show_buttons()
        self._tell_height()

    def allow(self, verdict: Verdict, condition: Condition = ANY) -> None:
        """Lets the call run, with edited arguments where there are some. A blocked one stays."""
        if self.is_blocked:
            return
        arguments = self._edited_arguments()
        if self._form is not None and self._form.problems():
            self._form.focus_first()
            return
        self.decided.emit(Decision(verdict, condition=condition, arguments=arguments))

    def _show_why(self, asked: ApprovalRequested | None) -> None:
        ruling = asked.ruling if asked is not None else None
        said = asked_text(ruling, asked.tool) if ruling is not None and asked is not None else ""
        if asked is not None and asked.is_blocked:
            said = self.tr("Blocked. {0}").format(said).strip()
            if not self._offers_override:
                said += " " + self.tr("It cannot be allowed here.")
        self._why.setText(said)
        is_grave = asked is not None and (
            asked.is_blocked or (ruling is not None and ruling.why in _GRAVE)
        )
        restyle(self._reason_box, "reason" if is_grave else "")
        restyle(self._why, "warning" if is_grave else "secondary")
        margin = 10 if is_grave else 0
        layout = self._reason_box.layout()
        if layout is not None:
            layout.setContentsMargins(margin, margin - 2 if margin else 0, margin, margin)
        self._reason_box.setVisible(bool(said))

    def _show_change(self, before: Approved | None, tool: ToolDefinition | None) -> None:
        diff = changes(before, tool) if before is not None and tool is not None else ""
        for widget in (self._changed_caption, self._changed):
            widget.setVisible(bool(diff))
        if diff:
            self._changed.show_text(diff, "diff")

    def _show_preview(self, asked: ApprovalRequested | None) -> None:
        self._preview.setVisible(asked is not None and bool(asked.preview))
        note = ""
        if asked is not None:
            self._preview.show_text(asked.preview, _FORMS.get(asked.form, ""))
            note = preview_note(Preview(asked.preview, asked.note, asked.effect, asked.form))
        self._note.setText(note)
        self._note.setVisible(bool(note))

    def _build_buttons(self) -> QWidget:
        widget, row = flow_widget()
        self._edit = self._button(self.tr("Edit arguments"), self._toggle_form)
        self._back = self._button(self.tr("Back"), self.close_reason)
        self._never = self._menu_button(self.tr("Never…"))
        self._deny_button = self._button(self.tr("Deny…"), self._ask_or_deny)
        self._override = self._menu_button(self.tr("Allow all the same…"))
        self._in_chat = self._button(
            self.tr("Allow in this chat"), lambda: self.allow(Verdict.ALLOW_IN_CHAT)
        )
        self._always = self._menu_button(self.tr("Always…"))
        self._once = self._button(self.tr("Allow once"), lambda: self.allow(Verdict.ALLOW_ONCE))
        self._once.setProperty("kind", "primary")
        keys = (
            (self._edit, self.tr("E while the card has the focus")),
            (self._deny_button, self.tr("D while the card has the focus")),
            (self._in_chat, self.tr("C while the card has the focus")),
            (self._once, self.tr("A while the card has the focus")),
        )
        for button, said in keys:
            button.setToolTip(said)
            button.setAccessibleDescription(said)
        for button in (
            self._edit,
            self._back,
            self._never,
            self._deny_button,
            self._override,
            self._in_chat,
            self._always,
            self._once,
        ):
            row.addWidget(button)
        return widget

    def _show_buttons(self) -> None:
        asks_reason = not self._reason.isHidden()
        may = not asks_reason and not self.is_blocked
        tool = self._asked.tool if self._asked is not None else None
        self._back.setVisible(asks_reason)
        self._deny_button.setText(self.tr("Deny") if asks_reason else self.tr("Deny…"))
        self._edit.setVisible(may and tool is not None)
        self._edit.setText(
            self.tr("Edit arguments") if self._form is None else self.tr("As the model asked")
        )
        self._never.setVisible(may and tool is not None)
        self._in_chat.setVisible(may and self.offers_in_chat)
        has_always = self._asked is not None and bool(self._asked.narrowings)
        self._always.setVisible(may and self._offers_always and has_always)
        self._once.setVisible(may)
        self._override.setVisible(self.is_blocked and not asks_reason and self._offers_override)
        self._edited.setVisible(may and self._edited_arguments() is not None)
        if self._asked is not None:
            self._fill_menus(self._asked.narrowings)

    def _fill_menus(self, narrowings: tuple[Condition, ...]) -> None:
        conditions = (*(each for each in narrowings if each != ANY), ANY)
        pairs = (
            (self._always, self.tr("Always"), self._allow_always),
            (self._never, self.tr("Never"), self._never_allow),
        )
        for button, word, act in pairs:
            menu = button.menu()
            menu.clear()
            for condition, text in zip(conditions, narrowing_texts(conditions, word), strict=True):
                _add(menu, text, _with(act, condition))
        menu = self._override.menu()
        menu.clear()
        _add(menu, self.tr("This once"), lambda: self._override_by(Verdict.ALLOW_ONCE))
        if self._offers_always:
            in_chat = self.tr("In this chat, from now on")
            _add(menu, in_chat, lambda: self._override_by(Verdict.ALLOW_IN_CHAT))

    def _allow_always(self, condition: Condition) -> None:
        self.allow(Verdict.ALLOW_ALWAYS, condition)

    def _never_allow(self, condition: Condition) -> None:
        self.decided.emit(Decision(Verdict.NEVER, condition=condition))

    def _override_by(self, verdict: Verdict) -> None:
        self.decided.emit(Decision(verdict, overrides_trust=True))

    def _ask_or_deny(self) -> None:
        if self._reason.isHidden():
            self.ask_reason()
        else:
            self._deny()

    def _deny(self) -> None:
        self.decided.emit(Decision(Verdict.DENY, self._reason.text().strip()))

    def _toggle_form(self) -> None:
        if self._form is None:
            self.edit()
            return
        self._draft.arguments = None
        self._layout.removeWidget(self._form)
        self._form.hide()
        self._form.deleteLater()
        self._form = None
        self._show_buttons()
        self._tell_height()

    def _open_form(self) -> None:
        asked = self._asked
        if asked is None or asked.tool is None:
            return
        form = self._form = import_module(_FORM).SchemaForm(self._theme, asked.tool.schema, self)
        given = self._arguments if isinstance(self._arguments, dict) else {}
        form.set_value(given if self._draft.arguments is None else self._draft.arguments)
        self._draft.arguments = form.value()
        form.setAccessibleName(self.tr("The arguments"))
        form.changed.connect(self._keep_draft)
        form.height_changed.connect(self._tell_height)
        self._layout.insertWidget(self._layout.indexOf(self._edited), form)
        form.show()

    def _keep_draft(self) -> None:
        had = self._edited.isHidden()
        self._draft.arguments = self._form.value()
        self._edited.setVisible(self._edited_arguments() is not None)
        if had is not self._edited.isHidden():
            self._tell_height()

    def _edited_arguments(self) -> str | None:
        """The arguments as JSON where they are others than the model's."""
        if self._form is None:
            return None
        value = self._form.value()
        return None if value == self._arguments else json.dumps(value, ensure_ascii=False)

    def _button(self, text: str, pressed: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(pressed)
        return button

    def _menu_button(self, text: str) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.setMenu(QMenu(button))
        return button

    def _box(self, lines: int, name: str) -> CodeBox:
        box = CodeBox(self._theme, lines)
        box.setAccessibleName(name)
        box.height_changed.connect(self._tell_height)
        return box

    def _tell_height(self) -> None:
        self.updateGeometry()
        self.height_changed.emit()


def changes(before: Approved, tool: ToolDefinition) -> str:
    """What a tool says and takes now, against what was approved: a unified diff."""
    was = _described(before.description, before.schema_text)
    now = _described(tool.description, json.dumps(dict(tool.schema), ensure_ascii=False))
    if not before.description and not before.schema_text:
        return ""
    return "\n".join(unified_diff(was, now, "approved", "now", lineterm="", n=2))


def _described(description: str, schema: str) -> list[str]:
    try:
        laid_out = json.dumps(json.loads(schema), ensure_ascii=False, indent=2, sort_keys=True)
    except (ValueError, RecursionError):
        laid_out = schema
    return [*description[:_MOST_CHANGED].splitlines(), *laid_out[:_MOST_CHANGED].splitlines()]


def _with(act: Callable[[Condition], None], condition: Condition) -> Callable[[], None]:
    return lambda: act(condition)


def _add(menu: QMenu, text: str, act: Callable[[], None]) -> None:
    # An ampersand would be read as the mark of a key.
    action: QAction = menu.addAction(text.replace("&", "&&"))
    action.triggered.connect(act)


def _reason_box() -> tuple[QFrame, QLabel]:
    frame, label = QFrame(), wrapping_label("secondary")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(label)
    return frame, label
