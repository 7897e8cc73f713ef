"""Movement checked from outside: a slow twin that goes one hex at a time, undo, and records in mid-move."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.roundup.hands import listed, play, points, where

GAME = bocage.make_game("roundup", "campaign", {})


def _reach_by_steps(match: Any, name: str, at_hex: str, allowance: int, column: bool) -> dict[str, int]:
    """What each hex costs that one may walk to by single steps, straight from 3.2.1, 10.0, 10.2, 10.5 and 10.6."""
    view, data, board = match.view(), GAME.data, GAME.board
    index = board.index
    mine = name[:2] in ("US", "UK")
    foes = {
        unit["at"]
        for unit in view["units"]
        if unit["at"] in index and (unit["id"][:2] in ("US", "UK")) != mine
    }  # fmt: skip

    def around(label: str) -> list[str]:
        return [board.labels[node] for node in board.neighbours[index[label]]]

    zone = {label for foe in foes for label in around(foe)}
    air = set()
    if view["air"]["superiority"] == ("german" if mine else "allied"):
        for marker in view["air"]["markers"]:
            air |= {marker, *around(marker)}
    entry = {"clear": 1, "town": 1, "port": 1, "forest": 2, "polder": 3}
    best = {at_hex: 0}
    queue = [at_hex]
    while queue:
        here = queue.pop(0)
        if here in zone and here != at_hex:
            continue
        for there in around(here):
            terrain = data.terrain_at[index[there]]
            if there in foes or (here in zone and there in zone):
                continue
            if terrain == "polder" and (column or name.startswith("DE-s5")):
                continue
            if column and there in zone:
                continue
            water = data.water.has(index[here], index[there])
            spent = best[here] + entry[terrain] + water + (there in air)
            if spent <= allowance and spent < best.get(there, allowance + 1):
                best[there] = spent
                queue.append(there)
    del best[at_hex]
    return best


def _leg(match: Any) -> tuple[list[str], int]:
    """The path and the price of the last leg, as the log tells them."""
    told = [line[2] for line in match.log() if " moves " in line[2]]
    found = re.search(r"moves ([\d-]+) \((\d+) MP\)", told[-1])
    assert found
    return found[1].split("-"), int(found[2])


@pytest.mark.parametrize("seed", range(40))
@rule("10.0", "10.2", "10.5", "10.6")
def test_the_lists_agree_with_a_walk_by_single_steps(seed: int) -> None:
    dice = random.Random(seed)
    battlefield = 1 << dice.choice(GAME.board.nodes(GAME.board.all))
    for _ in range(6):
        battlefield |= GAME.board.step(battlefield)
    labels = dice.sample(GAME.board.names(battlefield), 12)
    movers = ("US-1", "UK-7A") if seed % 2 else ("DE-16P", "DE-376", "DE-712", "DE-s504")
    others = ("DE-44", "DE-65", "DE-71", "DE-76") if seed % 2 else ("US-2", "US-3", "UK-3", "UK-5")
    units = "; ".join(f"{name} {labels.pop()}" for name in (*movers, *others))
    m = bocage.position(
        "roundup", turn=3, at="allied movement" if seed % 2 else "german movement", units=units,
        tas=" ".join(labels), superiority="german" if seed % 2 else "allied", us_beachheads="3123",
        uk_beachheads="3223", weather=dice.choice(["Clear", "Storm"]),
    )  # fmt: skip
    for name in movers:
        m.play(f"pick {name}")
        ordinary, column = points(m)
        while True:
            here = where(m, name)
            near = _reach_by_steps(m, name, here, ordinary, column=False)
            assert set(near) == listed(m, "move")
            far = _reach_by_steps(m, name, here, column, column=True) if column else {}
            assert set(far) - set(near) == listed(m, "column")
            legs = [action for action in m.prompt.actions if action.verb in ("move", "column")]
            if not legs:
                break
            leg = dice.choice(legs)
            m.play(leg)
            path, price = _leg(m)
            assert price == (near if leg.verb == "move" else far)[path[-1]]
            if "choose another unit" not in m.prompt.text:
                break  # it has stopped in an enemy zone
            ordinary -= min(ordinary, price)
            polder = any(GAME.no_column >> GAME.board.index[label] & 1 for label in path[1:])
            column = 0 if polder or not column else column - price
            assert points(m) == (ordinary, column)


# Taking back, and records


@rule("R48")
def test_a_leg_can_be_taken_back_but_not_across_a_die() -> None:
    m = bocage.position(
        "roundup",
        turn=3,
        at="german movement",
        units="DE-376 3120; DE-16P 3115; US-1 3106; DE-712 first_cup",
        dice="1 1 1 1 1 1 1 1 1",
    )
    play(m, "pick DE-376", "move 3116")
    before = m.position_hash
    play(m, "column 3111", "pick DE-16P")
    m.undo()
    m.undo()
    assert m.position_hash == before
    assert points(m) == (2, 8)
    m.undo_to(0)
    assert where(m, "DE-376") == "3120"
    play(m, "pick DE-376", "move 3116", "end")
    assert m.prompt.step == "german reinforcements"  # a die was rolled for the cup
    assert m.undoable == []
    with pytest.raises(bocage.Refusal, match="nothing can be taken back") as raised:
        m.undo()
    assert raised.value.rule == "5.0"


@rule("R48")
def test_nothing_is_taken_back_across_a_decision_of_the_other_side() -> None:
    m = bocage.position("roundup", turn=1, at="allied combat", units="US-1A 3118; US-1 3218; DE-712 3117", dice="3")
    play(m, "attack 3117", "join US-1A", "join US-1", "roll", "retreat 3116")
    (retreat,) = m.undoable
    play(m, "advance US-1A")
    assert retreat not in m.undoable
    with pytest.raises(bocage.Refusal):
        m.undo_to(retreat)


@rule("R48")
def test_moves_can_be_taken_back_across_the_end_of_the_phase() -> None:
    m = bocage.position("roundup", turn=3, at="german movement", units="DE-376 3120; US-1 3106; DE-16P 3107")
    play(m, "pick DE-376", "move 3116", "end")
    assert m.prompt.step == "combat"
    m.undo_to(0)
    assert (m.prompt.step, where(m, "DE-376")) == ("movement", "3120")


def test_a_record_written_in_the_middle_of_a_move_reads_the_same() -> None:
    m = bocage.position(
        "roundup",
        turn=3,
        at="german movement",
        units="DE-376 3112; DE-s504 3112; DE-16P 1602; US-1 3106",
        tas="3116",
        superiority="allied",
    )
    for action in ("pick DE-s504", "join DE-376", "move 3116", "column 3119", "pick DE-16P", "move 1604"):
        m.play(action)
        again = bocage.load(m.text(), strict=True)
        assert again.position_hash == m.position_hash
        assert again.prompt.text == m.prompt.text
        assert [str(a) for a in again.prompt.actions] == [str(a) for a in m.prompt.actions]
    m.undo()
    assert bocage.load(m.text(), strict=True).position_hash == m.position_hash
