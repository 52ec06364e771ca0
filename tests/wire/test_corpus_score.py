"""The score counts what was read, and nothing else."""

from pathlib import Path

from tests.wire.corpus_score import Score, scores

_TEST = "tests/wire/test_corpus.py::test_a_recorded_reply_is_read_as_it_was_meant"


def _root(folder: Path) -> Path:
    (folder / "gemini").mkdir()
    for name in ("one", "two", "three"):
        (folder / "gemini" / f"{name}.json").write_text("{}")
    return folder


def test_a_case_passes_only_with_all_its_exchanges(tmp_path: Path) -> None:
    passed = [
        f"{_TEST}[one/0]",
        f"{_TEST}[two/0]",
        f"{_TEST}[three/0]",
        "tests/wire/test_sse.py::test_x[three/0]",
    ]
    failed = [f"{_TEST}[two/1]"]
    failed += ["tests/wire/test_corpus_sequences.py::test_x[three]"]
    assert scores(_root(tmp_path), passed, failed) == [Score("gemini", 1, 3)]


def test_a_run_without_the_recordings_has_no_score(tmp_path: Path) -> None:
    assert scores(_root(tmp_path), ["tests/wire/test_sse.py::test_x"], []) == []
