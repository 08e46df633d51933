"""The search: fits from all starts; fits that agree are merged; the lowest minimum first."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Int, Toa
from jug.core.execution.progress import report_each
from jug.errors import JugError
from jug.fitting.findings.minimum import LISTED_CHI2, Minimum, Searched
from jug.fitting.fitted import Fitted
from jug.fitting.minima.draws import draw_starts
from jug.fitting.minima.glitches import epochs_turns_away, other_decays
from jug.fitting.minima.orbits import aliases, half_orbits, inclinations, near_epoch, periastra
from jug.fitting.minima.orientation import reflections, same_orbit, turned_nodes, within_a_turn
from jug.fitting.minima.relation import relation, same_minimum
from jug.fitting.minima.start import Start
from jug.model.evaluation.residuals import residuals_at_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

Refine = Callable[[TimingModel, "Int[Toa] | None", int], Fitted]
"""Fits from a model, with these pulse numbers or those of the nearest pulses, in at most this number of steps."""

CLOSE_CHI2 = 0.1
"""Largest difference of chi2 between fits that ended in the same minimum."""

LOWER_CHI2, TIED_CHI2 = 1e-3, 1e-6
"""Least difference of chi2 at which a lower fit replaces another fit of the same minimum; and difference of chi2 of two
minima up to which the first one found is the result."""

FURTHER_STEPS, FURTHER_ROUNDS = 30, 2
"""Further steps of a fit in one round, and number of rounds. A fit at a known minimum, or with a hopeless chi2, is not
continued."""

HOPELESS = 10.0
"""Ratio of chi2 after the first steps to the lowest chi2 above which a start is given up."""


class End(NamedTuple):
    """The fit from one start, and its chi2.

    Parameters
    ----------
    fitted : Fitted
    chi2 : float
        No unit.
    """

    fitted: Fitted
    chi2: float

    @property
    def converged(self) -> bool:
        """Whether the fit converged."""
        return self.fitted.outcome.stop.converged


class SearchOutcome(NamedTuple):
    """The outcome of a search.

    Parameters
    ----------
    fitted : Fitted
        The lowest minimum.
    minima : tuple of Minimum
        Lowest first.
    searched : Searched
    """

    fitted: Fitted
    minima: tuple[Minimum, ...]
    searched: Searched


@without_numpy_warnings
def search_minima(before: TimingModel, first: Fitted, toas: TOAs, refine: Refine) -> SearchOutcome:
    """Look for further minima of chi2.

    Parameters
    ----------
    before : TimingModel
        Before the first fit.
    first : Fitted
        The first fit.
    toas : TOAs
    refine : callable
        ``(model, pulse numbers, steps) -> Fitted``.

    Returns
    -------
    SearchOutcome
    """
    search = _MinimumSearch(refine, first.anchor.pulse_number, before)
    search.take(search.continue_fit(first))
    model, covariance = search.ends[0].fitted.model, search.ends[0].fitted.outcome.covariance
    in_vain = search.ends[0].chi2 > HOPELESS * len(toas)
    search.run(
        [
            *(half_orbits(before) if in_vain else ()),
            *reflections(model),
            *turned_nodes(model),
            *periastra(model, before),
            *inclinations(model),
            *aliases(model, toas),
        ]
    )
    search.run([*epochs_turns_away(model), *other_decays(model), *draw_starts(model, covariance)])
    known = 1
    while len(search.minima()) > known:
        new, known = search.minima()[known:], len(search.minima())
        search.run([start for end in new for start in reflections(end.fitted.model)])
    return search.outcome()


class _MinimumSearch:
    """The ends of the fits so far, one for each minimum, and the counts of the others."""

    def __init__(self, refine: Refine, numbers: Int[Toa], before: TimingModel) -> None:
        self.refine, self.numbers, self.before = refine, numbers, before
        self.ends: list[End] = []
        self.hits: list[int] = []
        self.tried: list[TimingModel] = []
        self.starts, self.given_up, self.failed, self.without_meaning = 1, 0, 0, 0

    def minima(self) -> list[End]:
        """The converged ends within `LISTED_CHI2` of the lowest, in the order in which they were found."""
        lowest = min((end.chi2 for end in self.ends), default=np.inf)
        return [end for end in self.ends if end.converged and end.chi2 < lowest + LISTED_CHI2]

    def run(self, starts: Iterable[Start]) -> None:
        """Fit from each start, except one whose orbit is nearly that of an earlier start."""
        for start in report_each(starts, "starts of the search for minima"):
            if any(same_orbit(start.model, other) for other in self.tried):
                continue
            self.tried.append(start.model)
            self.starts += 1
            numbers = None if start.renumbered else self.numbers
            try:
                end = self.continue_fit(self.refine(start.model, numbers, start.steps))
            except (JugError, np.linalg.LinAlgError):
                self.failed += 1
                continue
            self.take(end)

    def continue_fit(self, fitted: Fitted) -> End:
        """Continue a fit that has not converged, or whose angle or epoch must be brought into range."""
        end = _make_end(fitted)
        for _ in range(FURTHER_ROUNDS):
            model = near_epoch(within_a_turn(end.fitted.model), self.before)
            i = self.index_of_known(end)
            settled = end.converged or (i is not None and self.ends[i].converged)
            if self.is_hopeless(end) or (settled and model is end.fitted.model):
                break
            end = _make_end(self.refine(model, end.fitted.anchor.pulse_number, FURTHER_STEPS))
        return end

    def is_hopeless(self, end: End) -> bool:
        """Whether a fit is so far above the lowest minimum that it is given up."""
        return bool(self.ends) and not end.chi2 < HOPELESS * min(other.chi2 for other in self.ends)

    def index_of_known(self, end: End) -> int | None:
        """The index of the known minimum at which a fit ended, converged or not; None for a new minimum."""
        for i, other in enumerate(self.ends):
            if abs(end.chi2 - other.chi2) < CLOSE_CHI2 and same_minimum(other.fitted.model, end.fitted.model):
                return i
        return None

    def take(self, end: End) -> None:
        """Add an end as a new minimum, or count it for a known one, of which the lower end is stored."""
        i = self.index_of_known(end)
        if i is not None:
            self.hits[i] += 1
            if end.converged > self.ends[i].converged or end.chi2 < self.ends[i].chi2 - LOWER_CHI2:
                self.ends[i] = end
        elif not np.isfinite(end.chi2):
            self.failed += 1
        elif not end.converged and self.is_hopeless(end):
            self.given_up += 1
        elif self.ends and not 0.0 <= end.fitted.model.values.get("KIN", 0.0) <= 180.0:
            self.without_meaning += 1
        else:
            self.ends.append(end)
            self.hits.append(1)

    def outcome(self) -> SearchOutcome:
        """Sort the minima, and describe how they are related."""
        order = sorted(range(len(self.ends)), key=lambda i: self.ends[i].chi2)
        best = next((i for i in order if self.ends[i].converged), order[0])
        if self.ends[order[0]].chi2 < self.ends[best].chi2 - 1.0:
            best = order[0]
        equal = (i for i, end in enumerate(self.ends) if end.chi2 <= self.ends[best].chi2 + TIED_CHI2)
        best = next((i for i in equal if self.ends[i].converged), best)
        lowest = self.ends[best]
        listed = [best, *(i for i in order if i != best and self.ends[i] in self.minima())]
        minima = tuple(_make_minimum(self.ends[i], lowest) for i in listed)
        missed = [i for i in order if i not in listed]
        counts = Searched(
            starts=self.starts,
            listed=sum(self.hits[i] for i in listed),
            higher=sum(self.hits[i] for i in missed if self.ends[i].converged),
            not_converged=sum(self.hits[i] for i in missed if not self.ends[i].converged),
            given_up=self.given_up,
            failed=self.failed,
            without_meaning=self.without_meaning,
        )
        return SearchOutcome(lowest.fitted, minima, counts)


def _make_minimum(end: End, lowest: End) -> Minimum:
    model = end.fitted.model
    words = "the lowest" if end is lowest else relation(lowest.fitted.model, model)
    return Minimum(end.chi2, max(end.chi2 - lowest.chi2, 0.0), words, model, end.converged)


def _make_end(fitted: Fitted) -> End:
    return End(fitted, residuals_at_anchor(fitted.model, fitted.anchor).chi2)
