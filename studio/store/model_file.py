"""One JSON file that holds a list of models with IDs: profiles, servers."""

from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from pydantic import ValidationError

from studio.harness.ports import Clock
from studio.store import json_file
from studio.store.set_aside import Reason, SetAside


class HasId(Protocol):
    """What tells one from another."""

    @property
    def id(self) -> str: ...

    def model_dump(self, *, mode: str) -> dict[str, Any]: ...

    @classmethod
    def model_validate(cls, row: Any) -> Self: ...


ModelT = TypeVar("ModelT", bound=HasId)


class ModelFile(Generic[ModelT]):
    """The only writer of its file; called on one thread. `name` is that of the list in the file.

    `set_aside` tells what became of a file that could not be used, or of which a part could not.
    """

    def __init__(
        self, path: Path, name: str, version: int, model: type[ModelT], clock: Clock
    ) -> None:
        self._path = path
        self._name = name
        self._version = version
        self._model = model
        self._clock = clock
        self._entries: tuple[ModelT, ...] | None = None
        self.set_aside: tuple[SetAside, ...] = ()

    def read(self) -> tuple[ModelT, ...]:
        """Read once. Raises `StorageError`."""
        if self._entries is None:
            self._entries = self._load()
        return self._entries

    def write(self, entries: tuple[ModelT, ...]) -> None:
        """Raises `StorageError`. Whoever writes unread would lose what could not be used."""
        self.read()
        self._write(entries)

    def _load(self) -> tuple[ModelT, ...]:
        content = json_file.read(self._path, self._version)
        if content is None:
            return ()
        rows = content if isinstance(content, Reason) else content.get(self._name)
        if not isinstance(rows, list):
            reason = rows if isinstance(rows, Reason) else Reason.DAMAGED
            self._report(json_file.put_aside(self._path, reason, self._clock()))
            return ()
        good = self._good(rows)
        if len(good) < len(rows):
            # One bad entry does not cost the others. The next save would lose it, so it is kept.
            self._report(json_file.keep_copy(self._path, Reason.DAMAGED, self._clock()))
            self._write(good)
        return good

    def _write(self, entries: tuple[ModelT, ...]) -> None:
        rows = [entry.model_dump(mode="json") for entry in entries]
        json_file.write(self._path, {"version": self._version, self._name: rows})
        self._entries = entries

    def _good(self, rows: list[Any]) -> tuple[ModelT, ...]:
        """Those that are valid; of two with the same ID the first."""
        good: dict[str, ModelT] = {}
        for row in rows:
            try:
                entry = self._model.model_validate(row)
            except ValidationError:
                continue
            good.setdefault(entry.id, entry)
        return tuple(good.values())

    def _report(self, aside: SetAside) -> None:
        self.set_aside = (*self.set_aside, aside)
