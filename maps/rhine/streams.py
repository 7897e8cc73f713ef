"""Rivers as D-Day to the Rhine draws them: rivers and wide rivers."""

from __future__ import annotations

from maps.water import River

KINDS = {"river": River(4.4), "wide": River(11.0, core=0.4)}
