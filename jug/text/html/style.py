"""The style sheet of all pages.

Contrast of text is 7:1 or more, also on a dark screen, and no meaning depends on colour alone. A shade at the edge of a
table shows that it continues there. On paper all sizes follow from 9 points.
"""

PAGE_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 90rem; padding: 1rem 2rem;
  color: #111; background: #fff; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; }
a { color: #003a8c; }
table { border-collapse: collapse; font-size: 0.9rem; width: 100%; }
caption { text-align: left; padding: 0.3rem 0; }
caption span { display: inline-block; max-width: min(86rem, calc(100vw - 1.5rem)); position: sticky; left: 0; }
nav a { margin-right: 0.8rem; white-space: nowrap; }
th, td { border-bottom: 1px solid #767676; padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; }
.wide th, .wide td { overflow-wrap: normal; }
.wide td.text { min-width: 16rem; overflow-wrap: anywhere; }
th[scope=row] { overflow-wrap: normal; min-width: 8rem; font-weight: 600; }
th.number { text-align: right; }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; }
.decision { border-left: 0.3rem solid #8a1c00; padding-left: 0.8rem; }
.good { border-left: 0.3rem solid #0a5c2b; padding-left: 0.8rem; }
summary { cursor: pointer; font-size: 1.3rem; font-weight: bold; margin: 1rem 0 0.5rem; }
:focus-visible { outline: 3px solid #003a8c; outline-offset: 2px; }
.wide { --ground: #fff; --shade: rgb(0 0 0 / 0.35); overflow-x: auto;
  background: linear-gradient(to right, var(--ground) 40%, transparent) 0 0 local,
    linear-gradient(to left, var(--ground) 40%, transparent) 100% 0 local,
    linear-gradient(to right, var(--shade), transparent) 0 0 scroll,
    linear-gradient(to left, var(--shade), transparent) 100% 0 scroll;
  background-repeat: no-repeat; background-size: 2.5rem 100%, 2.5rem 100%, 0.8rem 100%, 0.8rem 100%; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
@media (max-width: 40rem) {
  body { padding: 0.5rem; }
  th, td { padding: 0.2rem 0.3rem; }
  .wide td:not(.text), .wide th[scope=col] { white-space: nowrap; }
}
@media (prefers-color-scheme: dark) {
  body { color: #f2f2f2; background: #121212; }
  .wide { --ground: #121212; --shade: rgb(255 255 255 / 0.25); }
  a, :focus-visible { color: #a9c9ff; outline-color: #a9c9ff; }
  .decision { border-color: #ffb199; }
  .good { border-color: #9be3b4; }
}
@media print {
  @page { margin: 15mm; }
  html { font-size: 9pt; }
  body { color: #000; background: #fff; max-width: none; padding: 0; line-height: 1.3; }
  nav, .skip { display: none; }
  .wide { overflow: visible; background: none; }
  .wide table { font-size: 8pt; }
  .wide td.text { min-width: 10.7rem; }
  th, td { padding: 0.1rem 0.4rem; }
  .wide th, .wide td { padding: 0.1rem 0.3rem; }
  pre.par { columns: 2; column-gap: 6mm; font-size: 6pt; line-height: 1.2; }
  tr { break-inside: avoid; }
  summary, h2 { break-after: avoid; }
  thead { display: table-header-group; }
  caption { break-after: avoid; }
  tbody tr:nth-child(-n+3) { break-before: avoid; }
}
"""
"""It refers to nothing outside the page."""
