"""Prompts and resources of servers in the composer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from studio.core.attachments import FILE_LIMITS, ReadFile
from studio.core.servers import ServerEntry
from studio.files.reading import made_of
from studio.harness.server_ports import ServerState, ServerStatus
from studio.ui.bridge import Bridge
from studio.ui.chat.composer import Composer
from studio.ui.chat.resource_picker import ResourcePicker
from studio.ui.chat.resource_uri import blanks, filled
from studio.ui.chat.slash_form import BlanksForm
from studio.ui.chat.slash_offers import ServerOffers
from studio.ui.chat.slash_prompts import SlashPrompts
from studio.ui.theme import Theme
from tests.conftest import Until
from tests.ui.settings.server_fakes import MEMORY, READY, REFUSED, TIME, FakeHost

# Qt's offscreen platform says so of a popup.
pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)


@dataclass
class Stage:
    """A composer with what servers give it."""

    composer: Composer
    host: FakeHost
    slash: SlashPrompts
    picker: ResourcePicker
    bridge: Bridge
    attached: list[ReadFile] = field(default_factory=list)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.composer.field, text)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.composer.field, key)


@asynccontextmanager
async def stage(
    qapp: QApplication,
    *entries: ServerEntry,
    prepare: Callable[[FakeHost], None] = lambda _: None,
) -> AsyncIterator[Stage]:
    theme, host = Theme(qapp, "light"), FakeHost()
    host.states = {"time": READY}
    prepare(host)
    composer = Composer(theme)
    bridge = Bridge(asyncio.get_running_loop())
    offers = ServerOffers(host, lambda: entries or (TIME,))
    attached: list[ReadFile] = []
    slash = SlashPrompts(offers, composer, bridge.spawn)
    picker = ResourcePicker(offers, composer, attached.append, bridge.spawn)
    composer.resize(700, 420)
    composer.show()
    try:
        yield Stage(composer, host, slash, picker, bridge, attached)
    finally:
        composer.hide()
        await bridge.close()
        composer.deleteLater()


async def test_a_slash_offers_the_prompts_of_running_servers(qapp: QApplication) -> None:
    async with stage(qapp) as here:
        here.type("/")
        assert here.slash.strip.isVisible()
        assert here.slash.list.texts() == [
            "/plan · Time · Plans a meeting over several time zones.",
            "/now · Time · Says what time it is.",
        ]
        here.type("n")
        assert here.slash.list.texts()[0].startswith("/now")
        here.type("othing like it")
        assert not here.slash.strip.isVisible()


async def test_a_slash_inside_a_message_or_without_servers_is_a_slash(qapp: QApplication) -> None:
    async with stage(qapp) as here:
        here.type("a/")
        assert not here.slash.strip.isVisible()
        here.composer.field.clear()
        here.host.states = {"time": ServerStatus(ServerState.STOPPED, prompts=READY.prompts)}
        here.type("/")
        assert not here.slash.strip.isVisible()
        here.composer.field.clear()
        here.host.states = {"time": READY}
        here.type("/")
        assert here.slash.strip.isVisible()


async def test_a_server_that_is_switched_off_offers_nothing(qapp: QApplication) -> None:
    async with stage(qapp, TIME.model_copy(update={"is_enabled": False}), MEMORY) as here:
        here.type("/")
        assert not here.slash.strip.isVisible()


async def test_a_prompt_without_blanks_comes_at_once_and_is_not_sent(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp) as here:
        sent: list[str] = []
        drafts: list[str] = []
        here.composer.submitted.connect(sent.append)
        here.composer.draft_changed.connect(drafts.append)
        here.host.words = "/tell me the time{topic}."
        here.type("/now")
        here.press(Qt.Key.Key_Return)
        await until(lambda: here.composer.text() == "/tell me the time.")
        assert not here.slash.strip.isVisible()
        assert sent == []
        assert drafts[-1] == "/tell me the time."
        here.press(Qt.Key.Key_Return)
        assert sent == ["/tell me the time."]


async def test_arrow_keys_choose_and_blanks_are_filled_in_above_the_message(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp) as here:
        here.type("/")
        here.press(Qt.Key.Key_Down)
        here.press(Qt.Key.Key_Up)
        here.press(Qt.Key.Key_Tab)
        form = here.slash.form
        assert form is not None
        assert form.isVisible()
        form.submit()
        assert "topic" in form.fault.text()
        QTest.keyClicks(form.edits["topic"], "the launch")
        QTest.keyClick(form.edits["topic"], Qt.Key.Key_Return)
        await until(lambda: here.composer.text() == "Plan a meeting about the launch.")
        assert here.slash.form is None
        assert ("prompt", "time", "plan", '{"topic": "the launch"}') in here.host.done


async def test_a_blank_is_completed_by_the_server(qapp: QApplication, until: Until) -> None:
    async with stage(qapp) as here:
        here.host.completions = ("Europe/Kyiv", "Europe/Paris", "Asia/Tokyo")
        here.type("/plan")
        here.press(Qt.Key.Key_Return)
        form = here.slash.form
        assert form is not None
        QTest.keyClicks(form.edits["zone"], "Europe")
        await until(lambda: _named(form, "Take Europe/Paris"))
        assert not _named(form, "Take Asia/Tokyo")
        _named(form, "Take Europe/Paris")[0].click()
        assert form.edits["zone"].text() == "Europe/Paris"


async def test_escape_keeps_what_is_typed_and_offers_it_no_more(qapp: QApplication) -> None:
    async with stage(qapp) as here:
        here.type("/n")
        here.press(Qt.Key.Key_Escape)
        assert not here.slash.strip.isVisible()
        assert here.composer.text() == "/n"
        here.type("o")
        assert here.slash.strip.isVisible()


async def test_a_prompt_that_fails_says_so_beside_its_blanks(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp) as here:
        here.host.failure = REFUSED
        here.type("/plan")
        here.press(Qt.Key.Key_Return)
        form = here.slash.form
        assert form is not None
        form.edits["topic"].setText("x")
        form.submit()
        await until(lambda: "It was refused." in form.fault.text())
        assert form.take.isEnabled()
        assert here.composer.text() == "/plan"


async def test_attach_leads_to_the_files_where_no_server_offers_any(qapp: QApplication) -> None:
    async with stage(qapp, prepare=lambda host: host.states.clear()) as here:
        asked: list[bool] = []
        here.composer.attach_requested.connect(lambda: asked.append(True))
        here.composer.attach.click()
        assert asked == [True]
        assert not [one for one in here.composer.findChildren(QMenu) if one.isVisible()]


async def test_attach_asks_whether_from_a_server(qapp: QApplication) -> None:
    async with stage(qapp) as here:
        here.composer.attach.click()
        menu = next(one for one in here.composer.findChildren(QMenu) if one.isVisible())
        assert [action.text() for action in menu.actions()] == ["Files…", "From a server…"]
        menu.actions()[1].trigger()
        menu.close()
        assert here.picker.isVisible()


async def test_a_resource_is_searched_and_attached(qapp: QApplication, until: Until) -> None:
    async with stage(qapp) as here:
        here.host.files = (made_of("zone.txt", b"Europe/Paris\n", FILE_LIMITS),)
        here.picker.open()
        assert len(here.picker.list.texts()) == 2
        QTest.keyClicks(here.picker.search, "local")
        assert here.picker.list.texts() == ["Local zone · Time · What this computer uses."]
        QTest.keyClick(here.picker.search, Qt.Key.Key_Return)
        await until(lambda: here.attached)
        assert here.attached[0].attachment.name == "zone.txt"
        assert not here.picker.isVisible()
        assert ("read", "time", "file:///etc/localtime") in here.host.done


async def test_a_template_is_filled_in_and_completed(qapp: QApplication, until: Until) -> None:
    async with stage(qapp) as here:
        here.host.files = (made_of("zone.txt", b"Asia/Tokyo\n", FILE_LIMITS),)
        here.host.completions = ("Asia/Tokyo",)
        here.picker.open()
        QTest.keyClick(here.picker.search, Qt.Key.Key_Down)
        QTest.keyClick(here.picker.search, Qt.Key.Key_Return)
        form = here.picker.form
        assert form is not None
        QTest.keyClicks(form.edits["name"], "Asia")
        await until(lambda: _named(form, "Take Asia/Tokyo"))
        _named(form, "Take Asia/Tokyo")[0].click()
        form.submit()
        await until(lambda: here.attached)
        assert ("read", "time", "zone://Asia%2FTokyo") in here.host.done


async def test_a_resource_that_cannot_be_read_says_so_and_another_can_be_tried(
    qapp: QApplication, until: Until
) -> None:
    async with stage(qapp) as here:
        here.host.failure = REFUSED
        here.picker.open()
        here.picker.take(here.picker.list.offer)
        await until(lambda: "It was refused." in here.picker.said.text())
        assert here.attached == []
        QTest.keyClick(here.picker.search, Qt.Key.Key_Escape)
        assert not here.picker.isVisible()


@pytest.mark.parametrize(
    ("template", "values", "uri"),
    [
        ("zone://{name}", {"name": "a/b c"}, "zone://a%2Fb%20c"),
        ("file:///{+path}", {"path": "a/b c"}, "file:///a/b%20c"),
        ("x://y{/a,b}", {"a": "1", "b": "2"}, "x://y/1/2"),
        ("x://y{?q,r}", {"q": "a&b"}, "x://y?q=a%26b"),
        ("x://y{?q}{&r}", {"q": "1", "r": "2"}, "x://y?q=1&r=2"),
        ("x://y{#part}", {"part": "a/b"}, "x://y#a/b"),
        ("x://y{.kind}", {"kind": "md"}, "x://y.md"),
        ("x://{a}{?q}", {"a": "1"}, "x://1"),
        ("db://{table:3}", {"table": "abc"}, "db://abc"),
        ("x://y{/path*}", {"path": "a/b"}, "x://y/a/b"),
    ],
)
def test_templates_are_filled_as_their_standard_says(
    template: str, values: dict[str, str], uri: str
) -> None:
    assert filled(template, values) == uri


def test_blanks_come_once_and_in_order() -> None:
    assert blanks("x://{b}/{+a}{?c,b,d*}") == ("b", "a", "c", "d")


def _named(form: BlanksForm, name: str) -> list[QPushButton]:
    found = form.findChildren(QPushButton)
    return [one for one in found if one.accessibleName() == name and not one.isHidden()]
