"""The result of `jug.sample`: the draws of all chains, with their convergence and verdict."""

from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from jug.chains.chain_table import chain_table
from jug.chains.diagnostics import Convergence, convergence
from jug.chains.enterprise_columns import enterprise_columns
from jug.chains.enterprise_writing import write_folder
from jug.chains.inference_data import inference_data
from jug.chains.running import Run
from jug.chains.verdict import FEWEST_INDEPENDENT, ChainVerdict, chain_verdict, nested_verdict
from jug.conversion.enterprise_keys import EnterpriseKey
from jug.core.arguments.named import Named
from jug.core.array import Bool, Float, Int, K, M, N, Parameter
from jug.core.display.fields_shown import FieldsShown
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite
from jug.version import __version__

_TIMING_TEXTS = {"marginal": "integrated over", "sampled": "sampled too"}


@dataclass(frozen=True, eq=False, repr=False)
class Chains(FieldsShown):
    """Draws from a posterior in one or more chains, the result of `jug.sample`.

    Parameters
    ----------
    psr : str
    names : tuple of str
        The k coordinates of the priors: ``EFAC1``, ``log10_EQUAD1``, ``TNREDAMP``.
    units : tuple of str
        Unit of each coordinate; for a log10, that of the parameter.
    labels : tuple of str
        Line of the par file of each coordinate: ``EFAC -f L-wide``.
    values : (m, n, k) array
        n draws of each of m chains, in par units or their log10.
    log_likelihood : (m, n) array
        Natural logarithm of the likelihood, as in `jug.Likelihood`.
    log_posterior : (m, n) array
        The sum of that and the log of the prior density in the coordinates.
    acceptance : (m, n) array
        Mean probability of acceptance along the trajectory of each draw.
    steps : (m, n) int array
        Leapfrog steps of each draw; 1 for samplers without a gradient.
    divergent, at_limit : (m, n) bool arrays
        Whether the trajectory of a draw diverged, or ended at the limit of its length.
    priors : dict of str to str
        Priors by name of the parameter: ``uniform(-20, -11)``, in par units.
    settings : dict
        Sampler, seed, set of priors, and how timing parameters were treated.
    evidence : tuple of float, or None
        Natural logarithm of the evidence and its error, for a nested sampler.
    seconds : float
        Time that the draws took, s.
    run : Run or None
        The state from which the chains can be continued.
    enterprise : dict of str to EnterpriseKey
        Name and unit in enterprise of the coordinates that enterprise has.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.sample(model.add("EFAC TEL gbt 1"), toas, draws=200, warmup=100)
    >>> found.names, found.values.shape, found.flat["EFAC1"].shape, found.covariance.shape
    (('EFAC1',), (4, 200, 1), (800,), (1, 1))
    >>> print(f"{found.mean['EFAC1']:.1f} +- {found.std['EFAC1']:.1f}; the best is {found.best['EFAC1']:.1f}")
    1.1 +- 0.1; the best is 1.0
    >>> found.verdict.kind.value, found.convergence["EFAC1"].r_hat < 1.05
    ('too_few', True)
    >>> found.write_enterprise("chains")
    >>> found.to_arviz().posterior["EFAC1"].shape
    (4, 200)
    >>> list(found.to_json()["parameters"]), found.summary().splitlines()[0]
    (['EFAC1'], 'PSR 1748-2021E')
    """

    psr: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    labels: tuple[str, ...]
    values: Float[M, N, K]
    log_likelihood: Float[M, N]
    log_posterior: Float[M, N]
    acceptance: Float[M, N]
    steps: Int[M, N]
    divergent: Bool[M, N]
    at_limit: Bool[M, N]
    priors: dict[str, str]
    settings: JsonObject
    evidence: tuple[float, float] | None = None
    seconds: float = 0.0
    run: Run | None = None
    enterprise: dict[str, EnterpriseKey] = field(default_factory=dict)

    @cached_property
    def convergence(self) -> dict[str, Convergence]:
        """R-hat and effective numbers of draws, by coordinate."""
        own = {name: convergence(self.values[:, :, i]) for i, name in enumerate(self.names)}
        return Named("coordinate", own)

    @property
    def verdict(self) -> ChainVerdict:
        """The verdict on the chains: whether they can be used, with a sentence and a next step."""
        if self.evidence is not None:
            return nested_verdict(self.values.shape[1], self.evidence)
        left = 0 if self.run is None else self.run.n_left
        shape = self.values.shape[:2]
        bad = int(self.divergent.sum()), int(self.at_limit.sum())
        wanted = FEWEST_INDEPENDENT * min(shape[0], int(self.settings.get("chains", shape[0])))
        return chain_verdict(self.convergence, shape, bad, left, wanted, continues=self.run is not None)

    @property
    def flat(self) -> dict[str, Float[N]]:
        """The draws of all chains, one chain after another, by name: (m n,) each, in `units`."""
        found = {name: self.values[:, :, i].reshape(-1) for i, name in enumerate(self.names)}
        return Named("coordinate", found)

    @property
    def mean(self) -> dict[str, float]:
        """Means by name, in `units`."""
        return Named("coordinate", {name: float(np.mean(x)) for name, x in self.flat.items()})

    @property
    def std(self) -> dict[str, float]:
        """Standard deviations by name, in `units`."""
        return Named("coordinate", {name: float(np.std(x)) for name, x in self.flat.items()})

    @property
    def best(self) -> dict[str, float]:
        """The draw with the highest posterior density, by name, in `units`."""
        i, j = np.unravel_index(int(np.argmax(self.log_posterior)), self.log_posterior.shape)
        return Named("coordinate", dict(zip(self.names, self.values[i, j].tolist(), strict=True)))

    @property
    def covariance(self) -> Float[Parameter, Parameter]:
        """Covariance of the coordinates, (k, k), in products of `units`."""
        flat = self.values.reshape(-1, len(self.names))
        found: Float[Parameter, Parameter] = np.atleast_2d(np.cov(flat, rowvar=False))
        return found

    def summary(self) -> str:
        """Return the result as text: a line for each coordinate, and the verdict.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        m, n, k = self.values.shape
        timing = _TIMING_TEXTS.get(str(self.settings.get("timing")), "unknown")
        lines = [
            f"PSR {self.psr or '(no name)'}",
            "",
            f"Sampler     {self.settings.get('sampler')}, {m} chain{'s' * (m > 1)} of {n} draws, {self.seconds:.1f} s",
            f"Parameters  {k}; timing parameters {timing}; priors: {self.settings.get('prior_set', 'unknown')}",
            *self._evidence_line(),
            "",
            chain_table(self.names, self.labels, self.units, self.values, self.convergence),
            "",
            self.verdict.sentence,
            *([f"Next: {self.verdict.next}"] if self.verdict.next else []),
        ]
        return "\n".join(lines)

    def _evidence_line(self) -> list[str]:
        if self.evidence is None:
            return []
        value, error = self.evidence
        return [f"Evidence    ln Z = {value:.3f} +- {error:.3f}"]

    def to_arviz(self) -> Any:
        """Return the chains as an object of ArviZ (`pip install 'jug-timing[arviz]'`).

        Returns
        -------
        arviz.InferenceData, or xarray.DataTree for arviz 1
            Groups ``posterior``, and ``sample_stats`` with ``lp`` (`log_posterior`), ``lnlike`` (`log_likelihood`),
            ``acceptance_rate``, ``n_steps``, ``diverging`` and ``reached_max_treedepth``.

        Raises
        ------
        JugError
            arviz is missing.
        """
        stats: dict[str, Float[M, N] | Int[M, N] | Bool[M, N]] = {
            "lp": self.log_posterior,
            "lnlike": self.log_likelihood,
            "acceptance_rate": self.acceptance,
            "n_steps": self.steps,
            "diverging": self.divergent,
            "reached_max_treedepth": self.at_limit,
        }
        return inference_data(self.names, self.values, stats, {"psr": self.psr, "made_by": f"jug {__version__}"})

    def write_enterprise(self, folder: str | PathLike[str]) -> None:
        """Write ``chain_1.txt``, ``pars.txt`` and ``priors.txt``, in enterprise's names and units.

        Parameters
        ----------
        folder : path-like
            The folder; it is made if needed. `jug.read_chain` reads it.

        Raises
        ------
        InputError
            The files cannot be written there.
        """
        columns = enterprise_columns(self.psr, self.names, self.values, self.enterprise, self.priors)
        write_folder(folder, columns, self.log_posterior, self.log_likelihood, self.acceptance)

    def to_json(self) -> JsonObject:
        """Return statistics of the draws, settings and verdict as values for JSON.

        Returns
        -------
        dict
            ``parameters`` by name (``mean``, ``std``, ``quantiles`` at 2.5, 16, 50, 84, 97.5%, ``r_hat``,
            ``bulk``, ``tail``, ``unit``, ``line``), ``priors``, ``settings``, ``verdict``.
        """
        content = {
            "psr": self.psr,
            "parameters": {name: self._coordinate(i) for i, name in enumerate(self.names)},
            "priors": self.priors,
            "settings": self.settings,
            "shape": list(self.values.shape[:2]),
            "divergences": int(self.divergent.sum()),
            "mean_steps": float(np.mean(self.steps)) if self.steps.size else None,
            "evidence": None if self.evidence is None else list(self.evidence),
            "verdict": {"name": self.verdict.kind.value, "sentence": self.verdict.sentence, "next": self.verdict.next},
            "seconds": self.seconds,
        }
        found: JsonObject = without_nonfinite(content)
        return found

    def _coordinate(self, i: int) -> dict[str, object]:
        x = self.values[:, :, i]
        empty = x.size == 0
        return {
            "mean": None if empty else float(np.mean(x)),
            "std": None if empty else float(np.std(x)),
            "quantiles": [] if empty else np.quantile(x, [0.025, 0.16, 0.5, 0.84, 0.975]).tolist(),
            **self.convergence[self.names[i]]._asdict(),
            "unit": self.units[i],
            "line": self.labels[i],
        }
