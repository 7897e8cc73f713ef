"""Movement on random fronts: a slow reckoner with the printed map must agree, and no question may go wrong."""

from __future__ import annotations

import random
from heapq import heappop, heappush
from typing import Any

import pytest

import bocage
from bocage.games.storming.rules.movement.allowance import allowance
from bocage.games.storming.rules.movement.hand import Moving
from bocage.games.storming.rules.movement.limits import barred, no_stay
from bocage.games.storming.rules.movement.paced import Paced
from bocage.games.storming.rules.movement.reach import walk
from bocage.games.storming.rules.movement.reach import ways as ways_of
from tests.storming.data.printed import CHART, HEXES, around, side
from tests.storming.movement.marching import GAME

ROWS = {
    "allied": ("allied assault movement", "allied breakthrough", "allied exploitation"),
    "german": ("german assault movement", "german exploitation"),
}
BRIDGES = {frozenset(GAME.board.labels[end] for end in bridge.ends): bridge.name for bridge in GAME.data.bridges}
LABELS = GAME.board.labels


def front(rng: random.Random) -> dict[str, Any]:
    """A band of the map with units of both sides strewn over it, on a random turn."""
    column = rng.randrange(2, 56)
    region = [label for label in HEXES if abs(int(label[:2]) - column) < 6 and label in GAME.board.index]
    turn = rng.randrange(2, 16)
    units, taken = [], {}
    for counter in rng.sample([counter for counter in GAME.counters if counter.type != "garrison"], 40):
        label = rng.choice(region)
        if taken.setdefault(label, counter.side) == counter.side:
            units.append(f"{counter.id} {label}{' dropped' if counter.airborne and rng.random() < 0.3 else ''}")
    held = [counter.split()[0] for counter in units]
    names = [bridge.name for bridge in GAME.data.bridges]
    blown = tuple(rng.sample(names, rng.randrange(len(names) + 1)))
    captured = rng.choice([*(set(names) - set(blown)), ""]) if len(blown) < len(names) else ""
    return {
        "turn": turn,
        "units": "; ".join(units),
        "oos": " ".join(rng.sample(held, 4)),
        "points": {"21AG": 6, "12AG": 9, "6AG": 4, "infantry": 4, "mechanized": 8},
        "declared": rng.randrange(1, 5),
        "duration": 1,
        "breakout": rng.random() < 0.7,
        "bridges_blown": blown,
        "bridge_captured": captured,
        "flood_turn": rng.choice((0, 0, turn, turn - 1, max(1, turn - 3))),
        "monty_sees": rng.random() < 0.5,
        "full_for_good": rng.random() < 0.5,
        "seed": str(rng.random()),
    }


def price(position: Any, unit: str, a: str, b: str, first: bool) -> int | None:
    """What a step costs by the printed map and the rulebook, told again without the engine's tables."""
    counter = GAME.counters[GAME.unit_numbers[unit]]
    edge, allied = side(a, b), counter.side == "allied"
    ferry = "breskens_ferry" in edge["flags"]
    if (edge["sea"] == "1" and not ferry) or "impassable" in edge["flags"]:
        return None
    if allied and not position.breakout and HEXES[a]["seine"] == "west" and HEXES[b]["seine"] == "east":
        return None
    bridge = BRIDGES.get(frozenset((a, b)))
    stands = edge["bridge"] == "1" or ferry
    if bridge:
        stands = bridge == position.bridge_captured if allied else bridge not in position.bridges_blown
    if allied and edge["river"] == "rhine" and not stands and not first:
        friends = any(GAME.counters[other].side == "allied" for other in position.stacks.get(GAME.board.index[b], ()))
        if not friends:
            return None
    if counter.staff:
        return 1
    row = HEXES[b]
    terrain = row["terrain"]
    if "roer_valley" in row["flags"].split(";") and position.flood_turn:
        terrain = "swamp" if position.turn - position.flood_turn < 2 else "clear"
    cost = 1 if row["settlement"] == "city" else int(CHART[terrain]["mp"])
    if terrain == "mountain" and counter.type == "mountain":
        cost = 2
    if edge["road"] == "1":
        cost = 1
    return cost + (int(CHART[edge["river"]]["mp"]) if edge["river"] and not stands else 0)


def slow_reach(match: Any, unit: str) -> dict[str, int]:
    """Hex -> cheapest price, by a plain search that keeps who had to stop."""
    position = match.position
    look, number = GAME.look(position), GAME.unit_numbers[unit]
    counter = GAME.counters[number]
    enemy = "german" if counter.side == "allied" else "allied"
    zone = look.zone(enemy)
    stay = 0
    for bar in no_stay(look, number):
        stay |= bar.hexes
    closed = barred(look, number) | look.occupied(enemy) | stay & zone
    if counter.side == "allied":
        closed |= GAME.allied_exits
    points = allowance(look, number)
    start = LABELS[position.units[number].at]
    # Before Paris has been entered, nobody but its liberators is led through it (10.7.9).
    shy = counter.side == "allied" and not position.paris_entered and unit != "FR-2-Arm"

    def in_zone(label: str) -> bool:
        return bool(zone >> GAME.board.index[label] & 1)

    best: dict[str, int] = {}
    queue = [(0, start, False)]
    settled = set()
    while queue:
        spent, here, stopped = heappop(queue)
        if (here, stopped) in settled:
            continue
        settled.add((here, stopped))
        if here != start:
            best.setdefault(here, spent)
        if stopped:
            continue
        for there in around(here):
            if closed >> GAME.board.index[there] & 1 or there == start or (in_zone(here) and in_zone(there)):
                continue
            if shy and here != start and "paris" in HEXES[here]["flags"] and "paris" not in HEXES[there]["flags"]:
                continue
            cost = price(position, unit, here, there, here == start)
            if cost is None or spent + cost > points:
                continue
            alone = price(position, unit, here, there, False) is None  # the first and only step, over the Rhine
            heappush(queue, (spent + cost, there, alone or in_zone(there)))
    return {label: spent for label, spent in best.items() if not stay >> GAME.board.index[label] & 1}


@pytest.mark.parametrize("seed", range(12))
def test_the_reach_of_units_agrees_with_a_slow_reckoner(seed: int) -> None:
    rng = random.Random(seed)
    for party, rows in ROWS.items():
        m = bocage.position("storming", at=rng.choice(rows), **front(rng))
        if m.outcome is not None or m.prompt.step != "movement" or m.prompt.side != party:
            continue
        for action in [action for action in m.prompt.actions if action.verb == "pick"]:
            m.play(action)
            told = {found.operand for found in m.prompt.actions if found.verb == "move"}
            reckoned = slow_reach(m, action.operand)
            assert told == set(reckoned), (action.operand, told ^ set(reckoned))
            for label in rng.sample(sorted(told), min(3, len(told))):
                look = GAME.look(m.position)
                ways = ways_of(look, m.prompt.frame)
                goal = GAME.board.index[label]
                path = ways.path(goal)
                told_price = ways.price(path)
                assert path[-1] == goal
                assert told_price is not None
                # A crossing of the Rhine may be cheaper than the way round it, which the engine prefers.
                crossing = ways.crossings.get(goal)
                assert min(told_price, crossing.spent if crossing else told_price) == reckoned[label]


@pytest.mark.parametrize("seed", range(3))
def test_hexes_in_plenty_bind_nobody_and_few_hexes_bind_exactly(seed: int) -> None:
    rng = random.Random(50 + seed)
    m = bocage.position("storming", at="german exploitation", **front(rng))
    look = GAME.look(m.position)
    for action in [action for action in m.prompt.actions if action.verb == "pick"][:6]:
        at = m.position.units[action.index].at
        way = walk(look, Moving("german", 1 << action.index, at, at, allowance=allowance(look, action.index)))
        flood, paced = way.reach(), Paced(way, way.allowance)
        assert paced.all == flood.all
        for node in GAME.board.nodes(flood.all):
            assert paced.cost(node) == flood.cost(node) == way.price(paced.path(node))
        near = Paced(way, 2)
        for node in GAME.board.nodes(near.all):
            assert len(near.path(node)) <= 3
            assert near.cost(node) == way.price(near.path(node))


@pytest.mark.parametrize("seed", range(8))
def test_random_steps_of_movement_never_go_wrong(seed: int) -> None:
    rng = random.Random(100 + seed)
    for party, rows in ROWS.items():
        row = rng.choice(rows)
        m = bocage.position("storming", at=row, **front(rng))
        for _ in range(150):
            if m.outcome is not None or m.game.phase(m.position) != row:
                break
            prompt = m.prompt
            assert prompt.text
            assert isinstance(prompt.warnings, list)
            offered = {str(action) for action in prompt.actions}
            for verb in ("move", "pick", "join", "strategic", "watch", "return"):
                forged = rng.choice(m.game.actions.whole[verb])
                refusal = m.why_not(forged)
                assert (refusal is None) == (str(forged) in offered), forged
                assert refusal is None or (refusal.rule and refusal.why), forged
            before = prompt.frame
            action = rng.choice(prompt.actions)
            if action.verb in ("assault", "end") and rng.random() < 0.9:
                action = rng.choice(prompt.actions)
            m.play(action)
            if action.verb == "move" and prompt.step == "movement" and before.at >= 0:
                _check_leg(m, before, party)


def _check_leg(match: Any, before: Any, party: str) -> None:
    """What the book says about every leg: no enemies entered, points kept, nobody beyond a zone (6.5, 10.4)."""
    legs = [event for event in match.entries[-1].events if event.kind == "moves"] if match.entries else []
    for event in legs:
        _, path, cost = event.data
        assert before.spent + cost <= before.allowance
        zone = GAME.look(match.position).zone("german" if party == "allied" else "allied")
        assert not any(zone >> node & 1 for node in path[1:-1])
        assert path[0] == before.at
