"""What holds the window and its loop together."""

import asyncio
import sys
from collections.abc import AsyncGenerator

from PySide6.QtWidgets import QApplication

from studio import app
from tests.conftest import Until


async def test_a_generator_dropped_half_read_is_closed_by_the_loop(
    qapp: QApplication, until: Until
) -> None:
    closed: list[bool] = []

    async def numbers() -> AsyncGenerator[int]:
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)
            closed.append(True)

    before = sys.get_asyncgen_hooks()
    with app._generators_closed_by(asyncio.get_running_loop()):
        half_read = numbers()
        assert await anext(half_read) == 1
        del half_read
        await until(lambda: closed)
    assert sys.get_asyncgen_hooks() == before
