"""Where a moment of a turn stands on the time axis, and which moments are written there. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

_STEPS = (1, 2, 5)
_TICK_ROOM = 76.0  # pixels between two times that are written
_BESIDE_TICK = 4.0
_AT_EDGE = 4.0


@dataclass(frozen=True, slots=True)
class Scale:
    """`seconds` of a turn on `width` pixels that begin at `left`."""

    seconds: float
    left: float
    width: float

    def x(self, moment: float) -> float:
        if self.seconds <= 0:
            return self.left
        return self.left + self.width * min(max(moment / self.seconds, 0.0), 1.0)

    def ticks(self) -> Iterator[float]:
        """Round moments from 0 on, not closer than their words have room."""
        if self.seconds <= 0 or self.width <= 0:
            yield 0.0
            return
        step = _round_step(self.seconds * _TICK_ROOM / self.width)
        number = 0
        while number * step <= self.seconds:
            yield number * step
            number += 1


def label_place(x: float, width: float, room: float) -> float:
    """Where the words of a moment at `x` begin: behind its line, before it where they would be cut
    off at the end of the axis."""
    behind = x + _BESIDE_TICK
    return behind if behind + width <= room - _AT_EDGE else x - _BESIDE_TICK - width


def _round_step(least: float) -> float:
    """The next of 1, 2, 5, 10, 20 and so on, and of their tenths."""
    power = 0.001
    while True:
        for each in _STEPS:
            if each * power >= least:
                return each * power
        power *= 10
