"""What each side of Fortress Europa wants on the map, from the victory conditions that are still open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bocage.hexes import HexSet

from ...data.tables import Objective
from ...rules.invasion import lines
from ...rules.look import FortressLook, members
from ...rules.position import AFRICA, ALLIED, ENGLAND, GERMAN
from ...rules.supply import ports
from ...rules.supply.capacity import capacity
from ...rules.victory import district_goal
from ..sight import Sight
from .ways import army, district_ways, shares

CAPITAL, MAJOR, GERMAN_CITY, CITY = 11.0, 9.0, 3.0, 1.0  # what a hex is worth
GOAL, MAYBE, SITE = 9.0, 2.5, 1.0
ALL_OF_THEM = 5.0  # one of the V1 sites, where all are to be captured: once taken it is taken for good
WALLS = 5.0  # a fortress of the West Wall, where some are to be destroyed
ON_THE_WAY, IN_RESERVE = 12.0, 0.4  # hexes of the quickest way to win, and those that would do instead
A_POINT = 0.45  # of a port's capacity
MULBERRY = 14.0
GREAT = 5  # the capacity of a port that is never left empty
NEAR_GOAL = 12  # the worth from which a goal is no further away than it is
PACE = 7  # hexes that an enemy may come in a turn
HUNGER, STARVED, MANY = 1.6, 1.6, 12  # ports when units wait in England that cannot land
PLENTY, IDLE = 10, 1.5  # of the capacity: then ports are worth so much less
CAP = 14.0
CLOSE, BARRING = 3, 2.0  # enemies near the front who stand between the army and what it marches on
RALLY = 1  # turns before the end from which what was won is only kept
GARRISON = 7.0  # a place without which an objective is lost, and which a raid could take
AFTER = 5  # hexes by which the front elsewhere is further away than the goals of an offensive


class Goals(NamedTuple):
    """Prizes to take, hexes to guard, where to march, and what a line should cover."""

    prizes: dict[int, float]  # hex -> what driving the enemy out of it, or entering it, is worth
    guards: dict[int, float]  # hex -> what it is worth that a unit stays there
    pull: Sequence[int]  # node -> distance from what the side marches on
    watch: HexSet  # hexes over which the side likes to have zones
    stakes: dict[int, float]  # hex -> how much it matters whose it is


def stakes(sight: Sight) -> dict[int, float]:
    """Hex -> how much it matters whose it is, by the way the game is judged."""
    game, look = sight.game, sight.look
    data, nodes = game.data, game.board.nodes
    found: dict[int, float] = {}

    def add(hexes: HexSet, worth: float) -> None:
        for node in nodes(hexes):
            found[node] = min(found.get(node, 0.0) + worth, CAP)

    add(data.cities, CITY)
    if game.rules.ending == "ardennes" or (game.rules.winter and look.position.turn <= _bulge_turn(sight)):
        add(data.zones["attack_goal"], CAP)
        add(data.zones["strategic_goal"] | data.zones["tactical_goal"], GOAL)
    if game.rules.ending == "districts":
        for node, worth in _on_the_way(sight).items():
            add(1 << node, worth)
    elif game.rules.objectives and look.position.turn <= game.rules.numbers["sudden_death_turn"]:
        for side in (ALLIED, GERMAN):
            mine = look.position.picks.get(side, ())
            for goal in data.objectives[side]:
                share = 1.0 if goal.number in mine else 0.0 if mine else 0.5
                for node, worth in _asked(sight, goal).items():
                    add(1 << node, worth * share)
    if game.rules.early_win and game.rules.ending != "districts":
        add(data.zones["capitals"], CAPITAL)
        add(data.majors, MAJOR)
        add(game.german_cities & ~data.majors, GERMAN_CITY)
        add(data.zones["italian_cities"], GERMAN_CITY / 2)
    lack = _waiting(look) - capacity(look) if sight.side == ALLIED and not game.rules.winter else 0
    hungry = STARVED if lack > MANY else HUNGER if lack > 0 else 1.0
    for node, port in data.ports.items():
        add(1 << node, A_POINT * port.capacity * hungry)
    add((data.v1_sites | data.u_boat_bases) & ~look.position.sites_taken, SITE / 2)
    for unit in members(game.mulberries & look.position.on_board):
        found[look.position.units[unit].at] = MULBERRY
    return found


def _on_the_way(sight: Sight) -> dict[int, float]:
    """Hexes on which the goals of the invaded districts hang (33.1.5), most on those of the quickest."""
    position = sight.position
    start = army(sight.look)
    if not start:
        return {}
    found: dict[int, float] = {}
    for way, share in shares(district_ways(sight.look, sight.ground, position.district_landed or ("NL",), start)):
        for nodes, part in (((*way.lacks, *way.has), 1.0), (way.spare, IN_RESERVE)):
            for node in nodes:
                found[node] = max(found.get(node, 0.0), ON_THE_WAY * share * part)
    return found


def _bulge_turn(sight: Sight) -> int:
    return sight.game.rules.numbers["bulge_victory_turn"]


def _waiting(look: FortressLook) -> int:
    bases = look.in_place(ENGLAND, ALLIED) | look.in_place(AFRICA, ALLIED)
    return (bases & look.game.land_units).bit_count()


def _asked(sight: Sight, goal: Objective) -> dict[int, float]:
    """Hexes that a goal asks for."""
    game, board = sight.game, sight.board
    found = dict.fromkeys(board.nodes(board.set(goal.must)), GOAL)
    found |= dict.fromkeys(board.nodes(board.set(goal.among)), GOAL * 0.8)
    if goal.test == "cities":
        found |= {node: MAYBE for node in board.nodes(game.data.cities) if node not in found}
    elif goal.test in ("other_district_cities", "district_cities_missing"):
        cities = game.data.cities & game.data.districts[goal.list]
        found |= {node: MAYBE for node in board.nodes(cities) if node not in found}
    elif goal.test == "v1_sites_destroyed":
        left = game.data.v1_sites & ~sight.position.sites_taken
        found |= dict.fromkeys(board.nodes(left), ALL_OF_THEM if goal.least else MAYBE)
    elif goal.test == "german_fortresses_destroyed":
        west_wall = game.data.fortresses & game.data.germany & sight.look.intact()
        found |= dict.fromkeys(board.nodes(west_wall), WALLS)
    elif goal.test == "u_boat_bases_destroyed":
        found |= dict.fromkeys(board.nodes(game.data.u_boat_bases), MAYBE)
    return found


def goals(sight: Sight) -> Goals:
    """The goals of the side that looks."""
    return _allied(sight) if sight.side == ALLIED else _german(sight)


def _allied(sight: Sight) -> Goals:
    look, board, position = sight.look, sight.board, sight.position
    worth = stakes(sight)
    held = position.allied_control
    prizes = {node: value for node, value in worth.items() if not held >> node & 1}
    zone = look.zone(ALLIED)
    coming = sight.ground.coming(_loose(sight), sight.own_hexes, zone, PACE)
    guards: dict[int, float] = {}
    later = sight.ground.coming(_loose(sight), sight.own_hexes, zone, 2 * PACE)
    great = sum(1 << node for node, port in sight.game.data.ports.items() if port.capacity >= GREAT)
    mulberries = look.hexes_of(members(sight.game.mulberries & position.on_board))
    # An empty port that an enemy comes next to is shut at once (18.7.11).
    shut = coming | board.step(coming) | later & great
    for node, value in worth.items():
        if held >> node & 1 and (shut if ports.friendly(look) | mulberries else coming) >> node & 1:
            guards[node] = value * (1.0 if mulberries >> node & 1 else 0.7) * sight.style.get("guard", 1.0)
    # Whoever marches off and leaves the harbour empty loses it to the first patrol, and his supply with it.
    guards.update(dict.fromkeys(board.nodes(mulberries), MULBERRY))
    if look.invading() and position.mulberry_turn != position.turn:
        # The harbour comes at the end of the day, to a beach that is held (12.12).
        beaches = position.beaches & sight.own_hexes & ~sight.enemy_hexes
        if beaches:
            guards[min(sight.board.nodes(beaches), key=lambda node: (sight.strike(node), node))] = MULBERRY
    # A place that was entered but is not ours because it lies empty in an enemy zone (30.2).
    lost = sight.game.data.cities & held & ~look.cities(ALLIED)
    prizes.update({node: worth.get(node, CITY) * 0.6 for node in board.nodes(lost & sight.enemy_hexes)})
    prizes = {node: value for node, value in prizes.items() if sight.fence >> node & 1}
    if plenty(look):
        # Armies that besiege harbours nobody needs are missed where the war is decided.
        for node, port in sight.game.data.ports.items():
            if node in prizes:
                prizes[node] = max(0.0, prizes[node] - IDLE * A_POINT * port.capacity)
    goal_hexes = 0
    handicaps: dict[int, int] = {}
    if enough(sight):
        # All that is missing is that it lasts: everybody stands by what was won.
        kept = {node: value for node, value in worth.items() if held >> node & 1 and value >= GOAL}
        guards.update({node: max(guards.get(node, 0.0), value) for node, value in kept.items()})
        goal_hexes, prizes = sum(1 << node for node in kept), {n: v for n, v in prizes.items() if v < GOAL}
    for node, value in prizes.items():
        if goal_hexes and enough(sight):
            break
        if value > CITY or not handicaps:
            goal_hexes |= 1 << node
            handicaps[node] = max(0, round(1.5 * (NEAR_GOAL - value)))
    barred = sight.enemy_hexes
    pull = sight.ground.field(goal_hexes or barred, barred, (sight.enemy_zone | sight.ground.slow) & ~barred, handicaps)
    near = sum(board.layers(sight.enemy_hexes, board.all, 3)) & ~zone
    if sight.own_hexes and not sight.beachhead and not enough(sight):
        ahead = min(pull[node] for node in board.nodes(sight.own_hexes))
        for node in board.nodes(sight.enemy_hexes & sight.ground.sphere(sight.own_hexes, CLOSE)):
            if pull[node] <= ahead + CLOSE:
                prizes[node] = prizes.get(node, 0.0) + BARRING
    return Goals(prizes, guards, pull, near, worth)


def plenty(look: FortressLook) -> bool:
    """Do the ports carry all who can be landed in a while, in a war that is decided in Germany?"""
    return look.game.rules.ending == "cities" and capacity(look) >= PLENTY


def long_war(sight: Sight) -> bool:
    """Do armies march across countries, so that whoever is left without supply is lost in the end?"""
    rules = sight.game.rules
    return not rules.winter and rules.ending != "districts"


def enough(sight: Sight) -> bool:
    """Are the Allies where they have to be when Invasion ends, and is the end near?"""
    rules = sight.game.rules
    near = rules.ending == "districts" and sight.turn > rules.last_turn - RALLY
    return near and district_goal(sight.look)


def _loose(sight: Sight) -> HexSet:
    """Hexes of enemies that could move."""
    frozen = sight.position.frozen
    return sum({1 << sight.at(unit) for unit in sight.troops(sight.enemy) if not frozen >> unit & 1})


def _german(sight: Sight) -> Goals:
    """Throw them into the sea while that can be done; else keep what they need out of their hands."""
    look, board, position = sight.look, sight.board, sight.position
    worth = stakes(sight)
    held = position.allied_control
    prizes = {node: value for node, value in worth.items() if held >> node & 1}
    for node in board.nodes(sight.enemy_hexes):
        prizes.setdefault(node, 0.0)
    zone = look.zone(GERMAN)
    coming = sight.ground.coming(sight.enemy_hexes, sight.own_hexes, zone, PACE)
    later = sight.ground.coming(sight.enemy_hexes, sight.own_hexes, zone, 2 * PACE)
    within = sight.ground.sphere(sight.enemy_hexes, PACE)
    firm = sight.style.get("guard", 1.0)
    guards = {
        node: value * firm * (0.8 if coming >> node & 1 else 0.4)
        for node, value in worth.items()
        if not held >> node & 1 and (later | sight.own_hexes & within) >> node & 1
    }
    for node in board.nodes(_raidable(sight) & ~held & ~sight.enemy_hexes):
        guards[node] = max(guards.get(node, 0.0), GARRISON * firm)
    near = sight.enemy_hexes | board.step(sight.enemy_hexes)
    ring = board.step(near) & ~near
    # The line stands between the Allies and what they want.
    wanted = sum(1 << node for node, value in worth.items() if not held >> node & 1 and value > MAYBE)
    front = ring | board.step(ring) & ~near
    if wanted and sight.enemy_hexes:
        away, home = sight.ground.distances(sight.enemy_hexes), sight.ground.distances(wanted)
        nearest = min(home[node] for node in board.nodes(sight.enemy_hexes))
        barrier = sum(1 << node for node in board.nodes(front) if home[node] <= nearest + away[node] + 3)
        front = barrier or front
    barred = sight.enemy_hexes
    # Those who are far away also make for places that lie open to the enemy.
    bare = {node: max(0, round(8 - value)) for node, value in guards.items() if not sight.own_hexes >> node & 1}
    if offensive(sight):
        # The blow in the Ardennes goes for its goals, and who stands in them stays (33.3.10).
        hot = {node: value for node, value in prizes.items() if value >= GOAL}
        bare = dict.fromkeys(board.nodes(front), AFTER) | dict.fromkeys(hot, 0)
        guards.update({node: CAP for node, value in worth.items() if value >= GOAL and _won(sight, node)})
    goal_hexes = (front or wanted) | sum(1 << node for node, price in bare.items() if price < 6)
    pull = sight.ground.field(goal_hexes, barred, sight.ground.slow, {node: p for node, p in bare.items() if p < 6})
    return Goals(prizes, guards, pull, front, worth)


def _raidable(sight: Sight) -> HexSet:
    """Coast on which what the Germans have written down hangs, as long as the Allies may still raid it (21.2)."""
    look, data = sight.look, sight.game.data
    mine = look.position.picks.get(GERMAN, ())
    if sight.game.rules.ending != "objectives" or look.position.raids >= sight.game.rules.raids:
        return 0
    found: HexSet = 0
    for goal in data.objectives[GERMAN]:
        if goal.number in mine:
            found |= sight.board.set(goal.must)
            found |= data.u_boat_bases if goal.test == "u_boat_bases_destroyed" else 0
            found |= data.v1_sites if goal.test == "v1_sites_destroyed" else 0
            found |= data.germany if goal.test == "allied_units_in_germany" else 0
    return found & lines.invadable(look) & ~data.mediterranean_coast


def offensive(sight: Sight) -> bool:
    """Is it the time of the Ardennes offensive?"""
    return sight.game.rules.winter and sight.turn <= _bulge_turn(sight)


def _won(sight: Sight, node: int) -> bool:
    zones = sight.game.data.zones
    asked = zones["attack_goal"] | zones["strategic_goal"] | zones["tactical_goal"]
    return bool(asked >> node & 1 and not sight.position.allied_control >> node & 1)
