"""The arithmetic of one battle: factors, odds, and every column shift with its case (11.1 to 11.12)."""

from __future__ import annotations

from typing import NamedTuple

from bocage.parts.odds import Shift, column_of, odds_text, place_of, ratio
from bocage.parts.stacks import members

from ...data import half
from ..in_force import ShiftRule
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
    shifts = []
    for rule in game.rules.shifts:
        columns = rule.columns(look, battle)
        if columns:
            case = rule.rule if isinstance(rule.rule, str) else rule.rule(look, battle)
            why = rule.why if isinstance(rule.why, str) else rule.why(look, battle)
            shifts.append(Shift(columns, case, why))
    return battle._replace(shifts=tuple(shifts))


def final_column(look: RoundupLook, battle: Battle) -> str:
    """The column of the Combat Results Table on which the battle is rolled (11.7)."""
    return column_of(battle.final, look.game.rules.columns)


def _factor(look: RoundupLook, unit: int, attacking: bool) -> Factor:
    """A unit's factor; without supply it is halved, unit by unit and rounded up (4.1, R18)."""
    counter, steps = look.game.counters[unit], look.position.units[unit].steps
    factor = counter.attack[steps] if attacking else counter.defence[steps]
    fed = supplied(look, unit)
    return Factor(unit, factor if fed else half(factor), fed)


def _terrain(look: RoundupLook, battle: Battle) -> int:
    return look.game.rules.terrain_shift[look.game.data.terrain_at[battle.target]]


def _terrain_rule(look: RoundupLook, battle: Battle) -> str:
    return look.game.data.tec[look.game.data.terrain_at[battle.target]].shift_rule


def _terrain_why(look: RoundupLook, battle: Battle) -> str:
    return f"the defender is in {look.game.data.terrain_at[battle.target]}"


def _water(look: RoundupLook, battle: Battle) -> int:
    units, water = look.position.units, look.game.data.water
    if all(water.has(units[factor.unit].at, battle.target) for factor in battle.attackers):
        return look.game.rules.water_shift
    return 0


def _concentric(look: RoundupLook, battle: Battle) -> int:
    game = look.game
    if not game.data.tec[game.data.terrain_at[battle.target]].concentric:
        return 0
    units = look.position.units
    directions = 0
    for factor in battle.attackers:
        direction = game.board.direction(battle.target, units[factor.unit].at)
        assert direction is not None
        directions |= 1 << direction
    return game.rules.concentric_shift if concentric(directions) else 0


def concentric(directions: int) -> bool:
    """Do attackers in these of the six directions surround a hex (11.8)?

    >>> [concentric(d) for d in (0b001001, 0b010101, 0b000111, 0b001111)]
    [True, True, False, True]
    """
    opposite = directions & directions >> 3 & 0b111
    return bool(opposite) or directions in (0b010101, 0b101010) or directions.bit_count() > 3


def _naval(look: RoundupLook, battle: Battle) -> int:
    if not look.game.data.coastal >> battle.target & 1:
        return 0
    rules = look.game.rules
    return rules.naval_attack_shift if battle.side == ALLIED else rules.naval_defence_shift


def _tas(look: RoundupLook, battle: Battle) -> int:
    owner, rules, position = look.tas_owner(), look.game.rules, look.position
    if not position.tas:
        return 0
    markers = position.tas
    if rules.air_coordination and owner == ALLIED:
        part = battle.attackers if battle.side == ALLIED else battle.defenders
        nations = {look.game.counters[factor.unit].nation for factor in part}
        markers = tuple(
            node for node, nation in zip(position.tas, position.tas_nations, strict=True) if nation in nations
        )
    if not look.marker_area(markers) >> battle.target & 1:
        return 0
    return rules.tas_shift if owner == battle.side else -rules.tas_shift


def _tas_why(look: RoundupLook, battle: Battle) -> str:
    return f"{'Allied' if look.tas_owner() == ALLIED else 'German'} TAS over the defender"


def to_the_table(columns: tuple[str, ...]) -> ShiftRule:
    """The other reading of R30: the odds are first located on the table (11.4), and only then shifted."""
    places = [place_of(column) for column in columns]
    lowest, highest = min(places), max(places)

    def shift(look: RoundupLook, battle: Battle) -> int:
        return min(max(battle.raw, lowest), highest) - battle.raw

    def why(look: RoundupLook, battle: Battle) -> str:
        return f"odds beyond the table are brought to {column_of(battle.raw, columns)} first"

    return ShiftRule("table", _TO_THE_TABLE, why, shift)


def armor_shift(columns: int) -> ShiftRule:
    """15.18: armour against a hex without any, in clear terrain."""
    armour = ("armor", "panzer")

    def shift(look: RoundupLook, battle: Battle) -> int:
        counters = look.game.counters
        if look.game.data.terrain_at[battle.target] != "clear" or battle.garrison:
            return 0
        if any(counters[factor.unit].type in (*armour, "heavy_panzer") for factor in battle.defenders):
            return 0
        attacks = any(
            counters[factor.unit].type in armour and counters[factor.unit].divisional for factor in battle.attackers
        )
        return columns if attacks else 0

    return ShiftRule("armor", "15.18", "an armoured division attacks unarmoured units in clear terrain", shift)


SHIFTS = (
    ShiftRule("terrain", _terrain_rule, _terrain_why, _terrain),
    ShiftRule("water", "11.6", "all attackers cross a river or canal", _water),
    ShiftRule("concentric", "11.8", "concentric attack", _concentric),
    ShiftRule("naval", "11.9", "Allied naval gunfire", _naval),
    ShiftRule("tas", "11.11", _tas_why, _tas),
)
