"""Normal equations with correlated noise in chunks of rows: those of all rows at once, for any epochs."""

import numpy as np
import pytest

from jug.core.blocks import Binned, Block, Dense, rows_of_block
from jug.core.execution import chunks
from jug.model.covariance import chunked_equations as chunked
from jug.model.covariance.chunked_epochs import chunk_epochs
from jug.model.covariance.marginalisation import Equations, equations
from jug.model.covariance.noise import Prior

N, DESIGN, MODES = 335, 7, 12
rng = np.random.default_rng(18)

EPOCHS = {
    "in the order of the rows": np.arange(N) // 5,
    "two receivers in turn": np.arange(N) // 8 * 2 + np.arange(N) % 2,
    "scattered": rng.permutation(N) // 4,
    "rows in none, epochs of no row": np.where(np.arange(N) % 3 == 0, 90, np.arange(N) // 6),
    "no epoch at all": np.full(N, 0),
}


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of 30 rows, in at most 4 groups."""
    monkeypatch.setattr(chunks, "CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "NUMPY_CHUNK_ROWS", 30)
    monkeypatch.setattr(chunks, "MAX_GROUPS", 4)


def prior(member: np.ndarray, basis: bool) -> Prior:
    """Epochs of all sizes of noise, one of none, and a basis."""
    m = 0 if (member == 0).all() else max(90, int(member.max()) + 1)
    variance = np.linspace(0.0, 4.0, m)
    own = Binned(member, np.linspace(0.5, 1.5, N), np.zeros(m))
    modes = np.sin(np.outer(np.arange(N), np.linspace(0.01, 0.4, MODES)))
    return Prior(own, variance, modes if basis else None, np.linspace(0.1, 9.0, MODES) if basis else None)


def columns() -> tuple[tuple[Block, ...], np.ndarray, np.ndarray]:
    """Dense columns and a family of bins; residuals; uncertainties."""
    own = np.random.default_rng(2)
    bins = Binned(np.arange(N) * 20 // N, own.normal(size=N), np.zeros(20))
    return (Dense(own.normal(size=(N, DESIGN))), bins), own.normal(size=N), own.uniform(0.5, 2.0, N)


def by_chunks(noise: Prior) -> Equations | None:
    """The equations of `columns`, cut into chunks."""
    blocks, r, sigma = columns()

    def of(rows: slice) -> chunked.ChunkRows:
        return chunked.ChunkRows(tuple(rows_of_block(b, rows) for b in blocks), r[rows])

    return chunked.chunked_equations(of, noise, sigma)


@pytest.mark.parametrize("basis", [True, False])
@pytest.mark.parametrize("member", EPOCHS.values(), ids=EPOCHS)
def test_they_are_those_of_all_rows(member: np.ndarray, basis: bool) -> None:
    """To 1e-12, the rounding of sums of 335 rows in another order."""
    noise = prior(member, basis)
    blocks, r, sigma = columns()
    whole, found = equations(np, blocks, r, sigma, noise), by_chunks(noise)
    assert found is not None
    for one, other in zip(found, whole, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12 * float(np.max(np.abs(other))))


def test_without_epochs() -> None:
    noise = prior(EPOCHS["scattered"], True)._replace(epochs=None, epoch_variance=None)
    blocks, r, sigma = columns()
    found = by_chunks(noise)
    assert found is not None
    np.testing.assert_allclose(found.gram, equations(np, blocks, r, sigma, noise).gram, rtol=1e-12, atol=1e-11)


def test_too_many_split_epochs_are_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = prior(EPOCHS["scattered"], True)
    monkeypatch.setattr(chunked, "MOST_SPLIT", 5)
    assert by_chunks(noise) is None
    parts = chunk_epochs(noise.epochs, chunks.chunks(N))
    assert parts is not None
    for most, done in ((len(parts.split_epochs), True), (len(parts.split_epochs) - 1, False)):
        monkeypatch.setattr(chunked, "MOST_SPLIT", most)
        assert (by_chunks(noise) is not None) == done


def test_each_epoch_is_whole_in_one_chunk_or_split() -> None:
    member = EPOCHS["in the order of the rows"]
    cut = chunks.chunks(N)
    parts = chunk_epochs(Binned(member, np.ones(N), np.zeros(67)), cut)
    homes = {e: {i for i, rows in enumerate(cut) if e in member[rows]} for e in range(67)}
    assert set(parts.split_epochs.tolist()) == {e for e, home in homes.items() if len(home) > 1}
    assert 0 < len(parts.split_epochs) < len(cut)
    for i, own in enumerate(parts.own):
        assert own.tolist() == [e for e, home in homes.items() if home == {i}]
