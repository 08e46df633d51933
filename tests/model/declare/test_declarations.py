"""What a declaration leaves out, and the helpers with which terms read the members of their families."""

import numpy as np
import pytest

from jug.core.blocks import Binned
from jug.model.declare import (
    Columns,
    Component,
    Family,
    OwnColumns,
    Param,
    Scope,
    dispersive_component,
    dot,
    evaluate_once,
    first_wrong,
    indexed_family,
    is_free,
    line_family,
    member_partials,
    member_values,
    partials_by_spin,
    scale_rows,
    selected_family,
    series_family,
)
from jug.model.registry import every_term
from jug.model.slots import list_params

BARE = {"per": "", "bare": False, "group": "", "separator": "_", "first": 0, "line": "", "place": 0}
BARE |= {"counted": False, "unbroken": False, "needs": ()}


def family(kind: str, **given: object) -> Family:
    """A family with every field told."""
    return Family(kind, **(BARE | given))  # type: ignore[arg-type]


def test_families_as_their_keywords_are_written() -> None:
    """F0, F1; DM, DM1; FD1, FD2; DMX_0001; GLF0D_1; WAVE1 a b; DMOFF mjd value; JUMP -fe L."""
    assert series_family("s") == family("series", per="s")
    assert series_family("yr", bare=True) == family("series", per="yr", bare=True)
    assert series_family("", first=1) == family("series", first=1)
    assert indexed_family("DMX") == family("indexed", group="DMX")
    assert indexed_family("A", separator="") == family("indexed", group="A", separator="")
    assert line_family("WAVE", 1) == family("indexed", group="WAVE", separator="", line="WAVE", place=1)
    assert line_family("D", 0, counted=True) == family("indexed", group="D", separator="", line="D", counted=True)
    assert selected_family() == Family("selected") == family("selected")


def test_a_parameter_without_more_words_is_a_fitted_number() -> None:
    plain = Param("X", "s", "Of no use", 1)
    assert (plain.codec, plain.default, plain.family, plain.fit, plain.sampled) == ("float", None, None, True, False)
    assert (plain.tiny, plain.split, plain.bounds, plain.turn) == (0, False, (None, None), None)
    assert (plain.aliases, plain.frees, plain.links, plain.programs) == ((), (), (), None)


def test_dates_and_words_scale_with_no_power_of_time() -> None:
    """A date is converted as a date from one scale of time to another, and a word is not converted."""
    of_no_number = [p for p in list_params(every_term()) if p.codec in ("mjd", "str")]
    assert len(of_no_number) > 20
    assert [p.name for p in of_no_number if p.time_power != 0] == []


def test_a_component_without_more_words_is_no_process_and_no_spin() -> None:
    bare = Component("bare", (Param("A", "s", "", 1), Param("B", "s", "", 1)))
    assert (bare.spin, bare.numbered, bare.dispersive, bare.names) == (False, False, False, ("A", "B"))
    assert (bare.signal_name, bare.second_signal_name, bare.process) == ("", "", "")


def test_the_first_wrong_member_is_named_by_its_place() -> None:
    assert first_wrong("DMX", np.array([False, True, True]), "why") == ("DMX", 1, "why")
    assert first_wrong("DMX", np.array([False, False]), "why") is None


INDEX = np.array([0, 1, 2, 1])
"""Of two members, the second twice; the third row has none."""

MASK = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
"""The second row has both."""


def test_the_member_of_each_row() -> None:
    values = np.array([3.0, 5.0])
    assert member_values(np, values, INDEX).tolist() == [3.0, 5.0, 0.0, 5.0]
    assert member_values(np, values, MASK).tolist() == [3.0, 8.0, 0.0]


def test_derivatives_by_each_member() -> None:
    """None by a member on the row that has none, whatever the derivative there would be."""
    found = member_partials(np, np.array([1.0, 2.0, 7.0, 3.0]), INDEX, 2)
    assert isinstance(found, Binned)
    assert found.values.tolist() == [1.0, 2.0, 0.0, 3.0]
    assert found.shift.tolist() == [0.0, 0.0]
    assert member_partials(np, np.array([1.0, 2.0, 7.0]), MASK, 2).tolist() == [[1.0, 0.0], [2.0, 2.0], [0.0, 0.0]]


def test_a_weight_for_each_row() -> None:
    weight = np.array([2.0, 3.0])
    assert scale_rows(weight, np.array([1.0, 4.0])).tolist() == [2.0, 12.0]
    assert scale_rows(weight, np.ones((2, 2))).tolist() == [[2.0, 2.0], [3.0, 3.0]]
    found = scale_rows(weight, Binned(np.array([0, 0]), np.array([1.0, 4.0]), np.zeros(1)))
    assert found.values.tolist() == [2.0, 12.0]


def test_products_and_frequencies() -> None:
    """A delay d changes the phase by F0 d: the derivative by F0 is d, by F1 of a delay at rest none."""
    assert dot(np.array([[1.0, 2.0, 3.0], [0.0, 0.0, 1.0]]), np.array([4.0, 5.0, 6.0])).tolist() == [32.0, 6.0]
    assert partials_by_spin(np, np.array([0.5, 2.0]), 3).tolist() == [[0.5, 0.0, 0.0], [2.0, 0.0, 0.0]]


def columns(n: int = 3, **given: object) -> Columns:
    """As much as a dispersion term reads: days, and frequencies of 1, 2, 3, ... MHz."""
    none = np.zeros(n)
    mhz = np.arange(1.0, n + 1.0)
    x = Columns(none, none, np.zeros((n, 3)), np.zeros((n, 3)), none, none, none, none)
    return x._replace(inv_freq=1e-6 / mhz, **given)


def test_each_evaluation_has_a_cache_of_its_own() -> None:
    made: list[int] = []
    for scope, times in ((None, 2), (Scope(frozenset({"DM"}), {}), 1)):
        made.clear()
        x = columns()._replace(scope=scope)
        assert [evaluate_once(x, "a", lambda: made.append(1) or 7) for _ in range(2)] == [7, 7]
        assert len(made) == times
        assert is_free(x, "DM")
        assert is_free(x, "F") == (scope is None)


def test_columns_by_row_and_own_columns() -> None:
    """Tables keep their shape where rows are taken."""
    x = columns().with_own(OwnColumns({"dm_by_flag": np.arange(3.0)}, {"wave_number": np.arange(3.0)}))
    some = x.by_row(lambda a: a[1:])
    assert some.own["dm_by_flag"].tolist() == [1.0, 2.0]
    assert some.tables["wave_number"].tolist() == [0.0, 1.0, 2.0]
    assert (some.tdb.shape, some.r_obs.shape, some.companions_delay) == ((2,), (2, 3), None)
    assert x.with_signals({"inv_freq": np.ones(3)}).inv_freq.tolist() == [1.0, 1.0, 1.0]


def test_the_delay_of_a_dispersion_measure() -> None:
    """t = DM / (2.41e-4 f^2) in s, f in MHz (Manchester & Taylor 1972); by 1/f in 1/Hz: 2 t f."""
    term = dispersive_component("d", (), lambda *_: np.array([2.0, 2.0, 8.0]), lambda *_: {"DM": np.ones((3, 1))})
    assert term.delay is not None
    assert term.partials is not None
    mhz, none = np.array([1.0, 2.0, 3.0]), np.zeros(3)
    delay = np.array([2.0, 2.0, 8.0]) / (2.41e-4 * mhz**2)
    assert term.delay(np, {}, columns(), none) == pytest.approx(delay, rel=1e-14)
    by = term.partials(np, {}, columns(), none)
    assert by["DM"][:, 0] == pytest.approx(1.0 / (2.41e-4 * mhz**2), rel=1e-14)
    assert by["inv_freq"] == pytest.approx(2.0 * delay * mhz * 1e6, rel=1e-14)
