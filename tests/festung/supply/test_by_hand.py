"""Random fronts: zones, supply and retreats are what a slow twin works out hex by hex (8.4, 9.46, 11.4)."""

from __future__ import annotations

from random import Random

import pytest

from bocage.games.festung.rules.combat.routes import routes
from bocage.games.festung.rules.supply.tracing import grade, grade_at
from tests.cases import rule
from tests.festung.supply.by_hand import ByHand, scene


@rule("8.41", "8.42", "8.43", "11.41", "11.42", "11.43", "11.51", "11.52")
@pytest.mark.parametrize("seed", range(4))
def test_zones_and_supply_on_random_fronts(seed: int) -> None:
    made, position = scene(Random(seed))
    look, twin = made.look(position), ByHand(made, position)
    for side in ("allied", "axis"):
        assert set(made.board.nodes(look.zone(side))) == twin.zones(side)
    for unit, at in twin.units.items():
        assert grade(look, unit) == twin.grade(unit, at), made.unit_ids[unit]
    for unit, kind in ((made.unit_numbers["US-V"], "allied"), (made.unit_numbers["GE-LXXX"], "german")):
        for node in made.board.nodes(look.controls(made.counters[unit].side)):
            assert grade_at(look, kind, node) == twin.grade(unit, node), made.board.labels[node]


@rule("9.43", "9.46", "R9", "R83", "R109")
@pytest.mark.parametrize("seed", range(10, 14))
def test_retreats_on_random_fronts(seed: int) -> None:
    random = Random(seed)
    made, position = scene(random)
    look, twin = made.look(position), ByHand(made, position)
    for unit in random.sample(sorted(twin.units), 12):
        for length in (1, 2, 3):
            assert set(routes(look, unit, length)) == twin.retreats(unit, length), (made.unit_ids[unit], length)
