"""What is done with one pulsar of a run.

`do_pulsar` is the list: `reading` reads its files, `steps` computes, with TOAs left out (`excision`), F-tests
(`tests_of_terms`), `checks` before a release, `changes` since an earlier one and what an earlier run gave
(`earlier_numbers`). `pulsar_results` holds the results; `outputs` writes the files, with `report_sections` and
`cut_rows`.
"""
