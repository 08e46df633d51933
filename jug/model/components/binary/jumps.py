"""Jumps of an orbit at the epochs BPJEP_1, BPJEP_2, ..., for BTJ and T2 (tempo2; PINT 1.1.8 does not have them).

After an epoch, A1, ECC and OM increase by BPJA1, BPJEC and BPJOM, the period by BPJPB, and the delay by BPJPH / F0.
tempo2 reads BPJOM in rad and BPJPB in s for BTJ (BTJmodel.C), but in deg and d for T2 (T2model.C).
"""

from collections.abc import Callable

from jug.core.array import Float, Member, Row
from jug.model.components.binary.orbit import Slopes
from jug.model.declare import ByName, Columns, Kernel, Namespace, Param, Values, indexed_family

BPJ = indexed_family("BPJ")
BPJEP = Param("BPJEP", "MJD", "Epoch of a jump of the orbit", 0, codec="mjd", family=BPJ, fit=False)
BPJPH = Param("BPJPH", "turn", "Jump of the pulse phase", 0, default=0.0, family=BPJ)
BPJA1 = Param("BPJA1", "ls", "Jump of A1", 1, default=0.0, family=BPJ)
BPJEC = Param("BPJEC", "", "Jump of the eccentricity", 0, default=0.0, family=BPJ)
BPJOM = Param("BPJOM", "rad", "Jump of the longitude of periastron (in deg with BINARY T2)", 0, default=0.0, family=BPJ)
BPJPB = Param("BPJPB", "s", "Jump of the orbital period (in d with BINARY T2)", 1, default=0.0, family=BPJ)
PARAMS = (BPJEP, BPJPH, BPJA1, BPJEC, BPJOM, BPJPB)

SlopesKernel = Callable[[Namespace, Values, Columns, Float[Row]], Slopes]
"""A function of ``(xp, p, x, t)`` with derivatives by parameters, none of them `Binned`."""


def _after(p: Values, t: Float[Row]) -> Float[Row, Member]:
    """1 after an epoch, 0 before, (n, k)."""
    after: Float[Row, Member] = (t[:, None] > p["BPJEP"]).astype(float)
    return after


def add_orbit_jumps(
    delay: Kernel, partials: SlopesKernel, scale: dict[str, tuple[str, float]], optional: bool
) -> tuple[Kernel, SlopesKernel]:
    """Add jumps to the delay and the partials of a model.

    Parameters
    ----------
    delay, partials : callable
        Kernels of the model without jumps. PB, A1, ECC and OM may be (n,) arrays.
    scale : dict
        For each jump of an element the parameter that increases and the factor of the jump: ``("PB", 86400.0)``.
    optional : bool
        Whether the model may be without jumps.

    Returns
    -------
    delay, partials : callable
        Kernels of the model with jumps.
    """

    def jumped_values(p: Values, after: Float[Row, Member]) -> Values:
        """The parameters with the elements at each TOA."""
        jumped = {e: p[e] + after @ p[name] * factor for name, (e, factor) in scale.items() if e in p}
        step = after @ p["BPJPB"] * scale["BPJPB"][1]
        lost = (step - (jumped["PB"] - p["PB"])) + p.exact("PB").lo
        return p.with_values(jumped, {"PB": lost})

    def delay_with_jumps(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        if optional and "BPJEP" not in p:
            return delay(xp, p, x, t)
        after = _after(p, t)
        added: Float[Row] = after @ p["BPJPH"] / p["F"][0]
        return delay(xp, jumped_values(p, after), x, t) + added

    def partials_with_jumps(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Slopes:
        if optional and "BPJEP" not in p:
            return partials(xp, p, x, t)
        after = _after(p, t)
        by = partials(xp, jumped_values(p, after), x, t)
        first = xp.concatenate([xp.ones(1), xp.zeros(p["F"].shape[0] - 1)])
        turns = after @ p["BPJPH"]
        own = {name: after * (f * by[whole])[:, None] for name, (whole, f) in scale.items() if whole in by}
        return {**by, **own, "BPJPH": after / p["F"][0], "F": -(turns / p["F"][0] ** 2)[:, None] * first}

    return delay_with_jumps, partials_with_jumps


def report_jumps_without_period(p: ByName) -> tuple[str, int, str] | None:
    """Report jumps of an orbit that is given by FB0 instead of PB."""
    if "BPJEP" in p and "PB" not in p:
        return "BPJEP", 0, "needs PB: an orbit by FB0 has no jumps"
    return None
