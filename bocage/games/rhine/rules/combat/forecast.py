"""The odds before one commits: factors, every shift with its case, and the exact chances of each printed result.

The battle is run once for each way in which the dice can fall, by the very steps that resolve it, on what the asking
side may know; so a forecast cannot disagree with what happens, nor tell a secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from bocage.parts.combat.forecast import check_side, hexes_named, in_order, outcomes, refuse, resolve, units_named
from bocage.parts.combat.odds import Shift
from bocage.rules import Action, BadInput, HexSet, Refusal

from ..look import Play, RhineLook, members
from ..position import RhinePosition
from . import results
from .attackers import NATIONS, able, targets
from .attacks import NO_ENEMY, Allocating, Allocation
from .battles import fort_rolls
from .fight import AD, AE, DE, DR, DW, NOTHING, D, Fighting, may_press, own_result
from .odds import may_attack_by_supply, may_be_supported, odds
from .orders import reckoned

if TYPE_CHECKING:
    from ...game import Rhine

ALLOCATION = Allocation()
RESULTS = (DE, DR, DW, D, NOTHING, AD, AE)
NO_ATTACK = "no attack"  # the odds turn out below 1:3, so it must be called off (CRT.14)


class Forecast(msgspec.Struct, frozen=True):
    """What an attack would bring."""

    side: str  # the attacker
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
    attack: Fraction
    defence: int
    odds: str  # of the factors, before shifts
    shifts: tuple[Shift, ...]
    final_odds: str  # after shifts and their limit; below 1:3 no attack is allowed
    column: str  # the same as a column of the table, or empty
    disrupted: bool  # every defender is Disrupted: the die is read one column higher (DIS.3)
    chances: dict[str, Fraction]  # printed result -> chance
    pressable: bool
    pressed: dict[str, Fraction]  # the same for a Pressed Attack, if it can be one
    supportable: bool  # Goering's Blitz could support it
    forts: Fraction  # the chance that forts of Metz or Nancy are restored right before the battle (METZ.2)
    odds_with_forts: str  # the final odds in that case, else empty
    unknown: int  # face-down pieces among the defenders, whose strength nobody can tell; reckoned as nothing
    softened: tuple[str, ...]  # defenders for whom DW is D and D no effect (SS.3, ABN.1, CITY.1)


def forecast(
    game: Rhine,
    position: RhinePosition,
    side: str,
    target: str | Sequence[str] | None = None,
    attackers: str | Sequence[str] | None = None,
    supported: bool | None = None,
) -> Forecast:
    """The chances of the battle that is being resolved or put together, or of a possible one.

    `target` is a hex or several, `attackers` are units by their ids. Without attackers it is the battle that has been
    allocated against that hex, or else one with all who could attack it. `supported` asks for Goering's Blitz.
    """
    check_side(game, side)
    look = game.look(position)
    fight = _under_way(position) if target is None and attackers is None else None
    if fight is None:
        fight = _left(look, _planned(look, side, target, attackers))
    if supported is not None and supported != fight.supported:
        if supported and not may_be_supported(look, fight.side, fight.targets):
            raise Refusal("BLITZ.2", "Goering's Blitz cannot support this attack now")
        fight = replace(fight, supported=supported)
    return _told(look, fight)


# Which battle is meant


def _under_way(position: RhinePosition) -> Fighting | None:
    """The battle that waits for its die, or that is being put together."""
    for frame in reversed(position.frames):
        if isinstance(frame, Fighting):
            return frame if not frame.die else None
        if isinstance(frame, Allocating):
            return Fighting(frame.side, 0, frame.targets, frame.attackers) if frame.attackers else None
    return None


def _planned(
    look: RhineLook, side: str, target: str | Sequence[str] | None, names: str | Sequence[str] | None
) -> Fighting:
    """A battle that nobody has declared; what could not be declared is refused with the referee's reason."""
    game = look.game
    hexes = _hexes(look, target)
    units = None if names is None else units_named(game, names)
    if units == 0:
        raise BadInput("name at least one attacking unit")
    for battle in look.position.battles:
        if battle.targets == hexes and units in (None, battle.attackers):
            mine = game.counters[members(battle.attackers)[0]].side
            return Fighting(mine, battle.number, hexes, battle.attackers)
    if hexes & ~targets(look, side):
        raise Refusal("SEQ.3", NO_ENEMY.replace("{it}", game.board.names(hexes & ~targets(look, side))[0]))
    if units is None:
        units = _all_able(look, side, hexes)
    for unit in members(units):
        asked = Allocating(side, hexes, units & ~(1 << unit))
        refuse(ALLOCATION.join.against(ALLOCATION, look, asked, unit, game.unit_ids[unit], case="SEQ.3"))
    return Fighting(side, 0, hexes, units)


def _left(look: RhineLook, fight: Fighting) -> Fighting:
    """What earlier battles have left of one that waits: hexes that are still held, attackers who still can (SUP.21)."""
    held = fight.targets & targets(look, fight.side)
    fit = 0
    for unit in members(fight.attackers & ~look.position.disrupted):
        if may_attack_by_supply(look, unit):
            fit |= 1 << unit
    return replace(fight, targets=held or fight.targets, attackers=fit or fight.attackers)


def _hexes(look: RhineLook, target: str | Sequence[str] | None) -> HexSet:
    if target is None:
        frame = look.position.frames[-1] if look.position.frames else None
        if isinstance(frame, Allocating) and frame.targets:
            return frame.targets
        raise BadInput("no attack is being made; name target hexes and attacking units")
    hexes = hexes_named(look.game, target)
    if not hexes:
        raise BadInput("name at least one target hex")
    return hexes


def _all_able(look: RhineLook, side: str, hexes: HexSet) -> int:
    """All who could attack these hexes, of the stronger group where two nations could (NAT.2)."""
    units = able(look, side, hexes)
    if not units:
        label = look.game.board.names(hexes)[0]
        raise Refusal("SEQ.3", f"nobody can attack {label} now")
    groups = [units & look.game.nation_units[nation] for nation in NATIONS[side]]
    return max(groups, key=lambda group: sum(look.attack(unit) for unit in members(group)))


# What it would bring


def _told(look: RhineLook, fight: Fighting) -> Forecast:
    game = look.game
    found = reckoned(look, fight)
    cities = fort_rolls(look, fight.side, fight.targets) if fight.stage in ("reveal", "forts") else 0
    pressable = may_press(game, fight.attackers, found)
    known = (1 << game.first_stranger) - 1
    return Forecast(
        side=fight.side,
        targets=tuple(game.board.names(fight.targets)),
        attackers=tuple(game.counters[unit].id for unit in members(fight.attackers)),
        attack=Fraction(found.attack, 2),
        defence=found.defence,
        odds=found.basic,
        shifts=found.shifts,
        final_odds=found.reached,
        column=found.final,
        disrupted=found.shaken,
        chances=_chances(look, fight, "steady"),
        pressable=pressable,
        pressed=_chances(look, fight, "press") if pressable else {},
        supportable=may_be_supported(look, fight.side, fight.targets),
        forts=_fort_chance(look, cities),
        odds_with_forts=_with_forts(look, fight) if cities else "",
        unknown=(found.defenders & ~known).bit_count(),
        softened=tuple(
            game.counters[unit].id
            for unit in members(found.defenders & known)
            if own_result(game, unit, look.position.units[unit].at, DW)[0] == D
        ),
    )


def _with_forts(look: RhineLook, fight: Fighting) -> str:
    """The final odds if the forts are restored."""
    return odds(look, fight.side, fight.targets, fight.attackers, supported=fight.supported, fort=True).reached


def _fort_chance(look: RhineLook, cities: HexSet) -> Fraction:
    """The chance that at least one of these cities has its forts restored."""
    best = min(6, look.position.turn - look.game.rules.numbers["fort_first_turn"] + 1)
    return 1 - Fraction(6 - best, 6) ** cities.bit_count()


def _chances(look: RhineLook, fight: Fighting, manner: str) -> dict[str, Fraction]:
    """Printed result -> chance; nothing if it must be called off for certain."""
    game = look.game
    answers = {
        "blitz support": "support" if fight.supported else "no-support",
        "attack or call off": "fight",
        "pressed attack": manner,
        "no retreat": "may-retreat",
    }

    def decided(frame: Any) -> bool:
        return isinstance(frame, Fighting) and frame.stage == "die"

    def answer(play: Play, frame: Any) -> Action | None:
        # Others are asked when it has been called off, and its defenders sort themselves out.
        return game.actions.find(answers[frame.step]) if frame.step in answers else None

    def run(play: Play) -> str:
        play.position.battles = ()
        frame = resolve(play, decided, answer)
        return results.cast(play, frame).result if isinstance(frame, Fighting) else NO_ATTACK

    stage = fight.stage if fight.stage in ("reveal", "forts") else "totals"
    found = outcomes(game, look.position, [replace(fight, stage=stage, pressed=False)], run)
    return {} if list(found) == [NO_ATTACK] else in_order(found, (*RESULTS, NO_ATTACK))
