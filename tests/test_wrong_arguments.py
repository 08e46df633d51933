"""Arguments of the wrong kind, names and rows that are not there: an error of jug's own, in one sentence."""

import inspect
import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from copies import example

import jug
from jug.core.arguments.kinds import describe_kind
from jug.core.arguments.named import Named
from jug.errors import KindError, NoSuchNameError, NoSuchRowError

PAR, TIM = example("NGC6440E")
MODEL, TOAS = jug.load(PAR, TIM)
RESULT = jug.fit(MODEL, TOAS, backend="numpy")
Call = Callable[[], object]


class Other:
    """What no function of jug works on."""


FUNCTIONS = [
    name
    for name in jug.__all__
    if inspect.isfunction(getattr(jug, name)) and name not in ("backends", "choose_backend")
]


def required(function: Callable[..., object]) -> list[str]:
    """The arguments that a function cannot do without."""
    every = inspect.signature(function).parameters.items()
    return [name for name, one in every if one.default is one.empty and one.kind is not one.VAR_KEYWORD]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_does_not_work_on(name: str) -> None:
    function: Callable[..., Any] = getattr(jug, name)
    with pytest.raises(jug.JugError, match=r"is an Other, not |is text, not|is not an array"):
        function(**{argument: Other() for argument in required(function)})


OF_MODEL_AND_TOAS = [name for name in FUNCTIONS if required(getattr(jug, name))[:2] == ["model", "toas"]]


@pytest.mark.parametrize("name", OF_MODEL_AND_TOAS)
def test_the_model_stands_before_the_toas(name: str) -> None:
    function: Callable[..., Any] = getattr(jug, name)
    others = [{"F0": [61.0]} if argument == "axes" else "mjd" for argument in required(function)[2:]]
    wrong = "model and toas are in each other's place: a TOAs and a TimingModel; give model, then toas"
    with pytest.raises(jug.InputError) as caught:
        function(TOAS, MODEL, *others)
    assert str(caught.value) == wrong
    with pytest.raises(TypeError, match="model is"):
        function(RESULT, TOAS, *others)


WITH_TOAS = [name for name in FUNCTIONS if "toas" in inspect.signature(getattr(jug, name)).parameters]
CHAINS = jug.Chains(
    "J1", ("EFAC1",), ("",), ("",), np.ones((1, 1, 1)), *[np.ones((1, 1))] * 4, *[np.zeros((1, 1), bool)] * 2, {}, {}
)
ORBIT = jug.load_model(example("J0613-sim")[0])
FIRST = {
    "model": MODEL,
    "what": RESULT,
    "found": CHAINS,
    "result": RESULT,
    "source": ORBIT,
    "first": MODEL,
    "second": MODEL,
    "path": "a.html",
    "folder": "a",
}
OTHERS = {"axes": {"F0": [61.0]}, "names": "mjd", "form": "DD", "frame": "ecliptic", "epochs": {"PEPOCH": 54000}}


@pytest.mark.parametrize("name", WITH_TOAS)
def test_toas_are_toas(name: str) -> None:
    function: Callable[..., Any] = getattr(jug, name)
    needed = {k: (FIRST | OTHERS | {"mjd": [54000.0]})[k] for k in required(function) if k != "toas"}
    with pytest.raises(jug.JugError, match="toas is an Other, not TOAs"):
        function(**needed, toas=Other())


def test_no_rows_are_no_toas() -> None:
    assert len(TOAS[[]]) == len(TOAS[np.zeros(0)]) == 0


WRONG: dict[str, tuple[Call, type[Exception], str]] = {
    "a row that is not there": (lambda: TOAS[99999], IndexError, "there is no TOA 99999: there are 62, counted from 0"),
    "a deleted row": (lambda: TOAS.delete([3, -63]), IndexError, "there is no TOA -63: there are 62"),
    "a short mask": (lambda: TOAS[np.ones(5, dtype=bool)], IndexError, "a mask of 5 for 62 TOAs; as toas.mjd > 55000"),
    "a row of a tim file": (lambda: TOAS.raw.take([62]), NoSuchRowError, "there is no TOA 62"),
    "a deleted row of a tim file": (lambda: TOAS.raw.delete([62]), NoSuchRowError, "there is no TOA 62"),
    "a mask of none": (lambda: TOAS[np.zeros(0, dtype=bool)], NoSuchRowError, "a mask of 0 for 62 TOAs"),
    "numbers with fractions": (lambda: TOAS[[0.5]], TypeError, "a list selects no TOAs; give a mask, a slice"),  # type: ignore[index]
    "no selection": (lambda: TOAS.select(None), TypeError, "None selects no TOAs"),  # type: ignore[arg-type]
    "a slice of words": (lambda: TOAS["a":"b"], TypeError, "the slice slice('a', 'b', None) selects no TOAs"),  # type: ignore[misc]
    "a flag": (lambda: TOAS.flags["nope"], KeyError, "no flag 'nope'; there is none"),
    "a value": (lambda: RESULT.values["F2"], KeyError, "no fitted parameter 'F2'; did you mean F0 or F1?"),
    "an uncertainty": (lambda: MODEL.errors["FO"], NoSuchNameError, "no uncertainty of 'FO'; it has RAJ, DECJ"),
    "a unit": (lambda: MODEL.units["NOPE"], KeyError, "no parameter 'NOPE'"),
    "a term": (lambda: jug.delays(MODEL, TOAS)["dispersoin"], KeyError, "no term 'dispersoin'; did you mean disp"),
    "a column": (lambda: jug.columns(MODEL, TOAS, "mjd")["res"], KeyError, "no column 'res'; it has mjd"),
    "a column of a matrix": (lambda: jug.design_matrix(MODEL, TOAS)["F9"], KeyError, "no column 'F9'; did you mean"),
    "a noise process": (lambda: RESULT.noise["red"], KeyError, "no noise process 'red'"),
    "a derived quantity": (lambda: jug.derived(RESULT)["AGEE"], KeyError, "no derived quantity 'AGEE'; did you mean"),
    "no TOAs of the noise": (lambda: MODEL.add_noise(3, "red"), TypeError, "toas is 3, not TOAs"),  # type: ignore[arg-type]
    "no TOAs to merge": (lambda: TOAS.merge(3), TypeError, "other is 3, not TOAs"),  # type: ignore[arg-type]
    "a model to publish": (lambda: jug.publish(MODEL), TypeError, "result is a TimingModel, not FitResult"),  # type: ignore[arg-type]
    "flags one by one": (
        lambda: TOAS.with_flag("-cut", ["a"] * 3, "mjd > 0"),  # type: ignore[arg-type]
        TypeError,
        "the value of a flag, the same for all TOAs of the selection, is text, not a list",
    ),
    "a key": (lambda: TOAS.without_flag(3), TypeError, "the key of a flag is text, not 3"),  # type: ignore[arg-type]
    "half a turn": (lambda: TOAS.with_turns(0.5, "mjd > 0"), TypeError, "turns: 0.5 is not a whole number"),  # type: ignore[arg-type]
    "pulse numbers": (lambda: TOAS.with_pulse_numbers("a"), TypeError, "pulse numbers: 'a' is not"),  # type: ignore[arg-type]
    "one pulse number": (lambda: TOAS.with_pulse_numbers(3), jug.InputError, "1 pulse numbers for 62 TOAs"),  # type: ignore[arg-type]
    "no value": (lambda: MODEL.set(F0=None), TypeError, "F0: None is not a number"),  # type: ignore[arg-type]
    "no term to add": (lambda: MODEL.add(3), TypeError, "lines to add: 3 is not a name"),  # type: ignore[arg-type]
    "a list of numbers": (lambda: MODEL.add("PX", [1]), TypeError, "PX: a list is not a number"),  # type: ignore[arg-type]
    "a number to remove": (lambda: MODEL.remove(3), TypeError, "the name of a parameter is text, not 3"),  # type: ignore[arg-type]
    "a number to free": (lambda: MODEL.free(3), TypeError, "the name of a parameter is text, not 3"),  # type: ignore[arg-type]
    "a number to freeze": (lambda: MODEL.freeze(3), TypeError, "the name of a parameter is text, not 3"),  # type: ignore[arg-type]
    "a numbered parameter": (lambda: MODEL[3], TypeError, "the name of a parameter is text, not 3"),  # type: ignore[index]
    "a number to fit": (lambda: jug.fit(MODEL, TOAS, free=3), TypeError, "parameters: 3 is not a name"),  # type: ignore[arg-type]
    "a word to move by": (lambda: MODEL.moved({"F0": "a"}), TypeError, "F0: 'a' is not a number"),  # type: ignore[dict-item]
    "bins without TOAs": (lambda: MODEL.add_dmx(MODEL), TypeError, "toas is a TimingModel, not TOAs"),  # type: ignore[arg-type]
    "sinusoids": (lambda: MODEL.add_waves("WaveX", "a", 3), TypeError, "number is 'a', not Real"),  # type: ignore[arg-type]
    "a kind of sinusoids": (lambda: MODEL.add_waves(1, 3, 3), TypeError, "the kind of sinusoids is text"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_argument_is_one_sentence(case: str) -> None:
    call, kind, why = WRONG[case]
    with pytest.raises(jug.JugError) as caught:
        call()
    assert isinstance(caught.value, kind)
    assert str(caught.value).startswith(why)
    assert "\n" not in str(caught.value)


def test_toas_can_be_gone_through() -> None:
    """Python's protocol of sequences ends with an IndexError."""
    assert [len(one) for one in TOAS] == [1] * 62
    assert TOAS[np.int64(-1)].mjd[0] == TOAS.mjd[-1]
    assert len(TOAS[[]]) == 0
    assert TOAS.select(5).names == TOAS.names[5:6]


def test_a_dict_by_names_is_a_dict(tmp_path: Path) -> None:
    values = RESULT.values
    assert values == dict(values) == pickle.loads(pickle.dumps(values))
    assert values.get("NOPE", 3) == 3
    assert "NOPE" not in values
    assert list(Named("flag", {"b": 1, "a": 2})) == ["b", "a"]
    error = pickle.loads(pickle.dumps(NoSuchNameError("no flag 'a'", hint="did you mean b?")))
    assert str(error) == "no flag 'a'; did you mean b?"
    assert issubclass(KindError, jug.InputError)


def foreign(name: str, module: str) -> object:
    """An object of another package, of a class with this name."""
    return type(name, (), {"__module__": module})()


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (
            lambda: jug.fit(foreign("TimingModel", "pint.models.timing_model"), TOAS),
            "model is PINT's TimingModel (pint.models.timing_model), not jug.TimingModel; "
            "jug.load_model(io.StringIO(model.as_parfile())) reads it",
        ),
        (
            lambda: jug.residuals(MODEL, foreign("TOAs", "pint.toa")),
            "toas is PINT's TOAs (pint.toa), not jug.TOAs; "
            'toas.write_TOA_file("a.tim") writes the file that jug.load(par, "a.tim") reads',
        ),
        (lambda: jug.publish(foreign("WLSFitter", "pint.fitter")), "result is PINT's WLSFitter (pint.fitter), not F"),
        (lambda: jug.fit(foreign("TimingModel", "other.models"), TOAS), "model is other's TimingModel (other.models)"),
        (lambda: jug.fit(foreign("Model", "other.models"), TOAS), "model is a Model, not TimingModel"),
    ],
)
def test_an_object_of_another_package_is_said_to_be_one(call: Call, why: str) -> None:
    """With the same name, "a TimingModel, not TimingModel" would say nothing."""
    with pytest.raises(KindError) as caught:
        call()
    assert str(caught.value).startswith(why)


def test_open_text_files_are_read_and_written(tmp_path: Path) -> None:
    """As PINT's functions, and to the letter what files of these names hold; an error reads a stream a second time."""
    par, tim = io.StringIO(), io.StringIO()
    jug.write_par(MODEL, par)
    jug.write_tim(TOAS, tim)
    jug.write_tim(TOAS, tmp_path / "a.tim")
    assert par.getvalue() == PAR.read_text()
    assert tim.getvalue() == (tmp_path / "a.tim").read_text()
    streams = io.StringIO(par.getvalue()), io.BytesIO(tim.getvalue().encode())
    model, toas = jug.load(*streams)
    assert model.par.path == "<par>"
    assert toas.raw.where(0).path == "<tim>"
    np.testing.assert_array_equal(jug.residuals(model, toas).time_s, jug.residuals(MODEL, TOAS).time_s)
    assert len(jug.read_tim(io.StringIO(tim.getvalue()))) == 62
    with (tmp_path / "a.tim").open() as opened:
        assert jug.read_tim(opened).where(0).path == str(tmp_path / "a.tim")
    with pytest.raises(jug.ParError) as caught:
        jug.load(io.StringIO(par.getvalue() + "NOSUCH 3\n"), io.StringIO("FORMAT 1\na 1400 53000 5 gbt\na b\n"))
    assert [(one.where.path, one.where.line) for one in caught.value.problems if one.where] == [
        ("<par>", 21),
        ("<tim>", 3),
    ]
    with pytest.raises(KindError, match="path is 3, not str or PathLike or Writable"):
        jug.write_tim(TOAS, 3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "shown"), [("a" * 38, repr("a" * 38)), ("a" * 39, "a str"), (10**39, str(10**39)), (10**40, "a int")]
)
def test_values_of_up_to_forty_characters_are_shown_themselves(value: object, shown: str) -> None:
    assert describe_kind(value) == shown
