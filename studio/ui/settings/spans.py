"""The collector that traces of turns are sent to: where it is, its key, and whether it answers."""

import re
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.core.addresses import bare_address, is_near, names_scheme
from studio.core.errors import StudioError
from studio.ui.accessible import announce
from studio.ui.fields import LineEdit
from studio.ui.focus import focus_goes_to
from studio.ui.settings.errands import Errand, Errands
from studio.ui.settings.form import Field, Form
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import button, group_label, labelled, policy_text, relook
from studio.ui.settings.sheet import Page
from studio.ui.settings.spans_texts import spans_failure_text

translate = QCoreApplication.translate

_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]*")  # what HTTP allows as the name of a header
_USUAL_ADDRESS = "http://localhost:4318"
_USUAL_HEADER = "Authorization"


class SpansSection:
    """Adds its fields to a page, and lives as long as it."""

    def __init__(self, page: Page, needs: Needs, errands: Errands, notices: Notices) -> None:
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._is_leaving_key = False
        self._testing: Errand | None = None
        page.body.addWidget(
            group_label(needs.theme, translate("settings", "Traces for a collector"))
        )
        what = translate(
            "settings",
            "When a turn ends, Callboard can tell a collector of yours about it, by OpenTelemetry "
            "(OTLP over HTTP). Sent are times, numbers of tokens, names of models, hosts and "
            "tools, and how each step ended; nothing of what was said, no arguments, no results. "
            "Of chats that are not kept it hears nothing.",
        )
        page.body.addWidget(labelled(what, "secondary"))
        form = page.add_form()
        self._add_address(form)
        self._add_key(form)
        self._add_test(form)
        self._lock()
        page.destroyed.connect(needs.preferences.watch(self.refresh))
        self.refresh()

    def refresh(self) -> None:
        """What is set now; a field that is being typed in is left alone."""
        settings = self._needs.preferences.settings
        for field, text in (
            (self.address, settings.spans_url),
            (self.header, settings.spans_header),
        ):
            if not field.hasFocus() and field.text() != text:
                field.setText(text)
        if self.address_field.fault == "" and settings.spans_url:
            self._judge(settings.spans_url)
        has_key = settings.spans_has_key and not self._is_leaving_key
        self.remove_key.setVisible(has_key)
        self.key_field.show_hint(_key_hint(has_key=has_key, has_header=bool(settings.spans_header)))
        self._offer_test()

    def _add_address(self, form: Form) -> None:
        self.address = LineEdit()
        self.address.setPlaceholderText(_USUAL_ADDRESS)
        self.address.editingFinished.connect(self._save_address)
        hint = translate("settings", "Empty: nothing is sent. /v1/traces is added to it.")
        self.address_field = form.add(translate("settings", "Address"), self.address, hint)
        self.header = LineEdit()
        self.header.setPlaceholderText(_USUAL_HEADER)
        self.header.editingFinished.connect(self._save_header)
        hint = translate("settings", "Only where the collector wants a key.")
        self.header_field = form.add(translate("settings", "Header of the key"), self.header, hint)

    def _add_key(self, form: Form) -> None:
        self.key = LineEdit()
        self.key.setPlaceholderText(translate("settings", "Paste a key"))
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.returnPressed.connect(self._save_key)
        self.save_key = button(
            translate("settings", "Save"), name=translate("settings", "Save the collector's key")
        )
        self.save_key.clicked.connect(self._save_key)
        self.remove_key = button(
            translate("settings", "Remove"),
            name=translate("settings", "Remove the collector's key"),
        )
        self.remove_key.clicked.connect(self._remove_key)
        line = _beside(self.key, self.save_key, self.remove_key)
        self.key_field = form.add(translate("settings", "Key"), line)

    def _add_test(self, form: Form) -> None:
        self.test = button(translate("settings", "Send a test span"))
        self.test.clicked.connect(self._test)
        self.result = labelled("", "secondary")
        self.result.hide()
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.test)
        column.addWidget(self.result)
        form.add_wide(below)

    def _lock(self) -> None:
        """What the organisation sets is shown and cannot be changed."""
        policy, managed = self._needs.policy, self._needs.preferences.managed
        fields: tuple[tuple[str, Field], ...] = (
            ("spans_url", self.address_field),
            ("spans_header", self.header_field),
        )
        for name, field in fields:
            if name in managed:
                field.control.setEnabled(False)
                field.show_hint(policy_text(policy.organisation))
        if policy.spans_url == "":  # the organisation wants none at all
            for control in (self.header, self.key, self.save_key):
                control.setEnabled(False)

    def _save_address(self) -> None:
        address = _whole(self.address.text())
        if self._judge(address):
            self._change("spans_url", address)

    def _judge(self, address: str) -> bool:
        """Whether spans may go there, which is said where they may not."""
        fault = self._needs.check_address(address) if address else None
        if fault is None and address and self._needs.policy.refuses_spans(address):
            fault = translate("settings", "Your organisation does not allow spans to go there.")
        self.address_field.show_fault(fault)
        return fault is None

    def _save_header(self) -> None:
        name = self.header.text().strip().removesuffix(":")
        is_good = _TOKEN.fullmatch(name) is not None
        said = translate("settings", "This is not the name of a header.")
        self.header_field.show_fault(None if is_good else said)
        if is_good:
            self._change("spans_header", name)

    def _change(self, name: str, value: object) -> None:
        if getattr(self._needs.preferences.settings, name) != value:
            self._show_result("", "secondary")
            work = self._needs.preferences.change(**{name: value})
            self._errands.start(work, f"settings: {name}")

    def _save_key(self) -> None:
        key = self.key.text().strip()
        if key:
            self._errands.start(self._keep_key(key), "settings: save the collector's key")

    async def _keep_key(self, key: str) -> None:
        await self._needs.spans.save_key(key)
        if isValid(self.key):
            self.key.clear()  # not before: a keyring may be locked
        changes: dict[str, object] = {"spans_has_key": True}
        if not self._needs.preferences.settings.spans_header:
            changes["spans_header"] = _USUAL_HEADER
        await self._needs.preferences.change(**changes)

    def _remove_key(self) -> None:
        """Gone from the keyring when the time for Undo is over."""
        self._set_leaving(is_leaving=True)
        text = translate("settings", "The collector's key was removed.")
        undo = partial(self._set_leaving, is_leaving=False)
        self._notices.offer(Offer(text, self._forget_key, undo))

    async def _forget_key(self) -> None:
        await self._needs.spans.remove_key()
        await self._needs.preferences.change(spans_has_key=False)
        self._set_leaving(is_leaving=False)

    def _set_leaving(self, *, is_leaving: bool) -> None:
        self._is_leaving_key = is_leaving
        self.refresh()

    def _test(self) -> None:
        self._show_result(translate("settings", "Sending…"), "secondary")
        self._testing = self._errands.start(self._try_out(), "settings: send a test span")
        self._offer_test()

    async def _try_out(self) -> None:
        said, kind = translate("settings", "The collector took it."), "success"
        try:
            await self._needs.spans.try_out()
        except StudioError as error:
            said, kind = spans_failure_text(error.failure), "danger"
        if isValid(self.test):
            self._testing = None
            self._show_result(said, kind)
            self._offer_test()

    def _offer_test(self) -> None:
        is_set = bool(self._needs.preferences.settings.spans_url)
        self.test.setEnabled(is_set and self._testing is None and not self.address_field.fault)

    def _show_result(self, text: str, kind: str) -> None:
        relook(self.result, kind)
        self.result.setText(text)
        self.result.setVisible(bool(text))
        announce(self.result, text)


def _whole(address: str) -> str:
    """People leave the scheme out. Only near hosts are spoken to in plain text unasked."""
    address = bare_address(address)
    if not address or names_scheme(address):
        return address
    return f"{'http' if is_near(address) else 'https'}://{address}"


def _key_hint(*, has_key: bool, has_header: bool) -> str:
    if not has_key:
        return translate("settings", "The whole value of the header, such as “Bearer …”.")
    if not has_header:
        return translate("settings", "Saved in the keyring. Without a header it is not sent.")
    return translate("settings", "Saved in the keyring.")


def _beside(*widgets: QWidget) -> QWidget:
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget, 1 if isinstance(widget, QLineEdit) else 0)
    focus_goes_to(line, widgets[0])
    return line
