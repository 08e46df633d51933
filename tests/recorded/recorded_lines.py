"""Lines of commands whose whole output is recorded, and the files that they read."""

EXAMPLES = {
    "ngc": "NGC6440E",
    "wb": "test-wb-0",
    "young": "J1028-5819-example",
    "waves": "waves",
    "b1855": "B1855+09_NANOGrav_dfg+12",
}
"""Short names of example pulsars: ``ngc.par`` and ``ngc.tim``."""

PARS = {
    "binary.par": """PSR J1012+5307
RAJ 10:12:33.43 1
DECJ 53:07:02.5 1
PMRA 2.6 1
PMDEC -25.4 1
PX 1.2 1
POSEPOCH 55000
F0 190.267837621 1
F1 -6.2D-16 1
PEPOCH 55000
DM 9.023 1
DM1 1D-4
BINARY ELL1
PB 0.60467271 1
A1 0.58181 1
TASC 55000.03 1
EPS1 1.2D-6 1
EPS2 -3D-7 1
M2 0.16
SINI 0.79
FD1 1D-5
FD2 -4D-6
JUMP -f S 2.5D-5 1
EFAC -f L 1.1
EFAC -f S 1.3
EQUAD -f L 0.4
ECORR -f L 0.7
ECORR -f S 0.5
TNREDAMP -13.2
TNREDGAM 3.1
TNREDC 5
TNDMAMP -13.4
TNDMGAM 2.7
TNDMC 4
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRSITE gbt
TZRFRQ 1400
""",
    "eccentric.par": """PSR J1903+0327
RAJ 19:03:05.79 1
DECJ 03:27:19.2 1
F0 465.13523 1
F1 -4D-15 1
PEPOCH 55000
DM 297.5 1
NE_SW 5
BINARY DD
PB 95.174118 1
A1 105.5934 1
T0 55015.58 1
OM 141.65 1
ECC 0.4367 1
M2 1.03 1
SINI 0.976 1
OMDOT 2.4D-4 1
GAMMA 1D-5
DMX_0001 1D-3 1
DMXR1_0001 54700
DMXR2_0001 54900
DMX_0002 -2D-3 1
DMXR1_0002 54901
DMXR2_0002 55100
GLEP_1 55050
GLPH_1 0.1
GLF0_1 1D-9 1
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRSITE ao
TZRFRQ 1400
""",
    "tcb.par": """PSR J0437-4715
RAJ 04:37:15.8
DECJ -47:15:08.6 1 0.001
PMRA 121.4 1 0.01
PMDEC -71.4 1 0.02
PX 6.3 1 0.4
F0 173.687948999 1 2D-12
F1 -1.7D-15 1 3D-20
PEPOCH 52000
DM 2.6443 1 1D-4
BINARY T2
PB 5.7410423 1 1D-7
A1 3.36669 1 1D-7
XDOT 2D-14
T0 52000.48 1 0.01
OM 1.2 1 0.6
ECC 1.9D-5 1 1D-8
KIN 42.4
KOM 207
M2 0.25 1 0.02
OMDOT 0.016
EPHEM DE421
CLK TT(TAI)
UNITS TCB
""",
    "bad.par": """PSR J0000+0000
RAJ 271:12:33.43 1
DECJ 53:77:02.5 1
F0 190.2x 1
F1 -6.2D-16 3
PEPOCH 55000
PEPOCHS 55000
DM 9.023 1
BINARY ELL2
PB -1
A1 0.58181 1
ECC 1.3
SINI 1.2
DMX_0001 1
DMXR1_0001 55100
DMXR2_0001 55000
JUMP -f
EFAC -f L x
EPHEM DE999
CLK UTC(XYZ)
UNITS TDT
""",
}
"""Par files of made-up pulsars near to known ones, and one that no pulsar has."""

TIMS = {
    "binary.tim": "binary.par --start 54500 --stop 55500 --cadence 30 --bands 820:2:U,1400:1.5:L,2300:2.5:S --seed 2",
    "eccentric.tim": "eccentric.par --start 54600 --stop 55400 --cadence 16 --bands 1400:3,430:9 --sites ao,gbt "
    "--seed 5",
}
"""TOAs of them: words of ``jug simulate``."""

BAD_TIM = """FORMAT 1
a 1400.0 55000.1 1.0 gbt -f
b -1400.0 55000.1 1.0 gbt -f L
c 1400.0 55000.1 0.0 nowhere -f L
d 1400.0 5500x.1 1.0 gbt -f L
JUMP
e 1400.0 55001.1 1.0 gbt -f L
"""
"""Lines of a tim file that no program reads as they were meant."""

LINES = {
    "fit": "fit ngc.par ngc.tim --full -o post.par --report page.html",
    "fit_wideband": "fit wb.par wb.tim --scale-errors -o post.par",
    "fit_noise": "fit binary.par binary.tim --report page.html -o post.par",
    "fit_noise_json": "fit binary.par binary.tim --json -q",
    "fit_eccentric": "fit eccentric.par eccentric.tim --full",
    "fit_robust": "fit ngc.par ngc.tim --robust bisquare",
    "fit_bad": "fit young.par young.tim --free F0,F1,DM,RAJ,DECJ,PX",
    "fit_few_steps": "fit eccentric.par eccentric.tim --max-iter 1 --free PB,A1,T0,OM,ECC,F0",
    "fit_whitened": "residuals binary.par binary.tim --whiten --average",
    "residuals": "residuals ngc.par ngc.tim",
    "residuals_json": "residuals binary.par binary.tim --subtract RED --json",
    "residuals_columns": "residuals binary.par binary.tim --columns n,mjd,tdb,bat,freq,res,turns,err,rawerr,pn,site,"
    "binphase,dm,doy,flag:f,noise:RED,delay:dispersion",
    "residuals_csv": "residuals eccentric.par eccentric.tim --columns n,res,err,site,binphase -o out.csv",
    "residuals_pattern": "residuals ngc.par ngc.tim --pattern '{n} {bat%.9f} {res%8.3f} {{}} {site}'",
    "noise": "noise binary.par binary.tim --free efac,DM --starts 1 --seed 1 --no-profiles -o noise.par",
    "noise_profiles": "noise binary.par binary.tim --free EFAC1,red --starts 1 --seed 1 --profiles --json -q",
    "noise_choice": "noise ngc.par ngc.tim --choose red,dm",
    "noise_check": "noise binary.par binary.tim --no-estimate --check --seed 1",
    "noise_dictionary": "noise binary.par binary.tim --no-estimate --write-dict noise.json",
    "grid": "grid eccentric.par eccentric.tim M2=0.6:1.4:3 SINI=0.95:0.99:2 --json",
    "grid_text": "grid ngc.par ngc.tim F0=61.485476554:61.4854765545:5",
    "ftest": "ftest ngc.par ngc.tim --add F2,PX --remove F1",
    "ftest_json": "ftest binary.par binary.tim --add FD3,F2 --json -q --linear",
    "predict": "predict ngc.par ngc.tim --at 54000:54400:5 --draws 3 --seed 1",
    "outliers": "outliers ngc.par ngc.tim -o cut.tim",
    "fisher": "fisher binary.par binary.tim --noise efac,red --gradient",
    "convert_tempo2": "convert binary.par --to tempo2 --leave-out -o out.par",
    "convert_tempo": "convert binary.par --to tempo --leave-out -o out.par",
    "convert_pint": "convert tcb.par --to pint --binary DDK --round -o out.par --json",
    "convert_tcb": "convert binary.par --units tcb -o out.par",
    "convert_binary": "convert binary.par --binary DD -o out.par",
    "convert_ell1": "convert tcb.par --binary ELL1 -o out.par",
    "convert_ddk": "convert eccentric.par --binary DDK --kom 30 --tim eccentric.tim -o out.par",
    "convert_frame": "convert binary.par --frame ecliptic --tim binary.tim -o out.par",
    "simulate": "simulate eccentric.par --start 54990 --stop 55030 --bands 1400:2:L,800:4 --dm-error 1e-3 -o out.tim",
    "publish": "publish binary.par binary.tim",
    "publish_markdown": "publish eccentric.par eccentric.tim --format markdown --scale-errors",
    "show": "show binary.par binary.tim",
    "show_json": "show b1855.par b1855.tim --json",
    "compare": "compare binary.par eccentric.par --full",
    "compare_json": "compare ngc.par ngc.par --tim ngc.tim --json",
    "edit": "edit ngc.par --add F2 --add 'PX 0.5 1' --set DM=223.8 --freeze RAJ --epoch PEPOCH=54000 -o out.par",
    "edit_dmx": "edit binary.par --remove DM1 --add-dmx binary.tim --dmx-days 30 --dmx-ratio 1.2 -o out.par",
    "edit_dmx_pint": "edit ngc.par --add-dmx ngc.tim --dmx-rules pint --dmx-divide 1600 -o out.par",
    "edit_waves": "edit ngc.par --add-waves WaveX=3:1000 --add-waves DMWaveX=2:900 -o out.par",
    "edit_toas": "edit binary.par --tim binary.tim --delete 'error > 2 & mjd < 54700' "
    "--flag '-cut bad MJD 55400 55600' --wrap '1 MJD 55300 60000' --tim-output out.tim",
    "doctor": "doctor b1855.par b1855.tim",
    "doctor_page": "doctor tcb.par --html page.html --fix fixed.par",
    "doctor_json": "doctor binary.par binary.tim --json",
    "derived": "derived eccentric.par eccentric.tim --periastra 55000 55400",
    "derived_json": "derived binary.par --json",
    "polyco": "polyco binary.par --site gbt --start 55000 --end 55000.2 -o polyco.dat",
    "polyco_predictor": "polyco eccentric.par --site ao --start 55000 --end 55000.05 --format predictor -o out.pred",
    "phase": "phase eccentric.par --at 55000:55002:5 --site gbt --freq 1400 --json",
    "bary": "bary binary.par times.txt --site gbt --freq 1400",
    "doctor_bad": "doctor bad.par bad.tim",
    "fit_without_freedom": "fit ngc.par few.tim --free F0 --report page.html",
    "fit_wideband_page": "fit wb.par wb.tim --report page.html -q",
    "run": "run ngc.par young.par -o array --jobs 1",
}
"""Each line by a name: that of its file in ``outputs``."""

PICTURES = {
    "plot residuals": "binary --average",
    "plot orbital-phase": "eccentric --colour site",
    "plot frequency": "binary --stage post --colour f",
    "plot day-of-year": "ngc",
    "plot elevation": "ngc",
    "plot serial": "eccentric --stage pre",
    "plot dm": "wb",
    "plot qq": "binary",
    "plot histogram": "ngc",
    "plot periodogram": "ngc",
    "plot dmx": "eccentric",
    "plot noise": "binary",
    "plot delays": "binary",
    "plot correlation": "eccentric",
    "plot prediction": "ngc --at 54000:54400:9",
}
"""Each kind of picture: pulsar and options of ``jug plot``."""

LOOSE = {
    "noise": 1e-3,
    "noise_profiles": 1e-3,
    "noise_choice": 1e-3,
    "outliers": 1e-4,
    "residuals_json": 1e-4,
    "doctor_json": 1e-2,
}
"""How far numbers may be from the recorded ones relative to them, where a maximum is searched for or what is given is
a small difference; else `NEAR`."""
