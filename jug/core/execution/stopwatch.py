"""The time of a fit by stage, in the order in which the stages first began."""

from time import perf_counter
from typing import NamedTuple

from jug.text.text_table import table


class Stage(NamedTuple):
    """One stage: its name, number of calls, and seconds (wall clock)."""

    name: str
    calls: int
    seconds: float


class Stopwatch:
    """Add up time by stage; a lap takes about 1 us."""

    def __init__(self) -> None:
        self._spent: dict[str, tuple[int, float]] = {}
        self._start = self._last = perf_counter()

    def lap(self, name: str) -> None:
        """Add the time since the last `lap` or `restart` to a stage."""
        now = perf_counter()
        calls, seconds = self._spent.get(name, (0, 0.0))
        self._spent[name] = (calls + 1, seconds + now - self._last)
        self._last = now

    def restart(self) -> None:
        """Begin a lap now; the time since the last one belongs to no stage."""
        self._last = perf_counter()

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages so far, and the time outside all of them as "other"."""
        found = tuple(Stage(name, *spent) for name, spent in self._spent.items())
        rest = perf_counter() - self._start - sum(stage.seconds for stage in found)
        return (*found, Stage("other", 1, max(rest, 0.0)))


def stage_table(stages: tuple[Stage, ...]) -> str:
    """Return the stages as a table in text."""
    total = sum(stage.seconds for stage in stages) or 1.0
    rows = [(s.name, s.calls, f"{s.seconds:.3f}", f"{100 * s.seconds / total:.0f}%") for s in stages]
    return table(("stage", "calls", "seconds", "share"), rows, "<>>>", rule=False)
