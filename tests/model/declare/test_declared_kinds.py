"""What kind of thing each component and parameter is declared to be, by rules on names, units and formulas."""

from jug.model.declare import Component, Param
from jug.model.declare.param import Family
from jug.model.registry import every_term

PARAMS: dict[str, Param] = {p.name: p for c in every_term() for p in c.params}
FAMILIES: dict[str, Family] = {name: p.family for name, p in PARAMS.items() if p.family is not None}


def components(kind: str) -> list[Component]:
    return [c for c in every_term() if getattr(c, kind)]


def test_noise_of_the_dispersion_and_of_the_solar_wind_is_dispersive() -> None:
    """They act on measured DMs; achromatic noise, noise of bands and chromatic noise of another index do not."""
    kinds = ("DM", "quasi-periodic DM", "solar", "time-domain solar")
    names = {c.name for c in components("dispersive")}
    assert names == {c.name for c in components("process") if c.name.startswith(kinds)}


def test_noise_of_several_bands_or_groups_is_numbered() -> None:
    assert {c.name for c in components("numbered")} == {"band noise", "group noise", "DM noise in bands"}


def test_one_component_is_the_spin_and_one_asks_for_the_zenith() -> None:
    assert [c.name for c in components("spin")] == ["spin"]
    assert [(c.name, c.asks) for c in components("asks")] == [("troposphere", ("zenith",))]


def test_rounding_matters_where_many_turns_or_kilometres_hang_on_a_value() -> None:
    """Angles of the position (1e-16 of a turn is 0.3 ns of the Roemer delay), and the periods and epochs of orbits."""
    orbit = {f"{name}{number}" for name in ("PB", "T0") for number in ("", "_2", "_3", "_4")}
    split = {name for name, p in PARAMS.items() if p.split}
    assert split == {"RAJ", "DECJ", "ELONG", "ELAT", "FB", "TASC", "TASC_2", "T0X", *orbit}


def test_rates_that_programs_write_without_their_power_of_ten() -> None:
    """Rates of an orbit in 1e-12, second derivatives in 1e-20; OMDOT, GAMMA and the others are as they are written."""
    rates = {f"{name}{number}" for name in ("PBDOT", "A1DOT", "EPS1DOT", "EPS2DOT", "EDOT") for number in ("", "_2")}
    tiny = {name: p.tiny for name, p in PARAMS.items() if p.tiny}
    seconds = ("A1DOT2", "A1DOT2_2", "OM2DOT", "E2DOT")
    assert tiny == dict.fromkeys({*rates, "XPBDOT"}, 12) | dict.fromkeys(seconds, 20)


def test_parameters_of_noise_are_sampled_and_not_fitted() -> None:
    """Amplitudes, factors, exponents, corners and scales of noise; counts, spans and nodes are neither."""
    noise = {p.name: p for c in every_term() if c.scale or c.dm_scale or c.basis for p in c.params}
    settings = ("C", "FLOG", "FLOG_FACTOR", "TSPAN", "FLOW", "LOW", "HIGH", "KERNEL", "KIND", "DT", "NODE", "NU")
    shared = {"NE_SW", "SWM", "SWP", "SWEPOCH", "TNCHROMIDX", "NE_SW_IFUNC"}
    own = {name for name in noise if not name.endswith(settings) and name not in shared}
    sampled = {name for name, p in PARAMS.items() if p.sampled}
    assert sampled <= set(noise)
    assert own - sampled <= {"CM", "DM", "DMEPOCH", "CMEPOCH"}, own - sampled
    assert not [name for name in sampled if PARAMS[name].fit]
    assert not [name for name in sampled if name.endswith(("TSPAN", "KERNEL", "NODE", "FLOG_FACTOR"))]


def test_families_have_numbers_where_the_first_member_has_none() -> None:
    """DM stands for DM0, F for none: spin frequencies begin with F0. Lines without a number are counted in the file."""
    assert {name for name, family in FAMILIES.items() if family.bare} == {"CM", "DM", "NE_SW"}
    bands = {f"TNBAND{word}" for word in ("LOW", "HIGH", "AMP", "GAM", "C", "DMAMP", "DMGAM", "DMC")}
    assert {name for name, family in FAMILIES.items() if family.counted} == {"DMOFFMJD", "DMOFF", *bands}
