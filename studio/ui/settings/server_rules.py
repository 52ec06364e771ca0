"""When a server runs, what it is told, and how far it is trusted."""

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from studio.core.servers import ServerEntry, StartMode, Transport
from studio.core.trust import Level, Reach
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import CheckLine, Form, calm
from studio.ui.settings.parts import group_label, labelled
from studio.ui.settings.server_needs import ServerNeeds
from studio.ui.settings.server_places import FolderList, PathField
from studio.ui.settings.server_saving import ServerSaving
from studio.ui.settings.server_texts import demands_text, reach_text, start_text


class ServerRules(QWidget):
    """Lives as long as the settings of its server. `forms` follow the width of the page."""

    def __init__(self, needs: ServerNeeds, errands: Errands, saving: ServerSaving) -> None:
        super().__init__()
        self._saving = saving
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self.forms: list[Form] = []
        self._build_running(needs, errands)
        self._build_trust(needs)
        self._connect()

    def show_entry(self, entry: ServerEntry) -> None:
        for box, value in (
            (self.start, entry.start),
            (self.demands, entry.demands),
            (self.reach, entry.reach),
        ):
            box.setCurrentIndex(box.findData(value))
        self.watches.show_path(entry.watches)
        self.roots.show_folders(entry.roots)
        self.trusted.set_on(is_on=entry.is_trusted)
        self._running.set_row_visible(self._watches_field, entry.transport is Transport.STDIO)

    def _build_running(self, needs: ServerNeeds, errands: Errands) -> None:
        self.start = _choice(tuple(StartMode), start_text)
        self.watches = PathField(
            needs, errands, needs.pick_file, self.tr("Choose the file to watch")
        )
        self.roots = FolderList(needs, errands)
        self._running = form = self._form(needs, self.tr("Running"))
        form.add(self.tr("Starts"), self.start)
        watched = self.tr(
            "For a server that you are writing: it is restarted when this file or folder changes."
        )
        self._watches_field = form.add(self.tr("Restart with"), self.watches, watched)
        told = self.tr(
            "Folders that it is told of. This keeps it out of nothing: a program has your rights."
        )
        form.add(self.tr("Roots"), self.roots, told)

    def _build_trust(self, needs: ServerNeeds) -> None:
        self.demands = _choice(tuple(Level), demands_text)
        self.reach = _choice(tuple(Reach), reach_text)
        form = self._form(needs, self.tr("Trust"))
        form.add(self.tr("Results demand"), self.demands)
        form.add(self.tr("Arguments go"), self.reach)
        self.trusted = CheckLine(self.tr("I trust what this server says about its tools"))
        form.add_wide(self.trusted)
        believed = self.tr(
            "Then a tool that it calls read-only may run beside others and need not ask first. "
            "Else its claims are shown, and not believed."
        )
        self._column.addWidget(labelled(believed, "muted"))

    def _connect(self) -> None:
        change = self._saving.change
        self.start.activated.connect(lambda: change(start=StartMode(self.start.currentData())))
        self.demands.activated.connect(lambda: change(demands=Level(self.demands.currentData())))
        self.reach.activated.connect(lambda: change(reach=Reach(self.reach.currentData())))
        self.watches.edited.connect(lambda path: change(watches=path))
        self.roots.edited.connect(lambda folders: change(roots=folders))
        self.trusted.toggled.connect(lambda is_on: change(is_trusted=is_on))

    def _form(self, needs: ServerNeeds, title: str) -> Form:
        self._column.addWidget(group_label(needs.theme, title))
        form = Form()
        self.forms.append(form)
        self._column.addWidget(form)
        return form


def _choice(values: tuple[Any, ...], text: Callable[[Any], str]) -> QComboBox:
    box = QComboBox()
    calm(box)
    for value in values:
        box.addItem(text(value), value)
    return box
