"""Where this user's matches are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where this user's matches are kept: BOCAGE_HOME, or the data folder of the system."""
    chosen = os.environ.get("BOCAGE_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", str(Path.home()))) / "bocage"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "bocage"
    return Path(os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local" / "share"))) / "bocage"
