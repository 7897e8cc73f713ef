"""What an attack obliges to (MAND): hexes next to it, rivers that excuse from it, and whether it can still be done."""

from __future__ import annotations

import random
from itertools import product

import pytest

from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.combat import attackers, duties
from bocage.games.rhine.rules.look import RhineLook, members
from bocage.games.rhine.rules.position import Battle
from tests.cases import rule
from tests.rhine.asking import listed, refused, verbs
from tests.rhine.combat.fronts import battles, commit, declare, front, german_front, warned


def owed(match: Match) -> list[str]:
    """The hexes that must still be attacked."""
    look = match.inquire(match.prompt.side)
    return match.game.board.names(duties.owed(look, match.prompt.side, match.position.battles))


def demanded(match: Match, targets: str, units: str) -> list[str]:
    """What an attack by these units would oblige to."""
    look, board = match.inquire(match.prompt.side), match.game.board
    attacking = sum(1 << match.game.unit_numbers[unit] for unit in units.split())
    return board.names(duties.demanded(look, match.prompt.side, board.set(targets), attacking))


@rule("MAND.1")
def test_a_korps_next_to_the_target_and_to_an_attacker_must_be_attacked_too() -> None:
    match = front("US-5C 3118; US-7C 3118; DE-84K 3218; DE-25K 3219")
    declare(match, "3218", "US-5C")
    assert "3219 must be attacked too" in warned(match)
    match.play("commit")
    assert owed(match) == ["3219"]
    assert match.prompt.text == "Choose a hex to attack; 3219 must still be attacked."
    assert refused(match, "end") == (
        "MAND.1",
        "3219 must be attacked too, since it borders on the attack on 3218",
    )
    commit(match, "3219", "US-7C")
    assert owed(match) == []
    assert match.why_not("end") is None


@rule("MAND.1")
def test_german_divisions_count_as_well() -> None:
    for unit in ("DE-2Pz", "DE-17SS", "DE-PzB1", "DE-2SSK", "DE-2FJK"):
        assert demanded(front(f"US-5C 3118; DE-84K 3218; {unit} 3219"), "3218", "US-5C") == ["3219"]


@rule("MAND.1", "R27")
def test_allied_divisions_do_not_count_but_corps_do() -> None:
    # Both touch the target and the attacker.
    match = german_front("BR-1C 3118; US-5C 3219; US-2AD 3117; DE-LehrPz 3218; DE-1SS 3218; DE-2Pz 3218")
    assert demanded(match, "3118", "DE-LehrPz") == ["3219"]
    commit(match, "3118", "DE-LehrPz DE-1SS")
    assert owed(match) == ["3219"]
    commit(match, "3219", "DE-2Pz")
    assert match.why_not("end") is None


@rule("MAND.1", "R27")
def test_disrupted_neighbours_need_not_be_attacked() -> None:
    assert demanded(front("US-5C 3118; DE-84K 3218; DE-25K 3219 disrupted"), "3218", "US-5C") == []
    both = front("US-5C 3118; DE-84K 3218; DE-25K 3219 disrupted; DE-2Pz 3219")
    assert demanded(both, "3218", "US-5C") == ["3219"]
    # Deployed or not, a Disrupted korps does not count.
    assert demanded(front("US-5C 3118; DE-84K 3218; DE-25K 3219 disrupted deployed"), "3218", "US-5C") == []


@rule("MAND.1")
def test_tigers_dummies_and_empty_fortresses_never_must_be_attacked() -> None:
    assert demanded(front("US-5C 3118; DE-84K 3218; DE-s503 3219"), "3218", "US-5C") == []
    # Calais borders on 3220 and 3320 but nobody is in it.
    assert demanded(front("US-5C 3220; DE-84K 3320"), "3320", "US-5C") == []
    assert demanded(front("US-5C 3220; DE-84K 3320; DE-25K 3221"), "3320", "US-5C") == ["3221"]


@rule("MAND.1")
def test_only_neighbours_of_both_the_target_and_an_attacker_count() -> None:
    match = front("US-5C 3118; DE-84K 3218; DE-2Pz 3217; DE-25K 3318; DE-17SS 3117")
    assert demanded(match, "3218", "US-5C") == ["3117"]
    # 3217 touches the target but no attacking hex.
    assert demanded(front("US-5C 3118; US-7C 3117; DE-84K 3218; DE-2Pz 3217"), "3218", "US-5C") == []
    assert demanded(front("US-5C 3118; US-7C 3117; DE-84K 3218; DE-2Pz 3217"), "3218", "US-5C US-7C") == ["3217"]


@rule("MAND.1")
def test_a_duty_can_be_met_in_the_same_attack() -> None:
    match = front("US-5C 3118; DE-84K 3218; DE-25K 3219")
    declare(match, "3218 3219", "US-5C")
    match.play("commit")
    assert owed(match) == []
    assert match.why_not("end") is None


@rule("MAND.1")
def test_an_attack_whose_duty_cannot_be_met_is_not_allowed() -> None:
    match = front("US-5C 3118; DE-84K 3218; DE-25K 3219")
    declare(match, "3218", "US-5C")
    assert "commit" not in verbs(match)
    assert refused(match, "commit") == (
        "MAND.1",
        "3219 must be attacked too, and nobody would be left who could do so at 1:3 or better",
    )
    # The odds against it must reach 1:3.
    weak = front("US-5C 3118; US-2AD 3118; DE-84K 3218; DE-25K 3219; DE-2SSK 3219")
    declare(weak, "3218", "US-5C")
    assert refused(weak, "commit")[0] == "MAND.1"
    strong = front("US-5C 3118; US-7C 3118; DE-84K 3218; DE-25K 3219; DE-2SSK 3219")
    declare(strong, "3218", "US-5C")
    assert strong.why_not("commit") is None


@rule("MAND.1", "NAT.2")
def test_the_duty_may_be_met_by_the_other_nation() -> None:
    match = front("US-5C 3118; BR-1C 3119; DE-84K 3218; DE-25K 3219")
    commit(match, "3218", "US-5C")
    commit(match, "3219", "BR-1C")
    assert match.why_not("end") is None
    # But Americans and British cannot add up their factors to meet it: 2 and 2 against 7.
    units = "US-5C 3118; US-2AD 3118; {} 3119; DE-84K 3218; DE-2FJK 3219 deployed; DE-2Pz 3219"
    mixed = front(units.format("BR-11AD"))
    declare(mixed, "3218", "US-5C")
    assert refused(mixed, "commit")[0] == "MAND.1"
    alike = front(units.format("US-3AD"))
    declare(alike, "3218", "US-5C")
    assert alike.why_not("commit") is None


@rule("MAND.1")
def test_two_duties_may_need_one_attack_on_both() -> None:
    # 3118 is attacked; the only unit left touches both corps that must be attacked.
    match = german_front("US-5C 3118; US-7C 3219; US-8C 3117; DE-LehrPz 3218; DE-2SSK 3218")
    assert demanded(match, "3118", "DE-LehrPz") == ["3117", "3219"]
    declare(match, "3118", "DE-LehrPz")
    assert match.why_not("commit") is None
    match.play("commit")
    # Whoever would attack one of them alone would leave the other without an attack.
    declare(match, "3117", "DE-2SSK")
    assert refused(match, "commit")[0] == "MAND.1"
    match.play("cancel")
    commit(match, "3117 3219", "DE-2SSK")
    assert match.why_not("end") is None


@rule("MAND.1")
def test_whoever_is_needed_for_a_duty_is_not_spent_elsewhere() -> None:
    match = front("US-5C 3118; US-7C 3118; US-8C 3117; DE-84K 3218; DE-25K 3219; DE-88K 3217 disrupted")
    commit(match, "3218", "US-5C")
    assert owed(match) == ["3219"]
    commit(match, "3217", "US-8C")  # not needed
    declare(match, "3218", "US-7C")
    assert refused(match, "commit")[0] == "MAND.1"
    match.play("cancel")
    assert listed(match, "attack") == {"3218", "3219"}
    commit(match, "3219", "US-7C")
    assert match.why_not("end") is None


@rule("MAND.1", "R27", "R98")
def test_an_attack_made_to_meet_a_duty_brings_no_further_duty() -> None:
    units = "US-5C 3118; US-7C 3119; DE-84K 3218; DE-25K 3219; DE-2Pz 3220"
    match = front(units)
    assert demanded(match, "3219", "US-7C") == ["3220"]
    commit(match, "3218", "US-5C")
    commit(match, "3219", "US-7C")
    assert owed(match) == []
    first, second = match.position.battles
    assert (first.duty, first.parents) == (False, ())
    assert (second.duty, second.parents) == (True, (1,))
    # Chosen freely, the same attack brings it.
    free = front(units)
    declare(free, "3219", "US-7C")
    assert refused(free, "commit")[0] == "MAND.1"


@rule("MAND.1", "R98")
def test_an_attack_with_a_further_target_is_freely_chosen_though_it_meets_a_duty() -> None:
    match = front("US-5C 3118; US-7C 3119; DE-84K 3218; DE-25K 3219; DE-2Pz 3220")
    commit(match, "3218", "US-5C")
    for action in ("attack 3219", "also 3220", "join US-7C", "commit"):
        match.play(action)
    assert [(battle.duty, battle.parents) for battle in match.position.battles] == [(False, ()), (False, (1,))]


@rule("MAND.1", "R98")
def test_attacks_that_others_demand_are_known_whatever_came_first() -> None:
    # 3211, on the near bank, must be attacked along with 3311 on the far one, but not the other way round.
    match = front("US-5C 3310; US-7C 3310; DE-84K 3211; DE-25K 3311")
    commit(match, "3211", "US-7C")
    assert match.position.battles[0].parents == ()
    commit(match, "3311", "US-5C")
    first, second = match.position.battles
    assert (first.duty, first.parents) == (False, (2,))
    assert (second.duty, second.parents) == (False, ())


@rule("MAND.1", "PZB.1", "R29")
def test_a_brigade_group_must_be_attacked_like_a_division() -> None:
    match = front("US-5C 3118; US-7C 3119; DE-84K 3218; DE-PzB1 3219")
    assert demanded(match, "3218", "US-5C US-7C") == ["3219"]


@rule("MAND.1", "R97")
def test_hexes_parted_by_an_estuary_bring_no_duty() -> None:
    # 4320 is next to both, but an estuary lies between 4220 and 4221.
    match = front("US-5C 4320; DE-84K 4220; DE-25K 4221", allied_control="4219")
    look, board, unit = match.inquire("allied"), match.game.board, 1 << match.game.unit_numbers["US-5C"]
    for target in ("4220", "4221"):
        assert duties.demanded(look, "allied", board.set(target), unit) == 0


@rule("RIV.4", "R97")
def test_nobody_attacks_over_an_estuary() -> None:
    match = front("US-5C 4220; US-7C 4320; DE-25K 4221", allied_control="4219")
    look, target = match.inquire("allied"), match.game.board.set("4221")
    reached = [attackers.reach(look, match.game.unit_numbers[unit]) & target for unit in ("US-5C", "US-7C")]
    assert reached == [0, target]


@rule("NAT.4", "R102")
def test_one_nation_may_attack_a_hex_in_two_battles() -> None:
    match = front("US-5C 3118; US-7C 3118; DE-84K 3218")
    commit(match, "3218", "US-5C")
    commit(match, "3218", "US-7C")
    assert [battle.number for battle in match.position.battles] == [1, 2]


@rule("MAND.1")
def test_each_of_two_attacks_on_a_hex_would_meet_the_duty() -> None:
    match = front("US-5C 3118; US-7C 3119; BR-1C 3119; DE-84K 3218; DE-25K 3219")
    commit(match, "3218", "US-5C")
    commit(match, "3219", "US-7C")
    commit(match, "3219", "BR-1C")  # chosen freely, and resolved first
    one, american, british = match.position.battles
    assert one.parents == ()
    assert american.parents == british.parents == (1,)


@rule("MAND.4")
def test_an_attack_that_another_one_demands_is_called_off_only_before_that_one_is_fought() -> None:
    units = "US-5C 3118; US-7C 3118; DE-84K 3218; DE-25K 3219"
    match = front(units, "3")
    commit(match, "3218", "US-5C")
    commit(match, "3219", "US-7C")
    for action in ("end", "resolve 3219", "call-off"):
        match.play(action)
    assert match.position.battles == ()  # without it, the attack on 3218 may not be made either
    match = front(units, "3")
    commit(match, "3218", "US-5C")
    commit(match, "3219", "US-7C")
    for action in ("end", "resolve 3218", "fight", "steady", "no-retreat"):
        match.play(action)
    assert refused(match, "call-off")[0] == "MAND.1"


# Rivers


@rule("MAND.2")
def test_a_neighbour_behind_a_river_need_not_be_attacked_if_the_target_is_not_behind_it() -> None:
    # From 3310 a river leads along 3311; 3211 is on the near side.
    assert demanded(front("US-5C 3310; DE-84K 3211; DE-25K 3311"), "3211", "US-5C") == []
    # A second attacker on the far side has no river before 3311.
    match = front("US-5C 3310; US-7C 3411; DE-84K 3211; DE-25K 3311")
    assert demanded(match, "3211", "US-5C") == []


@rule("MAND.2")
def test_the_near_bank_must_be_attacked_along_with_the_far_bank() -> None:
    assert demanded(front("US-5C 3310; DE-84K 3211; DE-25K 3311"), "3311", "US-5C") == ["3211"]


@rule("MAND.3")
def test_two_hexes_behind_a_river_with_a_river_between_them_are_separate() -> None:
    # From 3311 both 3211 and 3212 lie across a river, and another one parts them.
    assert demanded(front("US-5C 3311; DE-84K 3211; DE-25K 3212"), "3211", "US-5C") == []
    # From 3310 both 3311 and 3411 lie across a river, but nothing is between them.
    assert demanded(front("US-5C 3310; DE-84K 3311; DE-25K 3411"), "3311", "US-5C") == ["3411"]


@rule("MAND.3")
def test_a_river_between_target_and_neighbour_alone_excuses_nobody() -> None:
    # 3211 and 3311 are parted by a river, but 3310 has none before 3211.
    assert demanded(front("US-5C 3212; DE-84K 3312; DE-25K 3311"), "3311", "US-5C") == ["3312"]


@rule("MAND.2")
def test_a_hex_is_behind_a_river_only_if_every_attacker_next_to_it_has_one_before_it() -> None:
    # US-7C at 3411 stands on the same side as 3311, US-5C does not; both attack 3410 over or along the river.
    match = front("US-5C 3310; US-7C 3411; DE-84K 3410; DE-25K 3311")
    assert demanded(match, "3410", "US-5C") == []  # 3311 is not next to 3410
    far = front("US-5C 3310; US-7C 3412; DE-84K 3411; DE-25K 3311")
    assert demanded(far, "3411", "US-5C") == ["3311"]
    assert demanded(far, "3411", "US-5C US-7C") == ["3311"]
    near = front("US-5C 3310; US-7C 3210; DE-84K 3211; DE-25K 3311")
    assert demanded(near, "3211", "US-5C US-7C") == []


@rule("MAND.1")
def test_units_from_the_sea_bring_no_duty_but_those_who_help_them_do() -> None:
    match = front("DE-84K 1817; DE-25K 1816", turn=1, landing_at="US-5C 1817", first_beaches="1817")
    assert demanded(match, "1817", "US-5C") == []
    units = "DE-84K 1817; DE-25K 1717; US-7C 1716; DE-2Pz 1816"
    helped = front(units, turn=1, landing_at="US-5C 1817", first_beaches="1817")
    assert demanded(helped, "1817", "US-5C US-7C") == _shared(helped, "1817", "1716")


@rule("DD.7", "MAND.1")
def test_a_landing_unit_waits_if_those_who_would_help_it_cannot_meet_their_own_duties() -> None:
    strong = "DE-84K 1817 deployed; DE-1SS 1817; US-7C 1816"
    match = front(f"{strong}; DE-2Pz 1716", turn=1, landing_at="US-2AD 1817", first_beaches="1817")
    declare(match, "1817", "US-2AD US-7C")
    assert refused(match, "commit")[0] == "MAND.1"
    match.play("cancel")
    assert match.why_not("end") is None
    helped = front(f"{strong}; DE-2Pz 1716; US-8C 1816", turn=1, landing_at="US-2AD 1817", first_beaches="1817")
    commit(helped, "1817", "US-2AD US-7C")
    assert refused(helped, "end")[0] == "MAND.1"


@rule("DD.7", "R99")
def test_a_helper_who_goes_elsewhere_takes_nothing_from_a_stalled_landing_unit() -> None:
    # Both are Disrupted, so that neither hex has to be attacked because of the other.
    german = "DE-84K 1817 disrupted; DE-25K 1717 disrupted"
    sea = {"turn": 1, "landing_at": "US-5C 1817; US-8C 1717", "first_beaches": "1817 1717", "stalled": "US-5C US-8C"}
    match = front(f"{german}; US-7C 1716", **sea)
    look = match.inquire("allied")
    assert duties.overdue(look, "allied", ()) == sum(1 << match.game.unit_numbers[unit] for unit in ("US-5C", "US-8C"))
    commit(match, "1817", "US-7C")
    assert refused(match, "end") == (
        "DD.7",
        "US 5 Corps and US 8 Corps could not take 1717 and 1817 and must attack again from the sea",
    )
    commit(match, "1817", "US-5C")
    commit(match, "1717", "US-8C")
    assert match.why_not("end") is None


def _shared(match: Match, target: str, origin: str) -> list[str]:
    """Enemy hexes next to both, by the labels of the board."""
    board = match.game.board
    both = board.around[board.index[target]] & board.around[board.index[origin]]
    return board.names(both & match.inquire("allied").occupied("german"))


# Slow twins


def slow_demanded(look: RhineLook, side: str, targets: list[int], units: list[int]) -> set[int]:
    """The same as `duties.demanded`, spelt out hex by hex."""
    game, position = look.game, look.position
    origins = {position.units[unit].at for unit in units if position.units[unit].at >= 0}

    def touching(one: int, other: int) -> bool:
        return other in game.board.neighbours[one] and not game.data.estuary.has(one, other)

    def behind(node: int) -> bool:
        near = [origin for origin in origins if touching(origin, node)]
        return bool(near) and all(game.data.rivers.has(origin, node) for origin in near)

    found = set()
    for node in range(game.board.size):
        if node in targets or not game.board.labels[node]:
            continue
        present = [game.counters[unit] for unit in look.stack(node) if not position.disrupted >> unit & 1]
        enemies = [counter for counter in present if counter.side != side]
        if not any(counter.corps or (counter.side == "german" and counter.division) for counter in enemies):
            continue
        if not any(touching(origin, node) for origin in origins):
            continue
        for target in targets:
            if not touching(target, node):
                continue
            if not behind(target) and behind(node):
                continue
            if behind(target) and behind(node) and game.data.rivers.has(target, node):
                continue
            found.add(node)
    return found


def slow_feasible(look: RhineLook, side: str, due: list[int], free: list[int]) -> bool:
    """Can every hex that is due be attacked? Tries every share-out of hexes and units over as many attacks as hexes."""
    count = len(due)
    for hexes in product(range(count), repeat=count):
        for units in product(range(count + 1), repeat=len(free)):
            if all(
                _legal(
                    look,
                    side,
                    sum(1 << node for node, where in zip(due, hexes, strict=True) if where == battle),
                    [unit for unit, where in zip(free, units, strict=True) if where == battle],
                )
                for battle in set(hexes)
            ):
                return True
    return False


def _legal(look: RhineLook, side: str, targets: int, units: list[int]) -> bool:
    if not units or len({look.counter(unit).nation for unit in units}) > 1:
        return False
    if any(targets & ~attackers.reach(look, unit) for unit in units):
        return False
    return duties.allowed(look, side, targets, sum(1 << unit for unit in units))


ARTOIS = ["3117", "3118", "3217", "3218", "3219", "3317", "3318"]
AISNE = ["3210", "3211", "3212", "3310", "3311", "3312", "3411"]


def scattered(dice: random.Random, side: str, most: int) -> Match:
    """Some units of both sides on a few hexes, and a pair elsewhere so that the question is asked."""
    hexes = dice.sample(dice.choice((ARTOIS, AISNE)), 6)
    allied = dice.sample(["US-5C", "US-7C", "US-2AD", "US-4AD", "BR-1C", "BR-11AD", "BR-6AB", "US-82AB"], most)
    german = dice.sample(["DE-84K", "DE-25K", "DE-2Pz", "DE-s503", "DE-17SS", "DE-2FJK", "DE-PzB1"], most)
    words = ["", "", "", " disrupted"]
    placed = [f"{unit} {dice.choice(hexes[:2])}{dice.choice(words)}" for unit in allied]
    placed += [f"{unit} {dice.choice(hexes[2:])}{dice.choice(words)}" for unit in german]
    placed += ["US-8C 2914", "DE-82K 3014"]
    make = front if side == "allied" else german_front
    # Whatever the lines of supply, the Allies stand on beaches.
    return make("; ".join(placed), first_beaches=" ".join((*hexes[:2], "2914")))


@pytest.mark.parametrize("seed", range(4))
@rule("MAND.1", "MAND.2", "MAND.3")
def test_duties_agree_with_a_count_hex_by_hex(seed: int) -> None:
    dice = random.Random(seed)
    owing = 0
    for _ in range(150):
        side = dice.choice(("allied", "german"))
        match = scattered(dice, side, 5)
        look = match.inquire(side)
        units = [unit for unit in members(attackers.ready(look, side)) if dice.random() < 0.6]
        hexes = look.game.board.nodes(attackers.targets(look, side))
        near = [node for node in hexes if any(attackers.reach(look, unit) >> node & 1 for unit in units)]
        if not near:
            continue
        targets = dice.sample(near, min(len(near), dice.choice((1, 1, 2))))
        units = [unit for unit in units if all(attackers.reach(look, unit) >> node & 1 for node in targets)]
        found = duties.demanded(look, side, sum(1 << node for node in targets), sum(1 << unit for unit in units))
        assert set(look.game.board.nodes(found)) == slow_demanded(look, side, targets, units)
        owing += bool(found)
    assert owing > 10


@pytest.mark.parametrize("seed", range(4))
@rule("MAND.1")
def test_what_can_still_be_met_agrees_with_trying_everything(seed: int) -> None:
    dice = random.Random(seed)
    answers = []
    for _ in range(150):
        side = dice.choice(("allied", "german"))
        match = scattered(dice, side, 5)
        look = match.inquire(side)
        ready = members(attackers.ready(look, side))
        if not ready:
            continue
        # One unit attacks whatever it can; the others have to meet what that brings.
        unit = dice.choice(ready)
        target = dice.choice(look.game.board.nodes(attackers.reach(look, unit) & attackers.targets(look, side)))
        battle = Battle(1, 1 << target, 1 << unit)
        due = look.game.board.nodes(duties.owed(look, side, (battle,)))
        free = [other for other in ready if other != unit]
        if due and len(due) <= 3 and len(free) <= 5:
            possible = slow_feasible(look, side, due, free)
            assert duties.payable(look, side, (battle,)) == possible
            answers.append(possible)
    assert True in answers
    assert False in answers


@pytest.mark.parametrize("seed", range(6))
@rule("MAND.1")
def test_every_allocation_comes_to_an_end(seed: int) -> None:
    dice = random.Random(seed)
    allocated = 0
    for _ in range(12):
        side = dice.choice(("allied", "german"))
        match = scattered(dice, side, 6)
        for _ in range(400):
            prompt = match.prompt
            if prompt.step != "allocation":
                break
            choices = [action for action in prompt.actions if action.verb != "cancel" or len(prompt.actions) == 1]
            if dice.random() < 0.1:
                choices = list(prompt.actions)
            allocated += len(match.position.battles)
            match.play(dice.choice(choices))
        else:
            raise AssertionError(f"still allocating: {match.prompt.text} {battles(match)}")
    assert allocated
