"""The charts of Festung Europa, from its data files: combat results, terrain, turns."""

from __future__ import annotations

from typing import Any

from bocage.table.faces.boxes import chart
from bocage.table.wire.box import Chart

from ..data.tables import ODDS

COMBAT = "crt"


def charts(game: Any) -> list[Chart]:
    """All of them."""
    cells = game.data.tables.cells
    return [
        chart(
            COMBAT, "Combat results", "9.27", {"die": "Die", **{odds: odds for odds in ODDS}}, cells("crt.csv"),
            note="Steps that the attacker loses / steps that the defender loses.",
        ),
        chart(
            "terrain", "Terrain", "9.242",
            {"feature": "Terrain", "shift": "Columns to the attacker", "hold": "Hold for a step", "stops": "Stops"},
            [row | {of: "yes" if row[of] == "1" else "" for of in ("hold", "stops")} for row in cells("tec.csv")], "–",
            note="Hold for a step: a retreat can be refused so (9.441). Stops: ends an advance (9.52).",
        ),
        chart(
            "turns", "Turns", "3.11",
            {"turn": "Turn", "season": "Season", "year": "Year", "hand": "Hand", "sac": "Bombers", "deck": "New cards"},
            cells("turns.csv"), "–",
        ),
    ]  # fmt: skip
