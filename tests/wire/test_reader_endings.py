"""How a reply that never began is told from one that cannot be read."""

import itertools

import pytest

from studio.core.errors import Category, IncompleteRoundError, RoundError
from studio.core.messages import Dialect
from studio.wire.dialects import reader_for

_ids = itertools.count()


@pytest.mark.parametrize("dialect", list(Dialect))
def test_keep_alives_and_then_the_end_are_a_cut_off_stream(dialect: Dialect) -> None:
    reader = reader_for(dialect, lambda: str(next(_ids)))
    reader.feed(b": OPENROUTER PROCESSING\n\n: ping\n\n")
    with pytest.raises(IncompleteRoundError) as caught:
        reader.close()
    assert caught.value.failure.category is Category.CUT_OFF


@pytest.mark.parametrize("dialect", list(Dialect))
def test_words_that_are_no_stream_are_unreadable(dialect: Dialect) -> None:
    reader = reader_for(dialect, lambda: str(next(_ids)))
    reader.feed(b"Service is starting, please wait\n")
    with pytest.raises(RoundError) as caught:
        reader.close()
    assert caught.value.failure.category is Category.UNREADABLE_REPLY
