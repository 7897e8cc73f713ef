"""Builds the page into the package when a wheel or sdist is made.

Whoever installs from a wheel or sdist needs no node: the built page is inside. An editable install of a checkout leaves
it out; `make page` builds it there.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Runs `npm ci` and `npm run build` in web/."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        page, source = root / "bocage" / "table" / "page" / "index.html", root / "web"
        if not source.joinpath("package.json").is_file():
            if not page.is_file():
                raise RuntimeError("the built page is missing and its source too; build from a checkout or an sdist")
            return  # an sdist: the page was built when it was made
        npm = shutil.which("npm")
        if npm is None:
            if page.is_file():
                return
            raise RuntimeError("building the page needs node 20 with npm; install it, or install Bocage from a wheel")
        for command in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=source, check=True)
