"""The report of a robust fit: weights, scale, TOAs of low weight; text and JSON."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Toa
from jug.core.blocks import Block
from jug.core.display.fields_shown import FieldsShown
from jug.fitting.robust.weights import Weighing
from jug.model.evaluation.anchor import Anchor
from jug.model.evaluation.residuals import Residuals, residuals_at_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject
from jug.text.name_lists import toa_count
from jug.text.text_table import table

LITTLE_WEIGHT = 0.5
"""Weight below which a TOA is listed."""

LISTED_TOAS = 10
"""Largest number of TOAs in the report."""


class LittleWeight(NamedTuple):
    """A TOA of little weight.

    Parameters
    ----------
    row : int
        Its place among the TOAs.
    toa : str
        File and line.
    mjd, weight : float
        Date, MJD; robust weight from 0 to 1.
    size : float
        White part of its residual in units of its uncertainty and of the scale.
    measured_dm : bool
        Whether it is the measured DM of the TOA that has little weight.
    """

    row: int
    toa: str
    mjd: float
    weight: float
    size: float
    measured_dm: bool


@dataclass(frozen=True, eq=False, repr=False)
class RobustFit(FieldsShown):
    """The report of a robust fit, ``result.robust``.

    Parameters
    ----------
    loss : {"huber", "bisquare", "welsch"}
    tuning : float
        The constant of the loss.
    scale : float
        Scale of the residuals of the TOAs, from their median size: 1 where the uncertainties are right.
    weights : (n,) array
        Weight of each TOA, from 0 to 1.
    dm_scale, dm_weights : float and (n,) array, or None
        The same of the measured DMs of wideband data.
    weighted_chi2 : float
        r^T C^-1 r with sigma^2 / weight for sigma^2. It has no chi2 distribution.
    little : tuple of LittleWeight
        The TOAs and measured DMs with a weight below 0.5, the least first.
    """

    loss: str
    tuning: float
    scale: float
    weights: Float[Toa]
    dm_scale: float | None
    dm_weights: Float[Toa] | None
    weighted_chi2: float
    little: tuple[LittleWeight, ...]

    def lines(self, chi2: float, dof: int) -> list[str]:
        """Return the lines of the summary that replace those of chi2.

        Parameters
        ----------
        chi2 : float
            Of all data at full weight.
        dof : int

        Returns
        -------
        list of str
        """
        dm = "" if self.dm_scale is None else f", of the measured DMs {self.dm_scale:.4f}"
        toas = sum(not one.measured_dm for one in self.little)
        dms = "" if self.dm_scale is None else f", and {len(self.little) - toas} of the measured DMs"
        return [
            f"chi2 at full weight       {chi2:.4f}, degrees of freedom {dof}; of all data, not what the fit minimised",
            f"Robust fit                {self.loss}, tuning constant {self.tuning:g}",
            f"                          scale of the residuals {self.scale:.4f}{dm} (from their median size)",
            f"                          weighted chi2 {self.weighted_chi2:.4f}, which has no chi2 distribution",
            f"                          weights below {LITTLE_WEIGHT:g}: {toas} of {toa_count(len(self.weights))}{dms}",
        ]

    def table(self) -> list[str]:
        """Return the data of least weight as lines of text.

        Returns
        -------
        list of str
            Empty where all weights are 0.5 or more.
        """
        if not self.little:
            return []
        rows = [
            (one.toa, "DM" if one.measured_dm else "time", f"{one.mjd:.6f}", f"{one.size:.1f}", f"{one.weight:.4f}")
            for one in self.little[:LISTED_TOAS]
        ]
        more = [f"and {len(self.little) - LISTED_TOAS} more"] if len(self.little) > LISTED_TOAS else []
        return ["", table(("Least weight", "of", "MJD", "sigma", "weight"), rows, "<<>>>"), *more]

    def to_json(self) -> JsonObject:
        """Return numbers and words for JSON.

        Returns
        -------
        dict
            The attributes by name; ``little`` is a list of dicts.
        """
        return {
            **vars(self),
            "weights": self.weights.tolist(),
            "dm_weights": None if self.dm_weights is None else self.dm_weights.tolist(),
            "little": [one._asdict() for one in self.little],
        }


def robust_residuals(
    model: TimingModel, anchor: Anchor, timing: Callable[[], tuple[Block, ...]], weighing: Weighing
) -> tuple[Residuals, float]:
    """Evaluate the residuals of a robust fit.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of this model.
    timing : callable
        As for `jug.model.evaluation.residuals.residuals_at_anchor`.
    weighing : Weighing

    Returns
    -------
    residuals : Residuals
        Their mean and the realisations of noise have the weights of the fit. Uncertainties, chi2 and log-likelihood are
        those of all data at full weight.
    weighted_chi2 : float
        No unit.
    """
    full = residuals_at_anchor(model, anchor, timing)
    noise = anchor.noise._replace(sigma=anchor.noise.sigma / np.sqrt(weighing.weights))
    found = residuals_at_anchor(model, anchor._replace(noise=noise), timing)
    dm = None if found.dm is None or full.dm is None else replace(found.dm, error=full.dm.error)
    whole = replace(found, error_s=full.error_s, chi2=full.chi2, log_likelihood=full.log_likelihood, dm=dm)
    return whole, found.chi2


def robust_fit(toas: TOAs, weighing: Weighing, weighted_chi2: float) -> RobustFit:
    """Make the report of a robust fit.

    Parameters
    ----------
    toas : TOAs
    weighing : Weighing
    weighted_chi2 : float
        chi2 with the weights of the fit, no unit.

    Returns
    -------
    RobustFit
    """
    n, w = len(toas), weighing.weights
    little = []
    for i in np.flatnonzero(w < LITTLE_WEIGHT)[np.argsort(w[w < LITTLE_WEIGHT], kind="stable")].tolist():
        toa, where = i % n, toas.raw.where(i % n)
        one = LittleWeight(
            toa, f"{where.path}:{where.line}", float(toas.mjd[toa]), float(w[i]), float(weighing.size[i]), i >= n
        )
        little.append(one)
    wideband = len(w) > n
    return RobustFit(
        weighing.loss.name,
        weighing.loss.tuning,
        float(weighing.scale[0]),
        w[:n],
        float(weighing.scale[n]) if wideband else None,
        w[n:] if wideband else None,
        weighted_chi2,
        tuple(little),
    )
