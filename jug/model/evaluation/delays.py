"""The delay or phase of each term of a timing model on each TOA."""

from dataclasses import dataclass

import numpy as np

from jug.core.arguments.kinds import expect
from jug.core.arguments.named import no_such_name
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Float, Toa
from jug.core.display.fields_shown import FieldsShown
from jug.io.tim.pulse_numbers import added_turns
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

TIM_PHASE = "phases of the tim file"
"""Name of the phase that -padd and -radd flags and PHASE commands add."""


@dataclass(frozen=True, eq=False, repr=False)
class Delays(FieldsShown):
    """The terms of a timing model on some TOAs, by name, in the order of evaluation.

    ``seconds`` has all of them as delays, which are subtracted from the arrival time: a phase term of x turns is a
    delay of -x / F. Their sum is ``total``. The spin itself and the phase of the TZR point are not included.

    Parameters
    ----------
    delays : dict of str to (n,) array
        Terms that are delays, s.
    phases : dict of str to (n,) array
        Terms that act on the phase, turns.
    rate : (n,) array
        F, the spin frequency at each TOA, Hz.
    total : (n,) array
        TDB at the observatory less time of emission, less the phase terms divided by F, s.

    Examples
    --------
    >>> import jug
    >>> found = jug.delays(*jug.load(*jug.data.example("NGC6440E")))
    >>> found.names
    ('Roemer and parallax', 'solar-system Shapiro', 'solar wind', 'dispersion')
    >>> bool(abs(sum(found.seconds.values()) - found.total).max() < 1e-9)
    True
    """

    delays: dict[str, Float[Toa]]
    phases: dict[str, Float[Toa]]
    rate: Float[Toa]
    total: Float[Toa]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all terms."""
        return (*self.delays, *self.phases)

    @property
    def seconds(self) -> dict[str, Float[Toa]]:
        """All terms as delays by name, (n,) each, s."""
        return {**self.delays, **{name: -turns / self.rate for name, turns in self.phases.items()}}

    def __getitem__(self, name: str) -> Float[Toa]:
        """One term as a delay, (n,) s."""
        if name not in self.delays and name not in self.phases:
            raise no_such_name("term", name, self.names)
        return self.delays[name] if name in self.delays else -self.phases[name] / self.rate

    def __len__(self) -> int:
        return len(self.rate)


@without_numpy_warnings
def delays(model: TimingModel, toas: TOAs) -> Delays:
    """Evaluate each term's delay or phase on each TOA.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    Delays

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> terms = jug.delays(model, toas)
    >>> terms.names
    ('Roemer and parallax', 'solar-system Shapiro', 'solar wind', 'dispersion')
    >>> terms["dispersion"].shape
    (62,)

    Raises
    ------
    InputError
        TOAs that were prepared for another ephemeris than the model's.
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    anchor = make_anchor(model, toas)
    state, rate = anchor.state, anchor.reference.rate
    phases = {name: turns[:-1] for name, turns in state.phases}
    added = added_turns(toas.raw, float(model.kernel_values["F"][0]))
    if np.any(added):
        phases[TIM_PHASE] = added
    total = state.delay[:-1] - (state.phase[:-1] + added) / rate
    return Delays({name: d[:-1] for name, d in state.delays}, phases, rate, total)
