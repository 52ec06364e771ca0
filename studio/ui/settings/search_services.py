"""How the tools of the web search, and what they may reach."""

from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from studio.ui.fields import LineEdit
from studio.ui.focus import focus_goes_to
from studio.ui.settings.errands import Errands
from studio.ui.settings.form import CheckLine, Form
from studio.ui.settings.needs import Needs
from studio.ui.settings.notices import Notices, Offer
from studio.ui.settings.parts import button, group_label
from studio.ui.settings.sheet import Page

translate = QCoreApplication.translate


class SearchServices:
    """Adds its fields to a page, and lives as long as it."""

    def __init__(self, page: Page, needs: Needs, errands: Errands, notices: Notices) -> None:
        self._needs = needs
        self._errands = errands
        self._notices = notices
        self._is_leaving_key = False
        self._build_web(page)
        self._build_python(page)
        page.destroyed.connect(needs.preferences.watch(self.refresh))
        self.refresh()

    def refresh(self) -> None:
        """What is set now; a field that is being typed in is left alone."""
        settings = self._needs.preferences.settings
        for field, text in (
            (self.searxng, settings.search_urls.get("searxng", "")),
            (self.hosts, ", ".join(settings.private_hosts)),
            (self.python, settings.python_path),
        ):
            if not field.hasFocus() and field.text() != text:
                field.setText(text)
        self.neutralises.set_on(is_on=settings.neutralises)
        self._show_key(has_key="tavily" in settings.search_keys and not self._is_leaving_key)

    def _build_web(self, page: Page) -> None:
        page.body.addWidget(group_label(self._needs.theme, translate("settings", "The web")))
        form = page.add_form()
        self.searxng = _line("https://searx.example.org")
        self.searxng.editingFinished.connect(self._save_searxng)
        hint = translate("settings", "A SearXNG server that answers in JSON. It is asked first.")
        self.searxng_field = form.add(translate("settings", "SearXNG address"), self.searxng, hint)
        self._add_key(form)
        self.hosts = _line("intranet.example.org, 10.0.0.5:8080")
        self.hosts.editingFinished.connect(self._save_hosts)
        hint = translate(
            "settings",
            "The tools of the web reach public addresses only, and these hosts. Separate them "
            "with commas.",
        )
        form.add(translate("settings", "Private hosts"), self.hosts, hint)
        self.neutralises = CheckLine(
            translate(
                "settings",
                "Take instructions out of what strangers wrote before the model reads it",
            )
        )
        self.neutralises.toggled.connect(lambda is_on: self._change("neutralises", is_on))
        form.add_wide(self.neutralises)

    def _add_key(self, form: Form) -> None:
        self.tavily = _line(translate("settings", "Paste a key"))
        self.tavily.setEchoMode(QLineEdit.EchoMode.Password)
        self.tavily.returnPressed.connect(self._save_key)
        self.save_key = button(
            translate("settings", "Save"), name=translate("settings", "Save the Tavily key")
        )
        self.save_key.clicked.connect(self._save_key)
        self.remove_key = button(
            translate("settings", "Remove"), name=translate("settings", "Remove the Tavily key")
        )
        self.remove_key.clicked.connect(self._remove_key)
        line = _beside(self.tavily, self.save_key, self.remove_key)
        self.tavily_field = form.add(translate("settings", "Tavily key"), line)

    def _build_python(self, page: Page) -> None:
        page.body.addWidget(group_label(self._needs.theme, translate("settings", "Python")))
        form = page.add_form()
        self.python = _line(translate("settings", "Callboard's own"))
        self.python.editingFinished.connect(self._save_python)
        self.browse = button(
            translate("settings", "Choose…"),
            name=translate("settings", "Choose a Python interpreter"),
        )
        self.browse.clicked.connect(
            lambda: self._errands.start(self._pick(page), "settings: pick an interpreter")
        )
        form.add(
            translate("settings", "Interpreter"),
            _beside(self.python, self.browse),
            translate(
                "settings", "The program that run_python starts, so that your packages are there."
            ),
        )

    def _save_searxng(self) -> None:
        address = self.searxng.text().strip()
        fault = self._needs.check_address(address) if address else None
        self.searxng_field.show_fault(fault)
        if fault is None:
            urls = {**self._needs.preferences.settings.search_urls}
            urls.pop("searxng", None)
            self._change("search_urls", {**urls, "searxng": address} if address else urls)

    def _save_hosts(self) -> None:
        hosts = (each.strip().lower() for each in self.hosts.text().split(","))
        self._change("private_hosts", tuple(dict.fromkeys(each for each in hosts if each)))

    def _save_python(self) -> None:
        self._change("python_path", self.python.text().strip())

    async def _pick(self, page: QWidget) -> None:
        picked = await self._needs.pick_file(
            page, translate("settings", "Choose a Python interpreter")
        )
        if picked is not None:
            self.python.setText(str(picked))
            self._save_python()

    def _change(self, name: str, value: object) -> None:
        if getattr(self._needs.preferences.settings, name) != value:
            work = self._needs.preferences.change(**{name: value})
            self._errands.start(work, f"settings: {name}")

    def _save_key(self) -> None:
        key = self.tavily.text().strip()
        if key:
            self.tavily.clear()
            self._errands.start(self._keep_key(key), "settings: save a search key")

    def _remove_key(self) -> None:
        """Gone from the keyring when the time for Undo is over."""
        self._set_leaving(is_leaving=True)
        text = translate("settings", "The Tavily key was removed.")
        undo = partial(self._set_leaving, is_leaving=False)
        self._notices.offer(Offer(text, self._forget_key, undo))

    def _set_leaving(self, *, is_leaving: bool) -> None:
        self._is_leaving_key = is_leaving
        self.refresh()

    async def _keep_key(self, key: str) -> None:
        await self._needs.search_keys.save("tavily", key)
        await self._needs.preferences.change(search_keys=("tavily",))

    async def _forget_key(self) -> None:
        await self._needs.search_keys.remove("tavily")
        await self._needs.preferences.change(search_keys=())
        self._set_leaving(is_leaving=False)

    def _show_key(self, *, has_key: bool) -> None:
        self.remove_key.setVisible(has_key)
        saved = translate("settings", "Saved in the keyring.")
        unsaved = translate("settings", "Asked where SearXNG does not answer.")
        self.tavily_field.show_hint(saved if has_key else unsaved)


def _line(placeholder: str) -> LineEdit:
    line = LineEdit()
    line.setPlaceholderText(placeholder)
    return line


def _beside(*widgets: QWidget) -> QWidget:
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for number, widget in enumerate(widgets):
        row.addWidget(widget, 0 if number else 1)
    focus_goes_to(line, widgets[0])
    return line
