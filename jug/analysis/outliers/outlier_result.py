"""The outliers of a fit by TOA, file and epoch, as numbers, text and JSON."""

from dataclasses import dataclass, replace
from textwrap import wrap

import numpy as np

from jug.core.array import Bool, Float, Int, M, Toa
from jug.core.display.fields_shown import FieldsShown
from jug.core.display.shown import REPORT_WIDTH
from jug.fitting.result.fit_result import FitResult
from jug.io.tim.flag_column import FlagColumn
from jug.io.tim.raw_toas import RawTOAs
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject
from jug.text.name_lists import toa_count
from jug.text.strict_json import without_nonfinite
from jug.text.text_table import table

CUT_FLAG = "cut"
FEW_OUTLIERS, OUTLIER_SHARE = 3, 0.2
"""Largest number of TOAs that may be outliers, or largest share of all TOAs if that is more."""

OUTLIER_ROWS = 20
"""Largest number of rows of each table of the text."""


@dataclass(frozen=True, eq=False)
class Group:
    """The TOAs of one file or of one epoch.

    Parameters
    ----------
    kind : {"file", "epoch"}
    name : str
        First column of the TOA's line; for an epoch, its date.
    rows : (m,) int array
        The TOAs.
    mjd : float
        Date of the first TOA.
    delta_chi2 : float
        Decrease of chi2 without them.
    probability : float
        Probability of a decrease at least as large if nothing is wrong with them.
    confirmed : bool
        Whether these numbers are from a whole fit; otherwise they are from the linear model.
    determines : bool
        Whether a parameter (for example of a DMX bin) is left out with them.
    """

    kind: str
    name: str
    rows: Int[M]
    mjd: float
    delta_chi2: float
    probability: float
    confirmed: bool = False
    determines: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Outliers(FieldsShown):
    """The outliers of a fit; the result of `jug.outliers`.

    Parameters
    ----------
    base : FitResult
        The fit with all TOAs.
    probability : (n,) array
        Probability that each TOA is an outlier.
    excess_s, error_s : (n,) array
        Residual relative to the prediction from the good TOAs, and its standard deviation, s.
    fraction : float
        Most likely fraction of outliers.
    threshold : float
        Probability above which a TOA is in `bad`.
    mjd : (n,) array
        Dates of the TOAs, MJD.
    where : tuple of str
        File and line of each TOA.
    groups : tuple of Group
        Files, then epochs, those with the lowest probability first.
    cleaned : FitResult or None
        The fit without the TOAs in `bad`; None if there are none or too many, or if the fit fails.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.outliers(model, toas)
    >>> int(found.bad.sum()), found.too_many, len(found.cut(toas))
    (0, False, 62)
    >>> found.summary().splitlines()[0], found.to_json()["toas"]
    ('Fit with all 62 TOAs: chi2 59.5744, degrees of freedom 56', [])
    """

    base: FitResult
    probability: Float[Toa]
    excess_s: Float[Toa]
    error_s: Float[Toa]
    fraction: float
    threshold: float
    mjd: Float[Toa]
    where: tuple[str, ...]
    groups: tuple[Group, ...]
    cleaned: FitResult | None = None

    @property
    def too_many(self) -> bool:
        """Whether more than 3 TOAs, and 20 % of all, look bad, which means that model or uncertainties are wrong."""
        return bool(self.bad.sum() > max(FEW_OUTLIERS, OUTLIER_SHARE * len(self.mjd)))

    @property
    def bad(self) -> Bool[Toa]:
        """The TOAs whose probability is above the threshold, (n,)."""
        return np.asarray(self.probability > self.threshold)

    def cut(self, toas: TOAs | RawTOAs, reason: str = "outlier") -> RawTOAs:
        """Cut the bad TOAs: `jug.write_tim` writes them as comments with the flag ``-cut reason``.

        Parameters
        ----------
        toas : TOAs or RawTOAs
            The TOAs of the fit.
        reason : str
            One word.

        Returns
        -------
        RawTOAs
        """
        raw = toas.raw if isinstance(toas, TOAs) else toas
        old = raw.flags.get(CUT_FLAG, FlagColumn(np.full(len(raw), -1, np.int32), ()))
        codes = np.where(self.bad, len(old.values), old.codes).astype(np.int32)
        flagged = replace(raw, flags={**raw.flags, CUT_FLAG: FlagColumn(codes, (*old.values, reason))})
        return flagged.delete(np.flatnonzero(self.bad))

    def summary(self) -> str:
        """Format the outliers as text.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        base, bad = self.base, np.flatnonzero(self.bad)
        lines = [f"Fit with all {toa_count(len(self.mjd))}: chi2 {base.chi2:.4f}, degrees of freedom {base.dof}"]
        if self.cleaned is not None:
            lines.append(f"Fit without the outliers: chi2 {self.cleaned.chi2:.4f}, dof {self.cleaned.dof}")
        lines += ["", f"TOAs with an outlier probability above {self.threshold:g}: {len(bad)}"]
        if self.too_many:
            cause = f"the model or the uncertainties are wrong; see the verdict on the fit ({base.verdict.name})"
            return "\n".join([*lines, *wrap(f"So many TOAs cannot all be outliers: {cause}.", REPORT_WIDTH)])
        worst = bad[np.argsort(-np.abs(self.excess_s[bad] / self.error_s[bad]))][:OUTLIER_ROWS]
        rows = [(self.where[i], f"{self.mjd[i]:.6f}", *self._figures(int(i))) for i in worst]
        if rows:
            head = ("TOA", "MJD", "excess (us)", "sigma", "probability")
            lines += [table(head, rows, "<>>>>"), *_more(len(bad))]
        for kind in ("file", "epoch"):
            lines += self._group_lines(kind)
        return "\n".join(lines)

    def _figures(self, i: int) -> tuple[str, str, str]:
        sigma = self.excess_s[i] / self.error_s[i]
        return f"{self.excess_s[i] * 1e6:.4g}", f"{sigma:.1f}", f"{self.probability[i]:.4g}"

    def _group_lines(self, kind: str) -> list[str]:
        """The table of the files or epochs with an improbably large effect on chi2."""
        own = [group for group in self.groups if group.kind == kind]
        count = len(own)
        worst = [group for group in own if group.probability * count < 1.0]
        if not worst:
            return ["", f"Of {count} {kind}s none is less likely than one in {count}."] if count else []
        rows = [
            (
                group.name,
                f"{group.mjd:.4f}",
                str(len(group.rows)),
                f"{group.delta_chi2:.3f}",
                f"{group.probability:.3g}",
                "" if group.confirmed else "(linear)",
            )
            for group in worst[:OUTLIER_ROWS]
        ]
        head = (kind, "MJD", "TOAs", "Delta chi2", "probability", "")
        title = f"Of {count} {kind}s these are less likely than one in {count}"
        title += ", in the fit with the outliers, which make others look bad:" if self.bad.any() else ":"
        return ["", *wrap(title, REPORT_WIDTH), table(head, rows, "<>>>><"), *_more(len(worst))]

    def to_json(self) -> JsonObject:
        """Convert the outliers to values for JSON.

        Returns
        -------
        dict
            ``chi2``, ``dof`` and ``verdict`` of the fit, ``fraction``, ``threshold``, ``too_many``;
            ``toas``, a list of those above the threshold; ``groups``.
        """
        toas = [
            {
                "toa": self.where[i],
                "index": int(i),
                "mjd": float(self.mjd[i]),
                "excess_s": float(self.excess_s[i]),
                "error_s": float(self.error_s[i]),
                "probability": float(self.probability[i]),
            }
            for i in np.flatnonzero(self.bad)
        ]
        groups = [{**vars(group), "rows": group.rows.tolist()} for group in self.groups]
        base = self.base
        cleaned = None if self.cleaned is None else {"chi2": self.cleaned.chi2, "dof": self.cleaned.dof}
        content = {
            "chi2": base.chi2,
            "dof": base.dof,
            "verdict": base.verdict.to_json(),
            "too_many": self.too_many,
            "fraction": self.fraction,
            "threshold": self.threshold,
            "cleaned": cleaned,
            "toas": toas,
            "groups": groups,
        }
        found: JsonObject = without_nonfinite(content)
        return found


def _more(count: int) -> list[str]:
    return [f"and {count - OUTLIER_ROWS} more"] if count > OUTLIER_ROWS else []
