"""TOAs that a run leaves out: those of rules in its configuration, those in no bin of DMX, and outliers.

Each gets the flag ``-cut REASON`` and is deleted, so that a written tim file has it as a comment.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from jug.analysis.orbit_times import has_orbital_phase, phase_at
from jug.analysis.outliers.outlier_result import CUT_FLAG, Outliers
from jug.core.array import Bool, Float, Toa
from jug.core.decimal_text import is_number
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputError, InputWarning
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import comma_list, toa_count

SIMULTANEOUS, FILE_WORDS = "simultaneous", "files"
"""Rules that are not selections, besides those of `PHASE_REASONS`."""

PHASE_REASONS = {"orbital_phase": "orbit", "eclipsing": "eclipsing"}
"""The reason of each rule with two orbital phases. ``eclipsing`` is pint_pal's."""

SAME_TIME_D = 0.02
"""Two backends observe together if their TOAs are at most this far apart, d."""


class Excision:
    """The remaining TOAs, and the number of excised TOAs for each reason.

    Parameters
    ----------
    toas : TOAs
        The TOAs that are left.
    """

    def __init__(self, toas: TOAs) -> None:
        self.toas = self._every = toas
        self._rows = np.arange(len(toas))
        self.counts: dict[str, int] = {}

    @property
    def n_cut(self) -> int:
        """Number of TOAs that were left out."""
        return sum(self.counts.values())

    def cut(self, which: Bool[Toa], reason: str) -> int:
        """Leave TOAs out and return their number.

        Parameters
        ----------
        which : (n,) bool
        reason : str
            The value of the flag -cut, one word.

        Returns
        -------
        int
            Number of TOAs that were left out.

        Raises
        ------
        InputError
            No TOA would be left, or the reason is not one word.
        """
        count = int(np.count_nonzero(which))
        if count == len(self.toas):
            raise InputError(f"{reason} leaves out all {toa_count(count)}", hint="correct the rule")
        if count:
            self.toas = self.toas.with_flag(CUT_FLAG, reason, which).delete(which)
            self._rows = self._rows[~which]
            self.counts[reason] = self.counts.get(reason, 0) + count
        return count

    def cut_by_rules(self, model: TimingModel, rules: Mapping[str, object]) -> None:
        """Leave out the TOAs that rules select.

        Parameters
        ----------
        model : TimingModel
        rules : mapping
            Reason -> selection or selections (`TOAs.mask`). ``orbital_phase`` or ``eclipsing``: two phases in turns.
            ``simultaneous``: backends (-be); if several observe together, the first in the list is kept. ``files``:
            words; TOAs with one of them in the name of their file are left out.

        Raises
        ------
        InputError
            Not a selection, or no TOA would be left.

        Warns
        -----
        InputWarning
            No TOA has the name of a file; phases for a pulsar without an orbit, whose TOAs are all kept.
        """
        unknown: list[str] = []
        for reason, rule in rules.items():
            if reason in PHASE_REASONS:
                self._cut_phases(model, reason, rule)
            elif reason == SIMULTANEOUS:
                self.cut(is_of_later_backend(self.toas, words_of(rule)), "simul")
            elif reason == FILE_WORDS:
                names, words = self.toas.names, words_of(rule)
                self.cut(np.array([any(word in name for word in words) for name in names], dtype=bool), "badfile")
                unknown += [word for word in words if not any(word in name for name in self._every.names)]
            else:
                for text in words_of(rule):
                    chosen = self._every.mask(text)
                    self.cut(chosen[self._rows], reason)
                    if text.startswith("name ") and not chosen.any():
                        unknown.append(text)
        if unknown:
            text = f"cut: no TOA has {comma_list(unknown, 3)}"
            give_warning(InputWarning(text))

    def _cut_phases(self, model: TimingModel, rule: str, limits: object) -> None:
        if has_orbital_phase(model):
            self.cut(is_within_phases(phase_at(model, self.toas), limits), PHASE_REASONS[rule])
        else:
            text = f"cut.{rule} is left out: the model has no orbit with a phase"
            give_warning(InputWarning(text))

    def cut_outliers(self, found: Outliers, *, max_share: float | None, epochs: float | None) -> None:
        """Leave out outliers, whole files with many outliers, and files and epochs that do not agree with the fit.

        Parameters
        ----------
        found : Outliers
            The outliers among the TOAs that are left.
        max_share : float or None
            A whole file (the TOAs of one name) is left out if the number of its outliers exceeds this share of its
            TOAs that were read, rounded to a whole number.
        epochs : float or None
            A file or epoch is left out if its probability, times the number of files or epochs, is less than this. The
            probability is that of a fit without it, or of the linear model if a DMX bin contains no other TOAs.
        """
        names, bad = self.toas.names, found.bad
        whole = np.zeros(len(bad), dtype=bool)
        if max_share is not None:
            whole = is_in_crowded_file(self._every.names, names, bad, max_share) & ~bad
        unlikely = np.zeros(len(bad), dtype=bool)
        for group in found.groups if epochs is not None else ():
            count = sum(other.kind == group.kind for other in found.groups)
            if (group.confirmed or group.determines) and group.probability * count < (epochs or 0.0):
                unlikely[group.rows] = True
        left = ~bad
        self.cut(bad, "outlier")
        for which, reason in ((whole, "maxout"), (unlikely & ~whole, "epochdrop")):
            self.cut(which[left], reason)
            left &= ~which


def words_of(option: object) -> list[str]:
    """Return the words of an option as a list; the option may be one word or a list of words."""
    return [option] if isinstance(option, str) else [str(word) for word in option] if isinstance(option, list) else []


def is_within_phases(phase: Float[Toa], limits: object) -> Bool[Toa]:
    """Return which phases lie between two limits; from 0.9 to 0.1 goes through 0.

    Parameters
    ----------
    phase : (n,) array
        Turns in [0, 1).
    limits : sequence of two numbers

    Returns
    -------
    (n,) bool
    """
    if not isinstance(limits, Sequence) or len(limits) != 2:
        raise InputError(f"the phases of cut are {limits!r}", hint="write two: [0.9, 0.1]")
    low, high = (float(one) % 1.0 for one in limits)
    inside = (phase >= low) & (phase <= high) if low <= high else (phase >= low) | (phase <= high)
    return np.asarray(inside)


def is_of_later_backend(toas: TOAs, backends: Sequence[str]) -> Bool[Toa]:
    """Return which TOAs are of a backend that observed together with a backend before it in a list.

    Two backends observe together if they have the same receiver (-fe), times at most ``SAME_TIME_D`` apart, and bands
    that overlap. A band has the width -bw (MHz) about its frequency; without the flag it overlaps all others.

    Parameters
    ----------
    toas : TOAs
    backends : sequence of str
        Values of the flag -be.

    Returns
    -------
    (n,) bool
    """
    own, receiver, mhz = toas.flag("be"), toas.flag("fe"), toas.freq_hz / 1e6
    half = np.array([0.5 * float(word) if is_number(word) else np.inf for word in toas.flag("bw").tolist()])
    found = np.zeros(len(toas), dtype=bool)
    for place, later in enumerate(backends):
        earlier = np.isin(own, backends[:place])
        for name in np.unique(receiver):
            other = np.flatnonzero(earlier & (receiver == name))
            other = other[np.argsort(toas.mjd[other], kind="stable")]
            here = np.flatnonzero((own == later) & (receiver == name))
            times, days = toas.mjd[other], toas.mjd[here]
            low, high = (np.searchsorted(times, days + shift) for shift in (-SAME_TIME_D, SAME_TIME_D))
            for row, first, last in zip(here.tolist(), low.tolist(), high.tolist(), strict=True):
                near = other[first:last]
                found[row] = np.any(np.abs(mhz[near] - mhz[row]) <= half[near] + half[row])
    return found


def is_in_crowded_file(
    files_read: Sequence[str], files_left: Sequence[str], outlier: Bool[Toa], max_share: float
) -> Bool[Toa]:
    """Return which TOAs are of a file with many outliers.

    Parameters
    ----------
    files_read : sequence of str
        The file of each TOA that was read.
    files_left : sequence of str
        The file of each TOA that is left.
    outlier : (n,) bool
        The outliers among those that are left.
    max_share : float
        A file has many outliers if their number exceeds this share of its TOAs that were read, rounded to a whole
        number.

    Returns
    -------
    (n,) bool
    """
    files, size = np.unique(np.array(files_read), return_counts=True)
    place = np.searchsorted(files, np.array(files_left))
    many = np.bincount(place, weights=outlier, minlength=len(files)) > np.rint(max_share * size)
    return np.asarray(many[place])


def remove_empty_dmx(model: TimingModel, toas: TOAs) -> TimingModel:
    """Return a model without the bins of DMX that contain no TOA.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    TimingModel
    """
    empty = []
    for name in (name for name in model.entries if name.startswith("DMX_")):
        low, high = (model.values[name.replace("DMX_", end)] for end in ("DMXR1_", "DMXR2_"))
        if not np.any((toas.mjd >= low) & (toas.mjd <= high)):
            empty.append(name)
    return model.remove(*empty) if empty else model


def is_in_no_dmx_bin(model: TimingModel, toas: TOAs) -> Bool[Toa]:
    """Return which TOAs lie in no bin of DMX.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    (n,) bool
    """
    inside = np.zeros(len(toas), dtype=bool)
    for name in model.entries:
        if name.startswith("DMXR1_"):
            low, high = model.values[name], model.values[name.replace("DMXR1_", "DMXR2_")]
            inside |= (toas.mjd >= low) & (toas.mjd <= high)
    return np.asarray(~inside)
