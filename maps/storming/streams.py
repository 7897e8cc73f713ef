"""Rivers as Storming the Reich draws them: minor, major, and the Rhine."""

from __future__ import annotations

from maps.water import River

KINDS = {"minor": River(3.6), "major": River(6.6), "rhine": River(10.5, core=0.38)}
