"""The arithmetic of one battle: factors, odds, and every column shift with its case (11.1 to 11.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bocage.parts.combat.odds import Shift, column_of, odds_text, place_of, ratio
from bocage.parts.stacks import members

from ...data import half
from ..look import RoundupLook
from ..position import ALLIED, OTHER
from ..supply import supplied

_TO_THE_TABLE = "R30"


class Factor(NamedTuple):
    """What one unit brings to a battle."""

    unit: int
    factor: int
    supplied: bool


class Battle(NamedTuple):
    """An attack on one hex, reckoned up."""

    side: str
    target: int
    attackers: tuple[Factor, ...]
    defenders: tuple[Factor, ...]
    garrison: int  # 15.4
    shifts: tuple[Shift, ...] = ()

    @property
    def attack(self) -> int:
        """The attackers' factors together (11.2)."""
        return sum(factor.factor for factor in self.attackers)

    @property
    def defence(self) -> int:
        """The defenders' factors together (11.1)."""
        return self.garrison + sum(factor.factor for factor in self.defenders)

    @property
    def raw(self) -> int:
        """The odds before shifts, as a place on the line of odds (11.4)."""
        return ratio(self.attack, self.defence)

    @property
    def final(self) -> int:
        """The odds after all shifts, not yet clamped to the table (11.5, 11.7, R30)."""
        return self.raw + sum(shift.columns for shift in self.shifts)

    @property
    def overwhelming(self) -> int:
        """The odds after all shifts as numbers, in either reading of R30: what overkill asks for (15.16, R44)."""
        return self.raw + sum(shift.columns for shift in self.shifts if shift.rule != _TO_THE_TABLE)

    @property
    def odds(self) -> str:
        """The odds before shifts, in words."""
        return odds_text(self.raw)


def reckon(look: RoundupLook, side: str, target: int, attackers: int) -> Battle:
    """Reckon an attack by a set of units on a hex. Supply is judged at this instant (4.0)."""
    game = look.game
    attacking = tuple(_factor(look, unit, True) for unit in members(attackers))
    defending = tuple(_factor(look, unit, False) for unit in look.stack(target))
    garrison = game.rules.garrison_defence if look.garrisons(OTHER[side]) >> target & 1 else 0
    battle = Battle(side, target, attacking, defending, garrison)
    return battle._replace(shifts=tuple(shift for shift in shifts_of(look, battle) if shift.columns))


def final_column(look: RoundupLook, battle: Battle) -> str:
    """The column of the Combat Results Table on which the battle is rolled (11.7)."""
    return column_of(battle.final, look.game.rules.columns)


def _factor(look: RoundupLook, unit: int, attacking: bool) -> Factor:
    """A unit's factor; without supply it is halved, unit by unit and rounded up (4.1, R18)."""
    counter, steps = look.game.counters[unit], look.position.units[unit].steps
    factor = counter.attack[steps] if attacking else counter.defence[steps]
    fed = supplied(look, unit)
    return Factor(unit, factor if fed else half(factor), fed)


def shifts_of(look: RoundupLook, battle: Battle) -> Iterator[Shift]:
    """Every column shift of a battle with its case and reason; some come to nothing."""
    game, position = look.game, look.position
    data, rules = game.data, game.rules
    target, origins = battle.target, {position.units[factor.unit].at for factor in battle.attackers}
    if rules.table_before_shifts:
        # Before all others: it says from which column they are counted.
        places = [place_of(column) for column in rules.columns]
        inside = min(max(battle.raw, min(places)), max(places))
        why = f"odds beyond the table are brought to {column_of(battle.raw, rules.columns)} first"
        yield Shift(inside - battle.raw, _TO_THE_TABLE, why)
    name = data.terrain_at[target]
    ground = data.tec[name]
    yield Shift(rules.terrain_shift[name], ground.shift_rule, f"the defender is in {name}")
    if all(data.water.has(node, target) for node in origins):
        yield Shift(rules.water_shift, "11.6", "all attackers cross a river or canal")
    if ground.concentric and concentric(sum(1 << way for way in range(6) if game.board.toward(target, way) in origins)):
        yield Shift(rules.concentric_shift, "11.8", "concentric attack")
    if data.coastal >> target & 1:
        columns = rules.naval_attack_shift if battle.side == ALLIED else rules.naval_defence_shift
        yield Shift(columns, "11.9", "Allied naval gunfire")
    owner = look.position.superiority
    if look.marker_area(_markers(look, battle)) >> target & 1:
        columns = rules.tas_shift if owner == battle.side else -rules.tas_shift
        yield Shift(columns, "11.11", f"{'Allied' if owner == ALLIED else 'German'} TAS over the defender")
    if rules.armor_shift and name == "clear" and not battle.garrison and _rolls_over(look, battle):
        yield Shift(rules.armor_shift, "15.18", "an armoured division attacks unarmoured units in clear terrain")


def concentric(directions: int) -> bool:
    """Do attackers in these of the six directions surround a hex (11.8)?

    >>> [concentric(d) for d in (0b001001, 0b010101, 0b000111, 0b001111)]
    [True, True, False, True]
    """
    opposite = directions & directions >> 3 & 0b111
    return bool(opposite) or directions in (0b010101, 0b101010) or directions.bit_count() > 3


def _markers(look: RoundupLook, battle: Battle) -> tuple[int, ...]:
    """The TAS markers that count in a battle; under 15.6 Allied ones only with units of their nation."""
    position = look.position
    if not position.tas or not look.game.rules.air_coordination or look.position.superiority != ALLIED:
        return position.tas
    part = battle.attackers if battle.side == ALLIED else battle.defenders
    nations = {look.game.counters[factor.unit].nation for factor in part}
    return tuple(node for node, nation in zip(position.tas, position.tas_nations, strict=True) if nation in nations)


def _rolls_over(look: RoundupLook, battle: Battle) -> bool:
    """Does armour attack units that have none (15.18)?"""
    armour, counters = ("armor", "panzer"), look.game.counters
    attack, defence = ([counters[one.unit] for one in part] for part in (battle.attackers, battle.defenders))
    if any(counter.type in (*armour, "heavy_panzer") for counter in defence):
        return False
    return any(counter.type in armour and counter.divisional for counter in attack)
