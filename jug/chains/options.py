"""The options of `jug.sample` for the sampler."""

from typing import NamedTuple, TypedDict

from jug.errors import InputError

SAMPLERS = {"nuts": "NUTS", "emcee": "emcee", "nested": "dynesty"}
"""The name of each sampler in results."""


class SampleOptions(TypedDict, total=False):
    """Options of `jug.sample` for the sampler. Each has a default.

    Parameters
    ----------
    sampler : {"nuts", "emcee", "nested"}
        NUTS of BlackJAX, walkers of emcee, or the nested sampler of dynesty, which gives the evidence.
    chains, draws, warmup : int
        Number of chains (4), of draws of each (1000), and of draws before them that adapt step and metric (500). emcee
        has 8 walkers for each chain, at least 2 k + 2 for k parameters; they are the chains of the result. dynesty has
        100 live points for each chain and no warm-up; the number of draws follows from the samples.
    seed : int
        The same seed (0) gives the same draws on the same machine.
    accept : float
        Mean probability of acceptance to which the step size is adapted (0.8).
    estimate : bool
        Whether to find the maximum with `jug.noise` first (True); otherwise chains begin about the values of the model.
    starts : int or None
        Number of starts of `jug.noise`.
    backend : {"auto", "numpy", "jax"}
        Backend of the timing fits. The likelihood needs JAX.
    """

    sampler: str
    chains: int
    draws: int
    warmup: int
    seed: int
    accept: float
    estimate: bool
    starts: int | None
    backend: str


class ChosenOptions(NamedTuple):
    """The options with their defaults; `SampleOptions` describes them."""

    sampler: str = "nuts"
    chains: int = 4
    draws: int = 1000
    warmup: int = 500
    seed: int = 0
    accept: float = 0.8
    estimate: bool = True
    starts: int | None = None
    backend: str = "auto"


def chosen_options(options: SampleOptions) -> ChosenOptions:
    """Return the options with their defaults; raise InputError for an unknown option or a number out of range."""
    unknown = [name for name in options if name not in ChosenOptions._fields]
    if unknown:
        raise InputError(f"jug.sample has no option {unknown[0]}", hint=f"there are {', '.join(ChosenOptions._fields)}")
    found = ChosenOptions(**options)
    if found.sampler not in SAMPLERS:
        raise InputError(f"there is no sampler {found.sampler!r}", hint=f"there are {', '.join(SAMPLERS)}")
    if found.chains < 1 or found.draws < 1 or found.warmup < 20:
        why = f"{found.chains} chains of {found.draws} draws after {found.warmup}"
        raise InputError(f"{why}: 1 chain, 1 draw, and 20 draws of warm-up are the least")
    if not 0.4 <= found.accept <= 0.999:
        raise InputError(f"accept={found.accept:.15g} is not between 0.4 and 0.999", hint="0.8 is usual")
    return found
