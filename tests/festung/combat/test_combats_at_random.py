"""Crowded fronts at random: combats end, both sides see the same odds, and nobody stands where he may not."""

from __future__ import annotations

from random import Random

import pytest

from bocage import Match
from tests.festung.combat.fighting import fighting, look, odds
from tests.festung.playing import game

EAGER = ("join", "stand-in", "advance", "carpet", "support", "withdraw")
FLAGS = ("", "rommel italian_disarmament volkssturm", "stalin_betrayed patton_reinstated rhine_bridgehead")


def crowded(random: Random) -> Match:
    """Units of both sides around a hex, hands of Combat Cards, aircraft, and some Allied ground behind."""
    made = game()
    land = made.board.names(made.data.land)
    rest = {side: [c.id for c in made.counters if c.side == side and not c.fortress] for side in made.sides}
    for units in rest.values():
        random.shuffle(units)
    found, axis = [], set()
    for label in made.board.names(made.board.within(made.board.index[random.choice(land)], 3) & made.data.land):
        side = random.choice(("allied", "axis", ""))
        many = min(random.randint(1, 3), len(rest[side])) if side else 0
        found += [f"{rest[side].pop()} {label}{random.choice(('', ' reduced'))}" for _ in range(many)]
        axis |= {label} if side == "axis" else set()
    found += [f"{rest['allied'].pop()} {random.choice(('UK', 'NA'))}" for _ in range(min(3, len(rest["allied"])))]
    found += [f"{rest['axis'].pop()} OKW" for _ in range(3)]
    hands = {
        f"{side}_hand": " ".join(random.sample([c.id for c in made.data.cards if c.side == side and c.combat], 4))
        for side in made.sides
    }
    return fighting(
        random.choice(made.sides), "; ".join(found), turn=random.randint(1, 10), flags=random.choice(FLAGS),
        allied=" ".join(label for label in random.sample(land, random.randint(0, 80)) if label not in axis),
        bombers={"UK BC": "carpet"}, fighters={"US-A": "ground support", "UK-A": "ground support"},
        dice=" ".join(str(random.randint(1, 6)) for _ in range(60)), **hands,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(25))
def test_combats_end_and_leave_a_legal_position(seed: int) -> None:
    random = Random(seed)
    match = crowded(random)
    hexes = match.game.board.hexes
    for _ in range(600):
        if not match.prompts:
            break
        eager = [action for action in match.prompt.actions if action.verb in EAGER]
        choices = eager if eager and random.random() < 0.85 else match.prompt.actions
        if match.prompt.step == "combat cards":
            assert odds(match, "allied") == odds(match, "axis")
        match.play(str(random.choice(choices)))
    assert match.prompts == {}, "the combats are over"
    seen = look(match)
    assert not seen.occupied("allied") & seen.occupied("axis") & hexes
    for side in ("allied", "axis"):
        assert seen.overstacked(side) == []
        assert not seen.occupied(side) & hexes & ~seen.controls(side), "units stand in hexes of their own side"
