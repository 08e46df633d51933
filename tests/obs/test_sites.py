"""The table of observatories, and finding one in it."""

import importlib.util
import json
import math
from pathlib import Path

import pytest

from jug.errors import DataError, Where
from jug.obs.sites import ClockRef, find_site, site_table


def test_positions_and_codes_are_those_of_pint():
    spec = importlib.util.find_spec("pint")
    assert spec is not None
    assert spec.origin is not None
    source = json.loads((Path(spec.origin).parent / "data/runtime/observatories.json").read_text())
    table = {name: site for name, site in site_table().items() if not site.special}
    assert len(table) == 124
    assert list(table) == [name.lower() for name in source]
    for name, entry in source.items():
        site = table[name.lower()]
        assert site.xyz_m == tuple(entry["itrf_xyz"])
        assert site.gps is entry.get("apply_gps2utc", True)
        assert (site.tempo_code, site.itoa_code) == (entry.get("tempo_code", ""), entry.get("itoa_code", ""))
        assert 6.35e6 < math.hypot(*site.xyz_m) < 6.39e6 or name in ("mkiii", "hamburg")  # see data/README.md


def test_names_lead_to_the_same_sites_as_in_pint():
    import oracle

    known = oracle.Observatory.names_and_aliases()
    assert len(known) == 128
    with oracle.quiet():
        for key in {*known, *(alias for aliases in known.values() for alias in aliases)} - {"stl_geo", "spacecraft"}:
            peer, site = oracle.Observatory.get(key), find_site(key.upper())
            assert (site.name, site.gps) == (peer.name, peer.apply_gps2utc), key
            files = [ref if isinstance(ref, str) else ref["name"] for ref in getattr(peer, "clock_files", [])]
            assert [ref.name for ref in site.clock] == files
            assert all(ref.kind == peer.clock_fmt for ref in site.clock)
            assert all(ref.drop_last == peer.bogus_last_correction for ref in site.clock)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("gbt", "gbt"),
        ("GBT", "gbt"),
        ("1", "gbt"),
        ("GB", "gbt"),
        ("ao", "arecibo"),
        ("3", "arecibo"),
        ("pks", "parkes"),
        ("7", "parkes"),
        ("i", "wsrt"),
        ("a", "gb140"),
        ("AXIS", "axis"),
        ("@", "barycenter"),
        ("bat", "barycenter"),
        ("SSB", "barycenter"),
        ("coe", "geocenter"),
        ("0", "geocenter"),
        ("o", "geocenter"),
        (" jbdfb ", "jbdfb"),
    ],
)
def test_find_site(text: str, name: str):
    assert find_site(text).name == name


def test_special_places():
    assert find_site("@").special == "barycenter"
    assert not find_site("@").gps
    assert find_site("coe").special == find_site("coe_gps").special == "geocenter"
    assert find_site("coe_gps").gps
    assert find_site("gbt").special == ""


def test_how_clock_files_are_read():
    assert find_site("jbroach").clock == (
        ClockRef("jbroach2jb.clk", "tempo2", drop_last=True, hold=True),
        ClockRef("jb2gps.clk", "tempo2", drop_last=True),
    )
    assert find_site("parkes").fallback == (ClockRef("time_pks.dat", "tempo", drop_last=True),)
    assert find_site("gmrt").clock == ()


def test_unknown_site():
    where = Where("a.tim", 7, "file 1400 55000.0 1.0 parks")
    with pytest.raises(DataError) as caught:
        find_site("parks", where)
    assert str(caught.value) == (
        "a.tim:7: unknown observatory 'parks': 'file 1400 55000.0 1.0 parks'; did you mean parkes, pks?"
    )
    with pytest.raises(DataError, match=r"sites\.json"):
        find_site("§§§")


@pytest.mark.parametrize("text", ["STL_GEO", "spacecraft"])
def test_spacecraft_are_refused(text: str):
    with pytest.raises(DataError, match="spacecraft, which is not supported yet"):
        find_site(text)
