"""The rows of Add: servers found on this computer, then the catalogue. Values, and their list."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.core.catalogue import Catalogue, CatalogueRow, Region
from studio.core.pasted import Recognised
from studio.harness.ports import FoundServer
from studio.ui.dialect_texts import dialect_name
from studio.ui.elided import ElidedLabel
from studio.ui.settings.parts import labelled
from studio.ui.settings.test_lines import models_text

translate = QCoreApplication.translate

_NUMBER = Qt.ItemDataRole.UserRole
_ROW_HEIGHT = 54


@dataclass(frozen=True, slots=True)
class AddRow:
    """One way to add a provider. `pill` is a word that sets it apart."""

    found: Recognised
    name: str
    line: str
    pill: str = ""

    @property
    def words(self) -> str:
        return f"{self.name} {self.line} {self.found.base_url}".casefold()


def catalogue_rows(catalogue: Catalogue) -> tuple[AddRow, ...]:
    return tuple(_of_row(row) for row in catalogue.rows)


def server_row(server: FoundServer, catalogue: Catalogue) -> AddRow:
    """A server that answered on this computer."""
    found = Recognised(
        row=catalogue.row(server.row_id),
        base_url=server.base_url,
        dialect=server.dialect,
        name=server.name,
        model=server.models[0] if len(server.models) == 1 else "",
    )
    facts = (models_text(len(server.models)), dialect_name(server.dialect), server.base_url)
    return AddRow(found, server.name, " · ".join(facts), translate("settings", "found here"))


def by_hand() -> AddRow:
    line = translate("settings", "Any other address, filled in by hand")
    return AddRow(Recognised(), translate("settings", "Other…"), line)


def _of_row(row: CatalogueRow) -> AddRow:
    found = Recognised(row=row, base_url=row.base_url, dialect=row.dialect, name=row.name)
    facts = (region_text(row.region), dialect_name(row.dialect), row.base_url)
    return AddRow(found, row.name, " · ".join(filter(None, facts)))


def region_text(region: Region) -> str:
    """Where a provider works from."""
    known = {
        "us": translate("settings", "USA"),
        "eu": translate("settings", "European Union"),
        "cn": translate("settings", "China"),
        "global": translate("settings", "worldwide"),
        "local": translate("settings", "this computer"),
    }
    return known.get(str(region).lower(), str(region).upper())


class AddList(QListWidget):
    """Lives as long as its panel.

    Signals: `taken(row)`.
    """

    taken = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[AddRow, ...] = ()
        self.setAccessibleName(self.tr("Providers that can be added"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.itemActivated.connect(self._take)
        self.itemClicked.connect(self._take)

    @property
    def rows(self) -> tuple[AddRow, ...]:
        return self._rows

    def show_rows(self, rows: tuple[AddRow, ...]) -> None:
        """The first is chosen, so that Return takes it."""
        if rows == self._rows:
            return
        chosen = self.currentRow()
        before = self._rows[chosen] if 0 <= chosen < len(self._rows) else None
        self._rows = rows
        self.clear()
        for number, row in enumerate(rows):
            item = QListWidgetItem()
            item.setData(_NUMBER, number)
            said = ". ".join(filter(None, (row.name, row.pill, row.line)))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            self.addItem(item)
            self.setItemWidget(item, _Row(row))
        if rows:
            self.setCurrentRow(rows.index(before) if before in rows and chosen else 0)

    def step(self, step: int) -> None:
        self.setCurrentRow(min(max(self.currentRow() + step, 0), self.count() - 1))

    def take(self) -> None:
        item = self.currentItem()
        if item is not None:
            self._take(item)

    def _take(self, item: QListWidgetItem) -> None:
        self.taken.emit(self._rows[int(item.data(_NUMBER))])


class _Row(QWidget):
    """Two lines and a word. It takes no mouse: the list does."""

    def __init__(self, row: AddRow) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        line = ElidedLabel(row.line)
        line.setProperty("kind", "muted")
        lines = QVBoxLayout()
        lines.setSpacing(1)
        lines.addWidget(ElidedLabel(row.name))
        lines.addWidget(line)
        inside = QHBoxLayout(self)
        inside.setContentsMargins(12, 5, 12, 5)
        inside.setSpacing(10)
        inside.addLayout(lines, 1)
        if row.pill:
            inside.addWidget(labelled(row.pill, "pill-success"), 0, Qt.AlignmentFlag.AlignVCenter)
