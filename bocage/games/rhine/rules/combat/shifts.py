"""Column shifts of a battle, each with its case: air support, special units, naval guns, ground, rivers, supply."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.parts.combat.odds import Shift
from bocage.rules import HexSet

from ..look import RhineLook, members
from ..position import ALLIED, BAD, GERMAN, OTHER, SHORT, VERY_BAD
from ..supply import ways


def shifts_of(
    look: RhineLook,
    side: str,
    targets: HexSet,
    attackers: int,
    counted: int,
    crossing: tuple[int, int],
    supported: bool,
) -> Iterator[Shift]:
    """Every shift of a battle, in the attacker's favour when positive; each kind at most once.

    `counted` are the defenders who count (ruling R89), `crossing` the attackers over rivers and over wide ones.
    """
    numbers = look.game.rules.numbers
    if side == ALLIED:
        air = close_air_support(look, targets, attackers)
        if air.columns > 0:
            yield air
    yield from _special_units(look, side, attackers, counted, crossing[0])
    if side == GERMAN:
        yield from _ss(look, attackers)
        if supported:
            yield Shift(numbers["shift_blitz"], "BLITZ.1", "Goering's Blitz")
    yield from _naval(look, side, targets, attackers, counted)
    yield from _ground(look, side, targets, attackers, counted, crossing)
    if side == ALLIED and any(look.supply(unit) == SHORT for unit in members(attackers)):
        yield Shift(-numbers["shift_short"], "SUP.19", "an attacker is Short-supplied")
    if _unsupplied(look, OTHER[side], counted):
        yield Shift(numbers["shift_unsupplied"], "SUP.21", "a defender is Unsupplied or Isolated")


def close_air_support(look: RhineLook, targets: HexSet, attackers: int) -> Shift:
    """How many columns Close Air Support brings an Allied attack (CAS, SB.6, DROP.6, DD.8, rulings R2, R3, R32, R88).

    0 or less is none.
    """
    game, position, numbers = look.game, look.position, look.game.rules.numbers
    if position.weather == VERY_BAD or not attackers:
        return Shift(0, "MOV.6", "no aircraft fly in Very Bad weather")
    near, far = ways.support_range(look, game.counters[members(attackers)[0]].nation)
    if not targets & ~near:
        columns, rule, why = numbers["cas_full"], "CAS.1", "Close Air Support"
    elif not targets & ~far:
        columns, rule, why = numbers["cas_short"], "CAS.2", "Close Air Support at Short range"
    else:
        return Shift(0, "CAS.2", "out of range of Close Air Support")
    limits = []
    if position.turn in (position.bombing_turn, position.drop_turn) or look.landing_turn():
        columns = min(columns, numbers["cas_reduced"])
        limits.append("D-Day" if look.landing_turn() else "bombers or airborne fly this turn")
    if targets & (game.rough_ground | game.city_hexes):
        columns -= numbers["cas_ground"]
        limits.append("rough ground or a major city")
    if position.weather == BAD:
        columns -= numbers["cas_bad"]
        limits.append("Bad weather")
    return Shift(columns, rule, f"{why} (less for {', '.join(limits)})" if limits else why)


def _special_units(look: RhineLook, side: str, attackers: int, counted: int, over_river: int) -> Iterator[Shift]:
    """Units with a column of their own (AD4, GDS, US7, TIG, RM); Tigers are no panzers here (ruling R115)."""
    game, numbers = look.game, look.game.rules.numbers
    allied, german = (attackers, counted) if side == ALLIED else (counted, attackers)
    for_allies = 1 if side == ALLIED else -1
    panzers = german & game.panzer_units
    dry = ~over_river  # nobody who defends is in this set, so it cuts attackers only
    fourth, guards, seventh = 1 << game.fourth_armored, 1 << game.guards, 1 << game.seventh_corps
    if allied & fourth & dry and panzers:
        yield Shift(for_allies * numbers["shift_4th_armored"], "AD4.1", "the 4th Armored meets panzers")
    if side == GERMAN and allied & guards and panzers:
        yield Shift(-numbers["shift_guards"], "GDS.1", "the Guards Armoured defends against panzers")
    if allied & seventh & ~look.position.disrupted:
        yield Shift(for_allies * numbers["shift_us7"], "US7.1", "US 7 Corps takes part")
    if german & game.tigers & dry:
        yield Shift(-for_allies * numbers["shift_tiger"], "TIG.1", "a Tiger battalion takes part")
    if side == ALLIED and attackers >> game.marines & 1:
        yield Shift(numbers["shift_marines"], "RM.1", "Royal Marines and Norwegians attack")


def _ss(look: RhineLook, attackers: int) -> Iterator[Shift]:
    """Ruthlessness of the Waffen-SS in one turn, the rage that it raises in all later ones (SS.1, SS.2)."""
    position, numbers = look.position, look.game.rules.numbers
    if position.ruthless_turn and attackers & look.game.ss_units:
        if position.turn == position.ruthless_turn:
            yield Shift(numbers["shift_ruthless"], "SS.1", "Waffen-SS Ruthlessness")
        elif position.turn > position.ruthless_turn:
            yield Shift(-numbers["shift_rage"], "SS.2", "the Allies rage at the Waffen-SS")


def naval_guns(look: RhineLook) -> HexSet:
    """The landing hexes that naval guns serve in battles now: from the turn after the landing on (NB.4)."""
    position = look.position
    served = position.naval
    if position.turn == look.game.rules.numbers["first_turn"]:
        served &= ~position.first_beaches
    if position.turn == position.second_landing_turn:
        served &= ~position.second_beaches
    return served


def _naval(look: RhineLook, side: str, targets: HexSet, attackers: int, counted: int) -> Iterator[Shift]:
    """Naval guns help Allies who attack from or defend in landing hexes (NB.4, ruling R96)."""
    served, columns = naval_guns(look), look.game.rules.numbers["shift_naval"]
    if not served:
        return
    if side == ALLIED:
        if look.hexes_of(members(attackers)) & served:
            yield Shift(columns, "NB.4", "naval guns support an attack from a landing hex")
    elif look.hexes_of(members(counted)) & served & targets:
        yield Shift(-columns, "NB.4", "naval guns support the defence of a landing hex")


def _ground(
    look: RhineLook, side: str, targets: HexSet, attackers: int, counted: int, crossing: tuple[int, int]
) -> Iterator[Shift]:
    """Rough ground, forest and swamp (RGH), rivers (RIV); all of them add up (TER.1).

    An attack on several hexes suffers from what any of them offers the defence, and forest favours German infantry only
    if all of them are forest (ruling R88).
    """
    game, numbers = look.game, look.game.rules.numbers
    if look.hexes_of(members(counted & game.foot_units)) & targets & game.cover:
        yield Shift(-numbers["shift_ground"], "RGH.1", "infantry defends in rough ground, forest or swamp")
    total = sum(look.attack(unit) for unit in members(attackers))
    if side == GERMAN and not targets & ~game.forest:
        woodsmen = sum(look.attack(unit) for unit in members(attackers & game.infantry_corps))  # R95: parachutists too
        if 2 * woodsmen > total:
            yield Shift(numbers["shift_forest"], "RGH.2", "German infantry attacks into forest")
    over, wide = (sum(look.attack(unit) for unit in members(units)) for units in crossing)
    if 2 * wide > total:
        yield Shift(-numbers["shift_wide_river"], "RIV.2", "most of the attack crosses a wide river")
    elif 2 * over > total:
        yield Shift(-numbers["shift_river"], "RIV.1", "most of the attack crosses a river")


def _unsupplied(look: RhineLook, side: str, units: int) -> bool:
    """Is one of the units Unsupplied or Isolated?"""
    nations = (GERMAN,) if side == GERMAN else ways.NATIONS
    for nation in nations:
        mine = units & look.game.nation_units[nation]
        if mine and look.hexes_of(members(mine)) & ~ways.supplied(look, nation):
            return True
    return False
