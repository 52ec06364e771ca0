from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.tools.current_time import CurrentTime
from studio.tools.threads import ToolThreads
from tests.tools.places import NOON

CLOCK = CurrentTime(lambda: NOON, ToolThreads())


async def told(**arguments: Any) -> tuple[str, bool]:
    output = await CLOCK.run(arguments)
    return output.text, output.is_error


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("UTC", "2023-11-14T22:13:20+00:00, Tuesday, UTC"),
        ("utc", "2023-11-14T22:13:20+00:00, Tuesday, UTC"),
        ("Asia/Tokyo", "2023-11-15T07:13:20+09:00, Wednesday, Asia/Tokyo (JST)"),
        (" Europe/Berlin ", "2023-11-14T23:13:20+01:00, Tuesday, Europe/Berlin (CET)"),
        ("america/new york", "2023-11-14T17:13:20-05:00, Tuesday, America/New_York (EST)"),
        ("Asia/Kathmandu", "2023-11-15T03:58:20+05:45, Wednesday, Asia/Kathmandu (+0545)"),
    ],
)
async def test_it_tells_date_time_offset_weekday_and_zone(zone: str, text: str) -> None:
    assert await told(timezone=zone) == (text, False)


@pytest.fixture
def local_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "XYZ-03:30")
        if hasattr(time, "tzset"):
            time.tzset()
        yield
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.mark.skipif(sys.platform == "win32", reason="the zone of a process is no variable there")
@pytest.mark.usefixtures("local_zone")
async def test_without_a_zone_it_is_the_computers() -> None:
    for arguments in ({}, {"timezone": ""}, {"timezone": None}):
        assert await told(**arguments) == ("2023-11-15T01:43:20+03:30, Wednesday, XYZ", False)


@pytest.mark.parametrize(
    ("zone", "near"),
    [
        ("Europe/Berln", "Europe/Berlin"),
        ("Tokyo", "Asia/Tokyo"),
        ("New York", "America/New_York"),
        ("Europe/Kathmandu", "Asia/Kathmandu"),
        ("Europe", ""),
        ("../../etc/passwd", ""),
        ("/etc/localtime", ""),
        ("UTC+2", ""),
        ("\0", ""),
        ("\ud800", ""),
        ("x" * 100_000, ""),
    ],
)
async def test_a_wrong_zone_is_answered_with_the_form_and_what_is_close(
    zone: str, near: str
) -> None:
    text, is_error = await told(timezone=zone)
    assert is_error
    assert "IANA name such as Europe/Berlin" in text
    assert near in text
    assert len(text) < 600
    text.encode()


@pytest.mark.slow
@given(st.text(max_size=30))
async def test_no_zone_raises(zone: str) -> None:
    text, _ = await told(timezone=zone)
    assert text


async def test_a_computer_without_zones_still_knows_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zoneinfo.available_timezones", set)
    assert (await told(timezone="UTC"))[1] is False
    text, is_error = await told(timezone="Asia/Tokyo")
    assert is_error
    assert "only UTC works" in text


@pytest.mark.skipif(os.name == "nt", reason="links of zones are not on Windows")
async def test_the_computers_zone_has_its_full_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zone = tmp_path / "zoneinfo" / "Europe" / "Paris"
    zone.parent.mkdir(parents=True)
    zone.write_bytes(b"")
    (tmp_path / "localtime").symlink_to(zone)
    monkeypatch.delenv("TZ", raising=False)
    monkeypatch.setattr("studio.tools.current_time._LOCAL_LINK", tmp_path / "localtime")
    assert "Europe/Paris" in (await told())[0]
