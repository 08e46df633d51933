"""The results of one pulsar of a run, before they are written."""

import math
from typing import NamedTuple

from jug.analysis.comparison.comparison_result import Comparison
from jug.analysis.term_tests.term_test_result import FTest
from jug.exchange.pulsar_data import sky_angles
from jug.fitting.noise.result import NoiseFit
from jug.fitting.result.fit_result import FitResult
from jug.obs.toas import TOAs
from jug.pulsars.one_pulsar.changes import worst_change
from jug.pulsars.one_pulsar.checks import ReleaseCheck
from jug.text.json_types import JsonObject


class PulsarResults(NamedTuple):
    """The results of one pulsar.

    Attributes
    ----------
    fit : FitResult
    toas : TOAs
        The TOAs of the fit.
    cut : dict of str to int
        The number of TOAs that were left out, by reason.
    noise : NoiseFit or None
    tests : FTest or None
    changes : Comparison or None
        Changes since an earlier release.
    checks : tuple of ReleaseCheck
    warnings : tuple of str
        The warnings.
    earlier : dict
        The numbers of the earlier release (`jug.pulsars.one_pulsar.earlier_numbers`); empty if it has none.
    """

    fit: FitResult
    toas: TOAs
    cut: dict[str, int]
    noise: NoiseFit | None
    tests: FTest | None
    changes: Comparison | None
    checks: tuple[ReleaseCheck, ...]
    warnings: tuple[str, ...]
    earlier: JsonObject


def outcome_numbers(done: PulsarResults) -> JsonObject:
    """Return the numbers of a pulsar for the table and the index page.

    Parameters
    ----------
    done : Done

    Returns
    -------
    dict
        As `PulsarOutcome.numbers`.
    """
    result, toas = done.fit, done.toas
    theta, phi = sky_angles(result.model)
    return {
        "psr": result.model.psr,
        "n_toa": len(toas),
        "n_cut": sum(done.cut.values()),
        "cut": done.cut,
        "n_free": len(result.names),
        "first_mjd": float(toas.mjd.min()),
        "last_mjd": float(toas.mjd.max()),
        "wrms_us": result.residuals.wrms_s * 1e6,
        "chi2": result.chi2,
        "dof": result.dof,
        "reduced_chi2": result.reduced_chi2,
        "verdict": result.verdict.name,
        "good": result.verdict.good,
        "significant": [] if done.tests is None else [one.term for one in done.tests.tests if one.significant],
        "to_check": [one.name for one in done.checks if not one.good],
        "worst_change_sigma": worst_change(done.changes),
        "ra_rad": phi,
        "dec_rad": 0.5 * math.pi - theta,
    }
