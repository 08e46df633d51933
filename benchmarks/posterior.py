"""The posterior of the 14 noise parameters of B1855+09: NUTS, and importance sampling of the same likelihood.

    python benchmarks/posterior.py [--draws 2500] [--points 16000] [--chain b1855.feather]

Printed: CPU time of `jug.sample` (4 chains, all of it), its verdict, divergences, leapfrog steps; then for each
parameter mean, median and width by both methods, and their differences in standard deviations. ``--chain`` takes chains
that are there. NUTS takes 31 minutes of CPU, a point 8 ms.

The points come of a mixture of two densities, of the two maxima: each has the marginal distributions of the draws
there, smoothed, with 0.5% of the prior, and a Gaussian copula of their correlations. Any density that is nowhere too
small would do: weights are posterior over proposal, so that draws which are wrong make them uneven, and no more.
"""

import argparse
import time
import warnings
from typing import Any

import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.stats import multivariate_normal, norm

import jug
from jug.sampling.noise_likelihood import NoiseLikelihood

LOG10 = "log10_"
CELLS = 2000
STEEP = 2.5
"""Spectral index that divides the two maxima (0.34 and 4.5)."""

SHARE = 0.6
"""Of the points at the flat maximum."""


class Copula:
    """A density with given marginal distributions and correlations."""

    def __init__(self, draws: np.ndarray, low: np.ndarray, high: np.ndarray) -> None:
        self.low, self.width = low, high - low
        edges = np.linspace(0.0, 1.0, CELLS + 1)
        shares = []
        for x in ((draws - low) / self.width).T:
            counts = np.histogram(x, edges)[0].astype(float)
            kernel = max(2.0, 0.25 * CELLS * float(np.std(x)))
            near = gaussian_filter1d(counts, kernel, mode="reflect") / len(x)
            far = gaussian_filter1d(near, 6.0 * kernel, mode="reflect")
            shares.append(0.995 * (0.95 * near + 0.05 * far) + 0.005 / CELLS)
        self.share = np.array(shares) / np.sum(shares, axis=1, keepdims=True)
        self.edges, self.below = edges, np.hstack([np.zeros((len(low), 1)), np.cumsum(self.share, axis=1)])
        self.correlation = np.corrcoef(self._normal(draws).T)
        self.copula = multivariate_normal(np.zeros(len(low)), self.correlation)

    def _normal(self, x: np.ndarray) -> np.ndarray:
        """Normal deviates of the marginal distributions."""
        s = ((x - self.low) / self.width).T
        u = [np.interp(one, self.edges, below) for one, below in zip(s, self.below, strict=True)]
        return norm.ppf(np.clip(u, 1e-12, 1.0 - 1e-12)).T

    def draw(self, number: int, rng: np.random.Generator) -> np.ndarray:
        """Draw points."""
        u = norm.cdf(self.copula.rvs(number, random_state=rng)).T
        s = [np.interp(one, below, self.edges) for one, below in zip(u, self.below, strict=True)]
        return self.low + self.width * np.array(s).T

    def log_density(self, x: np.ndarray) -> np.ndarray:
        """Natural logarithm of the density."""
        z = self._normal(x)
        cell = np.clip(((x - self.low) / self.width * CELLS).astype(int), 0, CELLS - 1).T
        own = [np.log(share[k]) for share, k in zip(self.share, cell, strict=True)]
        marginal = np.sum(own, axis=0) + np.sum(np.log(CELLS / self.width)) - np.sum(norm.logpdf(z), axis=1)
        found: np.ndarray = marginal + self.copula.logpdf(z)
        return found


def ends_of(chains: Any) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the uniform priors of the coordinates."""
    ends = []
    for name in chains.names:
        text = chains.priors[name.removeprefix(LOG10)].partition("(")[2].rstrip(")")
        pair = np.array([float(word) for word in text.split(",")])
        ends.append(np.log10(pair) if name.startswith(LOG10) else pair)
    return np.array(ends)[:, 0], np.array(ends)[:, 1]


def weighted(chains: Any, model: Any, toas: Any, number: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and their weights, of the sum 1."""
    draws, (low, high) = chains.values.reshape(-1, len(chains.names)), ends_of(chains)
    like = NoiseLikelihood(model, toas, [name.removeprefix(LOG10) for name in chains.names], True)
    is_log10 = np.array([name.startswith(LOG10) for name in chains.names])
    steep = draws[:, chains.names.index("TNREDGAM")] > STEEP
    flat, other = Copula(draws[~steep], low, high), Copula(draws[steep], low, high)
    rng, at_flat = np.random.default_rng(5), int(SHARE * number)
    x = np.concatenate([flat.draw(at_flat, rng), other.draw(number - at_flat, rng)])
    value = np.array([like.value_and_grad(np.where(is_log10, 10.0**one, one))[0] for one in x])
    parts = np.log(SHARE) + flat.log_density(x), np.log(1.0 - SHARE) + other.log_density(x)
    log_weight = value - np.logaddexp(*parts)
    weight = np.exp(log_weight - np.max(log_weight))
    return x, weight / np.sum(weight)


def compare(chains: Any, x: np.ndarray, weight: np.ndarray) -> None:
    """Print both posteriors."""
    print(f"{len(x)} points are worth {1.0 / np.sum(weight**2):.0f}; the largest weight is {np.max(weight):.4f}")
    index = chains.names.index("TNREDGAM")
    is_steep = x[:, index] > STEEP
    share = float(np.sum(weight[is_steep]))
    error = float(np.sqrt(np.sum((weight * (is_steep - share)) ** 2)))
    by_chain = np.mean(chains.values[:, :, index] > STEEP, axis=1)
    print(f"share of the steep maximum: {share:.4f} +- {error:.4f}; NUTS {np.mean(by_chain):.4f}, by chain {by_chain}")
    print("                   NUTS: mean    width   median  points: mean    width   median   differences, sd  widths")
    for i, name in enumerate(chains.names):
        draws, own, order = chains.flat[name], x[:, i], np.argsort(x[:, i])
        mean = float(np.sum(weight * own))
        width = float(np.sqrt(np.sum(weight * (own - mean) ** 2)))
        median = float(np.interp(0.5, np.cumsum(weight[order]), own[order]))
        off = (np.mean(draws) - mean) / width, (np.median(draws) - median) / width
        print(
            f"{name:16s} {np.mean(draws):11.4f} {np.std(draws):8.4f} {np.median(draws):8.4f} {mean:13.4f} {width:8.4f} "
            f"{median:8.4f} {off[0]:8.3f} {off[1]:8.3f} {np.std(draws) / width:8.3f}"
        )


def main() -> None:
    """Sample, and compare."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--draws", type=int, default=2500)
    asked.add_argument("--points", type=int, default=16_000)
    asked.add_argument("--chain")
    args = asked.parse_args()
    warnings.simplefilter("ignore", jug.JugWarning)
    model, toas = jug.load(*jug.data.example("B1855+09"))
    began = time.process_time()
    chains = jug.read_chain(args.chain) if args.chain else jug.sample(model, toas, draws=args.draws)
    print(f"{time.process_time() - began:.0f} s of CPU, {int(chains.divergent.sum())} divergences, ", end="")
    print(f"{int(chains.steps.sum())} leapfrog steps in the draws, {chains.steps.mean():.1f} for each")
    print(chains.summary(), flush=True)
    best = jug.noise(model, toas, profiles=False).model
    compare(chains, *weighted(chains, best, toas, args.points))


if __name__ == "__main__":
    main()
