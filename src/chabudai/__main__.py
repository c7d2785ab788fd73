"""`python -m chabudai` is the command line."""

import sys

from chabudai.cli import main

if __name__ == "__main__":
    sys.exit(main())
