"""`jug.choose_noise` on simulated sets: what is in the data is found, and what is not is left out."""

import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.errors import FitError, InputError
from jug.fitting.noise_choice.adding import add_term
from jug.fitting.noise_choice.alternatives import log_likelihood_at_best
from jug.fitting.noise_choice.criteria import rule_of
from jug.fitting.noise_choice.evidence import log_evidence
from jug.fitting.noise_choice.noise_models import NoiseModels
from jug.fitting.noise_choice.result import NoiseChoice
from jug.fitting.noise_choice.savage_dickey import log_savage_dickey
from jug.fitting.noise_choice.terms import WantedTerms, find_terms
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

Simulated = tuple[TimingModel, TOAs]


def simulated(*lines: str, n: int = 240, seed: int = 5, base: tuple[str, ...] = ()) -> Simulated:
    """TOAs in epochs of four, at two frequencies of two receivers, with the noise of the lines, and a model without."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        truth = jug.load_model(par("EFAC -fe L 1.1", "EFAC -fe U 0.9", *lines))
        mjd = np.repeat(np.linspace(54000, 56000, n // 4), 4) + np.tile([0.0, 2e-6, 4e-6, 6e-6], n // 4)
        fe = [("L", "L", "U", "U")[i % 4] for i in range(n)]
        freq = [(1350.0, 1450.0, 420.0, 440.0)[i % 4] for i in range(n)]
        flags = {"fe": fe}
        toas = jug.simulate(truth, mjd, freq_mhz=freq, error_us=1.0, flags=flags, noise=True, seed=seed)
        return jug.load_model(par("EFAC -fe L 1", "EFAC -fe U 1", *base)), toas


RED = ("TNREDAMP -12.3", "TNREDGAM 3.5", "TNREDC 20")
DM = ("TNDMAMP -12.6", "TNDMGAM 2.5", "TNDMC 20")
ECORR = ("ECORR -fe L 1.5",)


@pytest.fixture(scope="module")
def found() -> NoiseChoice:
    model, toas = simulated(*RED, *ECORR)
    return jug.choose_noise(model, toas, "ecorr,red,dm,frequencies,broken", frequencies={"red": 20, "dm": 20})


def test_what_is_in_the_data_is_found(found: NoiseChoice) -> None:
    assert found.chosen == ("ECORR -fe L", "red noise")
    assert found.converged
    assert found.noise is not None
    truth = {"ECORR1": 1.5, "TNREDAMP": -12.3, "TNREDGAM": 3.5, "EFAC1": 1.1, "EFAC2": 0.9}
    pulls = [(found.noise.values[name] - value) / found.noise.errors[name] for name, value in truth.items()]
    assert np.max(np.abs(pulls)) < 3.5
    assert {"TNREDAMP", "ECORR1"} <= set(found.model.entries)
    assert "TNDMAMP" not in found.model.entries


def test_the_numbers_are_those_of_their_definitions(found: NoiseChoice) -> None:
    """The models' log L is that of `jug.noise` for the same lines, AIC and BIC those of their formulas."""
    chosen = next(row for row in found.models if row.kind == "chosen")
    assert chosen.aic == pytest.approx(-2.0 * chosen.log_likelihood + 2.0 * chosen.n_parameters)
    assert chosen.bic == pytest.approx(-2.0 * chosen.log_likelihood + chosen.n_parameters * np.log(240))
    assert found.noise is not None
    # the maximum of the search is to 1e-5 of log L that of the noise fit; the timing is linear about another solution
    assert found.noise.log_likelihood == pytest.approx(chosen.log_likelihood, abs=0.02)
    by_name = {row.name: row for row in found.terms}
    without = next(row for row in found.models if row.term == "red noise")
    assert by_name["red noise"].likelihood_ratio == pytest.approx(
        2.0 * (chosen.log_likelihood - without.log_likelihood)
    )
    assert by_name["red noise"].delta_bic == pytest.approx(without.bic - chosen.bic)


def test_each_step_is_compared_by_its_evidence(found: NoiseChoice) -> None:
    """Of two terms that the data have, the first one alone is between none and both."""
    none, first, both = (next(r for r in found.models if r.kind == kind) for kind in ("start", "step", "chosen"))
    assert none.log_evidence is not None
    assert first.log_evidence is not None
    assert both.log_evidence is not None
    assert none.log_evidence < first.log_evidence < both.log_evidence


def test_a_larger_model_never_has_the_lower_log_l(found: NoiseChoice) -> None:
    chosen = next(row for row in found.models if row.kind == "chosen")
    larger = [row for row in found.models if row.kind == "with"] + [r for r in found.models if "corner" in r.name]
    smaller = [row for row in found.models if row.kind in ("start", "without")]
    assert larger
    assert smaller
    assert all(row.log_likelihood >= chosen.log_likelihood - 1e-6 for row in larger)
    assert all(row.log_likelihood <= chosen.log_likelihood for row in smaller)


def test_the_report_says_why(found: NoiseChoice) -> None:
    said = found.summary()
    assert max(map(len, said.splitlines())) <= 100
    assert "Noise chosen  ECORR -fe L, red noise" in said
    long = replace(found, chosen=tuple(f"band noise of a receiver {i}" for i in range(6)))
    assert [line.index("band noise") for line in long.summary().splitlines()[2:4]] == [14, 14]
    assert "+ red noise: log L falls by" in said
    assert "- DM noise: " in said
    content = found.to_json()
    assert content["chosen"] == ["ECORR -fe L", "red noise"]
    assert {"value", "error", "upper_limit"} <= set(content["parameters"]["ECORR1"])
    assert {row["name"] for row in content["terms"]} == {"red noise", "DM noise", "ECORR -fe L", "ECORR -fe U"}


def test_backward_from_lines_of_the_par_file_takes_out_what_is_not_needed() -> None:
    """The same set is found from the other end, and lines of the par file are in question."""
    model, toas = simulated(*DM, base=("TNDMAMP -13", "TNDMGAM 3", "TNDMC 20", "ECORR -fe U 0.4"))
    found = jug.choose_noise(model, toas, "dm,ecorr", direction="backward", criterion="evidence")
    assert found.chosen == ("DM noise",)
    assert [row.name for row in found.terms if row.chosen] == ["DM noise"]
    assert "ECORR1" not in found.model.entries
    assert found.model.entries["TNDMC"].value.hi == 20.0


def test_dmx_is_compared_with_the_process() -> None:
    """DMX takes more parameters than a smooth process needs: BIC does not want it."""
    model, toas = simulated(*DM)
    found = jug.choose_noise(model, toas, "dm,dmx", frequencies={"dm": 20})
    row = next(one for one in found.models if one.name == "DMX in place of DM noise")
    chosen = next(one for one in found.models if one.kind == "chosen")
    assert row.n_parameters > chosen.n_parameters + 20
    assert row.bic > chosen.bic
    assert row.log_likelihood > next(one for one in found.models if one.kind == "start").log_likelihood
    assert found.chosen == ("DM noise",)


def test_a_chromatic_index_is_found() -> None:
    """Simulated with 4.8; DM noise, which stood in for the difference from 4, goes again."""
    lines = ("TNCHROMAMP -12.3", "TNCHROMGAM 2.5", "TNCHROMC 15", "TNCHROMIDX 4.8")
    model, toas = simulated(*lines, n=120)
    found = jug.choose_noise(model, toas, "chrom,dm,index", frequencies={"chrom": 15, "dm": 15})
    assert found.chosen == ("chromatic noise",)
    assert found.model.values["TNCHROMIDX"] == pytest.approx(4.8, abs=0.1)
    assert any("taken" in note for note in found.notes)


@pytest.fixture(scope="module")
def models() -> tuple[NoiseModels, Callable[[str], object]]:
    model, toas = simulated("TNREDAMP -13.1", *RED[1:], n=160)
    question = find_terms(model, toas, WantedTerms(("red", "dm"), True, None, {"red": 10, "dm": 10}))
    own = NoiseModels(question.base, toas)
    return own, {term.word: term for term in question.terms}.__getitem__


def test_the_conditional_likelihood_is_that_of_the_whole(models: tuple[NoiseModels, Callable]) -> None:
    """Differences of log L between models, by the columns of the term alone, to the rounding of the two."""
    own, term_of = models
    start, term = own.maximum((), {}, {}), term_of("red")
    by = own.conditional(start, term)
    for amplitude, index in ((-12.3, 3.5), (-13.0, 1.0), (-12.9, 6.0)):
        values = {"TNREDAMP": amplitude, "TNREDGAM": index}
        larger = own.prepare((term,))
        theta = {**start.values, **{(term.name, key): value for key, value in values.items()}}
        at = np.array([theta[key] for key in larger.keys])
        expected = larger.likelihood.value_and_grad(at)[0] - start.log_likelihood
        assert by(values) == pytest.approx(expected, abs=1e-4)


def test_the_evidence_is_the_integral(models: tuple[NoiseModels, Callable]) -> None:
    """Laplace and Savage-Dickey against a sum over the prior of amplitude and index."""
    own, term_of = models
    start = own.maximum((), {}, {})
    one = add_term(own, start, term_of("red"))
    assert one.trial is not None
    laplace = log_evidence(one.trial, "wide") - log_evidence(start, "wide")
    # EFAC is as uncertain, in itself, with the process and without it: log B takes it to be so in par units
    change = sum(np.log(start.values[key] / one.trial.values[key]) for key in start.keys)
    # the posterior of a red process of a few modes is no Gaussian: 0.4 of log Z, a factor of 1.5
    assert log_savage_dickey(own, one, "wide") - change == pytest.approx(laplace, abs=0.4)
    by = own.conditional(own.at(start, one.trial.values), term_of("red"))
    amplitudes, indices = np.linspace(-20.0, -8.0, 400), np.linspace(0.05, 6.95, 40)
    values = np.array([[by({"TNREDAMP": a, "TNREDGAM": g}) for a in amplitudes] for g in indices])
    peak = by(one.trial.term_values(term_of("red")))
    integral = one.gain - peak + np.log(np.mean(np.exp(values)))
    assert log_savage_dickey(own, one, "wide") == pytest.approx(integral, abs=0.1)


def test_log_l_at_the_best_of_a_timing_parameter() -> None:
    """It is log L with that parameter fixed at its best value, for a parameter in which the model is linear."""
    model, toas = simulated(n=80)
    best = jug.fit(model, toas, noise=False).model
    own, fixed = NoiseModels(best, toas), NoiseModels(best.freeze("DM"), toas)
    free, held = own.prepare(()), fixed.prepare(())
    at = dict.fromkeys(free.keys, 1.0)
    expected = fixed.at(held, at).log_likelihood
    assert log_likelihood_at_best(own, own.at(free, at), {"DM"}) == pytest.approx(expected, abs=1e-3)


def test_unidentifiable_requests_have_a_reason() -> None:
    model, toas = simulated(n=80)
    one_frequency = toas[toas.freq_hz == toas.freq_hz[0]]
    for words, data, said in (
        ("ecorr", one_frequency, "fewer than 3 epochs have two TOAs or more"),
        ("dm", one_frequency, "all TOAs are at one radio frequency"),
        ("chrom", one_frequency, "all TOAs are at one radio frequency"),
        ("band", one_frequency, "all TOAs are of one band"),
    ):
        with pytest.raises(FitError, match=said):
            jug.choose_noise(model, data, words)
    wavy = model.add_waves("WaveX", 50, 2000.0)
    said = r"the free WaveX \(WXSIN_0001 to WXSIN_0050, WXCOS_0001 to WXCOS_0050\) take 100% of red noise"
    with pytest.raises(FitError, match=said):
        jug.choose_noise(wavy, toas, "red", frequencies={"red": 30})


def test_words_and_rules_are_checked() -> None:
    model, toas = simulated(n=40)
    for words, said in (
        ("blue", "noise 'blue' cannot be chosen"),
        ("broken-chrom", "a broken power law of chromatic.* is not in jug's models"),
        ("dmx", "there is no noise term to choose"),
    ):
        with pytest.raises(InputError, match=said):
            jug.choose_noise(model, toas, words)
    for options, said in (
        ({"criterion": "chi2"}, "is not a criterion"),
        ({"threshold": -1.0}, "a threshold of -1"),
        ({"direction": "sideways"}, "is not a way to choose"),
        ({"prior_set": "narrow"}, "there is no set of priors"),
    ):
        with pytest.raises(InputError, match=said):
            jug.choose_noise(model, toas, "red", **options)
    assert rule_of("bic", None, "wide").threshold == 6.0
