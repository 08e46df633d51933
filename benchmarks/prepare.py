"""From a tim file to arrays at the barycentre, step by step, and PINT's `get_TOAs` on the same file in the same run.

    python benchmarks/prepare.py [--n-toa 10000] [--sites gbt,ao,pks,jb,eff] [--rounds 5] [--no-pint] [--parse-only]

CPU seconds, the least of the rounds, after import. Clock files and the ephemeris are read anew in every round, as in a
fresh process. PINT runs offline, with the clock files and the ephemeris that jug has (see tests/oracles/oracle.py); it
takes one round, as its first one. `--parse-only` with a million TOAs, of five flags each, measures the reader alone,
with the peak of memory.
"""

import argparse
import contextlib
import os
import resource
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from jug.data import open_files
from jug.io.tim.read import read_tim
from jug.obs import barycentre as prepare
from jug.obs import earth, eop, ephemeris, smooth, timescale

TESTS = Path(__file__).resolve().parent.parent / "tests"

STEPS = {
    "clock": [(prepare, "observatory_clocks"), (prepare, "tt_bipm")],
    "TDB": [
        (timescale, "tt_from_utc"),
        (timescale, "topocentric"),
        (timescale, "tdb_from_tt"),
        (timescale, "ut_fraction"),
    ],
    "pole and TDB table": [(smooth, "series")],
    "Earth orientation": [(eop, "earth_orientation"), (eop, "leap_seconds")],
    "site": [(earth, "site_posvel")],
    "ephemeris": [(prepare, "open_ephemeris"), (ephemeris.Ephemeris, "posvel")],
}
"""What is timed under which name."""


def write_tim(path: Path, n: int, sites: list[str], more: str = "") -> None:
    """TOAs over ten years, with two flags each, and `more` behind them."""
    rng = np.random.default_rng(1)
    mjds = np.sort(rng.uniform(53000, 56500, n)).tolist()
    rows = (
        f"f{i // 8}.ff {1400 + i % 8 * 12.5:.3f} {mjd:.13f} {1 + i % 7:.3f} "
        f"{sites[i % len(sites)]} -fe L -s {i % 99}{more}"
        for i, mjd in enumerate(mjds)
    )
    path.write_text("FORMAT 1\n" + "\n".join(rows) + "\n")


@contextlib.contextmanager
def timed(spent: dict[str, float]) -> Iterator[None]:
    """Add the CPU time of each step to `spent` while the block runs."""

    def wrapped(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            start = time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                spent[name] = spent.get(name, 0.0) + time.process_time() - start

        return call

    kept = [(owner, key, getattr(owner, key), name) for name, keys in STEPS.items() for owner, key in keys]
    for owner, key, function, name in kept:
        setattr(owner, key, wrapped(name, function))
    try:
        yield
    finally:
        for owner, key, function, _ in kept:
            setattr(owner, key, function)


def one_round(tim: Path) -> dict[str, float]:
    """CPU seconds of each step."""
    spent: dict[str, float] = {}
    start = time.process_time()
    raw = read_tim(tim)
    spent["parse"] = time.process_time() - start
    with timed(spent), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = time.process_time()
        prepare.prepare(raw, ephem="DE440", stopwatch="TT(BIPM2019)", files=open_files())
        total = time.process_time() - before
    spent["the rest"] = total - sum(spent[name] for name in STEPS)
    spent["all"] = total + spent["parse"]
    return spent


def pint_seconds(tim: Path) -> float:
    """CPU seconds of PINT's get_TOAs, after import and with everything at hand."""
    import oracle
    import pint.toa

    oracle.fill_cache()
    with oracle.quiet():
        start = time.process_time()
        pint.toa.get_TOAs(str(tim), ephem="DE440", bipm_version="BIPM2019", include_bipm=True, usepickle=False)
        return time.process_time() - start


def main() -> None:
    """Make the tim file, time, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n-toa", type=int, default=10_000)
    parser.add_argument("--sites", default="gbt,ao,pks,jb,eff")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-pint", action="store_true")
    parser.add_argument("--parse-only", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        tim = Path(room) / "a.tim"
        more = " -be PUPPI -tobs 1200 -pta NANOGrav" if args.parse_only else ""
        write_tim(tim, args.n_toa, args.sites.split(","), more)
        if args.parse_only:
            start = time.process_time()
            read_tim(tim)
            spent = time.process_time() - start
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{args.n_toa} TOAs, {tim.stat().st_size / 1e6:.0f} MB: {spent:.2f} s of CPU, peak {peak:.0f} MB")
            return
        if not args.no_pint:
            sys.path[:0] = [str(TESTS / folder) for folder in ("oracles", "support")]
            import offline

            offline.set_up(Path(room) / "offline")
        rounds = [one_round(tim) for _ in range(args.rounds)]
        best = min(rounds, key=lambda spent: spent["all"])
        print(f"{args.n_toa} TOAs at {args.sites}, {os.cpu_count()} cores; ms of CPU:")
        for name, seconds in best.items():
            print(f"  {name:<20} {seconds * 1e3:8.1f}")
        if not args.no_pint:
            theirs = pint_seconds(tim)
            print(f"  {'PINT get_TOAs':<20} {theirs * 1e3:8.1f}   {theirs / best['all']:.0f} times as long")


if __name__ == "__main__":
    main()
