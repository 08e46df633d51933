"""Every reader with damaged and made-up files: read, or an error of jug; no traceback, no hang, no file changed.

The study has a seed that moves with the date and is printed. The same inputs again, and more of them, from where the
last run with this seed and folder ended (`studies`):

    JUG_SEED=739577 JUG_INPUTS=50000 JUG_STUDY=/data/study python -m pytest -m study tests/attacks/test_readers.py
"""

import ast
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from copies import ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from readers import READERS, attempt, wounded
from studies import SEED, carry_out

import jug

pytestmark = pytest.mark.usefixtures("embedded_only")

INPUTS = int(os.environ.get("JUG_INPUTS", "3000"))
LARGE = 1_000_000
"""Bytes from which a file is damaged less often."""


@pytest.mark.parametrize("name", READERS)
def test_a_good_file_is_read(tmp_path: Path, name: str) -> None:
    reader = READERS[name]
    assert attempt(reader, reader.content(), tmp_path) == (True, [])


@pytest.mark.parametrize("name", [name for name in READERS if len(READERS[name].content()) < LARGE])
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 1 << 32))
def test_a_damaged_file(tmp_path: Path, name: str, number: int) -> None:
    reader = READERS[name]
    assert attempt(reader, wounded(reader.content(), random.Random(number)), tmp_path)[1] == []


@pytest.mark.parametrize("name", [name for name in READERS if len(READERS[name].content()) >= LARGE])
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 1 << 32))
def test_a_damaged_large_file(tmp_path: Path, name: str, number: int) -> None:
    reader = READERS[name]
    assert attempt(reader, wounded(reader.content(), random.Random(number)), tmp_path)[1] == []


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200))
def test_any_bytes(tmp_path: Path, name: str, content: bytes) -> None:
    assert attempt(READERS[name], content, tmp_path)[1] == []


READ_BY = {
    "chains/enterprise_folder.py": "chain of enterprise",
    "chains/file.py": "chains, where pyarrow is there: tests/chains/test_sample.py",
    "chains/prior_file.py": "priors",
    "cli/option_groups/noise_dictionaries.py": "noise dictionary",
    "compute/cost_tables.py": "table of jug tune",
    "compute/entry_sums.py": "compiled code and its sums: tests/compute/test_entry_sums.py",
    "compute/stored_code.py": "executables and their sums: tests/compute/test_stored_code.py",
    "connection/spin_periods.py": "spin periods",
    "connection/state.py": "state of a search",
    "core/execution/memory.py": "the system's own files: tests/core/test_memory.py",
    "data/clock_acceptance.py": "the first bytes of a fetched file: tests/data/test_update.py",
    "data/data_files.py": "observatories",
    "data/fetch.py": "index of the publisher",
    "data/hashes.py": "list of data",
    "data/spk_kernels.py": "an archive of kernels: tests/data/test_kernels.py",
    "data/opening.py": "README.txt of a frozen folder, any bytes: tests/data/test_freeze.py",
    "data/update.py": "the last byte of a fetched file: tests/data/test_limits.py",
    "exchange/feather.py": "feather, where pyarrow is there: tests/exchange/test_export.py",
    "folding/event_file.py": "photon events",
    "folding/polyco_file.py": "polyco",
    "folding/predictor_file.py": "predictor",
    "folding/time_list.py": "list of times",
    "io/clockfile.py": "clock of tempo",
    "io/files.py": "par",
    "io/npy.py": "time ephemeris",
    "io/sealed_npy.py": "time ephemeris",
    "io/par.py": "par",
    "io/special_files.py": "what is being written: tests/io/test_files.py",
    "io/staging.py": "what is being written: tests/io/test_files.py",
    "io/tim/read.py": "tim",
    "page/chart_html.py": "the script of the package: tests/page/test_report_page.py",
    "pulsars/workers/cluster_worker.py": "what a worker has written: tests/pulsars/test_cluster.py",
    "pulsars/configuration/config_file.py": "configuration of a run",
    "pulsars/configuration/ephemerides.py": "the names of ephemerides in any par file: tests/pulsars/test_plan.py",
    "pulsars/configuration/pairs.py": "the names of pulsars in any par file: tests/pulsars/test_plan.py",
    "pulsars/configuration/pint_pal.py": "DMX in any par file: tests/pulsars/test_pint_pal.py",
    "pulsars/jobs/state.py": "state of a run",
    "pulsars/configuration/yaml_text.py": "configuration of pint_pal, with PyYAML: tests/pulsars/test_pint_pal.py",
    "obs/coefficients.py": "Chebyshev coefficients",
    "obs/eop.py": "leap seconds",
    "obs/ephemeris.py": "SPK kernel",
    "obs/integrity.py": "files of the installation: tests/obs/test_integrity.py",
    "obs/sites.py": "files of the installation: tests/obs/test_integrity.py",
    "obs/stored_toas.py": "list of stored TOAs",
    "obs/smooth.py": "files of the installation: tests/obs/test_integrity.py",
}
"""Files of the package that open a file for reading, and what attacks them: a reader, or other tests."""

OPENERS = ("open", "fdopen", "read_bytes", "read_text", "memmap", "map_npy", "loadtxt")


def opens(node: ast.Call) -> bool:
    """Whether a call reads a file, by the last word of its name and what it is given."""
    name, _, last = ast.unparse(node.func).rpartition(".")
    if name in ("os", "opener", "FrozenFiles", "webbrowser") and last == "open":
        return False
    return last in OPENERS


def test_every_reader_of_the_package_is_attacked() -> None:
    package = Path(jug.__file__).parent
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if any(isinstance(node, ast.Call) and opens(node) for node in ast.walk(ast.parse(path.read_text())))
    }
    assert found == READ_BY.keys()
    for attacked in READ_BY.values():
        _, _, file = attacked.partition(": ")
        assert (ROOT / file).is_file() if file else attacked in READERS


@pytest.mark.study
@pytest.mark.parametrize("name", READERS)
def test_many_damaged_files(
    tmp_path: Path, name: str, request: pytest.FixtureRequest, trials: Callable[[int], None]
) -> None:
    reader = READERS[name]
    content = reader.content()

    def one(number: int) -> str:
        read, faults = attempt(reader, wounded(content, random.Random(f"{SEED} {name} {number}")), tmp_path)
        return "; ".join(faults) or ("read" if read else "refused")

    count = max(10, INPUTS // len(READERS) // (8 if len(content) > LARGE else 1))
    trials(count)
    study = carry_out(name, count, tmp_path / "notes", one)
    request.config.get_terminal_writer().line(f"\n{study.told}")
    assert study.faults("read", "refused") == [], study.told
