"""The frame of one battle while it is being resolved; odds, results, retreats and advances all read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.rules import HEXES, Frame, Hexes, Units

from ..position import ALLIED, BRITISH, EXPLOITATION, RhinePosition

if TYPE_CHECKING:
    from ...game import Rhine
    from ..look import RhineLook
    from .odds import Odds

# Results of the Combat Results Table
DE, DR, DW, D, NOTHING, AD, AE = "DE", "DR", "DW", "D", "-", "AD", "AE"

# What steadiness and stone walls make of a result (SS.3, ABN.1, CITY.1)
SOFTENED = {DW: D, D: NOTHING}


class Fighting(Frame, frozen=True):
    """A battle: who attacks whom, and how far its resolution has come."""

    side: str  # the attacker
    number: int
    targets: Hexes
    attackers: Units
    stage: str = "reveal"  # the next thing to do, see battles.py
    duty: bool = False
    parents: tuple[int, ...] = ()
    children: tuple[int, ...] = ()
    supported: bool = False  # by Goering's Blitz
    pressed: bool = False  # PRESS
    no_retreat: bool = False  # NR.1
    column: str = ""  # final odds, before pressing and Disruption
    read: str = ""  # the column on which the die was read
    die: int = 0
    result: str = ""  # as printed
    # Fixed when the die falls
    origins: Hexes = 0  # hexes from which land attackers attacked: they bar retreats (RET.1)
    defenders: Units = 0
    shaken: Units = 0  # defenders that were Disrupted before the battle (SEQ.5)
    strengths: dict[str, int] = {}  # target hex -> its defence total, which the advance has to match (ADV.1)
    factors: dict[str, int] = {}  # attacker id -> twice its attack factors in this battle (halves are kept: RIV.3)


def case_of(position: RhinePosition, side: str) -> str:
    """The line of the sequence of play under which a side's battles are resolved now."""
    if position.stage == EXPLOITATION:
        return "SEQ.6" if side == ALLIED else "SEQ.12"
    return "SEQ.5" if side == ALLIED else "SEQ.11"


def fight_below(frames: Sequence[Frame]) -> Fighting:
    """The battle that is being resolved."""
    return next(frame for frame in reversed(frames) if isinstance(frame, Fighting))


def attack_on(look: RhineLook, fight: Fighting) -> str:
    """Who attacks what, the beginning of every question about a battle."""
    game = look.game
    return f"{game.side_name(fight.side)} attack {game.named(HEXES, game.board.nodes(fight.targets))}"


def own_result(game: Rhine, unit: int, node: int, printed: str) -> tuple[str, str]:
    """What a printed result means to a unit that defends in a hex, and the case that changed it, if any did.

    A brigade group does not survive a rout (PZB.2). SS, airborne and parachute units and everybody in a major city
    improve a result by one step, however many of these reasons there are (ruling R14).
    """
    if printed == DR and game.brigades >> unit & 1:
        return DE, "PZB.2"
    if printed in SOFTENED:
        if game.city_hexes >> node & 1:
            return SOFTENED[printed], "CITY.1"
        if game.steadfast_units >> unit & 1:
            return SOFTENED[printed], "SS.3" if game.ss_units >> unit & 1 else "ABN.1"
    return printed, ""


def may_press(game: Rhine, attackers: int, found: Odds) -> bool:
    """May this attack be pressed: by US, French or Germans, at final odds above 1:2 (PRESS.1, PRESS.5)?"""
    if attackers & game.nation_units[BRITISH] or found.column < 0:
        return False
    return game.data.odds_values[found.column] * game.rules.numbers["press_above"] > 1


def read_column(game: Rhine, found: Odds, pressed: bool, die: int) -> str:
    """The column on which a die is read: pressing first, then Disrupted defenders (PRESS, DIS.3, ruling R12)."""
    numbers, columns = game.rules.numbers, game.data.odds
    column = found.column
    if pressed:
        good = die > 6 - numbers["press_best_numbers"]
        column += numbers["press_good"] if good else -numbers["press_bad"]
    if found.shaken:
        column += numbers["shift_disrupted"]
    return columns[max(0, min(column, len(columns) - 1))]
