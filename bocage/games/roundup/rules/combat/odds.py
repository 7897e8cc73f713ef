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
    shifts = [shift(look, battle) for shift in game.rules.shifts]
    return battle._replace(shifts=tuple(shift for shift in shifts if shift.columns))


def final_column(look: RoundupLook, battle: Battle) -> str:
    """The column of the Combat Results Table on which the battle is rolled (11.7)."""
    return column_of(battle.final, look.game.rules.columns)


def _factor(look: RoundupLook, unit: int, attacking: bool) -> Factor:
    """A unit's factor; without supply it is halved, unit by unit and rounded up (4.1, R18)."""
    counter, steps = look.game.counters[unit], look.position.units[unit].steps
    factor = counter.attack[steps] if attacking else counter.defence[steps]
    fed = supplied(look, unit)
    return Factor(unit, factor if fed else half(factor), fed)


# Each says how far it shifts the column (not at all: 0), under which case, and why.


def _terrain(look: RoundupLook, battle: Battle) -> Shift:
    data = look.game.data
    name = data.terrain_at[battle.target]
    return Shift(look.game.rules.terrain_shift[name], data.tec[name].shift_rule, f"the defender is in {name}")


def _water(look: RoundupLook, battle: Battle) -> Shift:
    units, water = look.position.units, look.game.data.water
    crossing = all(water.has(units[factor.unit].at, battle.target) for factor in battle.attackers)
    return Shift(look.game.rules.water_shift * crossing, "11.6", "all attackers cross a river or canal")


def _concentric(look: RoundupLook, battle: Battle) -> Shift:
    game, units = look.game, look.position.units
    surrounded = False
    if game.data.tec[game.data.terrain_at[battle.target]].concentric:
        directions = 0
        for factor in battle.attackers:
            direction = game.board.direction(battle.target, units[factor.unit].at)
            assert direction is not None
            directions |= 1 << direction
        surrounded = concentric(directions)
    return Shift(game.rules.concentric_shift * surrounded, "11.8", "concentric attack")


def concentric(directions: int) -> bool:
    """Do attackers in these of the six directions surround a hex (11.8)?

    >>> [concentric(d) for d in (0b001001, 0b010101, 0b000111, 0b001111)]
    [True, True, False, True]
    """
    opposite = directions & directions >> 3 & 0b111
    return bool(opposite) or directions in (0b010101, 0b101010) or directions.bit_count() > 3


def _naval(look: RoundupLook, battle: Battle) -> Shift:
    rules, coastal = look.game.rules, look.game.data.coastal >> battle.target & 1
    columns = rules.naval_attack_shift if battle.side == ALLIED else rules.naval_defence_shift
    return Shift(columns * coastal, "11.9", "Allied naval gunfire")


def _tas(look: RoundupLook, battle: Battle) -> Shift:
    rules, position = look.game.rules, look.position
    owner, markers = position.superiority, position.tas
    if markers and rules.air_coordination and owner == ALLIED:
        part = battle.attackers if battle.side == ALLIED else battle.defenders
        nations = {look.game.counters[factor.unit].nation for factor in part}
        markers = tuple(
            node for node, nation in zip(position.tas, position.tas_nations, strict=True) if nation in nations
        )
    covered = look.marker_area(markers) >> battle.target & 1
    columns = rules.tas_shift if owner == battle.side else -rules.tas_shift
    return Shift(columns * covered, "11.11", f"{'Allied' if owner == ALLIED else 'German'} TAS over the defender")


def to_the_table(columns: tuple[str, ...]) -> ShiftRule:
    """The other reading of R30: the odds are first located on the table (11.4), and only then shifted."""
    places = [place_of(column) for column in columns]

    def shift(look: RoundupLook, battle: Battle) -> Shift:
        inside = min(max(battle.raw, min(places)), max(places))
        why = f"odds beyond the table are brought to {column_of(battle.raw, columns)} first"
        return Shift(inside - battle.raw, _TO_THE_TABLE, why)

    return shift


def armor_shift(columns: int) -> ShiftRule:
    """15.18: armour against a hex without any, in clear terrain."""
    armour = ("armor", "panzer")

    def shift(look: RoundupLook, battle: Battle) -> Shift:
        game = look.game
        attack, defence = ([game.counters[one.unit] for one in part] for part in (battle.attackers, battle.defenders))
        rolls_over = (
            game.data.terrain_at[battle.target] == "clear"
            and not battle.garrison
            and not any(counter.type in (*armour, "heavy_panzer") for counter in defence)
            and any(counter.type in armour and counter.divisional for counter in attack)
        )
        return Shift(columns * rolls_over, "15.18", "an armoured division attacks unarmoured units in clear terrain")

    return shift


SHIFTS: tuple[ShiftRule, ...] = (_terrain, _water, _concentric, _naval, _tas)
