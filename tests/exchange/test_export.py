"""`jug export`: what is written is what was there, readers find it where they look, bad input is told."""

import json
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.cli.command import main
from jug.exchange.feather import feather_bytes, read_record
from jug.exchange.record import PulsarRecord, _check_finite
from jug.exchange.record_layout import SCHEMA
from jug.io.files import write_bytes

pytestmark = pytest.mark.filterwarnings("ignore::jug.InputWarning", "ignore::jug.ClockWarning")
pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is an extra: jug-timing[arrow]")


@pytest.fixture(scope="module")
def b1855() -> tuple[jug.TimingModel, jug.TOAs]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return jug.load(*jug.data.example("B1855+09"))


def simulated(*lines: str, **flags: list[str]) -> tuple[jug.TimingModel, jug.TOAs]:
    model = jug.load_model(par(*lines))
    return model, jug.simulate(model, np.linspace(54000.0, 54400.0, 12), freq_mhz=1400.0, flags=flags, seed=1)


def check_same(one: PulsarRecord, other: PulsarRecord) -> None:
    for name, value in vars(one).items():
        there = getattr(other, name)
        if isinstance(value, np.ndarray):
            np.testing.assert_array_equal(value, there, err_msg=name)
        elif name == "flags":
            assert value.keys() == there.keys()
            assert all(np.array_equal(words, there[key]) for key, words in value.items())
        else:
            assert value == there, name


def test_a_written_record_reads_back(b1855: tuple[jug.TimingModel, jug.TOAs], tmp_path: Path) -> None:
    written = jug.export(*b1855, tmp_path / "a.feather")
    found = read_record(tmp_path / "a.feather")
    check_same(written, found)
    assert repr(found) == repr(written)


def test_readers_find_the_blocks_by_prefix_in_file_order(
    b1855: tuple[jug.TimingModel, jug.TOAs], tmp_path: Path
) -> None:
    """As FeatherPulsar does: columns that begin with the name of a block, as they come."""
    from pyarrow import feather

    record = jug.export(*b1855, tmp_path / "a.feather")
    table = feather.read_table(tmp_path / "a.feather")
    for block, want in (("Mmat", record.mmat), ("sunssb", record.sunssb), ("pos_t", record.pos_t)):
        found = np.array([table[c].to_numpy() for c in table.column_names if c.startswith(block)]).T
        np.testing.assert_array_equal(found, want)
    assert record.mmat.shape[1] > 10  # where an alphabetical order would differ
    meta = json.loads(table.schema.metadata[b"json"])
    assert meta["schema"] == SCHEMA == "pulsardata-feather-v1"
    for key in ("name", "dm", "dmx", "pdist", "_pdist", "pos", "phi", "theta", "fitpars", "setpars", "noisedict"):
        assert key in meta
    assert meta["timing_package"] == {"single": "jug-timing"}
    assert meta["producer"] == "jug-timing"
    assert meta["residual_centering"]["single"]["stored_residuals"] == "mean_removed"
    assert set(meta["dmx"]["DMX_0001"]) == {"DMX", "DMXerr", "DMXR1", "DMXR2", "fit"}
    assert meta["parameters"]["F0"]["value"] == "186.4940812707752116"
    assert meta["noisedict"]["B1855+09_L-wide_PUPPI_efac"] == 1.507


def test_what_a_record_says(b1855: tuple[jug.TimingModel, jug.TOAs]) -> None:
    model, toas = b1855
    record = jug.pulsar_record(model, toas)
    assert record.fitpars[0] == "Offset"
    assert record.parameters["Offset"] == ("0", "s", None)
    assert np.all(record.mmat[:, 0] == 1.0)
    assert record.setpars[:3] == tuple(model.entries)[:3]
    assert set(record.fitpars) <= set(record.setpars)
    assert record.dmx is not None
    assert len(record.dmx) == sum(name.startswith("DMX_") for name in model.entries)
    px, error = model.values["PX"], model.errors["PX"]
    assert record.pdist == pytest.approx((1.0 / px, error / px**2))
    assert len(record) == 4005
    assert not np.any(np.isnan(record.sunssb))
    np.testing.assert_array_equal(np.isnan(record.planetssb[0, :, 0]), [1, 0, 0, 1, 0, 0, 0, 0, 1])


def test_residuals_change_by_minus_the_matrix(b1855: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """A step of a thousandth of an uncertainty in PX: the linear change to 1e-4 of itself, the mean removed."""
    model, toas = b1855
    record, step = jug.pulsar_record(model, toas), 1e-2
    moved = jug.pulsar_record(model.set(PX=model.values["PX"] + step), toas)
    weight = jug.pulsar_data(model, toas).scaled_error_s ** -2
    change, linear = moved.residuals - record.residuals, -record.mmat[:, record.fitpars.index("PX")] * step
    linear = linear - weight @ linear / weight.sum()
    change = change - weight @ change / weight.sum()
    assert np.max(np.abs(change - linear)) < 1e-4 * np.max(np.abs(linear))


def test_without_dmx_and_parallax_and_noise(tmp_path: Path) -> None:
    model, toas = simulated()
    record = jug.export(model, toas, tmp_path / "a.feather")
    assert record.dmx is None
    assert record.pdist == (1.0, 0.2)
    assert record.noisedict == {}
    check_same(record, read_record(tmp_path / "a.feather"))


def test_a_parallax_below_its_uncertainty_gives_no_distance() -> None:
    assert jug.pulsar_record(*simulated("PX 0.5 1 0.6")).pdist == (1.0, 0.2)
    assert jug.pulsar_record(*simulated("PX 0.5 1 0.1")).pdist == pytest.approx((2.0, 0.4))
    assert jug.pulsar_record(*simulated("PX 0.5 1")).pdist == (1.0, 0.2)


def test_infinite_frequency_and_flags_that_some_lack(tmp_path: Path) -> None:
    model, _ = simulated()
    toas = jug.simulate(model, np.linspace(54000.0, 54400.0, 12), freq_mhz=np.inf, flags={"f": ["a", ""] * 6})
    record = jug.export(model, toas, tmp_path / "a.feather")
    assert np.all(np.isposinf(record.freqs))
    found = read_record(tmp_path / "a.feather")
    assert found.flags["f"].tolist() == ["a", ""] * 6
    assert found.backend_flags.tolist() == ["a", ""] * 6


def test_phoff_is_the_offset(tmp_path: Path) -> None:
    """Its value in the record is 0: the column moves the residuals from where they are, and no mean is removed."""
    model, toas = simulated("PHOFF 0.01 1")
    record = jug.export(model, toas, tmp_path / "a.feather")
    assert "Offset" not in record.fitpars
    assert record.parameters["PHOFF"] == ("0", "dimensionless", None)
    assert not record.centered
    period = 1.0 / model.values["F0"]
    np.testing.assert_allclose(np.abs(record.mmat[:, record.fitpars.index("PHOFF")]), period, rtol=1e-9)
    np.testing.assert_allclose(np.abs(record.residuals), 0.01 * period, rtol=1e-4)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("PHOFF 0.01",), "PHOFF is fixed: a record needs a free overall phase; free PHOFF, or remove its line"),
    ],
)
def test_what_makes_no_record(lines: tuple[str, ...], said: str) -> None:
    with pytest.raises(jug.InputError, match=said):
        jug.pulsar_record(*simulated(*lines))


def test_a_model_without_a_name_or_a_position() -> None:
    from jug.io.par import parse_lines

    bare = ["F0 10 1", "PEPOCH 54000", "UNITS TDB", "EPHEM DE421"]
    for lines, said in (([*bare, "PSR J0000+0000"], "no position"), ([*bare, "RAJ 1:0:0", "DECJ 1:0:0"], "no PSR")):
        model = jug.load_model(parse_lines(lines, "a.par"))
        toas = jug.simulate(model, np.linspace(54000.0, 54100.0, 5), site="@")
        with pytest.raises(jug.InputError, match=said):
            jug.pulsar_record(model, toas)


def test_toas_at_the_barycentre_have_a_sun() -> None:
    model = jug.load_model(par())
    record = jug.pulsar_record(model, jug.simulate(model, np.linspace(54000.0, 54100.0, 5), site="@"))
    assert np.all(np.isfinite(record.sunssb))


def test_a_damaged_file_is_recognised(record: PulsarRecord, tmp_path: Path) -> None:
    """One bit flipped at 400 places: the same record, or none; without the checksum some had other numbers."""
    content, path = feather_bytes(record), tmp_path / "a.feather"
    rng, refusals = np.random.default_rng(1), []
    for at in rng.integers(len(content), size=400):
        wounded = bytearray(content)
        wounded[at] ^= 1 << int(rng.integers(8))
        path.write_bytes(wounded)
        try:
            found = read_record(path)
        except jug.InputError as error:
            refusals.append(str(error))
        else:
            check_same(record, found)
    assert len(refusals) > 200
    assert all("a.feather: " in refusal for refusal in refusals)


def test_a_changed_number_and_a_changed_word_are_told_and_no_checksum_is_none(
    record: PulsarRecord, tmp_path: Path
) -> None:
    from pyarrow import array, feather

    path = tmp_path / "a.feather"
    table = feather.read_table(_written(path, feather_bytes(record)))
    meta = json.loads(table.schema.metadata[b"json"])
    residuals = table["residuals"].to_pylist()
    column = table.column_names.index("residuals")
    changed = table.set_column(column, "residuals", array([residuals[0] + 1e-12, *residuals[1:]]))
    other = table.replace_schema_metadata({"json": json.dumps({**meta, "dm": meta["dm"] + 1.0})})
    for one in (changed, other):
        feather.write_feather(one, path)
        with pytest.raises(jug.InputError, match="damaged: its checksum is another; export the pulsar again"):
            read_record(path)
    del meta["extra"]["sha256"]
    feather.write_feather(changed.replace_schema_metadata({"json": json.dumps(meta)}), path)
    assert read_record(path).residuals[0] == residuals[0] + 1e-12


@pytest.fixture
def record() -> PulsarRecord:
    return jug.pulsar_record(*simulated())


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("theta", np.nan, "the position, DM or a frequency is not finite"),
        ("dm", np.inf, "the position, DM or a frequency is not finite"),
        ("freqs", np.array([1400.0, np.nan]), "the position, DM or a frequency is not finite"),
        ("residuals", np.array([0.0, np.inf]), "residuals of TOA 2 is not finite"),
    ],
)
def test_numbers_that_no_program_could_read_make_no_record(
    record: PulsarRecord, name: str, value: object, said: str
) -> None:
    with pytest.raises(jug.InputError, match=f"^{said}: no program could read such a record$"):
        _check_finite(replace(record, **{name: value}))  # type: ignore[arg-type]
    _check_finite(replace(record, freqs=np.array([np.inf])))  # a frequency without dispersion


def test_a_file_that_is_no_record(record: PulsarRecord, tmp_path: Path) -> None:
    from pyarrow import Table, feather

    path = tmp_path / "a.feather"
    whole = feather_bytes(record)
    for content in (b"", b"PSR J0000+0000", whole[:500], whole[: len(whole) // 2], whole[:-20]):
        write_bytes(path, content)
        with pytest.raises(jug.InputError, match=r"a\.feather: this is not a (feather file|record)"):
            read_record(path)
    feather.write_feather(Table.from_pydict({"toas": [1.0]}), path)
    with pytest.raises(jug.InputError, match="this is not a record of a pulsar"):
        read_record(path)
    table = feather.read_table(_written(path, whole))
    for change, said in (
        ({"schema": "pulsardata-feather-v9"}, "'pulsardata-feather-v9' is not pulsardata-feather-v1"),
        ({"setpars": None}, "lacks setpars"),
    ):
        meta = {**json.loads(table.schema.metadata[b"json"]), **change}
        meta = {key: value for key, value in meta.items() if value is not None or key == "dmx"}
        feather.write_feather(table.replace_schema_metadata({"json": json.dumps(meta)}), path)
        with pytest.raises(jug.InputError, match=said):
            read_record(path)
    feather.write_feather(feather.read_table(_written(path, whole)).drop_columns(["Mmat_1"]), path)
    with pytest.raises(jug.InputError, match="lacks Mmat_1"):
        read_record(path)
    with pytest.raises(jug.InputError, match="no such feather file"):
        read_record(tmp_path / "none.feather")


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(path) for path in jug.data.example("NGC6440E")]
    out, meta = tmp_path / "a.feather", tmp_path / "a.json"
    assert main(["export", *files, "-o", str(out), "--json", str(meta)]) == 0
    assert "Columns of the matrix 6" in capsys.readouterr().out
    assert json.loads(meta.read_text())["fitpars"] == ["Offset", "RAJ", "DECJ", "F0", "F1", "DM"]
    plain = read_record(out)
    check_same(plain, jug.pulsar_record(*jug.load(*files)))
    assert main(["export", *files, "-o", str(out), "--fit", "-q"]) == 0
    assert np.std(read_record(out).residuals) < 0.1 * np.std(plain.residuals)
    assert main(["export", *files, "-o", str(out), "--free", "F0"]) == 2
    assert "--free chooses what is fitted, and nothing is fitted; give --fit too" in capsys.readouterr().err


def test_without_enterprise_the_way_is_told(
    b1855: tuple[jug.TimingModel, jug.TOAs], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "enterprise.pulsar", None)
    with pytest.raises(jug.JugError, match=r"install libsuitesparse-dev, then pip install 'jug-timing\[enterprise\]'"):
        jug.to_enterprise(*b1855)
