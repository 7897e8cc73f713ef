"""Railways (10): who controls the lines, and the movement of German units on them."""

from __future__ import annotations

from .control import note as note
