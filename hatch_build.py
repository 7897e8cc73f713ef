"""Builds the page into the package when a wheel or sdist is made.

Whoever installs from a wheel or sdist needs no node: the built page is inside. Whoever installs a checkout with pip
needs none either: where the machine has none, it comes as a Python package for the time of building. An editable
install of a checkout leaves the page out; `make page` builds it there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Runs `npm ci` and `npm run build` in web/."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What must be installed before we build."""
        if not self._source.joinpath("package.json").is_file():
            return []
        nodes = self._nodes()
        return [] if nodes.find_node() else [nodes.PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it comes with an sdist or nobody asks for it."""
        if version == "editable":
            return
        page = Path(self.root) / "bocage" / "table" / "page" / "index.html"
        if not self._source.joinpath("package.json").is_file():
            if not page.is_file():
                raise RuntimeError("the built page is missing and its source too; build from a checkout or an sdist")
            return  # an sdist: the page was built when it was made
        node = self._nodes().find_node(Path(place) for place in sys.path)
        if node is None:
            if page.is_file():
                return
            raise RuntimeError("building the page needs node 22 with npm; install it, or install Bocage from a wheel")
        for command in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([*node.npm, *command], cwd=self._source, env={**os.environ, **node.environ}, check=True)

    @property
    def _source(self) -> Path:
        return Path(self.root) / "web"

    def _nodes(self) -> Any:
        """The module that finds node; it lies beside the sources of the page and, like them, in no sdist."""
        sys.path.insert(0, str(Path(self.root) / "scripts"))
        import nodes

        return nodes
