"""Tim files: from text to raw TOAs, and back.

1. a file: `recognise`, `read` (with the order of the checks), `include` (INCLUDE lines), `command_state` (commands)
2. a line: `formats`; in blocks: `line_blocks`, `fixed_lines` (older formats), `columns` (to numbers)
3. flags: `flags` (from words to columns), `flag_column` (one of them), `flag_numbers` (values that are numbers)
4. pulse numbers: `pulse_numbers` (of flags), `whole_turns` (of PHASE)
5. errors and warnings: `unreadable_lines`, `unread_columns`, `trailing_words`, `toa_notes`, `duplicates`
6. the result: `raw_toas`; `edits`, `joining`: its changes; `write`: as a tim file
"""
