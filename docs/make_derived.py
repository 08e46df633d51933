"""Write the table of docs/masses.md, every quantity of `jug.derived`: ``python docs/make_derived.py``."""

from pathlib import Path

import jug
from jug.analysis.derived.derived_quantities import derived_rules
from jug.analysis.derived.electron_density import MODEL

PAGE = Path(__file__).with_name("masses.md")
HEAD = "| name | unit | is | follows from |\n|---|---|---|---|\n"


def table() -> str:
    """The table: name, unit, what it is, the parameters that it takes."""
    model = jug.load_model(jug.data.example("J0613-sim")[0])
    near, far = derived_rules(model), derived_rules(model.remove("PX"))
    rows = []
    for name, (unit, doc, needs, _) in near.items():
        _, before, own, _ = far.get(name, (unit, doc, needs, None))
        if before != doc:
            doc = f"{before}; with PX {doc[doc.index('from ') :]}"
        if own != needs:
            needs = (*own, *(f"({key})" for key in needs if key not in own))
        words = ", ".join(key.replace("|", " or ") for key in needs)
        rows.append(f"| `{name}` | {unit} | {doc} | {words} |\n")
    rows.append(f"| `DISTANCE_DM` | kpc | distance from DM ({MODEL.upper()}), where pygedm is installed | DM |\n")
    return HEAD + "".join(rows)


def page(text: str) -> str:
    """The page with the table in the place of the one that it has."""
    before, _, rest = text.partition(HEAD)
    lines = rest.splitlines(keepends=True)
    return before + table() + "".join(line for line in lines if not line.startswith("|"))


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
