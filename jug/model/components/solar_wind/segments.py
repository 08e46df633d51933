"""Dispersion by the solar wind with an amplitude and a power for each range of time (SolarWindDispersionX in PINT).

DM = SWXDM_i (g(p_i) - g_opp(p_i)) / (g_con(p_i) - g_opp(p_i)),   p_i = SWXP_i,   for SWXR1_i <= MJD <= SWXR2_i

DM and SWXDM_i are in pc cm^-3. g is the column density of `geometry`, seen from the observatory. g_con and g_opp are
its values 1 AU from the Sun at conjunction and opposition, where the angles between Sun and pulsar are theta_0 and
pi - theta_0. So SWXDM is the DM at conjunction minus the DM at opposition. The MJD is clock-corrected UTC, both ends
belong to the range, and overlapping ranges add up (PINT 1.1.8; tempo2 does not have the term).

theta_0 is the smallest angle between the pulsar at POSEPOCH and the apparent Sun as seen from the geocentre, in the
first conjunction after POSEPOCH (PINT 1.1.8), or after PEPOCH without POSEPOCH. It is a constant of the model, since
SWXDM is defined by it. A TOA at the barycentre has no solar wind.
"""

from jug.core.array import Float, Int, Member, Row
from jug.model.components.solar_wind.geometry import power_law, sun_angle
from jug.model.declare import (
    Binned,
    Columns,
    Namespace,
    OwnColumns,
    Param,
    Partials,
    ToaRows,
    Values,
    dispersive_component,
    indexed_family,
    is_index,
)

GROUP = indexed_family("SWX")
SWXDM = Param("SWXDM", "pc cm^-3", "DM of the solar wind at conjunction minus that at opposition", -1, family=GROUP)
SWXP = Param(
    "SWXP", "", "Power by which the solar wind's density falls", 0, default=2.0, family=GROUP, bounds=(1.001, None)
)
SWXR1 = Param("SWXR1", "MJD", "Start of the range, UTC", 0, codec="mjd", family=GROUP, fit=False)
SWXR2 = Param("SWXR2", "MJD", "End of the range, UTC", 0, codec="mjd", family=GROUP, fit=False)


def conjunction_table(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the table ``swx_cos``.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``swx_cos``: the cosine of theta_0, (1,).
    """
    return OwnColumns(tables={"swx_cos": xp.array([rows.cos_conjunction()])})


def _share(
    xp: Namespace, c: Float[Row], r: Float[Row], cos0: Float[()], power: Float[Member], index: Int[Row]
) -> tuple[Float[Row], Float[Row], Float[Row]]:
    """(g - g_opp) / (g_con - g_opp) and its derivatives by c and by the power, (n,) each; row i has power[index[i]]."""
    n, k = c.shape[0], power.shape[0]
    one, member = xp.ones(k), xp.arange(k)
    where = xp.concatenate([c, cos0 * one, -cos0 * one])
    g, g_c, g_p = power_law(xp, where, xp.concatenate([r, one, one]), power, xp.concatenate([index, member, member]))
    top, low, top_p, low_p = g[n : n + k], g[n + k :], g_p[n : n + k], g_p[n + k :]
    span, span_p = (top - low)[index], (top_p - low_p)[index]
    share = (g[:n] - low[index]) / span
    return share, g_c[:n] / span, (g_p[:n] - low_p[index] - share * span_p) / span


def _by_row(
    xp: Namespace, p: Values, x: Columns, index: Int[Row]
) -> tuple[Float[Row], Float[Row], Float[Row], Float[Row]]:
    """For disjoint ranges: SWXDM of each row, 0 outside all, and `_share` with its derivatives; (n,) each."""
    c, r, _ = sun_angle(xp, x)
    peak = xp.concatenate([p["SWXDM"], xp.zeros(1)])[index]
    own = index % p["SWXP"].shape[0]  # outside all ranges the first power, beside an SWXDM of 0
    share, by_c, by_p = _share(xp, c, r, x.tables["swx_cos"][0], p["SWXP"], own)
    return peak, share * x.on_site, by_c * x.on_site, by_p * x.on_site


def _by_member(xp: Namespace, p: Values, x: Columns) -> list[tuple[Float[Row], Float[Row], Float[Row]]]:
    """For overlapping ranges: `_share` and its derivatives on the rows of each range, 0 elsewhere; (n,) each."""
    c, r, _ = sun_angle(xp, x)
    found = []
    for j in range(p["SWXDM"].shape[0]):
        weight = x.selections["SWXDM"][:, j] * x.on_site
        member = xp.full(c.shape[0], j)
        share, by_c, by_p = _share(xp, c, r, x.tables["swx_cos"][0], p["SWXP"], member)
        found.append((share * weight, by_c * weight, by_p * weight))
    return found


def dm(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Dispersion measure of the solar wind, (n,) pc cm^-3."""
    index = x.selections["SWXDM"]
    if is_index(index):
        peak, share, _, _ = _by_row(xp, p, x, index)
        return peak * share
    total: Float[Row] = sum(p["SWXDM"][j] * share for j, (share, _, _) in enumerate(_by_member(xp, p, x)))
    return total


def dm_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the DM by each SWXDM and SWXP, (n, k) (`Binned` where disjoint), and by n, (n, 3)."""
    to_sun = sun_angle(xp, x)[2]
    index = x.selections["SWXDM"]
    if is_index(index):
        peak, share, by_c, by_p = _by_row(xp, p, x, index)
        nothing = xp.zeros(p["SWXDM"].shape[0])
        return {
            "SWXDM": Binned(index, share, nothing),
            "SWXP": Binned(index, peak * by_p, nothing),
            "n": (peak * by_c)[:, None] * to_sun,
        }
    members = _by_member(xp, p, x)
    by_c = sum(p["SWXDM"][j] * by_c for j, (_, by_c, _) in enumerate(members))
    return {
        "SWXDM": xp.stack([share for share, _, _ in members], axis=1),
        "SWXP": xp.stack([p["SWXDM"][j] * by_p for j, (_, _, by_p) in enumerate(members)], axis=1),
        "n": by_c[:, None] * to_sun,
    }


COMPONENT = dispersive_component(
    "SWX",
    (SWXDM, SWXP, SWXR1, SWXR2),
    dm,
    dm_partials,
    triggers=("SWXDM", "SWXP", "SWXR1", "SWXR2"),
    needs=("RAJ|ELONG",),
    ranges=((("SWXDM", "SWXP"), "SWXR1", "SWXR2"),),
    columns=conjunction_table,
)
