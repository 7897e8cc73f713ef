"""What an attack is worth to the simple bot: the chances of the table against units, ground and prizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bocage.bots.rhine_sight import STRANGER, Sight
from bocage.engine.position import Unit
from bocage.games.rhine import duties
from bocage.games.rhine import odds as rules
from bocage.games.rhine.fight import AD, AE, DE, DR, DW, D, may_press, own_result
from bocage.games.rhine.look import RhineLook, members
from bocage.games.rhine.odds import may_be_supported
from bocage.games.rhine.position import ALLIED, GERMAN
from bocage.hexes import HexSet

GROUND = {ALLIED: 1.2, GERMAN: 0.5}  # driving the enemy out of a hex, whatever it is worth
MIND = {ALLIED: 1.0, GERMAN: 1.0}  # how much a side minds its own losses
ROUTED, WITHDRAWN, SHAKEN = 0.35, 0.12, 0.15  # the part of a unit's worth that a result costs its owner
CHECKED = 0.3  # the part of the attackers' worth that an AD costs


class Verdict(NamedTuple):
    """An attack as the bot sees it."""

    worth: float
    column: int  # of the final odds
    clear: float = 0.0  # the chance that the hex is taken
    pressed: float = -99.0  # its worth as a Pressed Attack, where it can be one


HOPELESS = Verdict(-99.0, -99)


class Odds:
    """Reckons attacks as they would be if units stood in certain hexes."""

    def __init__(self, sight: Sight, prizes: Mapping[int, float], ruthless: bool = False) -> None:
        self.sight = sight
        self._prizes = prizes
        self._scratch = sight.position.copy()
        self._scratch.units = list(sight.position.units)
        if ruthless:
            self._scratch.ruthless_turn = sight.turn

    def look(self, party: Mapping[int, int]) -> RhineLook:
        """The map with units (unit -> hex, or a place) where they are planned to be; put them back with `back`."""
        scratch, real = self._scratch, self.sight.position
        for unit, node in party.items():
            if real.units[unit].at != node:
                scratch.units[unit] = Unit(node, 1)
                scratch.deployed &= ~(1 << unit)  # whoever moves is deployed no more (DEP.3)
        look = self.sight.game.look(self._scratch)
        look.memo = {}
        return look

    def back(self, party: Iterable[int]) -> None:
        """Put units back to where they really are."""
        units, real = self._scratch.units, self.sight.position
        for unit in party:
            units[unit] = real.units[unit]
        self._scratch.deployed = real.deployed

    def verdict(self, targets: HexSet, party: Mapping[int, int], blitz: bool = False) -> Verdict:
        """What an attack by units (unit -> hex) on hexes may bring."""
        look = self.look(party)
        try:
            return self.judged(look, targets, sum(1 << unit for unit in party), blitz, self._hungry(party))
        finally:
            self.back(party)

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
            guess = rules.basic_column(look, found.attack, found.defence + max(1, round(unknown * STRANGER)))
            column = rules.shifted(look, guess, sum(shift.columns for shift in found.shifts))
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
        sight, game, side = self.sight, look.game, self.sight.side
        ground = 0.0
        lost = dict.fromkeys((DE, DR, DW, D), 0.0)
        emptied = dict.fromkeys((DE, DR, DW, D), True)
        emptied[D] = False
        share = {DE: 1.0, DR: ROUTED, DW: WITHDRAWN, D: SHAKEN, "-": 0.0}
        blocked = self._blocked(look, targets, attackers)
        for node in game.board.nodes(targets):
            ground += GROUND[side] + self._prizes.get(node, 0.0)
            if sight.walls >> node & 1:
                emptied[DW] = False
            for unit in sight.fighters(node):
                worth = sight.value(unit)
                for result in (DE, DR, DW, D):
                    own, _ = own_result(game, unit, node, result)
                    if own == DR and blocked:
                        own = DE
                    lost[result] += worth * share[own]
                    if own in (D, "-"):
                        emptied[result] = False
        gains = {result: (lost[result] + (ground if emptied[result] else 0.0), emptied[result]) for result in lost}
        gains["-"] = (0.0, False)
        units = members(attackers)
        ours = sum(sight.value(unit) for unit in units)
        at_sea = sum(sight.value(unit) for unit in units if look.position.units[unit].at < 0)
        mind = MIND[side]
        gains[AD] = (-mind * (at_sea + CHECKED * (ours - at_sea)), False)
        gains[AE] = (-mind * max(at_sea, min(ours, 2.2 * defence)), False)
        return gains

    def _blocked(self, look: RhineLook, targets: HexSet, attackers: int) -> bool:
        """Would defenders of a hex have nowhere to run to (RET.1, DR.4)?"""
        if targets & (targets - 1):
            return False
        game, sight = look.game, self.sight
        origins = look.hexes_of(members(attackers))
        ours = sight.own_hexes | origins | look.strongholds(sight.side)
        ways = game.land.step(targets) & ~ours
        return not ways & (sight.enemy_hexes | ~game.board.step(origins))

    def hope(self, target: int) -> float:
        """What an attack on a hex may be worth if all goes well: good enough to know where to look first."""
        sight = self.sight
        worth = GROUND[sight.side] + self._prizes.get(target, 0.0)
        return worth + 0.6 * sum(sight.value(unit) for unit in sight.fighters(target))

    def resistance(self, target: int) -> float:
        """The defence factors of a hex, roughly."""
        sight, numbers = self.sight, self.sight.game.rules.numbers
        total = sum(sight.defence(unit) for unit in sight.fighters(target))
        if sight.walls >> target & 1:
            fortress = sight.game.data.fortress_ports >> target & 1
            total += numbers["fortress_defence"] if fortress else numbers["fort_defence"]
        return total
