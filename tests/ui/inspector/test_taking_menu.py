"""The menu knows what can be taken along, and says why something cannot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from studio.harness.subject import Subject
from studio.harness.taking import Lack, Take
from studio.ui.chat.messages import Message
from studio.ui.inspector.taking_menu import TakingMenu
from studio.ui.inspector.taking_texts import lack_text
from tests.conftest import Until
from tests.ui.inspector.fakes import recording
from tests.ui.inspector.taking_stage import CALL, CallsToo, TakingStage, taking_stage

OF_CALL = Subject("t1", tool_use_id="u1")
OF_CHAT = {Take.HAR_OF_CHAT, Take.TRACE_OF_CHAT}


async def opened(stage: TakingStage, subject: Callable[[], Subject]) -> TakingMenu:
    menu = TakingMenu(lambda: stage.taking, subject, stage.page)
    menu.look()
    await stage.spawned.settle()
    return menu


def enabled(menu: TakingMenu) -> set[Take]:
    return {take for take, action in menu.entries.items() if action.isEnabled()}


def reason(menu: TakingMenu, take: Take) -> str:
    assert not menu.entries[take].isEnabled()
    return menu.entries[take].toolTip()


async def test_all_is_offered_of_a_call_that_is_recorded(qapp: QApplication, until: Until) -> None:
    async with taking_stage(until) as stage:
        menu = await opened(stage, lambda: OF_CALL)
        assert enabled(menu) == set(Take)
        assert list(menu.entries) == list(Take)


async def test_while_it_is_looked_up_the_menu_says_so(qapp: QApplication, until: Until) -> None:
    inspection = CallsToo(recording("r2"))
    inspection.gate.clear()
    async with taking_stage(until, inspection) as stage:
        menu = TakingMenu(lambda: stage.taking, lambda: OF_CALL, stage.page)
        menu.look()
        assert enabled(menu) == OF_CHAT
        assert lack_text(Lack.LOOKING) in reason(menu, Take.CURL)
        inspection.gate.set()
        await stage.spawned.settle()
        assert Take.HAR_OF_TURN in enabled(menu)


@pytest.mark.parametrize(
    ("inspection", "subject", "take", "why"),
    [
        (CallsToo(), OF_CALL, Take.CURL, Lack.NOT_RECORDED),
        (CallsToo(), OF_CALL, Take.HAR_OF_TURN, Lack.NOT_RECORDED),
        (CallsToo(), OF_CALL, Take.TRACE_OF_TURN, Lack.NOT_RECORDED),
        (
            CallsToo(recording("r2", url="http://practice.invalid/v1/chat/completions")),
            Subject("t1"),
            Take.HTTPX,
            Lack.WITHIN,
        ),
        (CallsToo(), Subject("t1"), Take.PYTEST, Lack.NO_CALL),
        (CallsToo(), Subject("gone"), Take.REPORT, Lack.NOTHING),
        (CallsToo(), Subject(), Take.SAVE_REPORT, Lack.NOTHING),
    ],
)
async def test_what_is_disabled_says_why(
    qapp: QApplication,
    until: Until,
    inspection: CallsToo,
    subject: Subject,
    take: Take,
    why: Lack,
) -> None:
    inspection.gate.set()
    async with taking_stage(until, inspection) as stage:
        menu = await opened(stage, lambda: subject)
        assert lack_text(why) in reason(menu, take)
        assert enabled(menu) >= OF_CHAT
        assert menu.toolTipsVisible()


async def test_a_call_without_a_recording_or_out_of_reach_is_no_test(
    qapp: QApplication, until: Until
) -> None:
    inspection = CallsToo(recording("r1"))
    inspection.kept_calls = ()
    async with taking_stage(until, inspection) as stage:
        menu = await opened(stage, lambda: OF_CALL)
        assert lack_text(Lack.CALL_NOT_RECORDED) in reason(menu, Take.PYTEST)
        inspection.kept_calls = (replace(CALL, server_id="gone"),)
        menu.look()
        await stage.spawned.settle()
        assert lack_text(Lack.NO_TEST).split("'")[0] in reason(menu, Take.PYTEST)


async def test_recordings_that_cannot_be_read_disable_with_that_reason(
    qapp: QApplication, until: Until
) -> None:
    inspection = CallsToo(recording("r1"))
    inspection.is_broken = True
    async with taking_stage(until, inspection) as stage:
        menu = await opened(stage, lambda: OF_CALL)
        assert lack_text(Lack.UNREADABLE) in reason(menu, Take.CURL)


async def test_an_empty_chat_offers_nothing(qapp: QApplication, until: Until) -> None:
    async with taking_stage(until, turns=()) as stage:
        menu = await opened(stage, Subject)
        assert enabled(menu) == set()


async def test_what_was_found_for_another_choice_is_not_shown(
    qapp: QApplication, until: Until
) -> None:
    inspection = CallsToo(recording("r2"))
    inspection.gate.clear()
    chosen = [OF_CALL]
    async with taking_stage(until, inspection) as stage:
        menu = TakingMenu(lambda: stage.taking, lambda: chosen[0], stage.page)
        menu.look()
        chosen[0] = Subject()
        menu.look()
        inspection.gate.set()
        await stage.spawned.settle()
        assert enabled(menu) == OF_CHAT


async def test_an_entry_does_what_it_says(qapp: QApplication, until: Until) -> None:
    async with taking_stage(until) as stage:
        menu = await opened(stage, lambda: Subject("t1", "r1"))
        menu.entries[Take.CURL].trigger()
        await stage.spawned.settle()
        assert stage.clipboard.startswith("curl")
        assert stage.taken == [Take.CURL]


async def test_a_menu_that_was_closed_meanwhile_is_left_alone(
    qapp: QApplication, until: Until
) -> None:
    inspection = CallsToo(recording("r2"))
    inspection.gate.clear()
    async with taking_stage(until, inspection) as stage:
        parent = QMenu(stage.page)
        stage.hook.add_to(parent, Message("t1", is_prompt=False))
        menu = parent.findChild(TakingMenu)
        assert menu is not None
        menu.aboutToShow.emit()
        gone: list[bool] = []
        menu.destroyed.connect(lambda: gone.append(True))
        parent.deleteLater()
        del menu
        await until(lambda: gone)
        inspection.gate.set()
        await stage.spawned.settle()


@pytest.mark.parametrize("use", ["u1", "of nobody"])
async def test_the_menu_of_a_card_means_its_call(
    qapp: QApplication, until: Until, use: str
) -> None:
    async with taking_stage(until) as stage:
        parent = QMenu(stage.page)
        # The card may be of another turn than the message that the keys are at.
        other = "another turn" if use == "u1" else "t1"
        stage.hook.add_to(parent, Message(other, is_prompt=False), use)
        menu = parent.findChild(TakingMenu)
        assert menu is not None
        menu.aboutToShow.emit()
        await stage.spawned.settle()
        assert (Take.PYTEST in enabled(menu)) is (use == "u1")
        assert Take.CURL in enabled(menu)


async def test_the_button_opens_the_menu_of_what_is_chosen_then(
    qapp: QApplication, until: Until
) -> None:
    chosen = [Subject()]
    async with taking_stage(until) as stage:
        button = stage.hook.button(lambda: chosen[0])
        assert isinstance(button, QToolButton)
        assert button.accessibleName()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        chosen[0] = OF_CALL
        menu = button.menu()
        assert isinstance(menu, TakingMenu)
        menu.aboutToShow.emit()
        await stage.spawned.settle()
        assert enabled(menu) == set(Take)
        button.deleteLater()


async def test_the_hook_passes_on_that_a_trace_is_wanted(qapp: QApplication, until: Until) -> None:
    async with taking_stage(until) as stage:
        asked: list[str] = []
        stage.hook.trace_requested.connect(asked.append)
        parent = QMenu(stage.page)
        stage.hook.add_to(parent, Message("t1", is_prompt=True))
        menu = parent.findChild(TakingMenu)
        assert menu is not None
        menu.aboutToShow.emit()
        await stage.spawned.settle()
        menu.entries[Take.TRACE_OF_TURN].trigger()
        await stage.spawned.settle()
        assert asked == ["t1"]
