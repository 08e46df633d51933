"""Records keep the rules of psrdata's SPEC (sections 3.2, 3.3, 4.1 and 6) and are found as discovery looks for them."""

import json
import re
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from copies import REFERENCE

import jug

pytestmark = pytest.mark.filterwarnings("ignore::jug.InputWarning", "ignore::jug.ClockWarning")
feather = pytest.importorskip("pyarrow.feather", reason="pyarrow is an extra: jug-timing[arrow]")

PLAIN = ("toas", "stoas", "toaerrs", "residuals", "freqs", "backend_flags", "telescope")
WORDS = ("backend_flags", "telescope")
BLOCK = re.compile(r"(Mmat|sunssb|pos_t|planetssb)_[0-9_]+")
KEYS = [
    "name",
    "dm",
    "dmx",
    "pdist",
    "_pdist",
    "pos",
    "phi",
    "theta",
    "fitpars",
    "setpars",
    "parameters",
    "producer",
    "extra",
]
BY_DATA_SET = ("timing_package", "partim_compatibility", "residual_centering")
DMX_KEYS = {"DMX", "DMXerr", "DMXR1", "DMXR2", "fit"}
LONG = ("B1855+09", "J1614-2230", "J0740+6620", "J1713+0747 (DDK)")
SHORT = ("NGC6440E", "J0613-sim", "at the barycentre")
PULSARS = [*SHORT, *(pytest.param(name, marks=pytest.mark.long) for name in LONG)]


@pytest.fixture(scope="module", params=PULSARS)
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("records") / "a.feather"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        jug.export(*loaded(request.param), path)
    return feather.read_table(path)


def loaded(name: str) -> tuple[jug.TimingModel, jug.TOAs]:
    if name == "at the barycentre":
        model = jug.load_model(jug.data.example("NGC6440E")[0])
        return model, jug.simulate(model, np.linspace(53800.0, 54200.0, 20), site="@", freq_mhz=np.inf)
    if name.startswith("J1713"):
        return jug.load(*(REFERENCE / f"J1713+0747_NANOGrav_11yv0_short.{kind}" for kind in ("gls.par", "tim")))
    return jug.load(*jug.data.example(name), ephem="DE440")


def metadata(table: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(table.schema.metadata[b"json"], parse_constant=pytest.fail)
    return found


def test_columns(written: Any) -> None:
    """Their names, in the order of the blocks, and what may be infinite or NaN."""
    names, width = written.column_names, len(metadata(written)["fitpars"])
    blocks = [f"Mmat_{i}" for i in range(width)] + [f"sunssb_{i}" for i in range(6)] + [f"pos_t_{i}" for i in range(3)]
    blocks += [f"planetssb_{i}_{j}" for i in range(9) for j in range(6)]
    flags = [name for name in names if name.startswith("flags_")]
    assert names == [*PLAIN, *blocks, *flags]
    assert "flags_" not in names
    for name in (*PLAIN, *blocks):
        values = written[name].to_numpy()
        if name in WORDS:
            assert all(isinstance(word, str) for word in values)
        elif name == "freqs":
            assert not np.any(np.isnan(values) | np.isneginf(values))
        else:
            assert values.dtype == np.float64
            assert not np.any(np.isinf(values))
            assert name.startswith("planetssb") or not np.any(np.isnan(values))
    assert all(isinstance(word, str) for name in flags for word in written[name].to_pylist())


def test_parameters(written: Any) -> None:
    """Decimal text; a unit of each column; one overall phase, which is exactly 0."""
    meta = metadata(written)
    assert set(KEYS) <= meta.keys()
    facts, free, every = meta["parameters"], meta["fitpars"], meta["setpars"]
    assert len(set(free)) == len(free)
    assert set(free) <= set(every)
    assert sorted(facts) == sorted(set(every))
    for name, fact in facts.items():
        assert set(fact) == {"value", "units", "uncertainty"}
        assert fact["units"] is None or Decimal(fact["value"]).is_finite()
        assert fact["uncertainty"] is None or Decimal(fact["uncertainty"]).is_finite()
        assert name not in free or fact["units"]
    (offset,) = (name for name in free if name.startswith(("Offset", "PHOFF")))
    assert facts[offset] == {"value": "0", "units": "s", "uncertainty": None}
    assert np.all(written[f"Mmat_{free.index(offset)}"].to_numpy())


def test_facts_of_the_pulsar(written: Any) -> None:
    meta = metadata(written)
    assert meta["dmx"] is None or meta["dmx"]
    for name, entry in (meta["dmx"] or {}).items():
        assert re.fullmatch(r"DMX_\d+", name)
        assert set(entry) == DMX_KEYS
        assert isinstance(entry["fit"], bool)
        assert np.all(np.isfinite([entry["DMX"], entry["DMXR1"], entry["DMXR2"]]))
    assert meta["pdist"] == meta["_pdist"]
    assert all(name.startswith(meta["name"]) for name in meta.get("noisedict", {}))
    assert [list(meta[key]) for key in BY_DATA_SET] == [["single"]] * 3
    assert meta["partim_compatibility"]["single"] in ("pint", "tempo2")
    said = meta["residual_centering"]["single"]
    assert said["stored_residuals"] == said["standard_output"] == "mean_removed"
    assert said["stored_weighted"] is said["standard_weighted"] is True


def test_blocks_as_discovery_stacks_them(written: Any) -> None:
    """By prefix in the order of the file, planets by the sorted names of their rows."""
    names, n = written.column_names, written.num_rows
    rows = sorted({name.rpartition("_")[0] for name in names if name.startswith("planetssb")})
    planets = [[written[name].to_numpy() for name in names if name.startswith(row)] for row in rows]
    assert np.array(planets).shape == (9, 6, n)
    np.testing.assert_array_equal(planets[4][1], written["planetssb_4_1"].to_numpy())
    for block, width in (("Mmat", len(metadata(written)["fitpars"])), ("sunssb", 6), ("pos_t", 3)):
        assert sum(name.startswith(block) for name in names) == width
    assert all(BLOCK.fullmatch(name) for name in names if name not in PLAIN and not name.startswith("flags_"))


def test_columns_of_zeros_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from jug.cli.command import main

    par, tim = jug.data.example("NGC6440E")
    (tmp_path / "a.par").write_text(Path(par).read_text() + "JUMP -f nowhere 0.1 1\n")
    assert main(["export", str(tmp_path / "a.par"), str(tim), "-o", str(tmp_path / "a.feather")]) == 0
    assert "warning: no TOA depends on JUMP1: columns of zeros" in capsys.readouterr().err
    assert main(["export", str(par), str(tim), "-o", str(tmp_path / "a.feather")]) == 0
    assert "columns of zeros" not in capsys.readouterr().err
