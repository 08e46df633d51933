"""``python -m jug``: the command, also where another program has taken its name."""

import sys

from jug.cli.command import main

if __name__ == "__main__":
    sys.exit(main())
