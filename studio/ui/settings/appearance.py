"""How chats are set: zoom, fonts, width and density of the page, and how code looks."""

from PySide6.QtWidgets import QComboBox, QFontComboBox, QFrame, QHBoxLayout, QSpinBox, QVBoxLayout
from typing_extensions import override

from studio.core.chats import Turn
from studio.core.messages import Dialect, Origin, Round, Stop, Text, TurnState
from studio.core.settings import Density, LineWidth
from studio.ui.chat.code_theme import CODE_THEMES
from studio.ui.chat.column import Column
from studio.ui.chat.view import TranscriptView
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import CheckLine, Form, calm
from studio.ui.settings.needs import Needs
from studio.ui.settings.parts import button, group_label
from studio.ui.settings.preference_page import PreferencePage

_PREVIEW_HEIGHT = 252


class AppearancePage(PreferencePage):
    """Lives as long as the settings. Each change counts at once, also in the sample."""

    names = (
        "zoom",
        "text_family",
        "text_size",
        "line_width",
        "density",
        "code_family",
        "code_size",
        "code_theme",
        "wraps_code",
        "numbers_code",
    )

    def __init__(self, needs: Needs, errands: Errands) -> None:
        super().__init__(self.tr("Appearance"), needs, errands)
        self.boxes: dict[str, QComboBox | QSpinBox] = {}
        self._build_page()
        self._build_code()
        self._build_sample()
        self.finish()
        self.destroyed.connect(needs.preferences.watch(self.refresh))
        self.refresh()

    def refresh(self) -> None:
        """What is set now."""
        settings = self._needs.preferences.settings
        self._is_filling = True
        for name, box in self.boxes.items():
            value = getattr(settings, name)
            if isinstance(box, QSpinBox):
                box.setValue(value)
            elif isinstance(box, QFontComboBox):
                box.setEditText(value or self.tr("Callboard's own"))
            else:
                box.setCurrentIndex(max(box.findData(value), 0))
        self.wraps.set_on(is_on=settings.wraps_code)
        self.numbers.set_on(is_on=settings.numbers_code)
        self.reset.setEnabled(self.differs)
        self._is_filling = False

    def _build_page(self) -> None:
        form = self.add_form()
        zoom = self._add_number(form, "zoom", self.tr("Zoom"), (50, 300))
        zoom.setSuffix(self.tr(" %"))
        zoom.setSingleStep(10)
        form.fields[-1].show_hint(
            self.tr("Ctrl with plus, minus and 0. The text size of your system counts as well.")
        )
        self._add_family(form, "text_family", self.tr("Font of text"), is_code=False)
        self._add_number(form, "text_size", self.tr("Size of text"), (9, 32)).setSuffix(
            self.tr(" px")
        )
        width = self._add_choice(form, "line_width", self.tr("Width of lines"))
        for value, name in (
            (LineWidth.NARROW, self.tr("Narrow")),
            (LineWidth.NORMAL, self.tr("Normal")),
            (LineWidth.WIDE, self.tr("Wide")),
            (LineWidth.FULL, self.tr("As wide as the window")),
        ):
            width.addItem(name, value)
        density = self._add_choice(form, "density", self.tr("Density"))
        density.addItem(self.tr("Compact"), Density.COMPACT)
        density.addItem(self.tr("Normal"), Density.NORMAL)
        density.addItem(self.tr("Roomy"), Density.ROOMY)

    def _build_code(self) -> None:
        self.body.addWidget(group_label(self._needs.theme, self.tr("Code")))
        form = self.add_form()
        self._add_family(form, "code_family", self.tr("Font of code"), is_code=True)
        self._add_number(form, "code_size", self.tr("Size of code"), (8, 32)).setSuffix(
            self.tr(" px")
        )
        theme = self._add_choice(form, "code_theme", self.tr("Colours of code"))
        for value, name in CODE_THEMES:
            theme.addItem(name if value else self.tr("Callboard's own"), value)
        self.wraps = CheckLine(self.tr("Wrap long lines of code"))
        self.wraps.toggled.connect(lambda on: self._change("wraps_code", on))
        self.numbers = CheckLine(self.tr("Number the lines of code"))
        self.numbers.toggled.connect(lambda on: self._change("numbers_code", on))
        form.add_wide(self.wraps)
        form.add_wide(self.numbers)
        self.reset = button(self.tr("Back to the defaults"))
        self.reset.clicked.connect(self._reset)
        row = QHBoxLayout()
        row.addWidget(self.reset)
        row.addStretch(1)
        self.body.addLayout(row)

    def _build_sample(self) -> None:
        """A real transcript: what is seen here is what chats look like."""
        self.body.addWidget(group_label(self._needs.theme, self.tr("Sample")))
        frame = QFrame()
        frame.setProperty("kind", "card")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(1, 1, 1, 1)
        view = self.sample = TranscriptView(self._needs.theme, lambda _: QFrame())
        view.setFixedHeight(_PREVIEW_HEIGHT)
        view.setAccessibleName(self.tr("Sample of a chat"))
        inside.addWidget(view)
        self.body.addWidget(frame)
        turns = (_turn(self.tr("How do I greet somebody?"), self._sample_answer()),)
        view.show_column(Column(turns, view.column_width, view.writer.look))
        view.scroll_to_start()

    def _sample_answer(self) -> str:
        said = self.tr(
            "With a **kind word**, and in Python with one line. The longer the line of text, the "
            "harder the eye finds the beginning of the next one."
        )
        code = 'def greet(name: str) -> str:\n    """A kind word."""\n    return f"Hello, {name}!"'
        return f"{said}\n\n```python\n{code}\n```\n"

    @override
    def _add_choice(self, form: Form, name: str, label: str) -> QComboBox:
        box = self.boxes[name] = super()._add_choice(form, name, label)
        return box

    def _add_number(self, form: Form, name: str, label: str, bounds: tuple[int, int]) -> QSpinBox:
        box = QSpinBox()
        box.setRange(*bounds)
        box.setKeyboardTracking(False)
        calm(box)
        box.valueChanged.connect(lambda value: self._change(name, value))
        form.add(label, box)
        self.boxes[name] = box
        return box

    def _add_family(self, form: Form, name: str, label: str, *, is_code: bool) -> None:
        box = QFontComboBox()
        if is_code:
            box.setFontFilters(QFontComboBox.FontFilter.MonospacedFonts)
        box.insertItem(0, self.tr("Callboard's own"))
        calm(box)
        box.textActivated.connect(lambda text: self._take_family(name, text))
        form.add(label, box)
        self.boxes[name] = box

    def _take_family(self, name: str, text: str) -> None:
        self._change(name, "" if text == self.tr("Callboard's own") else text)


def _turn(prompt: str, answer: str) -> Turn:
    origin = Origin("", "", Dialect.OPENAI_CHAT, "")
    round_ = Round("sample", origin, 0.0, (Text(answer),), Stop.END)
    return Turn(
        "sample", "", None, 0.0, (Text(prompt),), rounds=(round_,), state=TurnState.COMPLETED
    )
