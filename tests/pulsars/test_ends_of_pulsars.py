"""What the table of a run says of a pulsar whose fit or noise fit has not converged."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from copies import example

import jug
from jug.errors import InputError
from jug.pulsars.configuration.config_file import _place_of_error
from jug.pulsars.one_pulsar.do_pulsar import end_of_pulsar
from jug.pulsars.one_pulsar.outputs import has_epochs
from jug.pulsars.workers import worker
from jug.pulsars.workers.cluster import cluster_address
from jug.pulsars.workers.parts import part_of


@pytest.fixture(scope="module")
def ends() -> tuple[jug.FitResult, jug.NoiseFit]:
    model, toas = jug.load(*example("NGC6440E"))
    return jug.fit(model, toas), jug.noise(model.add("EFAC TEL gbt 1"), toas, starts=1)


def test_a_good_fit_has_its_verdict(ends: tuple[jug.FitResult, jug.NoiseFit]) -> None:
    result, noise = ends
    assert end_of_pulsar(result, None) == end_of_pulsar(result, noise) == (True, result.verdict.sentence)


def test_a_noise_fit_that_has_not_converged_is_named(ends: tuple[jug.FitResult, jug.NoiseFit]) -> None:
    result, noise = ends
    converged, words = end_of_pulsar(result, replace(noise, converged=False))
    assert not converged
    assert words.startswith("the noise fit has not converged")


def test_a_fit_that_has_not_converged_says_why(ends: tuple[jug.FitResult, jug.NoiseFit]) -> None:
    model, toas = jug.load(*example("NGC6440E"))
    short = jug.fit(model, toas, max_iter=0)
    assert not short.converged
    assert end_of_pulsar(short, ends[1]) == (False, short.stop.value)


def test_ports_of_a_cluster() -> None:
    assert cluster_address("dask://node7:65535") == "tcp://node7:65535"
    with pytest.raises(InputError, match="is not an address"):
        cluster_address("dask://node7:65536")


def test_parts_take_every_third_pulsar() -> None:
    """All parts together have each pulsar once."""
    plan: Any = [*"abcdefg"]
    assert [part_of(plan, (number, 3)) for number in (1, 2, 3)] == [[*"adg"], [*"be"], [*"cf"]]
    assert part_of(plan, (8, 8)) == []


@pytest.mark.parametrize(
    ("gigabytes", "highest", "limit"),
    [(2.0, -1, 2_000_000_000), (2.0, 1_500_000_000, 1_500_000_000), (1e300, -1, worker.MOST_BYTES)],
)
def test_the_memory_of_a_worker(gigabytes: float, highest: int, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As asked for, and no more than the system allows; -1 stands for no limit of its own."""
    resource = pytest.importorskip("resource")
    highest, given = resource.RLIM_INFINITY if highest < 0 else highest, []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (0, highest))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, pair: given.append(pair))
    worker._limit_memory(gigabytes)
    assert given == [(limit, limit)]


def test_residuals_are_averaged_where_the_model_says_what_an_epoch_is(
    ends: tuple[jug.FitResult, jug.NoiseFit],
) -> None:
    model = ends[0].model
    assert not has_epochs(model)
    assert has_epochs(model.add("ECORR TEL gbt 1"))


@pytest.mark.parametrize(
    ("text", "told", "line", "words"),
    [
        ("a b\nc = 1\n", "Expected '=' after a key (at line 1, column 3)", 1, "a b"),
        ("c = 1\na b", "Expected '=' after a key (at line 2, column 3)", 2, "a b"),
        ("c = 1\na = [\n", "Unclosed array (at end of document)", 2, "a = ["),
        ("c = 1\n", "beyond (at line 2, column 1)", 2, ""),
    ],
)
def test_a_fault_of_toml_is_shown_with_its_line(text: str, told: str, line: int, words: str) -> None:
    where = _place_of_error(Path("a.toml"), text, told)
    assert (where.path, where.line, where.text) == ("a.toml", line, words)
