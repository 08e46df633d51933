"""Chains for other programs: a folder of enterprise, there and back, and ArviZ."""

from pathlib import Path

import numpy as np
import pytest
from copies import example

import jug
from jug.chains.enterprise_columns import enterprise_columns
from jug.chains.enterprise_folder import read_folder
from jug.chains.result import Chains
from jug.cli.command import main
from jug.conversion.enterprise_keys import EnterpriseKey
from jug.conversion.noise_dictionary import dictionary_of
from jug.errors import InputError

pytestmark = pytest.mark.usefixtures("embedded_only")

KEYS = {
    "EFAC1": EnterpriseKey("A_efac"),
    "log10_EQUAD1": EnterpriseKey("A_log10_t2equad", log10=True, shift=-6.0),
    "ECORR1": EnterpriseKey("A_log10_ecorr", log10=True, shift=-6.0),
    "RNIDX": EnterpriseKey("red_noise_gamma", factor=-1.0),
    "log10_EFAC2": EnterpriseKey("B_efac"),
}
PRIORS = {
    "EFAC1": "normal(1.0, 0.2)",
    "EQUAD1": "log_uniform(0.01, 10)",
    "ECORR1": "uniform(0.1, 10.0)",
    "RNIDX": "uniform(-7.0, 0.0)",
    "EFAC2": "log_uniform(0.1, 10)",
}


def made(values: np.ndarray, names: tuple[str, ...]) -> Chains:
    grid = np.arange(values[:, :, 0].size, dtype=float).reshape(values.shape[:2])
    whole = np.ones(values.shape[:2], dtype=np.int64)
    return Chains(
        psr="J0000+0000",
        names=names,
        units=("",) * len(names),
        labels=names,
        values=values,
        log_likelihood=-grid,
        log_posterior=-grid - 2.0,
        acceptance=0.9 + 0.0 * grid,
        steps=7 * whole,
        divergent=whole > 1,
        at_limit=whole > 1,
        priors=PRIORS,
        settings={"sampler": "NUTS", "timing": "marginal"},
        enterprise=KEYS,
    )


@pytest.fixture
def chains() -> Chains:
    rng = np.random.default_rng(1)
    return made(rng.uniform(0.2, 0.8, (3, 20, 6)), (*KEYS, "F0"))


def test_a_folder_of_enterprise_reads_back(chains: Chains, tmp_path: Path) -> None:
    chains.write_enterprise(tmp_path / "out")
    names = (tmp_path / "out" / "pars.txt").read_text().split()
    assert names == [f"J0000+0000_{key.name}" for key in KEYS.values()] + ["J0000+0000_F0"]
    rows = np.loadtxt(tmp_path / "out" / "chain_1.txt")  # as la_forge does: the parameters, and four columns
    assert rows.shape == (60, 6 + 4)
    flat = chains.values.reshape(-1, 6)
    wanted = [flat[:, 0], flat[:, 1] - 6.0, np.log10(flat[:, 2]) - 6.0, -flat[:, 3], 10.0 ** flat[:, 4], flat[:, 5]]
    np.testing.assert_allclose(rows[:, :6], np.stack(wanted, axis=1), rtol=1e-15)  # rounding of a log10
    np.testing.assert_array_equal(rows[:, 7], chains.log_likelihood.reshape(-1))
    np.testing.assert_array_equal(rows[:, 8:], [[0.9, 1.0]] * 60)
    again = jug.read_chain(tmp_path / "out")
    assert again.psr == "J0000+0000"
    np.testing.assert_array_equal(again.values[0], rows[:, :6])
    again.write_enterprise(tmp_path / "again")
    assert (tmp_path / "again" / "chain_1.txt").read_text() == (tmp_path / "out" / "chain_1.txt").read_text()


def test_priors_are_in_the_units_of_the_columns(chains: Chains, tmp_path: Path) -> None:
    chains.write_enterprise(tmp_path / "out")
    lines = (tmp_path / "out" / "priors.txt").read_text().splitlines()
    assert lines == [
        "J0000+0000_A_efac:Normal(mu=1.0, sigma=0.2)",
        "J0000+0000_A_log10_t2equad:Uniform(pmin=-8.0, pmax=-5.0)",
        "J0000+0000_A_log10_ecorr:LinearExp(pmin=-7.0, pmax=-5.0)",
        "J0000+0000_red_noise_gamma:Uniform(pmin=0.0, pmax=7.0)",
        "J0000+0000_B_efac:log_uniform(0.1, 10)",
        "J0000+0000_F0:physical()",
    ]
    bare = enterprise_columns("P", ("EFAC1", "log10_EQUAD1"), chains.values[:, :, :2], {}, PRIORS).priors
    assert bare == ("Normal(mu=1.0, sigma=0.2)", "Uniform(pmin=-2.0, pmax=1.0)")
    assert jug.read_chain(tmp_path / "out").priors == dict(line.split(":", 1) for line in lines)


def test_the_density_is_that_of_the_columns(chains: Chains) -> None:
    """p(u) du = p(e) de: the slope against differences of the coordinates, to the error of these (1e-6 of it)."""
    h = 1e-6
    one = enterprise_columns("P", chains.names, chains.values, KEYS, PRIORS)
    up = enterprise_columns("P", chains.names, chains.values + h, KEYS, PRIORS)
    by_differences = np.sum(np.log(h / np.abs(up.values - one.values)), axis=-1)
    np.testing.assert_allclose(one.log_slope, by_differences, atol=1e-5)


def test_what_is_no_folder_of_enterprise(chains: Chains, tmp_path: Path) -> None:
    chains.write_enterprise(tmp_path)
    path = tmp_path / "chain_1.txt"
    path.write_text("1 2 3\n")
    with pytest.raises(InputError, match=r"chain_1.txt:1: .*3 columns for 6 parameters and 4 more"):
        jug.read_chain(tmp_path)
    path.write_text("1 2 x\n")
    with pytest.raises(InputError, match="only numbers"):
        jug.read_chain(tmp_path)
    path.write_text("\n")
    with pytest.raises(InputError, match="no text at all"):
        jug.read_chain(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot make the folder"):
        chains.write_enterprise(tmp_path / "file")


@pytest.mark.long
def test_arviz_has_the_draws_and_what_they_are_worth(chains: Chains) -> None:
    """Its R-hat and effective sizes are those of the same paper; equal but for the rounding of sums."""
    arviz = pytest.importorskip("arviz")
    found = chains.to_arviz()
    assert found.posterior["EFAC1"].dims == ("chain", "draw")
    np.testing.assert_array_equal(found.posterior["RNIDX"].values, chains.values[:, :, 3])
    np.testing.assert_array_equal(found.sample_stats["lp"].values, chains.log_posterior)
    assert found.posterior.attrs["psr"] == "J0000+0000"
    own = chains.convergence["EFAC1"]
    assert own.r_hat == pytest.approx(float(arviz.rhat(found)["EFAC1"]), rel=1e-9)
    assert own.bulk == pytest.approx(float(arviz.ess(found, method="bulk")["EFAC1"]), rel=0.05)


@pytest.mark.long
def test_the_command_writes_the_names_of_the_dictionary(tmp_path: Path) -> None:
    par, tim = map(str, example("NGC6440E"))
    noisy = tmp_path / "noise.par"
    noisy.write_text(Path(par).read_text() + "EFAC -f A 1.0\nRNAMP 0.1\nRNIDX -3\n")
    tims = tmp_path / "flagged.tim"
    _, toas = jug.load(par, tim)
    jug.write_tim(toas.with_flag("-f", "A"), tims)
    out = tmp_path / "out"
    line = ["sample", str(noisy), str(tims), "--enterprise", str(out), "--draws", "20", "--warmup", "20"]
    assert main([*line, "--no-estimate", "-o", str(tmp_path / "chain.feather")]) == 3  # too few draws, and said so
    content, _ = dictionary_of(jug.load_model(noisy))
    assert set((out / "pars.txt").read_text().split()) == set(content)
    assert "red_noise_log10_A:Uniform(pmin=-20.0, pmax=-11.0)" in (out / "priors.txt").read_text()
    jug.read_chain(tmp_path / "chain.feather").write_enterprise(tmp_path / "again")
    assert (tmp_path / "again" / "chain_1.txt").read_text() == (out / "chain_1.txt").read_text()
    assert main([*line[:4], str(noisy)]) == 2  # the place of a folder is a file


@pytest.mark.parametrize(
    ("names", "rows", "why"),
    [
        ("\n \n", "1 2 3 4 5\n", "pars.txt:2: empty list of parameters; it holds no text at all"),
        ("a\n", "\n", "chain_1.txt:1: empty chain of enterprise; it holds no text at all"),
        ("a\n", "1 2 3 4 5\n1 2 x 4 5\n", "chain_1.txt:2: a row of a chain must have only numbers"),
        ("a\nb\n", "1 2 3 4 5\n", "chain_1.txt:1: 5 columns for 2 parameters and 4 more"),
    ],
)
def test_a_folder_of_enterprise_that_is_no_chain(tmp_path: Path, names: str, rows: str, why: str) -> None:
    (tmp_path / "pars.txt").write_text(names)
    (tmp_path / "chain_1.txt").write_text(rows)
    with pytest.raises(InputError, match=why):
        read_folder(tmp_path)


def test_the_columns_of_a_folder_of_enterprise(tmp_path: Path) -> None:
    """Parameters, log posterior, log likelihood, acceptance; empty lines, and priors without a value, are none."""
    (tmp_path / "pars.txt").write_text("a\nb\n")
    (tmp_path / "chain_1.txt").write_text("1 2 -3 -4 0.5 1\n\n6 7 -8 -9 0.6 1\n")
    (tmp_path / "priors.txt").write_text("a:Uniform(pmin=0, pmax=1)\nb:\n")
    found = read_folder(tmp_path)
    assert (found.names, found.values.tolist()) == (("a", "b"), [[1.0, 2.0], [6.0, 7.0]])
    assert found.log_posterior.tolist() == [-3.0, -8.0]
    assert found.log_likelihood.tolist() == [-4.0, -9.0]
    assert found.acceptance.tolist() == [0.5, 0.6]
    assert found.priors == {"a": "Uniform(pmin=0, pmax=1)"}
