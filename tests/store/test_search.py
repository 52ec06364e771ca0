"""Search over all chats: every path, both databases, and never in the way of a save."""

from __future__ import annotations

import asyncio
import unicodedata
from dataclasses import replace

import pytest

from studio.core.chats import Turn
from studio.core.finding import Pattern, Query
from studio.core.messages import Attachment, Citation, Reasoning, Sources, Text
from studio.core.search import SearchHit, Where
from studio.store.search import SqliteSearch, snippet_of
from tests.store.samples import Shop, Store, a_chat, a_full_turn, a_turn


async def found(store: Store, text: str) -> list[SearchHit]:
    return [hit async for hit in SqliteSearch(store.database).search(text)]


async def fill(store: Store, *turns: Turn, chat: str = "c1", is_kept: bool = True) -> None:
    await store.chats.save_chat(a_chat(chat, is_kept=is_kept))
    for turn in turns:
        await store.chats.save_turn(replace(turn, chat_id=chat))


def asked(id_: str, prompt: str, parent: str | None = None) -> Turn:
    return replace(a_turn(id_, parent), prompt=(Text(prompt),))


async def test_every_path_is_searched(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(
            store,
            asked("a", "begin"),
            asked("b", "a Pelican", "a"),
            asked("c", "another", "a"),
        )
        hits = await found(store, "pelican")
        assert [(hit.chat_id, hit.turn_id, hit.where) for hit in hits] == [
            ("c1", "b", Where.PROMPT)
        ]
        assert hits[0].snippet[hits[0].begin : hits[0].end] == "Pelican"


async def test_chats_in_memory_are_searched_too(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, asked("a", "kept heron"))
        await fill(store, asked("b", "passing heron"), chat="c2", is_kept=False)
        assert {hit.chat_id for hit in await found(store, "heron")} == {"c1", "c2"}


async def test_what_is_deleted_is_not_found(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, asked("a", "heron"), asked("b", "heron", "a"))
        await fill(store, asked("x", "heron"), chat="c2")
        await store.chats.delete_turn("c1", "b", "a")
        await store.chats.delete_chat("c2")
        assert [hit.turn_id for hit in await found(store, "heron")] == ["a"]


@pytest.mark.parametrize("needle", ["ÜBER", "über", unicodedata.normalize("NFD", "über")])
async def test_case_and_accents_do_not_matter(shop: Shop, needle: str) -> None:
    async with shop.open() as store:
        await fill(store, asked("a", "Etwas Über Reiher"))
        assert [hit.snippet for hit in await found(store, needle)] == ["Etwas Über Reiher"]


async def test_all_parts_are_looked_through(shop: Shop) -> None:
    turn = a_turn("a")
    round_ = replace(
        turn.rounds[0],
        parts=(
            Reasoning("a heron?"),
            Text("Heron!"),
            Sources((Citation("https://heron.example"),)),
        ),
    )
    file = Attachment("heron.pdf", "application/pdf", 3, "d" * 64)
    turn = replace(turn, prompt=(file, Text("The heron")), rounds=(round_,))
    async with shop.open() as store:
        await fill(store, turn)
        places = [hit.where for hit in await found(store, "heron")]
    assert places == [Where.FILE, Where.PROMPT, Where.REASONING, Where.ANSWER, Where.SOURCE]


async def test_calls_and_results_are_found(shop: Shop) -> None:
    turn = a_full_turn()
    use = turn.tool_uses[0]
    assert use.result is not None
    async with shop.open() as store:
        await fill(store, turn)
        assert Where.CALL in {hit.where for hit in await found(store, use.call.name)}
        word = use.result.content.split()[0]
        assert Where.RESULT in {hit.where for hit in await found(store, word)}


async def test_half_a_surrogate_pair_hides_nothing(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, asked("a", "über \ud83d heron"))
        assert len(await found(store, "heron")) == 1
        assert len(await found(store, "über")) == 1


async def test_a_row_that_cannot_be_read_hides_no_other(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, asked("a", "heron"), asked("b", "heron", "a"))
        await store.database.run(
            lambda shelves: shelves.file.execute(
                "UPDATE turns SET body = '{\"heron\": 5}' WHERE id = 'b'"
            )
        )
        assert [hit.turn_id for hit in await found(store, "heron")] == ["a"]


@pytest.mark.slow
async def test_a_save_comes_between_the_pieces_of_a_search(shop: Shop) -> None:
    filler = "words of no interest " * 2_000
    async with shop.open() as store:
        await fill(store, *(asked(f"t{number}", filler) for number in range(300)))
        order: list[str] = []

        async def look() -> None:
            await found(store, "nowhere to be found")
            order.append("searched")

        async def save() -> None:
            await asyncio.sleep(0)
            await store.chats.save_turn(asked("new", "x"))
            order.append("saved")

        await asyncio.gather(look(), save())
    assert order == ["saved", "searched"]


async def test_nothing_is_written_by_a_search(shop: Shop) -> None:
    async with shop.open() as store:
        await fill(store, asked("a", "heron"))
        before = await store.database.run(lambda shelves: shelves.file.total_changes)
        await found(store, "heron")
        assert await store.database.run(lambda shelves: shelves.file.total_changes) == before


def test_a_snippet_is_one_line_with_the_hit_in_it() -> None:
    text = "x " * 100 + "\n\nthe  \n heron 😀 waits\n" + "y " * 200
    snippet, begin, end = snippet_of(text, Pattern(Query("heron")).find(text))
    assert snippet[begin:end] == "heron"
    assert "\n" not in snippet
    assert snippet.startswith("…")
    assert snippet.endswith("…")
    assert " heron 😀 waits " in snippet
