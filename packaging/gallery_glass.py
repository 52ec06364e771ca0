"""Draws the glass box in the real window, over an invented conversation with servers of our own.

`python packaging/gallery_glass.py FOLDER [SCENE ...]`, as `gallery.py`. Each scene is drawn in both
themes. Everything it keeps goes into a folder that is gone afterwards.
"""

import asyncio
import dataclasses
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_ROOT))
sys.path.insert(0, str(_ROOT / "packaging"))

import qasync  # noqa: E402 - the checkout has to be found first
from PySide6.QtCore import QLocale  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from gallery_greenhouse import (  # noqa: E402
    ABILITIES,
    KEY,
    MODEL,
    OTHER_FINDING,
    OTHER_MODEL,
    QUESTION,
    SYSTEM,
    Call,
    conversation,
    reply,
)
from studio.core.breakpoints import Breakpoint, Point, ResumeKind  # noqa: E402
from studio.core.messages import Dialect  # noqa: E402
from studio.core.rules import Condition, ConditionKind, Permission  # noqa: E402
from studio.core.servers import ServerEntry, StartMode  # noqa: E402
from studio.core.trust import Reach  # noqa: E402
from studio.ui.chat.tools_panel import ToolsPanel  # noqa: E402
from studio.ui.chat.trust_window import TrustWindow  # noqa: E402
from studio.ui.inspector.compare_window import CompareWindow  # noqa: E402
from studio.ui.inspector.panel_tabs import Tab  # noqa: E402
from studio.ui.inspector.trace_export import TraceExportDialog  # noqa: E402
from studio.ui.settings.page import SettingsPage  # noqa: E402
from studio.ui.settings.permissions import PermissionsPage  # noqa: E402
from tests.end2end.seat import HOST, Seat, seated  # noqa: E402
from tests.loopback import Loopback, loopback  # noqa: E402

SHADES = ("light", "dark")
_SIZE = (1440, 900)
_PANEL = 640
_WIDE_PANEL = 1_000
_MOST_SECONDS = 120.0  # on a computer that is busy with something else
_CALM_SECONDS = 0.35  # for what is drawn from threads
_SERVER = "greenhouse"
_PROGRAM = Path(__file__).with_name("gallery_server.py")


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(_MOST_SECONDS):
        while not condition():  # noqa: ASYNC110 - the conditions of others set no event
            await asyncio.sleep(0.01)


async def _rests() -> None:
    await asyncio.sleep(_CALM_SECONDS)


class Studio:
    """The window with its conversation, and where its pictures go."""

    def __init__(self, user: Seat, host: Loopback, folder: Path) -> None:
        self.user, self.host, self.folder = user, host, folder
        self.tool: dict[str, str] = {}  # offered names by the server's own

    async def begin(self) -> None:
        user, works = self.user, self.user.desk.works
        user.window.resize(*_SIZE)
        user.window.panel_width = _PANEL
        await works.servers_of_tools.save(
            ServerEntry(
                id=_SERVER,
                name="Greenhouse",
                command=sys.executable,
                arguments=(str(_PROGRAM),),
                start=StartMode.WHEN_NEEDED,
                is_trusted=True,
                # What could carry data away would be asked about.
                reach=Reach.NOWHERE,
            )
        )
        await works.rules.set_permission(Permission.ALLOW, "", _SERVER)
        works.host.start(_SERVER)
        await until(lambda: len(self._offered()) == 3)
        self.tool = self._offered()
        await user.has_host(self.host.url, Dialect.ANTHROPIC_MESSAGES, name="Juniper", model=MODEL)
        await works.profiles.keep_key_until_exit(HOST, KEY)
        for model in (MODEL, OTHER_MODEL):
            await works.models.override(HOST, model, ABILITIES)
        self.host.scripts[:] = conversation(self.tool)

    def _offered(self) -> dict[str, str]:
        definitions = (each.definition for each in self.user.desk.works.tools.tools())
        return {
            each.own_name or each.name: each.name
            for each in definitions
            if each.server_id == _SERVER
        }

    async def shoot(self, name: str, widget: Callable[[], QWidget] | None = None) -> None:
        """In both themes."""
        for shade in SHADES:
            await self.user.desk.works.preferences.change(theme=shade)
            await _rests()
            path = self.folder / f"glass-{name}-{shade}.png"
            (widget or (lambda: self.user.window))().grab().save(str(path))
            print(path)

    async def converse(self) -> None:
        """Two calls side by side after a refusal, a third, and an answer."""
        session = self.user.session
        settings = dataclasses.replace(session.chat.settings, system_prompt=SYSTEM)
        await session.update(dataclasses.replace(session.chat, settings=settings))
        await self.user.gets_answer(QUESTION)
        await until(lambda: self.user.page.view.is_settled)

    async def look(self, tab: Tab, round_number: int = 1, call: str = "") -> None:
        """Opens the panel there."""
        inspecting = self.user.page.glass.inspecting
        turn = self.user.turn
        if not inspecting.is_open:
            inspecting.open()
        panel = inspecting.panel
        panel.show_turn(turn.id, turn.rounds[round_number - 1].id)
        if call:
            uses = {each.call.provider_call_id: each.call.id for each in turn.tool_uses}
            panel.show_call(uses[call])
        panel.show_tab(tab)
        await until(lambda: not hasattr(panel.view(tab), "page") or panel.view(tab).page.is_content)
        self.user.page.composer.field.setFocus()
        await _rests()

    async def widen(self, width: int) -> None:
        """The panel to that; the window with it."""
        self.user.window.resize(_SIZE[0] + width - _PANEL, _SIZE[1])
        self.user.window.panel_width = width
        self.user.page.glass.inspecting.fit()
        await _rests()


async def rounds(studio: Studio) -> None:
    await studio.look(Tab.ROUNDS, 2)
    await studio.shoot("rounds")


async def request(studio: Studio) -> None:
    await studio.look(Tab.REQUEST, 2)
    await studio.shoot("request")


async def response(studio: Studio) -> None:
    await studio.look(Tab.RESPONSE, 1)
    await studio.shoot("response")


async def changes(studio: Studio) -> None:
    await studio.look(Tab.CHANGES, 2)
    await studio.shoot("changes")


async def call(studio: Studio) -> None:
    await studio.look(Tab.CALL, 1, "toolu_01B")
    await studio.shoot("call")


async def context(studio: Studio) -> None:
    await studio.look(Tab.CONTEXT, 3)
    await studio.shoot("context")


async def dialects(studio: Studio) -> None:
    """Three beside each other."""
    await studio.look(Tab.DIALECTS, 3)
    await studio.widen(_WIDE_PANEL)
    await studio.shoot("dialects")
    await studio.widen(_PANEL)


async def tools(studio: Studio) -> None:
    studio.user.page.glass.inspecting.close()
    chip = studio.user.page.composer.tools
    chip.open()
    await studio.shoot("tools", lambda: chip.findChildren(ToolsPanel)[-1])
    chip.findChildren(ToolsPanel)[-1].close()


async def trust(studio: Studio) -> None:
    page = studio.user.page
    page.windows.show_trust()
    await until(lambda: page.findChildren(TrustWindow))
    window = page.findChildren(TrustWindow)[-1]
    await studio.shoot("trust", lambda: window)
    window.close()


async def permissions(studio: Studio) -> None:
    rules, shell = studio.user.desk.works.rules, studio.user.desk.shell
    below = Condition(ConditionKind.EQUALS, "vent", '"south"')
    await rules.remember(Permission.ALLOW, studio.tool["set_vent"], _SERVER, below)
    await rules.remember(Permission.NEVER, "run_python")
    shell.show_settings()
    await until(lambda: studio.user.window.findChildren(PermissionsPage))
    page = studio.user.window.findChildren(SettingsPage)[-1]
    shown = page.findChildren(PermissionsPage)[-1]
    page.navigation.setCurrentRow(page.pages.indexOf(shown))
    await studio.shoot("permissions")
    shell.go_back()
    await until(lambda: shell.page)


async def export(studio: Studio) -> None:
    """What a trace would hold, before it is written."""
    page = studio.user.page
    page.exporting.export_trace()
    await until(lambda: page.findChildren(TraceExportDialog))
    dialog = page.findChildren(TraceExportDialog)[-1]
    await studio.shoot("export", lambda: dialog)
    dialog.reject()


async def compare(studio: Studio) -> None:
    """Another model's answer beside the first."""
    session, page = studio.user.session, studio.user.page
    first = studio.user.turn.id
    studio.host.scripts[:] = [
        reply(
            "",
            Call("toolu_11A", studio.tool["read_sensor"], {"sensor": "vent-motor", "hours": 6}),
            tokens=(1_948, 0, 61),
        ),
        reply(OTHER_FINDING, tokens=(2_120, 0, 58)),
    ]
    await session.regenerate(first, HOST, OTHER_MODEL)
    await studio.user.rests()
    page.glass.past.compare(first, studio.user.turn.id)
    await until(lambda: page.findChildren(CompareWindow))
    window = page.findChildren(CompareWindow)[-1]
    await until(lambda: window.is_ready)
    window.list.setCurrentIndex(window.model.index(len(window.model.rows) - 1))
    await studio.shoot("compare", lambda: window)
    window.close()
    await session.show_version(first)


async def stop(studio: Studio) -> None:
    """A call that is held before it runs."""
    user, session = studio.user, studio.user.session
    vent = studio.tool["set_vent"]
    studio.host.scripts[:] = [
        reply(
            "I'll open the south vent halfway.",
            Call("toolu_21A", vent, {"vent": "south", "percent": 50, "reason": "cool house 3"}),
            tokens=(2_911, 0, 74),
        ),
        reply("The south vent stands at 50 %.", tokens=(3_010, 0, 21)),
    ]
    await studio.look(Tab.ROUNDS, 1)
    await session.set_breakpoints((Breakpoint(Point.BEFORE_CALL, vent),))
    user.send("Then open the south vent halfway.")
    await until(lambda: session.hits)
    await studio.shoot("stop")
    user.page.glass.breaking.strip.resume(ResumeKind.CONTINUE)
    await user.rests()


async def blocked(studio: Studio) -> None:
    """Private data, words of strangers and a way out, where the user wants that blocked."""
    works, user = studio.user.desk.works, studio.user
    await works.servers_of_tools.change(_SERVER, reach=Reach.SERVICE)
    await works.preferences.change(blocks_trust=True)
    await user.opens_new_chat(HOST)
    studio.host.scripts[:] = conversation(studio.tool)[1:]
    user.send(QUESTION)
    await until(lambda: user.session.is_waiting)
    await studio.shoot("blocked")
    await user.session.stop()
    await user.rests()


Scene = Callable[[Studio], Awaitable[None]]
# In this order: the later ones go on with the conversation.
SCENES: dict[str, Scene] = {
    "rounds": rounds,
    "request": request,
    "response": response,
    "changes": changes,
    "call": call,
    "context": context,
    "dialects": dialects,
    "tools": tools,
    "trust": trust,
    "permissions": permissions,
    "export": export,
    "compare": compare,
    "stop": stop,
    "blocked": blocked,
}


async def draw(application: QApplication, folder: Path, names: list[str]) -> None:
    # Said again by the conversation that begins.
    async with (
        loopback(reply("")) as host,
        seated(application, until) as user,
    ):
        studio = Studio(user, host, folder)
        await studio.begin()
        await studio.converse()
        for name in names:
            await SCENES[name](studio)


def main() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    application = QApplication([])
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    names = sys.argv[2:] or list(SCENES)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        os.environ["CALLBOARD_HOME"] = home
        with qasync.QEventLoop(application) as loop:
            loop.run_until_complete(draw(application, folder, names))


if __name__ == "__main__":
    main()
