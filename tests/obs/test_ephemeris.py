"""Ephemerides against jplephem's own evaluation, and what happens where a kernel does not reach."""

import struct

import numpy as np
import pytest
from jplephem.spk import SPK

from jug.core.constants import DAY, C
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times
from jug.data import DataFiles, DataFolder
from jug.errors import DataError, Where
from jug.obs.ephemeris import NAIF, PLANETS, open_ephemeris

CHAINS = {"earth": [(0, 3), (3, 399)], "venus": [(0, 2), (2, 299)]}


@pytest.fixture(scope="module")
def files():
    return DataFiles()


def random_times(first, last, n=500):
    rng = np.random.default_rng(11)
    return Times(rng.integers(first, last, n), DoubleDouble(rng.uniform(0, DAY, n), np.zeros(n)))


def folder_with(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    return DataFiles((DataFolder(tmp_path, "test"),))


@pytest.mark.parametrize("name", ["DE421", "DE440"])
def test_position_and_velocity_are_those_of_jplephem(files, name):
    ephemeris = open_ephemeris(name, files, bodies=("earth", "sun", *PLANETS))
    tdb = random_times(*(int(mjd) for mjd in ephemeris.span_mjd))
    with SPK.open(str(files.ephemeris(name).path)) as kernel:
        for body in ("earth", "sun", *PLANETS):
            parts = [
                kernel[pair].compute_and_differentiate(2400000.5 + tdb.day, tdb.sec.hi / DAY)
                for pair in CHAINS.get(body, [(0, NAIF[body])])
            ]
            position, velocity = ephemeris.posvel(body, tdb)
            # 4 mm is 8e-16 of 30 au; the Earth and the Sun, which decide timing, are ten times better.
            tolerance = 4e-3 if body in PLANETS else 4e-4
            assert np.abs(position * C - 1e3 * sum(p for p, _ in parts).T).max() < tolerance
            assert np.abs(velocity * C - 1e3 / DAY * sum(v for _, v in parts).T).max() < 1e-9


def test_velocity_is_the_derivative_of_position(files):
    ephemeris = open_ephemeris("DE440", files)
    day = np.full(20, 55000)
    sec = np.linspace(1000.0, 80000.0, 20)
    step = 100.0
    early, late = (
        ephemeris.posvel("earth", Times(day, DoubleDouble(sec + s, 0 * sec)))[0] for s in (-step / 2, step / 2)
    )
    velocity = ephemeris.posvel("earth", Times(day, DoubleDouble(sec, 0 * sec)))[1]
    # The third derivative of the position, 6e-3 m/s^2 times (2 pi / yr)^2 / 24 * step^2, is far below.
    assert np.abs((late - early) / step - velocity).max() * C < 1e-4


def test_a_time_is_not_rounded_to_a_julian_date(files):
    ephemeris = open_ephemeris("DE440", files)
    times = Times(np.array([55000, 55000]), DoubleDouble(np.array([40000.0, 40000.000001]), np.zeros(2)))
    position, velocity = ephemeris.posvel("earth", times)
    moved = (position[1] - position[0]) * C
    assert moved == pytest.approx(1e-6 * C * velocity[0], abs=1e-4)  # 30 mm; a JD would jump by 1.2 m


def test_a_time_outside_names_span_and_line(files):
    ephemeris = open_ephemeris("DE421", files)
    assert ephemeris.span_mjd == (36934.0, 71176.0)
    tdb = Times(np.array([55000, 71500, 80000]), DoubleDouble(np.zeros(3), np.zeros(3)))
    with pytest.raises(DataError, match=r"sim.tim:8: MJD 71500.* 1 more .* DE421, .*36934.0 to 71176.0"):
        ephemeris.check(tdb, lambda i: Where("sim.tim", 7 + i))
    ephemeris.check(Times(tdb.day[:1], DoubleDouble(np.zeros(1), np.zeros(1))), lambda i: None)


def test_the_span_is_what_is_there_not_what_the_file_states(files, tmp_path):
    content = bytearray(files.ephemeris("DE421").path.read_bytes())
    record = 1024 * (struct.unpack_from("<i", content, 76)[0] - 1)
    count = int(struct.unpack_from("<d", content, record + 16)[0])
    for k in range(count):
        struct.pack_into("<d", content, record + 24 + 40 * k + 8, 1e10)
    assert open_ephemeris("DE421", folder_with(tmp_path, "de421.bsp", content)).span_mjd[1] < 71200


def test_a_missing_ephemeris_names_those_at_hand(files):
    said = r"a.par:3: .*E999 is not at hand.*DE421, DE440; --ephem DE440 .*goes on"
    with pytest.raises(DataError, match=said):
        open_ephemeris("DE999", files, Where("a.par", 3, "EPHEM DE999"))


@pytest.mark.parametrize("content", [b"", b"no kernel at all\n" * 100], ids=["empty", "text"])
def test_a_file_that_is_no_kernel_is_an_error(tmp_path, content):
    with pytest.raises(DataError, match="is not an SPK kernel"):
        open_ephemeris("DE421", folder_with(tmp_path, "de421.bsp", content))


def test_a_file_that_is_no_kernel_is_named_with_its_line_and_nothing_of_it_is_quoted(files, tmp_path):
    """EPHEM /etc/shadow printed the first eight characters of that file, and no line of the par file."""
    (path := tmp_path / "shadow").write_bytes(b"secret:$6$\n" * 100)
    with pytest.raises(DataError, match=r"^a.par:3: .*shadow is not an SPK kernel: 'EPHEM .*--ephem DE440") as error:
        open_ephemeris(str(path), files, Where("a.par", 3, f"EPHEM {path.name}"))
    assert "secret" not in str(error.value).lower()


def test_a_path_without_a_file_has_the_way_out(files):
    with pytest.raises(DataError, match=r"a.par:3: .*there is no such file; at hand .*DE421.*; --ephem DE440 "):
        open_ephemeris("/nowhere/a.bsp", files, Where("a.par", 3, "EPHEM /nowhere/a.bsp"))


def test_a_kernel_that_is_cut_short_is_an_error(files, tmp_path):
    content = files.ephemeris("DE421").path.read_bytes()
    with pytest.raises(DataError, match="cut short"):
        open_ephemeris("DE421", folder_with(tmp_path, "de421.bsp", content[: 1024 * 1000]))


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [(2, 17, "jug reads only frame 1"), (1, 3, "back to itself"), (5, 2, "end before they begin")],
    ids=["frame", "circle", "end"],
)
def test_a_kernel_with_a_damaged_summary_is_an_error(files, tmp_path, field, value, said):
    content = bytearray(files.ephemeris("DE421").path.read_bytes())
    record = (struct.unpack_from("<i", content, 76)[0] - 1) * 1024
    for k in range(int(struct.unpack_from("<d", content, record + 16)[0])):
        place = record + 24 + 40 * k + 16
        if struct.unpack_from("<i", content, place)[0] == 3:
            struct.pack_into("<i", content, place + 4 * field, value)
    with pytest.raises(DataError, match=said):
        open_ephemeris("DE421", folder_with(tmp_path, "de421.bsp", content))


def write_spk(path, segments):
    """Write a kernel of type 2: (target, centre, first and last second, start, seconds of a record, records) each."""
    sizes = [records.size + 4 for *_, records in segments]
    ends = 384 + np.cumsum(sizes)
    head = struct.pack(
        "<8sii60siii8s603s28s297s",
        b"DAF/SPK ",
        2,
        6,
        b"test",
        2,
        2,
        int(ends[-1]) + 1,
        b"LTL-IEEE",
        b"",
        b"FTPSTR:\r:\n:\r\n:\r\x00:\x81:\x10\xce:ENDFTP",
        b"",
    )
    summaries = struct.pack("<3d", 0, 0, len(segments))
    body = b""
    for (target, centre, first, last, start, length, records), size, end in zip(segments, sizes, ends, strict=True):
        summaries += struct.pack("<2d6i", first, last, target, centre, 1, 2, int(end) - size + 1, int(end))
        body += records.astype("<f8").tobytes() + struct.pack("<4d", start, length, records.shape[1], len(records))
    path.write_bytes(head + summaries.ljust(1024, b"\0") + b" " * 1024 + body)


def two_parts(files, gap=0, shift_km=0.0):
    """DE440's Earth, Moon-Earth and Sun cut in two: the second part begins `gap` records after the end of the first.

    In the second part, and there alone, the Sun is moved by `shift_km`.
    """
    found = []
    with SPK.open(str(files.ephemeris("DE440").path)) as kernel:
        for segment in kernel.segments:
            if segment.target not in (3, 10, 399):
                continue
            words = segment.daf.read_array(segment.start_i, segment.end_i)
            start, length, size, count = words[-4:]
            records = words[:-4].reshape(int(count), int(size))
            size = int(4e8 // length)
            later = records[size + gap : 2 * size].copy()
            if segment.target == 10:
                later[:, 2] += shift_km
            second = start + (size + gap) * length
            found.append((segment.target, segment.center, start, start + size * length, start, length, records[:size]))
            found.append((segment.target, segment.center, second, start + 2 * size * length, second, length, later))
    return found


def at(day):
    return Times(np.array([day]), DoubleDouble(np.array([40000.0]), np.zeros(1)))


def test_each_of_several_segments_serves_its_own_time(files, tmp_path):
    write_spk(tmp_path / "de900.bsp", two_parts(files))
    ours, whole = open_ephemeris("DE900", DataFiles((DataFolder(tmp_path, "test"),))), open_ephemeris("DE440", files)
    ((first, last),) = ours.spans_mjd
    assert last - first == pytest.approx(2 * 4e8 / DAY, abs=20.0)
    tdb = random_times(int(first) + 1, int(last))
    assert (tdb.day < first + 4600).any()
    assert (tdb.day > first + 4660).any()
    for body in ("earth", "sun"):
        for mine, theirs in zip(ours.posvel(body, tdb), whole.posvel(body, tdb), strict=True):
            np.testing.assert_array_equal(mine, theirs)


@pytest.mark.parametrize("length", [0.0, -86400.0])
def test_records_that_last_no_time_are_an_error(files, tmp_path, length):
    first, *others = two_parts(files)
    write_spk(tmp_path / "de900.bsp", [(*first[:5], length, first[6]), *others])
    with pytest.raises(DataError, match=rf"damaged: the records of body {first[0]} do not fit together"):
        open_ephemeris("DE900", DataFiles((DataFolder(tmp_path, "test"),)))


def test_a_gap_between_segments_is_outside_and_the_message_names_both_spans(files, tmp_path):
    write_spk(tmp_path / "de900.bsp", two_parts(files, gap=20))
    ephemeris = open_ephemeris("DE900", DataFiles((DataFolder(tmp_path, "test"),)))
    assert len(ephemeris.spans_mjd) == 2
    end, begin = ephemeris.spans_mjd[0][1], ephemeris.spans_mjd[1][0]
    assert begin - end > 30.0
    ephemeris.check(at(int(end) - 1), lambda i: None)
    ephemeris.check(at(int(begin) + 1), lambda i: None)
    with pytest.raises(DataError, match=rf"a.tim:1: .*covers MJD .* to {end:.1f} and {begin:.1f} to "):
        ephemeris.check(at(int(end) + 5), lambda i: Where("a.tim", 1))


def test_where_segments_overlap_the_later_one_in_the_file_serves(files, tmp_path):
    whole = two_parts(files, shift_km=1000.0)
    write_spk(tmp_path / "de900.bsp", whole)
    folder = DataFiles((DataFolder(tmp_path, "test"),))
    day = int(open_ephemeris("DE900", folder).span_mjd[1]) - 5
    moved = open_ephemeris("DE900", folder).posvel("sun", at(day))[0]
    again = [*whole, *(one for one in two_parts(files) if one[0] == 10)]
    write_spk(tmp_path / "de901.bsp", again)
    back = open_ephemeris("DE901", folder).posvel("sun", at(day))[0]
    assert (moved - back)[0] * C == pytest.approx([1e6, 0.0, 0.0], abs=1e-3)


def test_bodies_without_a_common_time_are_an_error(files, tmp_path):
    parts = two_parts(files, gap=20)
    write_spk(tmp_path / "de900.bsp", [one for k, one in enumerate(parts) if k in (0, 2, 5)])
    with pytest.raises(DataError, match="no time in common"):
        open_ephemeris("DE900", DataFiles((DataFolder(tmp_path, "test"),)))
