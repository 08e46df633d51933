"""`outliers`: TOAs, files and epochs that are inconsistent with a fit of the others."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jug.analysis.outliers.outlier_probability import outlier_probability
from jug.analysis.outliers.outlier_result import Group, Outliers
from jug.analysis.residuals.fit_rows import fit_rows
from jug.analysis.residuals.observing_epochs import epoch_numbers
from jug.analysis.same_turns import fit_with_turns
from jug.core.arguments.kinds import expect
from jug.core.array import Int, N
from jug.core.execution.progress import report_each
from jug.errors import FitError, InputError
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.fit import fit
from jug.fitting.result.fit_result import FitResult
from jug.model.covariance.leave_out import LeaveOut
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

OUTLIER_PROBABILITY = 0.8
"""Probability above which a TOA counts as an outlier. In 60 simulated sets 108 TOAs were above 0.8; two of them were
good."""


@with_blas_threads_of_fit
def outliers(
    what: TimingModel | FitResult,
    toas: TOAs,
    *,
    threshold: float = OUTLIER_PROBABILITY,
    confirm: int = 10,
    backend: str = "auto",
) -> Outliers:
    """Find TOAs, files and epochs that are inconsistent with a fit of the others.

    Parameters
    ----------
    what : TimingModel or FitResult
        A model is fitted first, by least squares; the model of a robust fit is also fitted again.
    toas : TOAs
        The TOAs of the fit.
    threshold : float
        Probability above which a TOA counts as an outlier.
    confirm : int
        Number of the least probable files and epochs without which a fit is repeated, in addition to a fit without all
        outliers; with 0 all numbers are from the linear model.
    backend : {"auto", "numpy", "jax"}
        Of the fits.

    Returns
    -------
    Outliers

    Raises
    ------
    FitError
        The model cannot be fitted.
    InputError
        The threshold is not a probability.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> int(jug.outliers(model, toas).bad.sum())
    0
    """
    if not 0.0 < threshold < 1.0:
        raise InputError(f"{threshold:.15g} is not a probability", hint="give a threshold between 0 and 1")
    expect(what=(what, (TimingModel, FitResult)), toas=(toas, TOAs))
    base = what if isinstance(what, FitResult) else fit(what, toas, backend=backend, robust="none", noise=False)
    if base.robust is not None:
        base = fit(base.model, toas, backend=backend, robust="none", noise=False)
    ready, anchor = fit_rows(base.model, toas, base.residuals.pulse_number)
    probability, excess, error, fraction = outlier_probability(ready, len(toas), 1.0 / anchor.reference.rate)
    groups = sorted(_groups(ready, toas), key=_rank)
    if confirm:
        groups = _confirm_by_fits(base, toas, groups, confirm, backend)
    places = zip(toas.raw.file_index.tolist(), toas.raw.line.tolist(), strict=True)
    where = tuple(f"{toas.raw.files[i]}:{line}" for i, line in places)
    found = Outliers(base, probability, excess, error, fraction, threshold, toas.mjd, where, tuple(groups))
    redo = confirm and found.bad.any() and not found.too_many
    cleaned = _refit(base, toas, np.flatnonzero(found.bad), backend) if redo else None
    return replace(found, cleaned=cleaned)


def _rank(group: Group) -> tuple[bool, float, float]:
    """Sorting key of a group: whole files first, then increasing probability."""
    return group.kind != "file", group.probability, -group.delta_chi2


def _groups(ready: LeaveOut, toas: TOAs) -> Iterator[Group]:
    """The groups of files and of epochs, unless there is only one of them."""
    for kind, sets in (("file", _files(toas)), ("epoch", _epochs(toas))):
        if len(sets) < 2:
            continue
        for name, rows in report_each(sets, f"{kind}s left out"):
            everything = rows if len(ready.q) == len(toas) else np.concatenate([rows, rows + len(toas)])
            left = ready.leave_out(everything)
            mjd = float(toas.mjd[rows[0]])
            chance = _chance(left.decrease, len(everything))
            yield Group(kind, name, rows, mjd, left.decrease, chance, determines=left.determines)


def _files(toas: TOAs) -> list[tuple[str, Int[N]]]:
    """Group the TOAs by their name, which is the file of their profile."""
    names = np.array(toas.names)
    words, index = np.unique(names, return_inverse=True)
    return [(str(word), np.flatnonzero(index == i)) for i, word in enumerate(words)]


def _epochs(toas: TOAs) -> list[tuple[str, Int[N]]]:
    """Group the TOAs between gaps of more than half a day."""
    number = epoch_numbers(toas.mjd)
    order = np.argsort(toas.mjd, kind="stable")
    ends = np.flatnonzero(np.diff(number[order])) + 1
    return [(f"{toas.mjd[rows[0]]:.2f}", np.sort(rows)) for rows in np.split(order, ends)]


def _chance(decrease: float, n: int) -> float:
    """Probability of at least this decrease by n good TOAs."""
    from scipy.special import gammaincc

    return float(gammaincc(0.5 * n, 0.5 * max(decrease, 0.0)))


def _confirm_by_fits(base: FitResult, toas: TOAs, groups: list[Group], most: int, backend: str) -> list[Group]:
    """Fit without each of the least probable groups, and give the group the decrease of chi2 of this fit.

    Only groups are fitted that are expected less than once by chance.
    """
    counts = {kind: sum(group.kind == kind for group in groups) for kind in ("file", "epoch")}
    unlikely = [g for g in groups if g.probability * counts[g.kind] < 1.0 and not g.determines]
    chosen = sorted(unlikely, key=lambda g: g.probability)[:most]
    fits = {id(g): _refit(base, toas, g.rows, backend) for g in report_each(chosen, "fits without a file or an epoch")}
    out = []
    for group in groups:
        result = fits.get(id(group))
        if result is not None:
            decrease = base.chi2 - result.chi2
            chance = _chance(decrease, len(group.rows) * (2 if base.residuals.dm is not None else 1))
            group = replace(group, delta_chi2=decrease, probability=chance, confirmed=True)
        out.append(group)
    return out


def _refit(base: FitResult, toas: TOAs, rows: Int[N], backend: str) -> FitResult | None:
    """Fit without some TOAs, with the turns of the others fixed; None if the fit fails."""
    if len(rows) == len(toas):
        return None
    try:
        kept = np.delete(base.residuals.pulse_number, rows)
        return fit_with_turns(base.model, toas.delete(rows), kept, backend)
    except FitError:
        return None
