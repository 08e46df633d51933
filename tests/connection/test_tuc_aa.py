"""A simulated pulsar with the sampling of 47 Tuc AA: 49 TOAs of nine years in 23 clusters, with JUMP blocks.

Times of observation: Freire & Ridolfi 2018, MNRAS 476, 4794 (DRACULA), whose example this pulsar is.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from campaigns import is_right

import jug
from jug.cli import command as cli
from jug.connection.judgement import Verdict
from jug.io.par import parse_lines
from jug.model.evaluation.anchor import make_anchor

CLUSTERS = (
    (51413.636, 51413.650, 51413.690, 51413.738, 51413.787, 51413.835),
    (51490.502,),
    (51492.585, 51492.644),
    (51582.255, 51582.320, 51582.385),
    (51589.253, 51589.334),
    (51690.895, 51690.982),
    (51809.567,),
    (52193.607, 52193.715),
    (52262.489,),
    (52307.335,),
    (52526.666,),
    (52531.671, 52531.735, 52531.797),
    (52693.225,),
    (52925.622, 52925.735),
    (52930.559, 52930.638),
    (53152.936,),
    (53164.966, 53164.980),
    (53164.992, 53165.008, 53165.017),
    (53280.622,),
    (53348.465, 53348.507),
    (54314.703, 54314.752, 54314.795, 54314.821, 54314.847, 54314.873, 54314.898, 54314.922),
    (54646.877,),
    (54816.498,),
)
MJD = np.concatenate(CLUSTERS)
PAR = """PSR J0024-7205AA
RAJ {ra} 1
DECJ {dec} 1
PMRA 5.16
PMDEC -2.85
PX 0.2132
F0 {f0} 1
F1 {f1} 1
PEPOCH 51600
DM 24.971
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 51600
TZRSITE parkes
TZRFRQ 1390
"""
TRUE = PAR.format(ra="00:24:07.2783", dec="-72:05:19.507", f0="541.893654948663", f1="1.3e-14")
START = PAR.format(ra="00:24:05.67", dec="-72:04:52.62", f0="541.893656", f1="0")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The start and the TOAs, each cluster in a JUMP block but the last, as DRACULA writes them."""
    folder = tmp_path_factory.mktemp("aa")
    truth = jug.load_model(parse_lines(TRUE.splitlines()))
    made = jug.simulate(truth, MJD, site="parkes", freq_mhz=1390.0, error_us=27.0, noise=True, seed=47)
    jug.write_tim(made, folder / "plain.tim")
    rows = iter((folder / "plain.tim").read_text().splitlines()[1:])
    lines = ["FORMAT 1"]
    for k, cluster in enumerate(CLUSTERS):
        block = [next(rows) for _ in cluster]
        lines += [f"C GAP{k}", "JUMP", *block, "JUMP"] if k < len(CLUSTERS) - 1 else [f"C GAP{k}", *block]
    (folder / "aa.tim").write_text("\n".join(lines) + "\n")
    (folder / "aa.par").write_text(START)
    return folder / "aa.par", folder / "aa.tim"


@pytest.fixture(scope="module")
def found(files: tuple[Path, Path]) -> jug.Connected:
    return jug.connect(*jug.load(*files))


def test_it_is_connected_and_unique(found: jug.Connected) -> None:
    truth = jug.load_model(parse_lines(TRUE.splitlines()))
    number = make_anchor(truth, jug.prepare(truth, found.task.toas.raw)).pulse_number
    assert found.clusters.n == len(CLUSTERS)
    assert is_right(found, number)
    assert found.verdict is Verdict.UNIQUE
    assert found.next_best > 300.0
    assert found.fit.dof == 49 - 4 - 1
    assert abs(found.fit.chi2 - 44.0) < 4.0 * np.sqrt(2.0 * 44.0)
    assert found.free == ("RAJ", "DECJ", "F0", "F1")


def test_the_start_has_the_chi2_of_a_fit_with_jumps(files: tuple[Path, Path], found: jug.Connected) -> None:
    with_jumps = jug.fit(*jug.load(*files), backend="numpy")
    assert found.sought.jumped == pytest.approx(with_jumps.chi2, abs=1e-3)
    assert with_jumps.dof == 49 - 4 - 1 - 22


def test_parameters_are_tried_and_not_added(found: jug.Connected) -> None:
    tried = {names: test.chance for test in found.tested for names in [test.names]}
    assert ("F2",) in tried
    assert min(tried.values()) > 0.0027


def test_a_derivative_is_added_where_nothing_connects_without_it(files: tuple[Path, Path]) -> None:
    model, toas = jug.load(*files)
    found = jug.connect(model, toas, free=["RAJ", "DECJ", "F0"])
    assert found.unique
    assert "F1" in found.free
    alone = jug.connect(model, toas, free=["RAJ", "DECJ", "F0"], add=False)
    assert alone.verdict is Verdict.NOT_CONNECTED
    assert alone.fit is None
    assert "not connected: the best solution has chi2" in alone.summary()


def test_without_priors_and_with_too_little_inside_the_clusters_nothing_is_limited(files: tuple[Path, Path]) -> None:
    model, toas = jug.load(*files)
    first = [int(np.flatnonzero(np.isclose(toas.mjd, cluster[0], atol=0.002))[0]) for cluster in CLUSTERS]
    found = jug.connect(model, toas.select(first), by="gaps")
    assert found.verdict is Verdict.NOT_CONNECTED
    assert "limit the turns" in found.summary()


def test_the_command_writes_a_par_and_a_tim_file_that_fit(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], embedded_only: None
) -> None:
    name = tmp_path / "aa"
    words = ["connect", *files, "-o", name, "--json", tmp_path / "aa.json", "--plot", tmp_path / "aa.svg"]
    code = cli.main([str(word) for word in words])
    said = capsys.readouterr()
    assert (code, said.err) == (0, "")
    assert said.out.splitlines()[-1].startswith("unique: the next best solution has a chi2 ")
    content = json.loads((tmp_path / "aa.json").read_text())
    assert content["unique"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["aa.json", "aa.par", "aa.svg", "aa.tim"]
    model, toas = jug.load(f"{name}.par", f"{name}.tim")
    assert model.settings.track == "-2"
    assert not any(name.startswith("JUMP") for name in model.names)
    assert jug.residuals(model, toas).chi2 == pytest.approx(content["chi2"], rel=1e-6)
    assert "JUMP" not in (tmp_path / "aa.tim").read_text()


def test_a_search_that_does_not_end_says_so_and_goes_on_later(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], found: jug.Connected
) -> None:
    name = tmp_path / "aa"
    words = ["connect", *map(str, files), "-o", str(name)]
    assert cli.main([*words, "--max-nodes", "1000"]) == 3
    assert "not finished: the limit was reached" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["aa.state"]
    assert cli.main(words) == 0
    assert capsys.readouterr().out == found.summary() + "\n"
    assert not Path(f"{name}.state").exists()


def test_a_state_of_something_else_is_refused(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "aa.state").write_text("{}\n")
    assert cli.main(["connect", *map(str, files), "-o", str(tmp_path / "aa")]) == 2
    assert "not the state of a search" in capsys.readouterr().err


def test_the_picture_has_the_residuals_and_every_solution(found: jug.Connected) -> None:
    """Above the residuals of the best solution in its clusters, below a bar for each solution and the limit on chi2.

    All others have at least the chi2 at which the enumeration ended: an arrow, and the number in the legend.
    """
    above, below = jug.plot_connection(found).axes
    assert above.get_position().y0 > below.get_position().y0
    drawn = np.sort(np.concatenate([bars.lines[0].get_xdata() for bars in above.containers]))
    np.testing.assert_array_equal(drawn, np.sort(found.toas.mjd))
    assert len(above.containers) == len(CLUSTERS)
    chi2 = [one.chi2 for one in found.sought.leaves[:10]]
    bars = below.patches
    assert [bar.get_height() for bar in bars] == pytest.approx([one - chi2[0] for one in chi2])
    assert [bar.get_x() + bar.get_width() / 2 for bar in bars] == pytest.approx(range(1, len(chi2) + 1))
    assert list(below.get_xticks()) == list(range(1, len(chi2) + 2))
    assert [label.get_text() for label in below.get_xticklabels()][-1] == "all others"
    [arrow] = [one for one in below.containers if str(one.get_label()).startswith("all others: at least ")]
    assert float(arrow.get_label().split()[-1]) == pytest.approx(found.sought.beyond - chi2[0], rel=1e-3)
    place, up = arrow.lines[0].get_xydata()[0]
    assert place == len(chi2) + 1
    assert max(below.lines[0].get_ydata()[0], chi2[-1] - chi2[0]) < up < below.get_ylim()[1]  # above all that is drawn
    assert below.lines[0].get_ydata()[0] == pytest.approx(25.0 * max(1.0, chi2[0] / 44))
