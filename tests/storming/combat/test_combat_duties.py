"""The duty of combined attacks (6.6): whoever attacks from several hexes must see everyone in his zones attacked."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from bocage.engine.matches.match import Match
from bocage.games.storming.rules.combat.fight import Fighting
from tests.cases import rule
from tests.storming.combat.battles import (
    ELSEWHERE,
    OPEN,
    choices,
    declare,
    field,
    fight,
    german_field,
    refused,
)

# Two Allied hexes against 2120; 2221 and 2018 lie in the zone of one of them each.
PAIR = "US-4-Inf 2121; US-90-Inf 2121; US-79-Inf 2119; US-2-Inf 2119; GE-12SS-Pz 2120"


def owed(match: Match) -> list[str]:
    """The hexes that are still owed."""
    frame = next(frame for frame in match.position.frames if isinstance(frame, Fighting))
    return match.game.board.names(frame.owed)


@rule("6.6", "13.3")
def test_a_combined_attack_obliges_to_attack_everyone_else_in_the_attackers_zones() -> None:
    match = field(f"{PAIR}; GE-Lehr-Pz 2221; {ELSEWHERE}", "1 1 1 1")
    fight(match, OPEN, "US-4-Inf US-79-Inf", "lose US-4-Inf")
    assert owed(match) == ["2221"]
    assert refused(match, "end") == ("6.6", "your combined attack obliges you to attack 2221 in this segment too")
    assert "still to be attacked: 2221" in match.prompt.text
    fight(match, "2221", "US-90-Inf")
    assert owed(match) == []
    assert "end" in choices(match)


@rule("6.6", "13.3")
def test_units_of_different_hexes_do_not_combine_if_nobody_is_left_for_the_others() -> None:
    match = field("US-4-Inf 2121; US-79-Inf 2119; GE-12SS-Pz 2120; GE-Lehr-Pz 2221")
    declare(match, OPEN, "US-4-Inf")
    assert choices(match, "join") == []
    rule_, why = refused(match, "join US-79-Inf")
    assert rule_ == "6.6"
    assert "2221" in why


@rule("6.6")
def test_whoever_is_needed_elsewhere_cannot_join() -> None:
    match = field(f"{PAIR}; GE-Lehr-Pz 2221", "1 1")
    declare(match, OPEN, "US-4-Inf US-79-Inf")
    # Either US-90-Inf attacks 2221 or nobody does.
    assert "US-2-Inf" in choices(match, "join")
    assert refused(match, "join US-90-Inf")[0] == "6.6"


@rule("6.6")
def test_enemies_that_were_attacked_before_oblige_to_nothing() -> None:
    match = field(f"{PAIR}; GE-Lehr-Pz 2221; {ELSEWHERE}", "1 1 1 1")
    fight(match, "2221", "US-90-Inf")
    fight(match, OPEN, "US-4-Inf US-79-Inf", "lose US-4-Inf")
    assert owed(match) == []
    assert "end" in choices(match)


@rule("13.4", "6.6")
def test_an_attack_out_of_one_hex_obliges_to_nothing() -> None:
    match = field(f"{PAIR}; GE-Lehr-Pz 2221; {ELSEWHERE}", "1 1")
    fight(match, OPEN, "US-4-Inf US-90-Inf", "lose US-4-Inf")
    assert owed(match) == []
    assert "end" in choices(match)


@rule("6.6")
def test_while_a_hex_is_owed_no_attack_is_offered_that_would_use_up_those_who_can_pay() -> None:
    units = "US-4-Inf 2121; US-90-Inf 2121; US-79-Inf 2119; GE-12SS-Pz 2120; GE-Lehr-Pz 2221; GE-2-Pz 2122"
    match = field(f"{units}; {ELSEWHERE}", "1 1")
    # 2122 and 2221 are both in the zone of 2121, and only one unit would be left for the two.
    declare(match, OPEN, "US-79-Inf")
    assert choices(match, "join") == []
    match = field(f"{units}; CW-50-Inf 2123; {ELSEWHERE}", "1 1 1 1")
    fight(match, OPEN, "US-4-Inf US-79-Inf", "lose US-4-Inf")
    assert owed(match) == ["2122", "2221"]
    match.play("attack 2122")
    assert choices(match, "join") == ["CW-50-Inf"]  # US-90-Inf alone can attack 2221
    assert refused(match, "join US-90-Inf")[0] == "6.6"


@rule("6.6")
def test_a_hex_that_only_the_needed_could_attack_is_not_offered() -> None:
    # The city of Rouen, 1921, is in nobody's zone and not owed; 2021 is.
    units = "US-4-Inf 2020; US-90-Inf 2020; US-79-Inf 2119; GE-12SS-Pz 2120; GE-Lehr-Pz 2021; GE-2-Pz 1921"
    match = field(f"{units}; {ELSEWHERE}", "1 1 1 1")
    assert "1921" in choices(match, "attack")
    fight(match, OPEN, "US-4-Inf US-79-Inf", "lose US-4-Inf")
    assert owed(match) == ["2021"]
    assert choices(match) == ["attack 2021", "attack 2928"]
    rule_, why = refused(match, "attack 1921")
    assert (rule_, "needed against 2021" in why) == ("6.6", True)


@rule("6.6")
def test_an_owed_hex_may_be_attacked_from_several_hexes_which_can_bring_new_duties() -> None:
    units = f"{PAIR}; GE-Lehr-Pz 2221; US-1-Inf 2222; GE-116-Pz 2223; {ELSEWHERE}"
    match = field(units, "1 1 1 1")
    fight(match, OPEN, "US-4-Inf US-79-Inf", "lose US-4-Inf")
    match.play("attack 2221")
    match.play("join US-90-Inf")
    assert refused(match, "join US-1-Inf")[0] == "6.6"  # 2223 would be owed, and nobody else is beside it
    more = field(f"{units}; US-9-Inf 2222", "1 1 1 1")
    fight(more, OPEN, "US-4-Inf US-79-Inf", "lose US-4-Inf")
    fight(more, "2221", "US-90-Inf US-1-Inf", "lose US-90-Inf")
    assert owed(more) == ["2223"]


# Whose zones reach where (ruling R59)


@rule("6.6", "6.3.C", "R59")
def test_enemies_in_a_city_are_in_nobodys_zone_and_oblige_to_nothing() -> None:
    match = field("US-4-Inf 2020; US-79-Inf 2119; GE-12SS-Pz 2120; GE-Lehr-Pz 1921", "1 1")
    declare(match, OPEN, "US-4-Inf US-79-Inf")
    match.play("roll")
    assert owed(match) == []


@rule("6.6", "6.3.A", "R59")
def test_allied_zones_do_not_reach_into_forts() -> None:
    match = field("US-4-Inf 4714; US-79-Inf 4613; GE-12SS-Pz 4713; GE-77-Inf 4813", "1 1", turn=11)
    declare(match, "4713", "US-4-Inf US-79-Inf")
    match.play("roll")
    assert owed(match) == []


@rule("6.6", "6.3.B", "R59")
def test_german_zones_do_not_reach_beaches_but_the_hex_beside_caen_is_in_them() -> None:
    """The German attack of the example: with units of Caen, 1021 would have to be attacked, 1121 never."""
    units = "GE-12SS-Pz 1222; GE-21-Pz 1122; GE-716-Co 1122; CW-3Cd-Inf 1221; CW-50-Inf 1021; CW-3-Inf 1121"
    match = german_field(units, "1 1", turn=2)
    declare(match, "1221", "GE-12SS-Pz GE-21-Pz")
    assert refused(match, "join GE-716-Co")[0] == "6.6"
    match.play("roll")
    if match.prompt.step == "losses":
        match.play(choices(match)[0])
    assert owed(match) == ["1021"]


@rule("6.6", "6.3.E", "R59")
def test_zones_do_not_cross_a_major_river() -> None:
    match = field("US-4-Inf 4222; US-79-Inf 4322; GE-12SS-Pz 4221; GE-77-Inf 4123", "1 1", turn=9)
    board = match.game.board
    assert match.game.data.rivers["major"].has(board.index["4222"], board.index["4123"])
    declare(match, "4221", "US-4-Inf US-79-Inf")
    match.play("roll")
    assert owed(match) == []


@rule("6.6", "6.2")
def test_units_without_a_zone_oblige_to_nothing_unless_a_stackmate_has_one() -> None:
    units = "GE-501SS-Ti 2121; GE-77-Inf 2119; US-4-Inf 2120; US-1-Inf 2221; GE-Lehr-Pz 2320; US-9-Inf 2420"
    match = german_field(units, "1 1")
    declare(match, OPEN, "GE-501SS-Ti GE-77-Inf")  # a Tiger battalion has no zone
    match.play("roll")
    assert owed(match) == []
    stacked = german_field(f"{units}; GE-91-Inf 2121", "1 1")
    declare(stacked, OPEN, "GE-501SS-Ti GE-77-Inf")
    stacked.play("roll")
    if stacked.prompt.step == "losses":
        stacked.play(choices(stacked)[0])
    assert owed(stacked) == ["2221"]


@rule("6.6", "8.5")
def test_units_out_of_supply_have_no_zone_and_no_duty() -> None:
    match = field(f"{PAIR}; GE-Lehr-Pz 2221; {ELSEWHERE}", "1 1", oos="US-4-Inf US-90-Inf")
    fight(match, OPEN, "US-4-Inf US-79-Inf", "lose US-4-Inf")
    assert owed(match) == []


@rule("6.6", "17.1.A", "R121")
def test_enemies_whom_nobody_may_attack_forbid_the_combination() -> None:
    closed = "GE-77-Inf 4005; GE-91-Inf 4302; GE-353-Inf 4404; GE-352-Inf 4603"
    units = f"{closed}; CW-50-Inf 4604; CW-3-Inf 4604; CW-15-Inf 4705; GE-12SS-Pz 4704; {ELSEWHERE}"
    match = field(units, turn=14)
    board = match.game.board
    assert board.distance(board.index["4604"], board.index["4603"]) == 1
    declare(match, "4704", "CW-50-Inf")
    assert refused(match, "join CW-15-Inf")[0] == "6.6"


@rule("6.6", "13.9.B")
def test_the_funnies_are_kept_for_a_hex_that_only_they_can_reach() -> None:
    units = "CW-50-Inf 3609; CW-3-Inf 3609; CW-49-Inf 3510; GE-77-Inf 3509; GE-91-Inf 3709"
    match = field(f"{units}; {ELSEWHERE}", "1 1 4 1", turn=9)
    declare(match, "3509", "CW-50-Inf CW-49-Inf")
    # 3709 lies in the zone of 3609 across the water; CW-3-Inf can be carried there, if the 79th is not used here.
    assert refused(match, "hobart") == (
        "6.6",
        "the 79th Armoured Division is needed for a hex that must be attacked too",
    )
    assert refused(match, "join CW-3-Inf")[0] == "6.6"
    gone = field(f"{units}; {ELSEWHERE}", turn=9, hobart_turn=10)
    declare(gone, "3509", "CW-50-Inf")
    assert refused(gone, "join CW-49-Inf")[0] == "6.6"


@rule("6.6", "10.7.3")
def test_nobody_advances_into_ikes_blind_spot_if_that_would_make_a_duty_impossible() -> None:
    inside = "US-1-Inf 4218; US-2-Inf 4218; US-4-Inf 4218; US-9-Inf 4518"
    units = f"{inside}; US-29-Inf 4416; US-79-Inf 4616; GE-91-Inf 4517; GE-12SS-Pz 4617; {ELSEWHERE}"
    match = field(units, "6 1 1 1", turn=9)
    fight(match, "4517", "US-29-Inf US-9-Inf")
    # With a fifth division inside, US-79-Inf could not attack into the zone any more, and 4617 is owed.
    assert owed(match) == ["4617"]
    assert choices(match) == ["advance US-9-Inf", "end"]
    assert refused(match, "advance US-29-Inf")[0] == "6.6"
    match.play("end")
    assert refused(match, "end")[0] == "6.6"
    assert choices(match, "attack") == ["2928", "4617"]
    lifted = field(units, "6 1", turn=9, ike_sees=True)
    fight(lifted, "4517", "US-29-Inf US-9-Inf")
    assert choices(lifted) == ["advance US-29-Inf", "advance US-9-Inf", "end"]


# The rule against an exhaustive search

GROUND = [f"{column}{row}" for column in (19, 20, 21, 22) for row in (18, 19, 20)]


class Oracle:
    """Finds out by trying everything whether all that is owed can still be attacked. Everyone here has a zone."""

    def __init__(self, match: Match, places: dict[str, str], enemies: set[str]) -> None:
        board = match.game.board
        self.near = {
            label: {board.labels[node] for node in board.neighbours[board.index[label]]}
            for label in {*places.values(), *enemies}
        }
        self.places, self.enemies = places, enemies

    def new_duties(self, target: str, units: frozenset[str], attacked: frozenset[str]) -> frozenset[str]:
        hexes = {self.places[unit] for unit in units}
        if len(hexes) < 2:
            return frozenset()
        zone = {near for here in hexes for near in self.near[here]}
        return frozenset(zone & self.enemies - attacked - {target})

    def can(self, due: frozenset[str], used: frozenset[str], attacked: frozenset[str]) -> bool:
        """Is there any further course of the segment in which nothing stays owed?"""
        due -= attacked
        if not due:
            return True
        for target in self.enemies - attacked:
            beside = [unit for unit, at in self.places.items() if unit not in used and at in self.near[target]]
            for size in range(1, len(beside) + 1):
                for group in combinations(beside, size):
                    units = frozenset(group)
                    more = self.new_duties(target, units, attacked)
                    if self.can(due | more, used | units, attacked | {target}):
                        return True
        return False

    def fine(self, target: str, units: frozenset[str], due: frozenset[str], used: frozenset[str],
             attacked: frozenset[str]) -> bool:  # fmt: skip
        """May these units attack that hex, as far as duties go?"""
        more = self.new_duties(target, units, attacked)
        return self.can(due | more, used | units, attacked | {target})


ALLIED = ("US-4-Inf", "US-90-Inf", "US-79-Inf", "US-2-Inf")
GERMAN = ("GE-12SS-Pz", "GE-Lehr-Pz", "GE-2-Pz")


@rule("6.6")
@pytest.mark.parametrize("seed", range(30))
def test_every_offer_of_a_segment_agrees_with_an_exhaustive_search(seed: int) -> None:
    rng = random.Random(seed)
    hexes = rng.sample(GROUND, 6)
    enemies = dict(zip(GERMAN, hexes[:3], strict=True))
    places = {unit: rng.choice(hexes[3:]) for unit in ALLIED}
    units = "; ".join(f"{unit} {at}" for unit, at in {**enemies, **places}.items())
    match = field(f"{units}; {ELSEWHERE}", " ".join(["1"] * 40), hobart_turn=9)
    oracle = Oracle(match, places, set(enemies.values()))
    used, attacked, due = frozenset[str](), frozenset[str](), frozenset[str]()
    while match.prompt.step in ("combat", "losses"):
        if match.prompt.step == "losses":
            match.play(rng.choice(choices(match)))
            continue
        frame = match.position.frames[-1]
        assert isinstance(frame, Fighting)
        labels = match.game.board.labels
        if frame.target < 0:
            for target in oracle.enemies - attacked:
                beside = [unit for unit in ALLIED if unit not in used and places[unit] in oracle.near[target]]
                legal = any(oracle.fine(target, frozenset({unit}), due, used, attacked) for unit in beside)
                assert (target in choices(match, "attack")) is legal
            assert ("end" in choices(match)) is not due
            options = [action for action in choices(match) if action not in ("end", "attack 2928")]
            if not options:
                break
            match.play(rng.choice(options))
            continue
        target = labels[frame.target]
        joined = frozenset(unit for unit in ALLIED if frame.attackers >> match.game.unit_numbers[unit] & 1)
        for unit in ALLIED:
            if unit in used | joined or places[unit] not in oracle.near[target]:
                continue
            assert (unit in choices(match, "join")) is oracle.fine(target, joined | {unit}, due, used, attacked), unit
        action = rng.choice(choices(match))
        if action == "roll":  # the dice are all ones: losses, but nobody falls who matters
            due = (due | oracle.new_duties(target, joined, attacked)) - {target} - attacked
            used, attacked = used | joined, attacked | {target}
            due -= attacked
        match.play(action)
