"""The table of observatories, and finding one in it."""

import importlib.util
import json
import math
from pathlib import Path

import numpy as np
import pytest

from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times
from jug.data import open_files
from jug.errors import DataError, InputWarning, Where
from jug.io.tim.read import make_toas
from jug.obs.barycentre import Request, to_barycentre
from jug.obs.sites import TEMPO2_CODES, ClockRef, find_site, site_table

SCRIPTS = Path(__file__).resolve().parents[2] / "data" / "scripts"

MOVED = {
    **dict.fromkeys(("effelsberg_asterix", "leap"), 2.803),
    **dict.fromkeys(("jodrell", "jbdfb", "jbroach", "jbafb"), 0.5255),
    **{"fast": 1.0488, "nenufar": 0.003, "geocenter": 1.0},
}
"""Observatories that tempo2 has in another place than PINT 1.1.8, and how far apart, m."""


def lines(name: str) -> list[list[str]]:
    """The words of a table of tempo2's (its head says from where)."""
    text = (SCRIPTS / name).read_text()
    return [line.split() for line in text.splitlines() if line and line[0] != "#"]


def test_positions_and_codes_are_those_of_pint():
    spec = importlib.util.find_spec("pint")
    assert spec is not None
    assert spec.origin is not None
    source = json.loads((Path(spec.origin).parent / "data/runtime/observatories.json").read_text())
    table = {name: site for name, site in site_table().items() if not site.special}
    assert len(source) == 124
    assert list(table)[:124] == [name.lower() for name in source]
    for name, entry in source.items():
        site = table[name.lower()]
        assert site.xyz_m == tuple(entry["itrf_xyz"])
        assert site.gps is entry.get("apply_gps2utc", True)
        assert (site.tempo_code, site.itoa_code) == (entry.get("tempo_code", ""), entry.get("itoa_code", ""))
    for name, site in table.items():
        assert 6.35e6 < math.hypot(*site.xyz_m) < 6.39e6 or name in ("mkiii", "hamburg")  # see data/README.md


def test_every_observatory_of_tempo2_is_known_by_its_name_and_code():
    found = lines("tempo2_observatories.txt")
    assert len(found) == 133
    for code, name, *xyz in found:
        if code == "lapalma":
            continue  # x and y of la_palma exchanged: a place in the Indian Ocean
        site = find_site(name)
        assert find_site(code) is site or (code, name) == ("ns", "NANSHAN"), code
        apart = math.dist(site.xyz_m, [float(x) for x in xyz])
        assert apart == pytest.approx(MOVED.get(site.name, 0.0), abs=1e-4), code


def test_every_alias_of_tempo2_leads_to_its_observatory_but_codes_that_pint_has_for_another():
    places = {code: [float(x) for x in xyz] for code, _, *xyz in lines("tempo2_observatories.txt")}
    others = {}
    for code, *aliases in lines("tempo2_aliases.txt"):
        for alias in aliases:
            site = find_site(alias)
            if math.dist(site.xyz_m, places[code]) > 3.0:
                others[alias] = site.name
    assert others.pop("m") == "meerkat"  # Knockin in older copies of tempo2
    assert others.keys() == TEMPO2_CODES.keys()
    assert all(find_site(TEMPO2_CODES[alias]).name == TEMPO2_CODES[alias] != others[alias] for alias in others)


def one_toa(site: str):
    return make_toas(
        Times(np.array([55000]), DoubleDouble(np.zeros(1), np.zeros(1))), freq_hz=1e9, error_s=1e-6, site=site
    )


def test_a_code_that_is_another_observatory_in_tempo2_draws_a_warning():
    with pytest.warns(InputWarning, match=r"the site '6' is vla as in PINT and tempo; in tempo2 it is dss_43"):
        to_barycentre(one_toa("6"), Request(ephem="DE440", clock="TT(BIPM2019)", files=open_files()))
    assert (
        to_barycentre(one_toa("vla"), Request(ephem="DE440", clock="TT(BIPM2019)", files=open_files())).sites[0].name
        == "vla"
    )


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
        "a.tim:7: unknown observatory 'parks': 'file 1400 55000.0 1.0 parks'; did you mean parkes, pks? "
        "`jug data status --sites` lists the known ones; an observatory of your own goes into sites.json in the folder "
        'JUG_DATA ({"name": {"xyz_m": [x, y, z]}}, docs/tim_files.md)'
    )
    with pytest.raises(DataError, match=r"sites\.json"):
        find_site("§§§")


@pytest.mark.parametrize("text", ["STL_GEO", "spacecraft"])
def test_spacecraft_are_refused(text: str):
    with pytest.raises(DataError, match="spacecraft, which is not supported yet"):
        find_site(text)
