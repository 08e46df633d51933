"""Where pictures change: groups that have a colour each, room for text, and units of the measured DM."""

import numpy as np
import pytest
from copies import example
from matplotlib.figure import Figure

import jug
from jug.plots.groups import colouring_of, groups_of
from jug.plots.panels import frame_panel
from jug.plots.pictures import RESIDUAL_UNITS, check_picture, unit_for
from jug.plots.points import panel_unit
from jug.plots.residual_data import DM_UNITS, Panel

MODEL, TOAS = jug.load(*example("NGC6440E"))


@pytest.mark.parametrize(("words", "groups"), [(12, 12), (13, None)])
def test_up_to_twelve_groups_have_a_colour_each(words: int, groups: int | None) -> None:
    flags = {"fe": [f"L{i % words}" for i in range(26)]}
    freq = 1000.0 + 30.0 * np.arange(26)
    toas = jug.simulate(MODEL, n_toa=26, error_us=20.0, freq_mhz=freq, flags=flags, seed=1)
    found = colouring_of(toas, "auto")
    assert (None if found.words is None else len(groups_of(found.words))) == groups
    assert len(groups_of(colouring_of(TOAS, "none").words)) == 1


def test_a_seventh_of_a_panel_stays_free() -> None:
    ax = Figure().add_subplot()
    ax.set_ylim(-1.0, 3.0)
    frame_panel(ax, Panel("Residual", np.arange(2.0), np.array([3e-6, -3e-6]), np.array([1e-6, 1e-6])))
    assert ax.get_ylim() == pytest.approx((-1.0, 3.0 + 0.14 * 4.0))
    assert ax.texts[0].get_text() == "weighted rms 3.000 µs"
    assert ax.get_ylabel() == "Residual (µs)"


def test_units() -> None:
    for size, name in RESIDUAL_UNITS:
        assert unit_for(size) == (size, name)
        assert unit_for(0.999 * size) != (size, name) or name == "ns"
    assert [size for size, _ in RESIDUAL_UNITS] == [1.0, 1e-3, 1e-6, 1e-9]
    for value, name in ((3.1, "pc cm⁻³"), (2.9, "10⁻³ pc cm⁻³"), (2.9e-3, "10⁻⁶ pc cm⁻³")):
        assert panel_unit(Panel("", np.zeros(1), np.array([value]), np.zeros(1), DM_UNITS))[1] == name


@pytest.mark.parametrize(
    ("date", "refused"), [("abc", "pdf svg eps"), ("9" * 20, "pdf svg eps"), ("", "eps"), ("1700000000", "")]
)
def test_a_date_of_files_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch, date: str, refused: str) -> None:
    """matplotlib's words were ``invalid literal for int() with base 10``."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    check_picture("a.png")
    for kind in ("pdf", "svg", "eps"):
        if kind in refused:
            with pytest.raises(jug.InputError, match=r"the environment variable SOURCE_DATE_EPOCH is '.*', no date"):
                check_picture(f"a.{kind}")
        else:
            check_picture(f"a.{kind}")
