"""docs/masses.md has every quantity of `jug.derived`; whoever changes one runs docs/make_derived.py."""

import re
import runpy

import pytest
from copies import ROOT

import jug

MAKER = runpy.run_path(str(ROOT / "docs" / "make_derived.py"), run_name="make_derived")
TEXT = (ROOT / "docs" / "masses.md").read_text()


def test_the_committed_table_is_current() -> None:
    assert MAKER["page"](TEXT) == TEXT, "run: python docs/make_derived.py"


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
@pytest.mark.parametrize("name", ["NGC6440E", "J0613-sim", "J1614-2230"])
def test_every_quantity_of_a_pulsar_is_in_the_table(name: str) -> None:
    named = set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))
    assert set(jug.derived(jug.load_model(jug.data.example(name)[0]))) <= named


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_the_age_of_a_near_pulsar_is_that_of_its_intrinsic_slowing() -> None:
    """J1614-2230: the table's 1.1e10 yr, and 5.2e9 from the observed derivative, as without the parallax."""
    model = jug.load_model(jug.data.example("J1614-2230")[0])
    assert jug.derived(model)["AGE"].value == pytest.approx(1.1e10, rel=0.03)
    assert jug.derived(model.remove("PX"))["AGE"].value == pytest.approx(5.2e9, rel=0.01)
