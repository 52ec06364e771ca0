"""The models that a host offers, and what is known of each: every fact with who said it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from studio.core.abilities import Abilities, Prices, Source, combined

_NOTHING = Abilities()


@dataclass(frozen=True, slots=True)
class ListedModel:
    """One model as its host lists it. `name` is for people, empty where there is none."""

    id: str
    name: str = ""
    abilities: Abilities = _NOTHING


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model with all that is known of it.

    `sources` tells of each known fact who said so, by its name in `Abilities` or, with `price_`
    before it, in `Prices`.
    """

    id: str
    name: str
    abilities: Abilities
    sources: Mapping[str, Source]


Layer = tuple[Source, Abilities]


def entry_of(model: str, name: str, layers: Iterable[Layer]) -> ModelEntry:
    """The layers put on top of each other, whatever their order."""
    ordered = sorted(layers, key=lambda layer: list(Source).index(layer[0]))
    known = combined(*(abilities for _, abilities in ordered))
    sources: dict[str, Source] = {}
    for source, abilities in ordered:
        for fact in _facts(abilities):
            if fact not in sources and fact in set(_facts(known)):
                sources[fact] = source
    return ModelEntry(model, name or model, known, sources)


def _facts(abilities: Abilities) -> tuple[str, ...]:
    facts = [name for name, value in abilities if not isinstance(value, Prices | None)]
    return (*facts, *(f"price_{name}" for name, price in abilities.prices if price is not None))
