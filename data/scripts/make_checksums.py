"""Write data/tables/checksums.json: size and CRC-32 of every file that comes with jug (`jug.obs.integrity`).

python data/scripts/make_checksums.py
"""

import json
from pathlib import Path
from zlib import crc32

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("clock", "ephemeris", "tables")


def checksums() -> str:
    """The text of the file."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).iterdir()) if path.name != "checksums.json"]
    rows = (
        f"{json.dumps(path.relative_to(ROOT).as_posix())}: [{path.stat().st_size}, {crc32(path.read_bytes())}]"
        for path in paths
    )
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    (ROOT / "tables" / "checksums.json").write_text(checksums())
