"""Where the time of a fit goes: seconds by stage, in the order in which the stages first came."""

from time import perf_counter
from typing import NamedTuple

from jug.core.text_table import table


class Stage(NamedTuple):
    """One stage: what was done, how often, and for how many seconds (wall clock)."""

    name: str
    calls: int
    seconds: float


class Stopwatch:
    """Adds up time by stage; reading it costs nothing that a fit would feel."""

    def __init__(self) -> None:
        self._spent: dict[str, tuple[int, float]] = {}
        self._start = self._last = perf_counter()

    def lap(self, name: str) -> None:
        """Count the time since the last call of this or of `restart` as a stage's."""
        now = perf_counter()
        calls, seconds = self._spent.get(name, (0, 0.0))
        self._spent[name] = (calls + 1, seconds + now - self._last)
        self._last = now

    def restart(self) -> None:
        """Let the time until now count as no stage's."""
        self._last = perf_counter()

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages so far, and what was none of them."""
        found = tuple(Stage(name, *spent) for name, spent in self._spent.items())
        rest = perf_counter() - self._start - sum(stage.seconds for stage in found)
        return (*found, Stage("other", 1, max(rest, 0.0)))


def stage_table(stages: tuple[Stage, ...]) -> str:
    """The stages as lines of text."""
    total = sum(stage.seconds for stage in stages) or 1.0
    rows = [(s.name, s.calls, f"{s.seconds:.3f}", f"{100 * s.seconds / total:.0f}%") for s in stages]
    return table(("stage", "calls", "seconds", "share"), rows, "<>>>", rule=False)
