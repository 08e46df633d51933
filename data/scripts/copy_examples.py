"""Copy the example pulsars and reference figures out of the unpacked pint-pulsar packages.

    python data/scripts/copy_examples.py WHEEL_1_1_8 SDIST_1_1_8 WHEEL_0_8_8 data/examples

WHEEL_1_1_8 and WHEEL_0_8_8 are folders that hold the unpacked wheels (with pint/data/examples in them),
SDIST_1_1_8 is the unpacked source distribution (with tests/datafile). Files are copied byte for byte.
"""

import argparse
import shutil
from pathlib import Path

WHEEL = (
    "NGC6440E.par",
    "NGC6440E.tim",
    "B1855+09_NANOGrav_9yv1.gls.par",
    "B1855+09_NANOGrav_9yv1.tim",
    "B1855+09_NANOGrav_dfg+12_TAI.par",
    "B1855+09_NANOGrav_dfg+12.tim",
    "J0613-sim.par",
    "J0613-sim.tim",
    "J0740+6620.FCP+21.wb.DMX3.0.par",
    "J0740+6620.FCP+21.wb.tim",
    "J1028-5819-example.par",
    "J1028-5819-example.tim",
    "J1614-2230_NANOGrav_12yv3.wb.gls.par",
    "J1614-2230_NANOGrav_12yv3.wb.tim",
    "PSRJ0030+0451_psrcat.par",
    "test-wb-0.par",
    "test-wb-0.tim",
    "waves.par",
    "waves_withpn.tim",
)

OLD_WHEEL = {"NGC6440E.par": "NGC6440E_nist.par", "NGC6440E.tim": "NGC6440E_nist.tim"}
"""The same pulsar as 0.8.8 had it: CLK UTC(NIST) in the par file, a MODE line in the tim file."""

SDIST = (
    "testtimes.par",
    "testtimes.tim",
    "testtimes.par.tempo2_test",
    "J1744-1134.basic.par",
    "J1744-1134.Rcvr1_2.GASP.8y.x.tim",
    "J1744-1134.basic.par.tempo2_test",
    "B1855+09_NANOGrav_dfg+12_TAI_FB90.par",
    "B1855+09_NANOGrav_dfg+12_TAI_FB90.par.tempo2_test",
    "J0613-0200_NANOGrav_dfg+12_TAI_FB90.par",
    "J0613-0200_NANOGrav_dfg+12.tim",
    "J0613-0200_NANOGrav_dfg+12_TAI_FB90.par.tempo2_test",
    "J1713+0747_small.gls.par",
    "J1713+0747_small.tim",
    "J1713+0747_NANOGrav_11yv0_short.gls.par",
    "J1713+0747_NANOGrav_11yv0_short.tim",
    "PSR_J0218+4232.par",
    "test1.tim",
    "test2.tim",
    "NGC6440E.itoa",
    "parkes.toa",
    "wsrt2gps.clk",
)


def main() -> None:
    """Copy the files named above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("sdist", type=Path)
    parser.add_argument("old_wheel", type=Path)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    reference = args.folder / "reference"
    reference.mkdir(parents=True, exist_ok=True)
    for name in WHEEL:
        shutil.copyfile(args.wheel / "pint/data/examples" / name, args.folder / name)
    for name, target in OLD_WHEEL.items():
        shutil.copyfile(args.old_wheel / "pint/data/examples" / name, args.folder / target)
    for name in SDIST:
        shutil.copyfile(args.sdist / "tests/datafile" / name, reference / name)


if __name__ == "__main__":
    main()
