"""Copy the clock files out of the unpacked wheel of pint-pulsar 0.8.8.

    python data/scripts/copy_clocks.py WHEEL_0_8_8 data/clock

WHEEL_0_8_8 is the folder that holds the unpacked wheel. The files are copied byte for byte, save
time_jb.dat (5.4 MB), which is compressed with a fixed time stamp. Left out: tai2tt_bipm.clk, the same bytes
as tai2tt_bipm2019.clk, and time_chime.dat, time_hobart.dat, time_nancay.dat and time.dat, which say only
"no correction" and which no site of the table asks for.
"""

import argparse
import gzip
from pathlib import Path

PLAIN = (
    "gps2utc.clk",
    "time_ao.dat",
    "time_bonn.dat",
    "time_fast.dat",
    "time_gb140.dat",
    "time_gb853.dat",
    "time_gbt.dat",
    "time_pks.dat",
    "time_vla.dat",
    "time_wsrt.dat",
    *(f"tai2tt_bipm{year}.clk" for year in (2003, 2004, *range(2010, 2020))),
)
COMPRESSED = ("time_jb.dat",)


def main() -> None:
    """Copy the files named above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    runtime = args.wheel / "pint/data/runtime"
    args.folder.mkdir(parents=True, exist_ok=True)
    for name in PLAIN:
        (args.folder / name).write_bytes((runtime / name).read_bytes())
    for name in COMPRESSED:
        packed = gzip.compress((runtime / name).read_bytes(), compresslevel=9, mtime=0)
        (args.folder / f"{name}.gz").write_bytes(packed)


if __name__ == "__main__":
    main()
