"""Reading and preparing TOAs against PINT 1.1.8 in the same run."""

import time
import warnings
from pathlib import Path

import numpy as np
import oracle
import pint.toa

from jug.data import open_files
from jug.io.tim import read_tim
from jug.obs.prepare import prepare


def test_twenty_times_faster_than_pint(tmp_path: Path) -> None:
    """2,000 TOAs at five sites: measured more than 50 times. benchmarks/prepare.py has the steps and 10,000 TOAs."""
    rng = np.random.default_rng(3)
    sites = ("gbt", "ao", "pks", "jb", "eff")
    rows = [
        f"t{i} 1400.0 {mjd:.13f} 1.0 {sites[i % 5]} -i {i}" for i, mjd in enumerate(rng.uniform(53000, 56500, 2000))
    ]
    tim = tmp_path / "a.tim"
    tim.write_text("FORMAT 1\n" + "\n".join(rows) + "\n")
    oracle.fill_cache()
    spent = []
    for _ in range(2):
        start = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            prepare(read_tim(tim), ephem="DE440", clock="TT(BIPM2019)", files=open_files())
        spent.append(time.process_time() - start)
    with oracle.quiet():
        start = time.process_time()
        pint.toa.get_TOAs(str(tim), ephem="DE440", bipm_version="BIPM2019", include_bipm=True, usepickle=False)
        theirs = time.process_time() - start
    assert min(spent) < 0.3
    assert theirs > 20 * min(spent)
