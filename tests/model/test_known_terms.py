"""The terms that a par file may use, without the others: the model is the one that all terms give, to the last word of
its messages; the index of terms is what the terms make it.
"""

import random
import warnings
from collections.abc import Callable, Iterable
from itertools import product

import pytest
from copies import EXAMPLES, ROOT, example
from orbits import ECLIPTIC, EQUATORIAL, text
from simulated import BASE, SHORT

from jug.errors import ParError
from jug.io.par import ParFile, parse_lines, read_par
from jug.model.building import build
from jug.model.declare import Component, Param
from jug.model.known_terms import find_own_slot, terms_for
from jug.model.pages.term_index_file import term_index
from jug.model.programs.supported import all_words
from jug.model.registry import (
    TERM_PLACES,
    are_of_jug,
    binary_models,
    components_named,
    every_term,
    file_of_place,
    in_order,
    is_binary_model,
    terms_at,
    terms_in,
)
from jug.model.slots import find_slot, first_words, keywords_of, known_keywords, list_params

N_DRAWN = 200
"""Par files with lines at random."""


def test_the_index_is_current() -> None:
    assert (ROOT / "jug" / "model" / "term_index.py").read_text() == term_index(), "run: python docs/make_terms.py"


def outcome(par: ParFile, convention: dict[str, str] | None = None) -> list[str]:
    """Everything that reading a par file gives: the model, or the problems, and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            model = build.build(par, convention=convention)
            said = [repr(part) for part in (*model.components, *model.entries.items(), model.settings)]
        except ParError as error:
            said = [repr(problem) for problem in error.problems]
    return said + [str(w.message) for w in caught]


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """A check that a par file gives the same with the terms that it may use as with all."""

    def same(par: ParFile, convention: dict[str, str] | None = None) -> list[str]:
        found = outcome(par, convention)
        with monkeypatch.context() as patch:
            patch.setattr(build, "terms_for", lambda lines: every_term())
            assert outcome(par, convention) == found
        return found

    return same


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.par")))
def test_an_example_has_the_model_of_all_terms(name: str, check: Callable[..., list[str]]) -> None:
    par = read_par(EXAMPLES / name)
    assert any("F0" in one for one in check(par))
    assert len(terms_for(par)) < 0.6 * len(every_term())
    for convention in (
        {"MOTION": "BARYCENTRE", "FD": "BEFORE"},
        {"ECORR": "TEMPO2", "EQUAD": "TEMPO2", "TNDM": "TEMPO2"},
    ):
        check(par, convention)


def line_of(param: Param, rng: random.Random) -> str:
    """A line of a parameter, as a rule one that can be read."""
    key = rng.choice(keywords_of(param))
    words = sorted(
        {w for c in every_term() for k, ws in c.options if k == param.name for w in ws if w} | {*param.links}
    )
    if words and rng.random() < 0.9:
        return f"{key} {rng.choice(words)}"
    family = param.family
    head = "-fe X " if family is not None and family.kind == "selected" else ""
    size = "54500" if param.codec == "mjd" else rng.choice(("0", "0.3", "1", "-2.5e-3", "7"))
    many = (
        sum(family.line == q.family.line for q in list_params(every_term()) if q.family)
        if family and family.line
        else 1
    )
    return f"{key} {head}{' '.join([size] * many)}{rng.choice(('', '', ' 1', ' 0 0.1 km', ' 1 0.1 F1'))}"


def lines_of(component: Component, rng: random.Random) -> list[str]:
    """Lines that call for a term, with most of its other parameters."""
    options = [f"{key} {rng.choice(words)}" for key, words in component.options if key[0] != "@" and words != ("",)]
    given = {line.split()[0] for line in options}
    needed = {key for keys in component.needs for key in keys.split("|")} | {*component.triggers}
    own = [p for p in component.params if p.name not in given and (p.name in needed or rng.random() < 0.4)]
    return options + [line_of(param, rng) for param in own]


def par_of(lines: Iterable[str]) -> ParFile:
    return parse_lines([line for line in lines if line.strip()], "drawn.par")


@pytest.mark.parametrize("name", [c.name for c in every_term()])
def test_a_model_with_a_term_is_that_of_all_terms(name: str, check: Callable[..., list[str]]) -> None:
    [component] = components_named([name])
    rng = random.Random(name)
    found = []
    for base in (BASE, SHORT, text("", EQUATORIAL), text("", ECLIPTIC)):
        for _ in range(4):
            found += check(par_of([*base.splitlines(), *lines_of(component, rng)]))
    assert found


@pytest.mark.parametrize("seed", range(4))
def test_drawn_lines_give_what_all_terms_give(seed: int, check: Callable[..., list[str]]) -> None:
    """Most of these files are refused, for one reason or several: the messages name terms that are not in the model."""
    rng = random.Random(seed)
    params, words = list_params(every_term()), sorted({w for words in BINARIES.values() for w in words})
    models = 0
    for _ in range(N_DRAWN):
        lines = [line_of(param, rng) for param in rng.sample(params, rng.randint(0, 4))]
        lines += [
            line for component in rng.sample(every_term(), rng.randint(0, 2)) for line in lines_of(component, rng)
        ]
        lines += [f"BINARY {rng.choice(words)}"] * (rng.random() < 0.4)
        lines += [rng.choice(("XYZZY 1", "DMX_O1 0", "CHI2 1 F2 3", "TEMPO1 PB 1", "FB90 0"))] * (rng.random() < 0.3)
        rng.shuffle(lines)
        models += any("Entry(" in one for one in check(par_of([*SHORT.splitlines(), *lines])))
    assert models


BINARIES = {c.name: dict(c.options).get("BINARY", dict(c.options).get("BINARY2", ())) for c in binary_models()}
ORBITS = ("PB 1.5\nA1 2\nT0 54500\nECC 0.1\nOM 20", "PB 1.5\nA1 2\nTASC 54500\nEPS1 1e-5\nEPS2 1e-5", "FB0 1e-5\nA1 2")
MORE = ("", "M2 0.3", "SINI 0.8", "H3 0\nSTIG 0", "H3 1e-7\nH4 1e-8", "KIN 70\nSINI KIN", "MTOT 2\nM2 0.3", "PB_2 300")


@pytest.mark.parametrize("word", [*dict.fromkeys(w for words in BINARIES.values() for w in words), "FOO", ""])
def test_an_orbit_is_that_of_all_terms(word: str, check: Callable[..., list[str]]) -> None:
    for orbit, more in product(ORBITS, MORE):
        head = f"BINARY {word}\n" if word else ""
        assert check(par_of(text(f"{head}{orbit}\n{more}\n").splitlines()))


def test_a_keyword_means_the_same_as_among_all_terms() -> None:
    known = {
        *known_keywords(every_term()),
        *all_words(),
        "XYZ",
        "F",
        "_",
        "1",
        "",
        "A1_22",
        "FDJUMP10",
        "FD0",
        "WAVE_OM1",
    }
    tails = ("", "0", "1", "00", "12", "123", "_1", "_0001", "_", "_x", "²", "1_2")
    for key in (word + tail for word in known for tail in tails):
        assert find_own_slot(key) == find_slot(key, every_term()), key


def test_a_keyword_belongs_to_the_terms_of_one_line() -> None:
    """Else it might mean something else without one of them."""
    for word in {word for param in list_params(every_term()) for word in first_words(param)}:
        params = [p for p in list_params(every_term()) if word in first_words(p)]
        lines = {p.family.line if p.family else "" for p in params}
        assert len(params) == 1 or lines == {word}, word
        assert len({tuple(p in c.params for p in params) for c in every_term()} - {(False,) * len(params)}) == 1


def test_names_find_their_terms() -> None:
    names = [c.name for c in every_term()]
    assert len(set(names)) == len(names)
    assert components_named(names) == every_term()
    assert in_order(reversed(every_term())) == every_term()
    assert terms_in({file_of_place(place) for place in TERM_PLACES}) == every_term()
    with pytest.raises(KeyError, match="no such term"):
        components_named(["no such term"])
    assert are_of_jug(every_term())
    assert not are_of_jug([*every_term(), Component("spin")])
    assert not are_of_jug([Component("of a test")])


def test_binary_models_are_the_folder() -> None:
    folder = [c for place in TERM_PLACES if place.startswith("components.binary.") for c in terms_at(place)]
    assert list(binary_models()) == folder
    assert [c for c in every_term() if is_binary_model(c)] == folder


def test_names_import_no_other_term(run_python: Callable[[str], str]) -> None:
    """A worker that gets a model loads the terms of that model."""
    code = """
import sys
from jug.model.registry import are_of_jug, components_named
assert are_of_jug(components_named(["spin", "ECORR"]))
print(*sorted(name for name in sys.modules if name.startswith(("jug.model.components.", "jug.model.noise."))))
"""
    assert run_python(code).split() == ["jug.model.components.spin", "jug.model.noise.ecorr"]


def test_a_par_file_imports_the_terms_that_it_may_use(run_python: Callable[[str], str]) -> None:
    code = """
import sys
import jug
jug.load_model({par!r})
print(*sorted(name for name in sys.modules if name.startswith(("jug.model.components.", "jug.model.noise."))))
"""
    par, _ = example("NGC6440E")
    loaded = run_python(code.format(par=str(par))).split()
    assert "jug.model.components.dispersion.taylor" in loaded
    folders = ("jug.model.components.binary.", "jug.model.components.chromatic.", "jug.model.noise.")
    assert [name for name in loaded if name.startswith(folders)] == []
    par, _ = example("B1855+09_NANOGrav_9yv1")
    loaded = run_python(code.format(par=str(par))).split()
    assert "jug.model.components.binary.dd" in loaded
    assert not {f"jug.model.components.binary.{name}" for name in ("ell1", "bt", "ddk", "t2", "mss")} & set(loaded)
