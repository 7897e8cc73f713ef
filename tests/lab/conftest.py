"""The laboratory's commands are run like all the others."""

from tests.cli.conftest import home, run

__all__ = ["home", "run"]
