"""Advice where pulse numbers are in doubt: count the turns, or correct a value that scatters the phases.

A fixed parameter with a wrong value moves phases by turns, as lost turns do. An error of d arcsec of the position moves
them by up to 2.4e-3 d F0 turns within a year, an error of h Hz/s of F1 by h t^2 / 2.
"""

from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.pulse_numbers import PulseDoubts
from jug.model.timing_model import TimingModel
from jug.text.name_lists import name_list

LOST_ORBIT, CIRCULAR_ECC = 10.0, 0.05
"""Reduced chi2 above which the phase of an orbit may be lost, or a fixed value may be wrong; and the eccentricity below
which the data hardly determine T0 and OM."""

HALF_ORBIT = "the orbit may be half a turn off: --search (search=True) tries that"

MOVES_PHASES = (
    "RAJ",
    "DECJ",
    "ELONG",
    "ELAT",
    "F0",
    "F1",
    "PB",
    "FB0",
    "A1",
    "TASC",
    "T0",
    "ECC",
    "EPS1",
    "EPS2",
    "OM",
)
"""Parameters whose usual errors move phases by turns."""


def numbering_advice(end: FitEnd, doubts: PulseDoubts) -> str:
    """Return advice where pulse numbers are in doubt; an orbit with a wrong phase scatters the phases too.

    Parameters
    ----------
    end : FitEnd
    doubts : PulseDoubts

    Returns
    -------
    str
        A step in the imperative, with its alternatives.
    """
    next_step = "find the turns with `jug connect`, give them with -pn in the tim file, or start from a better model"
    free, values = end.model.free, end.model.values
    lost = end.noise_scale > LOST_ORBIT
    if lost and ("TASC" in free or "T0" in free):
        next_step += f"; {HALF_ORBIT}"
        if "T0" in free and values.get("ECC", 1.0) < CIRCULAR_ECC:
            next_step += ", and `jug convert --binary ELL1` has TASC for T0 and OM, which a small ECC leaves open"
    if lost and (fixed := fixed_causes(end.model)):
        next_step += f"; {fixed}"
    if doubts.n_toa < len(end.toas):
        return next_step
    from jug.fitting.verdict.wrong_orbit import orbit_advice

    orbit = orbit_advice(end.model, end.toas)
    return f"{orbit}; or {next_step}" if orbit else next_step


def fixed_causes(model: TimingModel) -> str:
    """Return a sentence on fixed parameters that scatter the phases if their values are wrong.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    str
        A possible cause and a step; empty where all of them are free.
    """
    entries, free = model.entries, model.free
    fixed = tuple(name for name in MOVES_PHASES if name in entries and entries[name].line and name not in free)
    parts = [f"{name_list(fixed)} {'is' if len(fixed) == 1 else 'are'} fixed"] if fixed else []
    parts += [] if "F1" in entries else ["F1 is absent"]
    if not parts:
        return ""
    value = "a wrong value has" if len(fixed) + len(parts) == 2 and fixed else "a wrong value of one has"
    return f"{' and '.join(parts)}: {value} the same effect as lost turns (fit it too, or correct it)"
