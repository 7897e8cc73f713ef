"""Marching orders of the simple bot: the map's exits, prizes, attacks put together from afar, then everybody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bocage.bots import storming_assaults as assaults
from bocage.bots.storming_aims import Aims
from bocage.bots.storming_line import Line
from bocage.bots.storming_odds import HOPELESS, Odds, Verdict
from bocage.bots.storming_sight import FAR, Sight
from bocage.bots.storming_staff import staff_hex
from bocage.engine.actions import Action
from bocage.games.storming import strategic, travel
from bocage.games.storming.look import members
from bocage.games.storming.moving import Moving
from bocage.games.storming.position import ALLIED, ASIDE, ASSAULT, BRITTANY, EXPLOITATION, GERMAN
from bocage.games.storming.travel import Ways
from bocage.hexes import HexSet

GOOD_ATTACK = {ALLIED: 0.5, GERMAN: 1.2}  # what a planned attack must be worth
BIG_PRIZE = 2.0  # a prize for which a unit is sent
FRONT = 8  # hexes from the enemy within which units may be ordered to attack
MANNED, VITAL = 1.0, 25.0  # the danger that is borne in a guarded hex, and what makes a hex vital
RAIL = 4  # who is so many hexes from the front or nearer does not entrain

Order = list[tuple[str, int]]
Verbs = Mapping[str, Sequence[Action]]


class March:
    """The orders of one Movement Step, thought out a few at a time so that no answer takes long.

    Every unit is settled once, by an order or by staying, so the bot never goes in circles.
    """

    def __init__(self, key: object, sight: Sight, aims: Aims) -> None:
        self.key = key
        self._sight = sight
        self._aims = aims
        self._walked = 0  # units that have carried out an order
        self._free = set(members(sight.movable()))
        self._ways: dict[int, Ways] = {}
        self._order: Order = []
        self._taken: HexSet = 0
        self._ideas = self._think()

    def stale(self, sight: Sight) -> bool:
        """Has the match gone back behind what was ordered?"""
        position = sight.position
        return bool(self._walked & ~(position.moved | position.entrained) & position.on_board)

    def choose(self, sight: Sight, frame: Moving, verbs: Verbs) -> Action:
        """The next action of the orders."""
        self._sight = sight
        while True:
            while self._order:
                verb, index = self._order.pop(0)
                if verb == "pick" and frame.hand == 1 << index and not frame.hexes:
                    continue
                for action in verbs.get(verb, ()):
                    if action.index == index:
                        if verb in ("move", "exit", "strategic", "assault"):
                            self._walked |= frame.hand
                        return action
                self._order = []
            order = next(self._ideas, None)
            if order is None:
                return _end(verbs)
            self._order = order

    def destination(self, unit: int) -> int:
        """Where a unit that has entrained is to go, or -1."""
        return next((index for verb, index in self._order if verb == "move"), -1)

    # The order of business

    def _think(self) -> Iterator[Order]:
        side = self._sight.side
        if side == ALLIED:
            yield from self._return()
            yield from self._leave()
        stage = self._sight.position.stage
        if stage == EXPLOITATION:
            yield from self._storm()
        yield from self._man()
        yield from self._strategic()
        yield from self._walk_in()
        if side == ALLIED:
            yield from self._leave()
        if stage == ASSAULT:
            yield from self._gather()
        yield from self._advance()
        yield from self._staff()

    def _reach(self, unit: int) -> Ways:
        """Where a unit can go. Enemy zones do not change as we move; after a fight everything is asked anew."""
        found = self._ways.get(unit)
        if found is None:
            found = self._ways[unit] = self._sight.ways(1 << unit)
        return found

    def _goals(self, unit: int) -> HexSet:
        return self._reach(unit).goals & ~self._aims.closed(unit)

    def _go(self, unit: int, node: int) -> Order:
        self._free.discard(unit)
        if node == self._sight.at(unit):
            return []
        shut = self._aims.closed(unit)
        if shut and any(shut >> step & 1 for step in self._reach(unit).path(node)):
            return []
        return [("pick", unit), ("move", node)]

    # Brittany (7.1.2.J, 7.1.2.K)

    def _return(self) -> Iterator[Order]:
        sight = self._sight
        away = members(sight.look.in_place(BRITTANY, ALLIED) & ~sight.position.leaving)
        if not away or not sight.position.returning:
            return
        for unit in sorted(away, key=lambda unit: (-sight.attack(unit), unit)):
            sight = self._sight
            doors = list(sight.board.nodes(sight.game.entrances["B"] & ~sight.enemy_hexes))
            if sight.position.returning <= 0 or not doors:
                return
            field = self._aims.field(unit)
            yield [("return", unit), ("move", min(doors, key=lambda node: (field[node], node)))]

    def _leave(self) -> Iterator[Order]:
        """Four US divisions leave together, as soon as four can."""
        sight = self._sight
        position, game = sight.position, sight.game
        if position.brittany_closed or game.scenario == "final":
            return
        doors = game.entrances["B"] & game.in_play
        able: list[tuple[int, int, int]] = []
        for unit in sorted(self._free):
            if not game.us_divisions >> unit & 1:
                continue
            at = sight.at(unit)
            if doors >> at & 1:
                able.append((sight.attack(unit), unit, at))
                continue
            if sight.from_own is None or not self._goals(unit) & doors & ~sight.enemy_zone:
                continue
            ways = self._reach(unit)
            spots = ways.goals & doors & ~sight.enemy_zone
            points = travel.allowance(sight.look, unit)
            for node in sight.board.nodes(spots):
                spent = ways.price(ways.path(node))
                if spent is not None and spent < points:
                    able.append((sight.attack(unit), unit, node))
                    break
        needed = game.rules.numbers["brittany_divisions"]
        if len(able) < needed:
            return
        able.sort()
        for _, unit, node in able[:needed]:
            yield [*(self._go(unit, node) or [("pick", unit)]), ("exit", 0)]

    # Strategic Movement (10.7.11, 10.7.12)

    def _strategic(self) -> Iterator[Order]:
        sight = self._sight
        look, side = sight.look, sight.side
        if strategic._why_impossible(look, side) is not None:
            return
        ends = strategic.terminals(look, side)
        if not ends:
            return
        units = sorted(self._free)
        if side == GERMAN:
            waiting = members(look.in_place(ASIDE, GERMAN)) if sight.game.scenario == "breakout" else []
            units = waiting + [unit for unit in units if self._far_off(unit)]
        else:
            units = [unit for unit in units if sight.game.data.west >> sight.at(unit) & 1]
        for unit in units:
            if sight.game.staff_units >> unit & 1 and side == GERMAN:
                continue
            sight = self._sight
            hexes = strategic.destinations(sight.look, unit)
            if not hexes:
                continue
            field = self._aims.field(unit)
            goal = min(sight.board.nodes(hexes), key=lambda node: (field[node], len(sight.stack(node)), node))
            if side == ALLIED and sight.at(unit) >= 0 and field[goal] >= field[sight.at(unit)]:
                continue
            self._free.discard(unit)
            yield [("strategic", unit), ("move", goal)]

    def _far_off(self, unit: int) -> bool:
        """Is a German unit east of the Seine, and far from the fighting?"""
        sight = self._sight
        at = sight.at(unit)
        if sight.game.data.west >> at & 1 or self._aims.task(unit) not in ("line", ""):
            return False
        garrison = sight.game.cards[unit].type == "coastal" and sight.game.data.forts["coastal"] >> at & 1
        return sight.from_enemy[at] > RAIL and not garrison

    # Mobile Assaults

    def _storm(self) -> Iterator[Order]:
        while True:
            sight = self._sight
            odds = Odds(sight, self._aims.prizes)
            self._free &= set(members(sight.movable()))
            ready = {
                unit for unit in self._free if sight.from_enemy[sight.at(unit)] <= FRONT and not self._posted(unit)
            }
            found = next((one for one in assaults.candidates(sight, odds, ready) if assaults.allowed(sight, one)), None)
            if found is None:
                return
            units = members(found.units)
            self._free -= set(units)
            order: Order = [("pick", units[0]), *(("join", unit) for unit in units[1:])]
            if found.goes != found.at:
                order.append(("move", found.goes))
            yield [*order, ("assault", found.target)]
            self._ways.clear()

    # Prizes that lie open

    def _walk_in(self) -> Iterator[Order]:
        while True:
            sight, aims = self._sight, self._aims
            shut = sight.enemy_hexes | sight.own_hexes | self._taken
            prizes = sorted(
                (-value, node)
                for node, value in aims.prizes.items()
                if value >= BIG_PRIZE and not shut >> node & 1 and not sight.controls(node)
            )
            for loss, node in prizes:
                walkers = [
                    unit
                    for unit in sorted(self._free)
                    if sight.board.distance(sight.at(unit), node) <= 12
                    and not sight.game.staff_units >> unit & 1
                    and self._goals(unit) >> node & 1
                    and sight.supply_for(unit) >> node & 1
                    and not (self._posted(unit) and aims.guards[sight.at(unit)] >= -loss)
                ]
                if walkers:
                    unit = max(walkers, key=lambda unit: (self._spare(unit, node), -unit))
                    self._taken |= 1 << node
                    order = self._go(unit, node)
                    if order:
                        yield order
                        break
            else:
                return

    # Hexes that must not be lost

    def _man(self) -> Iterator[Order]:
        """Somebody stays in, or goes to, each hex that must be guarded, and enough of them where it is in danger."""
        guards = self._aims.guards
        for node in sorted(guards, key=lambda node: (-guards[node], node)):
            while True:
                sight = self._sight
                held = [unit for unit in sight.stack(node) if unit not in self._free and sight.defence(unit)]
                strength = sum(sight.defence(unit) for unit in held)
                if held and sight.danger(node, strength) < (MANNED if guards[node] < VITAL else 0.2):
                    break
                unit = self._guard(node)
                if unit is None:
                    break
                order = self._go(unit, node)
                if order:
                    yield order

    def _guard(self, node: int) -> int | None:
        """The unit that can best be spared for a hex: who is there already, then who is nearest, the weak first."""
        sight, aims = self._sight, self._aims
        choices = [
            unit
            for unit in sorted(self._free)
            if not sight.game.staff_units >> unit & 1
            and aims.may_guard(unit, node)
            and sight.board.distance(sight.at(unit), node) <= 8
            and (sight.at(unit) == node or (self._goals(unit) >> node & 1 and sight.fits(unit, node)))
            and (sight.at(unit) == node or not self._posted(unit))
        ]
        return min(
            choices,
            key=lambda unit: (sight.at(unit) != node, sight.attack(unit) - 0.5 * sight.defence(unit), unit),
            default=None,
        )

    def _posted(self, unit: int) -> bool:
        """Is a unit the last one in a hex that must be guarded?"""
        sight = self._sight
        at = sight.at(unit)
        if at not in self._aims.guards:
            return False
        staff = sight.game.staff_units
        return not any(other != unit and not staff >> other & 1 for other in sight.stack(at))

    def _spare(self, unit: int, node: int) -> float:
        sight = self._sight
        defence = sight.defence(unit)
        return defence - 3 * sight.danger(node, defence) - 0.5 * sight.board.distance(sight.at(unit), node)

    # Attacks

    def _gather(self) -> Iterator[Order]:
        """Bring together the most promising attacks, one after the other."""
        sight = self._sight
        odds = Odds(sight, self._prizes_of_attack())
        fighters = [
            unit
            for unit in members(sight.position.on_board & sight.game.side_units[sight.side])
            if sight.attack(unit) and sight.from_enemy[sight.at(unit)] <= FRONT and self._may_attack(unit)
        ]
        hopes = {
            node: odds.hope(node) for node in sight.board.nodes(sight.enemy_hexes) if sight.from_own[node] <= FRONT
        }
        enough = GOOD_ATTACK[sight.side]
        busy: set[int] = set()
        while hopes:
            sight = odds.sight = self._sight
            target = max(hopes, key=lambda node: (hopes[node], -node))
            verdict, party = self._party(odds, target, [unit for unit in fighters if unit not in busy])
            if verdict.worth < enough:
                del hopes[target]
                continue
            hopes[target] = verdict.worth
            if verdict.worth < max(hopes.values()):
                continue  # others have used up the best attackers: look at the next best first
            del hopes[target]
            busy |= set(party)
            for unit, node in party.items():
                if unit in self._free:
                    order = self._go(unit, node)
                    if order:
                        yield order

    def _prizes_of_attack(self) -> dict[int, float]:
        """What the ground is worth: prizes, and enemies who stand in the way."""
        return self._aims.prizes

    def _may_attack(self, unit: int) -> bool:
        position, sight = self._sight.position, self._sight
        idle = position.refit | position.grounded | position.disrupted | sight.game.garrison_units
        if sight.side == GERMAN:
            idle |= sight.look.frozen_units()
        return not idle >> unit & 1

    def _party(self, odds: Odds, target: int, fighters: list[int]) -> tuple[Verdict, dict[int, int]]:
        """The best attack on a hex by these units, each with the hex from which it attacks."""
        sight = self._sight
        board = sight.board
        ground = sight.game.supply_sides.step(1 << target) & ~sight.enemy_hexes & sight.game.in_play
        able: dict[int, HexSet] = {}
        for unit in fighters:
            at = sight.at(unit)
            if board.distance(at, target) > FRONT or sight.closed_to(unit) >> target & 1:
                continue
            hexes = 1 << at
            if unit in self._free and not self._posted(unit):
                hexes |= self._goals(unit)
            if hexes & ground:
                able[unit] = hexes & ground
        if sum(sight.attack(unit) for unit in able) < 3:
            return HOPELESS, {}
        ranked = sorted(able, key=lambda unit: (-sight.attack(unit), unit))
        best: tuple[Verdict, dict[int, int]] = (HOPELESS, {})
        for node in board.nodes(ground):
            verdict, party = self._from_hex(odds, target, node, {}, [u for u in ranked if able[u] >> node & 1])
            if verdict.worth > best[0].worth:
                best = (verdict, party)
        if not best[1]:
            return best
        used = 0
        for node in best[1].values():
            used |= 1 << node
        for node in board.nodes(ground & ~used):
            others = [unit for unit in ranked if able[unit] >> node & 1 and unit not in best[1]]
            if others:
                verdict, party = self._from_hex(odds, target, node, best[1], others)
                if verdict.worth > best[0].worth + 0.2:
                    best = (verdict, party)
        return best

    def _from_hex(
        self, odds: Odds, target: int, node: int, before: dict[int, int], units: list[int]
    ) -> tuple[Verdict, dict[int, int]]:
        """The best attack out of a hex, together with those who attack from elsewhere."""
        sight = self._sight
        owed = 0
        if before:
            hexes = 1 << node
            for other in before.values():
                hexes |= 1 << other
            zone = sight.game.zone_sides.step(hexes) & ~sight.look.without_zone(sight.side)
            owed = (zone & sight.enemy_hexes & ~(1 << target)).bit_count()
        best, chosen = HOPELESS, before
        party = before
        for unit in units:
            if sight.at(unit) != node and not sight.fits(unit, node, party):
                continue
            party = {**party, unit: node}
            verdict = odds.worth(target, party)
            worth = verdict.worth - 0.8 * owed - 0.08 * len(party)
            if worth > best.worth:
                best, chosen = Verdict(worth, verdict.clear), party
        return best, chosen

    # Everybody else

    def _advance(self) -> Iterator[Order]:
        sight, aims = self._sight, self._aims
        settled = 0
        for unit in sight.units_of(sight.side):
            if unit not in self._free and not sight.game.staff_units >> unit & 1:
                settled |= 1 << sight.at(unit)
        line = Line(sight, aims, settled)
        queue = sorted(
            (unit for unit in self._free if not sight.game.staff_units >> unit & 1),
            key=lambda unit: (
                not sight.game.mute_hexes >> sight.at(unit) & 1, aims.field(unit)[sight.at(unit)],
                -sight.defence(unit), unit,
            ),
        )  # fmt: skip
        for unit in queue:
            order = self._go(unit, line.place(self._sight, unit, self._goals(unit)))
            if order:
                yield order

    def _staff(self) -> Iterator[Order]:
        """Headquarters and leaders follow their armies."""
        for unit in sorted(self._free):
            if self._sight.game.staff_units >> unit & 1:
                goal = staff_hex(self._sight, self._aims, unit, self._goals(unit))
                order = self._go(unit, goal)
                if order:
                    yield order


def _end(verbs: Verbs) -> Action:
    if verbs.get("end"):
        return verbs["end"][0]
    for verb in ("move", "pick"):
        if verbs.get(verb):
            return verbs[verb][0]
    return next(iter(verbs.values()))[0]


__all__ = ["FAR", "March"]
