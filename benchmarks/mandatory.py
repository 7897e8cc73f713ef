"""How long the questions of a combat impulse take in Fortress Europa: the front of December III, and long random ones.

Random fronts have 42 attackers against 51 defenders in one contact across the map, of three nations. Battles are put
together by random choices until nothing is owed; after each the attackers and defenders have fought. Every question is
timed as the game asks it: on a look that has just been taken for the first question about a position, and on the same
look for the next.

Run with ``python -m benchmarks.mandatory``.
"""

from __future__ import annotations

import gc
import sys
from random import Random

from benchmarks.duties import Clock
from bocage.engine.play import index_units
from bocage.games.fortress.data import rows
from bocage.games.fortress.game import Fortress
from bocage.games.fortress.rules.combat import duties, hopeless
from bocage.games.fortress.rules.combat.attackers import able
from bocage.games.fortress.rules.look import members
from bocage.games.fortress.rules.position import ALLIED, GERMAN, OTHER, FortressPosition
from bocage.parts.combat.duties import Battle
from bocage.parts.stacks import union
from bocage.rules import Unit

ATTACKERS, DEFENDERS = 42, 51


def placed(game: Fortress, where: dict[int, int], steps: dict[int, int]) -> FortressPosition:
    """A position with these units on the map, in a first combat impulse."""
    position = game.first_position()
    position.units = [
        Unit(where.get(unit, game.unlisted_place), steps.get(unit, counter.steps))
        for unit, counter in enumerate(game.counters)
    ]
    position.impulse, position.weather, position.released, position.turn = 1, "Clear", True, 28
    position.invaders = position.dropped = position.frozen = 0
    index_units(game, position)
    return position


def december(game: Fortress) -> FortressPosition:
    """The front of the winter scenarios, all of whose units must attack as usual."""
    where, steps = {}, {}
    for row in rows("winter_setup.csv"):
        if row["where"] in game.board.index and row["unit"] in game.unit_numbers:
            unit = game.unit_numbers[row["unit"]]
            where[unit] = game.board.index[row["where"]]
            if row["state"] == "reduced":
                steps[unit] = 1
    position = placed(game, where, steps)
    for row in rows("zones.csv"):
        if row["zone"] == "destroyed_fortresses":
            position.forts_destroyed = game.board.set(row["hexes"].split())
    return position


def long_front(game: Fortress, dice: Random, side: str) -> FortressPosition:
    """Two lines of hexes next to each other that wind across the map."""
    board, land = game.board, game.data.land & ~game.data.terrain["alpine"]
    intact = game.data.fortresses
    while True:
        own_hexes, enemy_hexes = [], []
        row = dice.randint(12, 16)
        for column in range(6, 44):
            row = min(max(row + dice.choice((-1, 0, 0, 1)), 8), 22)
            enemy_hexes += board.nodes(game.data.columns[column] & game.data.rows[row] & land)
            own_hexes += board.nodes(game.data.columns[column] & game.data.rows[row + 1] & land)
            if dice.random() < 0.05:
                row += dice.choice((-2, 2))
        start = dice.randint(0, max(0, len(own_hexes) - 24))
        own_hexes = own_hexes[start : start + 24]
        held = sum(1 << node for node in own_hexes)
        enemy_hexes = [node for node in enemy_hexes if not held >> node & 1 and board.around[node] & held]
        if len(own_hexes) > 14 and len(enemy_hexes) > 14:
            break
    fit = game.land_units & ~game.volkssturm & ~game.coastal_units & ~game.headquarters & ~game.raiders
    own, enemy = members(fit & game.side_units[side]), members(fit & game.side_units[OTHER[side]])
    where: dict[int, int] = {}
    if side == ALLIED:
        nations = [members(party & fit) for party in game.parties]
        for pool in nations:
            dice.shuffle(pool)
        borders = (dice.uniform(0.15, 0.4), dice.uniform(0.5, 0.85))
        for place, node in enumerate(own_hexes):
            main = nations[(0, 2, 3)[sum(place / len(own_hexes) > border for border in borders)]]
            for _ in range(dice.choice((1, 2, 2, 2, 3))):
                pool = dice.choice(nations) if dice.random() < 0.05 else main
                pool = pool or nations[2]
                if len(where) < ATTACKERS and pool:
                    where[pool.pop()] = node
    else:
        dice.shuffle(own)
        for place, unit in enumerate(own[:ATTACKERS]):
            where[unit] = own_hexes[place] if place < len(own_hexes) else dice.choice(own_hexes)
    dice.shuffle(enemy)
    for place, unit in enumerate(enemy[:DEFENDERS]):
        where[unit] = enemy_hexes[place] if place < len(enemy_hexes) else dice.choice(enemy_hexes)
    position = placed(game, where, {unit: 1 for unit in where if dice.random() < 0.25})
    if side == ALLIED or dice.random() < 0.5:
        position.forts_destroyed = intact
    return position if one_contact(game, position, side) else long_front(game, dice, side)


def one_contact(game: Fortress, position: FortressPosition, side: str) -> bool:
    """Does the front hang together, with every attacker in it?"""
    near = able(game.look(position), side)
    hexes = {next(iter(near))}
    while True:
        units = union(near[node] for node in hexes)
        wider = {node for node in near if near[node] & units}
        if wider == hexes:
            return units.bit_count() == ATTACKERS
        hexes = wider


def play(game: Fortress, position: FortressPosition, side: str, dice: Random, clock: Clock) -> None:
    """Battles are put together by random choices."""
    look = game.look(position)
    ways = clock("who must be removed", hopeless.removals, look, side)
    while ways != (0,):
        for unit in members(dice.choice(ways)):
            position.units[unit] = Unit(game.unlisted_place, 1)
        index_units(game, position)
        look = game.look(position)
        ways = hopeless.removals(look, side)
    task = clock("the task", hopeless.task, look, side)
    sorties = 0
    while True:
        look = game.look(position)
        task = task._replace(sorties=sorties)
        hexes = clock("targets to declare", duties.addable, look, task)
        if not hexes or (clock("is it over", duties.over, look, task) and dice.random() < 0.5):
            break
        made = Battle(1 << dice.choice(members(hexes)), 0)
        while True:
            choices = [
                Battle(1 << node, 0) for node in members(clock("targets to add", duties.addable, look, task, made))
            ]
            choices += [
                Battle(0, 1 << unit) for unit in members(clock("who may join", duties.joinable, look, task, made))
            ]
            if made.attackers and clock("may it be closed", duties.closable, look, task, made):
                choices.append(Battle(0, 0))
            more = dice.choice(choices)
            if not any(more):
                break
            made = Battle(made.targets | more.targets, made.attackers | more.attackers)
        sorties |= duties.sallying(look, side, made.attackers)
        for node in members(made.targets):
            position.fought |= look.in_place(node, OTHER[side])
        position.fought |= made.attackers


def show(name: str, clock: Clock) -> None:
    print(f"{name:38} {'asked':>7} {'p50 ms':>8} {'p99 ms':>8} {'most ms':>8}")
    for kind, (asked, middle, most, longest) in clock.table().items():
        print(f"  {kind:36} {asked:7} {middle:8.3f} {most:8.3f} {longest:8.3f}")


def main(fronts: int = 40) -> None:
    """The tables."""
    game = Fortress()
    gc.freeze()  # a collection of garbage that goes through all data of the game is no part of a question
    for side in (ALLIED, GERMAN):
        clock, dice = Clock(), Random(1944)
        for _ in range(fronts // 4 + 1):
            play(game, december(game), side, dice, clock)
        show(f"December III, {side}", clock)
        clock = Clock()
        for _ in range(fronts):
            play(game, long_front(game, dice, side), side, dice, clock)
        show(f"long fronts, {side}", clock)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
