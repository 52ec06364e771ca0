"""Models on this computer: the files that were found, where to look, and how they are loaded."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout
from shiboken6 import isValid
from typing_extensions import override

from studio.core.profiles import SMALL_MODEL_ID, EngineSettings, Kind, ProviderProfile
from studio.harness.ports import EngineState, ModelFile
from studio.ui.elided import ElidedLabel
from studio.ui.settings.engine_card import EngineCard
from studio.ui.settings.errands import Errands
from studio.ui.settings.folders import Folders
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices
from studio.ui.settings.parts import button, bytes_text, group_label, labelled
from studio.ui.settings.sheet import Page
from studio.ui.texts import profile_name

translate = QCoreApplication.translate


class ModelsPage(Page):
    """Lives as long as the settings.

    Signals: `chat_requested(profile_id)`.
    """

    chat_requested = Signal(str)

    def __init__(self, needs: Needs, errands: Errands, notices: Notices) -> None:
        super().__init__(self.tr("Models on this computer"))
        self._needs = needs
        self._errands = errands
        self._folders_seen: tuple[str, ...] = ()
        self.cards: dict[str, EngineCard] = {}
        intro = self.tr(
            "A model in a GGUF file runs right here: nothing that you write leaves this computer."
        )
        self.body.addWidget(labelled(intro, "secondary"))
        self.body.addWidget(group_label(needs.theme, self.tr("Files")))
        self._files = self._column()
        self.state = labelled(self.tr("Looking for files…"), "muted")
        self.body.addWidget(self.state)
        self.body.addWidget(group_label(needs.theme, self.tr("Folders to look in")))
        if needs.places.models:
            own = self.tr("Always looked in: {0}").format(needs.places.models)
            self.body.addWidget(labelled(own, "muted"))
        self.folders = Folders(needs, errands, notices, "model_folders")
        self.body.addWidget(self.folders)
        self._engines_title = group_label(needs.theme, self.tr("How they are loaded"))
        self.body.addWidget(self._engines_title)
        self._engines = self._column()
        self.finish()
        needs.local_models.observe(self._show_engine)
        self.destroyed.connect(needs.preferences.watch(self._look_again))
        self.destroyed.connect(needs.profiles.watch(self._refresh_engines))
        self._refresh_engines()

    def look(self) -> None:
        """Looks for files again: they come and go without our knowledge."""
        self._folders_seen = self._needs.preferences.settings.model_folders
        self._errands.start(self._find(), "settings: find model files")

    def _look_again(self) -> None:
        if self._needs.preferences.settings.model_folders != self._folders_seen:
            self.look()

    async def _find(self) -> None:
        files = await self._needs.local_models.files(self._folders_seen)
        _empty(self._files)
        for file in files:
            self._files.addWidget(self._file_row(file))
        self.state.setText(
            self.tr("No model file was found. Put one into a folder below, or add a folder.")
        )
        self.state.setVisible(not files)

    def _file_row(self, file: ModelFile) -> QFrame:
        card = QFrame()
        card.setProperty("kind", "card")
        name = ElidedLabel(file.name)
        place = ElidedLabel(f"{bytes_text(file.size)} · {file.path}")
        place.setProperty("kind", "muted")
        lines = QVBoxLayout()
        lines.setSpacing(2)
        lines.addWidget(name)
        lines.addWidget(place)
        if file.is_bundled:
            lines.addWidget(labelled(honest_words(), "secondary"))
        use = button(self.tr("Use in a chat"), name=self.tr("Use {0} in a chat").format(file.name))
        use.clicked.connect(lambda: self._errands.start(self._use(file), "settings: use a model"))
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 12, 14, 12)
        row.setSpacing(12)
        row.addLayout(lines, 1)
        row.addWidget(use)
        return card

    async def _use(self, file: ModelFile) -> None:
        profile = self._profile_of(file)
        if profile is None:
            profile = ProviderProfile(
                id=self._needs.new_id(),
                name=file.name.removesuffix(".gguf") or file.name,
                kind=Kind.ENGINE,
                model=file.name,
                engine=EngineSettings(model_path=file.path),
            )
            await self._needs.profiles.save(profile)
        self.chat_requested.emit(profile.id)

    def _profile_of(self, file: ModelFile) -> ProviderProfile | None:
        """The one that runs this file already, with the settings the user gave it."""
        if file.is_bundled and (small := self._needs.profiles.profile(SMALL_MODEL_ID)):
            return small
        return next((one for one in self._engine_profiles() if _runs(one, file)), None)

    def _engine_profiles(self) -> tuple[ProviderProfile, ...]:
        every = self._needs.profiles.profiles
        return tuple(one for one in every if one.kind is Kind.ENGINE and one.engine is not None)

    def _refresh_engines(self) -> None:
        profiles = {one.id: one for one in self._engine_profiles()}
        for profile_id in set(self.cards) - set(profiles):
            card = self.cards.pop(profile_id)
            self._engines.removeWidget(card)
            card.deleteLater()
        for profile in profiles.values():
            self._show_card(profile)
        self._engines_title.setVisible(bool(profiles))

    def _show_card(self, profile: ProviderProfile) -> None:
        if profile.engine is None:
            return
        name = profile_name(profile.name)
        if profile.id not in self.cards:
            card = EngineCard(name, profile.engine)
            card.edited.connect(lambda engine: self._save(profile.id, engine))
            self.adopt_form(card.fields)
            self._engines.addWidget(card)
            self.cards[profile.id] = card
        self.cards[profile.id].show_profile(name, profile.engine)

    def _save(self, profile_id: str, engine: EngineSettings) -> None:
        work = self._needs.profiles.change(profile_id, engine=engine.model_dump())
        self._errands.start(work, "settings: how a model is loaded")

    def _show_engine(self, profile_id: str, state: EngineState, progress: float) -> None:
        # The engine speaks until the very end, when the page is gone already.
        if isValid(self) and profile_id in self.cards:
            self.cards[profile_id].show_state(state, progress)

    def _column(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(8)
        self.body.addLayout(column)
        return column

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()


def honest_words() -> str:
    """What to expect of the model that comes along."""
    return translate(
        "settings",
        "A very small model with 135 million parameters. It shows how everything works and writes "
        "fluent English, but what it says is often wrong.",
    )


def _runs(profile: ProviderProfile, file: ModelFile) -> bool:
    return profile.engine is not None and profile.engine.model_path == file.path


def _empty(column: QVBoxLayout) -> None:
    while (item := column.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
