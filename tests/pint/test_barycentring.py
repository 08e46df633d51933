"""`jug bary` against PINT: times of a site and of the geocentre at the barycentre."""

from pathlib import Path

import numpy as np
import oracle
import pytest
from copies import example

import jug
from jug.cli.command import main
from jug.core.times import parse_mjds


@pytest.mark.parametrize("site", ["gbt", "geocenter"])
def test_times_of_a_list(site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """1 ns: PINT's long double of an MJD has steps of 0.3 ns, which is how far they are apart."""
    par, tim = example("NGC6440E")
    words = [f"{mjd:.13f}" for mjd in 54000.0 + np.random.default_rng(1).uniform(0.0, 900.0, 40)]
    monkeypatch.chdir(tmp_path)
    Path("times.txt").write_text("\n".join(words))
    with oracle.quiet():
        from astropy import units as u
        from pint.pulsar_mjd import Time
        from pint.toa import TOA, get_TOAs_list

        model = jug.load_model(par)
        assert main(["bary", str(par), "times.txt", "--site", site, "--freq", "1400", "-o", "out.txt", "-q"]) == 0
        theirs = oracle.load(par, tim).model
        points = [
            TOA(Time(float(day), float(f"0.{part}"), scale="utc", format="pulsar_mjd"), obs=site, freq=1400.0 * u.MHz)
            for day, _, part in (word.partition(".") for word in words)
        ]
        toas = get_TOAs_list(points, ephem=model.settings.ephem, include_bipm=True, bipm_version="BIPM2019")
        want = theirs.get_barycentric_toas(toas).value
    found = parse_mjds([line.split()[1] for line in Path("out.txt").read_text().splitlines() if line[0] != "#"])
    seconds = np.asarray((want - found.day) * 86400, dtype=np.float64) - found.sec.hi
    assert np.max(np.abs(seconds)) < 1e-9
