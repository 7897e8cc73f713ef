"""Rivers as Festung Europa draws them: common ones, and the Rhine."""

from __future__ import annotations

from maps.water import River

KINDS = {"river": River(6.4), "rhine": River(11.0, 0.45)}
