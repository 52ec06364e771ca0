from __future__ import annotations

import random
import sqlite3
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from studio.core.recording import Chunk, ConnectionFacts, Recording, packed
from tests.store.samples import Shop, Store, a_chat, a_turn

SECRET = b"planted-bytes-that-must-vanish"


def a_recording(
    round_id: str = "r1",
    *,
    chat: str = "c1",
    attempt: int = 1,
    started_at: float = 1.0,
    request: bytes = b'{"model":"m"}',
    chunks: tuple[Chunk, ...] = (Chunk(0, b"data: {}\n\n"), Chunk(5, b""), Chunk(9, b"\xff\x00")),
) -> Recording:
    return Recording(
        round_id,
        "t1",
        chat,
        attempt,
        started_at,
        "POST",
        "https://api.example.test/v1/messages",
        (("accept", "*/*"), ("x-api-key", "••••"), ("accept", "again")),
        request,
        200,
        (("content-type", "text/event-stream"),),
        chunks,
        ConnectionFacts("HTTP/2", "127.0.0.1:1", "TLSv1.3", "", is_reused=False),
        123_456_789_012,
        is_truncated=True,
        error="cut off",
    )


def noise(size: int, seed: int = 0) -> bytes:
    """Bytes that do not compress."""
    return random.Random(seed).randbytes(size)  # noqa: S311 - the same every time


async def fill(store: Store, *recordings: Recording) -> None:
    await store.chats.save_chat(a_chat())
    await store.chats.save_turn(a_turn())
    for recording in recordings:
        await store.recordings.save_recording(recording)


def bodies(shop: Shop) -> list[int]:
    connection = sqlite3.connect(shop.path)
    try:
        return [uses for (uses,) in connection.execute("SELECT uses FROM bodies ORDER BY uses")]
    finally:
        connection.close()


async def test_every_field_of_a_recording_comes_back_after_a_restart(shop: Shop) -> None:
    first, retried = a_recording(), a_recording(attempt=2, chunks=())
    async with shop.open() as store:
        await fill(store, first, retried)
    async with shop.open() as store:
        assert await store.recordings.recordings("t1") == (first, retried)
        assert await store.recordings.recordings("t2") == ()


@given(st.lists(st.tuples(st.integers(0, 2**62), st.binary(max_size=50))))
def test_any_cutting_of_a_body_comes_back_as_it_was(pieces: list[tuple[int, bytes]]) -> None:
    chunks = tuple(Chunk(offset, data) for offset, data in pieces)
    recording = a_recording(chunks=chunks)
    assert packed(recording).unpacked() == recording


async def test_one_round_is_read_alone_and_a_turn_without_its_bodies(shop: Shop) -> None:
    async with shop.open() as store:
        first, second = a_recording(attempt=1), a_recording(attempt=2)
        other = a_recording("r2")
        await fill(store, second, first, other)
        assert await store.recordings.round_recordings("r1") == (first, second)
        assert await store.recordings.round_recordings("r3") == ()
        outlines = await store.recordings.outlines("t1")
        assert [each.round_id for each in outlines] == ["r1", "r1", "r2"]
        assert [(each.offset_ns, each.data) for each in outlines[0].chunks] == [
            (0, b""),
            (5, b""),
            (9, b""),
        ]
        assert outlines[0] == replace(second, request_body=b"", chunks=outlines[0].chunks)


async def test_a_body_recorded_twice_is_stored_once(shop: Shop) -> None:
    big = noise(100_000)
    async with shop.open() as store:
        await fill(store, a_recording("r1", request=big))
        once = await store.recordings.recorded_bytes()
        await store.recordings.save_recording(a_recording("r2", request=big))
        assert await store.recordings.recorded_bytes() < once + 2_000
        assert bodies(shop) == [2, 2]


async def test_saving_a_recording_again_replaces_it(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_recording(), a_recording(request=b"another"))
        (recording,) = await store.recordings.recordings("t1")
        assert recording.request_body == b"another"
        assert bodies(shop) == [1, 1]


async def test_a_body_goes_with_the_last_chat_that_has_it(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_recording("r1"))
        await store.chats.save_chat(a_chat("c2"))
        await store.recordings.save_recording(a_recording("r2", chat="c2"))
        await store.chats.erase_chat("c1")
        assert bodies(shop) == [1, 1]
        await store.chats.erase_chat("c2")
        assert bodies(shop) == []


async def test_the_recordings_of_an_erased_chat_leave_no_byte_on_disk(shop: Shop) -> None:
    planted = SECRET + noise(500)  # found as it is, since it cannot be compressed
    async with shop.open() as store:
        await fill(store, a_recording(request=noise(40_000) + planted))
        assert noise(500)[-60:] in shop.raw()
        await store.chats.erase_chat("c1")
        assert noise(500)[-60:] not in shop.raw()
        await store.recordings.save_recording(a_recording())
        assert await store.recordings.recorded_bytes() == 0


async def test_deleting_all_recordings_gives_the_disk_space_back(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, *(a_recording(f"r{n}", request=noise(200_000, n)) for n in range(10)))
        assert await store.recordings.recorded_bytes() > 2_000_000
        await store.recordings.delete_recordings()
        assert await store.recordings.recorded_bytes() == 0
        assert shop.path.stat().st_size < 300_000
        assert await store.chats.turns("c1") == (a_turn(),)


async def test_recordings_are_bounded_in_age(shop: Shop) -> None:
    day = 86_400.0
    async with shop.open() as store:
        await fill(store, *(a_recording(f"r{n}", started_at=n * day) for n in range(10)))
        await store.recordings.prune(3, 1_000_000, now=9 * day)
        found = [recording.round_id for recording in await store.recordings.recordings("t1")]
        assert found == ["r6", "r7", "r8", "r9"]


async def test_recordings_are_bounded_in_bytes_and_the_oldest_go_first(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(
            store,
            *(a_recording(f"r{n}", started_at=n, request=noise(50_000, n)) for n in range(10)),
        )
        await store.recordings.prune(30, 210_000, now=10.0)
        found = [recording.round_id for recording in await store.recordings.recordings("t1")]
        assert found == ["r6", "r7", "r8", "r9"]
        assert await store.recordings.recorded_bytes() <= 210_000


async def test_no_bytes_allowed_means_no_recordings(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, a_recording())
        await store.recordings.prune(30, 0, now=10.0)
        assert await store.recordings.recordings("t1") == ()


async def test_recordings_of_a_chat_that_is_not_kept_stay_in_memory_and_move_with_it(
    shop: Shop,
) -> None:
    planted = noise(500)
    recording = a_recording(request=noise(40_000) + planted)
    async with shop.open() as store:
        await store.chats.save_chat(a_chat(is_kept=False))
        await store.recordings.save_recording(recording)
        assert planted[-60:] not in shop.raw()
        assert await store.recordings.recordings("t1") == (recording,)
        await store.chats.save_chat(a_chat())
    async with shop.open() as store:
        assert await store.recordings.recordings("t1") == (recording,)
        assert bodies(shop) == [1, 1]
