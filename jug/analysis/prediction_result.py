"""The uncertainty of the residuals that a model predicts at other times: numbers, text and JSON."""

from dataclasses import dataclass

import numpy as np

from jug.core.array import Bool, Float, K, N
from jug.core.display.fields_shown import FieldsShown
from jug.fitting.result.fit_result import FitResult
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite
from jug.text.text_table import table

LOST_TURNS = 0.1
"""Uncertainty, turns, from which on pulses cannot be counted safely: half a turn is then 5 sigma."""


@dataclass(frozen=True, eq=False, repr=False)
class Prediction(FieldsShown):
    """Uncertainty of the residuals that a fitted model leaves at given times; what `jug.predict` returns.

    Parameters
    ----------
    mjd : (n,) array
        Site UTC, as asked for.
    error_s : (n,) array
        Standard deviation of the residual, s, from the covariance of the parameters and the overall offset.
    rate_hz : (n,) array
        Spin frequency.
    draws_s : (m, n) array
        Residuals of m models drawn at random from the covariance, s.
    span : tuple of float
        First and last MJD of the TOAs of the fit; NaN where there are none.
    notes : tuple of str
        The parts that the uncertainty leaves out.
    base : FitResult or None
        The fit; None where a model was given.
    site : str
        Canonical name of the observatory.
    freq_mhz : float
        Observing frequency; 0 is infinite.

    Examples
    --------
    >>> import jug
    >>> result = jug.fit(*jug.load(*jug.data.example("NGC6440E")))
    >>> found = jug.predict(result, mjd=[54200.0, 56000.0])
    >>> (found.error_s * 1e6).round(0).tolist()
    [43.0, 448.0]
    """

    mjd: Float[N]
    error_s: Float[N]
    rate_hz: Float[N]
    draws_s: Float[N, K]
    span: tuple[float, float]
    notes: tuple[str, ...] = ()
    base: FitResult | None = None
    site: str = "barycenter"
    freq_mhz: float = 0.0

    @property
    def error_turns(self) -> Float[N]:
        """Standard deviation of the residual in turns, (n,)."""
        return self.error_s * self.rate_hz

    @property
    def lost(self) -> Bool[N]:
        """True where the uncertainty is above `LOST_TURNS`, so that pulses cannot be counted safely, (n,)."""
        return np.asarray(self.error_turns > LOST_TURNS)

    def summary(self) -> str:
        """Return the prediction as a table of text.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        head = ["MJD", "uncertainty (us)", "turns", *(["of draws (us)"] if len(self.draws_s) else []), ""]
        drawn_std = np.std(self.draws_s, axis=0) if len(self.draws_s) else self.error_s
        rows = []
        for i in range(len(self.mjd)):
            drawn = [f"{drawn_std[i] * 1e6:.4g}"] if len(self.draws_s) else []
            remark = "phase connection is lost" if self.lost[i] else ""
            rows.append(
                [f"{self.mjd[i]:.4f}", f"{self.error_s[i] * 1e6:.4g}", f"{self.error_turns[i]:.3g}", *drawn, remark]
            )
        notes = [*self.notes]
        if self.base is not None and not self.base.verdict.good:
            notes.insert(0, f"the fit is not good ({self.base.verdict.name}), so the uncertainties may be far off")
        return "\n".join([table(head, rows, ">" * (len(head) - 1) + "<"), *(f"Note: {note}" for note in notes)])

    def to_json(self) -> JsonObject:
        """Return the prediction as values for JSON.

        Returns
        -------
        dict
            ``mjd``, ``error_s``, ``error_turns``, ``lost``, lists of n; ``draw_std_s``, such a list or None; ``notes``;
            ``verdict`` on the fit, or None; ``site``; ``freq_mhz``, 0 for an infinite one.
        """
        drawn = np.std(self.draws_s, axis=0).tolist() if len(self.draws_s) else None
        content = {
            "mjd": self.mjd.tolist(),
            "error_s": self.error_s.tolist(),
            "error_turns": self.error_turns.tolist(),
            "lost": self.lost.tolist(),
            "draw_std_s": drawn,
            "notes": list(self.notes),
            "verdict": None if self.base is None else self.base.verdict.to_json(),
            "site": self.site,
            "freq_mhz": self.freq_mhz,
        }
        found: JsonObject = without_nonfinite(content)
        return found
