"""The models of an Ollama server: what is there, fetching another one, and deleting."""

from contextlib import aclosing

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.errors import StudioError
from studio.core.profiles import ProviderProfile
from studio.harness.ports import OllamaModel, PullProgress
from studio.ui.elided import ElidedLabel
from studio.ui.failure_texts import failure_text
from studio.ui.fields import LineEdit
from studio.ui.moments import token_count
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import button, bytes_text, group_label, labelled, rule
from studio.ui.settings.test_lines import models_text
from studio.ui.theme import FontKind

_STEPS = 1_000  # of the bar: a count of bytes does not fit into it


class OllamaSection(QWidget):
    """Lives as long as the form of its profile. Asks the server when it is told to.

    Signals: `changed()`, when there are other models than before.
    """

    changed = Signal()

    def __init__(
        self, needs: Needs, errands: Errands, notices: Notices, profile: ProviderProfile
    ) -> None:
        super().__init__()
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._profile = profile
        self._pulling: Errand | None = None
        self._going: set[str] = set()  # models whose deletion can still be undone
        self.models: tuple[OllamaModel, ...] = ()
        self._build()
        self._place()
        self.list_button.clicked.connect(self.refresh)
        self.pull_button.clicked.connect(self._pull_or_stop)
        self.name.returnPressed.connect(self._pull_or_stop)

    def show_profile(self, profile: ProviderProfile) -> None:
        self._profile = profile

    def refresh(self) -> None:
        self.state.setText(self.tr("Asking the server…"))
        self.list_button.setEnabled(False)
        self._errands.start(self._list(), "settings: list Ollama's models")

    def stop(self) -> None:
        """What was fetched so far stays on the server, which goes on from there next time."""
        if self._pulling is not None:
            self._pulling.cancel()
            self._end_pull(self.tr("Stopped. Ollama goes on from here next time."))

    def _build(self) -> None:
        self.title = group_label(self._needs.theme, self.tr("Models of this server"))
        self.list_button = button(self.tr("Show them"), name=self.tr("List the server's models"))
        self.state = labelled("", "muted")
        self.name = LineEdit()
        self.name.setFont(self._needs.theme.font(FontKind.CODE))
        self.name.setPlaceholderText("qwen3:8b")
        self.name.setAccessibleName(self.tr("Model to fetch"))
        self.pull_button = button(self.tr("Fetch"), name=self.tr("Fetch this model"))
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.hide()
        self.progress = labelled("", "muted")
        self.progress.hide()

    def _place(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.list_button)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        pull = QHBoxLayout()
        pull.setSpacing(8)
        pull.addWidget(self.name, 1)
        pull.addWidget(self.pull_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(self._rows)
        column.addWidget(self.state)
        column.addLayout(pull)
        column.addWidget(self.bar)
        column.addWidget(self.progress)

    async def _list(self) -> None:
        try:
            models = await self._needs.ollama.list(self._profile)
        except StudioError as error:
            if isValid(self):
                self._say(error)
                self.list_button.setEnabled(True)
            return
        if isValid(self):
            self.models = models
            self.list_button.setEnabled(True)
            self.list_button.setText(self.tr("Refresh"))
            self._draw()

    def _draw(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()
        shown = [model for model in self.models if model.name not in self._going]
        for model in shown:
            self._rows.addWidget(self._row(model))
            self._rows.addWidget(rule())
        used = bytes_text(sum(model.size for model in shown))
        said = self.tr("{0}, {1} on disk").format(models_text(len(shown)), used)
        self.state.setText(said if shown else self.tr("There are no models on this server yet."))

    def _row(self, model: OllamaModel) -> QFrame:
        row = QFrame()
        name = ElidedLabel(model.name)
        name.setFont(self._needs.theme.font(FontKind.CODE))
        facts = [bytes_text(model.size), model.parameter_size, model.quantization]
        if model.context_tokens:
            facts.append(self.tr("{0} context").format(token_count(model.context_tokens)))
        if model.is_loaded:
            facts.append(self.tr("loaded"))
        line = ElidedLabel(" · ".join(filter(None, facts)))
        line.setProperty("kind", "muted")
        lines = QVBoxLayout()
        lines.setSpacing(1)
        lines.addWidget(name)
        lines.addWidget(line)
        delete = button(self.tr("Delete"), "cell", self.tr("Delete {0}").format(model.name))
        delete.clicked.connect(lambda: self._delete(model))
        inside = QHBoxLayout(row)
        inside.setContentsMargins(10, 7, 0, 7)
        inside.addLayout(lines, 1)
        inside.addWidget(delete)
        return row

    def _delete(self, model: OllamaModel) -> None:
        self._going.add(model.name)
        text = self.tr("{0} is deleted from the server: {1} become free.")
        said = text.format(model.name, bytes_text(model.size))

        def undo() -> None:
            self._going.discard(model.name)
            if isValid(self):
                self._draw()

        self._notices.offer(Offer(said, lambda: self._delete_now(model.name), undo))
        self._draw()
        self.list_button.setFocus(Qt.FocusReason.OtherFocusReason)

    async def _delete_now(self, name: str) -> None:
        try:
            await self._needs.ollama.delete(self._profile, name)
        finally:
            self._going.discard(name)
            if isValid(self):
                self.refresh()
        if isValid(self):
            self.changed.emit()

    def _pull_or_stop(self) -> None:
        if self._pulling is not None:
            self.stop()
            return
        name = self.name.text().strip()
        if not name:
            self.name.setFocus()
            return
        self.pull_button.setText(self.tr("Stop"))
        self.name.setEnabled(False)
        self.bar.setRange(0, 0)
        self.bar.show()
        self.progress.setText(self.tr("Asking for {0}…").format(name))
        self.progress.show()
        self._pulling = self._errands.start(self._pull(name), "settings: fetch a model")

    async def _pull(self, name: str) -> None:
        try:
            async with aclosing(self._needs.ollama.pull(self._profile, name)) as steps:
                async for step in steps:
                    if isValid(self):
                        self._show_progress(step)
        except StudioError as error:
            if isValid(self):
                self._end_pull("")
                self._say(error)
            return
        if isValid(self):
            self.name.clear()
            self._end_pull(self.tr("{0} is there.").format(name))
            self.refresh()
            self.changed.emit()

    def _show_progress(self, step: PullProgress) -> None:
        words = step.status
        if step.total:
            self.bar.setRange(0, _STEPS)
            self.bar.setValue(round(_STEPS * step.completed / step.total))
            done = self.tr("{0} of {1}").format(bytes_text(step.completed), bytes_text(step.total))
            words = f"{words} · {done}"
        self.progress.setText(words)

    def _end_pull(self, said: str) -> None:
        self._pulling = None
        self.bar.hide()
        self.name.setEnabled(True)
        self.pull_button.setText(self.tr("Fetch"))
        self.progress.setText(said)
        self.progress.setVisible(bool(said))

    def _say(self, error: StudioError) -> None:
        text = failure_text(error.failure)
        words = (text.title, error.failure.message, text.advice)
        self.state.setText(" ".join(filter(None, words)))
