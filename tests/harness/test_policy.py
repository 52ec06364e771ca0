"""What an organisation sets, in one open chat and in the settings."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from studio.core import events as ev
from studio.core.chats import Chat, ChatSettings
from studio.core.decisions import Decision, Verdict
from studio.core.policy import Policy
from studio.core.settings import Settings
from studio.harness.preferences import Preferences
from tests.fakes import FakeTool, asks, call, says
from tests.harness.open_chat import CHAT, OpenChat

STRICT = Policy(forbids_always_allow=True)


def under_policy(chat: Chat, *tools: FakeTool) -> OpenChat:
    rounds = (asks(call("a")), asks(call("b")), says("Done."))
    return OpenChat(*rounds, tools=tuple(tools), chat=chat, policy=STRICT)


async def test_where_always_is_forbidden_each_call_is_asked_about() -> None:
    chat = under_policy(CHAT, FakeTool(asks_first=True))
    sending = chat.session.send("Go")
    task = asyncio.create_task(sending)
    await chat.until(ev.ApprovalRequested)
    chat.session.decide(chat.session.questions[0].tool_use_id, Decision(Verdict.ALLOW_IN_CHAT))
    await chat.until(ev.ApprovalRequested)
    chat.session.decide(chat.session.questions[0].tool_use_id, Decision(Verdict.ALLOW_ONCE))
    await task
    assert chat.session.turns[-1].rounds[-1].text == "Done."
    assert chat.session.chat.settings.allowed_tools == frozenset()


async def test_what_was_allowed_before_is_asked_about_again() -> None:
    allowed = ChatSettings("fake", "scripted-1", allowed_tools=frozenset({"look"}))
    chat = under_policy(replace(CHAT, settings=allowed), FakeTool(asks_first=True))
    task = asyncio.create_task(chat.session.send("Go"))
    for _ in range(2):
        await chat.until(ev.ApprovalRequested)
        chat.session.decide(chat.session.questions[0].tool_use_id, Decision(Verdict.ALLOW_ONCE))
    await task


class Kept:
    """A `SettingsStore`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    async def load(self) -> Settings:
        return self.settings

    async def save(self, settings: Settings) -> None:
        self.settings = settings


async def test_the_users_own_setting_is_kept_while_another_counts() -> None:
    kept = Kept(Settings(recordings_days=365))
    preferences = Preferences(kept, Policy(recordings_days=3, recordings_bytes=1_000))
    await preferences.load()
    assert preferences.settings.recordings_days == 3
    assert preferences.managed == {"recordings_days", "recordings_bytes"}
    await preferences.change(rounds=7, recordings_days=100)
    assert (preferences.settings.rounds, preferences.settings.recordings_days) == (7, 3)
    assert (kept.settings.rounds, kept.settings.recordings_days) == (7, 100)
