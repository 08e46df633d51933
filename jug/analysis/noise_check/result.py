"""The result of the tests of a model's noise as numbers, text and JSON."""

from dataclasses import dataclass

from jug.analysis.noise_check.significance import NoiseTest
from jug.analysis.noise_check.spectrum import Spectrum
from jug.core.array import Float, Str, Toa
from jug.core.display.fields_shown import FieldsShown
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite
from jug.text.text_table import table

UNLIKELY_NOISE = 0.01
"""Probability, corrected for the number of tests, below which a test rejects the noise."""

TITLES = {
    "chi2": "mean square",
    "shape": "A^2 from normal",
    "epochs": "epoch means",
    "time": "next epochs",
    "frequency": "next frequencies",
    "backends": "same epochs",
    "slow": "slow power",
    "line": "highest line",
}
"""Titles of the kinds of tests in the table."""

_REMEDIES_SMALL = {
    "chi2": "the uncertainties are too large: EFAC or EQUAD (DMEFAC or DMEQUAD) is too large",
    "epochs": "epochs scatter less than the noise says: ECORR or another correlated noise is too strong",
    "time": "neighbouring epochs scatter in turn: the red noise is too strong",
    "frequency": "neighbouring frequencies scatter in turn: ECORR or DM noise is too strong",
    "backends": "the backends scatter against each other: ECORR or the red noise is too strong",
    "slow": "the slow variations are weaker than those of the model: its red noise is too strong",
}

_REMEDIES_LARGE = {
    "chi2": "the uncertainties are too small: EFAC or EQUAD (DMEFAC or DMEQUAD) would take this",
    "shape": "the residuals are not normal: see jug outliers, or a robust fit",
    "epochs": "epochs scatter more than the noise says: ECORR, red noise or DM noise would take this",
    "time": "neighbouring epochs agree too well: red noise or DM noise would take this",
    "frequency": "neighbouring frequencies of an epoch agree too well: ECORR or DM noise would take this",
    "backends": "the backends scatter together: red noise or DM noise would take this",
    "slow": "the slow variations are stronger than those of the model: red noise would take this",
    "line": "one frequency stands out: see the verdict of jug fit for the parameter that would take it",
}


@dataclass(frozen=True, eq=False, repr=False)
class NoiseCheck(FieldsShown):
    """The tests of residuals against the noise of their model; the result of `jug.check_noise`.

    Parameters
    ----------
    psr : str
    tests : tuple of NoiseTest
        Each statistic of the data with its expected value (`jug.analysis.noise_check.significance.NoiseTest`).
    draws : int
        Sets of simulated data.
    mjd : (n,) array
        Dates of the TOAs, MJD.
    backends : (n,) array of str
        Backend of each TOA.
    z : (n,) array
        Residual relative to the prediction from all other data, in standard deviations; 0 for a TOA that alone
        determines a parameter.
    spectrum : Spectrum
        Power of the residuals and of simulated ones.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.check_noise(jug.fit(model, toas).model, toas, draws=199)
    >>> found.good, found.unlikely, found.z.shape
    (True, (), (62,))
    >>> found.summary().splitlines()[0]
    'The residuals are as the noise says.'
    >>> list(found.to_json())
    ['psr', 'good', 'sentences', 'draws', 'tests', 'spectrum']
    """

    psr: str
    tests: tuple[NoiseTest, ...]
    draws: int
    mjd: Float[Toa]
    backends: Str[Toa]
    z: Float[Toa]
    spectrum: Spectrum

    @property
    def unlikely(self) -> tuple[NoiseTest, ...]:
        """The tests that reject the noise, those with the lowest probability first."""
        found = [test for test in self.tests if test.any_probability < UNLIKELY_NOISE]
        return tuple(sorted(found, key=lambda test: -abs(test.score)))

    @property
    def good(self) -> bool:
        """Whether no test rejects the noise."""
        return not self.unlikely

    def summary(self) -> str:
        """Format the result as text.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        rows = [
            (
                TITLES[test.kind],
                test.group,
                str(test.size),
                f"{test.value:.3f}",
                f"{test.expected:.3f} +- {test.deviation:.3f}",
                f"{test.score:+.1f}",
                self._probability(test.probability),
                "<-" if test in self.unlikely else "",
            )
            for test in self.tests
        ]
        head = ("test", "of", "n", "found", "expected", "score", "probability", "")
        return "\n".join([*self._sentences(), "", table(head, rows, "<<>>>>><")])

    def _sentences(self) -> list[str]:
        """Describe the results of the tests in words."""
        n = len(self.tests)
        if not n:
            return ["Too few TOAs to judge the noise."]
        if self.good:
            least = min(self.tests, key=lambda test: test.any_probability)
            chance, what = self._probability(least.any_probability), f"{TITLES[least.kind]}, {least.group}"
            far = f"Farthest off is {what}: by chance one of {n} tests is so far off with the probability {chance}."
            return ["The residuals are as the noise says.", far]
        lines = [f"The residuals are not as the noise says, in {len(self.unlikely)} of {n} tests:"]
        for test in self.unlikely:
            why = (_REMEDIES_LARGE if test.score > 0.0 else _REMEDIES_SMALL)[test.kind]
            lines.append(f"- {TITLES[test.kind]}, {test.group}: {why}.")
        return lines

    def _probability(self, value: float) -> str:
        least = 1.5 / (self.draws + 1)
        return f"< {2.0 / (self.draws + 1):.2g}" if value < least else f"{value:.3f}"

    def to_json(self) -> JsonObject:
        """Convert the result to values for JSON.

        Returns
        -------
        dict
            ``good``, ``sentences``, ``draws``, ``tests`` (each with the fields of `NoiseTest`), ``spectrum``
            (``frequency`` 1/d, ``power`` s^2, ``expected`` s^2 in three rows).
        """
        content = {
            "psr": self.psr,
            "good": self.good,
            "sentences": self._sentences(),
            "draws": self.draws,
            "tests": [test._asdict() for test in self.tests],
            "spectrum": {name: value.tolist() for name, value in self.spectrum._asdict().items()},
        }
        found: JsonObject = without_nonfinite(content)
        return found
