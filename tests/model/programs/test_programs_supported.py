"""The table of what PINT, tempo2 and tempo read, against PINT 1.1.8 itself."""

import pytest

from jug.model.declare import Component, Param
from jug.model.programs import supported
from jug.model.programs.supported import PROGRAMS, all_words, has_orbit, is_listed, readers, reads
from jug.model.reading.lines.keywords import SETTINGS
from jug.model.registry import every_term
from jug.model.slots import find_slot, keywords_of, list_params

OWN_SETTINGS = {"DIALATEFREQ"}
"""Settings that only jug reads: a misspelling that occurs in real files."""


def test_families_and_plain_keywords() -> None:
    assert readers("F0") == readers("F12") == PROGRAMS
    assert readers("WXSIN_0001") == ("pint",)
    assert readers("PMRV") == ("tempo2", "tempo")
    assert readers("DMX_0012") == PROGRAMS
    assert readers("NOSUCHKEY") == readers("WXSIN") == ()
    assert {"PMRA", "EPS1", "GLEP_1", "F1"} <= set(all_words())
    assert not [word for word in all_words() if "#" in word]
    assert has_orbit("pint", "ddk")
    assert not has_orbit("pint", "T2")


@pytest.mark.parametrize("param", list_params(every_term()), ids=lambda p: p.name)
def test_every_parameter_says_once_which_programs_read_it(param: Param) -> None:
    listed = any(is_listed(program, key) for program in PROGRAMS for key in keywords_of(param))
    if listed:
        assert param.programs is None, "its keyword is in the lists of supported.py: leave Param.programs out"
    else:
        assert param.programs is not None, "give Param.programs: the programs that read it, () for none"
        assert set(param.programs) <= set(PROGRAMS)


@pytest.mark.parametrize("key", sorted(set(SETTINGS) - OWN_SETTINGS))
def test_settings_are_known(key: str) -> None:
    assert readers(key), key


def test_what_a_term_declares_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    wave = Param("SINWAVE_AMP", "s", "Amplitude", 1, aliases=("SINAMP",), programs=("pint",))
    sinusoid = Component("sinusoid", (wave,))
    monkeypatch.setattr(supported, "find_own_slot", lambda key: find_slot(key, (sinusoid,)))
    assert readers("SINWAVE_AMP") == readers("SINAMP") == ("pint",)
    assert readers("SINWAVE_AMPS") == ()


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
