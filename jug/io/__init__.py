"""Reading and writing files: text in, plain values out; nothing here uses a timing model.

1. any file: `files` (read with clear errors, written whole or not at all), `staging` (the temporary name of a new
   file), `special_files` (copies, locks, folders), `folders` (cache, outputs)
2. streams: `stream_names` (sources and targets that are no plain files), `standard_streams` (the name ``-``)
3. par files: `par` (lines as text), `codecs` (values), `latin_comments` (bytes that are not UTF-8)
4. tim files: `tim` (a folder); clock files: `clockfile`
5. arrays: `npy`, `growing_npy` (rows are appended), `sealed_npy` (with a checksum), `stored_words` (words in arrays)
6. pages: `page_names`
"""
