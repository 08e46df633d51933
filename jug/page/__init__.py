"""The report of a fit as one page of HTML. The page makes no request to other machines (`jug.text.html`).

1. `fit_page`: `jug.write_report`, the list of the sections of the page
2. `fit_sections`, `parameter_sections`, `provenance`: the sections of text and tables; `package_versions`, for the last
3. `toa_values`, `fit_charts`: what the charts show
4. `chart`, `chart_html`: a chart and its values as HTML; `charts.js` draws them in the browser
"""
