"""One measured value, with the bar it should hold if there is one."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """`bar` is the largest value that holds; None where a figure is only printed."""

    name: str
    value: float
    unit: str
    bar: float | None = None

    @property
    def holds(self) -> bool | None:
        return None if self.bar is None else self.value <= self.bar

    def row(self) -> str:
        verdict = {None: "", True: "holds", False: "DOES NOT HOLD"}[self.holds]
        bar = "" if self.bar is None else f"{self.bar:g}"
        return f"{self.name:<44} {self.value:>12.2f} {self.unit:<8} {bar:>8}  {verdict}"

    def as_json(self) -> dict[str, object]:
        return {**asdict(self), "holds": self.holds}


HEADING = f"{'name':<44} {'value':>12} {'unit':<8} {'bar':>8}  holds"
