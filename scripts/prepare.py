"""Gets Bocage ready and starts it: `python scripts/prepare.py play`. The Makefile calls it; so may whoever has no make.

This file only looks at the Python that runs it, so it is written as the oldest of them can read it. What it leads to
is in preparing.py.
"""

import os
import sys

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for own in (os.path.join(root, ".venv", "bin", "python"), os.path.join(root, ".venv", "Scripts", "python.exe")):
        if os.path.exists(own):  # set up before, with a newer one
            os.execv(own, [own] + sys.argv)
    sys.stderr.write(
        "Bocage needs Python 3.11 or newer and this is %d.%d: get a newer one from python.org or your system, and name "
        "it if it is not the usual one, as in: make play PYTHON=python3.13\n" % sys.version_info[:2]
    )
    sys.exit(1)

from preparing import main

main(sys.argv[1:])
