"""Pages of the documentation that are made from the tables of the package: terms and conventions.

`term_index_file` makes a file of the package in the same way.
"""
