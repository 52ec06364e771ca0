"""The score of the shared recordings: of each dialect how many cases passed, of all there are."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from typing_extensions import override

_MODULES = tuple(
    f"tests/wire/{name}.py::"
    for name in ("test_corpus", "test_corpus_replay", "test_corpus_sequences")
)


@dataclass(frozen=True, slots=True)
class Score:
    """One wire's cases. A case passes when each test that read one of its exchanges did."""

    wire: str
    passed: int
    of: int

    @override
    def __str__(self) -> str:
        return f"{self.wire} {self.passed}/{self.of}"


def scores(root: Path, passed: Iterable[str], failed: Iterable[str]) -> list[Score]:
    """`passed` and `failed` are IDs of tests; none of the corpus among them: no scores."""
    good, bad = set(_cases(passed)), set(_cases(failed))
    if not (good or bad):
        return []
    found = []
    for folder in sorted(path for path in root.iterdir() if path.is_dir()):
        names = {path.stem for path in folder.glob("*.json")}
        found.append(Score(folder.name, len((good - bad) & names), len(names)))
    return found


def _cases(tests: Iterable[str]) -> Iterator[str]:
    """The case that a test read: its parameter is the case's name, with or without a number."""
    for test in tests:
        if test.startswith(_MODULES):
            yield test.rpartition("[")[2].removesuffix("]").partition("/")[0]
