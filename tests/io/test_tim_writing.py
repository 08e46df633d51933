"""Tim files out and in again: the same to the last bit."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jug import load
from jug.core import times
from jug.core.doubledouble import two_sum
from jug.errors import InputError, InputWarning, TimError
from jug.io.tim.read import RawTOAs, make_toas, read_tim
from jug.io.tim.write import write_raw_toas

EXAMPLES = Path(__file__).resolve().parents[2] / "data" / "examples"


def differences(a: RawTOAs, b: RawTOAs) -> list[str]:
    """What is not the same to the last bit, by name."""
    pairs = {
        "name": (a.name, b.name),
        "day": (a.times.day, b.times.day),
        "sec.hi": (a.times.sec.hi, b.times.sec.hi),
        "sec.lo": (a.times.sec.lo, b.times.sec.lo),
        "offset_s": (a.offset_s, b.offset_s),
        "error_s": (a.error_s, b.error_s),
        "freq_hz": (a.freq_hz, b.freq_hz),
        "site": (a.site.array(), b.site.array()),
        **{f"-{key}": (a.flag(key), b.flag(key)) for key in {*a.flags, *b.flags} - {"to"}},
    }
    return [name for name, (one, two) in pairs.items() if not np.array_equal(one, two)]


@pytest.mark.parametrize(
    "name",
    ["NGC6440E.tim", "J0613-sim.tim", "J1028-5819-example.tim", "waves_withpn.tim", "B1855+09_NANOGrav_9yv1.tim"],
)
def test_real_files_come_back(tmp_path: Path, name: str) -> None:
    raw = read_tim(EXAMPLES / name)
    write_raw_toas(raw, tmp_path / "a.tim")
    again = read_tim(tmp_path / "a.tim")
    assert not differences(raw, again)
    assert raw.flag("to").tolist() == again.flag("to").tolist()


rows = st.tuples(
    st.integers(-100, 99999),
    st.floats(0, 86399),
    st.floats(1e-12, 1e3),
    st.one_of(st.just(np.inf), st.floats(1e-3, 1e12)),
)


@given(st.lists(rows, min_size=1, max_size=20))
def test_any_toas_come_back(tmp_path_factory: pytest.TempPathFactory, table: list[tuple[float, ...]]) -> None:
    day, sec, error, frequency = map(np.array, zip(*table, strict=True))
    when = times.add_seconds(times.Times(day, two_sum(sec, np.zeros(len(sec)))), sec * 1e-9)
    raw = make_toas(when, freq_hz=frequency, error_s=error, site="@", flags={"i": ["x"] * len(day)})
    path = tmp_path_factory.mktemp("out") / "a.tim"
    write_raw_toas(raw, path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        assert not differences(raw, read_tim(path))


def test_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "a.tim").write_text(
        "FORMAT 1\nC lost\nTIME 0.1\nx 1400.50 53480.500 1.0 gbt -fe X\nTIME -0.1\n Cy 0 53481.5 2 @ -to -1.0e-6\n"
    )
    raw = read_tim(tmp_path / "a.tim")
    write_raw_toas(raw, tmp_path / "b.tim")
    assert (tmp_path / "b.tim").read_text() == (
        "FORMAT 1\n x 1400.5 53480.5 1 gbt -to 0.1 -fe X\n Cy 0 53481.5 2 @ -to -1.0e-6\n"
    )
    assert not differences(raw, read_tim(tmp_path / "b.tim"))


def test_no_line_looks_like_a_comment_or_parkes_format(tmp_path: Path) -> None:
    when = times.parse_mjds(["53480.5"])
    for name in ["C", "c", "CC", "a", *("x" * length for length in range(20, 45))]:
        write_raw_toas(make_toas(when, freq_hz=1.4e9, error_s=1e-6, site="gbt", name=name), tmp_path / "a.tim")
        assert (tmp_path / "a.tim").read_text().splitlines()[1][41:42] != "."
        assert read_tim(tmp_path / "a.tim").name == (name,)


def test_prepared_toas_are_written_by_their_raw_ones(tmp_path: Path) -> None:
    class Prepared:
        raw = make_toas(times.parse_mjds(["53480.5"]), freq_hz=1.4e9, error_s=1e-6, site="gbt")

    write_raw_toas(Prepared(), tmp_path / "a.tim")
    assert not differences(Prepared.raw, read_tim(tmp_path / "a.tim"))


@pytest.mark.parametrize(
    ("name", "site", "flag"),
    [("a b", "@", "x"), ("a", "two words", "x"), ("a", "@", "two words"), ("", "@", "x"), ("END", "@", "x")],
)
def test_what_would_not_come_back_is_refused(tmp_path: Path, name: str, site: str, flag: str) -> None:
    when = times.parse_mjds(["53480.5"])
    raw = make_toas(when, freq_hz=1.4e9, error_s=1e-6, site=site, name=name, flags={"f": [flag]})
    with pytest.raises(InputError, match=r"a\.tim: cannot write"):
        write_raw_toas(raw, tmp_path / "a.tim")
    assert not (tmp_path / "a.tim").exists()


def test_a_deleted_toa_at_a_whole_day_comes_back(tmp_path):
    source = tmp_path / "a.tim"
    source.write_text("FORMAT 1\nx 1400 53000.0 1 gbt\ny 1400 53001.5 1 gbt\n")
    raw = read_tim(source).delete([0])
    write_raw_toas(raw, tmp_path / "b.tim")
    back = read_tim(tmp_path / "b.tim")
    assert back.deleted is not None
    assert not differences(back.restore(slice(None)), raw.restore(slice(None)))


@pytest.mark.parametrize("flags", [{"g": ["-f", "x"]}, {"info": ["-f", ""]}], ids=["any flag", "INFO that ends"])
def test_a_value_that_would_be_read_back_as_a_flag_is_not_written(tmp_path, flags):
    when = times.parse_mjds(["53480.5", "53481.5"])
    with pytest.raises(InputError, match="'-f' as the value of a flag"):
        write_raw_toas(make_toas(when, freq_hz=1e9, error_s=1e-6, site="@", flags=flags), tmp_path / "b.tim")


def test_info_by_a_flag_goes_out_as_the_command(tmp_path):
    source = tmp_path / "a.tim"
    source.write_text("FORMAT 1\nx 1400 53000.5 1 gbt\nINFO -f\ny 1400 53001.5 1 gbt -f q\nINFO p\nz 1 53002.5 1 gbt\n")
    raw = read_tim(source)
    write_raw_toas(raw, tmp_path / "b.tim")
    assert read_tim(tmp_path / "b.tim").flag("info").tolist() == raw.flag("info").tolist() == ["", "-f", "p"]


@pytest.mark.filterwarnings("ignore:.*-addsat is added:jug.InputWarning")
def test_time_commands_and_offset_flags_come_back_apart(tmp_path):
    source = tmp_path / "a.tim"
    source.write_text(
        "FORMAT 1\nTIME 0.1\nw 1 53000.5 1 @\nx 1 53001.5 1 @ -to 0.2\nTIME 0.7\ny 1 53002.5 1 @ -addsat 1e-9 -to 0.3\n"
        "C z 1 53003.5 1 @ -to 0.4\n"
    )
    with pytest.warns(InputWarning, match="-to is added to the time of TIME commands"):
        raw = read_tim(source)
    write_raw_toas(raw, tmp_path / "b.tim")
    with pytest.warns(InputWarning, match="-to is added to the time of TIME commands"):
        back = read_tim(tmp_path / "b.tim")
    assert not differences(back.restore(slice(None)), raw.restore(slice(None)))
    assert back.restore(slice(None)).flag("to").tolist() == ["0.1", "0.2", "0.3", "0.4"]
    assert back.flag("addsat").tolist() == ["", "", "1e-9"]


def test_toas_that_are_all_deleted_come_back(tmp_path):
    source = tmp_path / "a.tim"
    source.write_text("FORMAT 1\nx 1400 53000.5 1 gbt -fe L\ny 1400 53001.5 2 gbt\n")
    raw = read_tim(source)
    write_raw_toas(raw.delete(slice(None)), tmp_path / "b.tim")
    back = read_tim(tmp_path / "b.tim")
    assert len(back) == 0
    assert not differences(back.restore(slice(None)), raw)


def test_a_bad_offset_on_a_deleted_toa_is_no_error(tmp_path):
    source = tmp_path / "a.tim"
    source.write_text("FORMAT 1\ny 1400 53001.5 1 gbt\nC z 1400 53002.5 1 gbt -to abc\n")
    assert len(read_tim(source)) == 1


def test_loading_toas_that_are_all_deleted_is_an_error_that_says_so(tmp_path):
    (tmp_path / "b.tim").write_text("FORMAT 1\nC x 1400 53000.5 1 gbt -fe L\nC y 1400 53001.5 2 gbt\n")
    with pytest.raises(TimError, match=r"b\.tim:2: all 2 TOAs are commented out or deleted"):
        load(EXAMPLES / "NGC6440E.par", tmp_path / "b.tim")


def test_princeton_out_tells_of_frequencies_and_names(tmp_path: Path) -> None:
    (tmp_path / "a.tim").write_text("FORMAT 1\na_name_of_many_letters 1400.123456789 53478.5 1 1\nb 1400 53479.5 1 1\n")
    raw = read_tim(tmp_path / "a.tim")
    with pytest.warns(InputWarning, match=r"leaves out digits of 1 TOA\(s\) and ends of 1 name\(s\)"):
        write_raw_toas(raw, tmp_path / "p.tim", form="princeton")
    assert read_tim(tmp_path / "p.tim").freq_hz.tolist() == [1400.1235e6, 1400e6]
    with pytest.raises(InputError, match="form is one of tempo2, princeton, not 'itoa'"):
        write_raw_toas(raw, tmp_path / "q.tim", form="itoa")


def test_princeton_out_makes_no_comment_of_a_site(tmp_path: Path) -> None:
    (tmp_path / "a.tim").write_text("FORMAT 1\na 1400 53478.5 1 C\nb 1400 53479.5 1 @\n")
    raw = read_tim(tmp_path / "a.tim")
    write_raw_toas(raw, tmp_path / "p.tim", form="princeton")
    again = read_tim(tmp_path / "p.tim")
    assert (again.name, again.site.array().tolist()) == (("a", "b"), ["c", "@"])


@pytest.mark.parametrize("name", ["#", "#2", "JUMP", "skip"])
def test_a_name_that_format_1_cannot_hold_comes_back(tmp_path: Path, name: str) -> None:
    """Names in columns may begin with what is a comment or a command at the begin of a line."""
    path, copy = tmp_path / "a.tim", tmp_path / "b.tim"
    path.write_text(f"1 {name:<14}1949.609 53478.2858714192189    21.71\n")
    raw = read_tim(path)
    write_raw_toas(raw, copy)
    assert read_tim(copy).name == raw.name == (f"_{name}",)
    assert read_tim(copy).times.sec.hi.tolist() == raw.times.sec.hi.tolist()
