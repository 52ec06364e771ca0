"""What two turns took, one below the other."""

from decimal import Decimal

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy

from studio.core.comparison import Sums
from studio.ui.elided import ElidedLabel
from studio.ui.moments import money, token_count
from studio.ui.texts import duration

_FIRST_NUMBER = 1  # the column behind the name


class CompareSums(QFrame):
    """A small table. What nobody knows stays empty."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._heads = (
            self.tr("Time"),
            self.tr("Tokens in"),
            self.tr("Tokens out"),
            self.tr("Cost"),
            self.tr("Rounds"),
            self.tr("Calls"),
        )
        self._names = (ElidedLabel(), ElidedLabel())
        self.numbers = tuple(tuple(QLabel() for _ in self._heads) for _ in self._names)
        grid = QGridLayout(self)
        grid.setContentsMargins(14, 8, 14, 10)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for column, head in enumerate(self._heads, start=_FIRST_NUMBER):
            label = QLabel(head)
            label.setProperty("kind", "muted")
            grid.addWidget(label, 0, column, Qt.AlignmentFlag.AlignRight)
        for row, (name, numbers) in enumerate(zip(self._names, self.numbers, strict=True), start=1):
            name.setProperty("kind", "small")
            name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            grid.addWidget(name, row, 0)
            for column, label in enumerate(numbers, start=_FIRST_NUMBER):
                label.setProperty("kind", "small")
                grid.addWidget(label, row, column, Qt.AlignmentFlag.AlignRight)

    def show_sums(self, row: int, name: str, sums: Sums, cost: Decimal | None) -> None:
        """Of the first (0) or the second (1) turn."""
        number = QLocale().toString
        said = (
            "" if sums.seconds is None else duration(sums.seconds),
            "" if sums.input_tokens is None else token_count(sums.input_tokens),
            "" if sums.output_tokens is None else token_count(sums.output_tokens),
            "" if cost is None else money(cost),
            number(sums.rounds),
            number(sums.calls),
        )
        self._names[row].setText(name)
        for head, label, text in zip(self._heads, self.numbers[row], said, strict=True):
            label.setText(text)
            unknown = self.tr("unknown")
            label.setAccessibleName(f"{name}, {head}: {text or unknown}")
