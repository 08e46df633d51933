"""Every reader of a file in jug, with a file that it reads, and wounds for any file."""

import random
import re
import shutil
import warnings
from collections.abc import Callable
from functools import cache, partial
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from time import process_time
from typing import NamedTuple

import numpy as np
import pytest
from copies import EXAMPLES, ROOT
from time_limit import time_limit

import jug
from jug.chains.enterprise_folder import read_folder
from jug.chains.prior_file import read_priors
from jug.cli.option_groups.noise_dictionaries import read_dictionary
from jug.compute.cost_json import costs_to_json
from jug.compute.cost_model import SHIPPED_COSTS
from jug.compute.cost_tables import saved_tables
from jug.connection.spin_periods import read_periods
from jug.connection.state import SearchState
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times
from jug.data import DataFiles, DataFolder
from jug.data.hashes import read_json
from jug.data.index import parse_index
from jug.errors import DataError, InputError, Where
from jug.folding.event_file import barycentred_events
from jug.folding.polyco_file import polyco_text
from jug.folding.predictor_file import predictor_text
from jug.folding.time_list import read_time_list
from jug.io.clockfile import read_clock
from jug.io.npy import map_npy
from jug.io.par import parse_lines
from jug.io.sealed_npy import sealed_npy
from jug.obs.coefficients import read_chains
from jug.obs.eop import C04, FINALS, LEAPS, earth_orientation, iers_file, leap_seconds
from jug.obs.ephemeris import open_ephemeris
from jug.obs.sites import find_site
from jug.obs.time_ephemeris import _read as read_table
from jug.pulsars.configuration.config_file import read_config
from jug.pulsars.configuration.pint_pal import read_pint_pal
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PulsarOutcome
from jug.pulsars.jobs.state import read_state, write_state
from jug.text.strict_json import json_text, read_json_text

PERIODS = "".join(f"{55000 + 3 * i} 0.0123{i} 1e-7\n" for i in range(9))
SITES = '{"my_site": {"xyz_m": [882589.65, -4924872.32, 3943729.348], "aliases": ["ms"], "clock_file": "time_gbt.dat"}}'
NOISY = """PSR J1234+5618
RAJ 12:34:00
DECJ 56:18:00
F0 300
PEPOCH 57000
EFAC -f A 1.1
EQUAD -f A 0.3
ECORR -f A 0.5
TNREDAMP -13
TNREDGAM 3
TNREDC 5
"""
DICTIONARY = """{
 "J1234+5618_A_efac": 1.13,
 "J1234+5618_A_log10_tnequad": -6.5,
 "J1234+5618_A_log10_ecorr": -6.2,
 "J1234+5618_red_noise_log10_A": -13.1,
 "J1234+5618_red_noise_gamma": 3.3
}
"""
INDEX = "# list\nT2runtime/clock/gps2utc.clk 7.0 2020-01-01\ntempo/clock/time_gbt.dat 7.0 ---\n"
STATE = {"a": {"w": [3, -1], "below": [0.5, 7.25], "level": 1, "nodes": 40, "done": False, "best": [[0.25, [3, -1]]]}}
PLACE = re.compile(r".*:[1-9]\d*: ")

SLOW_S = 10.0
"""No file may keep a reader for longer."""

HANG_S = 120.0
"""After these a reader is interrupted; the machine may be busy, so that they are more than `SLOW_S` of CPU time."""

IF99 = map_npy(ROOT / "data/tables/if99_de421.npy")

DAYS = np.array([45000, 50000, 53000, 55000, 58849])


class Reader(NamedTuple):
    """A reader: the name of its file, the content of a good one, and what reads it."""

    file: str
    content: Callable[[], bytes]
    read: Callable[[Path], object]
    binary: bool = False
    gives: object = None
    """Of a file with a checksum: what a good one gives; a damaged one gives the same, or nothing."""


CONFIGURATION = """pulsars = ["a.par"]  # one pulsar

[dmx]
days = 6.5

[noise]
free = ["efac", 'equad']
timing = "fitted"

[pulsar.A.fit]
max_iter = 20
scale_errors = true

[pulsar.B]
par = "a.par"
tim = "a.tim"
"""
PINT_PAL = """source: A
par-directory: .
tim-directory: .
timing-model: a.par
toas:
- a.tim
free-params: [F0, F1]
ephem: DE421
dmx:
  fratio: 1.1
ignore:
  mjd-end: 54900.5
  bad-toa:
  - [b.ff, 3, 0, 'noisy']
  bad-range:
  - [54240, 54260, GUPPI]
changelog:
- '2026-11-24 a.nonymous INIT: first'
"""
CHAIN = "".join(f"{1.1 + 0.01 * i} {-7.0 - 0.1 * i} {-3.5 - i} {-2.5 - i} 0.3 1.0\n" for i in range(12))
TIMES = "# times\n53801.5 a\n2006-03-07T12:00:00.5 b\n53801.50000000001\n"


@cache
def _folded() -> jug.TimingModel:
    return jug.load_model(EXAMPLES / "NGC6440E.par")


@cache
def _polyco() -> bytes:
    return polyco_text(jug.polyco(_folded(), 53801.0, 53801.25, site="@")).encode()


@cache
def _predictor() -> bytes:
    return predictor_text(jug.predictor(_folded(), 53801.0, 53801.25, site="@")).encode()


@cache
def _events() -> bytes:
    from astropy.io import fits

    table = fits.BinTableHDU.from_columns([fits.Column("TIME", "D", array=1.6e8 + np.arange(40.0))], name="EVENTS")
    for key, value in {"MJDREFI": 51910, "MJDREFF": 7.4e-4, "TIMESYS": "TT", "TIMEREF": "GEOCENTRIC"}.items():
        table.header[key] = value
    out = BytesIO()
    fits.HDUList([fits.PrimaryHDU(), table]).writeto(out)
    return out.getvalue()


def _carried(path: Path) -> object:
    """The times as they are: reading them is what is attacked."""
    return barycentred_events(path, lambda utc, site: utc, site=None, ephem="DE421")


def _orientation(path: Path) -> object:
    files = DataFiles((DataFolder(path.parent, "test"),))
    return earth_orientation(DAYS, np.full(5, 10.0), leap_seconds(files), files)


def _ephemeris(path: Path) -> object:
    found = open_ephemeris(str(path), DataFiles((DataFolder(path.parent, "test"),)))
    inside = DAYS[(found.spans_mjd[0][0] + 1 < DAYS) & (found.spans_mjd[0][1] - 1 > DAYS)]
    return [found.posvel(body, Times(inside, DoubleDouble(0.0 * inside, 0.0 * inside))) for body in ("earth", "sun")]


def _site(path: Path) -> object:
    return find_site("my_site", Where("a.tim", 4), DataFiles((DataFolder(path.parent, "test"),)))


def _index(path: Path) -> object:
    return parse_index(path.read_text(encoding="latin-1"), "https://example.org/index.txt")


def _coefficients(path: Path) -> object:
    """The folder of the package de405 with one file of it replaced."""
    for other in _de405().glob("*.npy"):
        if not (path.parent / other.name).exists():
            (path.parent / other.name).symlink_to(other)
    return read_chains(path.parent, ("earth", "sun"))


def _de405() -> Path:
    spec = find_spec("de405")
    return Path(spec.origin).parent if spec is not None and spec.origin else Path("nowhere")


def _list(path: Path) -> object:
    return read_json(path, "list of frozen data")


def _time_ephemeris(path: Path) -> object:
    return _kept(read_table(path, sealed=True), path)


def _times_of_tune(path: Path) -> object:
    return _kept(saved_tables(path) or None, path)


def _kept(found: object, path: Path) -> object:
    """What was kept; jug makes it again, or goes on without it, where it is damaged."""
    if found is None:
        raise DataError("it is damaged", Where(str(path), 1))
    return found


def _dictionary(path: Path) -> object:
    return read_dictionary(jug.load_model(parse_lines(NOISY.splitlines(), "a.par")), str(path))


def _state(path: Path) -> object:
    return SearchState(str(path)).enumerations


def _saved_state() -> bytes:
    """A state as a search writes it."""
    with TemporaryDirectory() as folder:
        state = SearchState(f"{folder}/a.state")
        state.enumerations.update(STATE)
        state.save()
        return Path(f"{folder}/a.state").read_bytes()


@cache
def _record() -> bytes:
    """A feather file as `jug.export` writes it."""
    from jug.exchange.feather import feather_bytes

    return feather_bytes(jug.pulsar_record(*jug.load(EXAMPLES / "NGC6440E.par", EXAMPLES / "NGC6440E.tim")))


def _read_record(path: Path) -> object:
    from jug.exchange.feather import read_record

    return read_record(path)


def _configuration(path: Path) -> object:
    for name in ("a.par", "a.tim"):
        (path.parent / name).write_text("PSR A\n")
    found = read_config(path)
    for problem in found.problems:
        raise InputError(problem.why, problem.where, problem.hint)
    return found


def _pint_pal(path: Path) -> object:
    for name in ("a.par", "a.tim"):
        (path.parent / name).write_text("PSR A\n")
    found = read_pint_pal([path])
    for problem in found.problems:
        raise InputError(problem.why, problem.where, problem.hint)
    return found


def _enterprise_chain(path: Path) -> object:
    (path.parent / "pars.txt").write_text("A_efac\nA_log10_tnequad\n")
    return read_folder(path.parent)


def _job(folder: Path | str) -> Job:
    return Job("J1", "a.par", "a.tim", {"fit": {"max_iter": 5}}, str(folder))


@cache
def _state_of_a_run() -> bytes:
    with TemporaryDirectory() as folder:
        outcome = PulsarOutcome("J1", "done", "a good fit", {"chi2": 59.574713}, 0.3, {"a": "1f"}, {"b": "2e"}, {})
        assert write_state(_job(folder), {"numpy": "2"}, outcome) == ""
        return (Path(folder) / "run.json").read_bytes()


def _read_state_of_a_run(path: Path) -> object:
    return _kept(read_state(_job(path.parent)) or None, path)


@cache
def _chains() -> bytes:
    """A file as `jug.sample` writes it."""
    from jug.chains.file import write_chain
    from jug.chains.kernel import Metric, new_state
    from jug.chains.mode import one_peak
    from jug.chains.result import Chains
    from jug.chains.running import new_run

    x = np.random.default_rng(1).normal(size=(2, 30, 1))
    metric = Metric(np.zeros(1), np.eye(1), one_peak(np.zeros(1), np.eye(1)))
    run = new_run(20, 30, (new_state(np.zeros(1), -1.0, np.ones(1)),) * 2, metric)
    one, texts = x[:, :, 0], {"EFAC1": "uniform(0.01, 10)"}
    flags = (one.astype(int), one > 9.0, one > 9.0)
    made = Chains("J1", ("EFAC1",), ("",), ("EFAC",), x, one, one, one, *flags, texts, {"seed": 1}, None, 1.5, run)
    with TemporaryDirectory() as folder:
        write_chain(made, Path(folder) / "chain.feather")
        return (Path(folder) / "chain.feather").read_bytes()


def _read_chains(path: Path) -> object:
    found = jug.read_chain(path)
    return found.values, found.settings, found.seconds


PRIORS = """set = "wide"

[priors]
EFAC = "uniform(0.5, 2)"
EQUAD2 = "log_uniform(0.01, 10)"
"""

TEMPO, TEMPO2 = partial(read_clock, kind="tempo"), partial(read_clock, kind="tempo2")


def _of(path: Path, most: int = 1 << 30) -> Callable[[], bytes]:
    """The content of a file, or whole lines of this many bytes."""
    whole = path.stat().st_size <= most
    return lambda: path.read_bytes() if whole else path.read_bytes()[:most].rpartition(b"\n")[0]


@cache
def _folder_of_toas() -> Path:
    folder = Path(mkdtemp(), "toas")
    jug.store_toas(folder, jug.load(*jug.data.example("NGC6440E"))[1])
    return folder


def _list_of_stored_toas() -> bytes:
    return (_folder_of_toas() / "toas.json").read_bytes()


def _stored_toas(path: Path) -> object:
    for column in _folder_of_toas().iterdir():
        if column.name != path.name:
            (shutil.copytree if column.is_dir() else shutil.copy)(column, path.parent / column.name)
    return jug.open_toas(path.parent)


RUN_STATE = read_json_text(_state_of_a_run())
del RUN_STATE["sum"]

READERS = {
    "par": Reader("a.par", _of(EXAMPLES / "waves.par"), jug.load_model),
    "tim": Reader("a.tim", _of(EXAMPLES / "NGC6440E.tim"), jug.read_tim),
    "tim, FORMAT 1": Reader("a.tim", _of(EXAMPLES / "test-wb-0.tim", 9000), jug.read_tim),
    "clock of tempo": Reader("a.dat", _of(ROOT / "data/clock/time_gbt.dat", 20_000), TEMPO),
    "clock of tempo2": Reader("a.clk", _of(ROOT / "data/clock/tai2tt_bipm2019.clk"), TEMPO2),
    "compressed clock": Reader("a.dat.gz", _of(ROOT / "data/clock/time_jb.dat.gz"), TEMPO, True),
    "SPK kernel": Reader("a.bsp", _of(ROOT / "data/ephemeris/de421.bsp"), _ephemeris, True),
    "Chebyshev coefficients": Reader(
        "constants.npy", lambda: (_de405() / "constants.npy").read_bytes(), _coefficients, True
    ),
    "Earth orientation, finals2000A": Reader(FINALS, lambda: iers_file(FINALS).read_bytes(), _orientation),
    "Earth orientation, C04": Reader(C04, lambda: iers_file(C04).read_bytes(), _orientation),
    "leap seconds": Reader(LEAPS, lambda: iers_file(LEAPS).read_bytes(), _orientation),
    "time ephemeris": Reader("if99.npy", lambda: sealed_npy(IF99), _time_ephemeris, True, IF99),
    "observatories": Reader("sites.json", SITES.encode, _site),
    "list of data": Reader("frozen.json", b'{"format": 1, "files": {"a": {"size": 3}}}'.strip, _list),
    "state of a search": Reader("a.state", _saved_state, _state, gives=STATE),
    "noise dictionary": Reader("noise.json", DICTIONARY.encode, _dictionary),
    "table of jug tune": Reader(
        "tune.json",
        json_text({"cpu": costs_to_json(SHIPPED_COSTS)}).encode,
        _times_of_tune,
        gives={"cpu": SHIPPED_COSTS},
    ),
    "spin periods": Reader("a.periods", PERIODS.encode, read_periods),
    "index of the publisher": Reader("index.txt", INDEX.encode, _index),
    "polyco": Reader("polyco.dat", _polyco, jug.read_polyco),
    "predictor": Reader("t2pred.dat", _predictor, jug.read_predictor),
    "priors": Reader("priors.toml", PRIORS.encode, read_priors),
    "list of times": Reader("times.txt", TIMES.encode, read_time_list),
    "configuration of a run": Reader("run.toml", CONFIGURATION.encode, _configuration),
    "chain of enterprise": Reader("chain_1.txt", CHAIN.encode, _enterprise_chain),
    "state of a run": Reader("run.json", _state_of_a_run, _read_state_of_a_run, gives=RUN_STATE),
    "list of stored TOAs": Reader("toas.json", _list_of_stored_toas, _stored_toas, True),
    "photon events": Reader("a.fits", _events, _carried, True),
}
"""Every reader by name."""

if find_spec("yaml") is not None:
    READERS["configuration of pint_pal"] = Reader("a.yaml", PINT_PAL.encode, _pint_pal)
if find_spec("pyarrow") is not None:
    READERS["feather"] = Reader("a.feather", _record, _read_record, True)
    READERS["chains"] = Reader("chain.feather", _chains, _read_chains, True)

PIECES = [*b"0|1e999|-|nan|\0|\xff\xfe|\n| |{|#|\r".split(b"|"), b"9" * 40, b"[" * 3000]


def wounded(content: bytes, rng: random.Random) -> bytes:
    """A file with one to four wounds: cut, bytes changed, taken out, put in, or doubled; most of them near its ends."""
    made = bytearray(content)
    for _ in range(rng.randint(1, 4)):
        size = len(made) or 1
        at = int(size * rng.random() ** rng.choice([1, 1, 4]))
        at = size - 1 - at if rng.random() < 0.3 else at
        length, kind = 1 + int(min(size, 3000) * rng.random() ** 4), rng.randrange(7)
        if kind == 0:
            del made[at:]
        elif kind == 1:
            made[at : at + 1] = bytes([rng.randrange(256)])
        elif kind == 2:
            made[at : at + length] = rng.randbytes(min(length, 64))
        elif kind == 3:
            del made[at : at + length]
        elif kind == 4:
            made[at:at] = made[at : at + length]
        elif kind == 5:
            made[at:at] = rng.choice(PIECES)
        else:
            made[at : at + length] = bytes(len(made[at : at + length]))
    return bytes(made)


def attempt(reader: Reader, content: bytes, folder: Path) -> tuple[bool, list[str]]:
    """Whether a file is read, and what is wrong with how it is read or refused; each in a folder of its own."""
    with TemporaryDirectory(dir=folder) as own, warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        path = Path(own) / reader.file
        path.write_bytes(content)
        start = process_time()
        try:
            with time_limit(HANG_S):
                result = reader.read(path)
        except jug.JugError as error:
            read, found = False, _misplaced(reader, str(error), own)
        except pytest.fail.Exception:
            read, found = False, [f"it hung for {HANG_S} s"]
        else:
            read, found = True, [] if _is_right(result, reader.gives) else ["damage was not seen"]
        if (spent := process_time() - start) > SLOW_S:
            found.append(f"{spent:.0f} s")
        if not path.exists() or path.read_bytes() != content:
            found.append("the file was changed")
    return read, found


def _is_right(result: object, gives: object) -> bool:
    if isinstance(gives, np.ndarray):
        return np.array_equal(result, gives, equal_nan=True)
    return gives is None or result == gives


def _misplaced(reader: Reader, message: str, folder: str) -> list[str]:
    """A refusal names the folder of the file at least, and of a text its file and line."""
    good = message.startswith((folder, "https:")) if reader.binary else PLACE.match(message)
    return [] if good else [f"no place: {message}"]
