"""What an attack is worth to the planner: the chances of the table against units, ground and prizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bocage.engine.position import Unit
from bocage.hexes import HexSet

from ..rules.combat import duties
from ..rules.combat import odds as rules
from ..rules.combat.fight import AD, AE, DE, DR, DW, D, may_press, own_result
from ..rules.combat.odds import may_be_supported
from ..rules.combat.shifts import close_air_support, naval_guns
from ..rules.look import RhineLook, members
from ..rules.position import ALLIED, BRITISH, GERMAN, RhinePosition
from ..rules.supply import ways as lines
from .sight import STRANGER, Sight

GROUND = {ALLIED: 1.2, GERMAN: 0.5}  # driving the enemy out of a hex, whatever it is worth
MIND = {ALLIED: 1.0, GERMAN: 1.0}  # how much a side minds its own losses
ROUTED, WITHDRAWN, SHAKEN = 0.35, 0.12, 0.15  # the part of a unit's worth that a result costs its owner
SHARE = {DE: 1.0, DR: ROUTED, DW: WITHDRAWN, D: SHAKEN, "-": 0.0}
PRESSABLE = 1  # the column (1:2) above which an attack can be pressed
CHECKED = 0.3  # the part of the attackers' worth that an AD costs
ASHORE = 0.5  # the part of a landing unit's worth that is gained by getting ashore: at sea it is of no use


class Verdict(NamedTuple):
    """An attack as the bot sees it."""

    worth: float
    column: int  # of the final odds
    clear: float = 0.0  # the chance that the hex is taken
    pressed: float = -99.0  # its worth as a Pressed Attack, where it can be one


HOPELESS = Verdict(-99.0, -99)


class Target:
    """A hex under attack: all that does not depend on who attacks it is found once."""

    def __init__(self, odds: Odds, node: int, nation: str) -> None:
        sight = self._sight = odds.sight
        look, game, side = sight.look, sight.game, sight.side
        numbers = self._numbers = game.rules.numbers
        self.node = node
        bit = 1 << node
        found = rules.odds(look, side, bit, 0)
        self.shaken, self.defence = found.shaken, found.defence
        self.unknown = (found.defenders >> game.first_stranger).bit_count()
        self._counted = counted = found.counted
        self._walled = bool(
            side == ALLIED and game.data.siegfried >> node & 1 and counted & game.infantry_corps
        )  # a korps on the Siegfried Line that may be flanked (SIEG.2)
        self._behind_river, self._behind_wide = game.data.rivers.step(bit), game.data.wide.step(bit)
        self._forest = side == GERMAN and bool(game.forest & bit)
        self._panzers = bool(counted & game.panzer_units)
        self._naval: HexSet = 0
        shifts = 0
        served = naval_guns(look)
        if side == ALLIED:
            someone = game.nation_units[nation] & -game.nation_units[nation]
            shifts += max(0, close_air_support(look, bit, someone).columns)
            self._naval = served
            if counted & game.tigers:
                shifts -= numbers["shift_tiger"]
        else:
            if counted and bit & served:
                shifts -= numbers["shift_naval"]
            if counted >> game.seventh_corps & 1 and not sight.position.disrupted >> game.seventh_corps & 1:
                shifts -= numbers["shift_us7"]
        if counted & game.foot_units and game.cover & bit:
            shifts -= numbers["shift_ground"]
        for whose in (GERMAN,) if side == ALLIED else lines.NATIONS:
            if counted & game.nation_units[whose] and bit & ~lines.supplied(look, whose):
                shifts += numbers["shift_unsupplied"]
                break
        self._shifts = shifts
        self._lost: dict[bool, dict[str, tuple[float, bool]]] = {}

    def column(self, party: Mapping[int, int], blitz: bool, ruthless: bool) -> int:
        """The column of the final odds for units (unit -> hex) that attack."""
        sight, numbers = self._sight, self._numbers
        game, position, look = sight.game, sight.position, sight.look
        german = sight.side == GERMAN
        armour = game.armour_units
        attack = total = over = wide = woods = units = 0
        origins = 0
        wet = 0  # units that attack over a river
        hungry = False
        for unit, node in party.items():
            units |= 1 << unit
            if node == position.units[unit].at:
                factor = look.attack(unit)
                hungry = hungry or sight.hungry >> unit & 1 == 1
            else:
                # Whoever moves is deployed no more (DEP.3).
                factor = sight.marching_attack(unit, node)
                hungry = hungry or (not german and not sight.full(sight.nation(unit)) >> node & 1)
            total += factor
            twice = 2 * factor
            if node >= 0:
                origins |= 1 << node
                if self._behind_river >> node & 1:
                    over += factor
                    wet |= 1 << unit
                    if self._behind_wide >> node & 1:
                        wide += factor
                        if armour >> unit & 1:
                            twice //= numbers["armour_wide_divisor"]
            attack += twice
            if self._forest and game.infantry_corps >> unit & 1:
                woods += factor
        defence = self.defence
        if self._walled and origins & (game.data.siegfried | game.data.germany):
            defence -= numbers["siegfried_defence"]
        if self.unknown:
            defence += max(1, round(self.unknown * STRANGER))  # what lies face down is not nothing
        basic = rules.basic_column(game, attack, defence)
        if basic == rules.NO_ODDS:
            return basic
        shifts = self._shifts
        if german:
            panzers = units & game.panzer_units
            if units & game.tigers & ~wet:
                shifts += numbers["shift_tiger"]
            if panzers and self._counted >> game.fourth_armored & 1:
                shifts -= numbers["shift_4th_armored"]
            if panzers and self._counted >> game.guards & 1:
                shifts -= numbers["shift_guards"]
            if units & game.ss_units:
                if ruthless or position.ruthless_turn == sight.turn:
                    shifts += numbers["shift_ruthless"]
                elif position.ruthless_turn:
                    shifts -= numbers["shift_rage"]
            if blitz:
                shifts += numbers["shift_blitz"]
            if 2 * woods > total:
                shifts += numbers["shift_forest"]
        else:
            if self._panzers and units & ~wet & 1 << game.fourth_armored:
                shifts += numbers["shift_4th_armored"]
            if units >> game.seventh_corps & 1:
                shifts += numbers["shift_us7"]
            if units >> game.marines & 1:
                shifts += numbers["shift_marines"]
            if origins & self._naval:
                shifts += numbers["shift_naval"]
            if hungry:
                shifts -= numbers["shift_short"]
        if 2 * wide > total:
            shifts -= numbers["shift_wide_river"]
        elif 2 * over > total:
            shifts -= numbers["shift_river"]
        return rules.shifted(game, basic, shifts)

    def spoils(self, prizes: Mapping[int, float], blocked: bool) -> dict[str, tuple[float, bool]]:
        """Result -> what it costs the defenders and gives of ground, and whether it clears the hex."""
        found = self._lost.get(blocked)
        if found is None:
            found = self._lost[blocked] = spoils(self._sight, prizes, [self.node], blocked)
        return found


def spoils(
    sight: Sight, prizes: Mapping[int, float], nodes: Iterable[int], blocked: bool
) -> dict[str, tuple[float, bool]]:
    """Result -> what it costs the defenders of hexes and gives of ground, and whether it clears them."""
    game, side = sight.game, sight.side
    gain = sight.style.get("ground", 1.0) * GROUND[side]
    ground = 0.0
    lost = dict.fromkeys((DE, DR, DW, D), 0.0)
    emptied = dict.fromkeys((DE, DR, DW, D), True)
    emptied[D] = False
    for node in nodes:
        ground += gain + prizes.get(node, 0.0)
        if sight.walls >> node & 1:
            emptied[DW] = False
        for unit in sight.fighters(node):
            worth = sight.value(unit)
            for result in (DE, DR, DW, D):
                own, _ = own_result(game, unit, node, result)
                if own == DR and blocked:
                    own = DE
                lost[result] += worth * SHARE[own]
                if own in (D, "-"):
                    emptied[result] = False
    return {result: (lost[result] + (ground if emptied[result] else 0.0), emptied[result]) for result in lost}


class Odds:
    """Reckons attacks as they would be if units stood in certain hexes."""

    def __init__(self, sight: Sight, prizes: Mapping[int, float], ruthless: bool = False) -> None:
        self.sight = sight
        self._prizes = prizes
        self._ruthless = ruthless
        self._targets: dict[tuple[int, str], Target] = {}
        self._copy: RhinePosition | None = None

    @property
    def _scratch(self) -> RhinePosition:
        """A position on which units can be moved about."""
        if self._copy is None:
            self._copy = self.sight.position.copy()
            if self._ruthless:
                self._copy.ruthless_turn = self.sight.turn
        return self._copy

    def look(self, party: Mapping[int, int]) -> RhineLook:
        """The map with units (unit -> hex, or a place) where they are planned to be; put them back with `back`."""
        scratch, real = self._scratch, self.sight.position
        for unit, node in party.items():
            if real.units[unit].at != node:
                scratch.units[unit] = Unit(node, 1)
                scratch.deployed &= ~(1 << unit)  # whoever moves is deployed no more (DEP.3)
        return self.sight.game.look(self._scratch)

    def back(self, party: Iterable[int]) -> None:
        """Put units back to where they really are."""
        units, real = self._scratch.units, self.sight.position
        for unit in party:
            units[unit] = real.units[unit]
        self._scratch.deployed = real.deployed

    def verdict(self, targets: HexSet, party: Mapping[int, int], blitz: bool = False) -> Verdict:
        """What an attack by units (unit -> hex) on hexes may bring."""
        if not targets & (targets - 1):
            return self._quick(targets.bit_length() - 1, party, blitz)
        look = self.look(party)
        try:
            return self.judged(look, targets, sum(1 << unit for unit in party), blitz, self._hungry(party))
        finally:
            self.back(party)

    def _quick(self, node: int, party: Mapping[int, int], blitz: bool) -> Verdict:
        """The same for one hex, by what is known of it beforehand."""
        sight = self.sight
        nation = sight.nation(next(iter(party)))
        target = self._targets.get((node, nation))
        if target is None:
            target = self._targets[node, nation] = Target(self, node, nation)
        blitz = blitz or may_be_supported(sight.look, sight.side, 1 << node)
        column = target.column(party, blitz, self._ruthless)
        if column < 0:
            return Verdict(-99.0, column)
        origins = 0
        for at in party.values():
            if at >= 0:
                origins |= 1 << at
        gains = dict(target.spoils(self._prizes, self._shut_in(1 << node, origins)))
        self._costs(gains, party, target.defence + target.unknown, party)
        plain, clear = self._expected(column, target.shaken, gains, 0)
        pressed = -99.0
        if nation != BRITISH and column > PRESSABLE:
            pressed, _ = self._expected(column, target.shaken, gains, 1)
        return Verdict(max(plain, pressed), column, clear, pressed - plain)

    def _hungry(self, party: Mapping[int, int]) -> bool:
        """Would somebody be Short-supplied where he is to go (SUP.19)?"""
        sight = self.sight
        return sight.side == ALLIED and any(
            not sight.full(sight.nation(unit)) >> node & 1
            for unit, node in party.items()
            if node >= 0 and node != sight.at(unit)
        )

    def owed(self, targets: HexSet, party: Mapping[int, int]) -> HexSet:
        """The hexes that such an attack obliges to attack as well (MAND.1)."""
        look = self.look(party)
        try:
            return duties.demanded(look, self.sight.side, targets, sum(1 << unit for unit in party))
        finally:
            self.back(party)

    def judged(
        self, look: RhineLook, targets: HexSet, attackers: int, blitz: bool = False, hungry: bool = False
    ) -> Verdict:
        """The same for units that stand where a look says."""
        side, game = self.sight.side, look.game
        blitz = blitz or may_be_supported(look, side, targets)
        found = rules.odds(look, side, targets, attackers, supported=blitz)
        column = found.column
        if hungry and not any(shift.rule == "SUP.19" for shift in found.shifts):
            column -= game.rules.numbers["shift_short"]
        unknown = sum(unit >= game.first_stranger for unit in members(found.defenders))
        if unknown and found.attack:
            # What lies face down is not nothing.
            guess = rules.basic_column(game, found.attack, found.defence + max(1, round(unknown * STRANGER)))
            column = rules.shifted(game, guess, sum(shift.columns for shift in found.shifts))
        if column < 0:
            return Verdict(-99.0, column)
        gains = self._gains(look, targets, attackers, found.defence + unknown)
        plain, clear = self._expected(column, found.shaken, gains, 0)
        pressed = -99.0
        if may_press(game, attackers, found):
            pressed, _ = self._expected(column, found.shaken, gains, 1)
        return Verdict(max(plain, pressed), column, clear, pressed - plain)

    def _expected(
        self, column: int, shaken: bool, gains: dict[str, tuple[float, bool]], press: int
    ) -> tuple[float, float]:
        """The mean of what the six faces bring, and the chance that the hex is taken."""
        data = self.sight.game.data
        top = len(data.odds) - 1
        total = taken = 0.0
        for die in range(1, 7):
            read = column + shaken + (press if die > 3 else -press)
            worth, clear = gains[data.results[data.odds[max(0, min(read, top))]][die - 1]]
            total += worth
            taken += clear
        return total / 6, taken / 6

    def _gains(self, look: RhineLook, targets: HexSet, attackers: int, defence: int) -> dict[str, tuple[float, bool]]:
        """Result -> what it is worth to the attacker, and whether it clears a hex."""
        units = members(attackers)
        blocked = not targets & (targets - 1) and self._shut_in(targets, look.hexes_of(units))
        gains = spoils(self.sight, self._prizes, self.sight.board.nodes(targets), blocked)
        self._costs(gains, units, defence, {unit: look.position.units[unit].at for unit in units})
        return gains

    def _costs(
        self, gains: dict[str, tuple[float, bool]], units: Iterable[int], defence: int, where: Mapping[int, int]
    ) -> None:
        """Add what the results against the attacker cost, and what it brings to those who land that they get ashore."""
        sight = self.sight
        ours = at_sea = 0.0
        for unit in units:
            value = sight.value(unit)
            ours += value
            if where[unit] < 0:
                at_sea += value
        mind = sight.style.get("mind", 1.0) * MIND[sight.side]
        gains["-"] = (0.0, False)
        gains[AD] = (-mind * (at_sea + CHECKED * (ours - at_sea)), False)
        gains[AE] = (-mind * max(at_sea, min(ours, 2.2 * defence)), False)
        if at_sea:
            for result, (worth, clear) in gains.items():
                if clear:
                    gains[result] = (worth + ASHORE * at_sea, clear)

    def _shut_in(self, targets: HexSet, origins: HexSet) -> bool:
        """Would defenders of a hex have nowhere to run to (RET.1, DR.4)?"""
        sight, land = self.sight, self.sight.game.land
        ours = sight.own_hexes | origins | sight.look.strongholds(sight.side)
        ways = land.step(targets) & ~ours
        return not ways & (sight.enemy_hexes | ~sight.board.step(origins))

    def hope(self, target: int) -> float:
        """What an attack on a hex may be worth if all goes well: good enough to know where to look first."""
        sight = self.sight
        worth = sight.style.get("ground", 1.0) * GROUND[sight.side] + self._prizes.get(target, 0.0)
        return worth + 0.6 * sum(sight.value(unit) for unit in sight.fighters(target))

    def resistance(self, target: int) -> float:
        """The defence factors of a hex, roughly."""
        sight, numbers = self.sight, self.sight.game.rules.numbers
        total = sum(sight.defence(unit) for unit in sight.fighters(target))
        if sight.walls >> target & 1:
            fortress = sight.game.data.fortress_ports >> target & 1
            total += numbers["fortress_defence"] if fortress else numbers["fort_defence"]
        return total
