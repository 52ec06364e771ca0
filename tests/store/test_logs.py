"""The log says what went wrong, and no secret with it."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.store.logs import open_log

KEYS = (
    "sk-test-0123456789abcdef",
    "sk-ant-api03-0123456789",
    "gsk_0123456789abcdef",
    "AIzaSyA0123456789abcdefghijklmnop",
    "hf_0123456789abcdef",
)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    handler = open_log(tmp_path)
    yield tmp_path / "callboard.log"
    logging.getLogger().removeHandler(handler)
    handler.close()


def test_there_is_no_file_until_something_goes_wrong(log: Path) -> None:
    logging.getLogger("studio.test").info("all is well")
    assert not log.exists()
    logging.getLogger("studio.test").warning("this is not")
    assert "studio.test: this is not" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize("key", KEYS)
def test_a_key_in_a_message_or_a_stack_is_masked(log: Path, key: str) -> None:
    logger = logging.getLogger("studio.test")
    logger.warning("refused %s", key)
    logger.warning("sent Authorization: Bearer %s", f"plain{key[3:]}")
    try:
        int(key)  # the error quotes it
    except ValueError:
        logger.exception("failed")
    written = log.read_text(encoding="utf-8")
    assert key[4:] not in written
    assert "…" in written
    assert "ValueError" in written


def test_the_log_stays_small(log: Path) -> None:
    logger = logging.getLogger("studio.test")
    for _ in range(40):
        logger.warning("x" * 100_000)
    assert sum(path.stat().st_size for path in log.parent.iterdir()) < 3_500_000
