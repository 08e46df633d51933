"""The names that a message suggests for one that is not there."""

from jug.core.arguments.named import nearest_names

NAMES = [f"{letter}X{letter}" for letter in "ABCDEFGHIJKL"]


def test_names_that_look_like_it_are_suggested() -> None:
    assert nearest_names(["PMRA", "PMDEC", "F0"], "PMRAA") == "did you mean PMRA?"
    assert nearest_names(["F0", "F1", "DM"], "F12") == "did you mean F1?"


def test_all_are_listed_up_to_twelve_of_them() -> None:
    assert nearest_names(NAMES, "99") == f"it has {', '.join(NAMES)}"
    assert nearest_names([*NAMES, "MXM", "NXN"], "99") == f"it has {', '.join(NAMES)} and 2 more"


def test_where_there_are_none_that_is_reported() -> None:
    assert nearest_names([], "fe") == "there is none"
