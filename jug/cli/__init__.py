"""The command ``jug``: one file for each command."""
