"""The size of a change of the residuals, before and after a refit of the free parameters.

    dr = r_other - r,   r = phase / F, or phase / F0 for programs that divide by F0   s
    after a refit: dr - M x,   x = (M^T C^-1 M)^-1 M^T C^-1 dr,   M with a column for the offset

M is the design matrix of the model as it is read, C the covariance of its noise. Phases are counted from the TZR point,
so a change by many turns is not reduced to a fraction of a turn. If programs number the pulses differently (PHASE,
-pn), the residuals change by whole turns at the same phase; these turns are added. If the other reading changes C,
each side is refitted with its own C.
"""

from dataclasses import replace

import numpy as np

from jug.analysis.diagnosis.rows import Effect
from jug.core.array import Array, Bool, Datum, Float, Int, IntArray, Toa
from jug.core.blocks import Block, Dense, to_dense
from jug.errors import FitError
from jug.model.covariance.marginalisation import equations
from jug.model.covariance.noise import Prior
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.evaluation.evaluate import all_blocks, dm_residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

SAME_RATE = 1e-9
"""Largest relative difference of spin frequencies that count as equal: it changes a residual of 1 s by at most 1 ns."""

NUMBERING = ("PHASE", "PN")
"""Conventions that choose the pulse numbers."""

PASSES = 3
"""Number of passes of the refit; each pass reduces the rounding error of the previous one."""


NO_WEIGHT = 1e6
"""Factor by which the uncertainty of a TOA is multiplied to leave it out of a fit."""


class ReferenceResiduals:
    """The residuals of a model as it is read, and the projection on changes that a refit of its free parameters
    absorbs.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    """

    def __init__(self, model: TimingModel, toas: TOAs) -> None:
        self.model, self.toas = model, toas
        self.anchor = make_anchor(model, toas)
        ref = self.anchor.reference
        blocks = all_blocks(np, model.components, model.layout, ref.p0, self.anchor.state)
        mask = np.ones(len(ref.sigma)) if ref.offset_mask is None else ref.offset_mask
        self.blocks: tuple[Block, ...] = (Dense(mask[:, None]), *blocks)
        self.matrix = np.concatenate([to_dense(b) for b in self.blocks], axis=1)
        self.rows = _rows(model, self.anchor)

    def effect_of(self, model: TimingModel, toas: TOAs) -> Effect | None:
        """Compute the effect of another model, or of other TOAs, on the residuals.

        Parameters
        ----------
        model : TimingModel
        toas : TOAs
            The same TOAs, perhaps prepared differently.

        Returns
        -------
        Effect or None
            None if they are not the same TOAs.
        """
        if len(toas) != len(self.toas) or not np.array_equal(toas.raw.serial, self.toas.raw.serial):
            return None
        other = make_anchor(model, toas)
        own, ref = self.anchor.reference, other.reference
        if len(own.sigma) != len(ref.sigma):
            return None
        n = len(own.rate)
        change = _rows(model, other) - self.rows
        whole = other.pulse_number - self.anchor.pulse_number - self._pulse_number_changes(model)
        change[:n] += whole - whole[0]
        sigma = np.asarray(self.anchor.noise.sigma[:n])
        if _same_noise(self.anchor, other) and np.allclose(own.rate, ref.rate, rtol=SAME_RATE, atol=0.0):
            before = change[:n] / own.rate
            after = self._rest_after_refit(change, own.sigma, own.prior)[:n] / own.rate
        else:
            start = self.rows.copy()
            start[:n] -= start[0]
            before = (start + change)[:n] / ref.rate - start[:n] / own.rate
            after = self._rest_after_refit(start + change, ref.sigma, ref.prior)[:n] / ref.rate
            after = after - self._rest_after_refit(start, own.sigma, own.prior)[:n] / own.rate
        before, after = (1e9 * _subtract_weighted_mean(part, sigma) for part in (before, after))
        w = 1.0 / sigma**2
        rms = [float(np.sqrt(np.sum(w * part**2) / np.sum(w))) for part in (before, after)]
        most = [float(np.max(np.abs(part))) for part in (before, after)]
        return Effect(rms[0], most[0], rms[1], most[1])

    def effect_without(self, rows: Bool[Toa]) -> Effect:
        """Compute the effect of leaving out TOAs on the residuals of the others, after a refit with and without them.

        Parameters
        ----------
        rows : bool array
            The TOAs left out, shape (n,), some but not all.

        Returns
        -------
        Effect
            Before a refit it is zero.
        """
        own = self.anchor.reference
        n, kept = len(own.rate), ~rows
        sigma = np.array(own.sigma)
        sigma[:n][rows] *= NO_WEIGHT
        after = self._rest_after_refit(self.rows, sigma, own.prior) - self._rest_after_refit(
            self.rows, own.sigma, own.prior
        )
        part = 1e9 * _subtract_weighted_mean((after[:n] / own.rate)[kept], own.sigma[:n][kept])
        w = 1.0 / own.sigma[:n][kept] ** 2
        return Effect(0.0, 0.0, float(np.sqrt(np.sum(w * part**2) / np.sum(w))), float(np.max(np.abs(part))))

    def _pulse_number_changes(self, model: TimingModel) -> Int[Toa]:
        """The change of this model's pulse numbers if they are chosen by the conventions of another model."""
        own = self.model.settings
        words = {name: model.settings.conventions.get(name, "") for name in NUMBERING}
        same = all(own.conventions.get(name, "") == word for name, word in words.items())
        if same or not {"phase", "pn"} & set(self.toas.raw.flags):
            return np.zeros_like(self.anchor.pulse_number)
        settings = replace(own, conventions={**own.conventions, **words})
        return make_anchor(replace(self.model, settings=settings), self.toas).pulse_number - self.anchor.pulse_number

    def _rest_after_refit(self, rows: Float[Datum], sigma: Float[Datum], prior: Prior | None) -> Float[Datum]:
        """The part of a change that remains after a refit; raises FitError for absurd values."""
        for _ in range(PASSES):
            e = equations(np, self.blocks, rows, sigma, prior)
            gram, slope = np.asarray(e.gram), np.asarray(e.slope)
            scale = np.sqrt(np.maximum(np.diagonal(gram), 0.0))
            scale = np.where(scale > 0.0, scale, 1.0)
            try:
                inverse = np.linalg.pinv(gram / np.outer(scale, scale), rcond=1e-14, hermitian=True)
            except np.linalg.LinAlgError:
                raise FitError(
                    "a refit is not possible: slopes of the residuals are too large, or no numbers"
                ) from None
            x = inverse @ (slope / scale)
            rows = rows - self.matrix @ (x / scale)
        return rows


def _rows(model: TimingModel, anchor: Anchor) -> Float[Datum]:
    """Phase residuals in turns, then residual DMs."""
    ref = anchor.reference
    turns = np.asarray(ref.residual, dtype=np.float64)
    if len(ref.sigma) == len(turns):
        return turns.copy()
    return np.concatenate([turns, dm_residuals(np, model.components, ref.p0, anchor.state)])


def _same_noise(one: Anchor, other: Anchor) -> bool:
    """Whether uncertainties and correlated noise agree, apart from the effect of a changed time or frequency."""
    if not np.allclose(one.noise.sigma, other.noise.sigma, rtol=1e-9, atol=0.0):
        return False
    if [p.name for p in one.noise.processes] != [p.name for p in other.noise.processes]:
        return False
    pairs = zip(one.noise.processes, other.noise.processes, strict=True)
    return all(_equal(a.variance, b.variance) and _equal(a.block[0], b.block[0]) for a, b in pairs)


def _equal(one: Array | IntArray, other: Array | IntArray) -> bool:
    a, b = np.asarray(one), np.asarray(other)
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=1e-5, atol=1e-5 * float(np.max(np.abs(a), initial=0.0))))


def _subtract_weighted_mean(seconds: Float[Datum], sigma: Float[Datum]) -> Float[Datum]:
    w = 1.0 / sigma**2
    return np.asarray(seconds - np.sum(w * seconds) / np.sum(w))
