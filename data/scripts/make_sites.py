"""Make the table of observatories, data/tables/sites.json, from those of pint-pulsar 1.1.8 and of tempo2.

    python data/scripts/make_sites.py observatories.json data/tables/sites.json

observatories.json is pint/data/runtime/observatories.json of the wheel. Taken over are facts: names,
positions, aliases, tempo and ITOA codes, names of clock files and how they are to be read. Where two sites
claim one alias the later one has it, and a name goes before an alias, as PINT resolves them; what was decided
so is printed. Added are the sites that are no observatories, the observatories and names that only tempo2 has
(tempo2_observatories.txt and tempo2_aliases.txt beside this file), and the tempo-format clock file to fall back
on where the tempo2-format one that PINT names is not at hand.
"""

import argparse
import json
from pathlib import Path
from typing import Any

SPECIAL = {
    "barycenter": {"special": "barycenter", "gps": False, "aliases": ["@", "ssb", "bary", "bat"]},
    "geocenter": {"special": "geocenter", "gps": False, "aliases": ["0", "o", "coe", "geo", "geo_nogps"]},
    "geocenter_gps": {"special": "geocenter", "gps": True, "aliases": ["geo_gps", "coe_gps"]},
    "stl_geo": {"special": "spacecraft", "gps": False, "aliases": ["spacecraft", "stl", "stl_bat", "stl_fbat"]},
}
"""Places with a name in PINT 1.1.8 (special_locations) or tempo2 that are no observatories."""

SATELLITES = {
    "fermi": ["glast"],
    "hxmt": ["insight"],
    "integral": [],
    "ixpe": [],
    "nicer": [],
    "nustar": [],
    "rxte": ["xte"],
    "swift": [],
    "xmm": ["xmm-newton"],
    "chandra": [],
}
"""Spacecraft with X-ray and gamma-ray pulsars, whose orbit files jug does not read yet."""

TEMPO2_CLOCKS = {"effelsberg_edd": "effedd2gps.clk"}
"""Clock files, in tempo2's format, of observatories that only tempo2 has, as far as they are known."""

FALLBACK = {
    "parkes": ("time_pks.dat", True, True),
    "jodrell": ("time_jb.dat", True, False),
    "jodrell_pre_2021": ("time_jb.dat", True, False),
    "jbdfb": ("time_jb.dat", True, False),
    "effelsberg": ("time_bonn.dat", False, True),
    "effelsberg_pre_2021": ("time_bonn.dat", False, True),
    "wsrt": ("time_wsrt.dat", False, True),
}
"""Site -> tempo clock file, whether its last row is a placeholder, whether UTC(GPS) - UTC comes after it.

time_jb.dat says of itself "jbdfb->jb->gps->utc->nist": the GPS step is in it.
"""


def clock_files(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Files of a site, in the order in which they add up."""
    listed = entry.get("clock_file", "")
    files = []
    for item in [listed] if isinstance(listed, str) else listed:
        name, hold = (item, False) if isinstance(item, str) else (item["name"], item["valid_beyond_ends"])
        if name:
            drop = entry.get("bogus_last_correction", False)
            files.append({"name": name, "kind": entry.get("clock_fmt", "tempo"), "drop_last": drop, "hold": hold})
    return files


def site(name: str, entry: dict[str, Any]) -> dict[str, Any]:
    """One row of the table, with the aliases that its source claims."""
    row: dict[str, Any] = {"xyz_m": entry["itrf_xyz"], "gps": entry.get("apply_gps2utc", True)}
    codes = [entry[key] for key in ("tempo_code", "itoa_code") if key in entry]
    row["aliases"] = [alias.lower() for alias in (*entry.get("aliases", []), *codes)]
    row.update({key: entry[key] for key in ("tempo_code", "itoa_code") if key in entry})
    if files := clock_files(entry):
        row["clock"] = files
    if name in FALLBACK:
        file, drop, gps = FALLBACK[name]
        row["fallback"] = [{"name": file, "kind": "tempo", "drop_last": drop, "hold": False}]
        row["fallback_gps"] = gps
    return row


def settle_aliases(table: dict[str, dict[str, Any]]) -> None:
    """Leave each alias with one site, the last that claims it; none that is a site's name."""
    owner = {alias: name for name, row in table.items() for alias in row["aliases"]}
    for name, row in table.items():
        for alias in dict.fromkeys(row["aliases"]):
            if owner[alias] != name:
                print(f"alias {alias!r}: {owner[alias]}, not {name}")
        row["aliases"] = [a for a in dict.fromkeys(row["aliases"]) if owner[a] == name and a not in table]


def add_tempo2(table: dict[str, dict[str, Any]]) -> None:
    """Add what only tempo2 has: its observatories, and its names where nobody else has them."""
    folder = Path(__file__).parent
    aliases = {code: more for code, *more in words(folder / "tempo2_aliases.txt")}
    for code, name, *xyz in words(folder / "tempo2_observatories.txt"):
        taken = set(table).union(*(row["aliases"] for row in table.values()))
        key = next((site for site, row in table.items() if name.lower() in (site, *row["aliases"])), name.lower())
        row = table.setdefault(key, {"xyz_m": [float(x) for x in xyz], "gps": True, "aliases": []})
        if key in TEMPO2_CLOCKS:
            row["clock"] = [{"name": TEMPO2_CLOCKS[key], "kind": "tempo2", "drop_last": False, "hold": False}]
        row["aliases"] += [word.lower() for word in (code, *aliases.get(code, ())) if word.lower() not in taken | {key}]


def words(path: Path) -> list[list[str]]:
    """The words of each line that is no comment."""
    return [line.split() for line in path.read_text().splitlines() if line and line[0] != "#"]


def main() -> None:
    """Read one table, write the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    args = parser.parse_args()
    source = json.loads(args.source.read_text())
    table = {name.lower(): site(name.lower(), entry) for name, entry in source.items()}
    spacecraft = {name: {"special": "spacecraft", "gps": False, "aliases": names} for name, names in SATELLITES.items()}
    table.update({name: {"xyz_m": [0.0, 0.0, 0.0], **row} for name, row in (SPECIAL | spacecraft).items()})
    settle_aliases(table)
    before = set(table)
    add_tempo2(table)
    lines = (f"{json.dumps(name)}: {json.dumps(row)}" for name, row in table.items())
    args.target.parent.mkdir(parents=True, exist_ok=True)
    args.target.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    added = [name for name in table if name not in before]
    print(f"{len(source)} observatories, {len(SPECIAL)} other places, of tempo2 also {', '.join(added)}")


if __name__ == "__main__":
    main()
