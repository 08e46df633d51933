"""Starts at further glitches: GLEP one or two turns away, and other time constants of a decay.

Without GLPH the phase after a glitch is GLF0 (t - GLEP). A change of GLEP by 1 / GLF0 changes it by one turn, which
shows only if TOAs lie between.
"""

from collections.abc import Iterator

from jug.core.constants import DAY
from jug.core.doubledouble import add_float
from jug.fitting.minima.start import Start
from jug.model.components.glitch import DECAYS
from jug.model.timing_model import TimingModel

TRIED_TURNS = (-2, -1, 1, 2)
"""Turns by which GLEP is moved."""

FACTORS = (0.1, 0.3, 3.0, 10.0)
"""Factors of the time constant of a decay."""

LONGEST_D = 1e6
"""Longest time constant that is tried, d."""


def epochs_turns_away(model: TimingModel) -> Iterator[Start]:
    """Yield glitch epochs some turns away.

    Parameters
    ----------
    model : TimingModel

    Yields
    ------
    Start
        With the pulse numbers of the nearest pulses.
    """
    for name in model.free:
        entry = model.entries[name]
        if entry.param.name != "GLEP":
            continue
        step = turn_d(model, name)
        for turns in TRIED_TURNS if step else ():
            yield Start(model.with_values({name: add_float(entry.value, turns * step)}), renumbered=True)


def turn_d(model: TimingModel, name: str) -> float:
    """Return the time in which the phase after a glitch grows by a turn.

    Parameters
    ----------
    model : TimingModel
    name : str
        GLEP of the glitch.

    Returns
    -------
    float
        d; 0 where the glitch has no step in frequency.
    """
    member, values = name.removeprefix("GLEP"), model.values
    steps = ("GLF0", *(step for step, _ in DECAYS))
    step = sum(values.get(f"{key}{member}", 0.0) for key in steps)
    return 1.0 / (step * DAY) if step else 0.0


def other_decays(model: TimingModel) -> Iterator[Start]:
    """Yield decays with other time constants, and the same phase long after the glitch.

    Parameters
    ----------
    model : TimingModel

    Yields
    ------
    Start
    """
    times = {time: step for step, time in DECAYS}
    for name in model.free:
        entry = model.entries[name]
        if entry.param.name not in times or not entry.value.hi > 0.0:
            continue
        step = times[entry.param.name] + name.removeprefix(entry.param.name)
        size = model.values.get(step, 0.0)
        for factor in FACTORS:
            if entry.value.hi * factor < LONGEST_D:
                yield Start(model.with_values({name: entry.value.hi * factor, step: size / factor}))
        if step in model.free and size:
            yield Start(model.with_values({step: -size}))
