"""What is known of models in SQLite: lists, cards, and each profile's last test."""

import zlib

from pydantic import TypeAdapter, ValidationError
from typing_extensions import override

from studio.core.abilities import Abilities, Source
from studio.core.models import ListedModel
from studio.harness.knowledge_ports import KeptCard, KeptList, ModelStore
from studio.harness.ports import LastTest
from studio.store.database import Database, Shelves
from studio.store.schema import transaction

_MODELS = TypeAdapter(tuple[ListedModel, ...])
_TEST = TypeAdapter(LastTest)
_SAVE_LIST = "INSERT OR REPLACE INTO model_lists VALUES (?, ?, ?, ?)"
_SAVE_CARD = """INSERT OR REPLACE INTO model_cards (profile_id, model, source, address, body)
    VALUES (?, ?, ?, ?, ?)"""
_REMOVE_CARD = "DELETE FROM model_cards WHERE profile_id = ? AND model = ? AND source = ?"
_FORGET = tuple(
    f"DELETE FROM {table} WHERE profile_id = ?"  # noqa: S608  # names of our own tables
    for table in ("model_lists", "model_cards", "profile_tests")
)


class SqliteModels(ModelStore):
    """Lives as long as its database. A row that cannot be read is left out: a list is asked for
    again, a probe is run again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def lists(self) -> tuple[KeptList, ...]:
        def job(shelves: Shelves) -> tuple[KeptList, ...]:
            rows = shelves.file.execute(
                "SELECT profile_id, address, fetched_at, body FROM model_lists"
            ).fetchall()
            return tuple(kept for row in rows if (kept := _list(*row)) is not None)

        return await self._database.run(job)

    @override
    async def cards(self) -> tuple[KeptCard, ...]:
        def job(shelves: Shelves) -> tuple[KeptCard, ...]:
            rows = shelves.file.execute(
                "SELECT profile_id, address, model, source, body FROM model_cards"
            ).fetchall()
            return tuple(card for row in rows if (card := _card(*row)) is not None)

        return await self._database.run(job)

    @override
    async def tests(self) -> tuple[tuple[str, LastTest], ...]:
        def job(shelves: Shelves) -> tuple[tuple[str, LastTest], ...]:
            rows = shelves.file.execute("SELECT profile_id, body FROM profile_tests").fetchall()
            found = ((str(profile_id), _test(body)) for profile_id, body in rows)
            return tuple((profile_id, test) for profile_id, test in found if test is not None)

        return await self._database.run(job)

    @override
    async def save_list(self, kept: KeptList) -> None:
        body = zlib.compress(_MODELS.dump_json(kept.models, exclude_defaults=True))
        await self._write(_SAVE_LIST, (kept.profile_id, kept.address, kept.fetched_at, body))

    @override
    async def save_card(self, card: KeptCard) -> None:
        body = card.abilities.model_dump_json(exclude_defaults=True)
        row = (card.profile_id, card.model, card.source, card.address, body)
        await self._write(_SAVE_CARD, row)

    @override
    async def remove_card(self, profile_id: str, model: str, source: Source) -> None:
        await self._write(_REMOVE_CARD, (profile_id, model, source))

    @override
    async def save_test(self, profile_id: str, test: LastTest) -> None:
        row = (profile_id, _TEST.dump_json(test).decode())
        await self._write("INSERT OR REPLACE INTO profile_tests VALUES (?, ?)", row)

    @override
    async def forget(self, profile_id: str) -> None:
        def job(shelves: Shelves) -> None:
            with transaction(shelves.file):
                for statement in _FORGET:
                    shelves.file.execute(statement, (profile_id,))

        await self._database.run(job)

    async def _write(self, statement: str, row: tuple[str | float | bytes, ...]) -> None:
        def job(shelves: Shelves) -> None:
            with transaction(shelves.file):
                shelves.file.execute(statement, row)

        await self._database.run(job)


def _list(profile_id: str, address: str, fetched_at: float, body: bytes) -> KeptList | None:
    try:
        models = _MODELS.validate_json(zlib.decompress(body))
    except (ValidationError, zlib.error, TypeError):
        return None
    return KeptList(profile_id, address, fetched_at, models)


def _card(profile_id: str, address: str, model: str, source: str, body: str) -> KeptCard | None:
    try:
        abilities = Abilities.model_validate_json(body)
        return KeptCard(profile_id, address, model, Source(source), abilities)
    except (ValidationError, ValueError, TypeError):
        return None


def _test(body: str) -> LastTest | None:
    try:
        return _TEST.validate_json(body)
    except (ValidationError, TypeError):
        return None
