"""Measures of a chat that has none."""

from studio.core.abilities import Abilities
from studio.core.spending import Spent
from studio.ui.chat.metering import Measures


async def _nothing_spent(_: str) -> Spent:
    return Spent()


NOTHING_MEASURED = Measures(lambda _, __: Abilities(), _nothing_spent, lambda _, __: "")
