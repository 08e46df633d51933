"""The verdict on chains: whether they can be used, with a sentence and a next step."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np

from jug.chains.diagnostics import Convergence

LARGEST_R_HAT = 1.01
"""Largest R-hat of chains that agree (Vehtari et al. 2021, section 4)."""

FEWEST_INDEPENDENT = 100.0
"""Smallest effective number of draws for each chain (Vehtari et al. 2021, section 4)."""

MOST_DIVERGENT = 1e-3
"""Largest share of draws that may diverge."""

MOST_AT_LIMIT = 1e-2
"""Largest share of trajectories that may end at the limit of their length."""


class ChainVerdictKind(Enum):
    """Kinds of verdict on chains, the most serious first. The value is the name in reports and in JSON."""

    UNFINISHED = "unfinished"
    NOT_MIXED = "not_mixed"
    DIVERGENT = "divergent"
    TOO_FEW = "too_few"
    LONG_TRAJECTORIES = "long_trajectories"
    GOOD = "good"


class ChainVerdict(NamedTuple):
    """The verdict on chains.

    Parameters
    ----------
    kind : ChainVerdictKind
    sentence : str
        The finding.
    next : str
        What to do; empty for nothing.
    """

    kind: ChainVerdictKind
    sentence: str
    next: str

    @property
    def good(self) -> bool:
        """Whether the chains can be used as they are."""
        return self.kind in (ChainVerdictKind.GOOD, ChainVerdictKind.LONG_TRAJECTORIES)


def chain_verdict(
    found: Mapping[str, Convergence],
    shape: Sequence[int],
    divergent_and_at_limit: tuple[int, int],
    unfinished: int,
    wanted: float,
    *,
    continues: bool = True,
) -> ChainVerdict:
    """Return the verdict on chains.

    Parameters
    ----------
    found : dict of str to Convergence
        R-hat and effective sizes, by coordinate.
    shape : (chains, draws)
    divergent_and_at_limit : (int, int)
        Number of draws that diverged, and of draws whose trajectory ended at the limit of its length.
    unfinished : int
        Number of draws still to do.
    wanted : float
        Required effective number of draws: 100 for each chain of the options (walkers of emcee do not count as chains).
    continues : bool
        Whether the chains can be continued (those of NUTS).

    Returns
    -------
    ChainVerdict
    """
    chains, draws = shape
    divergences, at_limit = divergent_and_at_limit
    total = max(chains * draws, 1)
    if unfinished:
        why = f"The sampler was stopped with {unfinished} draws to come."
        return ChainVerdict(ChainVerdictKind.UNFINISHED, why, "continue it: --resume (resume=True)")
    longer = "more draws (--draws with --resume; draws=, resume=True)" if continues else "more draws (--draws; draws=)"
    worst = max(found, key=lambda name: _finite_or(found[name].r_hat, np.inf))
    fewest = min(found, key=lambda name: _finite_or(min(found[name].bulk, found[name].tail), 0.0))
    r_hat, number = found[worst].r_hat, min(found[fewest].bulk, found[fewest].tail)
    if not r_hat < LARGEST_R_HAT:
        why = f"The chains do not agree: R-hat is {r_hat:.3f} for {worst} ({LARGEST_R_HAT} is the limit)."
        return ChainVerdict(ChainVerdictKind.NOT_MIXED, why, longer)
    if divergences > MOST_DIVERGENT * total:
        why = f"{divergences} of {total} draws diverged: the chains may have left out a narrow part of the posterior."
        return ChainVerdict(ChainVerdictKind.DIVERGENT, why, "smaller steps: --accept 0.95 (accept=0.95)")
    if not number >= wanted:
        why = (
            f"The draws of {fewest} are worth {_finite_or(number, 0.0):.0f} independent ones; {wanted:.0f} are wanted."
        )
        return ChainVerdict(ChainVerdictKind.TOO_FEW, why, longer)
    if at_limit > MOST_AT_LIMIT * total:
        why = f"The chains agree, but {at_limit} of {total} trajectories ended at the limit of their length."
        return ChainVerdict(ChainVerdictKind.LONG_TRAJECTORIES, why, "nothing; a longer --warmup (warmup=) is quicker")
    many = "no divergences" if not divergences else f"{divergences} divergences"
    why = f"The chains agree: R-hat is at most {r_hat:.4f}, at least {number:.0f} independent draws of each, {many}."
    return ChainVerdict(ChainVerdictKind.GOOD, why, "")


def nested_verdict(count: int, evidence: tuple[float, float]) -> ChainVerdict:
    """Return the verdict on the draws of a nested sampler, which are independent.

    Parameters
    ----------
    count : int
        Number of draws.
    evidence : (float, float)
        Natural logarithm of the evidence, and its error.

    Returns
    -------
    ChainVerdict
    """
    wanted = 4 * FEWEST_INDEPENDENT
    if count < wanted:
        why = f"The nested samples are worth {count} draws; {wanted:.0f} are wanted."
        return ChainVerdict(ChainVerdictKind.TOO_FEW, why, "more live points: --chains 8 (chains=8) has 800")
    why = f"The nested samples are worth {count} draws, and ln Z is known to {evidence[1]:.2f}."
    return ChainVerdict(ChainVerdictKind.GOOD, why, "")


def _finite_or(value: float, instead: float) -> float:
    """A number, or its replacement if it is not finite."""
    return value if np.isfinite(value) else instead
