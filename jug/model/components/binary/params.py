"""Parameters of the binary models, which share most of them.

The value of a period or of an epoch is stored with double-double precision (``split``). A period rounded to float64 is
wrong by 0.1 us after 1e5 orbits; a pulsar in a tight orbit moves 0.3 light-ns in this time.
"""

from jug.model.declare import Family, Param, series_family

BINARY = Param("BINARY", "", "Binary model", 0, codec="str", fit=False)

PB = Param("PB", "d", "Orbital period", 1, split=True, bounds=(1e-4, None))
FB = Param("FB", "Hz", "Orbital frequency and its time derivatives", -1, family=series_family("s"), split=True)
PBDOT = Param("PBDOT", "", "Time derivative of the orbital period", 0, default=0.0, tiny=12)
XPBDOT = Param("XPBDOT", "", "Time derivative of the orbital period in addition to PBDOT", 0, default=0.0, tiny=12)
WAVES = Family("indexed", group="ORBWAVE", separator="", unbroken=True, needs=("ORBWAVE_OM", "ORBWAVE_EPOCH"))
ORBWAVEC = Param("ORBWAVEC", "turn", "Cosine amplitude of one sinusoid in orbital phase", 0, default=0.0, family=WAVES)
ORBWAVES = Param("ORBWAVES", "turn", "Sine amplitude of one sinusoid in orbital phase", 0, default=0.0, family=WAVES)
ORBWAVE_OM = Param("ORBWAVE_OM", "rad/s", "Angular frequency of the first sinusoid in orbital phase", -1)
ORBWAVE_EPOCH = Param("ORBWAVE_EPOCH", "MJD", "Epoch of the sinusoids in orbital phase", 0, codec="mjd", fit=False)
PERIOD = (BINARY, PB, FB, PBDOT, XPBDOT, ORBWAVEC, ORBWAVES, ORBWAVE_OM, ORBWAVE_EPOCH)

A1 = Param("A1", "ls", "Projected semi-major axis x = a sin i / c", 1, bounds=(0.0, None))
A1DOT = Param("A1DOT", "ls/s", "Time derivative of A1", 0, default=0.0, aliases=("XDOT",), tiny=12)
A1DOT2 = Param("A1DOT2", "ls/s^2", "Second time derivative of A1", -1, default=0.0, aliases=("X2DOT", "A2DOT"), tiny=20)
SEMI_MAJOR_AXIS = (A1, A1DOT, A1DOT2)

T0 = Param("T0", "MJD", "Epoch of periastron", 0, codec="mjd", split=True)
ECC = Param("ECC", "", "Eccentricity", 0, default=0.0, aliases=("E",), bounds=(0.0, 0.9999999))
EDOT = Param("EDOT", "1/s", "Time derivative of the eccentricity", -1, default=0.0, aliases=("ECCDOT",), tiny=12)
OM = Param("OM", "deg", "Longitude of periastron at T0", 0, default=0.0, turn=360.0)
OMDOT = Param("OMDOT", "deg/yr", "Advance of periastron", -1, default=0.0)
GAMMA = Param("GAMMA", "s", "Amplitude of the Einstein delay", 1, default=0.0)
ELLIPSE = (T0, ECC, EDOT, OM)

TASC = Param("TASC", "MJD", "Epoch of the ascending node", 0, codec="mjd", split=True)
EPS1 = Param("EPS1", "", "ECC sin OM at TASC", 0, default=0.0)
EPS2 = Param("EPS2", "", "ECC cos OM at TASC", 0, default=0.0)
EPS1DOT = Param("EPS1DOT", "1/s", "Time derivative of EPS1", -1, default=0.0, tiny=12)
EPS2DOT = Param("EPS2DOT", "1/s", "Time derivative of EPS2", -1, default=0.0, tiny=12)
LNEDOT = Param("LNEDOT", "1/yr", "Logarithmic time derivative of the eccentricity", -1, default=0.0)
LAPLACE = (TASC, EPS1, EPS2)

M2 = Param("M2", "Msun", "Mass of the companion", 1, default=0.0, bounds=(0.0, None))
SINI = Param("SINI", "", "Sine of the inclination", 0, default=0.0, bounds=(0.0, 1.0), links=("KIN",))
SHAPMAX = Param("SHAPMAX", "", "-ln(1 - sin i)", 0, bounds=(-0.6931471805599453, None))
H3 = Param("H3", "s", "Orthometric amplitude of the Shapiro delay, third harmonic", 1)
H4 = Param("H4", "s", "Orthometric amplitude of the Shapiro delay, fourth harmonic", 1)
STIGMA = Param(
    "STIGMA", "", "Orthometric ratio of the Shapiro delay", 0, aliases=("STIG", "VARSIGMA"), bounds=(1e-6, 1.0)
)
NHARMS = Param("NHARMS", "", "Highest harmonic of the Shapiro delay", 0, aliases=("NHARM",), fit=False)

DR = Param("DR", "", "Relativistic deformation of the orbit, radial", 0, default=0.0)
DTH = Param("DTH", "", "Relativistic deformation of the orbit, angular", 0, default=0.0, aliases=("DTHETA",))
A0 = Param("A0", "s", "Aberration parameter A", 1, default=0.0)
B0 = Param("B0", "s", "Aberration parameter B", 1, default=0.0)
DEFORMATION = (DR, DTH)
ABERRATION = (A0, B0)

MTOT = Param("MTOT", "Msun", "Total mass", 1, bounds=(0.0, None))
XOMDOT = Param("XOMDOT", "deg/yr", "Advance of periastron in addition to general relativity", -1, default=0.0)

KIN = Param("KIN", "deg", "Inclination", 0)
KOM = Param("KOM", "deg", "Position angle of the ascending node", 0, turn=360.0)
K96 = Param(
    "K96", "", "Y: proper motion changes the orientation of the orbit; N: it does not", 0, codec="str", fit=False
)
