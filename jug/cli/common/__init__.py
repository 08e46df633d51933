"""What several commands use: options, input and output files, streams, exit codes, texts of results."""
