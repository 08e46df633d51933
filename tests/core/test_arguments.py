"""Arguments of a caller: what is taken, what is refused, and the words of the refusal."""

import copy
import pickle

import numpy as np
import pytest

from jug.core.arguments.kinds import as_number, describe_kind, expect, one_text, path_text, read_names, split_at_commas
from jug.core.arguments.named import Named, nearest_names
from jug.core.arguments.random_source import random_source
from jug.core.arguments.selected_rows import rows_of
from jug.core.arguments.whole_numbers import whole_numbers
from jug.errors import KindError, NoSuchNameError, NoSuchRowError


class FitResult:
    """Of the same name as the result of a fit: messages go by the name of a class."""


class TimingModel:
    """The same of a model."""


def refused(**given: object) -> str:
    """What is said of arguments of the wrong kind."""
    with pytest.raises(KindError) as caught:
        expect(**given)  # type: ignore[arg-type]
    return str(caught.value)


def test_two_arguments_in_each_others_place_are_both_named() -> None:
    assert refused(n=("a", int), name=(3, str)) == "n and name are in each other's place: 'a' and 3; give n, then name"
    assert refused(n=("a", int), name=("b", str)) == "n is 'a', not int"
    assert refused(n=("a", (int, float)), size=(3.0, float)) == "n is 'a', not int or float"
    expect(n=(3, int), name=("a", (str, bytes)))


def test_a_result_in_place_of_a_model_has_a_way_out() -> None:
    said = "model is a FitResult, not TimingModel"
    assert refused(model=(FitResult(), TimingModel)) == f"{said}; give its model, model=result.model"
    assert refused(n=(FitResult(), int)) == "n is a FitResult, not int"
    assert refused(model=(3, TimingModel)) == "model is 3, not TimingModel"


def test_paths_and_names() -> None:
    with pytest.raises(KindError, match=r"^path is 3, not str or PathLike$"):
        path_text(3)  # type: ignore[arg-type]
    assert read_names("F0", "names") == ("F0",)
    assert read_names(["F0", "F1"], "names") == ("F0", "F1")
    with pytest.raises(KindError, match=r"^names: 3 is not a name; names are text, as in \['F0', 'F1'\]$"):
        read_names(["F0", 3, 4], "names")
    with pytest.raises(KindError, match=r"^names: 5 is not a name"):
        read_names(5, "names")
    assert split_at_commas("a, b ,c") == ("a", "b", "c")
    assert split_at_commas(["a, b", " c"]) == ("a, b", "c")
    with pytest.raises(KindError, match=r"^the key is text, not 3$"):
        one_text(3, "the key")


def test_numbers() -> None:
    class Quantity:
        """Of the same name as astropy's."""

    assert as_number("1.5", "F0") == as_number(np.float64(1.5), "F0") == 1.5
    with pytest.raises(KindError, match=r"^F0: a Quantity was given, in no unit; give numbers, by quantity\."):
        as_number(Quantity(), "F0")
    with pytest.raises(KindError, match=r"^F0: a list is not a number$"):
        as_number([], "F0")


def test_values_of_forty_characters_are_shown() -> None:
    """The quotation marks count."""
    assert describe_kind("x" * 38) == repr("x" * 38)
    assert describe_kind("x" * 39) == "a str"
    assert [describe_kind(one) for one in (None, 1.5, [], ())] == ["None", "1.5", "a list", "a tuple"]
    assert describe_kind(OSError()) == "an OSError"


def test_whole_numbers_one_for_each() -> None:
    assert whole_numbers([1.0, -2.0], "turns").tolist() == [1, -2]
    assert whole_numbers(3, "turns").tolist() == [3]
    for wrong in ([1.0, 2.5], [[1, 2]], "a", [True], [-0.5], [np.inf], [np.nan], [1e30]):
        with pytest.raises(KindError, match=r"^turns: .* is not a whole number for each$"):
            whole_numbers(wrong, "turns")


def test_rows() -> None:
    """Counted from 0, or from the end as -1, -2, ..., as in NumPy."""
    assert rows_of([-3, 2, 0], 3).tolist() == [0, 2, 0]
    assert rows_of(1, 3).tolist() == [1]
    assert rows_of(np.array([True, False, True]), 3).tolist() == [0, 2]
    assert rows_of(slice(1, None), 3).tolist() == [1, 2]
    assert rows_of([], 3).size == 0
    for wrong in (3, -4):
        with pytest.raises(NoSuchRowError, match=rf"^there is no TOA {wrong}: there are 3, counted from 0$"):
            rows_of([0, wrong], 3)
    with pytest.raises(NoSuchRowError, match=r"^a mask of 0 for 3 TOAs; as toas.mjd > 55000, made from these TOAs$"):
        rows_of(np.zeros(0, dtype=bool), 3)
    for odd in ([[0, 1]], [0.5], "a"):
        with pytest.raises(KindError, match=r"selects no TOAs; give a mask, a slice, indices or an expression$"):
            rows_of(odd, 3)  # type: ignore[arg-type]


def test_a_dict_by_names() -> None:
    named = Named("flag", {"fe": 1, "be": 2})
    for one in (named, pickle.loads(pickle.dumps(named)), copy.deepcopy(named)):
        assert one == {"fe": 1, "be": 2}
        with pytest.raises(NoSuchNameError, match=r"^no flag 'f'; did you mean fe"):
            one["f"]
    said = r"^this flag is of a copy, and to set it changes nothing; model.set\(fe=...\) returns a model$"
    with pytest.raises(TypeError, match=said):
        named["fe"] = 3


def test_three_names_are_suggested() -> None:
    """Those that look like it, or those with another number at the end."""
    close = ["GLEPA", "GLEPB", "GLEPC", "GLEPD"]
    assert nearest_names(close, "GLEPX").count(" or ") == 2
    assert nearest_names([f"F{i}" for i in range(5)], "F123456") == "did you mean F0 or F1 or F2?"


def test_seeds() -> None:
    assert random_source(3).random() == random_source(3).random() != random_source(4).random()
    for wrong in (-1, "a", 1.5):
        with pytest.raises(KindError, match=r"^seed: .* is not a whole number of 0 or more$"):
            random_source(wrong)  # type: ignore[arg-type]
