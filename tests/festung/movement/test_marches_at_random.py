"""Random positions: zones, movement and redeployment are what the book says, worked out by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage.engine.dice import Tape
from bocage.engine.play import Play, index_units
from bocage.games.festung.rules import operations, redeployment
from bocage.games.festung.rules.look import FestungLook, members
from bocage.games.festung.rules.movement import reach
from bocage.games.festung.rules.position import FestungPosition
from bocage.rules import met
from tests.cases import rule
from tests.festung.combat.fighting import arranged
from tests.festung.movement.by_hand import beaches, hand, hexes
from tests.festung.playing import game

BASES = {"US-A": "Airfield 1", "UK-A": "Airbase UK"}
FLAGS = (
    "roundup", "rommel", "stalin_betrayed", "italian_disarmament", "alpenfestung", "port_closed", "coalition_strife",
    "werewolves",
)  # fmt: skip


def scattered(random: Random) -> tuple[Any, FestungPosition]:
    """Units of both sides over a part of the map or all of it, with patches of Allied ground and a few landings."""
    made = game()
    board = made.board
    land = board.names(made.data.land)
    ground = set()
    for _ in range(random.randint(1, 6)):
        patch = board.within(board.index[random.choice(land)], random.randint(0, 5))
        ground |= set(board.names(patch & made.data.land))
    landed = random.sample(sorted(beaches() - {"0708"}), random.randint(0, 4))
    lost = [label for label in landed if random.random() < 0.2]
    ground |= set(landed) - set(lost)
    units, closed = [], random.choice(("", "", "allied", "both"))
    red = set(board.names(made.data.red))
    for counter in made.counters:
        if counter.fortress or random.random() < 0.3:
            continue
        free = [label for label in land if (label in ground) == (counter.side == "allied")]
        if closed == "both":
            free = [label for label in free if label not in red]
        boxes = ["UK", "NA"] if counter.side == "allied" else ["EAST", "BALKANS", "OKW"]
        if counter.group == "Italian":
            boxes = ["BALKANS"]
        place = random.choice(boxes if random.random() < 0.15 or not free else free)
        units.append(f"{counter.id} {place}{random.choice(('', ' reduced'))}")
    flags = " ".join(flag for flag in FLAGS if random.random() < 0.3)
    made, position = arranged(
        "axis", "; ".join(units), turn=random.randint(1, 10), allied=" ".join(sorted(ground)), flags=flags,
        closed=closed, marked=" ".join(landed), surrendered=random.random() < 0.3,
        attack_marks=" ".join(random.sample(land, 20)),
        airfields=f"{random.choice(sorted(ground) or ['UK'])} NA",
        stationed={name: base for name, base in BASES.items() if random.random() < 0.3},
        fighters=dict.fromkeys(("US-A", "UK-A"), "interdiction"),
    )  # fmt: skip
    position.allied_control &= ~board.set(lost)
    if "port_closed" in position.flags:
        flag = position.flags["port_closed"]
        node = board.index[random.choice([label for label, row in hexes().items() if row["port"] == "1"])]
        position.flags = {**position.flags, "port_closed": type(flag)(flag.card, flag.until, 1, "axis", node)}
    return made, position


@rule("8.21", "8.31", "8.32", "8.33", "8.34", "8.35", "8.36", "8.38", "8.41", "8.42", "8.43", "13.1", "R103", "R82")
@rule("10.4", "10.5", "10.51", "10.52", "10.7", "10.8", "10.9", "R93", "14.3", "R47", "R55", "R76")
@pytest.mark.parametrize("seed", range(15))
def test_units_go_where_the_book_says(seed: int) -> None:
    random = Random(f"march {seed}")
    made, position = scattered(random)
    look: FestungLook = made.look(position)
    mine, names = hand(look), made.board.names
    for side in made.sides:
        assert set(names(look.zone(side))) == mine.zones[side], side
    units = [unit for unit in members(position.on_board) if not made.counters[unit].fortress]
    for unit in random.sample(units, min(25, len(units))):
        at, who = position.units[unit].at, made.unit_ids[unit]
        assert set(names(reach.goals(look, unit, at, 0))) - {names(1 << at)[0]} == mine.goals(unit), who
        frame = redeployment.Redeploying(made.counters[unit].side, 9, False, -1, made.board.all)
        assert set(names(met(redeployment.places(look, frame, unit)))) == mine.redeployments(unit), who


@rule("6.22", "6.24", "6.25", "6.26", "7.14", "11.51", "11.52", "11.61", "R6", "R46", "R74", "R92", "R98")
@pytest.mark.parametrize("seed", range(15))
def test_markers_cost_what_the_book_says(seed: int) -> None:
    made, position = scattered(Random(f"march {seed}"))
    position.attack_marks = 0
    board = made.board
    for side in made.sides:
        start = position.copy()
        index_units(made, start)
        operations.begin(Play(made, start, Tape(())), side, 60)
        look: FestungLook = made.look(start)
        mine = hand(look)
        for label in board.names(look.occupied(side)):
            for kind in (operations.MOVE, operations.ATTACK):
                found = operations.price(look, board.index[label], kind)
                assert found == mine.price(label, kind == operations.ATTACK), (label, kind)
            marked = bool(operations.attack_bases(look, side) >> board.index[label] & 1)
            assert marked == (label in hexes() and mine.may_be_marked(label, side)), label
