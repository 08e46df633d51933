"""The table of what PINT, tempo2 and tempo read, against PINT 1.1.8 itself."""

import pytest

from jug.model.programs.supported import PROGRAMS, all_words, has_orbit, readers, reads
from jug.model.reading.keywords import SETTINGS
from jug.model.reading.slots import known_keywords
from jug.model.registry import REGISTRY

OWN = {
    *("TROPWET", "ELL1ORDER", "ELL1H_SHAPIRO", "DIALATEFREQ", "NE1AU1", "SOLARN01", "DMOFF1", "E2DOT"),
    *("TNBANDNOISE1", "TNBANDDM1"),
}
"""Keywords that only jug reads: its own, a misspelling that occurs in real files, members of families under aliases,
one that a model of tempo2 has and its parser lacks (E2DOT).
"""


def test_families_and_plain_keywords() -> None:
    assert readers("F0") == readers("F12") == PROGRAMS
    assert readers("WXSIN_0001") == ("pint",)
    assert readers("PMRV") == ("tempo2", "tempo")
    assert readers("DMX_0012") == PROGRAMS
    assert readers("NOSUCHKEY") == readers("WXSIN") == ()
    assert "PMRA" in all_words()
    assert has_orbit("pint", "ddk")
    assert not has_orbit("pint", "T2")


@pytest.mark.parametrize("key", sorted(set(known_keywords(REGISTRY)) - OWN))
def test_what_jug_reads_somebody_else_reads(key: str) -> None:
    assert readers(key), key


@pytest.mark.parametrize("key", sorted(set(SETTINGS) - OWN))
def test_settings_are_known(key: str) -> None:
    assert readers(key), key


def test_pint_reads_what_the_table_says() -> None:
    """Every parameter and alias of PINT's components stands in the table."""
    import oracle  # noqa: F401  (sets PINT up without a network)
    from pint.models.timing_model import AllComponents

    derived = {"KINIAU", "KOMIAU", "MP"}
    missing: list[str] = []
    for component in AllComponents().components.values():
        for name in component.params:
            parameter = getattr(component, name)
            if type(parameter).__name__ == "funcParameter":
                continue
            for word in (name, *parameter.aliases):
                if word.upper() not in derived:
                    missing += [] if reads("pint", word.upper()) else [word]
    assert not missing
