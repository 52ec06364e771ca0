"""Attaching what a server offers: a list with a search above the message, and blanks to fill."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout
from shiboken6 import isValid
from typing_extensions import override

from studio.core.attachments import ReadFile
from studio.core.errors import StudioError
from studio.harness.server_ports import PromptArgument
from studio.ui.chat.attaching import Spawn
from studio.ui.chat.composer import Composer
from studio.ui.chat.resource_uri import blanks, filled
from studio.ui.chat.slash_form import BlanksForm
from studio.ui.chat.slash_list import OfferList
from studio.ui.chat.slash_offers import OfferedResource, ServerOffers
from studio.ui.failure_texts import failure_text
from studio.ui.fields import LineEdit

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_TAKING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class ResourcePicker(QFrame):
    """One for each page, above its composer's field. Hidden until it is opened. `attach` takes
    each file that a resource is read as."""

    def __init__(
        self,
        offers: ServerOffers,
        composer: Composer,
        attach: Callable[[ReadFile], None],
        spawn: Spawn,
    ) -> None:
        super().__init__()
        self._offers = offers
        self._composer = composer
        self._attach = attach
        self._spawn = spawn
        self._work = 0  # the newest work; what an older one brings comes too late
        self.form: BlanksForm | None = None
        self.setAccessibleName(self.tr("Attach from a server"))
        self.search = LineEdit()
        self.search.setPlaceholderText(self.tr("Search what servers offer"))
        self.search.setAccessibleName(self.tr("Search what servers offer"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.setAutoDefault(False)
        self.list = OfferList(self.tr("Resources of servers"))
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.said.setProperty("kind", "secondary")
        self._place()
        self.hide()
        composer.put_above(self)
        composer.offer_resources(lambda: bool(offers.resources()))
        self._connect()

    def _place(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.search, 1)
        top.addWidget(self.cancel)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addLayout(top)
        self._column.addWidget(self.list)
        self._column.addWidget(self.said)

    def open(self) -> None:
        """With all that running servers offer."""
        self._drop_form()
        self._show_search(is_shown=True)
        self.search.clear()
        self._fill()
        self.show()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_picker(self) -> None:
        self._work += 1
        self._drop_form()
        self.hide()
        self._composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def take(self, offer: object) -> None:
        """Reads a resource at once, or asks for the blanks of a template first."""
        if not isinstance(offer, OfferedResource):
            return
        if offer.resource.is_template:
            self._ask(offer)
        else:
            self._read(offer, offer.resource.uri)

    def _connect(self) -> None:
        self._composer.resource_requested.connect(self.open)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list.taken.connect(self.take)
        self.cancel.clicked.connect(self.close_picker)

    def _fill(self) -> None:
        words = self.search.text().casefold().split()
        found = [
            one for one in self._offers.resources() if all(word in _searched(one) for word in words)
        ]
        self.list.show_offers([(self._line(one), one.resource.uri, one) for one in found])
        self.list.setVisible(bool(found))
        self.said.setText("" if found else self.tr("Nothing fits."))
        self.said.setVisible(not found)

    def _line(self, offer: OfferedResource) -> str:
        resource = offer.resource
        kind = self.tr("with blanks") if resource.is_template else resource.media_type
        name = resource.name or resource.uri
        words = (name, offer.server_name, kind, resource.description or resource.uri)
        return " · ".join(filter(None, words))

    def _ask(self, offer: OfferedResource) -> None:
        uri = offer.resource.uri
        arguments = [PromptArgument(name) for name in blanks(uri)]
        title = f"{offer.resource.name or uri} · {offer.server_name}"
        form = BlanksForm(title, arguments, self.tr("Attach"))
        form.filled.connect(lambda values: self._read_template(offer, values))
        form.given_up.connect(self.close_picker)
        form.typed.connect(lambda name, value: self._complete(offer, name, value))
        self._drop_form()
        self.form = form
        self._show_search(is_shown=False)
        self.said.hide()
        self._column.addWidget(form)
        form.show()
        form.enter()

    def _read_template(self, offer: OfferedResource, values: Mapping[str, str]) -> None:
        self._read(offer, filled(offer.resource.uri, values))

    def _read(self, offer: OfferedResource, uri: str) -> None:
        self._work += 1
        if self.form is not None:
            self.form.show_busy(is_busy=True)
        self.said.setText(self.tr("Asking {0}…").format(offer.server_name))
        self.said.show()
        self._spawn(self._attached(offer, uri, self._work), "read a server's resource")

    async def _attached(self, offer: OfferedResource, uri: str, work: int) -> None:
        try:
            files = await self._offers.host.read_resource(offer.server_id, uri)
        except StudioError as error:
            if isValid(self) and work == self._work:
                self._tell(error)
            return
        if not isValid(self) or work != self._work:
            return
        for file in files:
            self._attach(file)
        if files:
            self.close_picker()
        else:
            self._tell_text(self.tr("There is nothing in it."))

    def _tell(self, error: StudioError) -> None:
        text = failure_text(error.failure)
        self._tell_text(" ".join(filter(None, (text.title, error.failure.message))))

    def _tell_text(self, text: str) -> None:
        self.said.setText(text)
        self.said.show()
        if self.form is not None:
            self.form.show_busy(is_busy=False)

    def _complete(self, offer: OfferedResource, name: str, value: str) -> None:
        form = self.form

        async def work() -> None:
            found = await self._offers.suggestions(offer.server_id, offer.resource.uri, name, value)
            if found and isValid(self) and form is not None and form is self.form:
                form.suggest(name, found)

        self._spawn(work(), "complete a blank of a resource")

    def _show_search(self, *, is_shown: bool) -> None:
        for widget in (self.search, self.cancel, self.list):
            widget.setVisible(is_shown)

    def _drop_form(self) -> None:
        if self.form is not None:
            self.form.hide()
            self.form.deleteLater()
            self.form = None

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move in the list while the search has the focus; Return takes."""
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        key = Qt.Key(event.key())
        if self.search.is_composing:
            return False
        if key in _STEPS:
            self.list.step(_STEPS[key])
        elif key in _TAKING:
            self.take(self.list.offer)
        else:
            return super().eventFilter(watched, event)
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes; it does not stop the answer."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_picker()
        else:
            super().keyPressEvent(event)


def _searched(offer: OfferedResource) -> str:
    resource = offer.resource
    words = (resource.name, resource.uri, resource.description, offer.server_name)
    return " ".join(words).casefold()
