"""The page of the coverage of intervals is made of a recorded run, with the sizes that it names."""

import json
import runpy

import pytest
from copies import ROOT

SCRIPT = runpy.run_path(str(ROOT / "docs" / "make_coverage.py"))
NOTES = json.loads((ROOT / "docs" / "coverage.json").read_text())


def test_the_page_is_made_of_the_notes() -> None:
    made = SCRIPT["page"](NOTES)
    assert made == (ROOT / "docs" / "coverage.md").read_text(), "run: python docs/make_coverage.py --page"


@pytest.mark.parametrize(
    ("way", "count"),
    [("maximum likelihood, 1,200 TOAs", 200), ("maximum likelihood, 300 TOAs", 200), ("NUTS, 300 TOAs", 120)],
)
def test_it_has_enough_pulsars_and_figures_within_three_sampling_errors(way: str, count: int) -> None:
    [whole] = [row for row in NOTES["rows"] if (row["way"], row["simulated"], row["what"]) == (way, "both", "all")]
    assert whole["count"] == count
    for key, share in (("68", 0.6827), ("95", 0.95)):
        assert abs(whole[key] - share) < 3.0 * (share * (1.0 - share) / (6 * count)) ** 0.5


def test_pulls_are_normal_where_the_page_says_so() -> None:
    """Those of 1,200 TOAs and of NUTS, each parameter at the level of all of them together; 200 weak pulsars have
    limits."""
    own = [row for row in NOTES["rows"] if row["simulated"] == "both" and "normal" in row]
    probabilities = [row["normal"] for row in own if row["way"] != "maximum likelihood, 300 TOAs"]
    assert len(probabilities) == 12
    assert min(probabilities) > NOTES["level"] / 6
    assert sum(row["count"] for row in NOTES["limits"] if row["what"] == "ECORR1") == 200
    for row in NOTES["limits"]:
        assert row["under"] > 0.95 - 3.0 * (0.95 * 0.05 / row["count"]) ** 0.5
