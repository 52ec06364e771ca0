"""The user's own word on what one model can do: it counts above what anybody else says."""

from decimal import Decimal

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from studio.core.abilities import Abilities, Prices, Source
from studio.core.models import ModelEntry
from studio.ui.dialogs import answered
from studio.ui.settings.form import Form, calm
from studio.ui.settings.model_texts import fact_names, source_text
from studio.ui.settings.parts import button, labelled

_RESET = 2  # beside the results Rejected and Accepted
_MOST_TOKENS = 100_000_000
_MOST_DOLLARS = 10_000.0


class ModelFacts(QDialog):
    """Lives while it is open."""

    def __init__(self, entry: ModelEntry, parent: QWidget) -> None:
        super().__init__(parent)
        self._entry = entry
        self.setWindowTitle(self.tr("What {0} can do").format(entry.id))
        self.choices: dict[str, QComboBox] = {}
        self.form = Form()
        self._add_choices()
        self.context = self._tokens("context_tokens", self.tr("Context, in tokens"))
        self.output = self._tokens("output_tokens", self.tr("Longest answer, in tokens"))
        self.price_in = self._price("input", self.tr("Price of input"))
        self.price_out = self._price("output", self.tr("Price of output"))
        self._place()

    @property
    def abilities(self) -> Abilities:
        """Only what the user said; the rest stays with whoever says it."""
        facts: dict[str, object] = {}
        for name, box in self.choices.items():
            facts[name] = box.currentData()
        facts["context_tokens"] = self.context.value() or None
        facts["output_tokens"] = self.output.value() or None
        prices = {"input": _dollars(self.price_in), "output": _dollars(self.price_out)}
        return Abilities.model_validate({**facts, "prices": Prices.model_validate(prices)})

    def _add_choices(self) -> None:
        for name, text in fact_names().items():
            box = QComboBox()
            calm(box)
            known = getattr(self._entry.abilities, name)
            source = self._entry.sources.get(name, Source.UNKNOWN)
            others = known if source is not Source.USER else None
            for value, words in (
                (None, self._as_found(others, source)),
                (True, self.tr("Yes")),
                (False, self.tr("No")),
            ):
                box.addItem(words, value)
            mine = known if source is Source.USER else None
            box.setCurrentIndex({None: 0, True: 1, False: 2}[mine])
            self.choices[name] = box
            self.form.add(text, box)

    def _as_found(self, value: bool | None, source: Source) -> str:
        if value is None:
            return self.tr("As found: unknown")
        word = self.tr("yes") if value else self.tr("no")
        return self.tr("As found: {0}, {1}").format(word, source_text(source))

    def _tokens(self, name: str, text: str) -> QSpinBox:
        box = QSpinBox()
        box.setRange(0, _MOST_TOKENS)
        box.setSingleStep(1024)
        box.setGroupSeparatorShown(True)
        known = getattr(self._entry.abilities, name)
        source = self._entry.sources.get(name, Source.UNKNOWN)
        found = self.tr("unknown")
        if known is not None:
            found = f"{QLocale().toString(known)}, {source_text(source)}"
        box.setSpecialValueText(self.tr("As found"))
        box.setValue(known if known and source is Source.USER else 0)
        calm(box)
        hint = self.tr("Found: {0}").format(found) if source is not Source.USER else ""
        self.form.add(text, box, hint)
        return box

    def _price(self, name: str, text: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setRange(-0.01, _MOST_DOLLARS)
        box.setDecimals(4)
        box.setPrefix("$")
        box.setSuffix(self.tr(" per million"))
        box.setSpecialValueText(self.tr("As found"))
        known = getattr(self._entry.abilities.prices, name)
        source = self._entry.sources.get(f"price_{name}", Source.UNKNOWN)
        is_mine = known is not None and source is Source.USER
        box.setValue(float(known) if is_mine else box.minimum())
        calm(box)
        found = self.tr("unknown") if known is None else f"${known.normalize():f}"
        words = found if known is None else f"{found}, {source_text(source)}"
        self.form.add(text, box, "" if is_mine else self.tr("Found: {0}").format(words))
        return box

    def _place(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 12, 0)
        column.addWidget(self.form)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        intro = self.tr("What you choose here counts above what the provider or anybody says.")
        buttons = QDialogButtonBox()
        save = buttons.addButton(self.tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole)
        save.setProperty("kind", "primary")
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        reset = button(self.tr("Forget my words"))
        buttons.addButton(reset, QDialogButtonBox.ButtonRole.ResetRole)
        # After it was added, which shows it.
        reset.setVisible(Source.USER in self._entry.sources.values())
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        reset.clicked.connect(lambda: self.done(_RESET))
        around = QVBoxLayout(self)
        around.setContentsMargins(20, 18, 20, 16)
        around.setSpacing(12)
        around.addWidget(labelled(intro, "secondary"))
        around.addWidget(area, 1)
        around.addWidget(buttons)
        self.resize(560, 560)


async def asked_facts(entry: ModelEntry, parent: QWidget) -> tuple[bool, Abilities | None]:
    """Whether to change anything, and to what; None is what was found by others."""
    dialog = ModelFacts(entry, parent)
    code = await answered(dialog)
    if code == _RESET:
        return True, None
    return code == QDialog.DialogCode.Accepted, dialog.abilities


def _dollars(box: QDoubleSpinBox) -> Decimal | None:
    if box.value() < 0:
        return None
    return Decimal(str(round(box.value(), 4)))
