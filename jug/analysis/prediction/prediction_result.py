"""The uncertainty of a model's residuals at other times, as numbers, text and JSON."""

from dataclasses import dataclass

import numpy as np

from jug.core.array import Bool, Float, K, N
from jug.core.display.fields_shown import FieldsShown
from jug.fitting.result.fit_result import FitResult
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite
from jug.text.text_table import table

LOST_TURNS = 0.1
"""Largest uncertainty, turns, at which pulses can be counted safely: half a turn is then 5 sigma."""


@dataclass(frozen=True, eq=False, repr=False)
class Prediction(FieldsShown):
    """The uncertainty of a fitted model's residuals at given times; the result of `jug.predict`.

    Parameters
    ----------
    mjd : (n,) array
        The times given, site UTC, MJD.
    error_s : (n,) array
        Standard deviation of the residual, s, from the covariance of the parameters and the overall offset.
    rate_hz : (n,) array
        Spin frequency at these times, Hz.
    draws_s : (m, n) array
        Residuals of m models drawn at random from the covariance, s.
    span : tuple of float
        First and last MJD of the TOAs of the fit; NaN without TOAs.
    notes : tuple of str
        Contributions that the uncertainty does not include.
    base : FitResult or None
        The fit; None if a model was given.
    site : str
        Canonical name of the observatory.
    freq_mhz : float
        Observing frequency, MHz; 0 is infinite.

    Examples
    --------
    >>> import jug
    >>> result = jug.fit(*jug.load(*jug.data.example("NGC6440E")))
    >>> found = jug.predict(result, mjd=[54200.0, 56000.0])
    >>> (found.error_s * 1e6).round(0).tolist(), found.error_turns.round(3).tolist(), found.lost.tolist()
    ([43.0, 448.0], [0.003, 0.028], [False, False])
    >>> found.summary().splitlines()[0], found.to_json()["site"]
    ('       MJD    uncertainty (us)    turns', 'barycenter')
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
        """True for times with an uncertainty above 0.1 turn (`LOST_TURNS`): pulses cannot be counted safely, (n,)."""
        return np.asarray(self.error_turns > LOST_TURNS)

    def summary(self) -> str:
        """Format the prediction as a table of text.

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
        """Convert the prediction to values for JSON.

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
