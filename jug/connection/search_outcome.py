"""The outcome of a search for the best turns."""

from typing import NamedTuple

from jug.connection.leaf import Leaf


class TurnSearchOutcome(NamedTuple):
    """The outcome of a search.

    Attributes
    ----------
    leaves : tuple of Leaf
        The best first. Solutions with a chi2 larger by more than `CHI2_WINDOW` are left out.
    jumped : float
        chi2, with the priors, with an arbitrary offset for each cluster.
    beyond : float
        Every solution that is not among the leaves has at least this chi2 in the linear problem; -inf where the
        enumeration did not end, or the best solution did not stay the best.
    nodes : int
        Number of nodes visited.
    ended : bool
        Whether every enumeration ended below the limit of nodes.
    limited : bool
        Whether data and priors limit the turns of every gap; if not there are no leaves.
    jumped_priors : float
        The contribution of the priors to ``jumped``.
    """

    leaves: tuple[Leaf, ...]
    jumped: float
    beyond: float
    nodes: int
    ended: bool = True
    limited: bool = True
    jumped_priors: float = 0.0
