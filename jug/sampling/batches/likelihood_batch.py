"""`likelihood_batch`: likelihoods of several pulsars, or of many realisations of one, in one call."""

from collections.abc import Iterable, Sequence
from threading import RLock
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike

from jug.core.arguments.kinds import describe_kind, expect
from jug.core.array import Array, Float, N, Parameter
from jug.core.display.shown import Shown, TextRow
from jug.errors import FitError, KindError
from jug.sampling.batches.batch_structure import group_alike
from jug.sampling.batches.batch_vectors import vectors_of, vectors_of_jax
from jug.sampling.jax_of_likelihood import is_of_jax, jax_of_likelihood
from jug.sampling.likelihood import Likelihood
from jug.text.name_lists import counted_noun

if TYPE_CHECKING:
    from jug.sampling.batches.batch_group import BatchGroup

ByPulsar: TypeAlias = Array | list[Array]
"""A row of an array for each likelihood; a list where their vectors have different lengths."""


def likelihood_batch(likelihoods: Iterable[Likelihood]) -> "LikelihoodBatch":
    """Make one function of the likelihoods of several pulsars, or of many realisations of one, for JAX.

    Likelihoods of one structure (the same terms, kinds of free parameters and sizes of arrays) are evaluated by one
    call of compiled code, group after group. Up to 2,000 TOAs, on a GPU any number, are padded to within an eighth for
    this; each result is that of its likelihood, to rounding.

    Parameters
    ----------
    likelihoods : iterable of Likelihood
        One or more, as from `jug.likelihood`; not with ``backend="numpy"``.

    Returns
    -------
    LikelihoodBatch

    Raises
    ------
    KindError
        One of them is not a `Likelihood`.
    FitError
        There is none.
    BackendError
        JAX cannot be used, or one of them has ``backend="numpy"``.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> model = jug.fit(model, toas).model
    >>> sets = [jug.simulate(model, toas, noise=True, seed=seed) for seed in range(3)]
    >>> batch = jug.likelihood_batch(jug.likelihood(model, one) for one in sets)
    >>> values, gradients = batch.value_and_grad(batch.start)
    >>> values.shape, gradients.shape, batch.groups
    ((3,), (3, 5), ((0, 1, 2),))
    >>> bool(abs(values[2] - batch.likelihoods[2](batch.start[2])) < 1e-9 * abs(values[2]))
    True
    """
    if isinstance(likelihoods, Likelihood) or not isinstance(likelihoods, Iterable):
        raise KindError(f"likelihoods is {describe_kind(likelihoods)}, not a list of them", hint="give [a, b]")
    every = tuple(likelihoods)
    expect(**{f"likelihoods[{i}]": (one, Likelihood) for i, one in enumerate(every)})
    if not every:
        raise FitError("a batch of no likelihoods; give one or more, as jug.likelihood makes them")
    for i, one in enumerate(every):
        one._shared.backend.require_jax(f"a batch, with likelihood {i},")
    jax_of_likelihood()
    return LikelihoodBatch(every)


class LikelihoodBatch(Shown):
    """Log-likelihoods of several pulsars as a function of their vectors, made by `likelihood_batch`.

    theta of each pulsar is that of its own `Likelihood`, with its origin, units and ranges, and so are the results, to
    rounding: 1e-10 of log L. JAX compiles when the batch is first called, once for each group and shape of thetas. A
    batch can be pickled and called in several threads.

    Attributes
    ----------
    likelihoods : tuple of Likelihood
    """

    def __init__(self, likelihoods: tuple[Likelihood, ...]) -> None:
        self.likelihoods = likelihoods
        self._made: list[BatchGroup] | None = None
        self._lock = RLock()

    def __reduce__(self) -> tuple[object, ...]:
        return LikelihoodBatch, (self.likelihoods,)

    def __len__(self) -> int:
        return len(self.likelihoods)

    def _shown(self) -> tuple[str, list[TextRow]]:
        groups = self.groups
        title = f"Batch of {counted_noun(len(self), 'likelihood')} in {counted_noun(len(groups), 'group')}"
        rows: list[TextRow] = []
        for members in groups:
            own = [self.likelihoods[i] for i in members]
            sizes = sorted({len(one.toas) for one in own})
            toas = f"{sizes[0]} to {sizes[-1]} TOAs" if len(sizes) > 1 else f"{sizes[0]} TOAs"
            names = list(dict.fromkeys(one._model.psr or "(no name)" for one in own))
            shown = ", ".join([*names[:3], *(["..."] if len(names) > 3 else [])])
            rows.append((f"{len(own)} x", toas, f"{len(own[0].names)} elements", shown))
        return title, rows

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Which likelihoods are evaluated together, by their places in `likelihoods` (from 0, no unit)."""
        return tuple(group.members for group in self._groups())

    @property
    def start(self) -> ByPulsar:
        """theta of each model as it was given, (n, k) or a list of (k_i,), in `Likelihood.units`."""
        return _by_pulsar([one.start for one in self.likelihoods])

    def __call__(self, thetas: ArrayLike | Sequence[ArrayLike]) -> Array:
        """Evaluate all log-likelihoods.

        Parameters
        ----------
        thetas : (n, k) or (n, m, k) array, or a list of n arrays (k_i,) or (m, k_i)
            A vector for each likelihood, or m for each, in the units of its `Likelihood.units`. Of NumPy, or of JAX
            (float64), also under ``jit`` and ``grad``.

        Returns
        -------
        (n,) or (n, m) array, of JAX for arrays of JAX
            Without the constant n log(2 pi)/2; -inf outside `Likelihood.low` and `Likelihood.high`, and for NaN.

        Raises
        ------
        FitError
            thetas has another shape.
        BackendError
            JAX fails, or its arrays are not of float64.
        JugMemoryError
            The data of all likelihoods do not fit into memory.

        Examples
        --------
        >>> import jug
        >>> log_l = jug.likelihood(*jug.load(*jug.data.example("NGC6440E")))
        >>> batch = jug.likelihood_batch([log_l, log_l])
        >>> batch(batch.start).shape, batch([[log_l.start] * 3] * 2).shape
        ((2,), (2, 3))
        """
        if is_of_jax(thetas) or (isinstance(thetas, list | tuple) and any(map(is_of_jax, thetas))):
            return self._traced(cast("Sequence[Float[Parameter]]", thetas))
        at, single = vectors_of(self.likelihoods, thetas)
        values = np.empty((len(self), at[0].shape[0]))
        for group in self._groups():
            values[list(group.members)] = group.value(np.stack([at[i] for i in group.members]))
        return values[:, 0] if single else values

    def value_and_grad(self, thetas: ArrayLike | Sequence[ArrayLike]) -> tuple[Float[N], ByPulsar]:
        """Evaluate all log-likelihoods and their gradients.

        Parameters
        ----------
        thetas : (n, k) or (n, m, k) array, or a list of n arrays (k_i,) or (m, k_i)
            As for a call.

        Returns
        -------
        values : (n,) or (n, m) array
            Natural logarithms, without unit.
        gradients : array of the shape of thetas, or a list of arrays
            By the elements of the vectors, whose units are `Likelihood.units`; a list where the vectors differ in
            length.

        Raises
        ------
        FitError
            thetas has another shape.
        BackendError
            JAX fails.
        JugMemoryError
            The data of all likelihoods do not fit into memory.

        Examples
        --------
        >>> import jug
        >>> log_l = jug.likelihood(*jug.load(*jug.data.example("NGC6440E")))
        >>> batch = jug.likelihood_batch([log_l, log_l])
        >>> values, gradients = batch.value_and_grad(batch.start)
        >>> values.shape, gradients.shape
        ((2,), (2, 5))
        """
        at, single = vectors_of(self.likelihoods, thetas)
        values, slopes = np.empty((len(self), at[0].shape[0])), list(at)
        for group in self._groups():
            found, by = group.value_and_grad(np.stack([at[i] for i in group.members]))
            values[list(group.members)] = found
            for i, slope in zip(group.members, by, strict=True):
                slopes[i] = slope
        return (values[:, 0], _by_pulsar([slope[0] for slope in slopes])) if single else (values, _by_pulsar(slopes))

    def _traced(self, thetas: Sequence[Float[Parameter]]) -> Array:
        """The values for arrays of JAX."""
        jax, xp = jax_of_likelihood(), jax_of_likelihood().numpy
        rows, single = vectors_of_jax(self.likelihoods, thetas)
        with jax.ensure_compile_time_eval():
            groups = self._groups()
        found: dict[int, Array] = {}
        for group in groups:
            values = group.traced(jax, xp.stack([rows[i] for i in group.members]))
            found |= {i: values[j] for j, i in enumerate(group.members)}
        every = xp.stack([found[i] for i in range(len(self))])
        return every[:, 0] if single else every

    def _groups(self) -> "list[BatchGroup]":
        """The groups, made once; ForkedError in a process that was forked after JAX was used."""
        jax = jax_of_likelihood()
        with self._lock:
            if self._made is None:
                from jug.sampling.batches.batch_group import BatchGroup

                self._made = [BatchGroup(jax, self.likelihoods, alike) for alike in group_alike(jax, self.likelihoods)]
            return self._made


def _by_pulsar(rows: Sequence[Array]) -> ByPulsar:
    return np.stack(rows) if len({row.shape for row in rows}) == 1 else list(rows)
