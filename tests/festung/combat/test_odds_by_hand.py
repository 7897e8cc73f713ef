"""Crowded fronts at random: columns and modifiers are what a slow twin adds up by hand (9.23 to 9.26)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage import Match
from tests.cases import rule
from tests.festung.combat.fighting import legal, odds
from tests.festung.combat.test_combats_at_random import crowded

COLUMNS = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]
GROUND = {"clear": 0, "forest": -1, "marsh": -1, "mountain": -1, "urban": -1, "alpine": -2, "beachhead": -1}
RIVERS = ("river", "rhine", "strait")


def by_hand(match: Match, fight: Any) -> tuple[str, int]:
    """The column and the modifier of a combat without cards."""
    game: Any = match.game
    position: Any = match.position
    attackers = [unit for unit in range(len(game.counters)) if fight.attackers >> unit & 1]
    there = [unit for unit, found in enumerate(position.units) if found.at == fight.target]
    steady = [unit for unit in there if position.retreated.get(game.unit_ids[unit]) != fight.target]
    origins = {position.units[unit].at for unit in attackers}

    def factors(units: list[int], what: str) -> int:
        return sum(getattr(game.counters[unit], what)[position.units[unit].steps - 1] for unit in units)

    def crossed(*kinds: str) -> list[bool]:
        behind = sum(game.data.sides[kind].step(1 << fight.target) for kind in kinds)
        return [bool(behind >> node & 1) for node in origins]

    attack, defence = factors(attackers, "attack"), factors(steady, "defence")
    column = COLUMNS[0]
    if attack:
        if not defence:
            first = len(COLUMNS) - 1
        elif attack >= defence:
            first = COLUMNS.index(f"{min(7, attack // defence)}:1")
        else:
            first = COLUMNS.index("1:2") if attack * 2 >= defence else 0
        shift = GROUND[game.data.terrain_at[fight.target]] - all(crossed(*RIVERS))
        barred = any(game.counters[unit].mechanized or game.counters[unit].fortress for unit in there)
        shift += any(game.counters[unit].mechanized for unit in attackers) and not barred
        shift -= any(not (position.full | position.limited) >> unit & 1 for unit in attackers)
        shift -= fight.side == "allied" and position.hitler == fight.target
        shift += sum(3 if marker in position.bombers else 1 for marker in fight.air)
        column = COLUMNS[max(0, min(first + shift, len(COLUMNS) - 1))]
    if fight.side != "allied":
        return column, 0
    names, flags = {game.unit_ids[unit] for unit in attackers}, position.flags
    patton = ("US-7A" in names and "patton_sacked" not in flags) or ("US-3A" in names and "patton_reinstated" in flags)
    german = bool(game.data.countries["Germany"] >> fight.target & 1)
    number = patton - ("volkssturm" in flags and german) - 2 * any(crossed("skagerrak"))
    return column, number - 2 * (all(crossed("rhine")) and "rhine_bridgehead" not in flags)


@rule("9.23", "9.24", "9.242", "9.243", "9.245", "9.26", "9.263")
@pytest.mark.parametrize("seed", range(30))
def test_the_column_is_what_comes_of_adding_by_hand(seed: int) -> None:
    random = Random(seed)
    match = crowded(random)
    if not legal(match, "attack"):
        return
    match.play(f"attack {random.choice(sorted(legal(match, 'attack')))}")
    while legal(match, "join"):
        match.play(f"join {random.choice(sorted(legal(match, 'join')))}")
        for verb in ("carpet", "support"):
            if legal(match, verb) and random.random() < 0.3:
                match.play(f"{verb} {random.choice(sorted(legal(match, verb)))}")
        found = odds(match)
        assert (found.column, found.modifier) == by_hand(match, match.position.frames[-1])
