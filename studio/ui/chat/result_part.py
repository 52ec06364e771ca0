"""What a card shows of its result: as text, tree, table or page, and what is odd in it."""

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from studio.core.messages import Attachment, ToolResult
from studio.core.results import Finding, Form
from studio.ui.chat.card_parts import CodeBox, wrapping_label
from studio.ui.chat.card_texts import SHOWN_CHARACTERS, laid_out
from studio.ui.fields import LineEdit, offer_clearing
from studio.ui.flow_row import flow_widget
from studio.ui.ruling_texts import finding_text
from studio.ui.texts import size
from studio.ui.theme import Theme
from studio.ui.visible import visible

# Most results are text.
_STRIP = "studio.ui.chat.picture_strip"
_TREE = "studio.ui.chat.json_tree"
_TABLE = "studio.ui.chat.result_table"
_MARKDOWN = "studio.ui.chat.rendered_markdown"
_SAVING = "studio.ui.chat.code_saving"
_RESULT_LINES = 12
_MOST_FINDINGS = 5
_LARGEST = 2_000_000  # characters that are made into a tree or a table
_KINDS = {Form.DIFF: "diff", Form.JSON: "json", Form.MARKDOWN: "markdown"}
_ENDINGS = {Form.MARKDOWN: "md", Form.JSON: "json", Form.TABLE: "csv", Form.DIFF: "diff"}


class ResultPart(QWidget):
    """Part of a card's body; hidden while there is no result.

    Signals: `whole_requested()`, `height_changed()`, and of pictures beside the result
    `picture_wanted(Attachment, take)` and `picture_opened(Attachment)`.
    """

    whole_requested = Signal()
    height_changed = Signal()
    picture_wanted = Signal(object, object)
    picture_opened = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._result: ToolResult | None = None
        self._name = ""
        self._strip: Any = None
        self._view: Any = None  # the tree, table or page beside the text, once there is one
        self._shows_all = False
        self._flags = QWidget()
        self._flag_rows = QVBoxLayout(self._flags)
        self._flag_rows.setContentsMargins(0, 0, 0, 0)
        self._caption = wrapping_label("label")
        self._outside = wrapping_label("muted")
        self._field = LineEdit()
        self._field.setPlaceholderText(self.tr("Find in the result"))
        self._field.setAccessibleName(self.tr("Find in the result"))
        offer_clearing(self._field)
        self._field.textEdited.connect(lambda: self._find(goes_on=False))
        self._field.returnPressed.connect(lambda: self._find(goes_on=True))
        self._field.hide()
        self._text = CodeBox(theme, _RESULT_LINES)
        self._text.setAccessibleName(self.tr("Result"))
        self._text.height_changed.connect(self._tell_height)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        for widget in (self._flags, self._caption, self._outside, self._field, self._text):
            self._layout.addWidget(widget)
        self._layout.addWidget(self._build_buttons())

    def show_result(self, result: ToolResult, name: str) -> None:
        """`name` is that of the tool, for a file."""
        if result == self._result:
            return
        self._result, self._name = result, name
        self._drop_view()
        self._caption.setText(self._caption_of(result).upper())
        outside = visible(result.outside)
        self._outside.setText(
            self.tr("From outside: {0}. The model is told that it is no instruction.").format(
                outside
            )
        )
        self._outside.setVisible(bool(outside))
        self._show_flags(result.findings)
        self._show_text()
        self._make_view(result)
        self._show_pictures(result.files)
        self._show_side(is_text=self._view is None)

    def texts(self) -> list[QWidget]:
        """What can be found in it."""
        return [self._text] if not self._text.isHidden() else []

    def show_whole(self) -> None:
        """Shows all of a long result as text: something was found far down in it."""
        self._shows_all = True
        if self._result is not None:
            self._show_text()
            self._show_side(is_text=True)

    def _caption_of(self, result: ToolResult) -> str:
        if result.is_replaced:
            return self.tr("Result, replaced by you")
        if not result.content:
            return self.tr("The result is empty")
        if result.is_error:
            return self.tr("Error, as the model received it")
        if result.is_shortened:
            shortened = self.tr("Result, shortened for the model from {0}")
            return shortened.format(size(result.full_size))
        return self.tr("Result")

    def _show_text(self) -> None:
        if self._result is None:
            return
        said = laid_out(self._result.content)
        shown = said if self._shows_all else said[:SHOWN_CHARACTERS]
        self._text.show_text(shown, _KINDS.get(self._result.form, ""))

    def _make_view(self, result: ToolResult) -> None:
        """The view that fits the form of the result, where its text fits the form too."""
        if not result.content or len(result.content) > _LARGEST:
            return
        match result.form:
            case Form.JSON:
                self._view = self._tree(result.content)
            case Form.TABLE:
                table = import_module(_TABLE).read_table(result.content)
                self._view = import_module(_TABLE).ResultTable(table) if table else None
            case Form.MARKDOWN:
                text = result.content[:SHOWN_CHARACTERS]
                self._view = import_module(_MARKDOWN).RenderedMarkdown(self._theme, text)
                self._view.height_changed.connect(self._tell_height)
            case Form.TEXT | Form.DIFF:
                return
        if self._view is not None:
            self._layout.insertWidget(self._layout.indexOf(self._text), self._view)
            self._fit_view()

    def _tree(self, text: str) -> QWidget | None:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(value, dict | list) or not value:
            return None
        tree: Any = import_module(_TREE).JsonTree(self._theme, value)
        tree.expanded.connect(self._fit_soon)
        tree.collapsed.connect(self._fit_soon)
        made: QWidget = tree
        return made

    def _fit_soon(self) -> None:
        self._fit_view()
        self._tell_height()

    def _fit_view(self) -> None:
        if self._view is not None and hasattr(self._view, "wanted_height"):
            self._view.ensurePolished()
            self._view.setFixedHeight(self._view.wanted_height())

    def _drop_view(self) -> None:
        if self._view is not None:
            self._layout.removeWidget(self._view)
            self._view.hide()
            self._view.deleteLater()
            self._view = None

    def _show_side(self, *, is_text: bool) -> None:
        result = self._result
        if result is None:
            return
        has_content = bool(result.content)
        self._text.setVisible(has_content and (is_text or self._view is None))
        if self._view is not None:
            self._view.setVisible(not is_text)
        side = self.tr("As text")
        if is_text:
            side = {
                Form.JSON: self.tr("As a tree"),
                Form.TABLE: self.tr("As a table"),
            }.get(result.form, self.tr("As a page"))
        self._side.setText(side)
        self._side.setVisible(self._view is not None)
        is_table = result.form is Form.TABLE and self._view is not None
        self._large.setVisible(is_table and not is_text)
        self._find_button.setVisible(has_content)
        self._copy.setVisible(has_content)
        self._save.setVisible(has_content and not result.is_shortened)
        self._whole.setVisible(_has_more(result))
        self._tell_height()

    def _show_flags(self, findings: tuple[Finding, ...]) -> None:
        while (item := self._flag_rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for finding in findings[:_MOST_FINDINGS]:
            flag = self._flag(finding)
            self._flag_rows.addWidget(flag)
            flag.show()
        if len(findings) > _MOST_FINDINGS:
            more = wrapping_label("muted")
            more.setText(self.tr("{0} more").format(len(findings) - _MOST_FINDINGS))
            self._flag_rows.addWidget(more)
            more.show()
        self._flags.setVisible(bool(findings))

    def _flag(self, finding: Finding) -> QFrame:
        frame = QFrame()
        frame.setProperty("kind", "reason")
        row = QHBoxLayout(frame)
        row.setContentsMargins(10, 6, 6, 6)
        label = wrapping_label("warning")
        label.setText(finding_text(finding))
        row.addWidget(label, 1)
        show = QPushButton(self.tr("Show"))
        show.setProperty("kind", "flat")
        show.setAutoDefault(False)
        show.setAccessibleName(self.tr("Show where this stands"))
        show.clicked.connect(lambda: self._show_finding(finding))
        row.addWidget(show)
        return frame

    def _show_finding(self, finding: Finding) -> None:
        """Goes to the words in the text as it came."""
        if self._result is None:
            return
        self.show_whole()
        content = self._result.content
        if laid_out(content) == content:
            begin = _units(visible(content[: finding.start]))
            end = begin + _units(visible(content[finding.start : finding.end]))
        else:
            excerpt = " ".join(finding.excerpt.split())[:60]
            place = self._text.toPlainText().find(excerpt)
            if place < 0:
                return
            begin = _units(self._text.toPlainText()[:place])
            end = begin + _units(excerpt)
        self._text.show_stretch(begin, end)
        self._text.setFocus()

    def _show_pictures(self, files: tuple[Attachment, ...]) -> None:
        if self._strip is None and files:
            strip = self._strip = import_module(_STRIP).PictureStrip(self._theme, self)
            strip.wanted.connect(self.picture_wanted)
            strip.opened.connect(self.picture_opened)
            strip.height_changed.connect(self._tell_height)
            self._layout.insertWidget(self._layout.indexOf(self._text) + 1, strip)
        if self._strip is not None:
            self._strip.show_files(files)

    def _build_buttons(self) -> QWidget:
        widget, row = flow_widget()
        self._side = self._button(self.tr("As text"), self._change_side)
        self._find_button = self._button(self.tr("Find"), self._open_field)
        self._large = self._button(self.tr("Large table"), self._open_table)
        self._copy = self._button(self.tr("Copy"), self._copy_result)
        self._save = self._button(self.tr("Save as…"), self._save_result)
        self._whole = self._button(self.tr("Show all"), self.whole_requested.emit)
        for button in (
            self._side,
            self._find_button,
            self._large,
            self._copy,
            self._save,
            self._whole,
        ):
            button.setProperty("kind", "flat")
            row.addWidget(button)
        return widget

    def _change_side(self) -> None:
        self._show_side(is_text=self._text.isHidden())

    def _open_field(self) -> None:
        is_hidden = self._field.isHidden()
        self._field.setVisible(is_hidden)
        if is_hidden:
            self._field.setFocus()
        else:
            self._field.clear()
            self._find(goes_on=False)
        self._tell_height()

    def _find(self, *, goes_on: bool) -> None:
        """The next hit in the text or the tree; of a table the rows that hold it."""
        text = self._field.text()
        if self._view is not None and not self._view.isHidden() and hasattr(self._view, "seek"):
            self._view.seek(text)
            return
        if text and not self._shows_all:
            self.show_whole()
        self._text.find_next(text, goes_on=goes_on)

    def _open_table(self) -> None:
        if self._view is not None:
            self._view.open_window()

    def _copy_result(self) -> None:
        if self._result is not None:
            QGuiApplication.clipboard().setText(self._result.content)

    def _save_result(self) -> None:
        if self._result is not None:
            name = f"{_file_name(self._name)}.{_ENDINGS.get(self._result.form, 'txt')}"
            title = self.tr("Save the result as")
            import_module(_SAVING).ask_and_save(self, self._result.content, name, title)

    def _button(self, text: str, pressed: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(pressed)
        return button

    def _tell_height(self) -> None:
        self.updateGeometry()
        self.height_changed.emit()


def _has_more(result: ToolResult) -> bool:
    content = result.content
    return (
        result.is_shortened
        or len(content) > SHOWN_CHARACTERS
        or content.count("\n") >= _RESULT_LINES
    )


def _file_name(name: str) -> str:
    kept = "".join(each if each.isalnum() or each in "-_" else "_" for each in name)
    return kept.strip("_")[:60] or "result"


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
