"""Options of a run at the limits of their kinds, keys of pint_pal, and the steps that depend on options."""

from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import numpy as np
import pytest

import jug
from jug.errors import Where
from jug.pulsars.configuration import settings
from jug.pulsars.configuration.config_file import _pairs_of_patterns, read_config
from jug.pulsars.configuration.pint_pal_keys import key_problems, unused_keys
from jug.pulsars.configuration.settings import is_of_kind, nearest_names_hint, problems_of_settings
from jug.pulsars.one_pulsar import steps as module
from jug.pulsars.one_pulsar.steps import _noise_options, _with_fd, _without_outliers


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (settings.A_SWITCH, [True, False], [1, 0, "true", None]),
        (settings.A_TABLE, [{}, {"a": "b"}], [{"a": 1}, ["a"], "a"]),
        (settings.A_WORD, ["", "a"], [1, ["a"], None]),
        (settings.STEP_OPTIONS["noise"]["timing"], ["marginal", "fitted"], ["margin", "", 1]),
        (settings.SOME_WORDS, ["a", [], ["a", "b"]], [["a", 1], 1, ("a",)]),
        (settings.TWO_NUMBERS, [[0, 1], (0.5, 2.5)], [[1], [1, 2, 3], [1, "2"], [1, True], 12, [-1, 2]]),
        (settings.SPANS, [[], [[53000, 54000, 6.5]]], [[53000, 54000, 6.5], [[1, 2]], [[1, 2, 3, 4]], "a", 3]),
        (settings.A_NUMBER, [0, 0.0, 3.5], [-1, float("inf"), float("nan"), True, "1"]),
        (settings.A_WHOLE_NUMBER, [0, 7], [1.0, 0.5, -1, True]),
        (settings.A_TIME_LIMIT, [0.1, 1], [0, 0.0, -1]),
        (settings.A_POSITIVE_NUMBER, [0.1, 1], [0, 0.0]),
        (settings.A_MEMORY_LIMIT, [0.1, 2], [0.09, 0]),
        (settings.AT_LEAST_ONE, [1, 1.0, 2.5], [0.99, 0]),
        (settings.A_PROBABILITY, [0, 0.5, 1], [1.01, 2]),
    ],
)
def test_values_of_a_kind(kind: str, good: list[object], bad: list[object]) -> None:
    assert [value for value in good if not is_of_kind(kind, value)] == []
    assert [value for value in bad if is_of_kind(kind, value)] == []


def test_what_is_wrong_with_options() -> None:
    told = list(
        problems_of_settings(
            {"fits": {}, "fit": 3, "cut": {"my cut": "mjd < 54000", "fine_one": "mjd < 54000"}, "dmx": {"days": 0}},
            "pulsar.J1.",
        )
    )
    assert told == [
        ("no step or option is called pulsar.J1.fits", "did you mean fit or ftest?"),
        ("pulsar.J1.fit is a table", "write [pulsar.J1.fit] and its options below it"),
        ("pulsar.J1.cut.my cut cannot be the value of a flag -cut", "use letters, digits and _"),
        ("pulsar.J1.dmx.days is 0", "it is a number above 0"),
    ]
    assert nearest_names_hint("zzz", {"one": 1, "two": 2}) == "known are one, two"


def test_a_wrong_option_is_named_at_its_line(tmp_path: Path) -> None:
    """Whatever words are in its name and its value."""
    path = tmp_path / "a.toml"
    path.write_text('pulsars = []\n[cut]\n"my cut" = "mjd < 54000"\n\n[fit]\nmax_iter = "called twice"\n')
    assert [problem.where.line for problem in read_config(path).problems if problem.where] == [3, 6]


class Yaml(Made):
    """Content of a file of pint_pal; places are the keys."""

    def where(self, *keys: str) -> Any:
        return "/".join(keys)


FILE = {"source": "J1", "timing-model": "J1.par", "toas": ["J1.tim"]}


def test_keys_of_pint_pal_that_are_wrong() -> None:
    content = {
        **FILE, "sourc": "a", "quite-other": 1, "ephem": None, "free-dmx": "yes",
        "dmx": {"fratio": "x", "frati": 1.2, "custom-dmx": None}, "outlier": "gibbs", "check": {"other": 7},
        "ignore": {"bad-toa": "a", "bad-file": []},
    }  # fmt: skip
    told = [(p.why, p.where, p.hint) for p in key_problems(Yaml(content=content))]  # type: ignore[arg-type]
    assert told == [
        ("no key is called sourc", "sourc", "did you mean source?"),
        ("free-dmx is 'yes'", "free-dmx", "it is true or false"),
        ("dmx.fratio is 'x'", "dmx/fratio", "it is a number"),
        ("no key is called dmx.frati", "dmx/frati", "did you mean fratio?"),
        ("outlier is 'gibbs'", "outlier", "write its keys below it"),
        ("ignore.bad-toa is 'a'", "ignore/bad-toa", "it is a list"),
    ]
    empty = [(p.why, p.hint) for p in key_problems(Yaml(content={"source": "", "toas": []}))]  # type: ignore[arg-type]
    assert empty == [
        ("source is missing", "write source: J1713+0747"),
        ("timing-model is missing", "write timing-model: J1713+0747.par"),
        ("toas is missing", "write toas: [J1713+0747.tim]"),
    ]


def test_keys_of_pint_pal_that_are_not_used() -> None:
    content = {
        **FILE, "mine": None, "fitter": "", "skip-check": ["a"], "ephem": "DE440", "notebook": {"log_level": None},
        "outlier": {"method": "gibbs", "n-burn": [], "own": 1}, "dmx": 3,
        "noise_run": {"model": {"inc_rn": True, "red_psd": "turnover", "other": False, "empty": None}, "inference": {}},
    }  # fmt: skip
    told = dict(unused_keys(Yaml(content=content)))  # type: ignore[arg-type]
    assert list(told) == [
        "mine", "skip-check", "outlier.method", "outlier.own", "noise_run.model.red_psd", "noise_run.inference",
    ]  # fmt: skip
    assert told["mine"] == told["outlier.own"] == "jug knows no such key"
    assert told["skip-check"] == "they steer the notebook"
    assert told["noise_run.model.red_psd"] == "noise is a power law for each of inc_rn, inc_dmgp, inc_chromgp"


def job(**steps: Any) -> Any:
    return Made(settings=steps, options=lambda name: dict(steps.get(name, {})))


def with_fd(count: int) -> Any:
    """A model of so many FD terms, to which more can be added."""
    entries = {f"FD{n}": Made(param=Made(name="FD")) for n in range(1, count + 1)}
    return Made(entries=entries, add=lambda term: with_fd(count + 1))


@pytest.mark.parametrize(
    ("start", "options", "significant", "left"),
    [(0, {}, 9, 5), (2, {}, 9, 5), (0, {"most": 3}, 9, 3), (0, {}, 2, 2), (6, {}, 9, 6), (4, {"most": 4}, 9, 4)],
)
def test_fd_terms_are_added_one_by_one(
    start: int, options: dict[str, int], significant: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five at most, as long as the next one is significant at 0.0027, or what is asked for."""
    asked: list[tuple[str, float]] = []

    def ftest(model: Any, toas: Any, add: list[str], threshold: float) -> Any:
        asked.append((add[0], threshold))
        return {add[0]: Made(significant=int(add[0][2:]) <= significant)}

    monkeypatch.setattr(module, "ftest", ftest)
    assert len(_with_fd(job(fd=options), with_fd(start), None).entries) == left  # type: ignore[arg-type]
    assert [int(term[2:]) for term, _ in asked] == list(range(start + 1, min(left + 1, options.get("most", 5)) + 1))
    assert all(threshold == 0.0027 for _, threshold in asked)
    asked.clear()
    assert len(_with_fd(job(), with_fd(start), None).entries) == start  # type: ignore[arg-type]
    assert asked == []


def test_too_many_outliers_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = np.array([True, True, False, True])
    monkeypatch.setattr(module, "outliers", lambda model, toas, **options: Made(too_many=True, bad=bad))
    with pytest.warns(jug.FitWarning, match=r"^3 of 4 TOAs look bad, too many for outliers: none is cut$"):
        assert _without_outliers(job(outliers={}), "model", Made(toas=None, n_cut=0)) == "model"  # type: ignore
    assert _without_outliers(job(), "model", Made(toas=None)) == "model"  # type: ignore[arg-type]


def test_noise_that_is_estimated_and_added(monkeypatch: pytest.MonkeyPatch) -> None:
    """White noise where the model has none; a kind that it has, or that the TOAs do not tell, is left out with why."""
    untold = {"dm": "too short"}
    monkeypatch.setattr(
        module, "undetermined_noise", lambda toas, lacking: {w: untold[w] for w in lacking if w in untold}
    )
    monkeypatch.setattr(module, "refused_processes", lambda model, toas, lacking: {})
    plain: Any = Made(entries={"F0": Made(param=Made(name="F0", sampled=False), line=1)})
    noisy: Any = Made(entries={"EFAC1": Made(param=Made(name="EFAC", sampled=True), line=1)})
    assert _noise_options(job(noise={"seed": 3}), plain, None) == {"seed": 3, "add": ["efac", "equad"]}  # type: ignore
    assert _noise_options(job(noise={}), noisy, None) == {}  # type: ignore[arg-type]
    with pytest.warns(jug.FitWarning, match=r"^noise is not added: dm \(too short\)$"):
        assert _noise_options(job(noise={"add": ["red", "dm"]}), noisy, None) == {"add": ["red"]}  # type: ignore
    with pytest.warns(jug.FitWarning, match=r"^noise is not added: dm \(too short\)$"):
        assert _noise_options(job(noise={"add": "dm"}), plain, None) is None  # type: ignore[arg-type]
    with pytest.warns(jug.FitWarning, match="too short"):
        assert _noise_options(job(noise={"add": "dm"}), noisy, None) == {}  # type: ignore[arg-type]


@pytest.mark.parametrize("patterns", [3, [""], ["a.par", ""], ["a.par", 3], {"a": 1}])
def test_patterns_of_par_files_are_words(patterns: object, tmp_path: Path) -> None:
    pairs, problems = _pairs_of_patterns(patterns, tmp_path, Where("a.toml", 1))
    assert pairs == []
    (problem,) = problems
    assert (problem.why, problem.hint) == (f"pulsars is {patterns!r}", 'list par files: pulsars = ["*.par"]')


def test_patterns_that_match_nothing_or_other_files(tmp_path: Path) -> None:
    for name in ("a.par", "a.tim", "b.toml", "c.yaml"):
        (tmp_path / name).touch()
    pairs, problems = _pairs_of_patterns(["none*", "*"], tmp_path, Where("b.toml", 1))
    assert [pair.par.name for pair in pairs] == ["a.par"]
    assert problems[0].why == "pulsars: no file is called 'none*'"
    assert problems[1].why.startswith("pulsars: '*' names ")
    assert problems[1].why.endswith("which are no par files")
    assert [pair.par.name for pair in _pairs_of_patterns(str(tmp_path / "*.par"), Path("/"), Where("b.toml"))[0]] == [
        "a.par"
    ]
